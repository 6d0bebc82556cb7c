// Guards for values of an unknown type: what was parsed, thrown or given by a library.

/** True for an object with members; not for null, lists. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An own member of an object or list; undefined without one. */
export const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;

/** An integer; undefined for other values. */
export const integerIn = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) ? value : undefined;

/** A text; undefined for other values. */
export const textIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** The value of a text in JSON; undefined for another text. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** As `Array.isArray`, which says `any[]`. */
export const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** What was thrown, as an error. */
export const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)));

/** The code of an error of Node, MongoDB or a library: a name such as ENOENT, or a number. */
export const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;

/** Whether an error has one of these codes. */
export const hasCode = (error: unknown, ...codes: readonly unknown[]): boolean => codes.includes(codeOf(error));

/** The items of a list; none of other values. */
export const itemsIn = (value: unknown): readonly unknown[] => (isList(value) ? value : []);

/** The items of a list of objects; none of a value that is no list. @throws TypeError for another item */
export function recordsIn(value: unknown): readonly Record<string, unknown>[] {
  const items = itemsIn(value);
  if (!items.every(isRecord)) throw new TypeError('a list of objects is expected');
  return items;
}

/** Items by a key, in their order. */
export function groupBy<Key, Item>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

const absent = (what: string): RangeError => new RangeError(`there is no ${what}`);

/** The item at an index that the list has. @throws RangeError */
export function itemAt<Item>(list: readonly Item[], index: number): Item {
  const item = list[index];
  if (item === undefined) throw absent(`item ${index}`);
  return item;
}

/** The value of a key that the map has. @throws RangeError */
export function valueOf<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key): Value {
  const value = map.get(key);
  if (value === undefined) throw absent(`value of ${String(key)}`);
  return value;
}

/** One after the other, also after a failure. @throws the first error */
export async function allInTurn(works: readonly (() => Promise<unknown>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const work of works) await work().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}
