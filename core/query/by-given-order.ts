// A given order, such as that of the links of an object. Its entries are read in batches, which limits memory for any list.
import { ApiError } from '../errors.ts';
import type { Document, Filter } from '../store/store.ts';
import type { Condition } from './filters.ts';
import { conditionOf, filterOptions, type ListPlan, type Ordering } from './list-plan.ts';
import { assertPageExists, boundedCount, countLimitOf, readByCursor, underTimeLimit, type ReadRows } from './page.ts';

/** Maximum of entries in a batch. */
export const BATCH = 10_000;

/** An entry names a row by its id. */
export interface OrderedRow {
  _id: number;
}

type Sort = Record<string, 1 | -1>;

/** Entries, each row once, with the values that they are sorted by. */
export interface GivenOrder<Given extends OrderedRow> {
  sort: Sort;
  /** @param range of the entries: start, direction, and size of a batch */
  batches(range: { sort: Sort; condition?: Condition | undefined; size: number }): AsyncIterable<readonly Given[]>;
}

/** Milliseconds until a deadline. @throws ApiError query_too_expensive */
function timeLeft(deadline: number): number {
  const left = Math.ceil(deadline - performance.now());
  if (left > 0) return left;
  throw new ApiError('query_too_expensive', 'The list has too many objects to count those visible to you.');
}

const among = (plan: ListPlan, entries: readonly OrderedRow[]): Filter<Document> => ({
  $and: [{ _id: { $in: entries.map(({ _id }) => _id) } }, conditionOf(plan)],
});

/** Up to this number of pages, whole rows are read at once: that costs less than a first read of those that match. */
const PAGES_AT_ONCE = 3;

/** Reads the rows of matching entries in their final form. */
export type ReadWhole<Given extends OrderedRow, Row> = (entries: readonly Given[]) => Promise<ReadonlyMap<number, Row>>;

interface Reading<Given extends OrderedRow, Row> {
  plan: ListPlan;
  /** For few entries; for many only the type is read. */
  readWhole: ReadWhole<Given, Row> | undefined;
  /** Of performance.now(). */
  deadline: number;
}

/** An entry with its row, or with the type of it. */
export type Read<Given extends OrderedRow, Row> = Given & ({ whole: Row } | { type: string });

/** The entries whose rows match. */
async function readEntries<Given extends OrderedRow, Row>(
  { plan, deadline, readWhole }: Reading<Given, Row>,
  entries: readonly Given[],
): Promise<Read<Given, Row>[]> {
  if (readWhole && entries.length <= PAGES_AT_ONCE * plan.requested.pageSize) {
    const rows = await underTimeLimit(readWhole(entries));
    return entries.flatMap((entry) => {
      const whole = rows.get(entry._id);
      return whole === undefined ? [] : { ...entry, whole };
    });
  }
  const options = {
    ...filterOptions({ ...plan, timeLimit: timeLeft(deadline) }),
    projection: { type: 1 },
    batchSize: entries.length + 1,
  };
  const found = await underTimeLimit(
    plan.collection.find<{ _id: number; type: string }>(among(plan, entries), options).toArray(),
  );
  const types = new Map(found.map((row) => [row._id, row.type]));
  return entries.flatMap((entry) => {
    const type = types.get(entry._id);
    return type === undefined ? [] : { ...entry, type };
  });
}

/** All entries are read for the total, or those up to the page and the limit of the total. */
async function readToNumber<Given extends OrderedRow, Row>(
  order: GivenOrder<Given>,
  reading: Reading<Given, Row>,
  { page, pageSize, total }: Pick<ListPlan['requested'], 'page' | 'pageSize' | 'total'>,
) {
  const { plan, deadline } = reading;
  const [start, end] = [(page - 1) * pageSize, page * pageSize];
  const enough = total === 'none' ? 0 : (countLimitOf({ total }) ?? Infinity);
  const rows: Read<Given, Row>[] = [];
  let count = 0;
  for await (const entries of order.batches({ sort: order.sort, size: BATCH })) {
    if (count >= end) {
      const options = filterOptions({ ...plan, timeLimit: timeLeft(deadline) });
      count += await underTimeLimit(plan.collection.countDocuments(among(plan, entries), options));
    } else {
      const seen = await readEntries(reading, entries);
      rows.push(...seen.slice(Math.max(0, start - count), Math.max(0, end - count)));
      count += seen.length;
    }
    if (count > end && count > enough) break;
  }
  assertPageExists(page, pageSize, count);
  const counted = total === 'none' ? { count: undefined, isAtLeast: undefined } : boundedCount(count, { total });
  return { rows, hasNext: count > end, ...counted };
}

/** @returns the entries of the page, with their rows or the types of these */
export const byGivenOrder =
  <Given extends OrderedRow, Row>(
    order: GivenOrder<Given>,
    readWhole: ReadWhole<Given, Row> | undefined,
  ): Ordering<Read<Given, Row>> =>
  async (plan) => {
    const reading = { plan, readWhole, deadline: performance.now() + plan.timeLimit };
    const { cursor, pageSize, total } = plan.requested;
    if (!cursor) return readToNumber(order, reading, plan.requested);
    const read: ReadRows<Read<Given, Row>> = async ({ sort, condition, limit, projection }) => {
      const rows: Read<Given, Row>[] = [];
      for await (const entries of order.batches({ sort, condition, size: limit })) {
        const found = await readEntries({ ...reading, ...(projection && { readWhole: undefined }) }, entries);
        rows.push(...found.slice(0, limit - rows.length));
        if (rows.length >= limit) break;
      }
      return rows;
    };
    const [page, all] = await Promise.all([
      readByCursor(read, order.sort, { cursor, pageSize }),
      total === 'none'
        ? undefined
        : readToNumber(order, { ...reading, readWhole: undefined }, { page: 1, pageSize: 1, total }),
    ]);
    return { ...page, count: all?.count, isAtLeast: all?.isAtLeast };
  };
