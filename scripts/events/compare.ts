// Whether the events match what has happened: nothing missing, nothing invented, each object in its order, and the same state at the end.
import type { FeedEvent } from '../../core/client/events.ts';
import type { ReceivedEvent } from './receiver.ts';

/** An event as it is stored. */
export interface Happened {
  number: number;
  id: number;
  event: string;
}

/** Of many faults only the first ones have a line. */
const MOST_LINES = 10;

const few = (lines: string[]): string[] =>
  lines.length <= MOST_LINES
    ? lines
    : [...lines.slice(0, MOST_LINES), `… and ${lines.length - MOST_LINES} more like these`];

/**
 * Events that a reader has to receive: all events of existing objects; of other objects only their end, since events of
 * an object that was hidden at the time of reading are absent.
 */
export const requiredOf = (happened: readonly Happened[], isThere: (id: number) => boolean): Happened[] =>
  happened.filter(({ id, event }) => isThere(id) || event === 'deleted');

/** Changes without an event: every document that is there was created. */
export function unrecorded(happened: readonly Happened[], ids: Iterable<number>): string[] {
  const created = new Set(happened.filter(({ event }) => event === 'created').map(({ id }) => id));
  return few(
    [...ids].filter((id) => !created.has(id)).map((id) => `feed: document ${id} has no event of its creation`),
  );
}

interface Story {
  happened: readonly Happened[];
  required: readonly Happened[];
}

/** @param received events in the order of arrival, each once */
export function compareEvents(
  who: string,
  received: readonly Omit<Happened, 'event'>[],
  { happened, required }: Story,
): string[] {
  const known = new Set(received.map(({ number }) => number));
  const real = new Set(happened.map(({ number }) => number));
  const missing = required
    .filter(({ number }) => !known.has(number))
    .map(({ number, event, id }) => `${who}: ${event} ${id} (${number}) is missing`);
  const invented = received
    .filter(({ number }) => !real.has(number))
    .map(({ number, id }) => `${who}: event ${number} of ${id} has never happened`);
  const last = new Map<number, number>();
  const disordered: string[] = [];
  for (const { number, id } of received) {
    const before = last.get(id) ?? 0;
    if (number < before) disordered.push(`${who}: ${number} of ${id} came after ${before}`);
    last.set(id, Math.max(number, before));
  }
  return [...few(missing), ...few(invented), ...few(disordered)];
}

/** The events that a listener received, each once. */
export function eventsOnce(
  received: readonly number[],
  events: ReadonlyMap<number, FeedEvent>,
): Omit<Happened, 'event'>[] {
  return [...new Set(received)].map((number) => ({ number, id: Number(events.get(number)?.data.id) }));
}

/** A copy made of the messages of a webhook: titles by id. */
export function copyOf(received: readonly ReceivedEvent[]): Map<number, string> {
  const copy = new Map<number, string>();
  for (const { id, title } of received) {
    if (title === undefined) copy.delete(id);
    else copy.set(id, title);
  }
  return copy;
}

export function compareCopies(copy: ReadonlyMap<number, string>, real: ReadonlyMap<number, string>): string[] {
  const wrong: string[] = [];
  for (const [id, title] of real) {
    if (copy.get(id) !== title) wrong.push(`copy: ${id} is "${copy.get(id) ?? 'not there'}", should be "${title}"`);
  }
  for (const id of copy.keys()) if (!real.has(id)) wrong.push(`copy: ${id} is there, and should not be`);
  return few(wrong);
}
