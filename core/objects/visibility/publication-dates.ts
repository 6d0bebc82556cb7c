// The times at which an object becomes visible to the public, or hidden: by a change of it, or by a date that passes
// (D654). Pure.
import type { PassedDate, PublicationChange } from '../../store/recorded/committed-changes.ts';
import type { ObjectBase } from '../../store/rows/object-rows.ts';

type Published = Pick<ObjectBase, 'type' | 'status' | 'trashed' | 'visible_from' | 'visible_to' | 'modified'>;

/**
 * A change this soon after a date writes the event of the date unless it exists: afterwards the job for dates could not
 * know the previous state of the object. Much shorter than events are kept.
 */
const SOON_MS = 3_600_000;

/** Users are accounts, not publications. */
const isPublished = ({ type, status, trashed }: Published): boolean => status === 'on' && !trashed && type !== 'users';

const isPublic = (object: Published, at: Date): boolean =>
  isPublished(object) && object.visible_from <= at && object.visible_to >= at;

/** The first moment at which the object is no longer visible: `visible_to` still belongs to the time of the publication. */
const afterEnd = (end: Date): number => end.getTime() + 1;

/** Dates of an object that have passed since its last change and up to `now`. */
export function passedDates(object: Published, now: Date): PassedDate[] {
  if (!isPublished(object)) return [];
  const { visible_from: start, visible_to: end } = object;
  const [since, until] = [object.modified.getTime(), now.getTime()];
  const hasPassed = (moment: number): boolean => since < moment && moment <= until;
  return [
    ...(hasPassed(start.getTime()) ? [{ event: 'published', at: start } as const] : []),
    ...(hasPassed(afterEnd(end)) ? [{ event: 'unpublished', at: end } as const] : []),
  ];
}

/**
 * The effect of a change on the publication of an object.
 * @param before null for a new object
 * @param after null for one that is removed
 * @returns undefined for no effect
 */
export function publicationChange(
  before: Published | null,
  after: Published | null,
  at: Date,
): PublicationChange | undefined {
  const wasPublic = before !== null && isPublic(before, at);
  const becomesPublic = after !== null && isPublic(after, at);
  const passed = before ? passedDates(before, at).filter((date) => at.getTime() - date.at.getTime() < SOON_MS) : [];
  return wasPublic === becomesPublic && passed.length === 0
    ? undefined
    : { wasPublic, isPublic: becomesPublic, passed };
}
