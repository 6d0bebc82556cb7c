// Changes as they happen: the feed as a stream of events, which resumes after a disconnection.
import { ColophonError } from './colophon-error.ts';
import { pause } from './pause.ts';
import { serializeQuery } from './query.ts';
import type { Session } from './session.ts';

/** A CloudEvent of `GET /feed`. */
export interface FeedEvent {
  specversion: '1.0';
  /** The position of the feed after this event, for `after`. */
  id: string;
  source: string;
  /** Such as `colophon.object.updated`. */
  type: string;
  /** `/documents/12` */
  subject: string;
  /** ISO 8601. */
  time: string;
  data: {
    id: string;
    type: string;
    /** Names of changed members. */
    changed: string[];
  };
}

export interface EventsRequest {
  /** The id of the last event that was handled; without it, the stream starts with the next event. */
  after?: string | undefined;
  /** Like that of `GET /feed`: `type`, `event`, `ancestor`. */
  filter?: Readonly<Record<string, string | readonly string[]>> | undefined;
  /** Ends it, like leaving the loop. */
  signal?: AbortSignal | undefined;
}

/** The service sends data at least every 15 seconds. */
const SILENCE_MS = 45_000;
/** Waits between attempts to connect; the first is the one that the service requests. */
const WAITS = { first: 1_000, most: 30_000 };

interface Message {
  id: string | undefined;
  data: string | undefined;
  retry: number | undefined;
}

function readMessage(text: string): Message {
  const fields = new Map(text.split('\n').map((line) => [line.replace(/:.*$/, ''), line.replace(/^[^:]*: ?/, '')]));
  const retry = fields.get('retry');
  return { id: fields.get('id'), data: fields.get('data'), retry: retry === undefined ? undefined : Number(retry) };
}

/** Whole messages of a stream, as they arrive. */
async function* messagesOf(body: ReadableStream<Uint8Array>, alive: () => void): AsyncGenerator<Message> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      alive();
      const parts = (text + decoder.decode(read.value, { stream: true })).split('\n\n');
      text = parts.pop() ?? '';
      yield* parts.map(readMessage);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/**
 * Permanent: the same request would be refused again; also if the events after the cursor no longer exist
 * (`cursor_expired`).
 */
const isFinal = (error: unknown): boolean =>
  error instanceof ColophonError && error.status < 500 && error.status !== 408 && error.status !== 429;

/** @throws ColophonError for permanent errors, such as `cursor_expired`: then read all data again */
export async function* eventsOf(
  session: Pick<Session, 'url' | 'fetch'>,
  { after, filter, signal }: EventsRequest,
): AsyncGenerator<FeedEvent, void, undefined> {
  const search = serializeQuery(filter ? { filter } : {});
  let last = after;
  let retry = WAITS.first;
  let failures = 0;

  async function connect(ended: AbortSignal): Promise<ReadableStream<Uint8Array>> {
    const headers = { accept: 'text/event-stream', ...(last === undefined ? {} : { 'last-event-id': last }) };
    const address = `${session.url}/feed${search === '' ? '' : `?${search}`}`;
    const response = await session.fetch(address, { headers, signal: ended });
    if (response.ok && response.body) return response.body;
    throw new ColophonError(response, await response.json().catch(() => undefined));
  }

  while (!signal?.aborted) {
    const cut = new AbortController();
    const end = (): void => cut.abort();
    signal?.addEventListener('abort', end);
    let silence = setTimeout(end, SILENCE_MS);
    const alive = (): void => {
      clearTimeout(silence);
      silence = setTimeout(end, SILENCE_MS);
    };
    try {
      for await (const message of messagesOf(await connect(cut.signal), alive)) {
        failures = 0;
        retry = message.retry ?? retry;
        // After the event: one whose handling fails is delivered again to a client that resumes after the last one.
        // cast: the description defines the events of the feed
        if (message.data !== undefined) yield JSON.parse(message.data) as FeedEvent;
        last = message.id ?? last;
      }
    } catch (error) {
      if (signal?.aborted) return;
      if (isFinal(error)) throw error;
    } finally {
      clearTimeout(silence);
      signal?.removeEventListener('abort', end);
      cut.abort();
    }
    // Growing while it fails, and random, so that clients do not all connect at the same moment.
    await pause(Math.min(WAITS.most, retry * 2 ** Math.min(failures++, 10)) * (0.5 + Math.random() / 2), signal);
  }
}
