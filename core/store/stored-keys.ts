// Keys of free content as the database keeps them (D414). Some keys would be more than data on the way there and back: an
// operator (`$gt`), a reference that the driver makes an object of (`$ref`), a prototype, a BSON type. They are stored
// behind a `%`, and so is a key that would be read as one of these.

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

/** JSON as it is stored; the same value when no key of it has a meaning. */
export const escapeKeys = <T>(value: T): T => mapKeys(value, (key) => (MEANINGFUL.test(key) ? `%${key}` : key)) as T;

/** The JSON that `escapeKeys` was given. */
export const unescapeKeys = <T>(value: T): T =>
  mapKeys(value, (key) => (key.startsWith('%') && MEANINGFUL.test(key) ? key.slice(1) : key)) as T;
