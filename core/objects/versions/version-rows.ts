// The change rows of an object that are versions, and their visibility (D505, D506).
import type { RequestContext } from '../../context.ts';
import { underTimeLimit } from '../../query/page.ts';
import { EVERYONE, type ChangeRow, type ObjectVersion } from '../../store/history/changes.ts';
import type { ObjectRecord } from '../object-record.ts';
import type { ObjectServices } from '../object-services.ts';
import { visibilityFor } from '../visibility/visibility.ts';
import { MATCH_NONE, type Condition } from '../../query/filters.ts';

/** The change row of a version, with the names of the changed attributes instead of values. */
export interface VersionRow extends Pick<ChangeRow, 'user_id' | 'created'> {
  /** A removed object has no versions. */
  user_action: Exclude<ChangeRow['user_action'], 'remove'>;
  version: ObjectVersion;
  changed: string[];
}

/** Values may be large: only their names are read. */
export const VERSION_ROW = {
  user_action: 1,
  user_id: 1,
  created: 1,
  version: 1,
  changed: { $map: { input: { $objectToArray: '$changed' }, in: '$$this.k' } },
} as const;

/** Rows of the versions of an object, up to a number. */
export const versionsUpTo = ({ document }: ObjectRecord, number: number): Condition => ({
  resource_type: 'objects',
  resource_id: String(document._id),
  'version.number': { $gt: 0, $lte: number },
});

/**
 * The last version that can be restored exactly: rows of earlier releases may have no number, and rows may have been deleted.
 * @throws ApiError query_too_expensive
 */
export async function lastWholeVersion(
  { store, queryTimeLimit }: Pick<ObjectServices, 'store' | 'queryTimeLimit'>,
  found: ObjectRecord,
): Promise<number> {
  const { revision } = found.document;
  const filter = versionsUpTo(found, revision);
  const limits = { maxTimeMS: queryTimeLimit };
  if ((await underTimeLimit(store.changes.countDocuments(filter, limits))) === revision) return revision;
  const stored = store.changes.find(filter, { projection: { _id: 0, 'version.number': 1 }, ...limits });
  const rows = await underTimeLimit(stored.sort({ 'version.number': 1 }).toArray());
  const gap = rows.findIndex(({ version }, index) => version?.number !== index + 1);
  return gap < 0 ? rows.length : gap;
}

/** Condition on the versions that the caller sees (D760). Their roles count even if no object has permissions now. */
export function visibleVersionFilter(
  { clock }: Pick<ObjectServices, 'clock'>,
  { type, document }: ObjectRecord,
  context: RequestContext,
): Condition {
  const now = clock.now();
  const visibility = visibilityFor(type, context, now);
  if (!visibility) return MATCH_NONE;
  const { statuses, dated, allOwn, ownerField, userId } = visibility;
  const { caller } = context;
  const readers = caller.isAdmin ? {} : { 'version.readers': { $in: [EVERYONE, ...caller.roles] } };
  if (allOwn && userId !== null && document[ownerField] === userId) return readers;
  return {
    ...readers,
    ...(statuses && { 'version.status': { $in: [...statuses] } }),
    ...(dated && { 'version.visible_from': { $lte: now }, 'version.visible_to': { $gte: now } }),
  };
}
