// Versions of an object: its state after each write, the oldest first by default (D505).
import type { RequestContext } from '../../context.ts';
import type { ListRequest, PageEnds } from '../../list-request.ts';
import { byIndex } from '../../query/by-index.ts';
import { assertNoSearch, type Field } from '../../query/filters.ts';
import { planList } from '../../query/list-plan.ts';
import type { ObjectRecord } from '../object-record.ts';
import type { ObjectServices } from '../object-services.ts';
import { lastWholeVersion, visibleVersionFilter, VERSION_ROW, versionsUpTo, type VersionRow } from './version-rows.ts';
import type { ShownVersion } from './version-resource.ts';

/** One order is enough: versions are ordered by time. */
const FIELDS: ReadonlyMap<string, Field> = new Map<string, Field>([
  ['number', { path: 'version.number', kind: 'integer' }],
  ['created', { path: 'created', kind: 'datetime', sortable: false }],
  ['user_id', { path: 'user_id', kind: 'integer', sortable: false }],
  ['user_action', { path: 'user_action', kind: 'string', sortable: false }],
]);

/** @throws ApiError invalid_filter, unsupported_sort, page_not_found, query_too_expensive */
export async function listVersions(
  services: ObjectServices,
  found: ObjectRecord,
  request: ListRequest,
  context: RequestContext,
): Promise<PageEnds & { items: ShownVersion[] }> {
  assertNoSearch(request);
  const scope = [
    versionsUpTo(found, await lastWholeVersion(services, found)),
    visibleVersionFilter(services, found, context),
  ];
  const sort = request.sort.length > 0 ? request.sort : [{ field: 'number', descending: false }];
  const listing = { collection: services.store.changes, fields: FIELDS, scope };
  const plan = await planList(listing, { ...request, sort }, services.queryTimeLimit);
  const { rows, ...ends } = await byIndex<VersionRow>()({ ...plan, projection: VERSION_ROW });
  return { items: rows.map((row) => ({ found, row, attributes: {} })), ...ends };
}
