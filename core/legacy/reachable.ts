// What the legacy side reaches: what is on the publication's tree, and what is related to that (reference/legacy.md 2.0).
import type { RequestContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { findVisible, type FoundObject } from '../objects/read-objects.ts';
import { FOLDERS } from '../objects/tree/tree-nodes.ts';
import { seenWithObject, visibleTypes } from '../objects/visibility.ts';
import type { TreeRow } from '../store/store.ts';
import { findPublication, type LegacyServices } from './publication.ts';

/** Links of one object that are looked at to find one on the tree. */
const MOST_LINKS = 1000;

type Place = Pick<TreeRow, 'object_id' | 'ancestors'>;

/** Of some objects those that have a place on the tree with nothing hidden above it. */
export async function onTree(
  { objects }: LegacyServices,
  { publication, ids }: { publication: FoundObject; ids: readonly number[] },
  context: RequestContext,
): Promise<Set<number>> {
  const { store, modelService, clock } = objects;
  const rootId = publication.document._id;
  const options = { projection: { _id: 0, object_id: 1, ancestors: 1 } };
  const places = await store.trees.find<Place>({ object_id: { $in: [...ids] } }, options).toArray();
  const below = places.filter(({ ancestors }) => ancestors[0] === rootId);
  const above = [...new Set(below.flatMap(({ ancestors }) => ancestors))];
  const type = modelService.current().types.get(FOLDERS);
  const seen = seenWithObject(visibleTypes(type ? [type] : [], context, clock.now()));
  const rows =
    above.length === 0
      ? []
      : await store.trees
          .find({ $and: [{ object_id: { $in: above }, 'object.type': FOLDERS }, seen] }, options)
          .toArray();
  const open = new Set(rows.map((row) => row.object_id));
  const reached = below.filter(({ ancestors }) => ancestors.every((id) => open.has(id)));
  return new Set([...reached.map((row) => row.object_id), ...(ids.includes(rootId) ? [rootId] : [])]);
}

/** Of some objects those that the legacy side reaches. Four reads, however many they are. */
export async function reachableAmong(
  services: LegacyServices,
  { publication, ids }: { publication: FoundObject; ids: readonly number[] },
  context: RequestContext,
): Promise<Set<number>> {
  const reached = await onTree(services, { publication, ids }, context);
  const others = ids.filter((id) => !reached.has(id));
  if (others.length === 0) return reached;
  const { objectRelations } = services.objects.store;
  const links = await objectRelations
    .find({ $or: [{ left_id: { $in: others } }, { right_id: { $in: others } }] })
    .limit(MOST_LINKS * others.length)
    .toArray();
  const related = [...new Set(links.flatMap((link) => [link.left_id, link.right_id]))];
  const near = await onTree(services, { publication, ids: related }, context);
  for (const { left_id: left, right_id: right } of links) {
    if (near.has(left)) reached.add(right);
    if (near.has(right)) reached.add(left);
  }
  return new Set(ids.filter((id) => reached.has(id)));
}

/**
 * The object with an id or nickname.
 * @throws ApiError not_found, also for what is not reached; authentication_required, forbidden
 */
export async function findReachable(
  services: LegacyServices,
  id: string,
  context: RequestContext,
): Promise<{ found: FoundObject; publication: FoundObject }> {
  const publication = await findPublication(services, context);
  const found = await findVisible(services.objects, 'objects', id, context);
  const ids = [found.document._id];
  const reached = await reachableAmong(services, { publication, ids }, context);
  if (!reached.has(found.document._id)) throw notFound(`objects "${id.slice(0, 100)}"`);
  return { found, publication };
}
