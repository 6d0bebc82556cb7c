// Rows of `/object_permissions`: as resources, their visibility, and those that an object keeps of inherited ones (D20, D424).
import { ADMIN_ROLE_ID } from '../../access/access-rules.ts';
import type { RequestContext } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { defineResource } from '../../resources/define-resource.ts';
import { rowReads, type RowReads } from '../../resources/row-operations.ts';
import { insertRows, type ResourceType, type WriteScope } from '../../resources/resource-type.ts';
import type { ObjectDocument, ObjectPermissionRow, ObjectPermissions, Store } from '../../store/store.ts';
import type { Transaction } from '../../store/transactions/transaction.ts';
import { effectivePermissions, readerRoles, type PermissionRow } from '../visibility/object-permissions.ts';
import { contentTypes, type ObjectServices } from '../object-services.ts';
import { viewOf } from './lock-objects.ts';
import { visibleOwnerFilterIncludingTrash, visibleTypes } from '../visibility/visibility.ts';
import { isObjectId } from '../../store/object-names.ts';
import { CODE } from '../../query/filters.ts';
import { withRowType } from '../../store/untyped-collection.ts';
import { groupBy } from '../../values.ts';

export const objectPermissionResources = (store: Store): ResourceType<ObjectPermissionRow, 'ObjectPermissions'> =>
  defineResource<ObjectPermissionRow, 'ObjectPermissions'>({
    type: 'object_permissions',
    path: '/object_permissions',
    collection: store.objectPermissions,
    attributes: {
      object_id: { kind: 'integer' },
      role_id: { kind: 'integer' },
      permission: { ...CODE },
    },
    recorded: ({ object: _object, ...fields }) => fields,
  });

/** Condition on the rows of visible objects, those in the trash included (D425). */
const seenRows = (services: ObjectServices, context: RequestContext): Record<string, unknown> =>
  visibleOwnerFilterIncludingTrash(visibleTypes(contentTypes(services), context, services.clock.now()));

/** @throws ApiError not_found, also when its object is hidden from the caller */
export async function findObjectPermission(
  services: ObjectServices,
  id: string,
  context: RequestContext,
): Promise<ObjectPermissionRow> {
  const filter = { $and: [{ _id: Number(id) }, seenRows(services, context)] };
  const row = isObjectId(id) ? await services.store.objectPermissions.findOne(filter) : null;
  if (!row) throw notFound(`object_permissions "${id.slice(0, 100)}"`);
  return row;
}

/** The reads of the rows of visible objects. */
export const objectPermissions = (services: ObjectServices): RowReads<ObjectPermissionRow, 'ObjectPermissions'> =>
  rowReads(objectPermissionResources(services.store), {
    scope: (context) => [seenRows(services, context)],
    find: (id, context) => findObjectPermission(services, id, context),
  });

/** Adds rows in the transaction of the write of their objects, and after it. @throws ApiError already_exists */
export async function insertPermissions(
  store: Store,
  added: readonly { document: ObjectDocument; rows: readonly ObjectPermissionRow[] }[],
  scope: WriteScope,
): Promise<void> {
  await insertRows(
    objectPermissionResources(store),
    added.flatMap(({ rows }) => rows),
    scope,
  );
  const [update, options] = [{ $inc: { fence: 1 } }, { session: scope.transaction }];
  // The rows carry a copy of the object, which is updated with it (core/objects/writing/object-writer.ts).
  for (const [type, group] of groupBy(added, ({ document }) => document.type)) {
    const filter = { _id: { $in: group.map(({ document }) => document._id) } };
    await withRowType(store.documents(type)).updateMany(filter, update, options);
  }
}

/** Complete rows for an object. */
export async function permissionRows(
  store: Store,
  { document, rows }: { document: ObjectDocument; rows: readonly PermissionRow[] },
  now: Date,
): Promise<ObjectPermissionRow[]> {
  const object = viewOf(document);
  const bookkeeping = { object_id: document._id, revision: 1, created: now, modified: now, object };
  const made: ObjectPermissionRow[] = [];
  for (const row of rows) made.push({ _id: await store.sequences.next('object_permissions'), ...row, ...bookkeeping });
  return made;
}

/**
 * Inherited permissions as rows of an object that give no further caller access. The lists of roles of several folders cannot be
 * rows: their intersection is used, or administrators if it is empty (D424).
 */
function keptRows(inherited: ObjectPermissions): PermissionRow[] {
  const { mark, write } = inherited;
  const [first = [], ...others] = write;
  const writers = first.filter((role) => others.every((list) => list.includes(role)));
  const rows = (permission: PermissionRow['permission'], roles: readonly number[]): PermissionRow[] =>
    roles.map((role_id) => ({ role_id, permission }));
  return [
    ...rows('read', readerRoles(inherited) ?? []),
    ...rows('mark', mark),
    ...rows('write', write.length > 0 && writers.length === 0 ? [ADMIN_ROLE_ID] : writers),
  ];
}

/** Permissions that some objects keep when they leave the folders that they inherited them from. */
export interface KeptPermissions {
  /** The new permissions of an object; `insert` adds its rows. */
  keep(objectId: number, inherited: ObjectPermissions): ObjectPermissions | undefined;
  /** In the transaction of the writes; `documents` are the objects as they are written. */
  prepare(documents: Iterable<ObjectDocument>): Promise<(transaction: Transaction) => Promise<void>>;
}

/** Collects the permissions that objects keep while their writes are built. */
export function keepingPermissions(
  { store, clock }: Pick<ObjectServices, 'store' | 'clock'>,
  context: RequestContext,
): KeptPermissions {
  const kept = new Map<number, PermissionRow[]>();
  return {
    keep(objectId, inherited) {
      const rows = keptRows(inherited);
      kept.set(objectId, rows);
      return effectivePermissions(rows, []);
    },
    async prepare(documents) {
      const at = clock.now();
      const added: { document: ObjectDocument; rows: ObjectPermissionRow[] }[] = [];
      for (const document of documents) {
        const rows = kept.get(document._id);
        if (rows) added.push({ document, rows: await permissionRows(store, { document, rows }, at) });
      }
      if (added.length === 0) return () => Promise.resolve();
      return (transaction) => insertPermissions(store, added, { context, at, transaction });
    },
  };
}
