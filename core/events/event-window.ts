// Events by their numbers, as all their readers read them.
import { underTimeLimit } from '../query/page.ts';
import { eventsIn, type NumberedEvent, type NumberedRow } from '../store/recorded/event-rows.ts';
import type { EventName } from '../store/history/changes.ts';
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
  /** Of one window; `WINDOW` by default. */
  most?: number;
}

/** Which events are read; undefined for all. */
export interface EventKinds {
  /** Names of object types and of resources of the model. */
  types?: ReadonlySet<string> | undefined;
  events?: ReadonlySet<EventName> | undefined;
}

/** The first events of a range in the direction of reading. */
export async function readWindow(
  { store, queryTimeLimit }: { store: Pick<Store, 'changes'>; queryTimeLimit: number },
  { from, to, isForwards, most = WINDOW }: EventRange,
  kinds: EventKinds = {},
): Promise<NumberedEvent[]> {
  const { types, events: names } = kinds;
  const ofKinds = { ...(types && { type: { $in: [...types] } }), ...(names && { event: { $in: [...names] } }) };
  const [above, last] = isForwards ? [from, Math.min(to, from + most)] : [Math.max(from, to - most), to];
  const rows = await underTimeLimit(
    store.changes
      .find<NumberedRow>(
        {
          numbers: { $exists: true, $elemMatch: { $gt: above, $lte: last } },
          ...((types ?? names) && { events: { $elemMatch: ofKinds } }),
        },
        { projection: { _id: 0, events: 1, numbers: 1 }, maxTimeMS: queryTimeLimit, ...MAJORITY },
      )
      .toArray(),
  );
  const isRead = ({ number, type, event }: NumberedEvent): boolean =>
    number > above && number <= last && types?.has(type) !== false && names?.has(event) !== false;
  const events = rows.flatMap(eventsIn).filter(isRead);
  return events.sort((a, b) => (isForwards ? a.number - b.number : b.number - a.number));
}
