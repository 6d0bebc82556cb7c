// JSON pointers of errors, from the body of a JSON:API request to the legacy body that it was made from (D47, D49). Pure.
import { ApiError, type Fault } from '../errors.ts';

/** A part of a JSON:API pointer, and its replacement in the legacy body. */
export type PointerRule = readonly [core: RegExp, body: string];

const OF_LINKS: readonly PointerRule[] = [
  [/\/meta\/relation\/(params|priority)/, '/$1'],
  [/\/(?:id|type)$/, '/related_id'],
];

/** Of a list of links at the pointer `at`. */
export const linkPointers = (at: string): readonly PointerRule[] => [...OF_LINKS, [/^\/data/, at]];

export const CHILD_POINTERS: readonly PointerRule[] = [
  [/\/meta\/relation\/position$/, '/priority'],
  [/\/(?:id|type)$/, '/child_id'],
];

export const PARENT_POINTERS: readonly PointerRule[] = [
  [/\/(?:id|type)$/, ''],
  [/^\/data/, '/data/parents'],
];

const translated = (fault: Fault, rules: readonly PointerRule[]): Fault => {
  const { pointer } = fault.source ?? {};
  if (pointer === undefined) return fault;
  return { ...fault, source: { pointer: rules.reduce((text, [core, body]) => text.replace(core, body), pointer) } };
};

/**
 * Runs work of the JSON:API side and translates the pointers of its errors. An object of the body that does not exist,
 * is hidden or is of another type is 400 on the legacy side.
 * @param rules a function when they depend on the work
 * @throws ApiError as the work does
 */
export async function inLegacyBody<T>(
  rules: readonly PointerRule[] | (() => readonly PointerRule[]),
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError) || !error.faults.some(({ source }) => source?.pointer !== undefined)) throw error;
    const isWrong = error.code === 'not_found' || error.code === 'type_conflict';
    const known = typeof rules === 'function' ? rules() : rules;
    const faults = error.faults.map((fault) => translated(fault, known));
    throw isWrong ? new ApiError('invalid_data', faults, { ...error.headers }) : error.withFaults(faults);
  }
}
