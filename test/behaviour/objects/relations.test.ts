// Relations between objects beyond single requests: permissions, many links, effects of model changes, descriptions
// (D48, D49, D51).
import { beforeAll, describe, expect, it } from 'vitest';
import type { Response } from 'supertest';
import { cleanupJob } from '../../../core/model/cleanup-jobs.ts';
import { nodeAt, type Node, type OpenApiDocument } from '../../../core/description/openapi-document.ts';
import { danglingRefs, lint, operationIds } from '../../core/description/descriptions.ts';
import { type Client, errorCodes, openTestService, serviceForTests } from '../../support/service.ts';

const test = serviceForTests({ env: { PROCESS_ROLE: 'all' } });
let relationId: string;
beforeAll(async () => {
  relationId = await relation({ name: 'cites', inverse_name: 'cited_by' }, ['documents'], ['documents', 'news']);
  await relation({ name: 'borders', inverse_name: 'borders' }, ['locations'], ['locations']);
});

async function relation(attributes: Record<string, unknown>, left: string[], right: string[]): Promise<string> {
  const { id } = await test.admin.create('/model/relations', attributes);
  await setSide(id, 'left', left);
  await setSide(id, 'right', right);
  return id;
}
const setSide = (id: string, side: 'left' | 'right', types: string[]): Promise<Response> =>
  test.admin.patch(`/model/relations/${id}/relationships/${side}_object_types`, {
    data: types.map((type) => ({ type: 'object_types', id: type })),
  });

let serial = 0;
const make = async (type = 'documents', attributes: object = {}, client: Client = test.editor): Promise<string> =>
  (await client.create(`/${type}`, { title: `Object ${++serial}`, status: 'on', ...attributes })).id;
async function makeSeveral(count: number, type = 'documents'): Promise<string[]> {
  const ids: string[] = [];
  for (let made = 0; made < count; made++) ids.push(await make(type));
  return ids;
}
const link = (id: string | undefined, relation?: object, type = 'documents') => ({
  id,
  type,
  ...(relation && { meta: { relation } }),
});
const cites = (id: string | undefined): string => `/documents/${id}/relationships/cites`;
const citedBy = (id: string | undefined): string => `/documents/${id}/relationships/cited_by`;
interface Link {
  id: string;
  meta: { relation: { priority: number; inv_priority: number } };
}
async function linksAt(path: string, client: Client = test.admin): Promise<Link[]> {
  const response = await client.get(`${path}?page_size=100`);
  expect([path, response.status]).toEqual([path, 200]);
  return (response.body as { data: Link[] }).data;
}
const idsAt = async (path: string, client?: Client): Promise<string[]> =>
  (await linksAt(path, client)).map(({ id }) => id);
const prioritiesAt = async (path: string): Promise<number[]> =>
  (await linksAt(path)).map(({ meta }) => meta.relation.priority);

describe('the permission to change links (D49)', () => {
  const guard = (id: string) =>
    test.admin.create('/object_permissions', { object_id: Number(id), role_id: 1, permission: 'write' });

  it('callers who may write the object in the path, and the object on the left, have it', async () => {
    const [left, right] = (await makeSeveral(2)) as [string, string];
    await guard(left);
    expect((await test.editor.post(cites(left), { data: link(right) })).status).toBe(403);
    expect((await test.editor.post(citedBy(right), { data: link(left) })).status).toBe(403);
    expect((await test.admin.post(citedBy(right), { data: link(left) })).status).toBe(200);
    expect((await test.editor.patch(citedBy(right), { data: [] })).status).toBe(403);
    expect((await test.editor.delete(citedBy(right), {}, { data: link(left) })).status).toBe(403);
    expect(await idsAt(citedBy(right))).toEqual([left]);
    // The object on the right is only referenced.
    const [other] = await makeSeveral(1);
    expect((await test.editor.post(cites(other), { data: link(left) })).status).toBe(200);
  });

  it('in a symmetric relation callers who may write both objects have it', async () => {
    const [a, b] = (await makeSeveral(2, 'locations')) as [string, string];
    await guard(b);
    const path = `/locations/${a}/relationships/borders`;
    expect((await test.editor.post(path, { data: link(b, undefined, 'locations') })).status).toBe(403);
    expect((await test.admin.post(path, { data: link(b, undefined, 'locations') })).status).toBe(200);
  });

  it('`mine` on objects of others, or no role, does not suffice', async () => {
    const [a, b] = await makeSeveral(2);
    expect((await test.anonymous.post(cites(a), { data: link(b) })).status).toBe(401);
    expect((await test.reader.post(cites(a), { data: link(b) })).status).toBe(403);
    const { id: role } = await test.admin.create('/roles', { name: 'authors' });
    const { id: endpoint } = await test.admin.create('/admin/endpoints', { name: 'documents' });
    const permission = { endpoint_id: Number(endpoint), read: true };
    await test.admin.create('/admin/endpoint_permissions', { ...permission, role_id: Number(role), write: 'mine' });
    const author = await test.addClient('author', [Number(role)]);
    const own = await make('documents', {}, author);
    expect((await author.post(cites(a), { data: link(own) })).status).toBe(403);
    expect((await author.post(cites(own), { data: link(a) })).status).toBe(200);
    expect((await author.post(citedBy(own), { data: link(a) })).status).toBe(403);
  });

  it('neither changes nor reveals links to hidden objects', async () => {
    const [a, b, c, d, e] = (await makeSeveral(5)) as [string, string, string, string, string];
    await test.admin.post(cites(a), { data: [link(b), link(c), link(d)] });
    await test.admin.create('/object_permissions', { object_id: Number(b), role_id: 1, permission: 'read' });
    // Links of objects in the trash may be taken back, but no new ones are made (D768).
    for (const gone of [c, e]) await test.admin.delete(`/documents/${gone}`);
    const response = await test.editor.delete(cites(a), {}, { data: link(b) });
    expect([response.status, errorCodes(response)[0]]).toEqual([404, 'not_found']);
    for (const hidden of [b, e]) expect((await test.editor.post(cites(a), { data: link(hidden) })).status).toBe(404);
    const replaced = await test.editor.patch(cites(a), { data: [] });
    expect((replaced.body as { data: Link[] }).data.map(({ id }) => id)).toEqual([d]);
    expect(await idsAt(cites(a))).toEqual([b]);
    const rows = await test.service.services.store.objectRelations.find({ left_id: Number(a) }).toArray();
    expect(rows.map((row) => row.right_id).sort()).toEqual([Number(b), Number(c)].sort());
  });

  it('checks If-Match for the object in the path', async () => {
    const [a, b] = await makeSeveral(2);
    const wrong = await test.editor.post(cites(a), { data: link(b) }, { 'If-Match': '"9.abc"' });
    expect([wrong.status, errorCodes(wrong)[0]]).toEqual([412, 'precondition_failed']);
    const { headers } = await test.editor.get(`/documents/${a}`);
    const right = await test.editor.post(cites(a), { data: link(b) }, { 'If-Match': String(headers['etag']) });
    expect(right.status).toBe(200);
  });

  it('writes a change row of the object in the path, and none without a change', async () => {
    const [a, b] = await makeSeveral(2);
    await test.editor.post(cites(a), { data: link(b) });
    await test.editor.post(cites(a), { data: link(b) });
    const rows = await test.service.services.store.changes
      .find({ resource_id: String(a), user_action: 'update' })
      .toArray();
    expect(rows.map((row) => row.changed)).toEqual([{ cites: { added: [Number(b)] } }]);
    expect(await test.service.services.store.changes.countDocuments({ resource_id: String(b) })).toBe(1);
  });
});

describe('concurrent links', () => {
  it('get distinct places, from either side', async () => {
    const [a, ...others] = (await makeSeveral(13)) as [string, ...string[]];
    const answers = await Promise.all(
      others.map((id, index) =>
        index % 2 ? test.editor.post(cites(a), { data: link(id) }) : test.editor.post(citedBy(id), { data: link(a) }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(others.map(() => 200));
    expect((await idsAt(cites(a))).sort()).toEqual([...others].sort());
    expect(await prioritiesAt(cites(a))).toEqual(others.map((_id, index) => index + 1));
  });

  it('added, moved and removed from both sides and two processes have correct places', async () => {
    const second = await openTestService({ beside: test, clock: test.clock });
    try {
      const hubs = (await makeSeveral(2)) as [string, string];
      const others = await makeSeveral(6);
      const editors = [test.editor, second.editor];
      const work = Array.from({ length: 36 }, (_, n) => {
        const client = editors[n % 2] as Client;
        const [hub, other] = [hubs[n % 3 ? 0 : 1], others[n % 6]];
        if (n % 5 === 4) return client.delete(cites(hub), {}, { data: link(other) });
        if (n % 5 === 3) return client.post(citedBy(other), { data: link(hub, { inv_priority: 1 }) });
        return client.post(cites(hub), { data: link(other, { priority: 1 + (n % 4) }) });
      });
      for (const { status } of await Promise.all(work)) expect([200, 204]).toContain(status);
      for (const path of [...hubs.map(cites), ...others.map(citedBy)]) {
        const priorities = await prioritiesAt(path);
        expect([path, new Set(priorities).size]).toEqual([path, priorities.length]);
      }
    } finally {
      await second.close();
    }
  });

  it('of a symmetric relation have consistent rows', async () => {
    const ids = await makeSeveral(5, 'locations');
    const pairs = ids.flatMap((a) => ids.filter((b) => b !== a).map((b) => [a, b] as const));
    const answers = await Promise.all(
      pairs.map(([a, b], n) =>
        test.editor.post(`/locations/${a}/relationships/borders`, {
          data: link(b, n % 3 ? undefined : { priority: 1 }, 'locations'),
        }),
      ),
    );
    for (const { status } of answers) expect([200, 204]).toContain(status);
    const rows = await test.service.services.store.objectRelations
      .find({ left_id: { $in: ids.map(Number) } })
      .toArray();
    expect(rows).toHaveLength(20);
    for (const row of rows) {
      const mirror = rows.find((each) => each.left_id === row.right_id && each.right_id === row.left_id);
      expect([mirror?.priority, mirror?.inv_priority]).toEqual([row.inv_priority, row.priority]);
    }
    for (const id of ids) expect(await prioritiesAt(`/locations/${id}/relationships/borders`)).toEqual([1, 2, 3, 4]);
  });

  it('leave no link to an object that is trashed concurrently', async () => {
    const [a, b] = (await makeSeveral(2)) as [string, string];
    const [posted, deleted] = await Promise.all([
      test.editor.post(cites(a), { data: link(b) }),
      test.editor.delete(`/documents/${b}`),
    ]);
    expect([[200, 404].includes(posted.status), deleted.status]).toEqual([true, 204]);
    expect(await idsAt(cites(a))).toEqual([]);
  });
});

describe('a change of the model', () => {
  it('hides links of a type that is removed from a side until it is added again', async () => {
    const [a, b] = (await makeSeveral(2)) as [string, string];
    const news = await make('news');
    await test.editor.post(cites(a), { data: [link(news, undefined, 'news'), link(b)] });
    await setSide(relationId, 'right', ['documents']);
    expect(await idsAt(cites(a))).toEqual([b]);
    expect((await test.anonymous.get(`/news/${news}/cited_by`)).status).toBe(404);
    expect((await test.editor.patch(cites(a), { data: [link(b)] })).status).toBe(204);
    await setSide(relationId, 'right', ['documents', 'news']);
    expect(await idsAt(cites(a))).toEqual([news, b]);
  });

  it('keeps links when the relation is renamed, and their params when its schema changes', async () => {
    const id = await relation({ name: 'quotes', inverse_name: 'quoted_by' }, ['documents'], ['documents']);
    const [a, b] = (await makeSeveral(2)) as [string, string];
    await test.editor.post(`/documents/${a}/relationships/quotes`, { data: link(b) });
    const attributes = { name: 'mentions', params: { type: 'object', required: ['page'] } };
    await test.admin.patch(`/model/relations/${id}`, { data: { id, type: 'relations', attributes } });
    expect(await idsAt(`/documents/${a}/relationships/mentions`)).toEqual([b]);
    expect((await test.anonymous.get(`/documents/${a}/quotes`)).status).toBe(404);
    const again = await test.editor.post(`/documents/${a}/relationships/mentions`, { data: link(b, { priority: 3 }) });
    expect(again.status).toBe(200);
    const symmetric = { name: 'mentions', inverse_name: 'mentions' };
    const refused = await test.admin.patch(`/model/relations/${id}`, {
      data: { id, type: 'relations', attributes: symmetric },
    });
    expect([refused.status, errorCodes(refused)[0]]).toEqual([403, 'in_use']);
  });

  it('removes links with their relation, also when the process dies before', async () => {
    const { store } = test.service.services;
    const [a, b] = (await makeSeveral(2)) as [string, string];
    const id = await relation({ name: 'follows', inverse_name: 'followed_by' }, ['documents'], ['documents']);
    await test.editor.post(`/documents/${a}/relationships/follows`, { data: link(b) });
    await test.admin.delete(`/model/relations/${id}`);
    expect((await test.anonymous.get(`/documents/${a}/follows`)).status).toBe(404);
    const countLinks = () => store.objectRelations.countDocuments({ relation_id: Number(id) });
    await expect.poll(countLinks).toBe(0);
    // As a process leaves it that ends between the change and the cleanup.
    const row = { relation_id: 999, left_id: 1, right_id: 2, left_type: 'documents', right_type: 'documents' };
    await store.objectRelations.insertOne({ ...row, priority: 1, inv_priority: 1, params: null });
    const cleanup = { kind: 'unlink', relation_id: 999 } as const;
    const state = store.db.collection<{ _id: string }>('state');
    await state.updateOne({ _id: 'model' }, { $push: { cleanups: cleanup } } as never);
    await store.asyncJobs.insertOne(cleanupJob(cleanup, test.clock.now()));
    const second = await openTestService({
      beside: test,
      clock: test.clock,
      env: { PROCESS_ROLE: 'all' },
    });
    const countLeft = () => store.objectRelations.countDocuments({ relation_id: 999 });
    await expect.poll(countLeft).toBe(0);
    await second.close();
  });
});

describe('the live description of a relation', () => {
  const live = async (): Promise<OpenApiDocument> =>
    (await test.anonymous.get('/openapi.json?side=all')).body as OpenApiDocument;

  it('has its paths by type, with the types and params of links', async () => {
    const params = { type: 'object', properties: { km: { type: 'integer', minimum: 1 } }, required: ['km'] };
    await relation({ name: 'near', inverse_name: 'near_to', params }, ['locations', 'users'], ['events']);
    const document = await live();
    const paths = Object.keys(nodeAt(document, 'paths'));
    expect(paths.filter((path) => path.includes('/near'))).toEqual(
      [
        '/locations/{object_id}/near',
        '/locations/{object_id}/relationships/near',
        '/events/{object_id}/near_to',
        '/events/{object_id}/relationships/near_to',
        '/users/{object_id}/near',
        '/users/{object_id}/relationships/near',
      ].sort((a, b) => paths.indexOf(a) - paths.indexOf(b)),
    );
    // An abstract type includes many, so any relation may be meant there (D226). The legacy side has separate paths.
    const named = paths.filter((path) => path.includes('{relation_name}') && !path.includes('/relations/'));
    expect(named).toEqual([
      '/objects/{object_id}/{relation_name}',
      '/objects/{object_id}/relationships/{relation_name}',
      '/media/{object_id}/{relation_name}',
      '/media/{object_id}/relationships/{relation_name}',
    ]);
    const schemas = nodeAt(document, 'components', 'schemas');
    expect(nodeAt(schemas, 'Near_LinkInput', 'properties', 'type')).toEqual({ type: 'string', enum: ['events'] });
    expect(nodeAt(schemas, 'Near_RelationInput', 'properties', 'params')).toMatchObject({
      allOf: [{ $ref: '#/components/schemas/Near_Params' }],
    });
    expect(nodeAt(schemas, 'Near_Params')).toMatchObject({
      required: ['km'],
      properties: { km: { type: 'integer', minimum: 1 } },
    });
    const relationships = nodeAt(schemas, 'LocationsRelationships');
    expect(relationships['properties']).toMatchObject({ near: { $ref: '#/components/schemas/Near_Relationship' } });
    expect(relationships).not.toHaveProperty('additionalProperties');
    expect(nodeAt(schemas, 'Near_RelationshipIdentifier', 'properties', 'type')['enum']).toEqual(['events']);
    const listed = nodeAt(document, 'paths', '/locations/{object_id}/near', 'get') as Node;
    expect(JSON.stringify(nodeAt(listed, 'responses', '200'))).toContain('#/components/schemas/EventsListResponse');
    expect(nodeAt(schemas, 'NearTo_Object')).toMatchObject({
      discriminator: { mapping: { users: expect.anything() as unknown } },
    });
    expect(await lint(document)).toEqual([]);
    expect(danglingRefs(document)).toEqual([]);
    const ids = operationIds(document);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    const [event, place] = [await make('events'), await make('locations')];
    const data = { id: event, type: 'events', meta: { relation: { params: { km: 3 } } } };
    expect((await test.editor.post(`/locations/${place}/relationships/near`, { data })).status).toBe(200);
    expect(await idsAt(`/events/${event}/near_to`)).toEqual([place]);
  });
});
