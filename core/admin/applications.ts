// Applications: clients of the API, each with a key and optionally a secret (D18, D554).
import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { parseDateTime } from '../date-values.ts';
import { FIRST_APPLICATION_ID } from '../access/access-rules.ts';
import { secretHash } from '../secret-hash.ts';
import type { RequestContext } from '../context.ts';
import { ApiError, invalidData, notFound } from '../errors.ts';
import { withoutPrecondition, immutable } from '../resources/model-write.ts';
import { defineResource, type AttributesInput, type DefinedResource } from '../resources/define-resource.ts';
import { findRow, removeRow, type WriteScope } from '../resources/resource-type.ts';
import { rowOperations, rowReads, type RowOperations, type RowReads } from '../resources/row-operations.ts';
import type { ApplicationRow, Store } from '../store/store.ts';
import { MASK } from './secrets.ts';
import { configResources } from './config-entries.ts';
import { permissionResources } from './endpoint-permissions.ts';
import { accessRules, type RuleDependencies } from './rule-change.ts';

const ATTRIBUTES = {
  name: { kind: 'string' },
  description: { kind: 'string', default: null },
} as const;

/** Keys created by a request: only its response shows them. */
type IssuedKeys = WeakMap<object, Map<string, string>>;

/** Keys are shown to administrators only, regardless of the permissions on the endpoint (D18). */
const applicationResources = (store: Store, issued: IssuedKeys): DefinedResource<ApplicationRow, 'Applications'> =>
  defineResource<ApplicationRow, 'Applications'>({
    type: 'applications',
    path: '/admin/applications',
    collection: store.applications,
    searchable: ['name', 'description'],
    addressedBy: ['name'],
    attributes: {
      ...ATTRIBUTES,
      enabled: { kind: 'boolean', default: true },
      expires: { kind: 'datetime', default: null },
      read_only: { kind: 'boolean', default: false },
      endpoints: { default: null },
    },
    meta: {
      api_key: {
        show: (row, context) => (context?.caller.isAdmin ? issued.get(context)?.get(row.api_key_hash) : undefined),
      },
      last_used: { kind: 'datetime', default: null },
      has_client_secret: { computed: (row) => row.client_secret_hash !== null },
    },
    recorded: ({ api_key_hash: key, last_used: _used, client_secret_hash, ...fields }) => ({
      ...fields,
      ...(key !== undefined && { api_key: MASK }),
      ...(client_secret_hash !== undefined && { has_client_secret: client_secret_hash !== null }),
    }),
  });

/** Public data of enabled applications. */
export const publicApplications = (store: Store): RowReads<ApplicationRow, 'PublicApplications'> => {
  const type = defineResource<ApplicationRow, 'PublicApplications'>({
    type: 'applications',
    path: '/applications',
    collection: store.applications,
    searchable: ['name', 'description'],
    addressedBy: ['name'],
    attributes: ATTRIBUTES,
    withoutDates: true,
  });
  return rowReads(type, {
    scope: () => [{ enabled: true }],
    async find(id) {
      const row = await findRow(type, id);
      if (!row.enabled) throw notFound(`applications "${id.slice(0, 100)}"`);
      return row;
    },
  });
};

/** @throws ApiError invalid_data */
function expiryOf(value: string | null | undefined): Date | null | undefined {
  if (value === undefined || value === null) return value;
  const date = parseDateTime(value);
  if (!date) throw invalidData('/data/attributes/expires', '[expires.dateTime]: A date and time is expected.');
  return date;
}

function assertMayGo(row: ApplicationRow, { caller }: RequestContext): void {
  if (row._id === FIRST_APPLICATION_ID) throw immutable('The first application can be neither disabled nor deleted.');
  if (row._id === caller.applicationId) throw immutable('The request itself comes from this application.');
}

const isSame = (value: unknown, stored: unknown): boolean => value === undefined || isDeepStrictEqual(value, stored);

/** Who knows its key or secret acts as the application, within its scope: only administrators change these (D761). @throws ApiError forbidden */
function assertMayEmpower(
  input: AttributesInput<'Applications'>,
  current: ApplicationRow | undefined,
  { caller }: RequestContext,
): void {
  if (caller.isAdmin || !current) return;
  const changes = {
    client_secret: input.client_secret !== undefined,
    renew_key: input.renew_key === true,
    enabled: !isSame(input.enabled, current.enabled),
    expires: !isSame(expiryOf(input.expires), current.expires),
    read_only: !isSame(input.read_only, current.read_only),
    endpoints: !isSame(input.endpoints, current.endpoints),
  };
  const power = Object.entries(changes).find(([, isChanged]) => isChanged)?.[0];
  if (power === undefined) return;
  const source = { pointer: `/data/attributes/${power}` };
  throw new ApiError('forbidden', { detail: `Only administrators change "${power}" of an application.`, source });
}

/** Its permissions, configuration and refresh tokens. */
async function removeBelongings(store: Store, applicationId: number, scope: WriteScope): Promise<void> {
  const options = { session: scope.transaction };
  const own = { application_id: applicationId };
  for (const row of await store.endpointPermissions.find(own, options).toArray()) {
    await removeRow(permissionResources(store), row, withoutPrecondition(scope));
  }
  for (const row of await store.config.find(own, options).toArray()) {
    await removeRow(configResources(store), row, withoutPrecondition(scope));
  }
  await store.refreshTokens.deleteMany(own, options);
}

/** The operations on applications. A deletion includes all rows that belong to the application. */
export function applications(dependencies: RuleDependencies): RowOperations<ApplicationRow, 'Applications'> {
  const { store } = dependencies;
  const issued: IssuedKeys = new WeakMap();
  const issueKey = (context: RequestContext): string => {
    const key = randomBytes(20).toString('hex');
    const hash = secretHash(key);
    issued.set(context, (issued.get(context) ?? new Map<string, string>()).set(hash, key));
    return hash;
  };
  return rowOperations(applicationResources(store, issued), {
    ...accessRules(dependencies),
    check(input, current, { context }) {
      assertMayEmpower(input, current, context);
      const { client_secret: secret } = input;
      const limits = { expires: expiryOf(input.expires), endpoints: input.endpoints };
      const client_secret_hash = typeof secret === 'string' ? secretHash(secret) : secret;
      if (!current) {
        const secrets = { api_key_hash: issueKey(context), client_secret_hash: client_secret_hash ?? null };
        return { ...limits, ...secrets, last_used: null };
      }
      if (input.enabled === false || limits.expires) assertMayGo(current, context);
      return { ...limits, api_key_hash: input.renew_key === true ? issueKey(context) : undefined, client_secret_hash };
    },
    async onUpdate(row, before, { transaction }) {
      if (row.client_secret_hash === before.client_secret_hash && row.api_key_hash === before.api_key_hash) return;
      // Tokens of the old secret, or of the old key.
      await store.refreshTokens.deleteMany({ application_id: row._id, user_id: null }, { session: transaction });
    },
    checkDelete: (row, { context }) => assertMayGo(row, context),
    onDelete: (row, scope) => removeBelongings(store, row._id, scope),
  });
}
