// `/object_permissions`: the rows with the roles of an object (D20). Their effect is stored with the object, so that lists
// filter by it on an index.
import type { AccessService } from '../../access/access-service.ts';
import { raiseAccessVersion } from '../../access/access-version.ts';
import type { RequestContext } from '../../context.ts';
import { invalidData } from '../../errors.ts';
import { readCreate, type ResourceBody } from '../../format/jsonapi/resource-input.ts';
import type { AttributesInput } from '../../resources/define-resource.ts';
import { alreadyExists, removeRow, type WriteScope } from '../../resources/resource-type.ts';
import { writeScope } from '../../resources/write-rows.ts';
import { checkPrecondition } from '../../resources/precondition.ts';
import type { ObjectDocument, ObjectPermissionRow, Store } from '../../store/store.ts';
import type { Transaction } from '../../store/transactions/transaction.ts';
import { assertWritable, effectivePermissions, shownPermissions } from '../visibility/object-permissions.ts';
import type { ObjectServices } from '../object-services.ts';
import {
  findObjectPermission,
  insertPermissions,
  objectPermissionResources,
  permissionRows,
} from '../changes/object-permission-resource.ts';
import type { UnitOfWork } from '../changes/unit-of-work.ts';
import { findVisible } from '../read-objects.ts';
import type { ObjectRecord } from '../object-record.ts';
import { viewOf } from '../changes/lock-objects.ts';
import { pending, setPermissions, touchFolders, writesOf, type PendingObjects } from '../tree/inherited-permissions.ts';
import { spreadPermissions, writePermissionChanges } from '../tree/spread-permissions.ts';
import { assertNonePurged } from '../tree/purged-folders.ts';
import { folderNodes, FOLDERS, inheritedIn } from '../tree/tree-nodes.ts';
import { itemAt } from '../../values.ts';

interface PermissionServices {
  objects: ObjectServices;
  access: AccessService;
}

/** The permissions that an object inherits, and a check in a transaction that they are unchanged. */
async function inheritedBy(services: ObjectServices, found: ObjectRecord, context: RequestContext) {
  const { store } = services;
  const parents = found.document.parents ?? [];
  const nodes = await folderNodes(store, parents);
  await assertNonePurged(services, { nodes: nodes.values(), found: [found] }, context);
  return {
    permissions: inheritedIn(parents, nodes),
    assertSame: (transaction: Transaction) => touchFolders(store, [...nodes.values()], transaction),
  };
}

/** The object after a change of its rows, its heirs, and the writes that store all of them; `inTransaction` writes the rows. */
async function writePermissions(
  { objects, access, unit }: PermissionServices & { unit: UnitOfWork },
  { type, document }: ObjectRecord,
  change: {
    rows: readonly ObjectPermissionRow[];
    /** @param document the object as it is written */
    inTransaction(scope: WriteScope, document: ObjectDocument): Promise<void>;
  },
  context: RequestContext,
): Promise<void> {
  const { store, clock } = objects;
  // Its own rows replace inherited permissions (D49).
  const inherited = change.rows.length === 0 ? await inheritedBy(objects, { type, document }, context) : undefined;
  const permissions = inherited ? inherited.permissions : effectivePermissions(change.rows, []);
  const written: PendingObjects = new Map();
  const object = pending(type, document);
  written.set(document._id, object);
  const isChanged = setPermissions(object, permissions, context);
  object.changed['perms'] = permissions ? shownPermissions(permissions, context.access.roleNames) : null;
  const start = isChanged && type.name === FOLDERS ? [document._id] : [];
  const changes = await spreadPermissions(objects, { start, objects: written }, context);
  // Rules that decide whether lists have to check permissions at all.
  const isFirst = change.rows.length > 0 && !access.current().hasObjectPermissions;
  const inTransaction = async (transaction: Transaction): Promise<void> => {
    await inherited?.assertSame(transaction);
    await writePermissionChanges(store, changes, transaction);
    await change.inTransaction(writeScope({ clock }, context, transaction), object.after);
    if (isFirst) await raiseAccessVersion(store, transaction);
  };
  const [write, ...others] = await writesOf(written, { now: clock.now(), inTransaction }, context);
  if (write && isFirst) write.afterCommit = () => access.refresh();
  unit.write(...(write ? [write] : []), ...others);
}

const rowsOf = (store: Store, objectId: number): Promise<ObjectPermissionRow[]> =>
  store.objectPermissions.find({ object_id: objectId }).sort({ _id: 1 }).toArray();

/**
 * @throws ApiError invalid_data, not_found (the object), already_exists, forbidden (the caller may not change the object),
 * type_conflict, client_id_forbidden
 */
export async function createObjectPermission(
  services: PermissionServices,
  body: ResourceBody<AttributesInput<'ObjectPermissions'>>,
  context: RequestContext,
): Promise<ObjectPermissionRow> {
  const { objects } = services;
  const { store, clock } = objects;
  const { object_id: objectId = 0, role_id: roleId = 0, permission = 'write' } = readCreate(body, 'object_permissions');
  if (!(await store.roles.findOne({ _id: roleId }))) {
    throw invalidData('/data/attributes/role_id', `[role_id._existsIn]: There is no role ${roleId}.`);
  }
  return objects.writer.commit(async (unit) => {
    const found = await findVisible(objects, 'objects', String(objectId), context);
    assertWritable(found, context);
    const rows = await rowsOf(store, objectId);
    if (rows.some((row) => row.role_id === roleId && row.permission === permission)) {
      throw alreadyExists('/data/attributes/permission', '[permission.unique]: The role has this permission already.');
    }
    const requested = { document: found.document, rows: [{ role_id: roleId, permission }] };
    const added = await permissionRows(store, requested, clock.now());
    const inTransaction = (scope: WriteScope, document: ObjectDocument) => {
      const object = viewOf(document);
      return insertPermissions(store, [{ document, rows: added.map((row) => ({ ...row, object })) }], scope);
    };
    await writePermissions({ ...services, unit }, found, { rows: [...rows, ...added], inTransaction }, context);
    return itemAt(added, 0);
  });
}

/** @throws ApiError not_found, forbidden, precondition_failed */
export async function deleteObjectPermission(
  services: PermissionServices,
  id: string,
  context: RequestContext,
): Promise<void> {
  const { objects } = services;
  const { store } = objects;
  const type = objectPermissionResources(store);
  // If-Match refers to the permission, not to the object.
  const aboutObject = { ...context, precondition: undefined };
  await objects.writer.commit(async (unit) => {
    const row = await findObjectPermission(objects, id, context);
    checkPrecondition(context.precondition, row.revision);
    const found = await findVisible(objects, 'objects', String(row.object_id), aboutObject);
    assertWritable(found, context);
    const rows = (await rowsOf(store, row.object_id)).filter((each) => each._id !== row._id);
    const inTransaction = async (scope: WriteScope): Promise<void> => removeRow(type, row, scope);
    await writePermissions({ ...services, unit }, found, { rows, inTransaction }, aboutObject);
  });
}

/** Updates the stored permissions of some objects after a separate change of their rows. */
export async function refreshPermissions(
  services: PermissionServices,
  objectIds: readonly number[],
  context: RequestContext,
): Promise<void> {
  const { objects } = services;
  const { store, modelService } = objects;
  const aboutObject = { ...context, precondition: undefined };
  for (const objectId of objectIds) {
    await objects.writer.commit(async (unit) => {
      const place = await store.objects.findOne({ _id: objectId }, { projection: { type: 1 } });
      const type = place && modelService.current().types.get(place.type);
      const document = type && (await store.findDocument(type.name, objectId));
      if (!type || !document) return;
      const change = { rows: await rowsOf(store, objectId), inTransaction: () => Promise.resolve() };
      await writePermissions({ ...services, unit }, { type, document }, change, aboutObject);
    });
  }
}
