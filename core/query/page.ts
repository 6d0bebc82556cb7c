// One page of a list with its exact total, page and total read side by side under the time limit of D7.
import { ApiError } from '../errors.ts';
import type { Collection, Document, Filter, FindCursor } from '../store/store.ts';
import { isTimeLimit } from '../store/transaction.ts';

export interface PageQuery {
  filter: Filter<Document>;
  sort: Record<string, 1 | -1>;
  /** Values that are computed for the sort, by path. */
  sortValues?: Readonly<Record<string, Document>> | undefined;
  /** What is read of the rows; not with `sortValues`. */
  projection?: Document | undefined;
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

/** Rows that a request may read to find those that it shows; many more make commands too long for MongoDB. */
const MAX_ROWS = 100_000;

/** For lists of ids that become part of another query. @throws ApiError query_too_expensive when there are too many (D176) */
export function assertFewRows(count: number): void {
  if (count <= MAX_ROWS) return;
  const detail = `The query concerns more than ${MAX_ROWS} objects; narrow its filters.`;
  throw new ApiError('query_too_expensive', detail);
}

/** All rows of a cursor, in one go if they are small. @throws ApiError query_too_expensive (D176) */
export async function readAll<Row>(cursor: FindCursor<Row>): Promise<Row[]> {
  const rows = await underTimeLimit(
    cursor
      .limit(MAX_ROWS + 1)
      .batchSize(MAX_ROWS + 1)
      .toArray(),
  );
  assertFewRows(rows.length);
  return rows;
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

async function readSorted<Row extends Document>(
  collection: Collection<Row>,
  { filter, sort, projection, page, pageSize, timeLimit }: PageQuery,
): Promise<Row[]> {
  const options = { maxTimeMS: timeLimit, ...(projection && { projection }) };
  const cursor = collection.find(filter as Filter<Row>, options).sort(sort);
  const rows = await cursor
    .skip((page - 1) * pageSize)
    .limit(pageSize)
    .toArray();
  return rows as Row[];
}

/** The sort is made in memory, under the time limit. */
function readComputed<Row extends Document>(
  collection: Collection<Row>,
  { filter, sort, page, pageSize, timeLimit }: PageQuery,
  computed: Readonly<Record<string, Document>>,
): Promise<Row[]> {
  const stages = [
    { $match: filter },
    { $addFields: computed },
    { $sort: sort },
    { $skip: (page - 1) * pageSize },
    { $limit: pageSize },
    { $unset: Object.keys(computed) },
  ];
  return collection.aggregate<Row>(stages, { maxTimeMS: timeLimit, allowDiskUse: true }).toArray();
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
      query.sortValues ? readComputed(collection, query, query.sortValues) : readSorted(collection, query),
      countRows(),
    ]),
  );
  assertPageExists(page, pageSize, count);
  return { rows, count };
}
