// The order of a sort, read from an index if there is one; page and total are read in parallel under the time limit of D7.
import type { Document } from '../store/store.ts';
import { reversed } from './cursor.ts';
import { conditionOf, filterOptions, sortOptions, type ListPlan, type Ordering } from './list-plan.ts';
import { countMerged, mergedRows } from './merged-rows.ts';
import {
  assertPageExists,
  boundedCount,
  countedRows,
  openPage,
  readByCursor,
  underTimeLimit,
  type Count,
  type RequestedPage,
  type ReadRows,
  type RowPage,
  type Total,
} from './page.ts';
import { withRowType } from '../store/untyped-collection.ts';

/** The values of a computed sort are computed in memory, under the time limit; the rows have them. */
function rowsOf<Row extends Document>(plan: ListPlan): ReadRows<Row> {
  const { parts, sortValues, projection } = plan;
  if (parts) return mergedRows<Row>(parts, plan);
  const collection = withRowType<Row>(plan.collection);
  const filter = conditionOf(plan);
  const options = { ...sortOptions(plan), ...(projection && { projection }) };
  if (!sortValues) {
    return ({ sort, condition, skip = 0, limit, projection: own }) => {
      const all = condition ? { $and: [filter, condition] } : filter;
      const found = plan.collection.find<Row>(all, own ? { ...options, projection: own } : options);
      return found.sort(sort).skip(skip).limit(limit).toArray();
    };
  }
  return ({ sort, condition, skip = 0, limit }) => {
    const stages = [
      { $match: filter },
      { $addFields: sortValues },
      ...(condition ? [{ $match: condition }] : []),
      { $sort: sort },
      { $skip: skip },
      { $limit: limit },
    ];
    return collection.aggregate<Row>(stages, { ...options, allowDiskUse: true }).toArray();
  };
}

const countRows = ({ parts, ...plan }: ListPlan, limits: { limit?: number }): Promise<number> =>
  parts
    ? countMerged(parts, { ...limits, ...plan, conditions: plan.filters })
    : plan.collection.countDocuments(conditionOf(plan), { ...limits, ...filterOptions(plan) });

const MANY_SKIPPED = 100;

/** For a page by number that skips many rows, the total is read first, if it is known without counting. */
const mayReadFromEnd = ({ requested: { page, pageSize, cursor, total }, isReversible }: ListPlan): boolean =>
  !cursor && total !== 'none' && isReversible && (page - 1) * pageSize >= MANY_SKIPPED;

/** A page by number in the second half of a list, read from its end: at most half of the rows are skipped. */
async function readFromEnd<Row extends Document>(
  read: ReadRows<Row>,
  sort: Record<string, 1 | -1>,
  { page, pageSize, count }: Pick<RequestedPage, 'page' | 'pageSize'> & { count: number },
): Promise<Pick<RowPage<Row>, 'rows'>> {
  const skip = Math.max(0, count - page * pageSize);
  const limit = Math.min(pageSize, count - (page - 1) * pageSize);
  return { rows: (await read({ sort: reversed(sort), skip, limit })).reverse() };
}

export const byIndex =
  <Row extends Document>(total?: Total): Ordering<Row> =>
  async (plan) => {
    const { requested, sort, sortValues } = plan;
    const { page, pageSize, cursor } = requested;
    const countAll = async (): Promise<Count> =>
      (await total?.(requested)) ?? boundedCount(await countRows(plan, countedRows(requested)), requested);
    const read = rowsOf<Row>(plan);
    const known = mayReadFromEnd(plan) ? await total?.(requested) : undefined;
    const isNearEnd = known !== undefined && !known.isAtLeast && (page - 1) * pageSize > known.count / 2;
    if (isNearEnd) assertPageExists(page, pageSize, known.count);
    const readPage = async () => {
      if (cursor) return readByCursor(read, sort, { cursor, pageSize });
      if (isNearEnd) return readFromEnd(read, sort, { ...requested, count: known.count });
      const skip = (page - 1) * pageSize;
      if (requested.total === undefined) return { rows: await read({ sort, skip, limit: pageSize }) };
      // Without the whole total, one row more shows whether there are others.
      return openPage(await read({ sort, skip, limit: pageSize + 1 }), requested);
    };
    const [found, counted] = await underTimeLimit(
      Promise.all([readPage(), requested.total === 'none' ? undefined : (known ?? countAll())]),
    );
    if (!cursor && counted && !counted.isAtLeast) assertPageExists(page, pageSize, counted.count);
    for (const row of found.rows) for (const path of Object.keys(sortValues ?? {})) Reflect.deleteProperty(row, path);
    return { ...found, ...(counted ?? { count: undefined }) };
  };
