// Events in the format of CloudEvents 1.0 (https://cloudevents.io), in structured JSON. Pure.
import type { components } from '../../generated/api.d.ts';

/** The parts of an event that are the same for all readers. */
interface Described {
  number: number;
  about: 'object' | 'model';
  event: string;
  type: string;
  subject: string;
  changed: readonly string[];
  at: Date;
}

type Schemas = components['schemas'];

export const eventType = ({ about, event }: Pick<Described, 'about' | 'event'>): Schemas['FeedEventType'] =>
  // cast: the names of events depend on what they are about (EVENT_OF in core/store/recorded/event-rows.ts)
  `colophon.${about}.${event}` as Schemas['FeedEventType'];

export const eventSubject = ({ about, type, subject }: Pick<Described, 'about' | 'type' | 'subject'>): string =>
  about === 'model' ? `/model/${type}/${subject}` : `/${type}/${subject}`;

export const eventData = ({ subject: id, type, changed }: Described): Schemas['FeedEventData'] => ({
  id,
  type,
  changed: [...changed],
});

/** @param source base of the service's addresses */
export const cloudEvent = (event: Described, source: string) => ({
  specversion: '1.0',
  id: String(event.number),
  source,
  type: eventType(event),
  subject: eventSubject(event),
  time: event.at.toISOString(),
  datacontenttype: 'application/json',
  data: eventData(event),
});
