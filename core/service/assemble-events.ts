// Assembles events: those of publication dates, their numbers, and their reader.
import type { Clock } from '../clock.ts';
import { createEventNumbering, type EventNumbering } from '../events/event-numbering.ts';
import { createEventReader } from '../events/event-reader.ts';
import type { Logger } from '../log.ts';
import { openDatedEvents } from '../objects/writing/dated-events.ts';
import type { PrimaryWatch } from '../store/connection/connect.ts';
import { createCurrentReads } from '../store/recorded/current-reads.ts';
import type { Store } from '../store/store.ts';
import { allInTurn } from '../values.ts';

export function eventServices({ clock, log }: { clock: Clock; log: Logger }) {
  let wake: EventNumbering['wake'] | undefined;
  return {
    /** Of the store. */
    onEvents: () => wake?.(),
    async open(store: Store, primary: Pick<PrimaryWatch, 'term'>) {
      const numbering = createEventNumbering({ store, log });
      ({ wake } = numbering);
      try {
        const findDates = await openDatedEvents({ store, clock, onEvents: wake });
        const reader = createEventReader({ store, log, numbering, findDates });
        const close = () => allInTurn([reader.close, numbering.close]);
        return { numbering, reader, readCurrent: createCurrentReads(store, primary), close };
      } catch (error) {
        await numbering.close();
        throw error;
      }
    },
  };
}
