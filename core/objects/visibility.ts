// Who sees which objects (D14, D51): callers who may write see all, others what is on and within its publication dates.
// What is hidden is absent everywhere: single reads, lists, totals, search.
import { mayWriteContent } from '../accounts/authorization.ts';
import type { Caller } from '../context.ts';
import type { CountKey } from '../store/object-counts.ts';
import type { ObjectBase, Store } from '../store/store.ts';

export interface Visibility {
  /** Drafts, objects that are off, and those outside their dates too. */
  everything: boolean;
  now: Date;
}

export const visibilityFor = (caller: Caller, now: Date): Visibility => ({ everything: mayWriteContent(caller), now });

/** Ends of the publication that compare with any date, for null ones (core/store/store.ts). */
export const ALWAYS_FROM = new Date(0);
export const ALWAYS_TO = new Date('9999-12-31T23:59:59Z');

export const publicationBounds = (start: Date | null, end: Date | null) => ({
  visible_from: start ?? ALWAYS_FROM,
  visible_to: end ?? ALWAYS_TO,
});

/** Publication dates decide whether it is seen now. */
export const isScheduled = (object: Pick<ObjectBase, 'publish_start' | 'publish_end'>): boolean =>
  object.publish_start !== null || object.publish_end !== null;

export const withinDates = (now: Date) => ({ visible_from: { $lte: now }, visible_to: { $gte: now } });

/** Condition of a list, on the fields that the list indexes begin with. */
export function visibleFilter({ everything, now }: Visibility): Record<string, unknown> {
  return everything ? { trashed: false } : { trashed: false, status: 'on', ...withinDates(now) };
}

export function isVisible(object: ObjectBase, { everything, now }: Visibility): boolean {
  if (object.trashed) return false;
  return everything || (object.status === 'on' && object.visible_from <= now && object.visible_to >= now);
}

/** Exact number of visible objects of some types, without counting them (core/store/object-counts.ts). */
export async function countVisible(store: Store, types: readonly string[], visibility: Visibility): Promise<number> {
  const counts: Record<CountKey, number> = await store.readCounts(types);
  if (visibility.everything) return counts.on + counts.scheduled + counts.draft + counts.off;
  if (counts.scheduled === 0) return counts.on;
  const scheduled = await store.objects.countDocuments({
    type: { $in: [...types] },
    ...visibleFilter(visibility),
    $or: [{ visible_from: { $gt: ALWAYS_FROM } }, { visible_to: { $lt: ALWAYS_TO } }],
  });
  return counts.on + scheduled;
}
