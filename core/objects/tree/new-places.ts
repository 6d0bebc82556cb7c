// Places of a new object (D28, D20).
import type { ObjectServices } from '../object-services.ts';
import type { ObjectRecord } from '../object-record.ts';
import { placeInFolder } from './change-places.ts';
import { withPermissions } from './inherited-permissions.ts';
import type { PlaceSteps } from '../changes/place-plan.ts';
import { folderNodes, inheritedIn } from './tree-nodes.ts';

/**
 * Gives a new object its places, each the last one in its folder: sets the derived values in its document.
 * @param places ids of folders; null means the roots
 * @returns the steps for the unit of its write
 */
export async function newPlaces(
  services: Pick<ObjectServices, 'store'>,
  object: ObjectRecord,
  places: readonly (number | null)[],
): Promise<PlaceSteps[]> {
  if (places.length === 0) return [];
  const { store } = services;
  const { document } = object;
  const parents = places.filter((id) => id !== null);
  const nodes = await folderNodes(store, parents);
  Object.assign(document, withPermissions(document, inheritedIn(parents, nodes)), parents.length > 0 && { parents });
  const steps = await Promise.all(places.map((to) => placeInFolder(services, object, { to })));
  const inherited = new Map(parents.map((id) => [id, nodes.get(id)?.permissions]));
  return [{ steps, inherited }];
}
