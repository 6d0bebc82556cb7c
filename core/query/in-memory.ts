// Rows in memory, listed in the same way as rows of a collection: the conditions for MongoDB, with the operators of filters.ts and
// search-terms.ts only, are applied here.
import type { PageCursor } from '../list-request.ts';
import type { Collation } from '../store/indexes/text-order.ts';
import { decodeCursor, encodeCursor, positionOf, type Sort } from './cursor.ts';
import { conditionOf, type Ordering } from './list-plan.ts';
import { numberedPage, type RowPage } from './page.ts';
import { itemsIn, recordsIn } from '../values.ts';

type Row = Readonly<Record<string, unknown>>;
type Condition = Readonly<Record<string, unknown>>;

const isOperators = (value: unknown): value is Condition =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);

/** Orders like MongoDB, for the types that occur: no value, numbers, text, booleans, dates. */
function rank(value: unknown): number {
  if (value === null || value === undefined) return 0;
  if (typeof value === 'number') return 1;
  if (typeof value === 'string') return 2;
  if (typeof value === 'boolean') return 4;
  return value instanceof Date ? 5 : 3;
}

type Compare = (a: unknown, b: unknown) => number;

function compareBytes(a: unknown, b: unknown): number {
  const byKind = rank(a) - rank(b);
  if (byKind !== 0 || rank(a) === 0 || rank(a) === 3) return byKind;
  // cast: of one kind that `<` orders: numbers, texts, booleans or dates
  const [left, right] = [a, b] as [number, number];
  return left < right ? -1 : Number(left > right);
}

/** Texts in the order of a language, without case and accents (D800). */
function compareIn(collation: Collation | undefined): Compare {
  if (!collation) return compareBytes;
  const collator = new Intl.Collator(collation.locale.replace('_', '-'), { sensitivity: 'base' });
  return (a, b) => (typeof a === 'string' && typeof b === 'string' ? collator.compare(a, b) : compareBytes(a, b));
}

const equals = (a: unknown, b: unknown): boolean =>
  rank(a) === 3 && rank(b) === 3 ? JSON.stringify(a) === JSON.stringify(b) : compareBytes(a, b) === 0;

const isAmong = (value: unknown, list: unknown): boolean => itemsIn(list).some((item) => equals(value, item));

type Operator = (value: unknown, operand: unknown, compare: Compare, all: Condition) => boolean;

/** Comparisons find values of the same kind only. */
const ordered =
  (accept: (order: number) => boolean): Operator =>
  (value, operand, compare) =>
    rank(value) === rank(operand) && accept(compare(value, operand));

const OPERATORS: ReadonlyMap<string, Operator> = new Map<string, Operator>([
  ['$eq', equals],
  ['$ne', (value, operand) => !equals(value, operand)],
  ['$in', isAmong],
  ['$nin', (value, operand) => !isAmong(value, operand)],
  ['$lt', ordered((order) => order < 0)],
  ['$lte', ordered((order) => order <= 0)],
  ['$gt', ordered((order) => order > 0)],
  ['$gte', ordered((order) => order >= 0)],
  [
    '$regex',
    (value, pattern, _compare, { $options }) =>
      typeof value === 'string' && new RegExp(String(pattern), String($options ?? '')).test(value),
  ],
  ['$options', () => true],
]);

function meets(condition: unknown, value: unknown, compare: Compare): boolean {
  if (!isOperators(condition)) return equals(value, condition);
  return Object.entries(condition).every(([name, operand]) => {
    const operator = OPERATORS.get(name);
    if (!operator) throw new Error(`condition ${name} is not known in memory`);
    return operator(value, operand, compare, condition);
  });
}

/** True when a row meets a condition in the form of a MongoDB filter. */
function matchesCondition(condition: Condition, row: Row, compare: Compare): boolean {
  return Object.entries(condition).every(([name, part]) => {
    if (name === '$and') return recordsIn(part).every((each) => matchesCondition(each, row, compare));
    if (name === '$or') return recordsIn(part).some((each) => matchesCondition(each, row, compare));
    return meets(part, row[name], compare);
  });
}

const valuesOf = (row: Row, sort: Sort): unknown[] => Object.keys(sort).map((path) => row[path]);

const comparePositions = (sort: Sort, compare: Compare) => (a: readonly unknown[], b: readonly unknown[]) => {
  for (const [index, [path, direction]] of Object.entries(sort).entries()) {
    const order = (path === '_id' ? compareBytes : compare)(a[index], b[index]);
    if (order !== 0) return order * direction;
  }
  return 0;
};

/** @param rows sorted @throws ApiError invalid_parameter for a cursor of another list */
function cutByCursor<R extends Row>(
  rows: readonly R[],
  sort: Sort,
  { cursor, pageSize, order }: { cursor: PageCursor; pageSize: number; order: ReturnType<typeof comparePositions> },
): RowPage<R> {
  const position = decodeCursor(cursor, sort);
  const isAfter = cursor.side === 'after';
  const stands = (row: R): number => order(valuesOf(row, sort), position ?? []);
  // Where the page begins, or where it ends.
  const place = position && rows.findIndex((row) => (isAfter ? stands(row) > 0 : stands(row) >= 0));
  const edge = place === undefined ? (isAfter ? 0 : rows.length) : place < 0 ? rows.length : place;
  const [start, end] = isAfter ? [edge, edge + pageSize] : [Math.max(0, edge - pageSize), edge];
  const page = rows.slice(start, end);
  const at = (row: R | undefined): string => (row ? encodeCursor(positionOf(row, sort, cursor), sort, cursor) : '');
  const prev = start > 0 ? at(page[0]) : null;
  const next = end < rows.length ? at(page.at(-1)) : null;
  return { rows: page, count: rows.length, cursors: { prev, next } };
}

/** The order of a sort, of rows that are in memory; the plan needs no collection. */
export const inMemory =
  <R extends Row>(rows: readonly R[]): Ordering<R> =>
  async (plan) => {
    const { sort, requested } = plan;
    const { cursor, page, pageSize } = requested;
    const condition = conditionOf(plan);
    const compare = compareIn(plan.collation);
    const order = comparePositions(sort, compare);
    const found = rows
      .filter((row) => matchesCondition(condition, row, compare))
      .sort((a, b) => order(valuesOf(a, sort), valuesOf(b, sort)));
    if (cursor) return cutByCursor(found, sort, { cursor, pageSize, order });
    return numberedPage(found.slice((page - 1) * pageSize, page * pageSize), { count: found.length }, requested);
  };
