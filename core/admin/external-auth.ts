// Accounts of users at providers outside the service (reference/jsonapi.md 9).
import type { Clock } from '../clock.ts';
import type { RequestContext } from '../context.ts';
import { ApiError } from '../errors.ts';
import { knownAttributes, readCreate, readUpdate, type ResourceBody } from '../format/jsonapi/resource-input.ts';
import { formatDateTime } from '../date-values.ts';
import { writeRows } from '../resources/write-rows.ts';
import { assertGiven } from '../model/names.ts';
import { changeRow, findRow, insertRow, removeRow, type ResourceType } from '../resources/resource-type.ts';
import { fieldCondition, type Field } from '../query/filters.ts';
import type { ExternalAuthRow, Store } from '../store/store.ts';
import type { Transaction } from '../store/transaction.ts';
import { assertExists } from './references.ts';
import { newRow } from './rule-change.ts';
import { maskSecrets, restoreSecrets, withoutValues } from './secrets.ts';

export interface ExternalAuthInput {
  user_id?: number;
  auth_provider_id?: number;
  provider_username?: string;
  params?: Record<string, unknown> | null;
}

interface Dependencies {
  store: Store;
  clock: Clock;
}

const USER_ID: Field = { path: 'user_id', kind: 'integer' };

const FIELDS: ReadonlyMap<string, Field> = new Map<string, Field>([
  ['id', { path: '_id', kind: 'integer' }],
  ['user_id', USER_ID],
  ['auth_provider_id', { path: 'auth_provider_id', kind: 'integer' }],
  ['provider_username', { path: 'provider_username', kind: 'string' }],
  ['created', { path: 'created', kind: 'datetime' }],
  ['modified', { path: 'modified', kind: 'datetime' }],
]);

export const externalAuthResources = (store: Store): ResourceType<ExternalAuthRow, 'ExternalAuth'> => ({
  type: 'external_auth',
  path: '/admin/external_auth',
  collection: store.externalAuth,
  fields: FIELDS,
  searchable: ['provider_username'],
  addressedBy: [],
  uniqueField: 'provider_username',
  filters: { user: (value, parameter) => fieldCondition(USER_ID, value, parameter) },
  toResource: (row) => ({
    id: String(row._id),
    type: 'external_auth',
    path: `/admin/external_auth/${row._id}`,
    attributes: {
      user_id: row.user_id,
      auth_provider_id: row.auth_provider_id,
      provider_username: row.provider_username,
      params: maskSecrets(row.params),
    },
    meta: { created: formatDateTime(row.created), modified: formatDateTime(row.modified) },
  }),
  recorded: (fields) => withoutValues(fields, ['params']),
});

/** An account at a provider signs in as the user; only admins connect one. @throws ApiError forbidden */
function assertAdmin({ caller }: RequestContext): void {
  if (!caller.isAdmin) throw new ApiError('forbidden', 'Only admins connect users with accounts at providers.');
}

/**
 * The user and the provider must be there. The provider is written, so that its removal at the same moment conflicts.
 * @throws ApiError invalid_data
 */
async function assertReferences(store: Store, input: ExternalAuthInput, transaction: Transaction): Promise<void> {
  if (input.user_id !== undefined) {
    await assertExists(store.documents('users'), input.user_id, 'user_id', transaction);
  }
  if (input.auth_provider_id !== undefined) {
    await assertExists(store.authProviders, input.auth_provider_id, 'auth_provider_id', transaction);
    const provider = { _id: input.auth_provider_id };
    await store.authProviders.updateOne(provider, { $inc: { uses: 1 } as never }, { session: transaction });
  }
}

/** @throws ApiError invalid_data, already_exists, type_conflict, client_id_forbidden */
export async function createExternalAuth(
  dependencies: Dependencies,
  body: ResourceBody<ExternalAuthInput>,
  context: RequestContext,
): Promise<ExternalAuthRow> {
  const { store } = dependencies;
  assertAdmin(context);
  const input = readCreate(body, 'external_auth');
  assertGiven(input, ['user_id', 'auth_provider_id', 'provider_username']);
  const row: ExternalAuthRow = {
    _id: await store.sequences.next('external_auth'),
    ...newRow(dependencies),
    user_id: input.user_id ?? 0,
    auth_provider_id: input.auth_provider_id ?? 0,
    provider_username: input.provider_username ?? '',
    params: input.params ?? null,
  };
  return writeRows(dependencies, context, async (scope) => {
    await assertReferences(store, input, scope.transaction);
    return insertRow(externalAuthResources(store), row, scope);
  });
}

/** @throws ApiError not_found, invalid_data, already_exists, type_conflict, id_conflict, precondition_failed */
export async function updateExternalAuth(
  dependencies: Dependencies,
  id: string,
  body: ResourceBody<ExternalAuthInput>,
  context: RequestContext,
): Promise<ExternalAuthRow> {
  const { store } = dependencies;
  assertAdmin(context);
  const type = externalAuthResources(store);
  return writeRows(dependencies, context, async (scope) => {
    const current = await findRow(type, id, scope.transaction);
    const input = readUpdate(body, 'external_auth', id);
    const fields: Partial<ExternalAuthRow> = knownAttributes(input, [
      'user_id',
      'auth_provider_id',
      'provider_username',
    ]);
    const isSameDestination =
      input.auth_provider_id === undefined || input.auth_provider_id === current.auth_provider_id;
    const params = restoreSecrets(input.params, { params: current.params, isSameDestination });
    if (params !== undefined) fields.params = params;
    await assertReferences(store, input, scope.transaction);
    return changeRow(type, current, fields, scope);
  });
}

/** @throws ApiError not_found, precondition_failed */
export async function deleteExternalAuth(
  dependencies: Dependencies,
  id: string,
  context: RequestContext,
): Promise<void> {
  const { store } = dependencies;
  assertAdmin(context);
  const type = externalAuthResources(store);
  await writeRows(dependencies, context, async (scope) =>
    removeRow(type, await findRow(type, id, scope.transaction), scope),
  );
}
