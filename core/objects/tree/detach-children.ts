// Objects that lose their places in purged folders: their new state, and the writes of their transaction (D30, D424).
import type { RequestContext } from '../../context.ts';
import type { ObjectDocument, ObjectPermissions, TreeRow } from '../../store/store.ts';
import { isSameValue } from '../changes/change-values.ts';
import { isWider, permissionsOf } from '../visibility/object-permissions.ts';
import type { ObjectServices } from '../object-services.ts';
import type { ObjectRecord } from '../object-record.ts';
import { keepingPermissions } from '../changes/object-permission-resource.ts';
import type { WritesInStep } from '../changes/unit-of-work.ts';
import {
  hasOwnPermissions,
  pending,
  setPermissions,
  touchFolders,
  writesOf,
  type PendingObjects,
} from './inherited-permissions.ts';
import { folderNodes, inheritedIn } from './tree-nodes.ts';
import { groupBy, valueOf } from '../../values.ts';

type Purged = (folderId: number) => boolean;

/** The objects of some places, of existing types. */
export async function objectsIn(
  { store, modelService }: ObjectServices,
  rows: readonly Pick<TreeRow, 'object_id' | 'object'>[],
  filter: Record<string, unknown> = {},
): Promise<ObjectRecord[]> {
  const found: ObjectRecord[] = [];
  for (const [name, ofType] of groupBy(rows, ({ object }) => object.type)) {
    const type = modelService.current().types.get(name);
    if (!type) continue;
    const ids = new Set(ofType.map((row) => row.object_id));
    const documents = store.documents(name).find({ _id: { $in: [...ids] }, ...filter });
    for (const document of await documents.toArray()) found.push({ type, document });
  }
  return found;
}

const leftOf = ({ parents = [] }: ObjectDocument, isPurged: Purged): number[] => parents.filter((id) => !isPurged(id));

/** The remaining folders, from which objects inherit. */
const remainingFolders = (
  { store }: ObjectServices,
  heirs: readonly { document: ObjectDocument }[],
  isPurged: Purged,
): Promise<Map<number, TreeRow>> =>
  folderNodes(store, [...new Set(heirs.flatMap(({ document }) => leftOf(document, isPurged)))]);

/** The previous permissions are kept if those of the remaining folders would permit more. */
const areKept = (left: ObjectPermissions | undefined, before: ObjectPermissions | undefined) =>
  before !== undefined && isWider(left, before);

/** Those of some objects that fewer callers see or change after the removal of the folders. */
export async function narrowedBy(
  services: ObjectServices,
  objects: readonly ObjectRecord[],
  isPurged: Purged,
): Promise<ObjectRecord[]> {
  const heirs = objects.filter(({ document }) => !hasOwnPermissions(document));
  const places = await remainingFolders(services, heirs, isPurged);
  return heirs.filter(({ document }) => {
    const left = inheritedIn(leftOf(document, isPurged), places);
    const before = permissionsOf(document);
    return !isSameValue(left, before) && !areKept(left, before);
  });
}

/** Removes objects from purged folders. The caller of the function removes their rows of `trees`. */
export async function detachment(
  services: ObjectServices,
  { found, isPurged }: { found: readonly ObjectRecord[]; isPurged: Purged },
  context: RequestContext,
): Promise<WritesInStep> {
  const { store, clock } = services;
  const objects: PendingObjects = new Map();
  for (const { type, document } of found) {
    const object = pending(type, document);
    const { parents: _parents, ...rest } = object.after;
    const left = leftOf(document, isPurged);
    object.after = { ...rest, ...(left.length > 0 && { parents: left }) };
    object.changed['parents'] = left;
    objects.set(document._id, object);
  }
  const heirs = found.filter(({ document }) => !hasOwnPermissions(document));
  const places = await remainingFolders(services, heirs, isPurged);
  const keeping = keepingPermissions(services, context);
  for (const { document } of heirs) {
    const object = valueOf(objects, document._id);
    const left = inheritedIn(object.after.parents ?? [], places);
    const before = permissionsOf(object.before);
    setPermissions(object, before && areKept(left, before) ? keeping.keep(object.before._id, before) : left, context);
  }
  const insertKept = await keeping.prepare([...objects.values()].map(({ after }) => after));
  return {
    writes: await writesOf(objects, { now: clock.now(), inTransaction: undefined }, context),
    inTransaction: async (transaction) => {
      await touchFolders(store, [...places.values()], transaction);
      await insertKept(transaction);
    },
  };
}
