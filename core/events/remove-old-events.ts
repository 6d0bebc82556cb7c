// Removes events that are older than they are kept. The last one stays: the next number follows from it.
import type { Clock } from '../clock.ts';
import type { RecurringWork } from '../jobs/job-services.ts';
import type { NumberedEvent } from '../store/event-rows.ts';
import type { Store } from '../store/store.ts';
import { lastNumber } from './event-numbering.ts';

const DAY_MS = 86_400_000;
const EVERY_MS = 3_600_000;

export async function removeOldEvents({
  store,
  clock,
  keepDays,
}: {
  store: Store;
  clock: Clock;
  keepDays: number;
}): Promise<void> {
  const oldest = new Date(clock.now().getTime() - keepDays * DAY_MS);
  const [kept] = await store.events
    .find<NumberedEvent>({ number: { $exists: true }, at: { $gte: oldest } }, { projection: { number: 1 } })
    .sort({ number: 1 })
    .limit(1)
    .toArray();
  const first = kept?.number ?? (await lastNumber(store));
  await store.events.deleteMany({ number: { $exists: true, $lt: first } });
}

export const oldEventRemoval = (dependencies: Parameters<typeof removeOldEvents>[0]): RecurringWork => ({
  name: 'remove old events',
  everyMs: EVERY_MS,
  run: () => removeOldEvents(dependencies),
});
