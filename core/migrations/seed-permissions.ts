// Migration: the permissions of an empty database (D19), where an endpoint without a row is closed, and the beginning of its
// audit trail (D691).
import { secretHash } from '../secret-hash.ts';
import { randomBytes } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Migration } from '../store/migrations.ts';
import type { EndpointPermissionRow, Store } from '../store/store.ts';
import { ADMIN_ROLE_ID, EDITOR_ROLE_ID, FIRST_APPLICATION_ID } from '../access/access-rules.ts';

type Rule = Pick<EndpointPermissionRow, 'role_id' | 'anonymous' | 'read' | 'write'>;

const rulesOf =
  (role_id: number | null, anonymous = false) =>
  (read: Rule['read'], write: Rule['write']): Rule => ({ role_id, anonymous, read, write });
const everybody = rulesOf(null, true);
const signedIn = rulesOf(null);
const admins = rulesOf(ADMIN_ROLE_ID);
const editors = rulesOf(EDITOR_ROLE_ID);

/** For every endpoint with content or read-only data. Closed ones need separate rules (D91). */
const GENERAL: readonly Rule[] = [everybody(true, false), admins(true, true), editors(true, true)];

const ENDPOINTS: Readonly<Record<string, { description: string; rules: readonly Rule[] }>> = {
  auth: { description: 'Signing in', rules: [everybody(true, true)] },
  signup: { description: 'Making an account of one’s own', rules: [everybody(true, true)] },
  model: { description: 'Object types, properties, relations', rules: [everybody(true, false), admins(true, true)] },
  users: { description: 'Accounts', rules: [signedIn('mine', false), editors(true, false), admins(true, true)] },
  roles: { description: 'Roles of users', rules: [signedIn(true, false), admins(true, true)] },
  trash: {
    description: 'Objects that were deleted',
    rules: [signedIn('mine', false), editors(true, true), admins(true, true)],
  },
  history: {
    description: 'Who changed what',
    rules: [signedIn('mine', false), editors(true, false), admins(true, false)],
  },
  annotations: { description: 'Remarks about objects', rules: [everybody(true, false), signedIn(true, true)] },
  object_permissions: { description: 'Roles that objects are for', rules: [editors(true, true), admins(true, true)] },
  config: { description: 'Configuration of applications', rules: [everybody(true, false), admins(true, true)] },
  async_jobs: { description: 'Work that is done later', rules: [admins(true, true)] },
  admin: { description: 'Administration', rules: [admins(true, true)] },
};

async function fill(store: Store, now: Date): Promise<void> {
  const bookkeeping = { revision: 1, created: now, modified: now };
  const endpoints = Object.entries(ENDPOINTS).map(([name, { description }], index) => ({
    _id: index + 1,
    name,
    description,
    enabled: true,
    object_type_id: null,
    ...bookkeeping,
  }));
  const rules = [
    ...GENERAL.map((rule) => ({ endpoint_id: null, rule })),
    ...endpoints.flatMap((row) => (ENDPOINTS[row.name]?.rules ?? []).map((rule) => ({ endpoint_id: row._id, rule }))),
  ];
  const permissions = rules.map(({ endpoint_id, rule }, index) => ({
    _id: index + 1,
    endpoint_id,
    application_id: null,
    ...rule,
    ...bookkeeping,
  }));
  await store.transaction(async (transaction) => {
    const state = await store.state.findOne({ _id: 'access' }, { session: transaction });
    if (state) return;
    await store.applications.insertOne(
      {
        _id: FIRST_APPLICATION_ID,
        name: 'default',
        description: 'The first application',
        enabled: true,
        // Its key is unknown until an administrator renews it.
        api_key_hash: secretHash(randomBytes(20).toString('hex')),
        client_secret_hash: null,
        expires: null,
        read_only: false,
        endpoints: null,
        last_used: null,
        ...bookkeeping,
      },
      { session: transaction },
    );
    await store.endpoints.insertMany(endpoints, { session: transaction });
    await store.endpointPermissions.insertMany(permissions, { session: transaction });
    await store.sequences.startAfter(
      { applications: FIRST_APPLICATION_ID, endpoints: endpoints.length, endpoint_permissions: permissions.length },
      transaction,
    );
    const beginning = { _id: 'audit' as const, version: 0, hash: '', first: 1, first_previous: '' };
    await store.auditHead.insertOne(beginning, { session: transaction });
    await store.state.insertOne({ _id: 'access', version: 1 }, { session: transaction });
  });
}

/** Permissions, endpoints and the first application; `clock` dates the rows. */
export const seedPermissions = (clock: Clock): Migration => ({
  name: 'permissions',
  async run(store) {
    await fill(store, clock.now());
  },
});
