// Places of an object that is about to be made (D28, D20).
import type { Transaction } from '../../store/transaction.ts';
import type { ObjectServices } from '../object-services.ts';
import type { FoundObject } from '../found-object.ts';
import { arrival } from './change-places.ts';
import { withPermissions } from './inherited-permissions.ts';
import { runPlaceSteps } from './place-steps.ts';
import { folderNodes, inheritedIn } from './tree-nodes.ts';

/**
 * Gives a new object its places, each the last one in its folder: sets what follows from them in its document.
 * @param places ids of folders; null stands for the roots
 * @returns what has to be done in the transaction of its write
 */
export async function newPlaces(
  services: Pick<ObjectServices, 'store'>,
  object: FoundObject,
  places: readonly (number | null)[],
): Promise<(session: Transaction) => Promise<void>> {
  if (places.length === 0) return () => Promise.resolve();
  const { store } = services;
  const { document } = object;
  const parents = places.filter((id) => id !== null);
  const nodes = await folderNodes(store, parents);
  Object.assign(document, withPermissions(document, inheritedIn(parents, nodes)), parents.length > 0 && { parents });
  const steps = await Promise.all(places.map((to) => arrival(services, object, { to })));
  const inherited = new Map(parents.map((id) => [id, nodes.get(id)?.permissions]));
  return (session) => runPlaceSteps(store, { steps, inherited }, session);
}
