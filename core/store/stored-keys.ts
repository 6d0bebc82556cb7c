// Keys of free content in the database (D414). Some keys have a meaning to the driver or the server: operators (`$gt`),
// references (`$ref`), a prototype, BSON types. They are stored with a `%` before them, and so is a key that already
// has the form of one of these.

const MEANINGFUL = /^%*(?:\$|__proto__$|_bsontype$)/;

const isPlain = (value: object): value is Record<string, unknown> => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};

function mapKeys(value: unknown, keyOf: (key: string) => string): unknown {
  if (typeof value !== 'object' || value === null) return value;
  let isChanged = false;
  const changed = (item: unknown): unknown => {
    const mapped = mapKeys(item, keyOf);
    isChanged ||= mapped !== item;
    return mapped;
  };
  if (Array.isArray(value)) {
    const items = value.map(changed);
    return isChanged ? items : value;
  }
  if (!isPlain(value)) return value;
  const entries = Object.entries(value).map(([key, item]): [string, unknown] => {
    const name = keyOf(key);
    isChanged ||= name !== key;
    return [name, changed(item)];
  });
  // An assignment would set the prototype for `__proto__`.
  return isChanged ? Object.fromEntries(entries) : value;
}

/** JSON in its stored form; the same value when no key needs it. */
export const escapeKeys = <T>(value: T): T => mapKeys(value, (key) => (MEANINGFUL.test(key) ? `%${key}` : key)) as T;

/** The reverse of `escapeKeys`. */
export const unescapeKeys = <T>(value: T): T =>
  mapKeys(value, (key) => (key.startsWith('%') && MEANINGFUL.test(key) ? key.slice(1) : key)) as T;
