// Endpoints: first path segments, switched on and off, and what permissions are about (D19, reference/jsonapi.md 2.5).
import { raiseAccessVersion } from '../access/access-version.ts';
import type { RequestContext } from '../context.ts';
import { invalidData } from '../errors.ts';
import { knownAttributes, readCreate, readUpdate, type ResourceBody } from '../format/jsonapi/resource-input.ts';
import { formatDateTime } from '../date-values.ts';
import { withoutPrecondition, immutable } from '../resources/model-write.ts';
import { assertGiven } from '../model/names.ts';
import {
  changeRow,
  findRow,
  insertRow,
  removeRow,
  type ResourceType,
  type WriteScope,
} from '../resources/resource-type.ts';
import type { Field } from '../query/filters.ts';
import type { EndpointRow, Store } from '../store/store.ts';
import type { Transaction } from '../store/transaction.ts';
import { permissionResources } from './endpoint-permissions.ts';
import { assertExists } from './references.ts';
import { changeRules, newRow, type RuleDependencies } from './rule-change.ts';

export interface EndpointInput {
  name?: string;
  description?: string | null;
  enabled?: boolean;
  object_type_id?: number | null;
}

/** Without these, no admin could sign in to correct the rules. */
const INDISPENSABLE: ReadonlySet<string> = new Set(['admin', 'auth']);

const NAME = /^[a-z][a-z0-9_]*$/;

const FIELDS: ReadonlyMap<string, Field> = new Map<string, Field>([
  ['id', { path: '_id', kind: 'integer' }],
  ['name', { path: 'name', kind: 'string' }],
  ['description', { path: 'description', kind: 'string' }],
  ['enabled', { path: 'enabled', kind: 'boolean' }],
  ['object_type_id', { path: 'object_type_id', kind: 'integer' }],
  ['created', { path: 'created', kind: 'datetime' }],
  ['modified', { path: 'modified', kind: 'datetime' }],
]);

export const endpointResources = (store: Store): ResourceType<EndpointRow, 'Endpoints'> => ({
  type: 'endpoints',
  path: '/admin/endpoints',
  collection: store.endpoints,
  fields: FIELDS,
  searchable: ['name', 'description'],
  addressedBy: ['name'],
  filters: {},
  toResource: (row) => ({
    id: String(row._id),
    type: 'endpoints',
    path: `/admin/endpoints/${row._id}`,
    attributes: {
      name: row.name,
      description: row.description,
      enabled: row.enabled,
      object_type_id: row.object_type_id,
    },
    meta: { created: formatDateTime(row.created), modified: formatDateTime(row.modified) },
  }),
});

function assertName(name: string): void {
  if (NAME.test(name)) return;
  throw invalidData('/data/attributes/name', `[name.format]: "${name.slice(0, 100)}" must match ${NAME.source}.`);
}

async function assertObjectType(store: Store, id: number | null | undefined, transaction: Transaction): Promise<void> {
  if (id !== undefined && id !== null) await assertExists(store.objectTypes, id, 'object_type_id', transaction);
}

/** @throws ApiError invalid_data, already_exists, type_conflict, client_id_forbidden */
export async function createEndpoint(
  dependencies: RuleDependencies,
  body: ResourceBody<EndpointInput>,
  context: RequestContext,
): Promise<EndpointRow> {
  const { store } = dependencies;
  const input = readCreate(body, 'endpoints');
  assertGiven(input, ['name']);
  const name = input.name ?? '';
  assertName(name);
  const row: EndpointRow = {
    _id: await store.sequences.next('endpoints'),
    ...newRow(dependencies),
    name,
    description: input.description ?? null,
    enabled: input.enabled ?? true,
    object_type_id: input.object_type_id ?? null,
  };
  return changeRules(dependencies, context, async (scope) => {
    await assertObjectType(store, row.object_type_id, scope.transaction);
    return insertRow(endpointResources(store), row, scope);
  });
}

function assertDispensable(row: EndpointRow): void {
  if (INDISPENSABLE.has(row.name)) throw immutable(`The endpoint "${row.name}" stays, and stays enabled.`);
}

/** @throws ApiError not_found, invalid_data, already_exists, immutable, type_conflict, id_conflict, precondition_failed */
export async function updateEndpoint(
  dependencies: RuleDependencies,
  id: string,
  body: ResourceBody<EndpointInput>,
  context: RequestContext,
): Promise<EndpointRow> {
  const { store } = dependencies;
  const type = endpointResources(store);
  return changeRules(dependencies, context, async (scope) => {
    const current = await findRow(type, id, scope.transaction);
    const input = readUpdate(body, 'endpoints', id, current._id);
    if (input.name !== undefined) assertName(input.name);
    if (input.enabled === false || (input.name ?? current.name) !== current.name) assertDispensable(current);
    await assertObjectType(store, input.object_type_id, scope.transaction);
    const fields = knownAttributes(input, ['name', 'description', 'enabled', 'object_type_id']);
    return changeRow(type, current, fields, scope);
  });
}

/** Its permissions go with it. @throws ApiError not_found, immutable, precondition_failed */
export async function deleteEndpoint(
  dependencies: RuleDependencies,
  id: string,
  context: RequestContext,
): Promise<void> {
  const { store } = dependencies;
  const type = endpointResources(store);
  await changeRules(dependencies, context, async (scope) => {
    const row = await findRow(type, id, scope.transaction);
    assertDispensable(row);
    await removeRow(type, row, scope);
    const session = { session: scope.transaction };
    for (const permission of await store.endpointPermissions.find({ endpoint_id: row._id }, session).toArray()) {
      await removeRow(permissionResources(store), permission, withoutPrecondition(scope));
    }
  });
}

/**
 * The row of a type's endpoint takes the type's new name, so that its permissions go on. A row that has this name already
 * stays, and says what holds from now on.
 */
export async function renameEndpoint(
  store: Store,
  { from, to }: { from: string; to: string },
  scope: WriteScope,
): Promise<void> {
  const session = scope.transaction;
  const row = await store.endpoints.findOne({ name: from }, { session });
  if (!row || (await store.endpoints.findOne({ name: to }, { session }))) return;
  await changeRow(endpointResources(store), row, { name: to }, scope);
  await raiseAccessVersion(store, session);
}
