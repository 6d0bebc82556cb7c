// A page of a list that has an order of its own, such as that of a relation: what the caller sees of it is read in one query
// without the documents, which are read for the page alone.
import { assertByNumber } from '../query/cursor.ts';
import { assertPageExists, underTimeLimit, type RowPage } from '../query/page.ts';
import type { Collection, ObjectBase } from '../store/store.ts';
import type { ListInput } from './list-input.ts';

type Row = Pick<ObjectBase, '_id' | 'type'>;

/**
 * @param filter what those of `ids` meet that the list holds
 * @throws ApiError page_not_found, query_too_expensive
 */
export async function orderedPage(
  collection: unknown,
  filter: Record<string, unknown>,
  { services, request, ids }: Pick<ListInput, 'services' | 'request'> & { ids: readonly number[] },
): Promise<RowPage<Row>> {
  assertByNumber(request, 'the order of other links');
  const seen = await underTimeLimit(
    (collection as Collection<ObjectBase>)
      .find(filter, { projection: { type: 1 }, maxTimeMS: services.queryTimeLimit, batchSize: Math.max(1, ids.length) })
      .toArray(),
  );
  const byId = new Map(seen.map((row) => [row._id, row]));
  const inOrder = ids.flatMap((id) => byId.get(id) ?? []);
  const { page, pageSize } = request;
  assertPageExists(page, pageSize, inOrder.length);
  return { rows: inOrder.slice((page - 1) * pageSize, page * pageSize), count: inOrder.length };
}
