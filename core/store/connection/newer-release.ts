// A process of an older release stops writing once a newer one migrates the database: rows of the older form would not
// be migrated any more, and rows of the newer one misinterpreted (D662). It still reads.
import type { DiskSpace } from '../../disk/disk-space.ts';
import { ApiError } from '../../errors.ts';
import type { Logger } from '../../log.ts';
import { isDatabaseNewer } from './health.ts';
import type { Store } from '../store.ts';

export interface ReleaseWatch {
  /** @param known version of the database that this release knows @returns it */
  follow(store: Store, known: number): number;
  /** Asks the database. */
  look(): Promise<void>;
  /** @throws ApiError service_unavailable */
  assertCurrent(): void;
}

export function createReleaseWatch(log: Logger): ReleaseWatch {
  let isOld = false;
  let followed: { store: Store; known: number } | undefined;
  return {
    follow(store, known) {
      followed = { store, known };
      return known;
    },
    async look() {
      if (!followed) return;
      const isNewer = await isDatabaseNewer(followed.store, followed.known);
      if (isNewer && !isOld) log.warn('a newer release migrates the database: this process writes nothing from now on');
      isOld = isNewer;
    },
    assertCurrent() {
      if (!isOld) return;
      const detail = 'A newer release has migrated the database: this process takes no writes.';
      throw new ApiError('service_unavailable', detail, { 'Retry-After': '2' });
    },
  };
}

/** Writes are refused when the disk is full, and by an older release. */
export const withReleaseCheck = (
  disks: DiskSpace,
  { assertCurrent }: Pick<ReleaseWatch, 'assertCurrent'>,
): DiskSpace => ({
  async assertRoom(...write) {
    assertCurrent();
    await disks.assertRoom(...write);
  },
});
