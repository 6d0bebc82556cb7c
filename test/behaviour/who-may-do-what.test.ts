// Every operation of the description, walked as each kind of caller (D19). The table is written by hand from the decisions
// and derived from nothing: an operation without a row fails, and so does one that lets in somebody else than its row says.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundle, operationIds } from '../core/descriptions.ts';
import { openTestService, PASSWORD, type Client, type TestService } from '../support/service.ts';

/** Status of a refusal; 0: let in. In the order of CALLERS. */
const WHO = {
  everyone: [0, 0, 0, 0],
  'signed in': [401, 0, 0, 0],
  editors: [401, 403, 0, 0],
  admins: [401, 403, 403, 0],
  // Others find nothing: the record is not theirs.
  'editors, others their own': [401, 404, 0, 0],
} as const;

const CALLERS = ['anonymous', 'reader', 'editor', 'admin'] as const;

/** Resources that a path or a body speaks of: `{document}` is the id of a new one. */
type Ids = Record<string, string>;

interface Row {
  /** Method and path. */
  at: string;
  who: keyof typeof WHO;
  /** What the body speaks of besides. */
  needs?: string[];
  body?: (ids: Ids) => unknown;
  contentType?: string;
  /** Status for the first who is let in, where it is not a success. */
  status?: number;
}

const FLAT = 'application/json';
const create = (type: string, attributes: object) => () => ({ data: { type, attributes } });
const update = (type: string, key: string, attributes: object) => (ids: Ids) => ({
  data: { type, id: ids[key], attributes },
});
const links = (type: string, key: string) => (ids: Ids) => ({ data: [{ type, id: ids[key] }] });

let serial = 0;
const name = (): string => `wombats_${++serial}`;
const account = () => ({ username: name(), password: 'a password', uname: `user-${serial}`, surname: 'Wombat' });

/** How the resources of paths are made, each by an admin. All carry the word that no refusal may contain. */
const MAKE: Record<string, (client: Client, ids: Ids) => Promise<string>> = {
  document: async (client) => (await client.create('/documents', { title: `Wombat ${name()}`, status: 'on' })).id,
  tag: async (client) => (await client.create('/model/tags', { name: name() })).id,
  category: async (client) =>
    (await client.create('/model/categories', { name: name(), object_type_name: 'documents' })).id,
  type: async (client) => (await client.create('/model/object_types', { name: name(), singular: name() })).id,
  property: async (client) =>
    (
      await client.create('/model/properties', {
        name: name(),
        object_type_name: 'events',
        property_type_name: 'string',
      })
    ).id,
  propertyType: async (client) =>
    (await client.create('/model/property_types', { name: name(), params: { type: 'string' } })).id,
  relation: async (client) =>
    (await client.create('/model/relations', { name: name(), inverse_name: name(), description: 'wombat' })).id,
  permission: async (client) => {
    const object_id = Number(await MAKE['document']?.(client, {}));
    return (await client.create('/object_permissions', { object_id, role_id: 2, permission: 'mark' })).id;
  },
  user: async (client) => (await client.create('/users', account())).id,
  role: async (client) => (await client.create('/roles', { name: name() })).id,
  refreshToken: async () => {
    const body = { username: 'reader', password: PASSWORD };
    const answer = await test.anonymous.post('/auth', body, { 'Content-Type': FLAT });
    return (answer.body as { meta: { renew: string } }).meta.renew;
  },
  application: async (client) => (await client.create('/admin/applications', { name: name() })).id,
  provider: async (client) => (await client.create('/admin/auth_providers', { name: name() })).id,
  endpoint: async (client) => (await client.create('/admin/endpoints', { name: name() })).id,
  endpointPermission: async (client) => {
    const endpoint_id = Number((await client.create('/admin/endpoints', { name: name() })).id);
    return (await client.create('/admin/endpoint_permissions', { endpoint_id, read: true, write: false })).id;
  },
  entry: async (client) => (await client.create('/admin/config', { name: name(), content: 'wombat' })).id,
  appEntry: async (client) => (await client.create('/config', { name: name(), content: 'wombat' })).id,
  job: async (client) => (await client.create('/admin/async_jobs', { service: name() })).id,
  account: async (client) => {
    const auth_provider_id = Number((await client.create('/admin/auth_providers', { name: name() })).id);
    const account = { user_id: 1, auth_provider_id, provider_username: name() };
    return (await client.create('/admin/external_auth', account)).id;
  },
};

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
  attributes: (ids: Ids) => object,
  needs: string[] = [],
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

const TABLE: Record<string, Row> = {
  // What reads only, and what orchestrators ask for.
  getHome: { at: 'GET /home', who: 'everyone' },
  getStatus: { at: 'GET /status', who: 'everyone' },
  getHealth: { at: 'GET /health', who: 'everyone' },
  getReady: { at: 'GET /ready', who: 'everyone' },
  getDescription: { at: 'GET /openapi.json', who: 'everyone' },
  getDescriptionYaml: { at: 'GET /openapi.yaml', who: 'everyone' },

  // Signing in.
  signIn: {
    at: 'POST /auth',
    who: 'everyone',
    body: () => ({ username: 'admin', password: PASSWORD }),
    contentType: FLAT,
  },
  listSignInProviders: { at: 'GET /auth/providers', who: 'everyone' },
  // prettier-ignore
  createAuthorization: { at: 'POST /auth/authorization', who: 'everyone', body: () => ({}), contentType: FLAT, status: 400 },

  getAccessToken: { at: 'GET /auth', who: 'signed in' },
  // That of the first who is let in; it is unknown to the others.
  deleteRefreshToken: { at: 'DELETE /auth/{refreshToken}', who: 'signed in' },
  createCredentialsChange: {
    at: 'POST /auth/change',
    who: 'everyone',
    body: () => ({ contact: 'nobody@example.org', change_url: 'https://example.org/change' }),
    contentType: FLAT,
  },
  changeCredentials: {
    at: 'PATCH /auth/change',
    who: 'everyone',
    body: () => ({ uuid: '3f1e0f8e-3b1c-4d0a-9d0e-6a5f3e0c9b7a', password: 'another' }),
    contentType: FLAT,
    status: 404,
  },

  // Accounts: editors see them, the others their own; admins change them.
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
  listTypedObjects: { at: 'GET /documents', who: 'everyone' },
  getTypedObject: { at: 'GET /documents/{document}', who: 'everyone' },
  createTypedObject: { at: 'POST /documents', who: 'editors', body: create('documents', { title: 'Wombat' }) },
  updateTypedObject: {
    at: 'PATCH /documents/{document}',
    who: 'editors',
    body: update('documents', 'document', { title: 'Another wombat' }),
  },
  deleteTypedObject: { at: 'DELETE /documents/{document}', who: 'editors' },

  // Which roles an object is for: those who write content.
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

  // Administration: admins only, reading too; what of it is shown to others has paths of its own.
  ...administration('applications', 'application', ['Application', 'Applications'], () => ({ name: name() })),
  ...administration('auth_providers', 'provider', ['AuthProvider', 'AuthProviders'], () => ({ name: name() })),
  ...administration('endpoints', 'endpoint', ['Endpoint', 'Endpoints'], () => ({ name: name() })),
  ...administration(
    'endpoint_permissions',
    'endpointPermission',
    ['EndpointPermission', 'EndpointPermissions'],
    (ids) => ({ endpoint_id: Number(ids['endpoint']), role_id: 2, read: true, write: false }),
    ['endpoint'],
  ),
  ...administration('config', 'entry', ['ConfigEntry', 'ConfigEntries'], () => ({ name: name(), content: 'wombat' })),
  ...administration('async_jobs', 'job', ['AsyncJob', 'AsyncJobs'], () => ({ service: name() })),
  ...administration(
    'external_auth',
    'account',
    ['ExternalAuth', 'ExternalAuth'],
    (ids) => ({ user_id: 1, auth_provider_id: Number(ids['provider']), provider_username: name() }),
    ['provider'],
  ),
  getSystemInfo: { at: 'GET /admin/sysinfo', who: 'admins' },
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

  // The model: read by all, written by admins.
  getProject: { at: 'GET /model/project', who: 'everyone' },
  getSchema: { at: 'GET /model/schema/documents', who: 'everyone' },
  listObjectTypes: { at: 'GET /model/object_types', who: 'everyone' },
  getObjectType: { at: 'GET /model/object_types/{type}', who: 'everyone' },
  createObjectType: {
    at: 'POST /model/object_types',
    who: 'admins',
    body: () => create('object_types', { name: name(), singular: name() })(),
  },
  updateObjectType: {
    at: 'PATCH /model/object_types/{type}',
    who: 'admins',
    body: update('object_types', 'type', { description: 'Of wombats' }),
  },
  deleteObjectType: { at: 'DELETE /model/object_types/{type}', who: 'admins' },
  listObjectTypeLeftRelations: { at: 'GET /model/object_types/{type}/left_relations', who: 'everyone' },
  listObjectTypeLeftRelationsLinks: {
    at: 'GET /model/object_types/{type}/relationships/left_relations',
    who: 'everyone',
  },
  listObjectTypeRightRelations: { at: 'GET /model/object_types/{type}/right_relations', who: 'everyone' },
  listObjectTypeRightRelationsLinks: {
    at: 'GET /model/object_types/{type}/relationships/right_relations',
    who: 'everyone',
  },
  getObjectTypeParent: { at: 'GET /model/object_types/{type}/parent', who: 'everyone' },
  getObjectTypeParentLink: { at: 'GET /model/object_types/{type}/relationships/parent', who: 'everyone' },
  replaceObjectTypeParent: {
    at: 'PATCH /model/object_types/{type}/relationships/parent',
    who: 'admins',
    body: () => ({ data: { type: 'object_types', id: '1' } }),
  },
  listProperties: { at: 'GET /model/properties', who: 'everyone' },
  getProperty: { at: 'GET /model/properties/{property}', who: 'everyone' },
  createProperty: {
    at: 'POST /model/properties',
    who: 'admins',
    body: () => create('properties', { name: name(), object_type_name: 'events', property_type_name: 'string' })(),
  },
  updateProperty: {
    at: 'PATCH /model/properties/{property}',
    who: 'admins',
    body: update('properties', 'property', { description: 'Of wombats' }),
  },
  deleteProperty: { at: 'DELETE /model/properties/{property}', who: 'admins' },
  listPropertyTypes: { at: 'GET /model/property_types', who: 'everyone' },
  getPropertyType: { at: 'GET /model/property_types/{propertyType}', who: 'everyone' },
  createPropertyType: {
    at: 'POST /model/property_types',
    who: 'admins',
    body: () => create('property_types', { name: name(), params: { type: 'string' } })(),
  },
  updatePropertyType: {
    at: 'PATCH /model/property_types/{propertyType}',
    who: 'admins',
    body: update('property_types', 'propertyType', { params: { type: 'string', maxLength: 9 } }),
  },
  deletePropertyType: { at: 'DELETE /model/property_types/{propertyType}', who: 'admins' },
  listRelations: { at: 'GET /model/relations', who: 'everyone' },
  getRelation: { at: 'GET /model/relations/{relation}', who: 'everyone' },
  createRelation: {
    at: 'POST /model/relations',
    who: 'admins',
    body: () => create('relations', { name: name(), inverse_name: name() })(),
  },
  updateRelation: {
    at: 'PATCH /model/relations/{relation}',
    who: 'admins',
    body: update('relations', 'relation', { description: 'Of wombats' }),
  },
  deleteRelation: { at: 'DELETE /model/relations/{relation}', who: 'admins' },
  listRelationLeftObjectTypes: { at: 'GET /model/relations/{relation}/left_object_types', who: 'everyone' },
  listRelationLeftObjectTypeLinks: {
    at: 'GET /model/relations/{relation}/relationships/left_object_types',
    who: 'everyone',
  },
  addRelationLeftObjectTypes: {
    at: 'POST /model/relations/{relation}/relationships/left_object_types',
    who: 'admins',
    needs: ['type'],
    body: links('object_types', 'type'),
  },
  replaceRelationLeftObjectTypes: {
    at: 'PATCH /model/relations/{relation}/relationships/left_object_types',
    who: 'admins',
    needs: ['type'],
    body: links('object_types', 'type'),
  },
  removeRelationLeftObjectTypes: {
    at: 'DELETE /model/relations/{relation}/relationships/left_object_types',
    who: 'admins',
    needs: ['type'],
    body: links('object_types', 'type'),
  },
  listRelationRightObjectTypes: { at: 'GET /model/relations/{relation}/right_object_types', who: 'everyone' },
  listRelationRightObjectTypeLinks: {
    at: 'GET /model/relations/{relation}/relationships/right_object_types',
    who: 'everyone',
  },
  addRelationRightObjectTypes: {
    at: 'POST /model/relations/{relation}/relationships/right_object_types',
    who: 'admins',
    needs: ['type'],
    body: links('object_types', 'type'),
  },
  replaceRelationRightObjectTypes: {
    at: 'PATCH /model/relations/{relation}/relationships/right_object_types',
    who: 'admins',
    needs: ['type'],
    body: links('object_types', 'type'),
  },
  removeRelationRightObjectTypes: {
    at: 'DELETE /model/relations/{relation}/relationships/right_object_types',
    who: 'admins',
    needs: ['type'],
    body: links('object_types', 'type'),
  },
  listCategories: { at: 'GET /model/categories', who: 'everyone' },
  getCategory: { at: 'GET /model/categories/{category}', who: 'everyone' },
  createCategory: {
    at: 'POST /model/categories',
    who: 'admins',
    body: () => create('categories', { name: name(), object_type_name: 'documents' })(),
  },
  updateCategory: {
    at: 'PATCH /model/categories/{category}',
    who: 'admins',
    body: update('categories', 'category', { label: 'Wombat' }),
  },
  deleteCategory: { at: 'DELETE /model/categories/{category}', who: 'admins' },
  getCategoryObjectType: { at: 'GET /model/categories/{category}/object_type', who: 'everyone' },
  getCategoryObjectTypeLink: { at: 'GET /model/categories/{category}/relationships/object_type', who: 'everyone' },
  getCategoryParentCategory: { at: 'GET /model/categories/{category}/parent_category', who: 'everyone' },
  getCategoryParentCategoryLink: {
    at: 'GET /model/categories/{category}/relationships/parent_category',
    who: 'everyone',
  },
  replaceCategoryParentCategory: {
    at: 'PATCH /model/categories/{category}/relationships/parent_category',
    who: 'admins',
    body: () => ({ data: null }),
  },
  listCategoryChildCategories: { at: 'GET /model/categories/{category}/child_categories', who: 'everyone' },
  listCategoryChildCategoryLinks: {
    at: 'GET /model/categories/{category}/relationships/child_categories',
    who: 'everyone',
  },
  listCategoryObjects: { at: 'GET /model/categories/{category}/object_categories', who: 'everyone' },
  listCategoryObjectLinks: {
    at: 'GET /model/categories/{category}/relationships/object_categories',
    who: 'everyone',
  },
  listTags: { at: 'GET /model/tags', who: 'everyone' },
  getTag: { at: 'GET /model/tags/{tag}', who: 'everyone' },
  createTag: { at: 'POST /model/tags', who: 'admins', body: () => create('tags', { name: name() })() },
  updateTag: { at: 'PATCH /model/tags/{tag}', who: 'admins', body: update('tags', 'tag', { label: 'Wombat' }) },
  deleteTag: { at: 'DELETE /model/tags/{tag}', who: 'admins' },
};

let test: TestService;
beforeAll(async () => {
  test = await openTestService();
});
afterAll(() => test.close());

type Method = 'get' | 'post' | 'patch' | 'delete';

/** The request of a row, with resources of its own. */
async function prepare({ at, needs = [], body, contentType }: Row) {
  const [verb = '', template = ''] = at.split(' ');
  const ids: Ids = {};
  const wanted = new Set([...needs, ...[...template.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')]);
  for (const key of wanted) ids[key] = (await MAKE[key]?.(test.admin, ids)) ?? '';
  const path = template.replace(/\{(\w+)\}/g, (_match, key: string) => ids[key] ?? '');
  return (client: Client, headers: Record<string, string> = {}) =>
    client.request(verb.toLowerCase() as Method, path, (request) => {
      const prepared = request.set(headers);
      return body
        ? prepared.set('Content-Type', contentType ?? 'application/vnd.api+json').send(JSON.stringify(body(ids)))
        : prepared;
    });
}

describe('the table', () => {
  it('has a row for each operation of the description, and for no other', () => {
    expect(Object.keys(TABLE).sort()).toEqual(operationIds(bundle).sort());
  });
});

describe.each(Object.entries(TABLE))('%s', (_operationId, row) => {
  it(`is for ${row.who}`, async () => {
    const send = await prepare(row);
    const refused = async (client: Client, status: number, headers?: Record<string, string>): Promise<void> => {
      const response = await send(client, headers);
      expect(response.status).toBe(status);
      const { error, errors } = response.body as { error: unknown; errors: unknown };
      expect(JSON.stringify([error, errors])).not.toMatch(/wombat/i);
      expect(response.body).not.toHaveProperty('data');
    };
    // A key that fits no application closes everything, whoever comes with it.
    await refused(test.admin, 403, { 'X-Api-Key': '0'.repeat(40) });
    const expected = CALLERS.map((caller, index) => ({ client: test[caller], status: WHO[row.who][index] ?? 0 }));
    for (const { client, status } of expected) if (status !== 0) await refused(client, status);
    const [first, ...others] = expected.filter(({ status }) => status === 0);
    if (!first) throw new Error('nobody is let in');
    const { status } = await send(first.client);
    if (row.status) expect(status).toBe(row.status);
    else expect(status).toBeLessThan(400);
    // What the first one did may stand in the way of the next, but not because of who it is.
    for (const { client } of others) {
      const next = (await send(client)).status;
      if (next !== row.status) expect([401, 403]).not.toContain(next);
    }
  });
});
