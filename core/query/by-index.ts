// The order of a sort, read from an index where there is one; page and total are read side by side under the time limit of
// D7.
import type { Collection, Document, Filter } from '../store/store.ts';
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

/** The values of a computed sort are made in memory, under the time limit; the rows have them. */
function rowsOf<Row extends Document>(collection: Collection<Row>, plan: ListPlan): ReadRows<Row> {
  const { sortValues, projection, timeLimit } = plan;
  const filter = conditionOf(plan);
  const options = { maxTimeMS: timeLimit, ...(projection && { projection }) };
  if (!sortValues) {
    return async ({ sort, condition, skip = 0, limit }) => {
      const all = condition ? { $and: [filter, condition] } : filter;
      const rows = await collection
        .find(all as Filter<Row>, options)
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

/** A page by number; without a total, one row more says whether there are others. @throws ApiError page_not_found */
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
  <Row extends Document>(total?: () => Promise<number | undefined>): Ordering<Row> =>
  async (plan) => {
    const { asked, sort, sortValues, timeLimit } = plan;
    const { page, pageSize, cursor } = asked;
    const collection = plan.collection as unknown as Collection<Row>;
    const countRows = async (): Promise<number> =>
      (await total?.()) ??
      (await collection.countDocuments(conditionOf(plan) as Filter<Row>, { maxTimeMS: timeLimit }));
    const read = rowsOf(collection, plan);
    const [found, count] = await underTimeLimit(
      Promise.all([
        cursor ? readByCursor(read, sort, { cursor, pageSize }) : readByNumber(read, sort, asked),
        asked.total === 'none' ? undefined : countRows(),
      ]),
    );
    if (!cursor && count !== undefined) assertPageExists(page, pageSize, count);
    for (const row of found.rows) for (const path of Object.keys(sortValues ?? {})) Reflect.deleteProperty(row, path);
    return { ...found, count };
  };
