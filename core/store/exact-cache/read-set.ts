// What a piece of work reads from the database: the collections, by name. The collections of the store note every read of
// theirs (noted-collections.ts); the work is recognised by its asynchronous context. What has no version is noted as well, so
// that nothing is kept whose changes would not be noticed.
import { AsyncLocalStorage } from 'node:async_hooks';

/** Stands among the names for who the caller is: the result is of this caller alone. */
export const CALLER = '~caller';

export class ReadSet {
  /** Names of collections with a version, and maybe CALLER. */
  readonly names = new Set<string>();
  /** Only collections with a version were read, and nothing that expires. */
  isVersioned = true;
}

const sets = new AsyncLocalStorage<ReadSet>();
let running = 0;

/** The set of the present work; undefined when nobody wants to know. */
export const presentReads = (): ReadSet | undefined => (running === 0 ? undefined : sets.getStore());

/** Contexts are tracked only during such work, since that slows every promise of the process down. */
export async function recordReads<T>(set: ReadSet, work: () => T | Promise<T>): Promise<T> {
  running++;
  try {
    return await sets.run(set, work);
  } finally {
    running--;
    if (running === 0) sets.disable();
  }
}

/** The present work reads from a collection with a version. */
export const noteRead = (name: string): void => void presentReads()?.names.add(name);

/** The present work depends on something without a version: its result is not kept. */
export function noteUnversioned(): void {
  const set = presentReads();
  if (set) set.isVersioned = false;
}
