// Faults that the core finds in a request of the legacy side, told at their places in its own body (D47, D49). Pure.
import { ApiError, type Fault } from '../errors.ts';

/** A pointer of the core, and what it is in the body. */
export type Place = readonly [core: RegExp, body: string];

const OF_LINKS: readonly Place[] = [
  [/\/meta\/relation\/(params|priority)/, '/$1'],
  [/\/(?:id|type)$/, '/related_id'],
];

/** Places of the items of a list that stands at `at`. */
export const linkPlaces = (at: string): readonly Place[] => [...OF_LINKS, [/^\/data/, at]];

export const CHILD_PLACES: readonly Place[] = [
  [/\/meta\/relation\/position$/, '/priority'],
  [/\/(?:id|type)$/, '/child_id'],
];

export const PARENT_PLACES: readonly Place[] = [
  [/\/(?:id|type)$/, ''],
  [/^\/data/, '/data/parents'],
];

const toBody = (fault: Fault, places: readonly Place[]): Fault => {
  const { pointer } = fault.source ?? {};
  if (pointer === undefined) return fault;
  const moved = places.reduce((text, [core, body]) => text.replace(core, body), pointer);
  return { ...fault, source: { pointer: moved } };
};

/**
 * Runs work of the core, whose places may be known only when it has begun. What a body names and the caller may not name, or what is of another type, is 400 here.
 * @throws ApiError as the work does
 */
export async function inLegacyBody<T>(
  places: readonly Place[] | (() => readonly Place[]),
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError) || !error.faults.some(({ source }) => source?.pointer !== undefined)) throw error;
    const isWrong = error.code === 'not_found' || error.code === 'type_conflict';
    const known = typeof places === 'function' ? places() : places;
    const faults = error.faults.map((fault) => toBody(fault, known));
    throw isWrong ? new ApiError('invalid_data', faults, { ...error.headers }) : error.withFaults(faults);
  }
}
