// What the legacy side reaches: what is on the publication's tree, and what is related to that (reference/legacy.md 2.0).
import type { RequestContext } from '../context.ts';
import { FOLDERS } from '../objects/tree/tree-nodes.ts';
import { visibleOwnerFilter, visibleTypes } from '../objects/visibility.ts';
import { readAll } from '../query/page.ts';
import type { ObjectRelationRow, TreeRow } from '../store/store.ts';
import type { LegacyServices } from './publication.ts';

export type Place = Pick<TreeRow, 'object_id' | 'parent_id' | 'ancestors' | 'canonical' | 'path'>;

type Link = Pick<ObjectRelationRow, 'left_id' | 'right_id'>;

interface Asked {
  publicationId: number;
  ids: readonly number[];
}

/** Places that some objects have on the publication's tree, with nothing hidden above them. Two reads. */
export async function placesOnTree(
  { objects }: LegacyServices,
  { publicationId, ids }: Asked,
  context: RequestContext,
): Promise<Place[]> {
  const { store, modelService, clock } = objects;
  const projection = { _id: 0, object_id: 1, parent_id: 1, ancestors: 1, canonical: 1, path: 1 };
  const places = await readAll(store.trees.find<Place>({ object_id: { $in: [...ids] } }, { projection }));
  const below = places.filter(({ ancestors }) => ancestors[0] === publicationId);
  const above = [...new Set(below.flatMap(({ ancestors }) => ancestors))];
  if (above.length === 0) return [];
  const type = modelService.current().types.get(FOLDERS);
  const seen = visibleOwnerFilter(visibleTypes(type ? [type] : [], context, clock.now()));
  const filter = { $and: [{ object_id: { $in: above }, 'object.type': FOLDERS }, seen] };
  const rows = await readAll(store.trees.find(filter, { projection: { _id: 0, object_id: 1 } }));
  const open = new Set(rows.map((row) => row.object_id));
  return below.filter(({ ancestors }) => ancestors.every((id) => open.has(id)));
}

/** Of some objects those that are the publication or have such a place. */
export async function onTree(services: LegacyServices, asked: Asked, context: RequestContext): Promise<Set<number>> {
  const reached = new Set((await placesOnTree(services, asked, context)).map((row) => row.object_id));
  return asked.ids.includes(asked.publicationId) ? reached.add(asked.publicationId) : reached;
}

/** Of some objects those that the legacy side reaches. Five reads, however many they are. @throws ApiError query_too_expensive */
export async function reachableAmong(
  services: LegacyServices,
  { publicationId, ids }: Asked,
  context: RequestContext,
): Promise<Set<number>> {
  const reached = await onTree(services, { publicationId, ids }, context);
  const others = ids.filter((id) => !reached.has(id));
  if (others.length === 0) return reached;
  const { store, queryTimeLimit } = services.objects;
  const { objectRelations } = store;
  const links = await readAll(
    objectRelations.find<Link>(
      { $or: [{ left_id: { $in: others } }, { right_id: { $in: others } }] },
      { projection: { _id: 0, left_id: 1, right_id: 1 }, maxTimeMS: queryTimeLimit },
    ),
  );
  const related = [...new Set(links.flatMap((link) => [link.left_id, link.right_id]))];
  const near = await onTree(services, { publicationId, ids: related }, context);
  for (const { left_id: left, right_id: right } of links) {
    if (near.has(left)) reached.add(right);
    if (near.has(right)) reached.add(left);
  }
  return new Set(ids.filter((id) => reached.has(id)));
}
