// Providers of accounts outside the service (D558). Secrets in their parameters are never shown.
import type { Clock } from '../clock.ts';
import { checksAudience } from '../accounts/providers/oauth2.ts';
import { PRIVATE_HINT } from '../accounts/providers/provider-request.ts';
import { classOf } from '../accounts/providers/provider.ts';
import { openParams, type Sealer } from '../accounts/sealed-secrets.ts';
import { invalidData } from '../errors.ts';
import type { Logger } from '../log.ts';
import { parseUrl } from '../network/parse-url.ts';
import { assertPublicHost } from '../network/private-networks.ts';
import { inUse } from '../resources/model-write.ts';
import { defineResource, type DefinedResource } from '../resources/define-resource.ts';
import { rowOperations, type RowOperations } from '../resources/row-operations.ts';
import { ownTransaction } from '../resources/write-rows.ts';
import type { AuthProviderRow, Store } from '../store/store.ts';
import { changedParams, maskSecrets, withoutValues } from './secrets.ts';
import { asError } from '../values.ts';

interface Dependencies {
  store: Store;
  clock: Clock;
  sealer: Sealer;
  providers: { /** Addresses of private networks are allowed. */ allowsPrivate: boolean };
}

/** The default kind of provider. */
const DEFAULT_CLASS = 'OAuth2';

const authProviderResources = ({ store, sealer }: Dependencies): DefinedResource<AuthProviderRow, 'AuthProviders'> =>
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
      params: { default: null, show: (row) => maskSecrets(openParams(sealer, row.params) ?? null) },
      enabled: { kind: 'boolean', default: true },
    },
    meta: { audience_checked: { computed: (row) => isAudienceChecked(sealer, row) } },
    recorded: (fields) => withoutValues(fields, ['params']),
  });

/** Null for a class without sign-in. An ID token of OpenID Connect always has its audience (D376). */
function isAudienceChecked(sealer: Sealer, row: AuthProviderRow): boolean | null {
  const providerClass = classOf(row);
  if (providerClass === undefined) return null;
  return providerClass === 'OpenIDConnect' || checksAudience({ params: openParams(sealer, row.params) ?? {} });
}

/** Warns of providers that accept tokens of any of their clients (D376). */
export async function warnOfUncheckedAudiences(store: Store, sealer: Sealer, log: Pick<Logger, 'warn'>): Promise<void> {
  const rows = await store.authProviders.find({ enabled: true }).sort({ name: 1 }).toArray();
  const names = rows.filter((row) => isAudienceChecked(sealer, row) === false).map((row) => row.name);
  if (names.length === 0) return;
  log.warn({ auth_providers: names }, 'providers take tokens issued to any of their clients: set params.audience');
}

/** Names are resolved with each request; an address is refused at once (D745). @throws ApiError invalid_data */
function assertPublic(text: string | null | undefined): void {
  const url = text ? parseUrl(text) : undefined;
  if (!url) return;
  try {
    assertPublicHost(url.hostname);
  } catch (error) {
    throw invalidData('/data/attributes/url', `[url.public]: ${asError(error).message}. ${PRIVATE_HINT}`);
  }
}

/** The operations on providers. A provider with accounts cannot be deleted. */
export const authProviders = (dependencies: Dependencies): RowOperations<AuthProviderRow, 'AuthProviders'> =>
  rowOperations(authProviderResources(dependencies), {
    ...ownTransaction(dependencies),
    check(input, current) {
      if (!dependencies.providers.allowsPrivate) assertPublic(input.url);
      const isSameDestination = input.url === undefined || input.url === current?.url;
      return { params: changedParams(dependencies.sealer, input.params, current, isSameDestination) };
    },
    async checkDelete({ _id, name }, { transaction }) {
      if (!(await dependencies.store.externalAuth.findOne({ auth_provider_id: _id }, { session: transaction }))) return;
      throw inUse(`Accounts of users come from "${name}"; remove those first, or disable it.`);
    },
  });
