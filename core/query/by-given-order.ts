// An order that is given, such as that of the links of an object. Its entries come in batches, so that neither very many of
// them nor their first page take more memory than a batch does.
import { ApiError } from '../errors.ts';
import type { Document, Filter } from '../store/store.ts';
import type { Condition } from './filters.ts';
import { conditionOf, type ListPlan, type Ordering } from './list-plan.ts';
import { assertPageExists, readByCursor, underTimeLimit, type ReadRows } from './page.ts';

/** Entries of a batch, at most. */
export const BATCH = 10_000;

/** Names a row by its id. */
export interface Entry {
  _id: number;
}

type Sort = Record<string, 1 | -1>;

/** Entries, each row once, with what they are sorted by. */
export interface GivenOrder<Given extends Entry> {
  sort: Sort;
  /** @param range on the entries: where they begin, in which direction, and how many of them at a time */
  batches(range: { sort: Sort; condition?: Condition | undefined; size: number }): AsyncIterable<readonly Given[]>;
}

/** Milliseconds until a deadline. @throws ApiError query_too_expensive */
function timeLeft(deadline: number): number {
  const left = Math.ceil(deadline - performance.now());
  if (left > 0) return left;
  throw new ApiError('query_too_expensive', 'The list has too many objects to count what the caller sees of them.');
}

const among = (plan: ListPlan, entries: readonly Entry[]): Filter<Document> =>
  ({ $and: [{ _id: { $in: entries.map(({ _id }) => _id) } }, conditionOf(plan)] }) as Filter<Document>;

/** @param deadline of performance.now() */
interface Reading<Name extends string> {
  plan: ListPlan;
  field: Name;
  deadline: number;
}

/** The entries whose rows meet the plan, with a field of these. */
async function readEntries<Given extends Entry, Name extends string>(
  { plan, field, deadline }: Reading<Name>,
  entries: readonly Given[],
): Promise<(Given & Record<Name, string>)[]> {
  const options = { projection: { [field]: 1 }, maxTimeMS: timeLeft(deadline), batchSize: entries.length + 1 };
  const found = await underTimeLimit(plan.collection.find(among(plan, entries), options).toArray());
  const values = new Map(found.map((row) => [row['_id'] as unknown as number, row[field] as string]));
  return entries.flatMap((entry) => {
    const value = values.get(entry._id);
    return value === undefined ? [] : [{ ...entry, [field]: value } as Given & Record<Name, string>];
  });
}

/** All entries are walked for the number of rows, or those up to the page where it is not asked for. */
async function readToNumber<Given extends Entry, Name extends string>(
  order: GivenOrder<Given>,
  reading: Reading<Name>,
  { page, pageSize, total }: Pick<ListPlan['asked'], 'page' | 'pageSize' | 'total'>,
) {
  const { plan, deadline } = reading;
  const [start, end] = [(page - 1) * pageSize, page * pageSize];
  const rows: (Given & Record<Name, string>)[] = [];
  let count = 0;
  for await (const entries of order.batches({ sort: order.sort, size: BATCH })) {
    if (count >= end) {
      const options = { maxTimeMS: timeLeft(deadline) };
      count += await underTimeLimit(plan.collection.countDocuments(among(plan, entries), options));
    } else {
      const seen = await readEntries(reading, entries);
      rows.push(...seen.slice(Math.max(0, start - count), Math.max(0, end - count)));
      count += seen.length;
    }
    if (total === 'none' && count > end) break;
  }
  assertPageExists(page, pageSize, count);
  return total === 'none' ? { rows, count: undefined, hasNext: count > end } : { rows, count };
}

/**
 * @param field what is read of each row besides its id
 * @returns the entries of the page, with the field of their rows
 */
export const byGivenOrder =
  <Given extends Entry, Name extends string>(
    order: GivenOrder<Given>,
    field: Name,
  ): Ordering<Given & Record<Name, string>> =>
  async (plan) => {
    const reading = { plan, field, deadline: performance.now() + plan.timeLimit };
    const { cursor, pageSize, total } = plan.asked;
    if (!cursor) return readToNumber(order, reading, plan.asked);
    const read: ReadRows<Given & Record<Name, string>> = async ({ sort, condition, limit }) => {
      const rows: (Given & Record<Name, string>)[] = [];
      for await (const entries of order.batches({ sort, condition, size: limit })) {
        rows.push(...(await readEntries(reading, entries)).slice(0, limit - rows.length));
        if (rows.length >= limit) break;
      }
      return rows;
    };
    const [page, all] = await Promise.all([
      readByCursor(read, order.sort, { cursor, pageSize }),
      total === 'none' ? undefined : readToNumber(order, reading, { page: 1, pageSize: 1 }),
    ]);
    return { ...page, count: all?.count };
  };
