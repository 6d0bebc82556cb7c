// A page of what an object is related to, in the order of the links. The links are walked in batches, so that neither an
// object with very many nor its first page takes more memory than a batch does.
import type { ListRequest } from '../../list-request.ts';
import { ApiError } from '../../errors.ts';
import { assertPageExists, underTimeLimit, type RowPage } from '../../query/page.ts';
import type { ObjectBase, ObjectRelationRow } from '../../store/store.ts';
import type { ObjectServices } from '../object-services.ts';
import { visibleTypesFilter, type VisibleTypes } from '../visibility.ts';
import type { LinkFields } from './link-fields.ts';

const BATCH = 10_000;

interface Walk {
  /** Condition on the links of the object. */
  mine: Record<string, unknown>;
  fields: LinkFields;
  /** What the caller sees of the types that the relation leads to. */
  visible: readonly VisibleTypes[];
}

type Row = Pick<ObjectBase, '_id' | 'type'>;

/** Milliseconds until a deadline. @throws ApiError query_too_expensive */
function timeLeft(deadline: number): number {
  const left = Math.ceil(deadline - performance.now());
  if (left > 0) return left;
  throw new ApiError('query_too_expensive', 'The object has too many relations to count what is seen of them.');
}

/** @throws ApiError page_not_found, query_too_expensive */
export async function walkLinks(
  { store, queryTimeLimit }: ObjectServices,
  { mine, fields, visible }: Walk,
  { page, pageSize }: ListRequest,
): Promise<RowPage<Row>> {
  if (visible.length === 0) {
    assertPageExists(page, pageSize, 0);
    return { rows: [], count: 0 };
  }
  const deadline = performance.now() + queryTimeLimit;
  const [start, end] = [(page - 1) * pageSize, page * pageSize];
  const rows: Row[] = [];
  let count = 0;
  const take = async (ids: readonly number[]): Promise<void> => {
    if (ids.length === 0) return;
    const filter = { $and: [{ _id: { $in: [...ids] } }, visibleTypesFilter(visible)] };
    const limits = { maxTimeMS: timeLeft(deadline) };
    if (count >= end) {
      count += await underTimeLimit(store.objects.countDocuments(filter, limits));
      return;
    }
    const found = store.objects.find(filter, { ...limits, projection: { type: 1 }, batchSize: BATCH + 1 });
    const seen = new Map((await underTimeLimit(found.toArray())).map((row) => [row._id, row]));
    const inOrder = ids.flatMap((id) => seen.get(id) ?? []);
    rows.push(...inOrder.slice(Math.max(0, start - count), Math.max(0, end - count)));
    count += inOrder.length;
  };
  const links = store.objectRelations
    .find<Pick<ObjectRelationRow, 'left_id' | 'right_id'>>(mine, {
      projection: { _id: 0, [fields.other]: 1 },
      maxTimeMS: queryTimeLimit,
      batchSize: BATCH + 1,
    })
    .sort({ [fields.mine]: 1, [fields.other]: 1 });
  try {
    let ids: number[] = [];
    for (let link = await underTimeLimit(links.next()); link; link = await underTimeLimit(links.next())) {
      ids.push(link[fields.other]);
      if (ids.length < BATCH) continue;
      await take(ids);
      ids = [];
    }
    await take(ids);
  } finally {
    await links.close();
  }
  assertPageExists(page, pageSize, count);
  return { rows, count };
}
