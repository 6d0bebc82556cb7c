// Providers of accounts outside the service (reference/jsonapi.md 2.1 and 9). Secrets among their parameters go in and
// never out.
import type { Clock } from '../clock.ts';
import { checksAudience } from '../accounts/providers/oauth2.ts';
import { classOf } from '../accounts/providers/provider.ts';
import type { RequestContext } from '../context.ts';
import { ApiError } from '../errors.ts';
import type { Logger } from '../log.ts';
import { knownAttributes, readCreate, readUpdate, type ResourceBody } from '../format/jsonapi/resource-input.ts';
import { formatDateTime } from '../date-values.ts';
import { inUse } from '../resources/model-write.ts';
import { writeRows } from '../resources/write-rows.ts';
import { assertGiven } from '../model/names.ts';
import { changeRow, findRow, insertRow, removeRow, type ResourceType } from '../resources/resource-type.ts';
import type { Field } from '../query/filters.ts';
import type { AuthProviderRow, Store } from '../store/store.ts';
import { newRow } from './rule-change.ts';
import { maskSecrets, restoreSecrets, withoutValues } from './secrets.ts';

export interface AuthProviderInput {
  name?: string;
  auth_class?: string;
  url?: string | null;
  params?: Record<string, unknown> | null;
  enabled?: boolean;
}

interface Dependencies {
  store: Store;
  clock: Clock;
}

/** The kind of provider that most are. */
const DEFAULT_CLASS = 'OAuth2';

const FIELDS: ReadonlyMap<string, Field> = new Map<string, Field>([
  ['id', { path: '_id', kind: 'integer' }],
  ['name', { path: 'name', kind: 'string' }],
  ['auth_class', { path: 'auth_class', kind: 'string' }],
  ['url', { path: 'url', kind: 'string' }],
  ['enabled', { path: 'enabled', kind: 'boolean' }],
  ['created', { path: 'created', kind: 'datetime' }],
  ['modified', { path: 'modified', kind: 'datetime' }],
]);

export const authProviderResources = (store: Store): ResourceType<AuthProviderRow, 'AuthProviders'> => ({
  type: 'auth_providers',
  path: '/admin/auth_providers',
  collection: store.authProviders,
  fields: FIELDS,
  searchable: ['name', 'auth_class', 'url'],
  addressedBy: ['name'],
  filters: {},
  toResource: (row) => ({
    id: String(row._id),
    type: 'auth_providers',
    path: `/admin/auth_providers/${row._id}`,
    attributes: {
      name: row.name,
      auth_class: row.auth_class,
      url: row.url,
      params: maskSecrets(row.params),
      enabled: row.enabled,
    },
    meta: {
      audience_checked: isAudienceChecked(row),
      created: formatDateTime(row.created),
      modified: formatDateTime(row.modified),
    },
  }),
  recorded: (fields) => withoutValues(fields, ['params']),
});

/** Null for a class that users cannot sign in through. The ID token of OpenID Connect always says whom it is for (D376). */
function isAudienceChecked(row: AuthProviderRow): boolean | null {
  const providerClass = classOf(row);
  if (providerClass === undefined) return null;
  return providerClass === 'OpenIDConnect' || checksAudience({ params: row.params ?? {} });
}

/** Warns of the providers that let a user in by a token that was issued to any client of theirs (D376). */
export async function warnOfAudiences(store: Store, log: Pick<Logger, 'warn'>): Promise<void> {
  const rows = await store.authProviders.find({ enabled: true }).sort({ name: 1 }).toArray();
  const names = rows.filter((row) => isAudienceChecked(row) === false).map((row) => row.name);
  if (names.length === 0) return;
  log.warn({ auth_providers: names }, 'providers take tokens issued to any of their clients: set params.audience');
}

/** A provider decides who can sign in; only admins write one (D373). @throws ApiError forbidden */
function assertAdmin({ caller }: Pick<RequestContext, 'caller'>): void {
  if (!caller.isAdmin) throw new ApiError('forbidden', 'Only admins set up providers.');
}

/** @throws ApiError forbidden, invalid_data, already_exists, type_conflict, client_id_forbidden */
export async function createAuthProvider(
  dependencies: Dependencies,
  body: ResourceBody<AuthProviderInput>,
  context: RequestContext,
): Promise<AuthProviderRow> {
  const { store } = dependencies;
  assertAdmin(context);
  const input = readCreate(body, 'auth_providers');
  assertGiven(input, ['name']);
  const row: AuthProviderRow = {
    _id: await store.sequences.next('auth_providers'),
    ...newRow(dependencies),
    name: input.name ?? '',
    auth_class: input.auth_class ?? DEFAULT_CLASS,
    url: input.url ?? null,
    params: input.params ?? null,
    enabled: input.enabled ?? true,
  };
  return writeRows(dependencies, context, (scope) => insertRow(authProviderResources(store), row, scope));
}

/** @throws ApiError forbidden, not_found, invalid_data, already_exists, type_conflict, id_conflict, precondition_failed */
export async function updateAuthProvider(
  dependencies: Dependencies,
  id: string,
  body: ResourceBody<AuthProviderInput>,
  context: RequestContext,
): Promise<AuthProviderRow> {
  const { store } = dependencies;
  assertAdmin(context);
  const type = authProviderResources(store);
  return writeRows(dependencies, context, async (scope) => {
    const current = await findRow(type, id, scope.transaction);
    const input = readUpdate(body, 'auth_providers', id, current._id);
    const fields: Partial<AuthProviderRow> = knownAttributes(input, ['name', 'auth_class', 'url', 'enabled']);
    const isSameDestination = input.url === undefined || input.url === current.url;
    const params = restoreSecrets(input.params, { params: current.params, isSameDestination });
    if (params !== undefined) fields.params = params;
    return changeRow(type, current, fields, scope);
  });
}

/** One that accounts come from stays. @throws ApiError forbidden, not_found, in_use, precondition_failed */
export async function deleteAuthProvider(
  dependencies: Dependencies,
  id: string,
  context: RequestContext,
): Promise<void> {
  const { store } = dependencies;
  assertAdmin(context);
  const type = authProviderResources(store);
  await writeRows(dependencies, context, async (scope) => {
    const row = await findRow(type, id, scope.transaction);
    const session = { session: scope.transaction };
    if (await store.externalAuth.findOne({ auth_provider_id: row._id }, session)) {
      throw inUse(`Accounts of users come from "${row.name}"; remove those first, or disable it.`);
    }
    await removeRow(type, row, scope);
  });
}
