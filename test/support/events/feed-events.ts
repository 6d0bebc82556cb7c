// The events of a service in the feed, in the order of their numbers.
import { readWindow } from '../../../core/events/event-window.ts';
import type { ObjectServices } from '../../../core/objects/object-services.ts';
import type { NumberedEvent } from '../../../core/store/recorded/event-rows.ts';

type Services = Pick<ObjectServices, 'store' | 'queryTimeLimit'>;

/** @param after number of the last one that is omitted */
export async function allEvents(services: Services, after = 0): Promise<NumberedEvent[]> {
  const all: NumberedEvent[] = [];
  for (let from = after; ; from = all.at(-1)?.number ?? from) {
    const events = await readWindow(services, { from, to: Number.MAX_SAFE_INTEGER, isForwards: true });
    if (events.length === 0) return all;
    all.push(...events);
  }
}
