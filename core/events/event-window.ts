// Events by their numbers, as all their readers read them.
import { underTimeLimit } from '../query/page.ts';
import { eventsIn, type NumberedEvent, type NumberedRow } from '../store/recorded/event-rows.ts';
import type { Store } from '../store/store.ts';
import { MAJORITY } from './event-numbering.ts';

/** Events that are examined in one read. */
export const WINDOW = 1_000;

export interface EventRange {
  /** Exclusive. */
  from: number;
  /** Inclusive. */
  to: number;
  isForwards: boolean;
}

/** Events of a range, in the direction of reading, `WINDOW` at most; fewer only at its end, since numbers have no gaps. */
export async function readWindow(
  { store, queryTimeLimit }: { store: Pick<Store, 'changes'>; queryTimeLimit: number },
  { from, to, isForwards }: EventRange,
): Promise<NumberedEvent[]> {
  const [above, last] = isForwards ? [from, Math.min(to, from + WINDOW)] : [Math.max(from, to - WINDOW), to];
  const rows = await underTimeLimit(
    store.changes
      .find<NumberedRow>(
        { numbers: { $exists: true, $elemMatch: { $gt: above, $lte: last } } },
        { projection: { _id: 0, events: 1, numbers: 1 }, maxTimeMS: queryTimeLimit, ...MAJORITY },
      )
      .toArray(),
  );
  const events = rows.flatMap(eventsIn).filter(({ number }) => number > above && number <= last);
  return events.sort((a, b) => (isForwards ? a.number - b.number : b.number - a.number));
}
