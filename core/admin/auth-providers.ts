// Providers of accounts outside the service (D558). Secrets in their parameters are never shown.
import type { Clock } from '../clock.ts';
import { checksAudience } from '../accounts/providers/oauth2.ts';
import { classOf } from '../accounts/providers/provider.ts';
import type { RequestContext } from '../context.ts';
import { ApiError } from '../errors.ts';
import type { Logger } from '../log.ts';
import { inUse } from '../resources/model-write.ts';
import { defineResource, type DefinedResource } from '../resources/define-resource.ts';
import { rowOperations, type RowOperations } from '../resources/row-operations.ts';
import { ownTransaction } from '../resources/write-rows.ts';
import type { AuthProviderRow, Store } from '../store/store.ts';
import { maskSecrets, restoreSecrets, withoutValues } from './secrets.ts';

interface Dependencies {
  store: Store;
  clock: Clock;
}

/** The default kind of provider. */
const DEFAULT_CLASS = 'OAuth2';

const authProviderResources = (store: Store): DefinedResource<AuthProviderRow, 'AuthProviders'> =>
  defineResource<AuthProviderRow, 'AuthProviders'>({
    type: 'auth_providers',
    path: '/admin/auth_providers',
    collection: store.authProviders,
    searchable: ['name', 'auth_class', 'url'],
    addressedBy: ['name'],
    attributes: {
      name: { kind: 'string' },
      auth_class: { kind: 'string', default: DEFAULT_CLASS },
      url: { kind: 'string', default: null },
      params: { default: null, show: (row) => maskSecrets(row.params) },
      enabled: { kind: 'boolean', default: true },
    },
    meta: { audience_checked: { computed: isAudienceChecked } },
    recorded: (fields) => withoutValues(fields, ['params']),
  });

/** Null for a class without sign-in. An ID token of OpenID Connect always has its audience (D376). */
function isAudienceChecked(row: AuthProviderRow): boolean | null {
  const providerClass = classOf(row);
  if (providerClass === undefined) return null;
  return providerClass === 'OpenIDConnect' || checksAudience({ params: row.params ?? {} });
}

/** Warns of providers that accept tokens of any of their clients (D376). */
export async function warnOfAudiences(store: Store, log: Pick<Logger, 'warn'>): Promise<void> {
  const rows = await store.authProviders.find({ enabled: true }).sort({ name: 1 }).toArray();
  const names = rows.filter((row) => isAudienceChecked(row) === false).map((row) => row.name);
  if (names.length === 0) return;
  log.warn({ auth_providers: names }, 'providers take tokens issued to any of their clients: set params.audience');
}

/** A provider decides who can sign in; only admins write one (D373). @throws ApiError forbidden */
function assertAdmin({ caller }: Pick<RequestContext, 'caller'>): void {
  if (!caller.isAdmin) throw new ApiError('forbidden', 'Only admins configure providers.');
}

/** The operations on providers. A provider with accounts cannot be deleted. */
export const authProviders = (dependencies: Dependencies): RowOperations<AuthProviderRow, 'AuthProviders'> =>
  rowOperations(authProviderResources(dependencies.store), {
    ...ownTransaction(dependencies),
    authorize: assertAdmin,
    check(input, current) {
      if (!current) return;
      const isSameDestination = input.url === undefined || input.url === current.url;
      return { params: restoreSecrets(input.params, { params: current.params, isSameDestination }) };
    },
    async checkDelete({ _id, name }, { transaction }) {
      if (!(await dependencies.store.externalAuth.findOne({ auth_provider_id: _id }, { session: transaction }))) return;
      throw inUse(`Accounts of users come from "${name}"; remove those first, or disable it.`);
    },
  });
