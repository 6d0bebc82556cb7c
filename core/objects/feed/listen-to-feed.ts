// `/feed` as a stream (D653). Listeners wait in memory; new events are read once for all of them, and each gets those that its present
// rights allow.
import type { Access, Caller, RequestContext } from '../../context.ts';
import { ApiError, invalidParameter } from '../../errors.ts';
import type { EventStream } from '../../network/event-stream.ts';
import { firstNumber, lastNumber, type EventNumbering } from '../../events/event-numbering.ts';
import type { EventReader } from '../../events/event-reader.ts';
import { cloudEvent } from '../../format/cloud-event.ts';
import type { ListRequest } from '../../list-request.ts';
import type { ReadCurrent } from '../../store/recorded/current-reads.ts';
import type { NumberedEvent } from '../../store/recorded/event-rows.ts';
import type { ObjectServices } from '../object-services.ts';
import { FOLDERS } from '../tree/tree-nodes.ts';
import { assertKept, numberIn, readFeedFilter } from './read-feed.ts';
import { eventReader, viewsOf, type FeedFilter, type PlacedView } from './shown-events.ts';

const HEARTBEAT_MS = 15_000;
/** Wait of clients before they connect again, in ms. */
const RETRY_MS = 1_000;

/** The end of the feed, which all listeners of the process share. */
interface Batch {
  events: readonly NumberedEvent[];
  views: ReadonlyMap<number, PlacedView>;
}

interface FeedDependencies {
  objects: ObjectServices;
  numbering: Pick<EventNumbering, 'onNumbered'>;
  reader: Pick<EventReader, 'readAfter'>;
  readCurrent: ReadCurrent;
  accessOf(caller: Caller): Access;
  /** The present caller of a token. @throws ApiError when it has expired */
  authenticate(token: string, applicationId: number | null): Promise<Caller>;
}

export type Feed = ReturnType<typeof createFeed>;

interface Listener {
  request: ListRequest;
  context: RequestContext;
  filter: FeedFilter;
  cursor: number;
}

/** The objects of events are read for the first listener. */
function createBatches({ objects, reader, readCurrent }: FeedDependencies): (cursor: number) => Promise<Batch> {
  const viewsFor = new WeakMap<readonly NumberedEvent[], Promise<Batch['views']>>();

  return async (cursor) => {
    const events = await reader.readAfter(cursor);
    let views = viewsFor.get(events);
    if (!views) {
      viewsFor.set(events, (views = readCurrent(() => viewsOf(objects, events))));
      views.catch(() => viewsFor.delete(events));
    }
    return { events, views: await views };
  };
}

/** @returns the present caller; undefined when the permission to listen has ended */
async function presentCaller(
  { accessOf, authenticate }: FeedDependencies,
  { caller, token }: RequestContext,
): Promise<Pick<RequestContext, 'caller' | 'access'> | undefined> {
  try {
    const now = token === undefined ? caller : await authenticate(token, caller.applicationId);
    const access = accessOf(now);
    return access.grant('feed', 'read') === 'none' ? undefined : { caller: now, access };
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

/** Messages of a batch; the id advances even when no event is visible. */
async function messagesOf(objects: ObjectServices, listener: Listener, { events, views }: Batch): Promise<string> {
  const { request, context } = listener;
  if (listener.filter.folders && events.some(({ type }) => type === FOLDERS)) {
    listener.filter = await readFeedFilter(objects, request, context);
  }
  const read = eventReader(objects, listener.filter, context);
  const shown = events.flatMap((event) => read(event, views) ?? []);
  listener.cursor = events.at(-1)?.number ?? listener.cursor;
  const texts = shown.map(
    (event) => `id: ${event.number}\ndata: ${JSON.stringify(cloudEvent(event, context.url.base))}\n\n`,
  );
  return shown.at(-1)?.number === listener.cursor ? texts.join('') : `${texts.join('')}id: ${listener.cursor}\n\n`;
}

export function createFeed(dependencies: FeedDependencies) {
  const { objects, numbering, accessOf } = dependencies;
  const batchAfter = createBatches(dependencies);
  const closing = new AbortController();
  /** The last number that a stream was told. */
  let last = 0;
  async function* pieces(listener: Listener, gone: AbortSignal): AsyncGenerator<string> {
    const signal = AbortSignal.any([gone, closing.signal]);
    let wake = (): void => undefined;
    const stopFollowing = numbering.onNumbered((number) => {
      last = Math.max(last, number);
      wake();
    });
    signal.addEventListener('abort', () => wake());
    /** Until there are events after the cursor, or a heartbeat is due. */
    async function more(): Promise<void> {
      if (last > listener.cursor || signal.aborted) return;
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        wake = resolve;
        timer = setTimeout(resolve, HEARTBEAT_MS);
      });
      clearTimeout(timer);
    }
    try {
      yield `retry: ${RETRY_MS}\nid: ${listener.cursor}\n\n`;
      let checked = performance.now();
      while (!signal.aborted) {
        await more();
        if (signal.aborted) return;
        const isDue = performance.now() - checked >= HEARTBEAT_MS;
        if (isDue) {
          const now = await presentCaller(dependencies, listener.context);
          if (!now) return;
          listener.context = { ...listener.context, ...now };
          checked = performance.now();
        } else {
          listener.context = { ...listener.context, access: accessOf(listener.context.caller) };
        }
        const batch = last > listener.cursor ? await batchAfter(listener.cursor) : undefined;
        if (batch?.events.length === 0) listener.cursor = last;
        if (batch && batch.events.length > 0) yield await messagesOf(objects, listener, batch);
        else if (isDue) yield `: heartbeat\nid: ${listener.cursor}\n\n`;
      }
    } finally {
      stopFollowing();
    }
  }

  return {
    /** @throws ApiError invalid_filter, invalid_parameter, not_found, cursor_expired, service_unavailable */
    async listen(request: ListRequest, context: RequestContext): Promise<EventStream> {
      if (closing.signal.aborted) {
        const detail = 'This process is being stopped.';
        throw new ApiError('service_unavailable', detail, { 'Retry-After': '10' });
      }
      const filter = await readFeedFilter(objects, request, context);
      const { store } = objects;
      const [first, end] = [await firstNumber(store), await lastNumber(store)];
      const cursor = startOf(request, context) ?? end;
      assertKept(cursor, { first, last: end }, { parameter: 'page[after]' });
      last = Math.max(last, end);
      let isStarted = false;
      return {
        pieces(signal) {
          if (isStarted) throw new Error('a stream is sent once');
          isStarted = true;
          return pieces({ request, context, filter, cursor }, signal);
        },
      };
    },
    /** Ends all streams, and starts no further ones. */
    close: () => closing.abort(),
  };
}

/** The position at which a listener continues; undefined for the end of the feed. @throws ApiError invalid_parameter */
function startOf({ cursor }: ListRequest, { lastEventId }: RequestContext): number | undefined {
  if (lastEventId !== undefined && lastEventId !== '') return numberIn({ side: 'after', at: lastEventId });
  if (cursor?.side === 'before')
    throw invalidParameter('page[before]', 'A stream starts after an event: use page[after].');
  return cursor === undefined || cursor.at === '' ? undefined : numberIn(cursor);
}
