// A process of an older release stops writing once a newer one migrates the database: rows of the older form would not
// be migrated any more, and rows of the newer one misinterpreted (D662). It still reads.
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '../errors.ts';
import type { Logger } from '../log.ts';
import { isDatabaseNewer } from './health.ts';
import type { Store } from './store.ts';

/** Shorter than the wait of a newer release before its first migration. */
const LOOK_MS = 500;

export interface ReleaseWatch {
  /** @param known version of the database that this release knows @returns it */
  follow(store: Store, known: number): number;
  /** @throws ApiError service_unavailable */
  assertCurrent(): void;
  close(): Promise<void>;
}

export function createReleaseWatch(log: Logger): ReleaseWatch {
  const closing = new AbortController();
  let isOld = false;
  let watching = Promise.resolve();
  async function watch(store: Store, known: number): Promise<void> {
    while (!closing.signal.aborted) {
      await sleep(LOOK_MS, undefined, { signal: closing.signal, ref: false }).catch(() => undefined);
      if (closing.signal.aborted) return;
      const isNewer = await isDatabaseNewer(store, known);
      if (isNewer && !isOld) log.warn('a newer release migrates the database: this process writes nothing from now on');
      isOld = isNewer;
    }
  }
  return {
    follow(store, known) {
      watching = watch(store, known);
      return known;
    },
    assertCurrent() {
      if (!isOld) return;
      const detail = 'A newer release has migrated the database: this process takes no writes.';
      throw new ApiError('service_unavailable', detail, { 'Retry-After': '2' });
    },
    async close() {
      closing.abort();
      await watching;
    },
  };
}

/** Writes are refused when the disk is full, and by an older release. */
export const withReleaseCheck = <Disks extends { assertRoom(...args: never[]): void }>(
  disks: Disks,
  { assertCurrent }: Pick<ReleaseWatch, 'assertCurrent'>,
): Pick<Disks, 'assertRoom'> => ({
  assertRoom(...args) {
    assertCurrent();
    disks.assertRoom(...args);
  },
});
