// What each operation of the service must be, by the rules of its path and method: written independently of the description,
// so that a changed fact of any operation is noticed here. A new operation gets the facts of its endpoint, or a row here.
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { ENDPOINT_OF_PROJECT, endpointFacts, ENDPOINTS } from '../../../core/endpoint-facts.ts';
import { faultOfFacts } from '../../../core/description/check-facts.ts';
import { FACT_SCHEMAS, factsOf, type OperationFacts } from '../../../core/description/operation-facts.ts';
import { isNode, METHODS, nodeAt, type Node } from '../../../core/description/openapi-document.ts';
import { bundle } from '../../core/description/descriptions.ts';

interface Described {
  method: string;
  path: string;
  /** `get /users`. */
  name: string;
  endpoint: string;
  operation: Node;
}

const operations: Described[] = Object.entries(nodeAt(bundle, 'paths')).flatMap(([path, item]) =>
  METHODS.flatMap((method) => {
    const operation = isNode(item) ? item[method] : undefined;
    const endpoint = path.split('/')[1] ?? '';
    return isNode(operation) ? [{ method, path, name: `${method} ${path}`, endpoint, operation }] : [];
  }),
);

const one = (...names: string[]) => new Set(names);

/** Who may use it (D18, D86, D491, D617, D637, D693); all others by the permissions of the endpoint. */
const ACCESS: ReadonlyMap<string, OperationFacts['access']> = new Map([
  ['get /health', 'everyone'],
  ['get /ready', 'everyone'],
  ['get /metrics', 'monitoring'],
  ['post /auth', 'signIn'],
  ['get /auth/providers', 'beforeSignIn'],
  ['post /auth/authorization', 'beforeSignIn'],
  ['post /auth/second_factor', 'challenge'],
  ['patch /auth/second_factor', 'challenge'],
  ['post /auth/passkeys', 'challenge'],
  ['patch /auth/passkeys', 'challenge'],
  ['post /auth/passkeys/challenge', 'challenge'],
  ['get /auth/explain', 'administrators'],
  ['post /operations', 'parts'],
]);
/** Administrators only, whatever the permissions: providers, webhooks and the audit trail (D373, D691, D882). */
const FOR_ADMINISTRATORS =
  /^(?:get \/admin\/audit|(?!get )\w+ \/admin\/(?:auth_providers|external_auth)|\w+ \/admin\/webhook)/;

/** A repetition is another attempt, with a code or password that counts once. */
const ATTEMPTS = one('patch /auth/second_factor', 'patch /auth/passkeys', 'patch /auth/change');

/** Writes of objects that `before.object` may refuse (D348): those of users and their roles, places and rows of objects too. */
const WRITES_OBJECTS =
  /^(?:post \/auth$|patch \/auth\/(?:change|user)$|post \/signup|\w+ \/(?:users|folders|object_permissions|operations|objects(?!\/\{object_id\}\/relations\/)|trash)\b|\w+ \/roles\/\{role_id\}\/relationships\/users|\w+ \/\{object_type_name\}(?!\/\{object_id\}\/relationships\/(?:streams|\{relation_name\})))/;

/** Many parts, many rows or pictures that are made, whatever the query (D720). */
const EXPENSIVE = one(
  'post /operations',
  'post /bulk/edit',
  'get /feed',
  'get /openapi.json',
  'get /openapi.yaml',
  'get /model/project',
  'get /media/thumbs/{object_id}',
  'get /media/thumbs',
  'get /poster/{object_id}',
  'get /posters/{object_id}',
  'get /posters',
);

/** Endpoints of accounts and rules: changes are recorded, except that a sign-in is recorded by the code that knows its user. */
const RECORDED = one('users', 'roles', 'admin', 'config', 'object_permissions', 'auth', 'signup');
const SIGNING_IN = one('post /auth', 'post /auth/authorization');

/** Reads of addresses, devices and names of others (D632). */
const RECORDED_READS =
  /^\/(?:auth\/external_auth|admin\/(?:external_auth|async_jobs|audit|webhook_deliveries))|^\/async_jobs/;
const SESSIONS = /^\/auth\/sessions/;
/** Responses that no cache keeps (D632). */
const PERSONAL = one('admin', 'async_jobs', 'auth', 'me', 'roles', 'users');
/** Objects and their dependent resources, for shared caches (D598). */
const OBJECTS = one('{object_type_name}', 'objects', 'folders');
/** Content, which secondaries have (D576). Files may just have been uploaded by the user of a signed address. */
const CONTENT = one(...OBJECTS, 'annotations', 'categories', 'tags', 'translations', 'trees');
/** Signed addresses (D179). */
const SIGNED = one('get /streams/download/{stream_id}', 'get /media/thumbs/{object_id}/{file_name}');

/** Permissions, roles, providers, secrets and settings (D694); jobs and replays of a webhook change no rules. */
const DANGEROUS = one('admin', 'config', 'object_permissions', 'roles');
const HARMLESS = /^\/admin\/(?:async_jobs|webhooks\/\{webhook_id\}\/(?:test|replay))/;
const FACTOR: ReadonlyMap<string, OperationFacts['freshFactor']> = new Map<string, OperationFacts['freshFactor']>([
  ['post /users', ['roles']],
  ['patch /users/{user_id}', ['roles', 'administrator', 'credentials']],
  ['delete /users/{user_id}', ['administrator']],
  ['post /users/{user_id}/relationships/roles', 'always'],
  ['patch /users/{user_id}/relationships/roles', 'always'],
  ['delete /users/{user_id}/relationships/roles', 'always'],
  ['post /{object_type_name}/{object_id}/versions/{version_number}/actions/restore', ['administrator', 'credentials']],
]);

function readFacts({ name, path, endpoint }: Described): Partial<OperationFacts> {
  return {
    audit: SESSIONS.test(path) ? 'others' : RECORDED_READS.test(path),
    personal: PERSONAL.has(endpoint),
    sharedCache: OBJECTS.has(endpoint),
    secondaries: CONTENT.has(endpoint),
    signed: SIGNED.has(name),
    withoutDatabase: name === 'get /status',
  };
}

function writeFacts({ name, method, path, endpoint, operation }: Described): Partial<OperationFacts> {
  const isDangerous = DANGEROUS.has(endpoint) && !HARMLESS.test(path);
  const kind = /^\/(?:admin|async_jobs)\b/.test(path) ? 'settings' : 'free';
  return {
    audit: RECORDED.has(endpoint) && !SIGNING_IN.has(name),
    freshFactor: isDangerous ? 'always' : (FACTOR.get(name) ?? 'never'),
    ...(operation['requestBody'] !== undefined && {
      body: endpoint === 'model' ? 'schemas' : kind,
      attributes: ['users', 'folders', '{object_type_name}'].includes(endpoint) ? 'byType' : 'described',
    }),
    changingMeta: path === '/model/properties/{property_id}' ? ['index'] : [],
    secretPathParameter: path === '/auth/{refresh_token}' ? 'refresh_token' : '',
    idempotency: method === 'post' ? 'key' : ATTEMPTS.has(name) ? 'none' : 'repeatable',
    writesObjects: WRITES_OBJECTS.test(name),
  };
}

function expectedOf(described: Described): Partial<OperationFacts> {
  const { name, method } = described;
  const access = ACCESS.get(name) ?? (FOR_ADMINISTRATORS.test(name) ? 'administrators' : 'rules');
  const usual = method === 'get' ? 'cheap' : 'write';
  const cost = ['everyone', 'monitoring'].includes(access) ? 'probe' : EXPENSIVE.has(name) ? 'expensive' : usual;
  return { access, cost, ...(method === 'get' ? readFacts(described) : writeFacts(described)) };
}

const statedBy = ({ method, operation }: Described): OperationFacts =>
  factsOf(method, operation['x-colophon'] as object);

interface ValueSchema {
  enum?: readonly unknown[];
  type?: string;
}

/** Values that a fact has besides `value`. */
function otherValues(schema: ValueSchema, value: unknown): readonly unknown[] {
  const some = { boolean: [true, false], array: [[], ['other']], string: ['', 'other'] }[schema.type ?? ''];
  const all = schema.enum ?? some ?? ['always', 'never', ['roles'], ['administrator'], ['credentials']];
  return all.filter((each) => !isDeepStrictEqual(each, value));
}

/** What permissions for all endpoints give here, and whether items have owners (D91). */
const OWN_PERMISSIONS = one(
  'admin',
  'async_jobs',
  'history',
  'metrics',
  'object_permissions',
  'roles',
  'trash',
  'users',
);
const READ_BY_GENERAL = one('applications', 'config', 'model');
const WITHOUT_OWNERS = one('admin', 'applications', 'async_jobs', 'config', 'metrics', 'model', 'object_permissions');

describe('the facts of an endpoint', () => {
  it.each([...ENDPOINTS])('%s', (name, facts) => {
    expect(facts).toEqual({
      generalRules: OWN_PERMISSIONS.has(name) ? 'none' : READ_BY_GENERAL.has(name) ? 'read' : 'all',
      hasOwners: !WITHOUT_OWNERS.has(name),
      administrators: one('admin', 'auth', 'metrics').has(name) ? 'always' : 'rules',
      indispensable: one('admin', 'auth').has(name),
      writesContent: !one('auth', 'signup').has(name),
    });
  });

  it('are those of types without paths of their own, and closed for a project', () => {
    expect(endpointFacts('documents')).toEqual(endpointFacts('objects'));
    expect(ENDPOINT_OF_PROJECT).toMatchObject({ generalRules: 'none', hasOwners: false, administrators: 'rules' });
  });
});

describe('the facts of an operation', () => {
  it.each(operations.map((described) => [described.name, described] as const))('%s', (_name, described) => {
    expect(statedBy(described)).toMatchObject(expectedOf(described));
  });

  it.each(operations.map((described) => [described.name, described] as const))(
    '%s is noticed with any other value of any fact',
    (_name, described) => {
      const { method, operation } = described;
      const expected: Readonly<Record<string, unknown>> = { ...expectedOf(described) };
      const facts = Object.entries(FACT_SCHEMAS[method === 'get' ? 'read' : 'write'].properties);
      // Those of a body matter where there is one; `atomic` has a list of its own below.
      const without = operation['requestBody'] === undefined ? one('atomic', 'body', 'attributes') : one('atomic');
      const unnoticed = facts
        .filter(([name]) => !without.has(name))
        .flatMap(([name, schema]) => otherValues(schema, expected[name]).map((value) => [name, value] as const))
        .filter(([name, value]) => !Object.hasOwn(expected, name) || isDeepStrictEqual(value, expected[name]));
      expect(unnoticed).toEqual([]);
    },
  );

  it('are those of rows that exist', () => {
    const names = one(...operations.map(({ name }) => name));
    const rows = [...ACCESS.keys(), ...ATTEMPTS, ...EXPENSIVE, ...SIGNING_IN, ...SIGNED, ...FACTOR.keys()];
    expect(rows.filter((name) => !names.has(name))).toEqual([]);
  });

  it('let only changes of content be parts of /operations, all of which a transaction rolls back (D492)', () => {
    const atomic = operations.filter((each) => statedBy(each).atomic);
    expect(atomic.map(({ name }) => name)).toMatchInlineSnapshot(`
      [
        "post /objects",
        "patch /trash/{object_id}",
        "post /folders",
        "patch /folders/{folder_id}",
        "delete /folders/{folder_id}",
        "patch /folders/{folder_id}/relationships/parent",
        "delete /folders/{folder_id}/relationships/parent",
        "post /folders/{folder_id}/relationships/children",
        "patch /folders/{folder_id}/relationships/children",
        "delete /folders/{folder_id}/relationships/children",
        "post /translations",
        "patch /translations/{translation_id}",
        "delete /translations/{translation_id}",
        "post /annotations",
        "patch /annotations/{annotation_id}",
        "delete /annotations/{annotation_id}",
        "post /model/categories",
        "patch /model/categories/{category_id}",
        "delete /model/categories/{category_id}",
        "patch /model/categories/{category_id}/relationships/parent_category",
        "post /model/tags",
        "patch /model/tags/{tag_id}",
        "delete /model/tags/{tag_id}",
        "delete /objects/{object_id}",
        "post /{object_type_name}",
        "patch /{object_type_name}/{object_id}",
        "delete /{object_type_name}/{object_id}",
        "post /{object_type_name}/{object_id}/versions/{version_number}/actions/restore",
        "post /{object_type_name}/{object_id}/relationships/{relation_name}",
        "patch /{object_type_name}/{object_id}/relationships/{relation_name}",
        "delete /{object_type_name}/{object_id}/relationships/{relation_name}",
        "post /{object_type_name}/{object_id}/relationships/parents",
        "patch /{object_type_name}/{object_id}/relationships/parents",
        "delete /{object_type_name}/{object_id}/relationships/parents",
      ]
    `);
    expect(atomic.filter((each) => each.method === 'get' || statedBy(each).audit !== false)).toEqual([]);
  });

  it('are each stated by its schema, and nothing else is', () => {
    for (const { name, method, operation } of operations) {
      expect(faultOfFacts(method === 'get' ? 'read' : 'write', operation['x-colophon']), name).toBeUndefined();
    }
    expect(faultOfFacts('read', { cots: 'cheap' })).toContain('"cots" is unknown here; known are access, cost');
    expect(faultOfFacts('read', { cost: 'write' })).toContain('"cost" must be equal to one of the allowed values');
    expect(faultOfFacts('write', { personal: true })).toContain('"personal" is unknown here');
  });

  it('are the closed ones when they are left out', () => {
    const closed = { access: 'rules', cost: 'expensive', audit: true, personal: true };
    const open = { sharedCache: false, secondaries: false, signed: false, withoutDatabase: false, atomic: false };
    expect(factsOf('get')).toMatchObject({ ...closed, ...open });
    expect(factsOf('post')).toMatchObject({ ...closed, ...open, freshFactor: 'always', body: 'settings' });
    for (const kind of ['read', 'write'] as const) {
      for (const [fact, schema] of Object.entries(FACT_SCHEMAS[kind].properties)) {
        expect(schema, `${kind} ${fact}`).toHaveProperty('default');
      }
    }
  });
});
