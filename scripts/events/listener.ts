// A listener to the feed (`colophon/client`) whose connection is cut every few seconds, to one service and then to another.
import { eventsOf, type FeedEvent } from '../../core/client/events.ts';
import type { Random } from '../faults/random.ts';

export interface CutListener {
  /** Ids of events, in the order of their arrival; an event may come again. */
  received: number[];
  events: Map<number, FeedEvent>;
  /** Connections so far. */
  connections: number;
  stop(): Promise<void>;
}

interface Listening {
  urls: readonly string[];
  token: string;
  /** Id of the last event that is known. */
  after: string;
  random: Random;
  /** Longest time of a connection, ms. */
  cutMs: number;
}

export function startCutListener({ urls, token, after, random, cutMs }: Listening): CutListener {
  const ended = new AbortController();
  const listener = { received: [] as number[], events: new Map<number, FeedEvent>(), connections: 0 };
  const base = 'http://one-of-them';
  const fetchOne = async (address: string, init: RequestInit): Promise<Response> => {
    const url = String(address).replace(base, urls[listener.connections++ % urls.length] ?? '');
    const cut = AbortSignal.timeout(cutMs / 4 + random.below(cutMs));
    const signal = init.signal ? AbortSignal.any([init.signal, cut]) : cut;
    const headers = { ...(init.headers as Record<string, string>), Authorization: `Bearer ${token}` };
    return fetch(url, { ...init, headers, signal });
  };
  const session = { url: base, fetch: fetchOne as never };
  const listening = (async () => {
    for await (const event of eventsOf(session, { after, filter: { type: 'documents' }, signal: ended.signal })) {
      const number = Number(event.id);
      listener.received.push(number);
      listener.events.set(number, event);
    }
  })();
  return Object.assign(listener, {
    async stop() {
      ended.abort();
      await listening;
    },
  });
}
