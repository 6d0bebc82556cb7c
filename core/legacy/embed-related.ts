// Relations of the objects of a legacy answer: how many objects each leads to, and those that are embedded (service.md 4.3,
// reference/legacy.md 2.1). The number of reads does not go by that of the objects.
import type { RequestContext } from '../context.ts';
import { ApiError } from '../errors.ts';
import type { LegacyQuery } from '../format/legacy/list-query.ts';
import { hydrateObjects } from '../objects/hydrate-objects.ts';
import { objectItem, type FoundObject } from '../objects/found-object.ts';
import { readRelated, type RelatedCount } from '../objects/relations/count-related.ts';
import { keyOf, MAX_INCLUDED } from '../resources/include.ts';
import type { LegacyServices } from './publication.ts';

export type Embed = LegacyQuery['embed'];

export interface RelationsOfObjects {
  /** By object id and name. */
  counts: ReadonlyMap<number, Readonly<Record<string, RelatedCount>>>;
  /** All that are to be embedded, each once. */
  embedded: readonly FoundObject[];
}

const invalidEmbed = (detail: string): ApiError =>
  new ApiError('invalid_parameter', { detail, source: { parameter: 'embed[relations]' } });

/** @throws ApiError invalid_parameter for a relation that no type has (D47) */
export function assertKnownRelations({ objects }: LegacyServices, embed: Embed): void {
  const types = [...objects.modelService.current().types.values()];
  for (const name of embed.keys()) {
    if (types.some(({ sides }) => sides.has(name))) continue;
    throw invalidEmbed(`There is no relation "${name.slice(0, 100)}".`);
  }
}

/** @throws ApiError invalid_parameter when too many would be embedded, query_too_expensive */
export async function relationsOf(
  { objects }: LegacyServices,
  { found, embed }: { found: readonly FoundObject[]; embed: Embed },
  context: RequestContext,
): Promise<RelationsOfObjects> {
  const items = found.map(objectItem);
  const related = await readRelated(objects, items, { count: 'all', first: embed }, context);
  const rows = new Map(
    [...related.values()]
      .flatMap((ofObject) => Object.values(ofObject))
      .flatMap(({ first }) => first)
      .map((row) => [row._id, row]),
  );
  if (rows.size > MAX_INCLUDED) throw invalidEmbed(`More than ${MAX_INCLUDED} objects would be embedded.`);
  const counts = new Map(items.map((item) => [item.found.document._id, related.get(keyOf(item)) ?? {}]));
  return { counts, embedded: rows.size === 0 ? [] : await hydrateObjects(objects, [...rows.values()]) };
}
