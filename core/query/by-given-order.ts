// An order that is given, such as that of the links of an object. Its entries come in batches, so that neither very many of
// them nor their first page take more memory than a batch does.
import { ApiError } from '../errors.ts';
import type { Document, Filter } from '../store/store.ts';
import { conditionOf, type ListPlan, type Ordering } from './list-plan.ts';
import { assertPageExists, underTimeLimit } from './page.ts';

/** Entries of a batch, at most. */
export const BATCH = 10_000;

/** Names a row by its id. */
export interface Entry {
  _id: number;
}

/** Each row once, in the order of the list. */
export type EntryBatches<Given extends Entry> = Iterable<readonly Given[]> | AsyncIterable<readonly Given[]>;

/** Milliseconds until a deadline. @throws ApiError query_too_expensive */
function timeLeft(deadline: number): number {
  const left = Math.ceil(deadline - performance.now());
  if (left > 0) return left;
  throw new ApiError('query_too_expensive', 'The list has too many objects to count what the caller sees of them.');
}

const among = (plan: ListPlan, entries: readonly Entry[]): Filter<Document> =>
  ({ $and: [{ _id: { $in: entries.map(({ _id }) => _id) } }, conditionOf(plan)] }) as Filter<Document>;

/**
 * @param field what is read of each row besides its id
 * @returns the entries of the page, with the field of their rows
 */
export const byGivenOrder =
  <Given extends Entry, Name extends string>(
    batches: EntryBatches<Given>,
    field: Name,
  ): Ordering<Given & Record<Name, string>> =>
  async (plan) => {
    const { page, pageSize, collection } = plan;
    const deadline = performance.now() + plan.timeLimit;
    const [start, end] = [(page - 1) * pageSize, page * pageSize];
    const rows: (Given & Record<Name, string>)[] = [];
    let count = 0;
    for await (const entries of batches) {
      if (entries.length === 0) continue;
      const maxTimeMS = timeLeft(deadline);
      if (count >= end) {
        count += await underTimeLimit(collection.countDocuments(among(plan, entries), { maxTimeMS }));
        continue;
      }
      const options = { projection: { [field]: 1 }, maxTimeMS, batchSize: BATCH + 1 };
      const found = await underTimeLimit(collection.find(among(plan, entries), options).toArray());
      const values = new Map(found.map((row) => [row['_id'] as unknown as number, row[field] as string]));
      const seen = entries.filter(({ _id }) => values.has(_id));
      for (const entry of seen.slice(Math.max(0, start - count), Math.max(0, end - count))) {
        rows.push({ ...entry, [field]: values.get(entry._id) } as Given & Record<Name, string>);
      }
      count += seen.length;
    }
    assertPageExists(page, pageSize, count);
    return { rows, count };
  };
