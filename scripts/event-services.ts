// Assembles events: their numbers, those of publication dates, and their reader.
import type { Clock } from '../core/clock.ts';
import { createEventNumbering, type EventNumbering } from '../core/events/event-numbering.ts';
import { createEventReader, type EventReader } from '../core/events/event-reader.ts';
import type { Logger } from '../core/log.ts';
import { openDatedEvents, type DatedEvents } from '../core/objects/dated-events.ts';
import type { PrimaryWatch } from '../core/store/connect.ts';
import { createCurrentReads, type ReadCurrent } from '../core/store/current-reads.ts';
import type { Store } from '../core/store/store.ts';

interface OpenEvents {
  numbering: EventNumbering;
  dates: DatedEvents;
  reader: EventReader;
  /** Of what events are about. */
  readCurrent: ReadCurrent;
  close(): Promise<void>;
}

interface EventServices {
  /** Of the store. */
  onEvents(): void;
  open(store: Store, primary: Pick<PrimaryWatch, 'term'>): Promise<OpenEvents>;
}

export function eventServices({ clock, log }: { clock: Clock; log: Logger }): EventServices {
  let wake: EventNumbering['wake'] | undefined;
  return {
    onEvents: () => wake?.(),
    async open(store, primary) {
      const numbering = createEventNumbering({ store, log });
      ({ wake } = numbering);
      try {
        const dates = await openDatedEvents({ store, clock, log, onEvents: wake });
        const reader = createEventReader({ store, log });
        const close = async (): Promise<void> => {
          await reader.close();
          await dates.close();
          await numbering.close();
        };
        return { numbering, dates, reader, readCurrent: createCurrentReads(store, primary), close };
      } catch (error) {
        await numbering.close();
        throw error;
      }
    },
  };
}
