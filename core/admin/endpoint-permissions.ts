// Permissions: what a role may do on an endpoint through an application, each null for any (D19).
import type { RequestContext } from '../context.ts';
import { knownAttributes, readCreate, readUpdate, type ResourceBody } from '../format/jsonapi/resource-input.ts';
import { formatDateTime } from '../date-values.ts';
import { changeRow, findRow, insertRow, removeRow, type ResourceType } from '../resources/resource-type.ts';
import type { Field } from '../query/filters.ts';
import type { EndpointPermissionRow, Permission, Store } from '../store/store.ts';
import type { Transaction } from '../store/transaction.ts';
import { referredId } from './references.ts';
import { changeRules, newRow, type RuleDependencies } from './rule-change.ts';

export interface PermissionInput {
  endpoint_id?: number | null;
  endpoint_name?: string | null;
  application_id?: number | null;
  application_name?: string | null;
  role_id?: number | null;
  role_name?: string | null;
  read?: Permission;
  write?: Permission;
  anonymous?: boolean;
}

const FIELDS: ReadonlyMap<string, Field> = new Map<string, Field>([
  ['id', { path: '_id', kind: 'integer' }],
  ['endpoint_id', { path: 'endpoint_id', kind: 'integer' }],
  ['application_id', { path: 'application_id', kind: 'integer' }],
  ['role_id', { path: 'role_id', kind: 'integer' }],
  ['read', { path: 'read', kind: 'json' }],
  ['write', { path: 'write', kind: 'json' }],
  ['anonymous', { path: 'anonymous', kind: 'boolean' }],
  ['created', { path: 'created', kind: 'datetime' }],
  ['modified', { path: 'modified', kind: 'datetime' }],
]);

export const permissionResources = (store: Store): ResourceType<EndpointPermissionRow, 'EndpointPermissions'> => ({
  type: 'endpoint_permissions',
  path: '/admin/endpoint_permissions',
  collection: store.endpointPermissions,
  fields: FIELDS,
  searchable: [],
  addressedBy: [],
  uniqueField: 'endpoint_id',
  filters: {},
  toResource: (row) => ({
    id: String(row._id),
    type: 'endpoint_permissions',
    path: `/admin/endpoint_permissions/${row._id}`,
    attributes: {
      endpoint_id: row.endpoint_id,
      application_id: row.application_id,
      role_id: row.role_id,
      read: row.read,
      write: row.write,
      anonymous: row.anonymous,
    },
    meta: { created: formatDateTime(row.created), modified: formatDateTime(row.modified) },
  }),
});

type Subject = Pick<EndpointPermissionRow, 'endpoint_id' | 'application_id' | 'role_id'>;

/** What the row is about, where the body says it. @throws ApiError invalid_data, not_found */
async function subjectOf(store: Store, input: PermissionInput, transaction: Transaction): Promise<Partial<Subject>> {
  const endpoint = { field: 'endpoint_id', id: input.endpoint_id, name: input.endpoint_name };
  const application = { field: 'application_id', id: input.application_id, name: input.application_name };
  const role = { field: 'role_id', id: input.role_id, name: input.role_name };
  // One after the other: a session does one thing at a time.
  const ids = {
    endpoint_id: await referredId(store.endpoints, endpoint, transaction),
    application_id: await referredId(store.applications, application, transaction),
    role_id: await referredId(store.roles, role, transaction),
  };
  return knownAttributes(ids, ['endpoint_id', 'application_id', 'role_id']) as Partial<Subject>;
}

/** @throws ApiError invalid_data, not_found, already_exists, type_conflict, client_id_forbidden */
export async function createPermission(
  dependencies: RuleDependencies,
  body: ResourceBody<PermissionInput>,
  context: RequestContext,
): Promise<EndpointPermissionRow> {
  const { store } = dependencies;
  const input = readCreate(body, 'endpoint_permissions');
  const _id = await store.sequences.next('endpoint_permissions');
  return changeRules(dependencies, context, async (scope) => {
    const row: EndpointPermissionRow = {
      _id,
      ...newRow(dependencies),
      endpoint_id: null,
      application_id: null,
      role_id: null,
      ...(await subjectOf(store, input, scope.transaction)),
      read: input.read ?? false,
      write: input.write ?? false,
      anonymous: input.anonymous ?? false,
    };
    return insertRow(permissionResources(store), row, scope);
  });
}

/** @throws ApiError not_found, invalid_data, already_exists, type_conflict, id_conflict, precondition_failed */
export async function updatePermission(
  dependencies: RuleDependencies,
  id: string,
  body: ResourceBody<PermissionInput>,
  context: RequestContext,
): Promise<EndpointPermissionRow> {
  const { store } = dependencies;
  const type = permissionResources(store);
  return changeRules(dependencies, context, async (scope) => {
    const current = await findRow(type, id, scope.transaction);
    const input = readUpdate(body, 'endpoint_permissions', id);
    const fields = {
      ...knownAttributes(input, ['read', 'write', 'anonymous']),
      ...(await subjectOf(store, input, scope.transaction)),
    };
    return changeRow(type, current, fields, scope);
  });
}

/** @throws ApiError not_found, precondition_failed */
export async function deletePermission(
  dependencies: RuleDependencies,
  id: string,
  context: RequestContext,
): Promise<void> {
  const type = permissionResources(dependencies.store);
  await changeRules(dependencies, context, async (scope) =>
    removeRow(type, await findRow(type, id, scope.transaction), scope),
  );
}
