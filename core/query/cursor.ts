// Pages by cursor: the position of an item in a sort as an opaque text, and the conditions on the items after it (D470 to D473).
import { createHash } from 'node:crypto';
import { ApiError, invalidParameter } from '../errors.ts';
import type { PageCursor } from '../list-request.ts';
import { ObjectId } from '../store/store.ts';
import type { Condition } from './filters.ts';
import { integerIn, isList, itemsIn, memberOf } from '../values.ts';

export type Sort = Readonly<Record<string, 1 | -1>>;

/** A comparable value of a sort; null also represents a missing one. */
type Scalar = null | number | string | boolean | Date | ObjectId;

/** The position of an item: its values of the sort, in order. */
export type Position = readonly Scalar[];

/** Maximum length, as in the description; URLs have to stay within their limit. */
const MAX_LENGTH = 6000;

/** 400 `unsupported_sort`: the list has pages by number only. */
export const unsupportedByCursor = ({ side }: Pick<PageCursor, 'side'>, detail: string): ApiError =>
  new ApiError('unsupported_sort', { detail, source: { parameter: `page[${side}]` } });

/** For lists in another order than that of stored values (D473). @throws ApiError unsupported_sort */
export function assertByNumber({ cursor }: { cursor?: PageCursor | undefined }, order: string): void {
  if (cursor) throw unsupportedByCursor(cursor, `A list ordered by ${order} has numbered pages only.`);
}

export const reversed = (sort: Sort): Record<string, 1 | -1> =>
  Object.fromEntries(Object.entries(sort).map(([path, direction]) => [path, direction === 1 ? -1 : 1]));

/** The sort and filters of a cursor. */
const tagOf = (sort: Sort, { filters }: PageCursor): string =>
  createHash('sha256')
    .update(JSON.stringify([Object.entries(sort), filters]))
    .digest('base64url')
    .slice(0, 6);

const isScalar = (value: unknown): value is Scalar =>
  value === null ||
  typeof value === 'string' ||
  typeof value === 'boolean' ||
  (typeof value === 'number' && Number.isFinite(value)) ||
  value instanceof Date ||
  value instanceof ObjectId;

/** A stored value; null for a missing one. */
export function valueAt(row: unknown, path: string): unknown {
  let value = row;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null) return null;
    value = Object.hasOwn(value, name) ? memberOf(value, name) : null;
  }
  return value ?? null;
}

/** @throws ApiError unsupported_sort for other than plain values */
export function positionOf(row: unknown, sort: Sort, cursor: PageCursor): Position {
  return Object.keys(sort).map((path) => {
    const value = valueAt(row, path);
    if (isScalar(value)) return value;
    throw unsupportedByCursor(cursor, 'The sort has values that a cursor cannot hold.');
  });
}

/**
 * Neither signed nor secret: it holds values of a visible item, and a forged one finds no item that a filter would not (D472).
 * @throws ApiError unsupported_sort for values that are too long for a URL
 */
export function encodeCursor(position: Position, sort: Sort, cursor: PageCursor): string {
  const values = position.map((value) => {
    if (value instanceof Date) return [value.getTime()];
    return value instanceof ObjectId ? [value.toHexString()] : value;
  });
  const text = Buffer.from(JSON.stringify([tagOf(sort, cursor), ...values])).toString('base64url');
  if (text.length <= MAX_LENGTH) return text;
  throw unsupportedByCursor(cursor, 'The sort has values that are too long for a cursor.');
}

/** The latest date, in milliseconds. */
const LATEST = 8_640_000_000_000_000;

function readValue(value: unknown): Scalar | undefined {
  if (!isList(value)) return isScalar(value) ? value : undefined;
  const [id, ...others] = value;
  if (others.length > 0) return undefined;
  if (typeof id === 'string' && /^[\da-f]{24}$/.test(id)) return new ObjectId(id);
  const time = integerIn(id);
  return time !== undefined && Math.abs(time) <= LATEST ? new Date(time) : undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'base64url')));
  } catch {
    return undefined;
  }
}

/** undefined for the start or the end. @throws ApiError invalid_parameter for text that encodeCursor has not made */
export function decodeCursor(cursor: PageCursor, sort: Sort): Position | undefined {
  if (cursor.at === '') return undefined;
  const [tag, ...values] = itemsIn(/^[\w-]+$/.test(cursor.at) ? parse(cursor.at) : undefined);
  const position = values.map(readValue);
  const isWhole = tag === tagOf(sort, cursor) && position.length === Object.keys(sort).length;
  if (isWhole && position.every((each) => each !== undefined)) return position;
  const detail = `page[${cursor.side}] is not a cursor of a list with this sort and these filters.`;
  throw invalidParameter(`page[${cursor.side}]`, detail);
}

/** Types in the order of MongoDB, which compares within a type only. */
const TYPES = ['number', 'string', 'object', 'array', 'binData', 'objectId', 'bool', 'date'] as const;

function typeOf(value: Exclude<Scalar, null>): (typeof TYPES)[number] {
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'object') return value instanceof Date ? 'date' : 'objectId';
  return typeof value === 'number' ? 'number' : 'string';
}

/**
 * The items after a value in one direction; undefined for none. Values of other types have a position too, and a missing value
 * is the least: `$not` keeps the bounds of the index in that order instead of one type.
 */
function behind(path: string, value: Scalar, direction: 1 | -1, isIncluded: boolean): Condition | undefined {
  if (path === '_id') return { _id: { [`${direction === 1 ? '$gt' : '$lt'}${isIncluded ? 'e' : ''}`]: value } };
  if (value === null) return direction === 1 ? { [path]: { $ne: null } } : undefined;
  const index = TYPES.indexOf(typeOf(value));
  const others = direction === 1 ? TYPES.slice(0, index) : TYPES.slice(index + 1);
  const conditions = [
    { [path]: { $not: direction === 1 ? { $lte: value } : { $gte: value } } },
    ...(direction === 1 ? [{ [path]: { $ne: null } }] : []),
    ...(others.length > 0 ? [{ [path]: { $not: { $type: others } } }] : []),
  ];
  return { $and: conditions };
}

/**
 * The items after a position, as ranges in the order of the sort. The condition of each range is equalities and one
 * inequality: with an index its time does not depend on the number of equal values (D471). Each is sorted by the keys that
 * vary in it: with the others MongoDB would sort in memory.
 * @param isIncluded the item at the position comes first, if the sort ends with the id
 */
export function partsAfter(
  sort: Sort,
  position: Position,
  isIncluded = false,
): { condition: Condition; sort: Record<string, 1 | -1> }[] {
  const keys = Object.entries(sort);
  const parts = keys.flatMap(([path, direction], last) => {
    const rest = behind(path, position[last] ?? null, direction, isIncluded);
    if (!rest) return [];
    const same = keys.slice(0, last).map(([name], index) => ({ [name]: { $eq: position[index] ?? null } }));
    return [
      { condition: same.length > 0 ? { $and: [...same, rest] } : rest, sort: Object.fromEntries(keys.slice(last)) },
    ];
  });
  // The last key decides first.
  return parts.reverse();
}
