// Who sees which objects (D14, D19, D20, D51). What is hidden is absent everywhere: single reads, lists, totals, search,
// includes. One rule per type, since permissions are per endpoint, and each type has one of its own.
import { refusal } from '../accounts/authorization.ts';
import type { Caller, RequestContext } from '../context.ts';
import { checksDates } from '../settings.ts';
import type { CountKey } from '../store/object-counts.ts';
import { ALWAYS_FROM, ALWAYS_TO } from '../store/object-rows.ts';
import type { ObjectBase, ObjectDocument, ObjectView, Store } from '../store/store.ts';

type Status = ObjectBase['status'];
type Condition = Record<string, unknown>;

/** What a caller sees of one type. */
export interface Visibility {
  now: Date;
  /** Statuses that are seen; undefined for all of them. */
  statuses: readonly Status[] | undefined;
  /** Publication dates are honoured. */
  dated: boolean;
  /** Nothing but the caller's own objects, with `mine` as the permission to read. */
  onlyOwn: boolean;
  /** The caller's own objects whatever their status, with `mine` as the permission to write. */
  allOwn: boolean;
  /** Field that says whose an object is: a user is his own. */
  ownerField: '_id' | 'created_by';
  userId: number | null;
  /** Roles of the caller, when some object is for certain roles only; undefined when none is, or for an admin. */
  roles: readonly number[] | undefined;
}

const LEVELS: Readonly<Record<string, readonly Status[]>> = {
  on: ['on'],
  draft: ['on', 'draft'],
  off: ['on', 'draft', 'off'],
};

/** Statuses that `Status.level` fixes for the caller's application; undefined when it is not configured (D14). */
export function statusLevel(context: Pick<RequestContext, 'access'>): readonly Status[] | undefined {
  const level = context.access.setting('Status.level');
  return typeof level === 'string' && Object.hasOwn(LEVELS, level) ? LEVELS[level] : undefined;
}

/** A type as far as it decides who sees its objects. */
export interface SeenType {
  name: string;
  row: { table: string };
}

const isUsers = (type: SeenType): boolean => type.row.table === 'BEdita/Core.Users';

/** undefined: nothing of the type is seen. */
export function visibilityFor(
  type: SeenType,
  context: Pick<RequestContext, 'access' | 'caller'>,
  now: Date,
): Visibility | undefined {
  const { access, caller } = context;
  const read = access.grant(type.name, 'read');
  if (read === 'none') return undefined;
  const write = access.grant(type.name, 'write');
  const level = statusLevel(context);
  const ownerField = isUsers(type) ? '_id' : 'created_by';
  // Users are accounts, not publications: what hides them is the permission to read them.
  const everything = write === 'all' || isUsers(type);
  const statuses = level ?? (everything ? undefined : ['on' as const]);
  return {
    now,
    statuses: statuses?.length === 3 ? undefined : statuses,
    dated: !everything && checksDates(context),
    onlyOwn: read === 'mine',
    allOwn: write === 'mine' && level === undefined,
    ownerField,
    userId: caller.userId,
    roles: access.hasObjectPermissions && !caller.isAdmin ? [...caller.roles] : undefined,
  };
}

/** Types of which a caller sees the same. */
export interface VisibleTypes {
  types: readonly string[];
  visibility: Visibility;
}

/** Types grouped by what the caller sees of them; those of which nothing is seen are left out. */
export function visibleTypes(
  types: readonly SeenType[],
  context: Pick<RequestContext, 'access' | 'caller'>,
  now: Date,
): VisibleTypes[] {
  const groups = new Map<string, { types: string[]; visibility: Visibility }>();
  for (const type of types) {
    const visibility = visibilityFor(type, context, now);
    if (!visibility) continue;
    const key = JSON.stringify(visibility);
    const group = groups.get(key);
    if (group) group.types.push(type.name);
    else groups.set(key, { types: [type.name], visibility });
  }
  return [...groups.values()];
}

export const publicationBounds = (start: Date | null, end: Date | null) => ({
  visible_from: start ?? ALWAYS_FROM,
  visible_to: end ?? ALWAYS_TO,
});

/** Publication dates decide whether it is seen now. */
export const isScheduled = (object: Pick<ObjectBase, 'publish_start' | 'publish_end'>): boolean =>
  object.publish_start !== null || object.publish_end !== null;

export const withinDates = (now: Date) => ({ visible_from: { $lte: now }, visible_to: { $gte: now } });

/** A condition with `prefix` before each of its fields, for rows that carry a copy of the fields (ObjectView). */
function prefixed(condition: Condition, prefix: string): Condition {
  const parts = Object.entries(condition).map(([name, value]) =>
    name.startsWith('$')
      ? [name, (value as Condition[]).map((part) => prefixed(part, prefix))]
      : [`${prefix}.${name}`, value],
  );
  return Object.fromEntries(parts) as Condition;
}

/** Condition on rows that carry a copy of what decides who sees their object, under `object`. */
export const seenWithObject = (groups: readonly VisibleTypes[]): Condition =>
  groups.length === 0 ? { _id: { $in: [] } } : prefixed(visibleTypesFilter(groups), 'object');

/** Whether the trash holds it does not matter. */
export const whetherTrashedOrNot = ({ trashed: _trashed, ...condition }: Condition): Condition => {
  void _trashed;
  return condition;
};

/** As `seenWithObject`, whether the object is in the trash or not. */
export function seenWithObjectOrTrash(groups: readonly VisibleTypes[]): Condition {
  if (groups.length === 0) return { _id: { $in: [] } };
  const conditions = groups.map(({ types, visibility }) => ({
    type: { $in: [...types] },
    ...whetherTrashedOrNot(visibleFilter(visibility)),
  }));
  return prefixed(conditions.length === 1 && conditions[0] ? conditions[0] : { $or: conditions }, 'object');
}

/** What `on` and within its dates means, for filters that ask for it. */
export const publicFilter = (now: Date): Condition => ({ trashed: false, status: 'on', ...withinDates(now) });

const statusCondition = (statuses: Visibility['statuses']): Condition => {
  if (statuses === undefined) return {};
  return { status: statuses.length === 1 ? statuses[0] : { $in: [...statuses] } };
};

/** Condition of a list, on the fields that the list indexes begin with. */
export function visibleFilter(visibility: Visibility): Condition {
  const { statuses, dated, onlyOwn, allOwn, ownerField, userId, roles, now } = visibility;
  const published = { ...statusCondition(statuses), ...(dated && withinDates(now)) };
  const own = { [ownerField]: userId };
  const parts: Condition[] = [];
  if (allOwn && Object.keys(published).length > 0) parts.push({ $or: [published, own] });
  if (roles) parts.push({ $or: [{ reader_roles: null }, { reader_roles: { $in: [...roles] } }] });
  return {
    trashed: false,
    ...(!allOwn && published),
    ...(onlyOwn && own),
    ...(parts.length > 0 && { $and: parts }),
  };
}

/** Condition on rows of `objects`. */
export function visibleTypesFilter(groups: readonly VisibleTypes[]): Condition {
  const conditions = groups.map(({ types, visibility }) => ({
    type: { $in: [...types] },
    ...visibleFilter(visibility),
  }));
  return conditions.length === 1 && conditions[0] ? conditions[0] : { $or: conditions };
}

/** Status, dates and ownership, before permissions of the object itself (D51). */
export function isVisible(object: Omit<ObjectView, 'type'> & Pick<ObjectBase, '_id'>, visibility: Visibility): boolean {
  const { statuses, dated, onlyOwn, allOwn, ownerField, userId, now } = visibility;
  if (object.trashed) return false;
  const isOwn = userId !== null && object[ownerField] === userId;
  if (onlyOwn && !isOwn) return false;
  if (allOwn && isOwn) return true;
  if (statuses && !statuses.includes(object.status)) return false;
  return !dated || (object.visible_from <= now && object.visible_to >= now);
}

export const mayRead = (object: Pick<ObjectBase, 'reader_roles'>, caller: Caller): boolean =>
  caller.isAdmin || !object.reader_roles || object.reader_roles.some((role) => caller.roles.has(role));

/** 401 or 403 for an object that is for certain roles only (D20). @throws ApiError authentication_required, forbidden */
export function assertReadable(object: Pick<ObjectDocument, 'reader_roles'>, caller: Caller): void {
  if (!mayRead(object, caller)) throw refusal(caller, 'The object is for certain roles only.');
}

/** Number of objects that their dates hide or show, of those that are `on`. */
function countScheduled(store: Store, types: readonly string[], now: Date): Promise<number> {
  return store.objects.countDocuments({
    type: { $in: [...types] },
    ...publicFilter(now),
    $or: [{ visible_from: { $gt: ALWAYS_FROM } }, { visible_to: { $lt: ALWAYS_TO } }],
  });
}

/** Number of objects of which status and dates say that they are seen, and permissions that they are not. */
function countUnreadable(store: Store, types: readonly string[], visibility: Visibility): Promise<number> {
  const { roles, statuses, dated, now } = visibility;
  return store.objects.countDocuments({
    type: { $in: [...types] },
    trashed: false,
    ...statusCondition(statuses),
    ...(dated && withinDates(now)),
    // As the partial index says it.
    reader_roles: { $gte: 0, $nin: [...(roles ?? [])] },
  });
}

/** The counts say how many objects of a status there are, not whose they are. */
const isCountable = ({ statuses, dated, onlyOwn, allOwn }: Visibility): boolean =>
  !onlyOwn && !allOwn && (!dated || (statuses?.length === 1 && statuses[0] === 'on'));

/**
 * Exact number of visible objects of some types that share a visibility, without counting them all
 * (core/store/object-counts.ts); undefined where they have to be counted.
 */
export async function countVisible(store: Store, { types, visibility }: VisibleTypes): Promise<number | undefined> {
  if (!isCountable(visibility)) return undefined;
  const { statuses, dated, now, roles } = visibility;
  const counts: Record<CountKey, number> = await store.readCounts(types);
  const wanted: readonly Status[] = statuses ?? ['on', 'draft', 'off'];
  let total = wanted.reduce((sum, status) => sum + counts[status], 0);
  if (wanted.includes('on') && counts.scheduled > 0) {
    total += dated ? await countScheduled(store, types, now) : counts.scheduled;
  }
  return roles ? total - (await countUnreadable(store, types, visibility)) : total;
}
