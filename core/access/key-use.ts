// The time of the last use of an application, to the minute (D688).
import type { Clock } from '../clock.ts';
import type { Store } from '../store/store.ts';
import type { Logger } from '../log.ts';

const EVERY_MS = 60_000;

/** Records the last use of an application, once a minute; the request does not wait for it. */
export function createKeyUse({ store, clock, log }: { store: Store; clock: Clock; log: Logger }): (id: number) => void {
  const noted = new Map<number, number>();
  return (id) => {
    const now = clock.now();
    if (now.getTime() - (noted.get(id) ?? -Infinity) < EVERY_MS) return;
    noted.set(id, now.getTime());
    // Another process may have recorded this minute.
    const due = { _id: id, $or: [{ last_used: null }, { last_used: { $lte: new Date(now.getTime() - EVERY_MS) } }] };
    store.applications
      .updateOne(due, { $set: { last_used: now } })
      .catch((error: unknown) => log.warn({ error }, 'the last use of an application could not be written'));
  };
}
