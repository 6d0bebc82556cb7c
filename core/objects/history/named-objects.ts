// Other objects in change rows of an object: related ones, and folders. Ids of objects that the caller does not see are
// omitted (D14, D159).
import type { RequestContext } from '../../context.ts';
import type { ResolvedType } from '../../model/model.ts';
import { underTimeLimit } from '../../query/page.ts';
import { servedTypes, type ObjectServices } from '../object-services.ts';
import { visibleTypes, visibleTypesFilter, withoutTrashCondition } from '../visibility/visibility.ts';

export type Changed = Record<string, unknown>;

interface ChangeOfType {
  type: ResolvedType;
  changed: Changed;
}

type Keep = (id: number) => boolean;

const LINK_PARTS = new Set(['added', 'changed', 'removed']);

/** All in one batch of the cursor. */
const BATCH = 100_000;

const isIds = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'number');

/** The links of a relation, which may be renamed or deleted since. */
const isLinks = (value: unknown): value is Record<string, number[]> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.entries(value).every(([part, ids]) => LINK_PARTS.has(part) && isIds(ids));

const isPlace = (value: unknown): value is { to: unknown } =>
  typeof value === 'object' && value !== null && 'to' in value;

/** The values without the other ids. */
export function keepIds({ type, changed }: ChangeOfType, keep: Keep): Changed {
  const kept = ([name, value]: [string, unknown]): [string, unknown] => {
    if (type.attribute.has(name)) return [name, value];
    if (name === 'parents' && isIds(value)) return [name, value.filter(keep)];
    if (name === 'places' && Array.isArray(value)) {
      return [name, value.filter((place) => !isPlace(place) || typeof place.to !== 'number' || keep(place.to))];
    }
    if (!isLinks(value)) return [name, value];
    const parts = Object.entries(value).map(([part, ids]) => [part, ids.filter(keep)] as const);
    return [name, Object.fromEntries(parts.filter(([, ids]) => ids.length > 0))];
  };
  return Object.fromEntries(Object.entries(changed).map(kept));
}

/**
 * The visible objects, in the trash or not, among those that some changes name. One read.
 * @throws ApiError query_too_expensive
 */
export async function visibleIds(
  services: ObjectServices,
  changes: readonly ChangeOfType[],
  context: RequestContext,
): Promise<Keep> {
  const named = new Set<number>();
  for (const change of changes) keepIds(change, (id) => Boolean(named.add(id)));
  const { store, clock, queryTimeLimit } = services;
  const visible = visibleTypes(servedTypes(services), context, clock.now());
  if (named.size === 0) return () => false;
  const filter = { $and: [{ _id: { $in: [...named] } }, withoutTrashCondition(visibleTypesFilter(visible))] };
  const limits = { projection: { _id: 1 }, maxTimeMS: queryTimeLimit, batchSize: BATCH };
  const rows = await underTimeLimit(store.objects.find(filter, limits).toArray());
  const seen = new Set(rows.map(({ _id }) => _id));
  return (id) => seen.has(id);
}
