// Shared parts of all orders of a list: pages by number and by cursor, and their limits.
import { isDeepStrictEqual } from 'node:util';
import { ApiError } from '../errors.ts';
import type { ListRequest, PageCursor, PageEnds } from '../list-request.ts';
import type { Document, FindCursor } from '../store/store.ts';
import { isTimeLimit } from '../store/transactions/transaction.ts';
import type { Condition } from './filters.ts';
import { partsAfter, decodeCursor, encodeCursor, positionOf, reversed, valueAt, type Position } from './cursor.ts';

/** The page of a list, and whether it includes the total. */
export type RequestedPage = Pick<ListRequest, 'page' | 'pageSize' | 'cursor' | 'total'>;

export interface RowPage<Row> extends PageEnds {
  rows: Row[];
}

/** A number of rows: of all, or of those that were counted. */
export type Count = { count: number } & Pick<PageEnds, 'isAtLeast'>;

/** Counts in a special way; undefined when the rows of the list have to be counted. */
export type Total = (requested: Pick<RequestedPage, 'total'>) => Promise<Count | undefined>;

/** Rows that a bounded total counts at most (D590). */
export const countLimitOf = ({ total }: Pick<RequestedPage, 'total'>): number | undefined =>
  typeof total === 'object' ? total.limit : undefined;

/** Rows that are counted: one more than the limit shows that there are more. */
export const countedRows = (requested: Pick<RequestedPage, 'total'>): { limit?: number } => {
  const limit = countLimitOf(requested);
  return limit === undefined ? {} : { limit: limit + 1 };
};

/** The same as a stage, for counts by aggregation. */
export const countedStage = (requested: Pick<RequestedPage, 'total'>): { $limit: number }[] => {
  const { limit } = countedRows(requested);
  return limit === undefined ? [] : [{ $limit: limit }];
};

/** @param counted the count, which may exceed the limit */
export function boundedCount(counted: number, requested: Pick<RequestedPage, 'total'>): Count {
  const limit = countLimitOf(requested);
  return limit === undefined || counted <= limit ? { count: counted } : { count: limit, isAtLeast: true };
}

/** Turns the server's time limit into 400 `query_too_expensive`. */
export async function underTimeLimit<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!isTimeLimit(error)) throw error;
    const detail =
      'The query takes too long. Narrow its filters, or limit the total of the list (page[total]=bounded).';
    throw new ApiError('query_too_expensive', detail);
  }
}

/** Maximum of rows that a request reads to find the matching ones; many more make commands too long for MongoDB. */
const MAX_ROWS = 100_000;

/** The page of a list that is hidden from the caller. @throws ApiError page_not_found */
export function noRows({ page, pageSize, cursor }: RequestedPage): PageEnds {
  assertPageExists(page, pageSize, 0);
  return { count: 0, ...(cursor && { cursors: { prev: null, next: null } }) };
}

/** For lists of ids that become part of another query. @throws ApiError query_too_expensive when there are too many (D176) */
export function assertFewRows(count: number): void {
  if (count <= MAX_ROWS) return;
  const detail = `The query covers more than ${MAX_ROWS} objects; narrow its filters.`;
  throw new ApiError('query_too_expensive', detail);
}

/** All rows of a cursor, in one batch if they are small. @throws ApiError query_too_expensive (D176) */
export async function readAll<Row>(cursor: FindCursor<Row>): Promise<Row[]> {
  const most = MAX_ROWS + 1;
  const rows = await underTimeLimit(cursor.limit(most).batchSize(most).toArray());
  assertFewRows(rows.length);
  return rows;
}

const pageNotFound = (detail: string): ApiError =>
  new ApiError('page_not_found', { detail, source: { parameter: 'page' } });

/** @throws ApiError `page_not_found` past the last page (D5) */
export function assertPageExists(page: number, pageSize: number, count: number): void {
  if (page > 1 && (page - 1) * pageSize >= count) {
    throw pageNotFound(`Page ${page} does not exist; the last one is ${Math.max(1, Math.ceil(count / pageSize))}.`);
  }
}

/**
 * A page by number of a list that is counted in any case.
 * @param rows with one more, if they are not all counted
 * @throws ApiError page_not_found
 */
export function numberedPage<Row>(rows: Row[], counted: Count, { page, pageSize }: RequestedPage): RowPage<Row> {
  if (!counted.isAtLeast) {
    assertPageExists(page, pageSize, counted.count);
    return { rows: rows.slice(0, pageSize), ...counted };
  }
  return { ...openPage(rows, { page, pageSize }), ...counted };
}

/** A page by number of an unknown end: one row more shows whether there are others. @throws ApiError page_not_found */
export function openPage<Row>(
  rows: Row[],
  { page, pageSize }: Pick<RequestedPage, 'page' | 'pageSize'>,
): { rows: Row[]; hasNext: boolean } {
  if (rows.length === 0 && page > 1) throw pageNotFound(`Page ${page} does not exist.`);
  return { rows: rows.slice(0, pageSize), hasNext: rows.length > pageSize };
}

/** Rows of one sort, from a position on. */
export type ReadRows<Row> = (range: {
  sort: Record<string, 1 | -1>;
  condition?: Condition;
  skip?: number;
  limit: number;
  /** Projection of the rows, if it is not the usual one. */
  projection?: Document;
}) => Promise<Row[]>;

/** The first rows after a position, or of all: none twice, despite concurrent changes. */
async function readBehind<Row extends Document>(
  read: ReadRows<Row>,
  sort: Record<string, 1 | -1>,
  { position, isIncluded, limit }: { position: Position | undefined; isIncluded?: boolean; limit: number },
): Promise<{ rows: Row[]; own: Row | undefined }> {
  if (!position) return { rows: await read({ sort, limit }), own: undefined };
  const rows = new Map<string, Row>();
  const [path, last] = [Object.keys(sort).at(-1) ?? '_id', position.at(-1)];
  let own: Row | undefined;
  for (const [index, part] of partsAfter(sort, position, isIncluded).entries()) {
    const found = await read({ ...part, limit: limit - rows.size });
    // All other values of the first part are equal to those of the position, as the database compares them.
    if (index === 0 && isIncluded && found[0] && isDeepStrictEqual(valueAt(found[0], path), last)) own = found[0];
    for (const row of found) rows.set(String(row['_id']), row);
    if (rows.size >= limit) break;
  }
  return { rows: [...rows.values()], own };
}

/**
 * A page by cursor: one more row shows whether there are others, and the row of the cursor itself does so for the other side.
 * @throws ApiError invalid_parameter for a cursor of another list, unsupported_sort
 */
export async function readByCursor<Row extends Document>(
  read: ReadRows<Row>,
  sort: Record<string, 1 | -1>,
  { cursor, pageSize }: { cursor: PageCursor; pageSize: number },
): Promise<Required<Pick<RowPage<Row>, 'rows' | 'cursors'>>> {
  const position = decodeCursor(cursor, sort);
  const [forwards, backwards] = cursor.side === 'after' ? [sort, reversed(sort)] : [reversed(sort), sort];
  const limit = pageSize + (position ? 2 : 1);
  const { rows: all, own } = await readBehind(read, forwards, { position, isIncluded: true, limit });
  const found = all.filter((row) => row !== own).slice(0, pageSize + 1);
  const rows = found.slice(0, pageSize);
  const at = (row: Row | undefined): string => (row ? encodeCursor(positionOf(row, sort, cursor), sort, cursor) : '');
  const onward = found.length > pageSize ? at(rows.at(-1)) : null;
  const [first] = rows;
  const start = first && positionOf(first, sort, cursor);
  const projection = Object.fromEntries(Object.keys(sort).map((path) => [path, 1]));
  const readShort: ReadRows<Row> = (range) => read({ ...range, projection });
  const isAnyBefore = async (): Promise<boolean> =>
    (await readBehind(readShort, backwards, { position: start, limit: 1 })).rows.length > 0;
  // The row of the cursor may have been deleted, or moved.
  const isInside = own !== undefined || (position !== undefined && (await isAnyBefore()));
  const back = isInside ? at(first) : null;
  return cursor.side === 'after'
    ? { rows, cursors: { prev: back, next: onward } }
    : { rows: rows.reverse(), cursors: { prev: onward, next: back } };
}
