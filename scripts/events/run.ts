// The run: writers, a receiver of webhooks that fails and a listener that is cut, while processes are killed; and then the comparison.
import { setTimeout as sleep } from 'node:timers/promises';
import { lastNumber } from '../../core/events/event-numbering.ts';
import { readWindow } from '../../core/events/event-window.ts';
import type { Store } from '../../core/store/store.ts';
import { create, sendAs, signIn } from '../admin-requests.ts';
import { createRandom } from '../faults/random.ts';
import { compareCopies, compareEvents, copyOf, eventsOnce, requiredOf, unrecorded, type Happened } from './compare.ts';
import { startCutListener } from './listener.ts';
import { openFlakyReceiver } from './receiver.ts';
import { startWriters } from './writers.ts';

/** Deliveries at the end may wait for a retry; this makes them try at once. */
const NUDGE_MS = 1_000;
const QUERY_MS = 60_000;

export interface EventsSettings {
  writes: number;
  clients: number;
  seed: number;
  /** Time between two faults, ms. */
  faultEveryMs: number;
  /** About the time of a connection of the listener, ms. */
  cutMs: number;
  /** Time in which all must have arrived after the last write, ms. */
  patienceMs: number;
}

interface Stage {
  urls: readonly string[];
  password: string;
  store: Store;
  /** Causes a fault of a process, and resolves when the process is back. @returns the fault */
  fault(): Promise<string>;
}

export interface EventsResult {
  writes: number;
  events: number;
  faults: number;
  /** Messages that the receiver has refused, and those that came again. */
  failed: number;
  repeated: number;
  connections: number;
  /** From the last write until all was delivered, ms. */
  caughtUpMs: number;
  wrong: string[];
}

async function eventsSince(store: Store, start: number): Promise<Happened[]> {
  const happened: Happened[] = [];
  for (let from = start; ;) {
    const services = { store, queryTimeLimit: QUERY_MS };
    const events = await readWindow(services, { from, to: Number.MAX_SAFE_INTEGER, isForwards: true });
    const end = events.at(-1)?.number;
    if (end === undefined) return happened;
    for (const { number, type, subject, event } of events) {
      if (type === 'documents') happened.push({ number, id: Number(subject), event });
    }
    from = end;
  }
}

async function documentsNow(store: Store): Promise<Map<number, string>> {
  const rows = await store
    .documents('documents')
    .find({ trashed: false }, { projection: { title: 1 } })
    .toArray();
  return new Map(rows.map((row) => [row._id, String((row as { title?: unknown }).title)]));
}

/** @throws Error when the service cannot even be prepared */
export async function runEvents(
  { urls, password, store, fault }: Stage,
  settings: EventsSettings,
  say: (line: string) => void,
): Promise<EventsResult> {
  const random = createRandom(settings.seed);
  const [url = ''] = urls;
  const token = await signIn(url, 'admin', password);
  const send = sendAs(url, token);
  const receiver = await openFlakyReceiver(random);
  const attributes = { name: 'check', url: receiver.url, object_types: ['documents'], fields: 'title', role_id: 1 };
  const { id, meta } = await create(send, '/admin/webhooks', attributes);
  receiver.secret = String(meta['secret']);
  const start = await lastNumber(store);
  const listener = startCutListener({ urls, token, after: String(start), random, cutMs: settings.cutMs });
  const writers = startWriters({ urls, token, random, ...settings });
  let faults = 0;
  let isOver = false;
  const over = writers.finished.then(() => (isOver = true));
  while (!isOver) {
    await Promise.race([over, sleep(settings.faultEveryMs)]);
    if (isOver) break;
    const what = await fault();
    faults += 1;
    say(`${writers.done()} writes, ${receiver.received.length} messages, ${listener.events.size} events: ${what}`);
  }
  await writers.finished;

  const began = performance.now();
  const compare = async (): Promise<{ wrong: string[]; events: number }> => {
    const happened = await eventsSince(store, start);
    const real = await documentsNow(store);
    const story = { happened, required: requiredOf(happened, (each) => real.has(each)) };
    const wrong = [
      ...unrecorded(happened, real.keys()),
      ...compareEvents('webhook', receiver.received, story),
      ...compareEvents('listener', eventsOnce(listener.received, listener.events), story),
      ...compareCopies(copyOf(receiver.received), real),
      ...receiver.wrong,
    ];
    return { wrong, events: happened.length };
  };
  let found = await compare();
  while (found.wrong.length > 0 && performance.now() - began < settings.patienceMs) {
    await sleep(NUDGE_MS);
    const again = { data: { type: 'webhooks', id, attributes: {} } };
    await send('PATCH', `/admin/webhooks/${id}`, again).catch(() => undefined);
    found = await compare();
    say(`${found.wrong.length} to come, the first: ${found.wrong[0] ?? 'none'}`);
  }
  const caughtUpMs = performance.now() - began;
  await listener.stop();
  await receiver.close();
  const { failed, repeated } = receiver;
  return { writes: writers.done(), faults, failed, repeated, connections: listener.connections, caughtUpMs, ...found };
}
