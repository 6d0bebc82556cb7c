// Bad input of every kind, at every endpoint that reads input: a clear 4xx with code and place, never a 500, never a
// half-written object (issue 3 "Bad input", D9, D27).
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import supertest, { type Test } from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorCodes, errorSources, JSON_API, serviceForTests } from '../../support/service.ts';

const test = serviceForTests({ env: { BODY_LIMIT: '64kb', BODIES_AT_ONCE: '1000' } });
const ids: Record<string, string> = {};
beforeAll(async () => {
  const { admin } = test;
  await admin.create('/model/object_types', { name: 'sinks', singular: 'sink' });
  const make = async (kind: string, attributes: Record<string, unknown>) => (await admin.create(kind, attributes)).id;
  const object_id = await make('/sinks', { title: 'Sink' });
  Object.assign(ids, {
    object_id,
    object_type_name: 'sinks',
    object_type_id: 'sinks',
    relation_id: 'poster',
    property_type_id: await make('/model/property_types', { name: 'small', params: { type: 'integer' } }),
    property_id: await make('/model/properties', {
      object_type_name: 'sinks',
      name: 'depth',
      property_type_name: 'small',
    }),
    category_id: await make('/model/categories', { object_type_name: 'documents', name: 'kitchen' }),
    tag_id: await make('/model/tags', { name: 'wet' }),
    application_id: await make('/admin/applications', { name: 'plumber' }),
    endpoint_id: await make('/admin/endpoints', { name: 'drains' }),
    endpoint_permission_id: await make('/admin/endpoint_permissions', { endpoint_name: 'drains', role_id: 2 }),
    config_id: await make('/admin/config', { name: 'Drain.size', content: '4', context: 'app' }),
    auth_provider_id: await make('/admin/auth_providers', { name: 'water' }),
    external_auth_id: await make('/admin/external_auth', {
      user_id: 1,
      auth_provider_id: 1,
      provider_username: 'drop',
    }),
    async_job_id: await make('/admin/async_jobs', { service: 'mop' }),
  });
});
afterAll(async () => {
  // For any input, both collections and the history have the same objects.
  const { store } = test.service.services;
  const rows = await store.objects.find({}).toArray();
  for (const row of rows) {
    expect(await store.documents(row.type).countDocuments({ _id: row._id, revision: row.revision })).toBe(1);
    const change = { resource_type: 'objects', resource_id: String(row._id) };
    expect(await store.changes.countDocuments(change)).toBe(row.revision);
  }
  expect(new Set(rows.map(({ uname }) => uname)).size).toBe(rows.length);
  expect(test.loggedErrors).toEqual([]);
});

interface Endpoint {
  method: 'post' | 'patch' | 'delete';
  path: string;
  /** Media type of its bodies. */
  type: string;
}

/** Every operation of the description with a body, on existing resources. */
async function writeEndpoints(): Promise<Endpoint[]> {
  const { paths } = (await test.anonymous.get('/openapi.json?side=all')).body as {
    paths: Record<string, Record<string, { requestBody?: { content: object } }>>;
  };
  const own = Object.entries(paths).filter(([path]) =>
    /^\/(?:model|objects|sinks|auth|admin|config|async_jobs)/.test(path),
  );
  const endpoints = own.flatMap(([path, item]) =>
    (['post', 'patch', 'delete'] as const).flatMap((method) => {
      const content = item[method]?.requestBody?.content;
      const concrete = path.replace(/\{(\w+)\}/g, (_all, name: string) => ids[name] ?? '1');
      return content ? [{ method, path: concrete, type: Object.keys(content)[0] ?? JSON_API }] : [];
    }),
  );
  // Without any, the test would check nothing.
  expect(endpoints.length).toBeGreaterThan(20);
  return endpoints;
}

const send = ({ method, path, type }: Endpoint, body: string | Buffer, headers: Record<string, string> = {}) =>
  test.admin.request(method, path, (request: Test) =>
    request
      .set({ 'Content-Type': type, ...headers })
      .serialize((data) => data as string)
      .send(body as string),
  );

const deep = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const resource = (attributes: string): string => `{"data":{"id":"1","type":"sinks","attributes":${attributes}}}`;

describe('every endpoint with a body', () => {
  // oxfmt-ignore
  const table: [string, string | Buffer, string, string?][] = [
    ['JSON that breaks off', '{"data":', 'malformed_json'],
    ['no JSON', 'username=a&password=b', 'malformed_json'],
    ['single quotes', "{'data':1}", 'malformed_json'],
    ['a comment after the end', '{"data":{}} //', 'malformed_json'],
    ['a number', '7', 'invalid_data', ''], ['null', 'null', 'invalid_data', ''],
    ['a list', '[]', 'invalid_data', ''],
    ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]), 'invalid_encoding'],
    ['half a surrogate pair', resource('{"title":"\\ud800"}'), 'invalid_encoding', '/data/attributes/title'],
    ['half a surrogate pair in a key', resource('{"\\udc00":1}'), 'invalid_encoding'],
    ['__proto__', resource('{"__proto__":{"isAdmin":true}}'), 'invalid_key', '/data/attributes/__proto__'],
    ['an operator', resource('{"$gt":""}'), 'invalid_key', '/data/attributes/$gt'],
    ['an operator at the top', '{"$where":"1","data":{}}', 'invalid_key', '/$where'],
    ['a key with NUL', resource('{"a\\u0000b":1}'), 'invalid_key'],
    ['a number without end', resource('{"extra":{"n":1e999}}'), 'invalid_data', '/data/attributes/extra/n'],
    ['91 levels', `{"data":${deep(91)}}`, 'too_deep'],
    ['20,000 levels', `{"data":${deep(20_000)}}`, 'too_deep'],
    ['too many bytes', resource(`{"body":"${'x'.repeat(65_536)}"}`), 'payload_too_large'],
  ];
  it.each(table)('refuses %s', async (what, body, code, pointer) => {
    const endpoints = await writeEndpoints();
    const status = code === 'payload_too_large' ? 413 : 400;
    const answers = endpoints.map(async (endpoint) => {
      const response = await send(endpoint, body);
      const place = pointer === undefined ? [] : errorSources(response).slice(0, 1);
      return [endpoint.method, endpoint.path, response.status, errorCodes(response)[0], ...place];
    });
    const place = pointer === undefined ? [] : [pointer];
    const expected = endpoints.map(({ method, path }) => [method, path, status, code, ...place]);
    expect([what, await Promise.all(answers)]).toEqual([what, expected]);
  });

  const refuseText = async (endpoint: Endpoint) => {
    const response = await send(endpoint, '"data"');
    expect([endpoint.path, errorCodes(response)]).toEqual([endpoint.path, ['invalid_data', 'invalid_data']]);
  };

  it('refuses a text where a resource is expected', async () => {
    await Promise.all((await writeEndpoints()).filter(({ path }) => path !== '/auth').map(refuseText));
  });

  it('refuses a text where flat JSON is expected, with a single fault', async () => {
    await refuseText({ method: 'post', path: '/auth', type: 'application/json' });
  });

  it('refuses another media type, an encoding, and another charset with 415', async () => {
    const forms = ['multipart/form-data', 'application/x-www-form-urlencoded'];
    const types = [...forms, 'text/plain', 'x', `${JSON_API}; charset=utf-16`].map((type) => ({
      'Content-Type': type,
    }));
    for (const endpoint of await writeEndpoints()) {
      for (const headers of [...types, { 'Content-Encoding': 'gzip' }]) {
        const { status } = await send(endpoint, '{}', headers);
        expect([endpoint.path, headers, status]).toEqual([endpoint.path, headers, 415]);
      }
    }
  });

  it('refuses an empty body', async () => {
    for (const endpoint of await writeEndpoints()) {
      // Flat attributes, none of which is required.
      if (endpoint.path === '/auth/user') continue;
      // The body is a code of the factor, which the caller does not have.
      if (endpoint.path === '/auth/second_factor' && endpoint.method === 'delete') continue;
      // Without one it is for a sign-in by passkey alone.
      if (endpoint.path === '/auth/passkeys/challenge') continue;
      // A clone is made of its original only, and an object is restored to the version in the path.
      if (/\/actions\/(?:clone|restore)$/.test(endpoint.path)) continue;
      for (const body of ['', '{}', ...(endpoint.path === '/auth' ? [] : ['{"data":7}', '{"data":"x"}'])]) {
        const response = await send(endpoint, body);
        expect([endpoint.path, body, response.status]).toEqual([endpoint.path, body, 400]);
        expect(errorSources(response).length).toBeGreaterThan(0);
      }
    }
  });

  it('refuses unknown query parameters, naming them (D9)', async () => {
    for (const endpoint of await writeEndpoints()) {
      const path = `${endpoint.path}?dry_run=1`;
      const response = await send({ ...endpoint, path }, '{"data":{"type":"x","id":"1"}}');
      expect([path, response.status, errorSources(response)]).toEqual([path, 400, expect.arrayContaining(['dry_run'])]);
    }
  });
});

describe('URLs', () => {
  // oxfmt-ignore
  it.each<[string, number, string]>([
    ['/sinks/%ff', 400, 'invalid_encoding'], ['/sinks/%c3%28', 400, 'invalid_encoding'],
    ['/%00', 400, 'invalid_encoding'], ['/sinks/a%00b', 400, 'invalid_encoding'],
    ['/sinks?q=%ff', 400, 'invalid_encoding'], ['/sinks?q=%00', 400, 'invalid_encoding'],
    ['/sinks?__proto__=1', 400, 'invalid_key'], ['/sinks?filter%5B__proto__%5D=1', 400, 'invalid_key'],
    ['/sinks?filter%5Bconstructor%5D%5Bprototype%5D=1', 400, 'invalid_filter'],
    ['/sinks?%24where=1', 400, 'unknown_parameter'], ['/sinks?filter%5B%24or%5D=1', 400, 'invalid_filter'],
    ['/sinks?filter%5Btitle%5D%5B%24ne%5D=1', 400, 'invalid_filter'],
    ['/sinks?nonsense=1', 400, 'unknown_parameter'], ['/home?page=1', 400, 'unknown_parameter'],
    ['/status?x', 400, 'unknown_parameter'], ['/objects?PAGE=1', 400, 'unknown_parameter'],
    ['/sinks?a%5Bb%5D%5Bc%5D%5Bd%5D%5Be%5D%5Bf%5D%5Bg%5D=1', 400, 'invalid_parameter'],
    [`/sinks?${Array.from({ length: 201 }, (_, n) => `filter%5Ba${n}%5D=1`).join('&')}`, 400, 'invalid_parameter'],
    [`/${'x'.repeat(300)}`, 404, 'route_not_found'], ['//', 404, 'route_not_found'], ['/sinks//', 404, 'not_found'],
    ['/sinks/1/nothing', 404, 'not_found'], ['/sinks/1/relationships', 404, 'not_found'],
    ['/..%2f..%2fetc', 404, 'route_not_found'], ['/model', 404, 'route_not_found'],
    ['/model/nothing', 404, 'route_not_found'],
  ])('%s is %i %s', async (path, status, code) => {
    const response = await test.anonymous.get(path);
    expect([response.status, errorCodes(response)[0]]).toEqual([status, code]);
  });

  it('that are too long are 414, in the usual layout of errors', async () => {
    // As scripts/start.ts listens: Node would refuse more than 16 KiB by itself.
    const server = createServer({ maxHeaderSize: 32_768 }, test.service.app);
    const response = await supertest(server).get(`/sinks?q=${'x'.repeat(17_000)}`);
    expect([response.status, response.headers['content-type']]).toEqual([414, JSON_API]);
  });

  it.each(['/sinks?filter[nothing]=1', '/sinks?x=a|b^c`{d}"<e>'])(
    'have a valid URL in the links of their errors: %s',
    async (path) => {
      expect((await test.anonymous.get(path)).status).toBe(400);
    },
  );

  it.each(['/sinks?nonsense=\\', '/%', '/sinks?q=%', '/sinks/%zz'])(
    'have one even with a backslash or broken percent-encoding: %s',
    async (path) => {
      expect((await test.anonymous.get(path)).status).toBe(400);
    },
  );

  it.each([
    ['//evil.example/x', '//evil.example/x'],
    ['/\\evil.example/x', '/%5Cevil.example/x'],
    ['/http://evil.example/x', '/http://evil.example/x'],
  ])('that look like another host are paths, also in links and pages: %s', async (path, self) => {
    const server = createServer(test.service.app).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    try {
      for (const accept of ['*/*', 'text/html']) {
        const socket = connect(port, '127.0.0.1');
        socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nAccept: ${accept}\r\nConnection: close\r\n\r\n`);
        const answer = await text(socket);
        expect(answer).toMatch(/^HTTP\/1.1 404 /);
        if (accept === '*/*') expect(answer).toContain(`"self":"http://localhost${self}"`);
        else expect(answer).not.toMatch(/(?:href|action|src)="(?:\/[/\\]|http:\/\/(?!localhost))/);
      }
    } finally {
      server.close();
    }
  });

  // oxfmt-ignore
  it.each([
    '0', '-1', '1.0', '1e2', '0x1', '+1', '00', 'NaN', '9007199254740993', '1'.repeat(300), '{}', '[object Object]',
    '$ne', '__proto__', 'constructor', "1' OR '1'='1", '../1', '\u202e1', '💥', '.', ' ',
  ])('with the id "%s" are 404 for every method', async (shape) => {
    const model = ['tags', 'categories', 'properties', 'object_types'].map((name) => `/model/${name}`);
    const rows = ['applications', 'endpoints', 'endpoint_permissions', 'config', 'auth_providers', 'external_auth', 'async_jobs'];
    for (const base of ['/sinks', '/objects', '/config', ...model, ...rows.map((name) => `/admin/${name}`)]) {
      const path = `${base}/${encodeURIComponent(shape).replace(/^\.$/, '%2e')}`;
      const body = { data: { id: shape, type: base.slice(base.lastIndexOf('/') + 1), attributes: {} } };
      const patched = base === '/objects' ? [] : [test.admin.patch(path, body)];
      const responses = await Promise.all([test.admin.get(path), test.admin.delete(path), ...patched]);
      expect([path, ...new Set(responses.map((response) => response.status))]).toEqual([path, 404]);
    }
  });
});

describe('the name of a type', () => {
  // oxfmt-ignore
  it.each([
    'home', 'status', 'health', 'ready', 'docs', 'model', 'auth', 'admin', 'trash', 'objects', 'documents',
    'document', 'media', 'users', 'folders', 'roles', 'signup', 'streams', 'history', 'openapi', 'relations',
    '__proto__', 'constructor name', 'Übung', 'x', '9lives', '', '$type', 'a'.repeat(51),
  ])('cannot be "%s"', async (name) => {
    for (const attributes of [{ name, singular: 'fine_one' }, { name: 'fine_ones', singular: name }]) {
      const response = await test.admin.post('/model/object_types', { data: { type: 'object_types', attributes } });
      const field = attributes.name === name ? 'name' : 'singular';
      expect([response.status, errorSources(response)]).toEqual([400, [`/data/attributes/${field}`]]);
    }
  });
});

describe('random JSON', () => {
  const anything = fc.jsonValue({ maxDepth: 4 });
  const words =
    'title status uname extra publish_start depth name singular params labels parent_name associations tags categories body ' +
    'property_type_name object_type_name parent_id enabled default_value description client_secret object_type_id role_id ' +
    'endpoint_name content context application_id auth_class url user_id provider_username service payload priority expires';
  const types = (
    'sinks tags properties object_types property_types categories relations applications endpoints ' +
    'endpoint_permissions config auth_providers external_auth async_jobs'
  ).split(' ');
  const resources = fc.record(
    {
      id: fc.constantFrom('1', 1),
      type: fc.constantFrom(...types),
      attributes: fc.dictionary(fc.constantFrom(...words.split(' ')), anything),
    },
    { requiredKeys: ['type'] },
  );
  const body = fc.oneof(anything, fc.record({ data: fc.oneof(anything, resources) }));
  it('is accepted, or refused with a 4xx, everywhere', async () => {
    const endpoints = (await writeEndpoints()).filter(({ path }) => path !== '/auth');
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...endpoints), body, async (endpoint, value) => {
        const own = `"data":{"id":"${endpoint.path.split('/').at(-1)}",`;
        const sent = JSON.stringify(value).replace('"data":{"id":1,', own);
        const response = await send(endpoint, sent);
        expect(response.status).toBeLessThan(500);
        if (response.status >= 400) expect(errorCodes(response)[0]).toMatch(/^[a-z_]+$/);
      }),
      { numRuns: 400 },
    );
  });
});

describe('a model change while writes run', () => {
  it('fails none of them, and each object is valid by one of the models', async () => {
    const post = (n: number) =>
      test.editor.post('/news', { data: { type: 'news', attributes: { title: `News ${n}`, heat: n } } });
    const posts = (count: number) => Promise.all(Array.from({ length: count }, (_, n) => post(n)));
    const writes = posts(40);
    const property = { object_type_name: 'news', name: 'heat', property_type_name: 'integer' };
    const more = test.admin.create('/model/properties', property).then(() => posts(10));
    const responses = [...(await writes), ...(await more)];
    // Before the property exists its name is unknown, and refused (D406).
    for (const response of responses) {
      if (response.status !== 201) expect(errorSources(response)).toEqual(['/data/attributes/heat']);
    }
    expect((await more).map((response) => response.status)).toEqual(Array.from({ length: 10 }, () => 201));
    const late = (await more).map(
      (response) => (response.body as { data: { attributes: { heat: number } } }).data.attributes.heat,
    );
    expect(late.sort()).toEqual(Array.from({ length: 10 }, (_, n) => n));
  });
});
