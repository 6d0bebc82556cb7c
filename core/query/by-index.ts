// The order of a sort, read from an index where there is one; page and total are read in parallel under the time limit of D7.
import type { Collection, Document, Filter } from '../store/store.ts';
import { reversed } from './cursor.ts';
import { conditionOf, type ListPlan, type Ordering } from './list-plan.ts';
import {
  assertPageExists,
  pageNotFound,
  readByCursor,
  underTimeLimit,
  type PageAsked,
  type ReadRows,
  type RowPage,
} from './page.ts';

/** The values of a computed sort are computed in memory, under the time limit; the rows have them. */
function rowsOf<Row extends Document>(collection: Collection<Row>, plan: ListPlan): ReadRows<Row> {
  const { sortValues, projection, timeLimit } = plan;
  const filter = conditionOf(plan);
  const options = { maxTimeMS: timeLimit, ...(projection && { projection }) };
  if (!sortValues) {
    return async ({ sort, condition, skip = 0, limit, projection: own }) => {
      const all = condition ? { $and: [filter, condition] } : filter;
      const rows = await collection
        .find(all as Filter<Row>, own ? { ...options, projection: own } : options)
        .sort(sort)
        .skip(skip)
        .limit(limit)
        .toArray();
      return rows as Row[];
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

/** From this number of skipped rows on, the total is read first. */
const MANY_SKIPPED = 100;

/** A page by number in the second half of a list, read from its end: at most half of the rows are skipped. */
async function readFromEnd<Row extends Document>(
  read: ReadRows<Row>,
  sort: Record<string, 1 | -1>,
  { page, pageSize, count }: Pick<PageAsked, 'page' | 'pageSize'> & { count: number },
): Promise<Pick<RowPage<Row>, 'rows'>> {
  const skip = Math.max(0, count - page * pageSize);
  const limit = Math.min(pageSize, count - (page - 1) * pageSize);
  return { rows: (await read({ sort: reversed(sort), skip, limit })).reverse() };
}

type Total = () => Promise<number | undefined>;

/** The total, if it is known without counting, before a page by number that skips many rows. */
async function knownBefore({ asked, isReversible }: ListPlan, total: Total | undefined): Promise<number | undefined> {
  const { page, pageSize, cursor } = asked;
  if (cursor || asked.total === 'none' || !isReversible || (page - 1) * pageSize < MANY_SKIPPED) return undefined;
  return total?.();
}

/** A page by number; without a total, one more row shows whether there is a next page. @throws ApiError page_not_found */
async function readByNumber<Row extends Document>(
  read: ReadRows<Row>,
  sort: Record<string, 1 | -1>,
  { page, pageSize, total }: PageAsked,
): Promise<Pick<RowPage<Row>, 'rows' | 'hasNext'>> {
  const skip = (page - 1) * pageSize;
  if (total !== 'none') return { rows: await read({ sort, skip, limit: pageSize }) };
  const found = await read({ sort, skip, limit: pageSize + 1 });
  if (found.length === 0 && page > 1) throw pageNotFound(`Page ${page} does not exist.`);
  return { rows: found.slice(0, pageSize), hasNext: found.length > pageSize };
}

/** @param total gives the number of rows where it is known without counting, else undefined */
export const byIndex =
  <Row extends Document>(total?: Total): Ordering<Row> =>
  async (plan) => {
    const { asked, sort, sortValues, timeLimit } = plan;
    const { page, pageSize, cursor } = asked;
    const collection = plan.collection as unknown as Collection<Row>;
    const countRows = async (): Promise<number> =>
      (await total?.()) ??
      (await collection.countDocuments(conditionOf(plan) as Filter<Row>, { maxTimeMS: timeLimit }));
    const read = rowsOf(collection, plan);
    const known = await knownBefore(plan, total);
    const isNearEnd = known !== undefined && (page - 1) * pageSize > known / 2;
    if (isNearEnd) assertPageExists(page, pageSize, known);
    const readPage = () => {
      if (cursor) return readByCursor(read, sort, { cursor, pageSize });
      return isNearEnd ? readFromEnd(read, sort, { ...asked, count: known }) : readByNumber(read, sort, asked);
    };
    const [found, count] = await underTimeLimit(
      Promise.all([readPage(), asked.total === 'none' ? undefined : (known ?? countRows())]),
    );
    if (!cursor && count !== undefined) assertPageExists(page, pageSize, count);
    for (const row of found.rows) for (const path of Object.keys(sortValues ?? {})) Reflect.deleteProperty(row, path);
    return { ...found, count };
  };
