// A page of what an object is related to, in the order of the links. The links are walked in batches, so that neither an
// object with very many nor its first page takes more memory than a batch does.
import type { ListRequest } from '../../list-request.ts';
import { ApiError } from '../../errors.ts';
import {
  assertPageExists,
  noRows,
  readByCursor,
  underTimeLimit,
  type ReadRows,
  type RowPage,
} from '../../query/page.ts';
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

type Link = Pick<ObjectRelationRow, 'left_id' | 'right_id' | 'priority' | 'inv_priority'>;

/** Reads links of which the caller sees the object, from a place in their order. */
function seenLinks(
  { store, queryTimeLimit }: ObjectServices,
  { mine, fields, visible }: Walk,
): ReadRows<Row & Partial<Link>> {
  const deadline = performance.now() + queryTimeLimit;
  return async ({ sort, condition, limit }) => {
    const rows: (Row & Partial<Link>)[] = [];
    const links = store.objectRelations
      .find<Link>(condition ? { $and: [mine, condition] } : mine, {
        projection: { _id: 0, [fields.mine]: 1, [fields.other]: 1 },
        maxTimeMS: timeLeft(deadline),
        batchSize: limit + 1,
      })
      .sort(sort);
    const take = async (batch: readonly Link[]): Promise<void> => {
      const filter = { $and: [{ _id: { $in: batch.map((link) => link[fields.other]) } }, visibleTypesFilter(visible)] };
      const options = { projection: { type: 1 }, maxTimeMS: timeLeft(deadline), batchSize: batch.length + 1 };
      const seen = new Map((await store.objects.find(filter, options).toArray()).map((row) => [row._id, row]));
      for (const link of batch) {
        const row = seen.get(link[fields.other]);
        if (row && rows.length < limit) rows.push({ ...link, ...row });
      }
    };
    try {
      // More at a time where few are seen.
      for (let size = limit, isLast = false; !isLast && rows.length < limit; size = Math.min(2 * size, BATCH)) {
        const batch: Link[] = [];
        while (batch.length < size && !isLast) {
          const link = await links.next();
          if (link) batch.push(link);
          else isLast = true;
        }
        if (batch.length > 0) await take(batch);
      }
    } finally {
      await links.close();
    }
    return rows;
  };
}

/** @throws ApiError query_too_expensive, invalid_parameter for a cursor of another list; by number page_not_found */
export async function walkLinks(services: ObjectServices, walk: Walk, request: ListRequest): Promise<RowPage<Row>> {
  const { cursor, pageSize, total } = request;
  if (walk.visible.length === 0) return { rows: [], ...noRows(request) };
  if (!cursor) return walkToNumber(services, walk, request);
  const { fields } = walk;
  const sort = { [fields.mine]: 1, [fields.other]: 1 } as const;
  const [page, count] = await Promise.all([
    underTimeLimit(readByCursor(seenLinks(services, walk), sort, { cursor, pageSize })),
    total === 'none' ? undefined : walkToNumber(services, walk, { page: 1, pageSize: 1 }).then((all) => all.count),
  ]);
  return { ...page, count };
}

/** Walks all links, or those up to the page where no total is asked for. @throws ApiError page_not_found, query_too_expensive */
async function walkToNumber(
  { store, queryTimeLimit }: ObjectServices,
  { mine, fields, visible }: Walk,
  { page, pageSize, total }: Pick<ListRequest, 'page' | 'pageSize' | 'total'>,
): Promise<RowPage<Row>> {
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
      if (total === 'none' && count > end) break;
    }
    await take(ids);
  } finally {
    await links.close();
  }
  assertPageExists(page, pageSize, count);
  return total === 'none' ? { rows, count: undefined, hasNext: count > end } : { rows, count };
}
