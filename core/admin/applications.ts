// Applications: clients of the API, each with a key and perhaps a secret (D18, reference/jsonapi.md 2.4).
import { randomBytes } from 'node:crypto';
import { FIRST_APPLICATION_ID } from '../accounts/first-access.ts';
import { secretHash } from '../secret-hash.ts';
import type { Caller, RequestContext } from '../context.ts';
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
import type { ApplicationRow, Store } from '../store/store.ts';
import { configResources } from './config-entries.ts';
import { permissionResources } from './endpoint-permissions.ts';
import { changeRules, newRow, type RuleDependencies } from './rule-change.ts';

export interface ApplicationInput {
  name?: string;
  description?: string | null;
  enabled?: boolean;
  client_secret?: string | null;
}

const PUBLIC_FIELDS: readonly [string, Field][] = [
  ['id', { path: '_id', kind: 'integer' }],
  ['name', { path: 'name', kind: 'string' }],
  ['description', { path: 'description', kind: 'string' }],
];

const FIELDS: ReadonlyMap<string, Field> = new Map<string, Field>([
  ...PUBLIC_FIELDS,
  ['enabled', { path: 'enabled', kind: 'boolean' }],
  ['created', { path: 'created', kind: 'datetime' }],
  ['modified', { path: 'modified', kind: 'datetime' }],
]);

/** Keys are shown to admins only, whatever the permissions of the endpoint (D18). */
export const applicationResources = (
  store: Store,
  { isAdmin }: Pick<Caller, 'isAdmin'>,
): ResourceType<ApplicationRow, 'Applications'> => ({
  type: 'applications',
  path: '/admin/applications',
  collection: store.applications,
  fields: FIELDS,
  searchable: ['name', 'description'],
  addressedBy: ['name'],
  filters: {},
  toResource: (row) => ({
    id: String(row._id),
    type: 'applications',
    path: `/admin/applications/${row._id}`,
    attributes: { name: row.name, description: row.description, enabled: row.enabled },
    meta: {
      ...(isAdmin && { api_key: row.api_key }),
      has_client_secret: row.client_secret_hash !== null,
      created: formatDateTime(row.created),
      modified: formatDateTime(row.modified),
    },
  }),
  recorded: ({ api_key: _key, client_secret_hash, ...fields }) => ({
    ...fields,
    ...(client_secret_hash !== undefined && { has_client_secret: client_secret_hash !== null }),
  }),
});

/** What everybody may know of an application that is enabled. */
export const publicApplicationResources = (store: Store): ResourceType<ApplicationRow, 'PublicApplications'> => ({
  ...applicationResources(store, { isAdmin: false }),
  path: '/applications',
  fields: new Map(PUBLIC_FIELDS),
  toResource: (row) => ({
    id: String(row._id),
    type: 'applications',
    path: `/applications/${row._id}`,
    attributes: { name: row.name, description: row.description },
    meta: {},
  }),
});

const clientSecretHash = (secret: string | null): string | null => (secret === null ? null : secretHash(secret));

/** @throws ApiError invalid_data, already_exists, type_conflict, client_id_forbidden */
export async function createApplication(
  dependencies: RuleDependencies,
  body: ResourceBody<ApplicationInput>,
  context: RequestContext,
): Promise<ApplicationRow> {
  const { store } = dependencies;
  const input = readCreate(body, 'applications');
  assertGiven(input, ['name']);
  const row: ApplicationRow = {
    _id: await store.sequences.next('applications'),
    ...newRow(dependencies),
    name: input.name ?? '',
    description: input.description ?? null,
    enabled: input.enabled ?? true,
    api_key: randomBytes(20).toString('hex'),
    client_secret_hash: clientSecretHash(input.client_secret ?? null),
  };
  return changeRules(dependencies, context, (scope) =>
    insertRow(applicationResources(store, context.caller), row, scope),
  );
}

function assertMayGo(row: ApplicationRow, { caller }: RequestContext): void {
  if (row._id === FIRST_APPLICATION_ID) throw immutable('The first application stays, and stays enabled.');
  if (row._id === caller.applicationId) throw immutable('This is the application that the request comes from.');
}

/** @throws ApiError not_found, invalid_data, already_exists, immutable, type_conflict, id_conflict, precondition_failed */
export async function updateApplication(
  dependencies: RuleDependencies,
  id: string,
  body: ResourceBody<ApplicationInput>,
  context: RequestContext,
): Promise<ApplicationRow> {
  const { store } = dependencies;
  const type = applicationResources(store, context.caller);
  return changeRules(dependencies, context, async (scope) => {
    const current = await findRow(type, id, scope.transaction);
    const input = readUpdate(body, 'applications', id, current._id);
    if (input.enabled === false) assertMayGo(current, context);
    const fields: Partial<ApplicationRow> = knownAttributes(input, ['name', 'description', 'enabled']);
    if (input.client_secret !== undefined) fields.client_secret_hash = clientSecretHash(input.client_secret);
    const row = await changeRow(type, current, fields, scope);
    if (row.client_secret_hash !== current.client_secret_hash) {
      // Tokens that the old secret was given for.
      const issued = { application_id: row._id, user_id: null };
      await store.refreshTokens.deleteMany(issued, { session: scope.transaction });
    }
    return row;
  });
}

/** Its permissions, configuration and refresh tokens. */
async function removeBelongings(store: Store, applicationId: number, scope: WriteScope): Promise<void> {
  const session = { session: scope.transaction };
  const own = { application_id: applicationId };
  for (const row of await store.endpointPermissions.find(own, session).toArray()) {
    await removeRow(permissionResources(store), row, withoutPrecondition(scope));
  }
  for (const row of await store.config.find(own, session).toArray()) {
    await removeRow(configResources(store), row, withoutPrecondition(scope));
  }
  await store.refreshTokens.deleteMany(own, session);
}

/** @throws ApiError not_found, immutable, precondition_failed */
export async function deleteApplication(
  dependencies: RuleDependencies,
  id: string,
  context: RequestContext,
): Promise<void> {
  const { store } = dependencies;
  const type = applicationResources(store, context.caller);
  await changeRules(dependencies, context, async (scope) => {
    const row = await findRow(type, id, scope.transaction);
    assertMayGo(row, context);
    await removeRow(type, row, scope);
    await removeBelongings(store, row._id, scope);
  });
}
