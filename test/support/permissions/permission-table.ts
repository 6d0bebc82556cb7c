// The permitted callers of each operation (D19). Written by hand from the decisions, not derived.
import { account, name } from './permission-resources.ts';
import { create, FLAT, links, update, type Ids, type Row } from './permission-rows.ts';
import { DOWNLOADS_TABLE } from './permission-table-downloads.ts';
import { LEGACY_TABLE } from './permission-table-legacy.ts';
import { LEGACY_READING_TABLE } from './permission-table-legacy-reading.ts';
import { LEGACY_FILES_TABLE } from './permission-table-legacy-files.ts';
import { MODEL_TABLE } from './permission-table-model.ts';
import { STREAMS_TABLE } from './permission-table-streams.ts';
import { MEDIA_TABLE } from './permission-table-media.ts';
import { TRANSLATIONS_TABLE } from './permission-table-translations.ts';
import { RELATIONS_TABLE } from './permission-table-relations.ts';
import { THUMBNAILS_TABLE } from './permission-table-thumbnails.ts';
import { TRASH_TABLE } from './permission-table-trash.ts';
import { TREE_TABLE } from './permission-table-tree.ts';
import { VERSIONS_TABLE } from './permission-table-versions.ts';
import { PASSWORD } from '../service.ts';

/** Roles of users, and users of roles. */
const changeLinks = (at: string, key: 'role' | 'user'): Row => ({
  at,
  who: 'admins',
  needs: [key],
  body: links(`${key}s`, key),
});

/** The five operations of a resource under /admin. `nouns`: of one, and of several. */
const administration = (
  type: string,
  key: string,
  [noun, nouns]: [string, string],
  { attributes, needs = [] }: { attributes: (ids: Ids) => object; needs?: string[] },
): Record<string, Row> => ({
  [`list${nouns}`]: { at: `GET /admin/${type}`, who: 'admins' },
  [`get${noun}`]: { at: `GET /admin/${type}/{${key}}`, who: 'admins' },
  [`create${noun}`]: {
    at: `POST /admin/${type}`,
    who: 'admins',
    needs,
    body: (ids) => ({ data: { type, attributes: attributes(ids) } }),
  },
  [`update${noun}`]: { at: `PATCH /admin/${type}/{${key}}`, who: 'admins', body: update(type, key, {}) },
  [`delete${noun}`]: { at: `DELETE /admin/${type}/{${key}}`, who: 'admins' },
});

/** In the form of a response of a browser. */
const REGISTRATION = {
  id: 'AQID',
  rawId: 'AQID',
  type: 'public-key',
  clientExtensionResults: {},
  response: { clientDataJSON: 'e30', attestationObject: 'oA' },
};

export const TABLE: Record<string, Row> = {
  // Operations that only read, and those of orchestrators.
  getHome: { at: 'GET /home', who: 'everyone' },
  getStatus: { at: 'GET /status', who: 'everyone' },
  getHealth: { at: 'GET /health', who: 'everyone' },
  getReady: { at: 'GET /ready', who: 'everyone' },
  getMetrics: { at: 'GET /metrics', who: 'admins' },
  getDescription: { at: 'GET /openapi.json', who: 'everyone' },
  // It shows the data of lists.
  listFeedEvents: { at: 'GET /feed', who: 'everyone' },
  getDescriptionYaml: { at: 'GET /openapi.yaml', who: 'everyone' },

  // Signing in.
  signIn: {
    at: 'POST /auth',
    who: 'everyone',
    body: () => ({ username: 'admin', password: PASSWORD }),
    contentType: FLAT,
  },
  listSignInProviders: { at: 'GET /auth/providers', who: 'everyone' },
  // oxfmt-ignore
  createAuthorization: { at: 'POST /auth/authorization', who: 'everyone', body: () => ({}), contentType: FLAT, status: 400 },

  getAccessToken: { at: 'GET /auth', who: 'signed in' },
  // That of the first permitted caller; it is unknown to the others.
  deleteRefreshToken: { at: 'DELETE /auth/{refreshToken}', who: 'signed in' },
  getExplanation: { at: 'GET /auth/explain?method=GET&path=/documents', who: 'admins' },
  listPasskeys: { at: 'GET /auth/passkeys', who: 'signed in' },
  // oxfmt-ignore
  createPasskey: { at: 'POST /auth/passkeys', who: 'signed in', body: () => ({ password: PASSWORD }), contentType: FLAT },
  // No authenticator has signed the data.
  activatePasskey: {
    at: 'PATCH /auth/passkeys',
    who: 'signed in',
    body: () => ({ challenge: 'x', credential: REGISTRATION }),
    contentType: FLAT,
    status: 400,
  },
  // A challenge of no sign-in.
  // oxfmt-ignore
  createPasskeyChallenge: { at: 'POST /auth/passkeys/challenge', who: 'everyone', body: () => ({ challenge: 'x' }), contentType: FLAT, status: 401 },
  // oxfmt-ignore
  updatePasskey: { at: 'PATCH /auth/passkeys/none', who: 'signed in', body: () => ({ name: 'x' }), contentType: FLAT, status: 404 },
  deletePasskey: { at: 'DELETE /auth/passkeys/none', who: 'signed in', status: 404 },
  getSecondFactor: { at: 'GET /auth/second_factor', who: 'signed in' },
  createSecondFactor: {
    at: 'POST /auth/second_factor',
    who: 'signed in',
    body: () => ({ password: PASSWORD }),
    contentType: FLAT,
  },
  // It is no code of the secret that the row above has made, so no caller has one to remove.
  activateSecondFactor: {
    at: 'PATCH /auth/second_factor',
    who: 'signed in',
    body: () => ({ code: '12345' }),
    contentType: FLAT,
    status: 400,
  },
  deleteSecondFactor: {
    at: 'DELETE /auth/second_factor',
    who: 'signed in',
    body: () => ({}),
    contentType: FLAT,
    status: 404,
  },
  // oxfmt-ignore
  checkSecondFactor: { at: 'POST /auth/second_factor/check', who: 'signed in', body: () => ({ code: '1' }), contentType: FLAT, status: 404 },
  // No caller has one.
  renewRecoveryCodes: { at: 'POST /auth/second_factor/recovery_codes', who: 'signed in', status: 404 },
  removeAuthenticator: { at: 'DELETE /auth/second_factor/authenticator', who: 'signed in', status: 404 },
  listSessions: { at: 'GET /auth/sessions', who: 'signed in' },
  // That of the reader: administrators see it too, and it is unknown to the others.
  getSession: { at: 'GET /auth/sessions/{session}', who: 'signed in' },
  deleteSession: { at: 'DELETE /auth/sessions/{session}', who: 'signed in' },
  deleteSessions: { at: 'DELETE /auth/sessions?except=current', who: 'signed in' },
  createCredentialsChange: {
    at: 'POST /auth/change',
    who: 'everyone',
    body: () => ({ contact: 'nobody@example.org', change_url: 'http://localhost:8080/change' }),
    contentType: FLAT,
  },
  changeCredentials: {
    at: 'PATCH /auth/change',
    who: 'everyone',
    body: () => ({ uuid: '3f1e0f8e-3b1c-4d0a-9d0e-6a5f3e0c9b7a', password: 'another password' }),
    contentType: FLAT,
    status: 404,
  },

  // The response to a body that lacks required members, so that no account is made.
  signUp: {
    at: 'POST /signup',
    who: 'everyone',
    body: () => ({ username: 'stranger' }),
    contentType: FLAT,
    status: 400,
  },
  activateSignup: {
    at: 'POST /signup/activation',
    who: 'everyone',
    body: () => ({ uuid: '3f1e0f8e-3b1c-4d0a-9d0e-6a5f3e0c9b7a' }),
    contentType: FLAT,
    status: 404,
  },

  // Accounts: editors see them, other callers their own; admins change them.
  getAuthUser: { at: 'GET /auth/user', who: 'signed in' },
  updateAuthUser: { at: 'PATCH /auth/user', who: 'signed in', body: () => ({ pseudonym: 'W.' }), contentType: FLAT },
  listUsers: { at: 'GET /users', who: 'signed in' },
  getUser: { at: 'GET /users/{user}', who: 'editors, others their own' },
  createUser: { at: 'POST /users', who: 'admins', body: () => create('users', account())() },
  updateUser: { at: 'PATCH /users/{user}', who: 'admins', body: update('users', 'user', { name: 'Wombat' }) },
  deleteUser: { at: 'DELETE /users/{user}', who: 'admins' },
  listUserRoles: { at: 'GET /users/{user}/roles', who: 'editors, others their own' },
  listUserRoleLinks: { at: 'GET /users/{user}/relationships/roles', who: 'editors, others their own' },
  addUserRoles: changeLinks('POST /users/{user}/relationships/roles', 'role'),
  replaceUserRoles: changeLinks('PATCH /users/{user}/relationships/roles', 'role'),
  removeUserRoles: changeLinks('DELETE /users/{user}/relationships/roles', 'role'),
  listRoles: { at: 'GET /roles', who: 'signed in' },
  getRole: { at: 'GET /roles/{role}', who: 'signed in' },
  createRole: { at: 'POST /roles', who: 'admins', body: () => create('roles', { name: name() })() },
  updateRole: { at: 'PATCH /roles/{role}', who: 'admins', body: update('roles', 'role', { description: 'Wombats' }) },
  deleteRole: { at: 'DELETE /roles/{role}', who: 'admins' },
  listRoleUsers: { at: 'GET /roles/{role}/users', who: 'signed in' },
  listRoleUserLinks: { at: 'GET /roles/{role}/relationships/users', who: 'signed in' },
  addRoleUsers: changeLinks('POST /roles/{role}/relationships/users', 'user'),
  replaceRoleUsers: changeLinks('PATCH /roles/{role}/relationships/users', 'user'),
  removeRoleUsers: changeLinks('DELETE /roles/{role}/relationships/users', 'user'),

  // Content: read by all, written by editors.
  listObjects: { at: 'GET /objects', who: 'everyone' },
  getObject: { at: 'GET /objects/{document}', who: 'everyone' },
  createObject: { at: 'POST /objects', who: 'editors', body: create('objects', {}), status: 403 },
  deleteObject: { at: 'DELETE /objects/{document}', who: 'editors' },
  ...LEGACY_TABLE,
  listTypedObjects: { at: 'GET /documents', who: 'everyone' },
  getTypedObject: { at: 'GET /documents/{document}', who: 'everyone' },
  createTypedObject: { at: 'POST /documents', who: 'editors', body: create('documents', { title: 'Wombat' }) },
  updateTypedObject: {
    at: 'PATCH /documents/{document}',
    who: 'editors',
    body: update('documents', 'document', { title: 'Another wombat' }),
  },
  deleteTypedObject: { at: 'DELETE /documents/{document}', who: 'editors' },

  // The roles that may see an object: set by callers who write content.
  listObjectPermissions: { at: 'GET /object_permissions', who: 'editors' },
  getObjectPermission: { at: 'GET /object_permissions/{permission}', who: 'editors' },
  createObjectPermission: {
    at: 'POST /object_permissions',
    who: 'editors',
    needs: ['document'],
    body: (ids) => ({
      data: {
        type: 'object_permissions',
        attributes: { object_id: Number(ids['document']), role_id: 2, permission: 'mark' },
      },
    }),
  },
  deleteObjectPermission: { at: 'DELETE /object_permissions/{permission}', who: 'editors' },

  // Administration: admins only, reading too; the parts that other callers see have separate paths.
  ...administration('applications', 'application', ['Application', 'Applications'], {
    attributes: () => ({ name: name() }),
  }),
  ...administration('auth_providers', 'provider', ['AuthProvider', 'AuthProviders'], {
    attributes: () => ({ name: name() }),
  }),
  ...administration('endpoints', 'endpoint', ['Endpoint', 'Endpoints'], { attributes: () => ({ name: name() }) }),
  ...administration('endpoint_permissions', 'endpointPermission', ['EndpointPermission', 'EndpointPermissions'], {
    attributes: (ids) => ({ endpoint_id: Number(ids['endpoint']), role_id: 2, read: true, write: false }),
    needs: ['endpoint'],
  }),
  ...administration('config', 'entry', ['ConfigEntry', 'ConfigEntries'], {
    attributes: () => ({ name: name(), content: 'wombat' }),
  }),
  ...administration('async_jobs', 'job', ['AsyncJob', 'AsyncJobs'], { attributes: () => ({ service: name() }) }),
  ...administration('external_auth', 'account', ['ExternalAuth', 'ExternalAuth'], {
    attributes: (ids) => ({ user_id: 1, auth_provider_id: Number(ids['provider']), provider_username: name() }),
    needs: ['provider'],
  }),
  ...administration('webhooks', 'webhook', ['Webhook', 'Webhooks'], {
    attributes: () => ({ name: name(), url: 'https://wombats.example' }),
  }),
  renewWebhookSecret: { at: 'POST /admin/webhooks/{webhook}/secret', who: 'admins' },
  // The test service cannot reach this host: the response reports that.
  checkWebhook: { at: 'POST /admin/webhooks/{webhook}/test', who: 'admins' },
  // It has processed no event yet.
  replayWebhook: {
    at: 'POST /admin/webhooks/{webhook}/replay',
    who: 'admins',
    body: () => ({ from: 999_999 }),
    contentType: FLAT,
    status: 400,
  },
  listWebhookDeliveries: { at: 'GET /admin/webhook_deliveries', who: 'admins' },
  getWebhookDelivery: { at: 'GET /admin/webhook_deliveries/{delivery}', who: 'admins' },
  getSystemInfo: { at: 'GET /admin/sysinfo', who: 'admins' },
  listAuditEntries: { at: 'GET /admin/audit', who: 'admins' },
  listPublicApplications: { at: 'GET /applications', who: 'everyone' },
  getPublicApplication: { at: 'GET /applications/{application}', who: 'everyone' },
  listPublicConfigEntries: { at: 'GET /config', who: 'everyone' },
  getPublicConfigEntry: { at: 'GET /config/{appEntry}', who: 'everyone' },
  createPublicConfigEntry: {
    at: 'POST /config',
    who: 'admins',
    body: () => create('config', { name: name(), content: 'wombat' })(),
  },
  updatePublicConfigEntry: {
    at: 'PATCH /config/{appEntry}',
    who: 'admins',
    body: update('config', 'appEntry', { content: 'two wombats' }),
  },
  deletePublicConfigEntry: { at: 'DELETE /config/{appEntry}', who: 'admins' },
  listPublicAsyncJobs: { at: 'GET /async_jobs', who: 'admins' },
  getPublicAsyncJob: { at: 'GET /async_jobs/{job}', who: 'admins' },
  createPublicAsyncJob: {
    at: 'POST /async_jobs',
    who: 'admins',
    body: () => create('async_jobs', { service: name() })(),
  },

  ...DOWNLOADS_TABLE,
  ...LEGACY_FILES_TABLE,
  ...LEGACY_READING_TABLE,
  ...RELATIONS_TABLE,
  ...MODEL_TABLE,
  ...STREAMS_TABLE,
  ...MEDIA_TABLE,
  ...TRANSLATIONS_TABLE,
  ...THUMBNAILS_TABLE,
  ...TRASH_TABLE,
  ...TREE_TABLE,
  ...VERSIONS_TABLE,
};
