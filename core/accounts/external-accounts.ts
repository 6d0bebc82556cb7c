// Accounts of users at other services, in `meta.external_auth`.
import type { components } from '../../generated/api.d.ts';
import type { Store } from '../store/store.ts';

export type ExternalAccount = components['schemas']['UsersExternalAccount'];

/** By user id; two reads at most for any number of users. */
export async function externalAccounts(
  store: Store,
  userIds: readonly number[],
): Promise<Map<number, ExternalAccount[]>> {
  const accounts = new Map<number, ExternalAccount[]>();
  if (userIds.length === 0) return accounts;
  const rows = await store.externalAuth
    .find({ user_id: { $in: [...userIds] } })
    .sort({ _id: 1 })
    .toArray();
  if (rows.length === 0) return accounts;
  const providerIds = [...new Set(rows.map((row) => row.auth_provider_id))];
  const providers = await store.authProviders.find({ _id: { $in: providerIds } }).toArray();
  const names = new Map(providers.map((row) => [row._id, row.name]));
  for (const { user_id, auth_provider_id, provider_username } of rows) {
    const account = { provider: names.get(auth_provider_id) ?? '', username: provider_username };
    accounts.set(user_id, [...(accounts.get(user_id) ?? []), account]);
  }
  return accounts;
}
