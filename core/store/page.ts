// One page of a list with its exact total, page and total read side by side under the time limit of D7.
import type { Collection, Document, Filter } from 'mongodb';
import { ApiError } from '../errors.ts';
import { isTimeLimit } from './transaction.ts';

export interface PageQuery {
  filter: Filter<Document>;
  sort: Record<string, 1 | -1>;
  page: number;
  pageSize: number;
  /** Milliseconds that the database may take. */
  timeLimit: number;
  /** Gives the total where it is known without counting, else undefined. */
  total?: () => Promise<number | undefined>;
}

export interface RowPage<Row> {
  rows: Row[];
  /** Number of rows on all pages. */
  count: number;
}

/** Turns the server's time limit into 400 `query_too_expensive`. */
export async function underTimeLimit<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (isTimeLimit(error)) {
      throw new ApiError('query_too_expensive', 'The query takes the database too long; narrow its filters.');
    }
    throw error;
  }
}

/** @throws ApiError `page_not_found` past the last page (D5) */
export function assertPageExists(page: number, pageSize: number, count: number): void {
  if (page > 1 && (page - 1) * pageSize >= count) {
    throw new ApiError('page_not_found', {
      detail: `Page ${page} does not exist; the last one is ${Math.max(1, Math.ceil(count / pageSize))}.`,
      source: { parameter: 'page' },
    });
  }
}

export async function readPage<Row extends Document>(
  collection: Collection<Row>,
  query: PageQuery,
): Promise<RowPage<Row>> {
  const { page, pageSize, timeLimit } = query;
  const filter = query.filter as Filter<Row>;
  const options = { maxTimeMS: timeLimit };
  const countRows = async (): Promise<number> =>
    (await query.total?.()) ?? (await collection.countDocuments(filter, options));
  const [rows, count] = await underTimeLimit(
    Promise.all([
      collection
        .find(filter, options)
        .sort(query.sort)
        .skip((page - 1) * pageSize)
        .limit(pageSize)
        .toArray(),
      countRows(),
    ]),
  );
  assertPageExists(page, pageSize, count);
  return { rows: rows as Row[], count };
}
