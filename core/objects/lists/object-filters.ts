// Filters of object lists that are not fields (D524).
import type { RequestContext } from '../../context.ts';
import type { FilterValue } from '../../list-request.ts';
import type { TimeSpan } from '../../date-values.ts';
import { castTimeSpan } from '../../model/attribute-values.ts';
import type { ResolvedType } from '../../model/model.ts';
import { fieldCondition, filterError, listOf, singleText, type NamedFilter } from '../../query/filters.ts';
import { assertFewRows, underTimeLimit } from '../../query/page.ts';
import { shownCondition } from './object-fields.ts';
import type { ObjectServices } from '../object-services.ts';
import { isShown, viewer } from '../visibility/shown-attributes.ts';
import type { ObjectBase } from '../../store/store.ts';
import { assertNoValue, treeFilters } from '../tree/tree-filters.ts';
import { relationFilters } from './relation-filters.ts';
import { publicFilter, statusBound, visibilityFor, withinDates } from '../visibility/visibility.ts';

type Status = ObjectBase['status'];
type NamedFilters = Record<string, NamedFilter>;

export const STATUS_LEVELS: Readonly<Record<string, readonly Status[] | null>> = {
  on: ['on'],
  draft: ['on', 'draft'],
  off: null,
  all: null,
};

const isNested = (value: FilterValue): value is Readonly<Record<string, FilterValue>> =>
  typeof value === 'object' && !Array.isArray(value);

const NUMERIC = /^\d+$/;

const NO_TYPES: ReadonlySet<string> = new Set();

/** Names of the concrete types with some plural or singular names or ids. @throws ApiError `invalid_filter` */
export function typesNamed(
  services: Pick<ObjectServices, 'modelService'>,
  { value, parameter, others = NO_TYPES }: { value: FilterValue; parameter: string; others?: ReadonlySet<string> },
): string[] {
  const model = services.modelService.current();
  return listOf(value, parameter).flatMap((name) => {
    if (others.has(name)) return [name];
    const byId = NUMERIC.test(name) ? model.rows.object_types.find((row) => row._id === Number(name))?.name : undefined;
    const type = model.types.get(byId ?? name) ?? model.types.get(model.plurals.get(name) ?? '');
    if (!type?.enabled) throw filterError(parameter, `there is no object type "${name}".`);
    return type.concreteTypes;
  });
}

/** @param path of the name of the type in a row */
export function typeFilter(
  services: Pick<ObjectServices, 'modelService'>,
  { path = 'type', others = NO_TYPES }: { path?: string; others?: ReadonlySet<string> } = {},
): NamedFilter {
  const named = (value: FilterValue, parameter: string) => typesNamed(services, { value, parameter, others });
  return (value, parameter) => {
    if (!isNested(value)) return { [path]: { $in: named(value, parameter) } };
    const parts = Object.entries(value).map(([operator, operand]) => {
      const place = `${parameter}[${operator}]`;
      if (['eq', '=', 'in'].includes(operator)) return { [path]: { $in: named(operand, place) } };
      if (['ne', 'neq', '!=', '<>', 'nin'].includes(operator)) return { [path]: { $nin: named(operand, place) } };
      throw filterError(place, `unknown operator "${operator}".`);
    });
    return parts.length === 1 && parts[0] ? parts[0] : { $and: parts };
  };
}

/** Without a value: the caller. */
const userOf = (value: FilterValue, parameter: string, context: RequestContext): number => {
  const text = singleText(value, parameter);
  if (text === '' || text === 'true' || text === '1') return context.caller.userId ?? -1;
  throw filterError(parameter, 'this filter takes no value.');
};

const flag =
  (condition: () => Record<string, unknown>): NamedFilter =>
  (value, parameter) => {
    assertNoValue(value, parameter);
    return condition();
  };

async function historyEditor(services: ObjectServices, value: FilterValue, parameter: string, context: RequestContext) {
  const text = singleText(value, parameter);
  const requested = text === '' ? (context.caller.userId ?? -1) : NUMERIC.test(text) ? Number(text) : -1;
  // Changes by other users are in /history, for callers who may read it (D19).
  const isAllowed = requested === context.caller.userId || context.access.grant('history', 'read') === 'all';
  const edits = { user_id: isAllowed ? requested : -1, resource_type: 'objects' };
  const ids = await underTimeLimit(
    services.store.changes.distinct('resource_id', edits, { maxTimeMS: services.queryTimeLimit }),
  );
  assertFewRows(ids.length);
  return { _id: { $in: ids.map(Number) } };
}

/** Attributes that such filters read. */
const LOOKED_AT: Readonly<Record<string, readonly string[]>> = {
  status_level: ['status'],
  publish_date_allowed: ['publish_start', 'publish_end'],
  publishable: ['publish_start', 'publish_end'],
  available: ['status', 'publish_start', 'publish_end'],
  categories: ['categories'],
  tags: ['tags'],
  date_ranges: ['date_ranges'],
};

/** Of lists of all types; they find no object of a type that hides their attributes (D422), perhaps from the caller only. */
export function baseFilters(services: ObjectServices, context: RequestContext): NamedFilters {
  const model = services.modelService.current();
  const common = commonFilters(services, context);
  for (const [name, filter] of Object.entries(common)) {
    const shown = shownCondition(model, LOOKED_AT[name] ?? [], context.caller);
    if (shown) common[name] = async (value, parameter) => ({ $and: [shown, await filter(value, parameter)] });
  }
  return { ...relationFilters(services, [...model.types.values()], context), ...common };
}

/** Filters of lists of all types and of one type: on fields that both have. */
function commonFilters(services: ObjectServices, context: RequestContext): NamedFilters {
  const now = services.clock.now();
  return {
    type: typeFilter(services),
    status_level: (value, parameter) => {
      const level = singleText(value, parameter);
      const statuses = Object.hasOwn(STATUS_LEVELS, level) ? STATUS_LEVELS[level] : undefined;
      if (statuses === undefined) throw filterError(parameter, 'on, draft, off or all is expected.');
      return statuses === null ? {} : { status: { $in: [...statuses] } };
    },
    mine: (value, parameter) => ({ created_by: userOf(value, parameter, context) }),
    uname_id: (value, parameter) => {
      const text = singleText(value, parameter);
      return NUMERIC.test(text) ? { _id: Number(text) } : { uname: text };
    },
    history_editor: (value, parameter) => historyEditor(services, value, parameter, context),
    publish_date_allowed: flag(() => withinDates(now)),
    publishable: flag(() => withinDates(now)),
    available: flag(() => publicFilter(now)),
    ...treeFilters(services, context),
  };
}

const DATE_FIELDS = {
  start_date: { path: 'start_date', kind: 'datetime' },
  end_date: { path: 'end_date', kind: 'datetime' },
} as const;

function spanOf(value: FilterValue, parameter: string): TimeSpan {
  try {
    return castTimeSpan(singleText(value, parameter));
  } catch {
    throw filterError(parameter, `Wrong date time format "${String(value).slice(0, 50)}".`);
  }
}

/** A range without an end ends at its start. */
const endsAtOrAfter = ({ from }: TimeSpan) => ({
  $or: [{ end_date: { $gte: from } }, { end_date: null, start_date: { $gte: from } }],
});
const endsAtOrBefore = ({ to }: TimeSpan) => ({
  $or: [{ end_date: { $lt: to, $ne: null } }, { end_date: null, start_date: { $lt: to } }],
});

const dateRanges: NamedFilter = (value, parameter) => {
  const parts: Record<string, unknown>[] = [];
  if (isNested(value)) {
    for (const name of ['start_date', 'end_date'] as const) {
      const part = value[name];
      if (part !== undefined) parts.push(fieldCondition(DATE_FIELDS[name], part, `${parameter}[${name}]`));
    }
    const spanAt = (name: string): TimeSpan | undefined =>
      value[name] === undefined ? undefined : spanOf(value[name], `${parameter}[${name}]`);
    const [from, to] = [spanAt('from_date'), spanAt('to_date')];
    if (from && to) parts.push({ start_date: { $lt: to.to } }, endsAtOrAfter(from));
    else if (from) parts.push(endsAtOrAfter(from));
    else if (to) parts.push(endsAtOrBefore(to));
    const unknown = Object.keys(value).find(
      (name) => !['start_date', 'end_date', 'from_date', 'to_date'].includes(name),
    );
    if (unknown)
      throw filterError(`${parameter}[${unknown}]`, 'start_date, end_date, from_date or to_date is expected.');
  }
  if (parts.length === 0) throw filterError(parameter, 'start_date or end_date or date parameter missing.');
  return { date_ranges: { $elemMatch: { $and: parts } } };
};

/** Users with any of some roles, by id or name. */
function rolesFilter(
  value: FilterValue,
  parameter: string,
  { access, caller }: RequestContext,
): Record<string, unknown> {
  const names = listOf(value, parameter).map((name) => name.trim());
  if (names.includes('')) throw filterError(parameter, 'ids or names of roles are expected.');
  const ids = new Map([...access.roleNames].map(([id, name]) => [name, id]));
  const requested = names.map((name) => (NUMERIC.test(name) ? Number(name) : (ids.get(name) ?? -1)));
  const grant = access.grant('roles', 'read');
  const isSeen = (role: number): boolean => grant === 'all' || caller.roles.has(role);
  return { role_ids: { $in: requested.filter(isSeen) } };
}

/** Filters on fields of the type's documents. */
export function typedFilters(services: ObjectServices, type: ResolvedType, context: RequestContext): NamedFilters {
  const { store } = services;
  const filters = { ...relationFilters(services, [type], context), ...commonFilters(services, context) };
  const visibility = visibilityFor(type, context, services.clock.now());
  const statuses = visibility ? statusBound(visibility) : {};
  // Only folders can be roots, and users have no places.
  if (type.kind !== 'folders') delete filters['roots'];
  if (type.kind === 'users') for (const name of ['parent', 'ancestor']) delete filters[name];
  if (type.associations.has('Categories')) {
    filters['categories'] = async (value, parameter) => {
      const names = listOf(value, parameter);
      const filter = { object_type_name: type.name, name: { $in: names }, enabled: true };
      const rows = await store.categories.find(filter).toArray();
      return { 'categories.id': { $in: rows.map((row) => row._id) }, ...statuses };
    };
  }
  if (type.associations.has('Tags')) {
    filters['tags'] = async (value, parameter) => {
      const rows = await store.tags.find({ name: { $in: listOf(value, parameter) }, enabled: true }).toArray();
      return { 'tags.id': { $in: rows.map((row) => row._id) }, ...statuses };
    };
  }
  if (type.associations.has('DateRanges')) filters['date_ranges'] = dateRanges;
  for (const [name, attributes] of Object.entries(LOOKED_AT)) {
    if (attributes.some((attribute) => !isShown(type, attribute, viewer(context.caller)))) delete filters[name];
  }
  if (type.kind === 'users') {
    filters['mine'] = (value, parameter) => ({ _id: userOf(value, parameter, context) });
    filters['roles'] = (value, parameter) => rolesFilter(value, parameter, context);
  }
  return filters;
}
