// `/history`: changes with their authors (D540), from the rows that every write adds.
import type { RequestContext } from '../../context.ts';
import type { ListRequest, PageEnds } from '../../list-request.ts';
import { changeId, type ChangeRow } from '../../store/history/changes.ts';
import { EVENTS_ONLY } from '../../store/recorded/event-rows.ts';
import type { Collection } from '../../store/store.ts';
import { byIndex } from '../../query/by-index.ts';
import { assertNoSearch, CODE, filterError, type Field } from '../../query/filters.ts';
import { planList } from '../../query/list-plan.ts';
import type { ObjectServices } from '../object-services.ts';
import { historyScope } from './history-scope.ts';
import { shownValues, type ShownChange } from './shown-changes.ts';

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

/**
 * Oldest first by default.
 * @throws ApiError invalid_filter, unsupported_sort, page_not_found, query_too_expensive
 */
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
