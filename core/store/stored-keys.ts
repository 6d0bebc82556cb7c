// Keys of free content in the database (D414). Some keys have a meaning to the driver or the server: operators (`$gt`),
// references (`$ref`), a prototype, BSON types. They are stored with a `%` before them, and so is a key that already
// has the form of one of these.

const MEANINGFUL = /^%*(?:\$|__proto__$|_bsontype$)/;

const isPlain = (value: object): value is Record<string, unknown> => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};

const isMeaningful = (key: string): boolean =>
  (key.startsWith('$') || key.startsWith('_') || key.startsWith('%')) && MEANINGFUL.test(key);

/** Whether a key needs another form. Without copies: values may have tens of thousands of members. */
function hasMeaningful(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some(hasMeaningful);
  if (!isPlain(value)) return false;
  return Object.keys(value).some((key) => isMeaningful(key) || hasMeaningful(value[key]));
}

function mapKeys(value: unknown, keyOf: (key: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => mapKeys(item, keyOf));
  if (typeof value !== 'object' || value === null || !isPlain(value)) return value;
  // An assignment would set the prototype for `__proto__`.
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [keyOf(key), mapKeys(item, keyOf)]));
}

/** JSON in its stored form; the same value when no key needs it. */
export const escapeKeys = <T>(value: T): T =>
  // cast: keys change only inside of free JSON, whose members T does not name
  hasMeaningful(value) ? (mapKeys(value, (key) => (isMeaningful(key) ? `%${key}` : key)) as T) : value;

const unescapedKey = (key: string): string => (key.startsWith('%') && isMeaningful(key) ? key.slice(1) : key);

/** The reverse of `escapeKeys`. */
export const unescapeKeys = <T>(value: T): T =>
  // cast: keys change only inside of free JSON, whose members T does not name
  hasMeaningful(value) ? (mapKeys(value, unescapedKey) as T) : value;
