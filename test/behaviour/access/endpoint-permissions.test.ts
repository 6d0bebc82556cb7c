// The effect of permission rows, switches and configuration on requests, from the next one on, in every process (D14,
// D19, D86 to D89). The rows are written below HTTP here; test/api/ has their endpoints.
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { EndpointPermissionRow } from '../../../core/store/store.ts';
import { firstKey } from '../../support/accounts/first-key.ts';
import { closeEndpoint } from '../../support/permissions/close-endpoint.ts';
import { configure } from '../../support/writes/configuration.ts';
import { type Client, errorCodes, openTestService, serviceForTests } from '../../support/service.ts';

const WRITERS = 3;

const test = serviceForTests();
let writer: Client;
let other: Client;
beforeAll(async () => {
  expect((await test.admin.create('/roles', { name: 'writers' })).id).toBe(String(WRITERS));
  writer = await test.addClient('writer', [WRITERS]);
  other = await test.addClient('other', [WRITERS]);
  for (const client of [test.admin, test.editor]) {
    for (const status of ['on', 'draft']) {
      await client.create('/documents', { title: `Heron ${status}`, status });
      await client.create('/news', { title: `Heron news ${status}`, status });
    }
  }
});

const at = { revision: 1, created: new Date(0), modified: new Date(0) };
type Rule = Partial<Omit<EndpointPermissionRow, 'endpoint_id'>> & { endpoint?: string };

/** Rows with ids from 1000 on are those of one test. */
const FIRST_ID = 1000;
let next = FIRST_ID;

/** Endpoints that have no row from the start get one. */
async function allow(...rules: Rule[]): Promise<void> {
  const { access, store } = test.service.services;
  await access.change(async (transaction) => {
    for (const { endpoint, ...rule } of rules) {
      let endpoint_id: number | null = null;
      if (endpoint !== undefined) {
        const found = await store.endpoints.findOne({ name: endpoint }, { session: transaction });
        endpoint_id = found?._id ?? next++;
        if (!found) {
          const row = {
            _id: endpoint_id,
            name: endpoint,
            description: null,
            enabled: true,
            object_type_id: null,
            ...at,
          };
          await store.endpoints.insertOne(row, { session: transaction });
        }
      }
      await store.endpointPermissions.insertOne(
        {
          _id: next++,
          endpoint_id,
          application_id: null,
          role_id: null,
          anonymous: false,
          read: false,
          write: false,
          ...at,
          ...rule,
        },
        { session: transaction },
      );
    }
  });
}

afterEach(async () => {
  const { access, store } = test.service.services;
  await access.change(async (transaction) => {
    await store.endpointPermissions.deleteMany({ _id: { $gte: FIRST_ID } }, { session: transaction });
    await store.endpoints.deleteMany({ _id: { $gte: FIRST_ID } }, { session: transaction });
    await store.config.deleteMany({}, { session: transaction });
  });
});

interface List {
  data: { id: string; type: string; attributes: { title: string }; meta: { created_by: number } }[];
  meta: { pagination: { count: number } };
}

/** Titles of a list; its total is that of the list. */
async function titles(client: Client, path: string): Promise<string[]> {
  const response = await client.get(`${path}${path.includes('?') ? '&' : '?'}page_size=100`);
  expect(response.status).toBe(200);
  const { data, meta } = response.body as List;
  expect(meta.pagination.count).toBe(data.length);
  return data.map(({ attributes }) => attributes.title);
}

const patch = async (client: Client, type: string, id: string): Promise<number> =>
  (await client.patch(`/${type}/${id}`, { data: { type, id, attributes: { body: `text ${next++}` } } })).status;

describe('a role that may write a type', () => {
  it('sees and writes all of that type, and no other', async () => {
    await allow({ endpoint: 'documents', role_id: WRITERS, write: true });
    expect(await titles(writer, '/documents?q=heron')).toContain('Heron draft');
    expect(await titles(writer, '/news')).not.toContain('Heron news draft');
    expect(await titles(writer, '/objects?q=heron')).toEqual(expect.arrayContaining(['Heron draft', 'Heron news on']));
    expect(await titles(writer, '/objects?q=heron')).not.toContain('Heron news draft');
    const { id } = await writer.create('/documents', { title: 'By a writer' });
    expect(await patch(writer, 'documents', id)).toBe(200);
    expect((await writer.post('/news', { data: { type: 'news', attributes: {} } })).status).toBe(403);
    expect(await patch(test.reader, 'documents', id)).toBe(403);
  });
});

describe('a row for one role', () => {
  const allowed = async (client: Client): Promise<string[] | undefined> => {
    const { body } = await client.get('/home');
    return (body as { meta: { resources: Record<string, { hints: { allow: string[] } }> } }).meta.resources['/events']
      ?.hints.allow;
  };

  it.each([
    ['gives nothing', false, false],
    ['gives all', true, true],
    ['gives their own', 'mine', 'mine'],
  ] as const)('that %s takes access from no other role, on any endpoint', async (_what, read, write) => {
    const { id } = await test.admin.create('/events', { title: 'Avocet', status: 'on' });
    const callers = [test.anonymous, test.reader, test.editor, test.admin];
    const before = await Promise.all(callers.map(allowed));
    await allow({ endpoint: 'events', role_id: WRITERS, read, write });
    for (const client of callers) expect((await client.get(`/events/${id}`)).status).toBe(200);
    expect([await patch(test.editor, 'events', id), await patch(test.admin, 'events', id)]).toEqual([200, 200]);
    expect([await patch(test.anonymous, 'events', id), await patch(test.reader, 'events', id)]).toEqual([401, 403]);
    expect(await Promise.all(callers.map(allowed))).toEqual(before);
    expect(before).toEqual([['GET'], ['GET'], ['GET', 'POST', 'PATCH', 'DELETE'], ['GET', 'POST', 'PATCH', 'DELETE']]);
  });

  it('gives no access to others on an endpoint that needs its own rows', async () => {
    await allow({ endpoint: 'users', role_id: WRITERS, read: true, write: false });
    expect((await writer.get('/users')).status).toBe(200);
    expect((await test.anonymous.get('/users')).status).toBe(401);
    expect((await writer.post('/model/tags', { data: { type: 'tags', attributes: { name: 'free' } } })).status).toBe(
      403,
    );
  });
});

describe('mine', () => {
  it('as permission to read shows only the records of the caller, everywhere', async () => {
    const reopen = await closeEndpoint(test, 'documents');
    await allow(
      { endpoint: 'documents', role_id: WRITERS, read: 'mine', write: true },
      { endpoint: 'documents', role_id: 1, read: true, write: true },
    );
    const own = await writer.create('/documents', { title: 'Egret', status: 'on' });
    const foreign = await test.admin.create('/documents', { title: 'Egret of others', status: 'on' });
    for (const path of ['/documents', '/documents?q=egret', '/objects?q=egret', '/objects?filter[type]=documents']) {
      const found = await titles(writer, path);
      expect(found).toContain('Egret');
      expect(found).not.toContain('Egret of others');
    }
    expect((await writer.get(`/documents/${own.id}`)).status).toBe(200);
    expect((await writer.get(`/documents/${foreign.id}`)).status).toBe(404);
    expect((await writer.get(`/objects/${foreign.id}`)).status).toBe(404);
    expect(await patch(writer, 'documents', foreign.id)).toBe(404);
    expect(await titles(other, '/documents')).toEqual([]);
    expect((await test.anonymous.get('/documents')).status).toBe(401);
    expect(await titles(test.anonymous, '/objects?q=egret')).toEqual([]);
    await reopen();
  });

  it('as permission to write covers only records of the caller, and shows its drafts', async () => {
    await allow({ endpoint: 'documents', role_id: WRITERS, write: 'mine' });
    const own = await writer.create('/documents', { title: 'Crane', status: 'draft' });
    const foreign = await other.create('/documents', { title: 'Crane of others', status: 'on' });
    const hidden = await other.create('/documents', { title: 'Crane of others, unfinished', status: 'draft' });
    const found = await titles(writer, '/documents?q=crane');
    expect(found.sort()).toEqual(['Crane', 'Crane of others']);
    expect((await titles(writer, '/documents')).sort()).toEqual(expect.arrayContaining(['Crane', 'Crane of others']));
    expect(await titles(writer, '/documents')).not.toContain('Crane of others, unfinished');
    expect(await titles(writer, '/documents?filter[status]=draft')).toEqual(expect.arrayContaining(['Crane']));
    expect(await patch(writer, 'documents', own.id)).toBe(200);
    expect(await patch(writer, 'documents', foreign.id)).toBe(403);
    expect(await patch(writer, 'documents', hidden.id)).toBe(404);
    expect((await writer.delete(`/documents/${foreign.id}`)).status).toBe(403);
    expect((await writer.delete(`/documents/${own.id}`)).status).toBe(204);
  });
});

describe('block', () => {
  it('closes an endpoint to a role, and hides its objects everywhere', async () => {
    const { id } = await test.admin.create('/news', { title: 'Stork', status: 'on' });
    await allow(
      { endpoint: 'news', anonymous: true, read: true, write: true },
      { endpoint: 'news', role_id: 2, read: 'block' },
    );
    expect((await test.editor.get('/news')).status).toBe(403);
    expect((await test.editor.get(`/news/${id}`)).status).toBe(403);
    expect((await test.editor.get(`/objects/${id}`)).status).toBe(404);
    expect(await titles(test.editor, '/objects?q=stork')).toEqual([]);
    expect(await titles(test.reader, '/objects?q=stork')).toEqual(['Stork']);
    const home = (await test.editor.get('/home')).body as {
      meta: { resources: Record<string, { hints: { allow: string[] } }> };
    };
    expect(home.meta.resources['/news']?.hints.allow).toEqual(['POST', 'PATCH', 'DELETE']);
  });

  it('blocks an application, for all its users', async () => {
    const key = await firstKey(test);
    await allow({ application_id: 1, write: 'block', anonymous: true });
    const post = (headers: Record<string, string>) =>
      test.admin.post('/documents', { data: { type: 'documents', attributes: {} } }, headers);
    expect((await post({ 'X-Api-Key': key })).status).toBe(403);
    expect((await post({})).status).toBe(201);
    expect((await test.admin.get('/documents', { 'X-Api-Key': key })).status).toBe(200);
  });
});

describe('a disabled endpoint', () => {
  it('is 404 for all, and its objects are hidden everywhere', async () => {
    const { id } = await test.admin.create('/events', { title: 'Ibis', status: 'on' });
    await allow({ endpoint: 'events', anonymous: true, read: true, write: true });
    const { access, store } = test.service.services;
    await access.change((transaction) =>
      store.endpoints.updateOne({ name: 'events' }, { $set: { enabled: false } }, { session: transaction }),
    );
    for (const client of [test.anonymous, test.editor, test.admin]) {
      for (const path of ['/events', `/events/${id}`, `/objects/${id}`])
        expect((await client.get(path)).status).toBe(404);
      expect(await titles(client, '/objects?q=ibis')).toEqual([]);
      const home = (await client.get('/home')).body as { meta: { resources: object } };
      expect(home.meta.resources).not.toHaveProperty('/events');
    }
    expect((await test.admin.post('/events', { data: { type: 'events', attributes: {} } })).status).toBe(404);
    expect((await test.anonymous.post('/events', {})).status).toBe(404);
  });
});

describe('the rules of a type that is renamed', () => {
  it('are renamed with it', async () => {
    const { id } = await test.admin.create('/model/object_types', { name: 'warblers', singular: 'warbler' });
    await allow({ endpoint: 'warblers', role_id: 1, read: 'block' });
    expect((await test.admin.get('/warblers')).status).toBe(403);
    const body = { data: { type: 'object_types', id, attributes: { name: 'finches', singular: 'finch' } } };
    expect((await test.admin.patch(`/model/object_types/${id}`, body)).status).toBe(200);
    expect((await test.admin.get('/finches')).status).toBe(403);
    expect((await test.anonymous.get('/finches')).status).toBe(200);
  });
});

describe('Status.level', () => {
  const make = (client: Client, attributes: Record<string, unknown>) =>
    client.post('/documents', { data: { type: 'documents', attributes } });

  it.each([
    ['on', ['Bittern on'], [200, 404, 404]],
    ['draft', ['Bittern draft', 'Bittern on'], [200, 200, 404]],
    ['off', ['Bittern draft', 'Bittern off', 'Bittern on'], [200, 200, 200]],
  ])('%s decides which status all callers see', async (level, expected, statuses) => {
    const ids: string[] = [];
    for (const status of ['on', 'draft', 'off']) {
      ids.push((await test.admin.create('/documents', { title: `Bittern ${status}`, status })).id);
    }
    await configure(test, 'Status.level', level);
    for (const client of [test.anonymous, test.editor, test.admin]) {
      expect([...new Set(await titles(client, '/documents?q=bittern'))].sort()).toEqual(expected);
      const seen = await Promise.all(ids.map(async (id) => (await client.get(`/documents/${id}`)).status));
      expect(seen).toEqual(statuses);
      await titles(client, '/documents');
      await titles(client, '/objects');
      await titles(client, '/documents?filter[status]=draft,on');
    }
  });

  it('applies to written objects', async () => {
    await configure(test, 'Status.level', 'on');
    const made = await make(test.admin, { title: 'Spoonbill' });
    expect((made.body as { data: { attributes: object } }).data.attributes).toMatchObject({ status: 'on' });
    const refused = await make(test.admin, { title: 'Spoonbill', status: 'draft' });
    expect(refused.status).toBe(400);
    expect(errorCodes(refused)).toContain('invalid_data');
    expect(refused.text).toContain('is not consistent with configured Status.level');
    const { id } = (made.body as { data: { id: string } }).data;
    const body = { data: { type: 'documents', id, attributes: { status: 'off' } } };
    expect((await test.admin.patch(`/documents/${id}`, body)).status).toBe(400);
  });

  it('is ignored with another value', async () => {
    await configure(test, 'Status.level', 'everything');
    expect(await titles(test.anonymous, '/documents')).not.toContain('Heron draft');
    expect(await titles(test.editor, '/documents')).toContain('Heron draft');
  });
});

describe('a change of the rules', () => {
  it('takes effect with the next request, and soon in another process', async () => {
    const second = await openTestService({ beside: test, clock: test.clock });
    try {
      expect((await second.reader.get('/documents')).status).toBe(200);
      await allow({ endpoint: 'documents', role_id: null, read: 'block' });
      expect((await test.reader.get('/documents')).status).toBe(403);
      await expect.poll(async () => (await second.reader.get('/documents')).status).toBe(403);
      expect((await second.anonymous.get('/documents')).status).toBe(200);
    } finally {
      await second.close();
    }
  });

  it('removes a role with the next request', async () => {
    const { store } = test.service.services;
    const client = await test.addClient('dismissed', [2]);
    expect((await client.post('/documents', { data: { type: 'documents', attributes: {} } })).status).toBe(201);
    await store.documents('users').updateOne({ username: 'dismissed' }, { $set: { role_ids: [] } });
    expect((await client.post('/documents', { data: { type: 'documents', attributes: {} } })).status).toBe(403);
    await store.documents('users').updateOne({ username: 'dismissed' }, { $set: { blocked: true } });
    expect((await client.get('/documents')).status).toBe(401);
  });
});
