// Assembles events: those of publication dates, their numbers, and their reader.
import type { Clock } from '../clock.ts';
import { createEventNumbering, type EventNumbering } from '../events/event-numbering.ts';
import { createEventReader, type EventReader } from '../events/event-reader.ts';
import type { Logger } from '../log.ts';
import { openDatedEvents } from '../objects/writing/dated-events.ts';
import type { PrimaryWatch } from '../store/connection/connect.ts';
import { createCurrentReads, type ReadCurrent } from '../store/recorded/current-reads.ts';
import type { Store } from '../store/store.ts';
import { allInTurn } from '../values.ts';

export interface OpenEvents {
  numbering: EventNumbering;
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
