// Placing, moving and removing objects as writes of the objects: their `parents`, their inherited permissions, and the rows of
// the tree, all or nothing (D28, D20).
import { itemsIn } from '../../values.ts';
import { omitUndefined } from '../../resources/row-operations.ts';
import type { RequestContext } from '../../context.ts';
import type { ObjectDocument, TreeRow } from '../../store/store.ts';
import { isInTransaction } from '../../store/transactions/ambient-transaction.ts';
import { isSameValue } from '../changes/change-values.ts';
import { permissionsOf } from '../visibility/object-permissions.ts';
import type { ObjectServices } from '../object-services.ts';
import { RevisionConflict, type ObjectWrite, type UnitOfWork } from '../changes/unit-of-work.ts';
import { keepingPermissions } from '../changes/object-permission-resource.ts';
import type { ObjectRecord } from '../object-record.ts';
import {
  hasOwnPermissions,
  pending,
  setPermissions,
  writesOf,
  withPermissions,
  type PendingObjects,
} from './inherited-permissions.ts';
import { spreadPermissions, writePermissionChanges } from './spread-permissions.ts';
import type { PlaceStep, PlaceSteps } from '../changes/place-plan.ts';
import { assertNonePurged } from './purged-folders.ts';
import { idsBelow, FOLDERS, folderNodes, inheritedIn } from './tree-nodes.ts';

export interface PlacedObject {
  found: ObjectRecord;
  parents: readonly number[];
  /** Further changes of the object, with the same raised revision, and their values for the change row. */
  edited?: { after: ObjectDocument; changed: Record<string, unknown> } | undefined;
}

export interface PlaceChange extends Pick<PlaceSteps, 'fences' | 'left'> {
  objects: readonly PlacedObject[];
  /** In the order of their execution. */
  steps: readonly PlaceStep[];
}

const describeStep = ({ to, position, menu, canonical, params, slug }: PlaceStep): Record<string, unknown> =>
  omitUndefined({ to, position, menu, canonical, params, slug });

/** Folders of two reads. @throws RevisionConflict when their permissions changed between */
function foldersRead(nodes: ReadonlyMap<number, TreeRow>, others: readonly TreeRow[]): Map<number, TreeRow> {
  const read = new Map(nodes);
  for (const node of others) {
    const before = read.get(node.object_id);
    if (before && !isSameValue(before.permissions, node.permissions)) throw new RevisionConflict(node.object_id);
    read.set(node.object_id, node);
  }
  return read;
}

/** Ids of the objects and folders that move with the folders of some steps: writes of their places wait for the move. */
async function movedBelow({ store }: ObjectServices, steps: readonly PlaceStep[]): Promise<number[]> {
  // Such a unit neither waits nor is waited for.
  if (isInTransaction()) return [];
  const moves = steps.filter(({ type, from, to, position, key }) => {
    const isMove = from !== to || position !== undefined || key !== undefined;
    return type === FOLDERS && from !== undefined && to !== undefined && isMove;
  });
  const nodes = await folderNodes(store, [...new Set(moves.map(({ objectId }) => objectId))]);
  const below = await Promise.all([...nodes.values()].map((node) => idsBelow(store, node)));
  return below.flat();
}

/** Adds to a unit of work the objects, with the permissions they inherit in their new places, and the places. */
export async function placeObjects(
  { unit, ...services }: ObjectServices & { unit: UnitOfWork },
  { objects: placed, steps, fences, left }: PlaceChange,
  context: RequestContext,
): Promise<ObjectWrite[]> {
  const { store, clock } = services;
  const nodes = await folderNodes(store, [...new Set(placed.flatMap(({ parents }) => parents))]);
  await assertNonePurged(services, { nodes: nodes.values(), found: placed.map(({ found }) => found) }, context);
  const objects: PendingObjects = new Map();
  const start: number[] = [];
  const kept = keepingPermissions(services, context);
  for (const { found, parents, edited } of placed) {
    const object = { ...pending(found.type, found.document), ...edited };
    const { parents: before = [], ...rest } = object.after;
    object.after = { ...rest, ...(parents.length > 0 && { parents: [...parents] }) };
    if (before.join() !== parents.join()) object.changed['parents'] = [...parents];
    objects.set(found.document._id, object);
    if (hasOwnPermissions(found.document)) continue;
    const inherited = permissionsOf(found.document);
    // An object that leaves its last folder keeps the permissions of it (D424).
    const holds =
      inherited && parents.length === 0 ? kept.keep(found.document._id, inherited) : inheritedIn(parents, nodes);
    const isChanged = setPermissions(object, holds, context);
    if (isChanged && found.type.name === FOLDERS) start.push(found.document._id);
  }
  for (const step of steps) {
    const { changed } = objects.get(step.objectId) ?? {};
    if (changed && step.to !== undefined) changed['places'] = [...itemsIn(changed['places']), describeStep(step)];
  }
  const changes = await spreadPermissions(services, { start, objects }, context);
  const read = foldersRead(nodes, changes.unchanged);
  const inherited = new Map([...read].map(([id, node]) => [id, node.permissions]));
  // The steps write the rows of their folders, and check that these have not changed since they were read.
  const stepped = new Set(steps.flatMap(({ from, to }) => [from, to]));
  const unchanged = [...read.values()].filter(({ object_id: id }) => !stepped.has(id) && !changes.nodes.has(id));
  const insertKept = await kept.prepare([...objects.values()].map(({ after }) => after));
  const inTransaction: ObjectWrite['inTransaction'] = async (transaction) => {
    await insertKept(transaction);
    await writePermissionChanges(store, { nodes: changes.nodes, unchanged }, transaction);
  };
  const below = await movedBelow(services, steps);
  const writes = await writesOf(objects, { now: clock.now(), inTransaction }, context);
  unit.write(...writes);
  unit.place({ steps, inherited, fences, left, below });
  return writes;
}

/** Step of an object that enters a folder. */
export const placeInFolder = async (
  { store }: Pick<ObjectServices, 'store'>,
  { type, document }: ObjectRecord,
  step: Omit<PlaceStep, 'objectId' | 'type' | 'from' | 'nodeId'>,
): Promise<PlaceStep> => ({
  ...step,
  objectId: document._id,
  type: type.name,
  nodeId: await store.sequences.next('trees'),
  permissions: type.name === FOLDERS ? permissionsOf(document) : undefined,
});

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
