// Totals of the objects that a caller sees (D61), for the greater part from stored counts.
import type { Condition } from '../../query/filters.ts';
import { countMerged, documentsPart } from '../../query/merged-rows.ts';
import type { CountKey } from '../../store/rows/count-rows.ts';
import type { Store } from '../../store/store.ts';
import { ANY_ROLE, type AudienceClass } from './audiences.ts';
import {
  audienceIn,
  datedFilter,
  guardedTokens,
  seenAudiences,
  audienceTokens,
  type Visibility,
  type VisibleTypes,
} from './visibility.ts';

const COUNTED: Readonly<Record<AudienceClass, CountKey>> = { on: 'on', dated: 'scheduled', draft: 'draft', off: 'off' };

/** Limit of objects counted for a total; a total of this number may be larger. */
interface CountLimits {
  limit?: number;
}

const countAmong = (
  store: Store,
  { types, areAllContent }: VisibleTypes,
  { condition, limits }: { condition: Condition; limits: CountLimits },
): Promise<number> =>
  areAllContent
    ? store.objects.countDocuments(condition, limits)
    : countMerged(
        types.map((type) => documentsPart(store, type, condition)),
        limits,
      );

/** Objects that only roles other than the caller's may see; undefined when the limit is too low to count them. */
async function countUnreadable(
  store: Store,
  group: VisibleTypes,
  { kinds, limits }: { kinds: readonly AudienceClass[]; limits: CountLimits },
): Promise<number | undefined> {
  const { roles } = group.visibility;
  if (!roles || roles.includes(ANY_ROLE) || kinds.length === 0) return 0;
  const count = (among: NonNullable<Visibility['roles']>): Promise<number> =>
    countAmong(store, group, { condition: audienceIn(guardedTokens(group.visibility, kinds, among)), limits });
  const [all, readable] = await Promise.all([count([ANY_ROLE]), roles.length > 0 ? count(roles) : 0]);
  return all === limits.limit ? undefined : all - readable;
}

/**
 * Exact number of visible objects of some types with the same visibility, without counting them all
 * (core/store/object-counts.ts): only those that are hidden by roles, shown by dates or owned by the caller are
 * counted. undefined when all have to be counted, and when the limit is too low for this.
 */
export async function countVisible(
  store: Store,
  group: VisibleTypes,
  limits: CountLimits,
): Promise<number | undefined> {
  const { types, visibility } = group;
  if (visibility.ownOnly) return undefined;
  const counts: Record<CountKey, number> = await store.readCounts(types);
  const { kinds, dated, own } = seenAudiences(visibility);
  const numberOf = (some: readonly AudienceClass[]): number =>
    some.reduce((sum, kind) => sum + counts[COUNTED[kind]], 0);
  const tokens = [...(numberOf(dated) > 0 ? audienceTokens(visibility, dated) : []), ...own];
  const [unreadable, others] = await Promise.all([
    countUnreadable(store, group, { kinds, limits }),
    tokens.length === 0
      ? 0
      : countAmong(store, group, {
          condition: { ...audienceIn(tokens), ...datedFilter(visibility, { dated, own }) },
          limits,
        }),
  ]);
  if (unreadable === undefined || others === limits.limit) return undefined;
  return numberOf(kinds) - unreadable + others;
}
