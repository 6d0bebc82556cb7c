// `/history`: changes with their authors (D540), from the rows that every write adds. Rows about hidden objects are absent (D14),
// and only administrators see rows about resources other than content. Objects are not read row by row: either the hidden objects
// are few and their rows are excluded, or those of the requested rows are few enough to check which of them are visible.
import type { RequestContext } from '../../context.ts';
import type { ListRequest, PageEnds } from '../../list-request.ts';
import { changeId, type ChangeRow } from '../../store/history/changes.ts';
import { EVENTS_ONLY } from '../../store/recorded/event-rows.ts';
import type { Collection, Document } from '../../store/store.ts';
import { byIndex } from '../../query/by-index.ts';
import { assertNoSearch, CODE, filterError, MATCH_NONE, type Condition, type Field } from '../../query/filters.ts';
import { planList } from '../../query/list-plan.ts';
import { servedTypes, type ObjectServices } from '../object-services.ts';
import { shownValues, type ShownChange } from './shown-changes.ts';
import { ApiError } from '../../errors.ts';
import { underTimeLimit } from '../../query/page.ts';
import { annotationKind } from '../annotations/annotation-kind.ts';
import { translationKind } from '../translations/translation-kind.ts';
import {
  unreadableFilter,
  visibleTypesFilter,
  visibleTypes,
  withoutTrashCondition,
  type VisibleTypes,
} from '../visibility/visibility.ts';
import { withoutRowType, withRowType } from '../../store/untyped-collection.ts';

/** Resource types of changes of content; their ids come from one sequence (D10). */
const CONTENT = ['objects', 'translations', 'annotations'] as const;

const MAX_OBJECTS = 10_000;

interface Requested {
  services: ObjectServices;
  context: RequestContext;
  visible: readonly VisibleTypes[];
}

/** All objects of the visible types, except those for certain roles. */
function seesAll({ context: { access }, visible }: Requested): boolean {
  const isOpen = visible.every(
    ({ visibility: { statuses, dated, ownOnly } }) => statuses === undefined && !dated && !ownOnly,
  );
  return (
    isOpen &&
    access.grant('translations', 'read') === 'all' &&
    access.grant('translations', 'write') === 'all' &&
    access.grant('annotations', 'read') === 'all'
  );
}

async function idsOf(
  { services: { queryTimeLimit } }: Requested,
  collection: Pick<Collection<Document>, 'find'>,
  filter: Condition,
): Promise<number[]> {
  const limits = { projection: { _id: 1 }, limit: MAX_OBJECTS + 1, maxTimeMS: queryTimeLimit };
  const rows = await underTimeLimit(collection.find(filter, limits).toArray());
  return rows.map((row) => Number(row['_id']));
}

/** Ids of the objects of some types; undefined for too many. */
async function idsOfTypes(requested: Requested, types: readonly string[]): Promise<number[] | undefined> {
  const { store } = requested.services;
  const counts = types.length > 0 ? Object.values(await store.readCounts(types)) : [];
  const count = counts.reduce((sum, each) => sum + each, 0);
  if (count === 0 || count > MAX_OBJECTS) return count === 0 ? [] : undefined;
  return (await Promise.all(types.map((type) => idsOf(requested, withoutRowType(store.documents(type)), {})))).flat();
}

/** All rows except those of the hidden objects; undefined when too many objects are hidden. */
async function withoutHidden(requested: Requested): Promise<Condition | undefined> {
  const { services, visible } = requested;
  const { store, modelService } = services;
  const seen = new Set(visible.flatMap(({ types }) => types));
  const types = [...modelService.current().types.values()].filter(({ abstract, name }) => !abstract && !seen.has(name));
  const unseen = await idsOfTypes(
    requested,
    types.map(({ name }) => name),
  );
  if (!unseen) return undefined;
  const hidden = visible.map(unreadableFilter).filter((each) => each !== undefined);
  const rows = { resource_type: { $in: [...CONTENT] } };
  if (hidden.length + unseen.length === 0) return rows;
  const unreadable = hidden.length > 0 ? await idsOf(requested, withoutRowType(store.objects), { $or: hidden }) : [];
  const objects = [...unseen, ...unreadable];
  const ofHidden = { object_id: { $in: objects } };
  const [translations, annotations] = await Promise.all([
    idsOf(requested, withoutRowType(store.translations), ofHidden),
    idsOf(requested, withoutRowType(store.annotations), ofHidden),
  ]);
  const all = [objects, translations, annotations];
  if (all.some(({ length }) => length > MAX_OBJECTS)) return undefined;
  return { ...rows, resource_id: { $nin: all.flat().map(String) } };
}

interface Named {
  _id: { type: (typeof CONTENT)[number]; id: string };
}

/** Rows of the visible objects among those of the requested rows. @throws ApiError query_too_expensive */
async function ofSeen(requested: Requested, conditions: readonly Condition[]): Promise<Condition> {
  const { services, context, visible } = requested;
  const { store, queryTimeLimit } = services;
  if (visible.length === 0) return MATCH_NONE;
  const pipeline = [
    { $match: { $and: [{ resource_type: { $in: [...CONTENT] } }, ...conditions] } },
    { $group: { _id: { type: '$resource_type', id: '$resource_id' } } },
    { $limit: MAX_OBJECTS + 1 },
  ];
  const named = await underTimeLimit(store.changes.aggregate<Named>(pipeline, { maxTimeMS: queryTimeLimit }).toArray());
  if (named.length > MAX_OBJECTS) {
    throw new ApiError('query_too_expensive', `More than ${MAX_OBJECTS} objects were changed; narrow the filters.`);
  }
  const idsOfType = (type: string) => named.filter(({ _id }) => _id.type === type).map(({ _id }) => Number(_id.id));
  const attached = await Promise.all(
    ([translationKind(services), annotationKind(services)] as const).map(async ({ resources, scope }) => {
      const own = scope(context);
      if (!own) return [];
      const filter = { ...withoutTrashCondition(own), _id: { $in: idsOfType(resources.type) } };
      const collection = withRowType<{ _id: number; object_id: number }>(resources.collection);
      return collection.find(filter, { projection: { object_id: 1 } }).toArray();
    }),
  );
  const rows = attached.flat();
  const objectIds = [...new Set([...idsOfType('objects'), ...rows.map((row) => row.object_id)])];
  const isSeen = { $and: [{ _id: { $in: objectIds } }, withoutTrashCondition(visibleTypesFilter(visible))] };
  const found = await store.objects.find(isSeen, { projection: { _id: 1 } }).toArray();
  const seen = new Set(found.map(({ _id }) => _id));
  const ids = [...seen, ...rows.filter((row) => seen.has(row.object_id)).map(({ _id }) => _id)];
  return { resource_type: { $in: [...CONTENT] }, resource_id: { $in: ids.map(String) } };
}

/**
 * Conditions on the visible rows.
 * @param filters of the request, which restrict the objects that are checked
 * @throws ApiError query_too_expensive
 */
async function historyScope(
  services: ObjectServices,
  filters: readonly Condition[],
  context: RequestContext,
): Promise<Condition[]> {
  const { access, caller } = context;
  const grant = access.grant('history', 'read');
  if (grant === 'none') return [MATCH_NONE];
  const own = grant === 'mine' ? [{ user_id: caller.userId }] : [];
  const visible = visibleTypes(servedTypes(services), context, services.clock.now());
  const requested: Requested = { services, context, visible };
  const isOpen = grant === 'all' && seesAll(requested);
  // For an admin only the configuration hides objects.
  if (isOpen && caller.isAdmin) return [];
  const content =
    (isOpen ? await withoutHidden(requested) : undefined) ?? (await ofSeen(requested, [...own, ...filters]));
  return [...own, caller.isAdmin ? { $or: [content, { resource_type: { $nin: [...CONTENT] } }] } : content];
}

function readId(text: string, parameter: string): NonNullable<ReturnType<typeof changeId>> {
  const id = changeId(text);
  if (!id) {
    const detail =
      'ids of changes are texts of 24 hexadecimal digits, as /history shows them, and no numbers. A page goes on from another one ' +
      'by its links, or by page[after] and page[before].';
    throw filterError(parameter, `"${text.slice(0, 50)}" is not the id of a change: ${detail}`);
  }
  return id;
}

const FIELDS: ReadonlyMap<string, Field> = new Map<string, Field>([
  ['id', { path: '_id', kind: 'string', read: readId }],
  ['resource_id', { path: 'resource_id', ...CODE }],
  ['resource_type', { path: 'resource_type', ...CODE }],
  ['created', { path: 'created', kind: 'datetime' }],
  ['user_id', { path: 'user_id', kind: 'integer' }],
  ['application_id', { path: 'application_id', kind: 'integer' }],
  ['user_action', { path: 'user_action', ...CODE }],
]);

const IS_CHANGE = { resource_type: { $ne: EVENTS_ONLY } };

/** Rows are only added, so a recent count is exact enough and needs no read of all rows; few rows are not changes. */
const countOfChanges = async (changes: Collection<ChangeRow>): Promise<number> =>
  (await changes.estimatedDocumentCount()) - (await changes.countDocuments({ resource_type: EVENTS_ONLY }));

/** Oldest first by default. @throws ApiError invalid_filter, unsupported_sort, page_not_found, query_too_expensive */
export async function listHistory(
  services: ObjectServices,
  request: ListRequest,
  context: RequestContext,
): Promise<PageEnds & { items: ShownChange[] }> {
  assertNoSearch(request);
  const { changes } = services.store;
  const plan = await planList(
    { collection: changes, fields: FIELDS, filters: {}, scope: [] },
    request,
    services.queryTimeLimit,
  );
  const scope = await historyScope(services, plan.filters, context);
  const isAll = plan.filters.length === 0 && scope.length === 0;
  const total = async () => (isAll ? { count: await countOfChanges(changes) } : undefined);
  const { rows, ...ends } = await byIndex<ChangeRow>(total)({
    ...plan,
    scope: [...scope, IS_CHANGE],
    projection: { events: 0 },
  });
  const valuesOf = await shownValues(services, rows, context);
  return { items: rows.map((row) => ({ row, changed: valuesOf(row) })), ...ends };
}
