// Accounts of users at providers outside the service (D558).
import { openParams, type Sealer } from '../accounts/sealed-secrets.ts';
import type { Clock } from '../clock.ts';
import { fieldCondition } from '../query/filters.ts';
import { defineResource, type DefinedResource, type AttributesInput } from '../resources/define-resource.ts';
import { rowOperations, type RowOperations } from '../resources/row-operations.ts';
import { ownTransaction } from '../resources/write-rows.ts';
import type { ExternalAuthRow, Store } from '../store/store.ts';
import type { Transaction } from '../store/transactions/transaction.ts';
import { assertExists } from './references.ts';
import { changedParams, maskSecrets, withoutValues } from './secrets.ts';

interface Dependencies {
  store: Store;
  clock: Clock;
  sealer: Sealer;
}

const USER_ID = { path: 'user_id', kind: 'integer' } as const;

const externalAuthResources = ({ store, sealer }: Dependencies): DefinedResource<ExternalAuthRow, 'ExternalAuth'> =>
  defineResource<ExternalAuthRow, 'ExternalAuth'>({
    type: 'external_auth',
    path: '/admin/external_auth',
    collection: store.externalAuth,
    searchable: ['provider_username'],
    uniqueField: 'provider_username',
    filters: { user: (value, parameter) => fieldCondition(USER_ID, value, parameter) },
    attributes: {
      user_id: USER_ID,
      auth_provider_id: { kind: 'integer' },
      provider_username: { kind: 'string' },
      params: { default: null, show: (row) => maskSecrets(openParams(sealer, row.params) ?? null) },
    },
    recorded: (fields) => withoutValues(fields, ['params']),
  });

/**
 * User and provider must exist. The provider is locked, so that a concurrent removal conflicts.
 * @throws ApiError invalid_data
 */
async function assertReferences(
  store: Store,
  input: AttributesInput<'ExternalAuth'>,
  transaction: Transaction,
): Promise<void> {
  if (input.user_id !== undefined) {
    await assertExists(store.documents('users'), input.user_id, 'user_id', transaction);
  }
  if (input.auth_provider_id !== undefined) {
    await assertExists(store.authProviders, input.auth_provider_id, 'auth_provider_id', transaction);
    const provider = { _id: input.auth_provider_id };
    await store.authProviders.updateOne(provider, { $inc: { uses: 1 } }, { session: transaction });
  }
}

/** The operations on accounts at providers. */
export const externalAuth = (dependencies: Dependencies): RowOperations<ExternalAuthRow, 'ExternalAuth'> =>
  rowOperations(externalAuthResources(dependencies), {
    ...ownTransaction(dependencies),
    async check(input, current, { transaction }) {
      const { auth_provider_id: provider = current?.auth_provider_id } = input;
      const isSameDestination = provider === current?.auth_provider_id;
      const params = changedParams(dependencies.sealer, input.params, current, isSameDestination);
      await assertReferences(dependencies.store, input, transaction);
      return { params };
    },
  });
