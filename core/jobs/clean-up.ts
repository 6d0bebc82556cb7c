// Removes jobs for which nothing is left to do: their record is kept for some time.
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
  const oldest = new Date(clock.now().getTime() - keepDays * DAY_MS);
  await store.asyncJobs.deleteMany({ modified: { $lt: oldest }, due: null });
}
