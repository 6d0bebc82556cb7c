// Guards for values of an unknown type: what was parsed, thrown or given by a library.

/** True for an object with members; not for null, lists. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

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
