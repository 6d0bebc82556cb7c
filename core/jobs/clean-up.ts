// Removes finished jobs after some time, and secrets that are no longer valid.
import type { Clock } from '../clock.ts';
import { removeEndedResponses } from '../store/idempotency-keys.ts';
import type { Store } from '../store/store.ts';

const DAY_MS = 86_400_000;

/** @param keepDays days that completed, failed and expired jobs are kept after their last change */
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
  await removeEndedResponses(store.idempotencyKeys, now);
  await store.asyncJobs.updateMany(expired, { $unset: { secret: '' } });
  const oldest = new Date(now.getTime() - keepDays * DAY_MS);
  await store.asyncJobs.deleteMany({ modified: { $lt: oldest }, due: null });
}
