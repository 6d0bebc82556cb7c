// A process of an older release stops writing once a newer one migrates the database: rows of the older form would not
// be migrated any more, and rows of the newer one misinterpreted (D662). It still reads.
import type { DiskSpace } from '../../disk/disk-space.ts';
import { ApiError } from '../../errors.ts';
import type { Logger } from '../../log.ts';
import { isDatabaseNewer } from '../migrations.ts';
import type { Store } from '../store.ts';

export type ReleaseWatch = ReturnType<typeof createReleaseWatch>;

export function createReleaseWatch(log: Logger) {
  let isOld = false;
  let isNewer = (): Promise<boolean> => Promise.resolve(false);
  return {
    /** @param known version of the database that this release knows @returns it */
    follow(store: Store, known: number): number {
      isNewer = () => isDatabaseNewer(store, known);
      return known;
    },
    /** Asks the database. */
    async look(): Promise<void> {
      const wasOld = isOld;
      isOld = await isNewer();
      if (isOld && !wasOld) log.warn('a newer release migrates the database: this process writes nothing from now on');
    },
    /** @throws ApiError service_unavailable */
    assertCurrent(): void {
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
