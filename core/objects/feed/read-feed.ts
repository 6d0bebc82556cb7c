// `/feed`: events by their numbers (D652). A page ends after enough events were found or examined.
import type { RequestContext } from '../../context.ts';
import { ApiError, invalidParameter } from '../../errors.ts';
import { firstNumber, lastNumber } from '../../events/event-numbering.ts';
import { readWindow, WINDOW, type EventRange } from '../../events/event-window.ts';
import type { FilterValue, ListRequest, PageCursor, PageEnds } from '../../list-request.ts';
import { listOf, singleText } from '../../query/filters.ts';
import { MODEL_RESOURCES, type EventName } from '../../store/history/changes.ts';
import { EVENT_OF_ACTION } from '../../store/recorded/event-rows.ts';
import { typesNamed } from '../lists/object-filters.ts';
import { servedTypes, type ObjectServices } from '../object-services.ts';
import { folderNamed, visibleSubtree } from '../tree/tree-filters.ts';
import { visibleTypes, visibleTypesFilter } from '../visibility/visibility.ts';
import { eventReader, kindsFor, viewsOf, type FeedFilter, type ShownEvent } from './shown-events.ts';

/** Events that are examined for one page. */
const MOST_LOOKED_AT = 10_000;

const EVENTS: ReadonlySet<string> = new Set([...Object.values(EVENT_OF_ACTION), 'published', 'unpublished']);

const isEventName = (name: string): name is EventName => EVENTS.has(name);

function eventNames(value: FilterValue): Set<EventName> {
  const names = listOf(value, 'filter[event]');
  const unknown = names.find((name) => !isEventName(name));
  if (unknown === undefined) return new Set(names.filter(isEventName));
  const detail = `there is no event "${unknown.slice(0, 50)}": ${[...EVENTS].join(', ')}.`;
  throw new ApiError('invalid_filter', { detail, source: { parameter: 'filter[event]' } });
}

/** @throws ApiError invalid_filter, not_found for a folder that the caller does not see */
export async function readFeedFilter(
  services: ObjectServices,
  { filters, search }: Pick<ListRequest, 'filters' | 'search'>,
  context: RequestContext,
): Promise<FeedFilter> {
  const [types, events, ancestor] = ['type', 'event', 'ancestor'].map((name) => filters.get(name));
  const names = [...filters.keys(), ...(search === undefined ? [] : ['query'])];
  const unknown = names.find((name) => !['type', 'event', 'ancestor'].includes(name));
  if (unknown !== undefined) {
    const parameter = `filter[${unknown}]`;
    throw new ApiError('invalid_filter', { detail: `There is no filter "${unknown}" here.`, source: { parameter } });
  }
  const named = { parameter: 'filter[type]', others: MODEL_RESOURCES };
  const typeNames = types === undefined ? undefined : typesNamed(services, { value: types, ...named });
  const folder =
    ancestor === undefined ? undefined : await folderNamed(services, singleText(ancestor, 'filter[ancestor]'), context);
  return {
    types: typeNames && new Set(typeNames),
    events: events === undefined ? undefined : eventNames(events),
    folders: folder && new Set((await visibleSubtree(services, folder._id, context)).folders),
  };
}

/** @throws ApiError invalid_parameter */
export function numberIn({ at, side }: Pick<PageCursor, 'at' | 'side'>): number {
  if (/^\d{1,15}$/.test(at)) return Number(at);
  throw invalidParameter(`page[${side}]`, `page[${side}] must be the id of an event, or empty.`);
}

/** @throws ApiError cursor_expired for a cursor of another database, or of a time before events were stored */
export function assertKept(cursor: number, { first, last }: { first: number; last: number }, source: object): void {
  if (cursor >= first - 1 && cursor <= last) return;
  const detail = `The events after ${cursor} are not available: read everything again by lists, and then the feed from its present end.`;
  throw new ApiError('cursor_expired', { detail, source });
}

/** The start of a request without a cursor. */
export const FROM_THE_OLDEST: PageCursor = { side: 'after', at: '', filters: '' };

export interface FeedPage extends PageEnds {
  items: ShownEvent[];
  /** The `page[after]` that follows this page. */
  cursor: string;
}

/** The visible events of a range. @returns also the last examined number, if it is before the end of the range */
async function readShown(
  services: ObjectServices,
  { range, most, filter }: { range: EventRange; most: number; filter: FeedFilter },
  context: RequestContext,
): Promise<{ shown: ShownEvent[]; stoppedAt: number | undefined }> {
  const read = eventReader(services, filter, context);
  const seen = visibleTypesFilter(visibleTypes(servedTypes(services), context, services.clock.now()));
  const kinds = kindsFor(filter);
  const shown: ShownEvent[] = [];
  const left = { ...range };
  let looked = 0;
  let size = Math.min(most + 1, WINDOW);
  while (looked < MOST_LOOKED_AT) {
    const events = await readWindow(services, { ...left, most: size }, kinds);
    const views = await viewsOf(services, events, seen);
    for (const event of events) {
      const one = read(event, views);
      if (one && shown.length === most) return { shown, stoppedAt: shown.at(-1)?.number };
      if (one) shown.push(one);
    }
    // Numbers have no gaps.
    if (left.to - left.from <= size) return { shown, stoppedAt: undefined };
    if (range.isForwards) left.from += size;
    else left.to -= size;
    looked += size;
    // Most pages end with their first events.
    size = Math.min(4 * size, WINDOW);
  }
  return { shown, stoppedAt: range.isForwards ? left.from : left.to + 1 };
}

/** @throws ApiError invalid_filter, invalid_parameter, not_found, cursor_expired, query_too_expensive */
export async function readFeed(
  services: ObjectServices,
  request: ListRequest,
  context: RequestContext,
): Promise<FeedPage> {
  const { cursor: requested = FROM_THE_OLDEST, pageSize: most } = request;
  const filter = await readFeedFilter(services, request, context);
  const [first, last] = [await firstNumber(services.store), await lastNumber(services.store)];
  const isForwards = requested.side === 'after';
  const start = requested.at === '' ? (isForwards ? first - 1 : last + 1) : numberIn(requested);
  if (isForwards) assertKept(start, { first, last }, { parameter: 'page[after]' });
  const range = isForwards
    ? { from: start, to: last, isForwards }
    : { from: first - 1, to: Math.min(start - 1, last), isForwards };
  const { shown, stoppedAt } = await readShown(services, { range, most, filter }, context);
  const onward = stoppedAt === undefined ? null : String(stoppedAt);
  if (!isForwards) {
    const next = requested.at === '' || start > last ? null : String(start - 1);
    const cursor = String(Math.min(last, start - 1));
    return { items: shown.reverse(), count: undefined, cursors: { prev: onward, next }, cursor };
  }
  const prev = requested.at === '' ? null : String(shown[0]?.number ?? last + 1);
  return { items: shown, count: undefined, cursors: { prev, next: onward }, cursor: onward ?? String(last) };
}
