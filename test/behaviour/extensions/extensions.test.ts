// A project's own code: the example of test/fixtures/extensions, from the view of clients and administrators
// (openapi/docs/extensions.md).
import path from 'node:path';
import supertest from 'supertest';
import { describe, expect, it } from 'vitest';
import { isNode, nodeAt, type Node, type OpenApiDocument } from '../../../core/description/openapi-document.ts';
import { danglingRefs } from '../../core/description/descriptions.ts';
import { outcome } from '../../support/database/rows.ts';
import {
  errorCodes,
  errorSources,
  JSON_API,
  openTestService,
  serviceForTests,
  type TestService,
} from '../../support/service.ts';

const EXTENSIONS_DIR = path.join(import.meta.dirname, '../../fixtures/extensions');

const test = serviceForTests({ env: { EXTENSIONS_DIR } });

const live = async (): Promise<OpenApiDocument> =>
  (await test.anonymous.get('/openapi.json?side=all')).body as OpenApiDocument;
const greeting = (attributes: object) => ({ data: { type: 'greetings', attributes } });
const italian = (attributes: object) => ({ data: { type: 'documents', attributes: { lang: 'it', ...attributes } } });

it('an extension is named by /status in debug mode', async () => {
  const debugging = await openTestService({ env: { EXTENSIONS_DIR, DEBUG: 'on' } });
  try {
    const { body } = await debugging.anonymous.get('/status');
    expect(body).toMatchObject({ meta: { status: { plugins: ['greetings'] } } });
  } finally {
    await debugging.close();
  }
});

describe('an operation of a project', () => {
  it('answers at its path, with its query read as described', async () => {
    const all = await test.anonymous.get('/greetings');
    expect([all.status, all.headers['content-type']]).toEqual([200, JSON_API]);
    expect((all.body as { data: unknown[] }).data).toHaveLength(2);
    const one = await test.anonymous.get('/greetings?lang=it');
    expect(one.body).toEqual({
      data: [{ type: 'greetings', id: 'it', attributes: { lang: 'it', text: 'Benvenuti' } }],
    });
  });

  it('is validated like those of the service', async () => {
    const query = await test.anonymous.get('/greetings?lang=italian');
    expect([query.status, ...errorSources(query)]).toEqual([400, 'lang']);
    const unknown = await test.anonymous.get('/greetings?colour=red');
    expect([unknown.status, ...errorCodes(unknown)]).toEqual([400, 'unknown_parameter', 'unknown_parameter']);
    const body = await test.admin.post('/greetings', greeting({ text: '' }));
    expect([body.status, ...errorSources(body)]).toEqual([400, '/data/attributes/text']);
    const media = await test.admin.post('/greetings', '<a/>', { 'Content-Type': 'text/xml' });
    expect(media.status).toBe(415);
    expect((await test.admin.get('/greetings', { Accept: 'image/png' })).status).toBe(406);
    expect(await outcome(test.admin.request('delete', '/greetings'))).toBe('405 method_not_allowed');
    expect(await outcome(test.admin.get('/greetings/it/more'))).toBe('404 route_not_found');
  });

  it('refuses with its own error, described like the others', async () => {
    const response = await test.admin.get('/greetings/xx');
    expect(response.status).toBe(404);
    const face = { status: '404', code: 'no_greeting', title: 'No such greeting' };
    expect(response.body).toMatchObject({ error: face, errors: [face] });
    const codes = nodeAt(await live(), 'components', 'schemas', 'ErrorCode');
    expect(codes['enum']).toContain('no_greeting');
    expect(codes['description']).toContain('| title_missing | 409 | Italian documents have a title |');
    const { text } = await supertest(test.service.app).get('/docs/errors');
    const sections = text.slice(text.indexOf('<h2 id="status-409">'), text.indexOf('<h2 id="status-411">'));
    expect(sections).toContain('<code>title_missing</code></a> Italian documents have a title');
    expect(sections).toContain('<p>A document in Italian is made without a title.</p>');
    expect(text).toContain('<section id="no_greeting">');
  });

  it('calls operations of the service with the rights of its caller', async () => {
    const made = await test.admin.post('/greetings', greeting({ text: 'Hello' }));
    expect(made.status).toBe(201);
    const { id } = (made.body as { data: { id: string } }).data;
    const document = await test.admin.get(`/documents/${id}`);
    expect((document.body as { data: Node }).data).toMatchObject({
      attributes: { title: 'Hello' },
      meta: { created_by: 1 },
    });
  });
});

describe('access to an operation of a project', () => {
  it('is first defined by the extension, and changed by admins only', async () => {
    expect((await test.anonymous.get('/greetings')).status).toBe(200);
    // A token is needed unless `security` differs, and no rule lets anonymous callers or editors write.
    expect(await outcome(test.anonymous.get('/greetings/it'))).toBe('401 authentication_required');
    expect((await test.reader.get('/greetings/it')).status).toBe(200);
    for (const client of [test.reader, test.editor]) {
      expect(await outcome(client.post('/greetings', greeting({ text: 'Hi' })))).toBe('403 forbidden');
    }
    expect(await outcome(test.anonymous.post('/greetings', greeting({ text: 'Hi' })))).toBe(
      '401 authentication_required',
    );
  });

  it('is changed under /admin, and shown by /home', async () => {
    const rows = await test.admin.get('/admin/endpoints/greetings');
    const endpoint = (rows.body as { data: { id: string; attributes: Node } }).data;
    expect(endpoint.attributes).toMatchObject({ name: 'greetings', description: 'Words of welcome', enabled: true });
    const rule = { endpoint_name: 'greetings', role_name: 'editor', read: true, write: true };
    const made = await test.admin.create('/admin/endpoint_permissions', rule);
    expect((await test.editor.post('/greetings', greeting({ text: 'Hi' }))).status).toBe(201);
    const allowed = async (client: TestService['admin']) => {
      const { meta } = (await client.get('/home')).body as { meta: { resources: Record<string, Node> } };
      return nodeAt(meta.resources['/greetings'] ?? {}, 'hints')['allow'];
    };
    expect(await allowed(test.editor)).toEqual(['GET', 'POST']);
    expect(await allowed(test.anonymous)).toEqual(['GET']);
    await test.admin.delete(`/admin/endpoint_permissions/${made.id}`);
    expect(await outcome(test.editor.post('/greetings', greeting({ text: 'Hi' })))).toBe('403 forbidden');

    const enable = (enabled: boolean) =>
      test.admin.patch(`/admin/endpoints/${endpoint.id}`, {
        data: { type: 'endpoints', id: endpoint.id, attributes: { enabled } },
      });
    await enable(false);
    expect(await outcome(test.admin.get('/greetings'))).toBe('404 not_found');
    await enable(true);
  });

  it('stays closed when its rows are removed', async () => {
    const { store } = test.service.services;
    const endpoint = await store.endpoints.findOne({ name: 'greetings' });
    const rows = await store.endpointPermissions.find({ endpoint_id: endpoint?._id ?? -1 }).toArray();
    expect(rows).toHaveLength(2);
    for (const { _id } of rows) await test.admin.delete(`/admin/endpoint_permissions/${_id}`);
    for (const client of [test.admin, test.editor]) {
      expect(await outcome(client.get('/greetings'))).toBe('403 forbidden');
    }
    expect(await outcome(test.anonymous.get('/greetings'))).toBe('401 authentication_required');
    // A further start leaves things as an administrator has left them.
    const next = await openTestService({ env: { EXTENSIONS_DIR }, beside: test });
    expect(await outcome(next.admin.get('/greetings'))).toBe('403 forbidden');
    await next.close();
    for (const role of ['admin', null]) {
      const rule = { endpoint_name: 'greetings', read: true, write: role !== null, anonymous: role === null };
      await test.admin.create('/admin/endpoint_permissions', role === null ? rule : { ...rule, role_name: role });
    }
    expect((await test.anonymous.get('/greetings')).status).toBe(200);
  });
});

describe('a POST of a project', () => {
  it('is executed once for one Idempotency-Key', async () => {
    const { store } = test.service.services;
    const headers = { 'Idempotency-Key': 'one-greeting' };
    const first = await test.admin.post('/greetings', greeting({ text: 'Good evening' }), headers);
    expect(first.status).toBe(201);
    const before = await store.objects.countDocuments();
    const second = await test.admin.post('/greetings', greeting({ text: 'Good evening' }), headers);
    expect([second.text, second.headers['idempotency-replayed']]).toEqual([first.text, 'true']);
    expect((await test.admin.post('/greetings', greeting({ text: 'Good night' }), headers)).status).toBe(422);
    // Changes that it makes by operations of the service are marked in the same way.
    await store.idempotencyKeys.updateMany({}, { $unset: { answer: '' } });
    const lost = await test.admin.post('/greetings', greeting({ text: 'Good evening' }), headers);
    expect([lost.status, errorCodes(lost)[0]]).toEqual([409, 'idempotency_response_lost']);
    expect(await store.objects.countDocuments()).toBe(before);
  });
});

describe('the description', () => {
  it('has the paths of the project under their tag, with the statuses of any operation', async () => {
    const document = await live();
    const operation = nodeAt(document, 'paths', '/greetings', 'post');
    expect(operation['tags']).toEqual(['greetings']);
    const statuses = ['201', '400', '401', '403', '404', '406', '408', '409', '413', '415', '422', '429', '500', '503'];
    expect(Object.keys(nodeAt(operation, 'responses')).sort()).toEqual(statuses);
    expect((document['tags'] as Node[]).filter(({ name }) => name === 'greetings')).toHaveLength(1);
    expect(isNode(nodeAt(document, 'components', 'schemas')['GreetingsResource'])).toBe(true);
    expect(danglingRefs(document)).toEqual([]);
  });
});

describe('before', () => {
  it('refuses with its own status, code, title and source, and nothing is written', async () => {
    const count = () => test.service.services.store.documents('documents').countDocuments();
    const before = await count();
    const response = await test.editor.post('/documents', italian({}));
    expect(response.status).toBe(409);
    const face = { status: '409', code: 'title_missing', title: 'Italian documents have a title' };
    expect((response.body as { errors: unknown }).errors).toEqual([
      { ...face, detail: 'A document in Italian has a title.', source: { pointer: '/data/attributes/title' } },
    ]);
    expect(await count()).toBe(before);
  });

  it('runs after the permission and the validation of the service', async () => {
    expect(await outcome(test.anonymous.post('/documents', italian({})))).toBe('401 authentication_required');
    const response = await test.editor.post('/documents', { data: { attributes: { lang: 'it' } } });
    expect(errorCodes(response)[0]).toBe('invalid_data');
  });

  it('changes the body', async () => {
    const made = await test.editor.post('/documents', italian({ title: '  Roma ' }));
    expect((made.body as { data: Node }).data).toMatchObject({ attributes: { title: 'Roma', uname: 'roma' } });
  });

  it('of one type does not affect the others', async () => {
    const event = { data: { type: 'events', attributes: { lang: 'it' } } };
    expect((await test.editor.post('/events', event)).status).toBe(201);
  });
});

describe('after', () => {
  it('receives successful responses only', async () => {
    const { counts } = (await import(path.join(EXTENSIONS_DIR, 'greetings.ts'))) as { counts: Map<string, number> };
    const before = counts.get('locations') ?? 0;
    for (const lang of ['en', 'it']) {
      await test.editor.post('/locations', { data: { type: 'locations', attributes: { lang } } });
    }
    await test.editor.post('/locations', { data: { type: 'events', attributes: {} } });
    await expect.poll(() => counts.get('locations')).toBe(before + 2);
  });
});

describe('a type', () => {
  it('cannot have the name of a path of the project', async () => {
    const type = { data: { type: 'object_types', attributes: { name: 'greetings', singular: 'greeting' } } };
    const response = await test.admin.post('/model/object_types', type);
    expect([response.status, ...errorSources(response)]).toEqual([400, '/data/attributes/name']);
  });
});

describe('without extensions', () => {
  it('their paths are 404', async () => {
    const none = await openTestService();
    expect((await supertest(none.service.app).get('/greetings')).status).toBe(404);
    expect(JSON.stringify(await none.service.services.description.document('http://a'))).not.toContain('greetings');
    await none.close();
  });
});
