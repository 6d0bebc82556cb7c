// Removes jobs for which nothing is left to do, whose record is kept for some time, and secrets that are of no use any more.
import type { Clock } from '../clock.ts';
import type { Store } from '../store/store.ts';

const DAY_MS = 86_400_000;

/** @param keepDays that completed, failed and expired jobs are kept after they were last changed */
export async function cleanUpJobs({
  store,
  clock,
  keepDays,
}: {
  store: Store;
  clock: Clock;
  keepDays: number;
}): Promise<void> {
  const now = clock.now();
  const expired = { expires: { $lt: now }, secret: { $type: 'string' as const } };
  await store.asyncJobs.updateMany(expired, { $unset: { secret: '' } });
  const oldest = new Date(now.getTime() - keepDays * DAY_MS);
  await store.asyncJobs.deleteMany({ modified: { $lt: oldest }, due: null });
}
