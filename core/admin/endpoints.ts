// Endpoints: first path segments, which can be disabled, and which permissions refer to (D19, D553).
import { raiseAccessVersion } from '../access/access-version.ts';
import { endpointFacts } from '../endpoint-facts.ts';
import { invalidData } from '../errors.ts';
import { withoutPrecondition, immutable } from '../resources/model-write.ts';
import { defineResource, type DefinedResource } from '../resources/define-resource.ts';
import { updateRow, removeRow, type WriteScope } from '../resources/resource-type.ts';
import { rowOperations, type RowOperations } from '../resources/row-operations.ts';
import type { EndpointRow, Store } from '../store/store.ts';
import type { Transaction } from '../store/transactions/transaction.ts';
import { permissionResources, assertMayMoveRules } from './endpoint-permissions.ts';
import { assertExists } from './references.ts';
import { accessRules, type RuleDependencies } from './rule-change.ts';

const NAME = /^[a-z][a-z0-9_]*$/;

export const endpointResources = (store: Store): DefinedResource<EndpointRow, 'Endpoints'> =>
  defineResource<EndpointRow, 'Endpoints'>({
    type: 'endpoints',
    path: '/admin/endpoints',
    collection: store.endpoints,
    searchable: ['name', 'description'],
    addressedBy: ['name'],
    attributes: {
      name: { kind: 'string' },
      description: { kind: 'string', default: null },
      enabled: { kind: 'boolean', default: true },
      object_type_id: { kind: 'integer', default: null },
    },
  });

function assertName(name: string): void {
  if (NAME.test(name)) return;
  throw invalidData('/data/attributes/name', `[name.format]: "${name.slice(0, 100)}" must match ${NAME.source}.`);
}

async function assertObjectType(store: Store, id: number | null | undefined, transaction: Transaction): Promise<void> {
  if (id !== undefined && id !== null) await assertExists(store.objectTypes, id, 'object_type_id', transaction);
}

function assertDispensable(row: EndpointRow): void {
  if (endpointFacts(row.name).indispensable)
    throw immutable(`The endpoint "${row.name}" can be neither renamed, disabled nor deleted.`);
}

/** The operations on endpoints. The permissions of an endpoint are deleted with it. */
export function endpoints(dependencies: RuleDependencies): RowOperations<EndpointRow, 'Endpoints'> {
  const { store } = dependencies;
  return rowOperations(endpointResources(store), {
    ...accessRules(dependencies),
    async check(input, current, scope) {
      if (input.name !== undefined) assertName(input.name);
      const isRenamed = input.name !== undefined && input.name !== current?.name;
      if (current && (isRenamed || input.enabled === false)) assertDispensable(current);
      if (current && isRenamed) await assertMayMoveRules(store, { endpointId: current._id, name: input.name }, scope);
      await assertObjectType(store, input.object_type_id, scope.transaction);
    },
    async checkDelete(row, scope) {
      assertDispensable(row);
      await assertMayMoveRules(store, { endpointId: row._id }, scope);
    },
    async onDelete({ _id }, scope) {
      const options = { session: scope.transaction };
      for (const permission of await store.endpointPermissions.find({ endpoint_id: _id }, options).toArray()) {
        await removeRow(permissionResources(store), permission, withoutPrecondition(scope));
      }
    },
  });
}

/**
 * The row of a type's endpoint gets the type's new name, so that its permissions remain. An existing row with that name takes
 * precedence.
 */
export async function renameEndpoint(
  store: Store,
  { from, to }: { from: string; to: string },
  scope: WriteScope,
): Promise<void> {
  const transaction = scope.transaction;
  const row = await store.endpoints.findOne({ name: from }, { session: transaction });
  if (!row || (await store.endpoints.findOne({ name: to }, { session: transaction }))) return;
  await updateRow(endpointResources(store), row, { name: to }, scope);
  await raiseAccessVersion(store, transaction);
}
