// Users as resources: objects with the relationship `roles`, and their accounts at other services.
import type { RequestContext } from '../context.ts';
import type { Resource } from '../format/jsonapi/documents.ts';
import { inlineLabels, objectResource } from '../objects/object-resource.ts';
import { seerOf } from '../objects/shown-attributes.ts';
import type { FoundObject } from '../objects/read-objects.ts';
import type { Store } from '../store/store.ts';

interface ExternalAccount {
  provider: string;
  username: string;
}

/** By user id; two reads at most for any number of users. */
async function externalAccounts(store: Store, userIds: readonly number[]): Promise<Map<number, ExternalAccount[]>> {
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

/** Their accounts at other services, for those who see what is private. */
export async function addExternalAccounts(
  store: Store,
  users: readonly Resource[],
  { caller }: Pick<RequestContext, 'caller'>,
): Promise<void> {
  const open = users.map(({ id }) => Number(id)).filter((id) => seerOf(id, caller) === 'owner');
  const accounts = await externalAccounts(store, open);
  for (const { id, meta } of users) {
    const external = accounts.get(Number(id));
    if (external) meta['external_auth'] = external;
  }
}

/** What is private is there for admins and for the user concerned only. */
export async function userResources(
  store: Store,
  found: readonly FoundObject[],
  { caller, access }: Pick<RequestContext, 'caller' | 'access'>,
): Promise<Resource[]> {
  const labels = await inlineLabels(
    store,
    found.map(({ document }) => document),
  );
  const resources = found.map((each) => objectResource(each, { labels, roleNames: access.roleNames, caller }));
  await addExternalAccounts(store, resources, { caller });
  return resources;
}
