// Visible events, by the caller's rights at the time of reading (D652): events of objects that are visible now, and a
// tombstone for an event that made an object invisible to the caller. All other events are absent.
import type { RequestContext } from '../../context.ts';
import type { EventKinds } from '../../events/event-window.ts';
import type { Condition } from '../../query/filters.ts';
import type { ResolvedType } from '../../model/model.ts';
import { VIEW_PROJECTION, type ViewRow } from '../../store/rows/object-rows.ts';
import type { EventName } from '../../store/history/changes.ts';
import type { NumberedEvent } from '../../store/recorded/event-rows.ts';
import type { ObjectServices } from '../object-services.ts';
import { isShown, readerOf } from '../visibility/shown-attributes.ts';
import { isVisible, mayRead, visibilityFor, type Visibility } from '../visibility/visibility.ts';

/** An event as its reader sees it; `changed` is empty for a tombstone. */
export type ShownEvent = Omit<NumberedEvent, 'before' | 'user_id' | 'of_date'>;

/** The present state of an object. */
export type PlacedView = ViewRow & { parents?: number[] };

/** The objects of some events as they are now. @param visible those that the only reader sees; by default for all readers */
export async function viewsOf(
  { store }: Pick<ObjectServices, 'store'>,
  events: readonly NumberedEvent[],
  visible: Condition = {},
): Promise<ReadonlyMap<number, PlacedView>> {
  const ids = new Set(events.filter(({ about }) => about === 'object').map(({ subject }) => Number(subject)));
  if (ids.size === 0) return new Map();
  const projection = { ...VIEW_PROJECTION, parents: 1 };
  const rows = await store.objects
    .find<PlacedView>({ $and: [{ _id: { $in: [...ids] } }, visible] }, { projection })
    .toArray();
  return new Map(rows.map((row) => [row._id, row]));
}

/** The request of a reader of the feed. */
export interface FeedFilter extends EventKinds {
  /** Ids of the folder and of those below it that the caller sees. */
  folders: ReadonlySet<number> | undefined;
}

/** Events that the filter may show: any one can become a tombstone, which is `removed`. */
export const kindsFor = ({ types, events }: FeedFilter): EventKinds => ({
  types,
  ...(!events?.has('removed') && { events }),
});

type Reader = Pick<RequestContext, 'access' | 'caller'>;

/** These already mean that an object no longer exists; a tombstone of another event is `removed`. */
const ENDS: ReadonlySet<EventName> = new Set(['deleted', 'removed', 'unpublished']);

const withoutPeople = ({ before: _before, user_id: _userId, of_date: _ofDate, ...shown }: NumberedEvent): ShownEvent =>
  shown;

const tombstone = (event: NumberedEvent): ShownEvent => ({
  ...withoutPeople(event),
  event: ENDS.has(event.event) ? event.event : 'removed',
  changed: [],
});

const before = ({ at }: NumberedEvent): Date => new Date(at.getTime() - 1);

/** A purge follows the trash: whoever would see the object outside of it is told. */
function wasVisible(event: NumberedEvent, visibility: Visibility, { caller }: Reader): boolean {
  if (!event.before) return false;
  const trashed = event.before.trashed && event.event !== 'removed';
  const object = { _id: Number(event.subject), ...event.before, trashed, audiences: [] };
  return isVisible(object, { ...visibility, now: before(event) }) && mayRead(object, caller);
}

/** @returns the event for a reader; undefined when it is hidden */
export function eventReader(
  { modelService, clock }: Pick<ObjectServices, 'modelService' | 'clock'>,
  filter: FeedFilter,
  reader: Reader,
): (event: NumberedEvent, views: ReadonlyMap<number, PlacedView>) => ShownEvent | undefined {
  const { types } = modelService.current();
  const now = clock.now();
  const visibilities = new Map<string, Visibility | undefined>();
  const visibilityOf = (type: ResolvedType): Visibility | undefined => {
    if (!visibilities.has(type.name)) visibilities.set(type.name, visibilityFor(type, reader, now));
    return visibilities.get(type.name);
  };

  function shownObject(event: NumberedEvent, view: PlacedView | undefined): ShownEvent | undefined {
    const type = types.get(event.type);
    const visibility = type?.served && !type.abstract ? visibilityOf(type) : undefined;
    if (!type || !visibility) return undefined;
    const isSeen = view !== undefined && isVisible(view, visibility) && mayRead(view, reader.caller);
    if (!isSeen) return wasVisible(event, visibility, reader) ? tombstone(event) : undefined;
    const { folders } = filter;
    if (folders && !view.parents?.some((id) => folders.has(id))) {
      // It may have existed before.
      return event.changed.includes('parents') || event.changed.includes('places') ? tombstone(event) : undefined;
    }
    const seer = readerOf(view._id, reader.caller);
    return { ...withoutPeople(event), changed: event.changed.filter((name) => isShown(type, name, seer)) };
  }

  return (event, views) => {
    if (filter.types && !filter.types.has(event.type)) return undefined;
    const shown =
      event.about === 'object'
        ? shownObject(event, views.get(Number(event.subject)))
        : filter.folders || reader.access.grant('model', 'read') === 'none'
          ? undefined
          : event;
    return shown && (!filter.events || filter.events.has(shown.event)) ? shown : undefined;
  };
}
