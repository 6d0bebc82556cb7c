// The values in rows of the history, without those that are hidden from the caller (D422, D578), and without the ids of related
// objects and folders that the caller does not see (D14, D159).
import { isRecord } from '../../values.ts';
import { visibleRoleNames } from '../../access/role-names.ts';
import type { RequestContext } from '../../context.ts';
import type { Resource } from '../../format/jsonapi/documents.ts';
import { formatDateTime } from '../../date-values.ts';
import type { Model, ResolvedType } from '../../model/model.ts';
import { viewOfVersion, type ChangeRow } from '../../store/history/changes.ts';
import { unescapeKeys } from '../../store/stored-keys.ts';
import { servedTypes, type ObjectServices } from '../object-services.ts';
import { auditShown, readerOf, readableValues, viewer, type AttributeReader } from '../visibility/shown-attributes.ts';
import {
  isVisible,
  mayRead,
  visibilityFor,
  visibleTypes,
  visibleTypesFilter,
  withoutTrashCondition,
} from '../visibility/visibility.ts';
import { underTimeLimit } from '../../query/page.ts';

export type Changed = Record<string, unknown>;

interface ChangeOfType {
  type: ResolvedType;
  changed: Changed;
}

type Keep = (id: number) => boolean;

const LINK_PARTS = new Set(['added', 'changed', 'removed']);

/** All in one batch of the cursor. */
const BATCH = 100_000;

const isIds = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'number');

/** The links of a relation, which may be renamed or deleted since. */
const isLinks = (value: unknown): value is Record<string, number[]> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.entries(value).every(([part, ids]) => LINK_PARTS.has(part) && isIds(ids));

const isPlace = (value: unknown): value is { to: unknown } =>
  typeof value === 'object' && value !== null && 'to' in value;

/** The values without the other ids. */
function keepIds({ type, changed }: ChangeOfType, keep: Keep): Changed {
  const kept = ([name, value]: [string, unknown]): [string, unknown] => {
    if (type.attribute.has(name)) return [name, value];
    if (name === 'parents' && isIds(value)) return [name, value.filter(keep)];
    if (name === 'places' && Array.isArray(value)) {
      return [name, value.filter((place) => !isPlace(place) || typeof place.to !== 'number' || keep(place.to))];
    }
    if (!isLinks(value)) return [name, value];
    const parts = Object.entries(value).map(([part, ids]) => [part, ids.filter(keep)] as const);
    return [name, Object.fromEntries(parts.filter(([, ids]) => ids.length > 0))];
  };
  return Object.fromEntries(Object.entries(changed).map(kept));
}

async function visibleIds(
  services: ObjectServices,
  changes: readonly ChangeOfType[],
  context: RequestContext,
): Promise<Keep> {
  const named = new Set<number>();
  for (const change of changes) keepIds(change, (id) => Boolean(named.add(id)));
  const { store, clock, queryTimeLimit } = services;
  const visible = visibleTypes(servedTypes(services), context, clock.now());
  if (named.size === 0) return () => false;
  const filter = { $and: [{ _id: { $in: [...named] } }, withoutTrashCondition(visibleTypesFilter(visible))] };
  const limits = { projection: { _id: 1 }, maxTimeMS: queryTimeLimit, batchSize: BATCH };
  const rows = await underTimeLimit(store.objects.find(filter, limits).toArray());
  const seen = new Set(rows.map(({ _id }) => _id));
  return (id) => seen.has(id);
}

/** A change with the values that the caller sees. */
export interface ShownChange {
  row: ChangeRow;
  changed: Changed;
}

interface Subject {
  type: ResolvedType;
  id: number;
  owner: number | null;
}

/** The objects of some rows, by resource type and id; a purged object is absent. */
async function subjectsOfRows(
  { store, modelService }: ObjectServices,
  rows: readonly ChangeRow[],
): Promise<(row: Pick<ChangeRow, 'resource_type' | 'resource_id'>) => Subject | undefined> {
  const idsOf = (type: string) =>
    rows.filter((row) => row.resource_type === type).map((row) => Number(row.resource_id));
  const ofOwned = { projection: { object_id: 1, 'object.type': 1, 'object.created_by': 1 } };
  const ofObjects = { projection: { type: 1, created_by: 1 } };
  const [objects, translations, annotations] = await Promise.all([
    store.objects.find({ _id: { $in: idsOf('objects') } }, ofObjects).toArray(),
    store.translations.find({ _id: { $in: idsOf('translations') } }, ofOwned).toArray(),
    store.annotations.find({ _id: { $in: idsOf('annotations') } }, ofOwned).toArray(),
  ]);
  // Their ids come from one sequence.
  const named = new Map(objects.map((row) => [row._id, { id: row._id, name: row.type, owner: row.created_by }]));
  for (const { _id, object_id: id, object } of [...translations, ...annotations])
    named.set(_id, { id, name: object.type, owner: object.created_by });
  const { types } = modelService.current();
  return ({ resource_type: kind, resource_id }) => {
    const found = CONTENT.has(kind) ? named.get(Number(resource_id)) : undefined;
    const type = types.get(found?.name ?? '');
    return found && type && { type, id: found.id, owner: found.owner };
  };
}

const CONTENT: ReadonlySet<string> = new Set(['objects', 'translations', 'annotations']);

/** Values without those that the type hides. For purged objects, whose type is unknown, without those that any type hides. */
function withoutHidden(
  { resource_type: kind, changed }: Pick<ChangeRow, 'resource_type' | 'changed'>,
  type: ResolvedType | undefined,
  { types }: Model,
): Changed {
  const hiding = type ? [type] : [...types.values()];
  const without = (values: Changed): Changed =>
    Object.fromEntries(Object.entries(values).filter(([name]) => !hiding.some(({ hidden }) => hidden.has(name))));
  if (kind === 'objects') return without(changed);
  const fields = changed['translated_fields'];
  if (kind !== 'translations' || !isRecord(fields)) return changed;
  return { ...changed, translated_fields: without(fields) };
}

/** Permissions in a change of an object, with the names of roles that the caller sees (D762). */
function withSeenRoles(changed: Changed, seen: ReadonlySet<string>): Changed {
  const { perms } = changed;
  if (typeof perms !== 'object' || perms === null) return changed;
  const isSeen = (name: unknown): boolean => typeof name !== 'string' || seen.has(name);
  const shown = Object.entries(perms).map(([part, names]): [string, unknown] => [
    part,
    Array.isArray(names) ? names.filter(isSeen) : names,
  ]);
  return { ...changed, perms: Object.fromEntries(shown) };
}

function withoutUnseen(changed: Changed, type: ResolvedType, to: AttributeReader): Changed {
  const fields = changed['translated_fields'];
  if (!isRecord(fields)) return changed;
  return { ...changed, translated_fields: readableValues(type, fields, to) };
}

/** Whether the caller could see the object when a row was written, by the present rules (D760). */
function couldSee(
  { version, view = version && viewOfVersion(version) }: Pick<ChangeRow, 'version' | 'view'>,
  { type, id, owner }: Subject,
  { context, now }: { context: RequestContext; now: Date },
): boolean {
  const visibility = visibilityFor(type, context, now);
  if (!visibility || !view) return visibility !== undefined;
  const past = { ...view, _id: id, created_by: owner, trashed: false, audiences: [] };
  return isVisible(past, visibility) && mayRead(past, context.caller);
}

/**
 * The values of each row that the caller could see when it was written, and can now; of purged objects, whose visibility is
 * unknown, only administrators see them. @throws ApiError query_too_expensive
 */
export async function shownValues(
  services: ObjectServices,
  rows: readonly ChangeRow[],
  context: RequestContext,
): Promise<(row: ChangeRow) => Changed> {
  const { caller } = context;
  const model = services.modelService.current();
  const subjectOf = await subjectsOfRows(services, rows);
  if (caller.isAdmin) {
    for (const row of rows) {
      const subject = row.resource_type === 'objects' ? subjectOf(row) : undefined;
      if (subject) auditShown({ type: subject.type, document: { _id: subject.id } }, context);
    }
    return (row) => withoutHidden(row, subjectOf(row)?.type, model);
  }
  const roles = new Set(visibleRoleNames(context).values());
  const at = { context, now: services.clock.now() };
  const named = rows.flatMap((row) => {
    const subject = row.resource_type === 'objects' ? subjectOf(row) : undefined;
    return subject ? [{ type: subject.type, changed: row.changed }] : [];
  });
  const isSeen = await visibleIds(services, named, context);
  return (row) => {
    const subject = subjectOf(row);
    if (!subject || !couldSee(row, subject, at)) return {};
    const { type, id } = subject;
    const changed = withoutHidden(row, type, model);
    if (row.resource_type === 'translations') return withoutUnseen(changed, type, viewer(caller));
    if (row.resource_type !== 'objects') return changed;
    const seen = withSeenRoles(keepIds({ type, changed }, isSeen), roles);
    return readableValues(type, seen, readerOf(id, caller));
  };
}

export const changeResource = ({ row, changed }: ShownChange): Resource<'History'> => {
  const id = String(row._id);
  return {
    id,
    type: 'history',
    // There is no read of a single row: this is the list with one row.
    path: `/history?filter%5Bid%5D=${id}`,
    attributes: {},
    meta: {
      resource_id: row.resource_id,
      resource_type: row.resource_type,
      created: formatDateTime(row.created),
      user_id: row.user_id,
      application_id: row.application_id,
      user_action: row.user_action,
      changed: unescapeKeys(changed),
    },
  };
};
