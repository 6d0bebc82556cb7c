// Work on several objects at once. Turns are taken in the order of the ids, so that no two pieces of work wait for each other.
import type { ObjectWriter } from './object-writer.ts';

/** More turns than this cost more than the conflicts that they prevent. */
const MAX_TURNS = 50;

/** Runs work after all other work of this process on the same objects. Must not run within a turn. */
export function inTurns<T>(
  writer: Pick<ObjectWriter, 'inTurn'>,
  ids: Iterable<number>,
  work: () => Promise<T>,
): Promise<T> {
  const ordered = [...new Set(ids)].sort((a, b) => a - b).slice(0, MAX_TURNS);
  return ordered.reduceRight<() => Promise<T>>((inner, id) => () => writer.inTurn(id, inner), work)();
}
