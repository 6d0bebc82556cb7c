// The visibility of objects (D14, D19, D20, D51). Hidden objects are absent everywhere: single reads, lists, totals,
// search, includes. One rule per type, since permissions are per endpoint, and each type has its own endpoint.
import { recordsIn, memberOf, itemsIn } from '../../values.ts';
import type { Kind } from '../../store/rows/model-rows.ts';
import { refusal } from '../../access/authorization.ts';
import type { Caller, RequestContext } from '../../context.ts';
import type { ListPart } from '../../query/list-plan.ts';
import { documentsPart } from '../../query/merged-rows.ts';
import { boundedCount, countedStage, type Count, type RequestedPage } from '../../query/page.ts';
import { checksDates } from '../../settings.ts';
import { ALWAYS_FROM, ALWAYS_TO } from '../../store/rows/object-rows.ts';
import type { Collection, Document, ObjectBase, ObjectDocument, ObjectView, Store } from '../../store/store.ts';
import { ANY_ROLE, inTrash, ownerSuffix, realmOf, roleSuffix, type AudienceClass } from './audiences.ts';
import { MATCH_NONE, type Condition } from '../../query/filters.ts';

type Status = ObjectBase['status'];

/** The visible part of one type. */
export interface Visibility {
  now: Date;
  /** Visible statuses; undefined for all of them. */
  statuses: readonly Status[] | undefined;
  /** Visible statuses after a filter of the list; undefined for all of them. */
  requested?: readonly Status[];
  /** Publication dates are checked. */
  dated: boolean;
  /** Only the caller's own objects, with `mine` as the permission to read. */
  ownOnly: boolean;
  /** The caller's own objects of any status, with `mine` as the permission to write. */
  allOwn: boolean;
  /** Field with the owner of an object: a user owns itself. */
  ownerField: '_id' | 'created_by';
  /** null where owners see no more than others. */
  userId: number | null;
  /** Prefix of the audiences of objects that are no content. */
  realm: string;
  /** Roles of the caller, when only certain roles may see some object; undefined otherwise. */
  roles: readonly (number | typeof ANY_ROLE)[] | undefined;
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

/** The members of a type that decide the visibility of its objects. */
export interface VisibleType {
  name: string;
  kind?: Kind;
  /** Names of all types of content, with an endpoint or not. */
  contentTypes?: readonly string[];
}

/** undefined: no object of the type is visible. */
export function visibilityFor(
  type: VisibleType,
  context: Pick<RequestContext, 'access' | 'caller'>,
  now: Date,
): Visibility | undefined {
  const { access, caller } = context;
  const read = access.grant(type.name, 'read');
  if (read === 'none') return undefined;
  const write = access.grant(type.name, 'write');
  const level = statusLevel(context);
  const isUsers = type.kind === 'users';
  // Users are accounts, not publications: only the permission to read them is checked.
  const everything = write === 'all' || isUsers;
  const statuses = level ?? (everything ? undefined : ['on' as const]);
  return {
    now,
    statuses: statuses?.length === 3 ? undefined : statuses,
    dated: !everything && checksDates(context),
    ownOnly: read === 'mine',
    allOwn: write === 'mine' && level === undefined,
    ownerField: isUsers ? '_id' : 'created_by',
    // Read only where it matters: then the response is the caller's own (notedCaller in core/http/steps).
    userId: read === 'mine' || write === 'mine' ? caller.userId : null,
    realm: realmOf(type.name),
    roles: access.hasObjectPermissions ? (caller.isAdmin ? [ANY_ROLE] : [...caller.roles]) : undefined,
  };
}

/** Types with the same visibility. */
export interface VisibleTypes {
  types: readonly string[];
  visibility: Visibility;
  /** They are all types of content, so that audiences alone select their objects. */
  areAllContent: boolean;
}

/** For one caller at one moment. */
const seesTheSame = (one: Visibility, other: Visibility): boolean =>
  one.statuses?.join() === other.statuses?.join() &&
  (['dated', 'ownOnly', 'allOwn', 'ownerField', 'realm'] as const).every((name) => one[name] === other[name]);

/** Types grouped by their visibility, without those that are hidden. */
export function visibleTypes(
  types: readonly VisibleType[],
  context: Pick<RequestContext, 'access' | 'caller'>,
  now: Date,
): VisibleTypes[] {
  const groups: { types: string[]; visibility: Visibility }[] = [];
  const content = types.find(({ contentTypes }) => contentTypes)?.contentTypes;
  for (const type of types) {
    const visibility = visibilityFor(type, context, now);
    if (!visibility) continue;
    const group = groups.find((each) => seesTheSame(each.visibility, visibility));
    if (group) group.types.push(type.name);
    else groups.push({ types: [type.name], visibility });
  }
  return groups.map((group) => ({
    ...group,
    areAllContent: content?.every((name) => group.types.includes(name)) ?? false,
  }));
}

export const publicationBounds = (start: Date | null, end: Date | null) => ({
  visible_from: start ?? ALWAYS_FROM,
  visible_to: end ?? ALWAYS_TO,
});

export const withinDates = (now: Date) => ({ visible_from: { $lte: now }, visible_to: { $gte: now } });

/** A condition with `prefix` before each of its fields, for rows that have a copy of the fields (ObjectView). */
function prefixed(condition: Condition, prefix: string): Condition {
  const parts = Object.entries(condition).map(([name, value]) =>
    name.startsWith('$')
      ? [name, recordsIn(value).map((part) => prefixed(part, prefix))]
      : [`${prefix}.${name}`, value],
  );
  return Object.fromEntries(parts);
}

/**
 * Number of rows with a copy of their object's visibility, counted on the index alone. Undefined when that would count an object
 * twice, or needs more than the index.
 */
export async function countVisibleOwners<Row extends Document>(
  rows: Collection<Row>,
  {
    condition,
    timeLimit,
    requested,
  }: { condition: Condition; timeLimit: number; requested: Pick<RequestedPage, 'total'> },
  groups: readonly VisibleTypes[],
): Promise<Count | undefined> {
  const [group] = groups;
  if (groups.length !== 1 || !group?.areAllContent) return undefined;
  const { visibility } = group;
  const { kinds, dated, own } = seenAudiences(visibility);
  if (visibility.roles || visibility.ownOnly || dated.length === 0 || kinds.length === 0) return undefined;
  const countOf = (audiences: Condition): Document[] => [
    { $match: { ...condition, ...prefixed(audiences, 'object') } },
    ...countedStage(requested),
    { $count: 'count' },
  ];
  const others = {
    ...audienceIn([...audienceTokens(visibility, dated), ...own]),
    ...datedFilter(visibility, { dated, own }),
  };
  const always = audienceIn(audienceTokens(visibility, kinds));
  const both = [...countOf(always), { $unionWith: { coll: rows.collectionName, pipeline: countOf(others) } }];
  const counts = await rows.aggregate<{ count: number }>(both, { maxTimeMS: timeLimit }).toArray();
  const counted = counts.reduce((sum, { count }) => sum + count, 0);
  return boundedCount(counted, requested);
}

/** Condition on rows with a copy of their object's visibility, under `object` or another member. */
export const visibleOwnerFilter = (groups: readonly VisibleTypes[], member = 'object'): Condition =>
  prefixed(visibleTypesFilter(groups), member);

/** The condition with other audiences. */
function withTokens(condition: Condition, change: (tokens: readonly string[]) => string[]): Condition {
  const parts = Object.entries(condition).map(([name, value]): [string, unknown] => {
    if (name === 'audiences') return [name, { $in: change(itemsIn(memberOf(value, '$in')).map(String)) }];
    return [name, name === '$or' ? recordsIn(value).map((part) => withTokens(part, change)) : value];
  });
  return Object.fromEntries(parts);
}

/** The same condition, for rows in the trash as well. */
export const withoutTrashCondition = ({ trashed: _any, ...condition }: Condition & { trashed?: unknown }): Condition =>
  withTokens(condition, (tokens) => [...tokens, ...tokens.map(inTrash)]);

/** Trashed objects that the caller would see if they were not in the trash. */
export const visibleTrashFilter = (visibility: Visibility): Condition =>
  withTokens(visibleFilter(visibility), (tokens) => tokens.map(inTrash));

/** As `visibleOwnerFilter`, whether the object is in the trash or not. */
export const visibleOwnerFilterIncludingTrash = (groups: readonly VisibleTypes[]): Condition =>
  prefixed(withoutTrashCondition(visibleTypesFilter(groups)), 'object');

/** Every caller who may read its type sees it, at any time. */
export const isPublicAlways = (view: Pick<ObjectView, 'status' | 'visible_from' | 'visible_to' | 'reader_roles'>) =>
  view.status === 'on' && !view.reader_roles && view.visible_from <= ALWAYS_FROM && view.visible_to >= ALWAYS_TO;

/** The meaning of `on` and within its dates, for filters. */
export const publicFilter = (now: Date): Condition => ({ trashed: false, status: 'on', ...withinDates(now) });

export const STATUSES = ['on', 'draft', 'off'] as const;
const KINDS: Readonly<Record<Status, readonly AudienceClass[]>> = {
  on: ['on', 'dated'],
  draft: ['draft'],
  off: ['off'],
};

/** Audiences of a caller, by their further conditions; an object may have several of them. */
interface SeenAudiences {
  /** Classes that are visible without a condition, apart from roles. */
  kinds: readonly AudienceClass[];
  /** Classes that are visible within their dates. */
  dated: readonly AudienceClass[];
  /** Tokens of the caller's own objects outside of those classes. */
  own: readonly string[];
}

const rolesOf = ({ roles }: Visibility): string[] => ['', ...(roles ?? []).map(roleSuffix)];

export const audienceTokens = (visibility: Visibility, kinds: readonly AudienceClass[]): string[] =>
  kinds.flatMap((kind) => rolesOf(visibility).map((role) => visibility.realm + kind + role));

export function seenAudiences(visibility: Visibility): SeenAudiences {
  const { statuses = STATUSES, requested = STATUSES, dated, allOwn, userId, realm } = visibility;
  const seen = statuses.filter((status) => requested.includes(status)).flatMap((status) => KINDS[status]);
  const kinds = dated ? seen.filter((kind) => kind === 'on') : seen;
  const others = requested.flatMap((status) => KINDS[status]).filter((kind) => !kinds.includes(kind));
  const own = (user: number): string[] =>
    others.flatMap((kind) => rolesOf(visibility).map((role) => realm + kind + ownerSuffix(user) + role));
  return {
    kinds,
    dated: seen.filter((kind) => !kinds.includes(kind)),
    own: allOwn && userId !== null ? own(userId) : [],
  };
}

export const audienceIn = (tokens: readonly string[]): Condition => ({ audiences: { $in: [...tokens] } });

/** Objects of some classes within their dates, and all of the caller's own. */
export function datedFilter(visibility: Visibility, { dated, own }: Pick<SeenAudiences, 'dated' | 'own'>): Condition {
  if (dated.length === 0) return {};
  const within = withinDates(visibility.now);
  // The dates are bounds of the index if they apply to all objects; for own objects the document is read.
  return own.length === 0 ? within : { $or: [within, audienceIn(own)] };
}

/** Audiences and, if they apply, dates: both are in the list indexes, so that pages are skipped and counted on the index. */
export function visibleFilter(visibility: Visibility): Condition {
  const { ownOnly, ownerField, userId } = visibility;
  const seen = seenAudiences(visibility);
  return {
    ...audienceIn([...audienceTokens(visibility, [...seen.kinds, ...seen.dated]), ...seen.own]),
    ...datedFilter(visibility, seen),
    ...(ownOnly && { [ownerField]: userId }),
  };
}

/** The statuses that `visibleFilter` finds: an index on a list of labels cannot have another list, the audiences. */
export const statusBound = ({ statuses = STATUSES, allOwn }: Visibility): Condition => ({
  status: { $in: [...(allOwn ? STATUSES : statuses)] },
});

/** Of lists of several types; if these are all types of content, audiences alone select them. */
const typeCondition = ({ types, areAllContent }: VisibleTypes): Condition =>
  areAllContent ? {} : { type: { $in: [...types] } };

/** The same objects as parts of a list that is merged from the collections of the types. @param scope further conditions */
export const visibleParts = (store: Store, groups: readonly VisibleTypes[], scope: readonly Condition[]): ListPart[] =>
  groups.flatMap(({ types, visibility }) => {
    const condition = { $and: [visibleFilter(visibility), ...scope] };
    return types.map((type) => documentsPart(store, type, condition));
  });

/** Condition on rows of `objects`; nothing meets that of no groups. */
export function visibleTypesFilter(groups: readonly VisibleTypes[]): Condition {
  const [first = MATCH_NONE, ...others] = groups.map((group) => ({
    ...typeCondition(group),
    ...visibleFilter(group.visibility),
  }));
  return others.length === 0 ? first : { $or: [first, ...others] };
}

type Seen = Omit<ObjectView, 'type'> & Pick<ObjectBase, '_id'>;

/** The reason why an object is hidden before its own permissions are checked; undefined without one. */
export function hiddenBy(object: Seen, visibility: Visibility): 'trash' | 'own' | 'status' | 'dates' | undefined {
  const { statuses, dated, ownOnly, allOwn, ownerField, userId, now } = visibility;
  if (object.trashed) return 'trash';
  const isOwn = userId !== null && object[ownerField] === userId;
  if (ownOnly && !isOwn) return 'own';
  if (allOwn && isOwn) return undefined;
  if (statuses && !statuses.includes(object.status)) return 'status';
  return !dated || (object.visible_from <= now && object.visible_to >= now) ? undefined : 'dates';
}

/** Status, dates and ownership, before permissions of the object itself (D51). */
export const isVisible = (object: Seen, visibility: Visibility): boolean => hiddenBy(object, visibility) === undefined;

export const mayRead = (object: Pick<ObjectBase, 'reader_roles'>, caller: Caller): boolean =>
  caller.isAdmin || !object.reader_roles || object.reader_roles.some((role) => caller.roles.has(role));

/** For objects that only certain roles may see (D20). @throws ApiError authentication_required, forbidden */
export function assertReadable(object: Pick<ObjectDocument, 'reader_roles'>, caller: Caller): void {
  if (mayRead(object, caller)) return;
  throw refusal(caller, 'The object is for certain roles only.', objectRule(object));
}

/** Whether permissions of an object are its own or those of a folder above it. */
export const objectRule = (object: object): 'object' | 'inherited' =>
  memberOf(memberOf(object, 'permissions'), 'inherited') === true ? 'inherited' : 'object';

/** Tokens of objects of some classes that only certain roles may see. */
export const guardedTokens = (
  { realm }: Visibility,
  kinds: readonly AudienceClass[],
  roles: NonNullable<Visibility['roles']>,
): string[] => kinds.flatMap((kind) => roles.map((role) => realm + kind + roleSuffix(role)));

/** Objects, in the trash or not, that only roles other than the caller's may see; undefined without any. */
export function unreadableFilter(group: VisibleTypes): Condition | undefined {
  const { visibility } = group;
  if (!visibility.roles || visibility.roles.includes(ANY_ROLE)) return undefined;
  const kinds = STATUSES.flatMap((status) => KINDS[status]);
  const tokens = (roles: NonNullable<Visibility['roles']>): string[] => {
    const those = guardedTokens(visibility, kinds, roles);
    return [...those, ...those.map(inTrash)];
  };
  return { ...typeCondition(group), audiences: { $in: tokens([ANY_ROLE]), $nin: tokens(visibility.roles) } };
}
