// Operations of which one is refused have no effect (POST /operations, D490 to D493).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ObjectEvent } from '../../../core/events/events.ts';
import { ATOMIC, sendOperations, resultsOf, type Result } from '../../support/clients/atomic.ts';
import { type Client, errorCodes, errorSources, serviceForTests } from '../../support/service.ts';

const test = serviceForTests({ env: { LEGACY_ROOT: '' } });
let received: ObjectEvent[] = [];
beforeAll(async () => {
  test.service.services.events.on('object', (event) => void received.push(event));
});
afterAll(async () => {
  expect(test.loggedErrors).toEqual([]);
});

const send = (operations: unknown, client: Client = test.editor) => sendOperations(client, operations);
const done = async (operations: unknown, client?: Client): Promise<Result[]> =>
  resultsOf(await send(operations, client));
const identifier = (id: string, type = 'documents') => ({ type, id });
const local = (lid: string, type = 'documents') => ({ type, lid });
const add = (title: string, members: object = {}, type = 'documents') => ({
  op: 'add',
  data: { type, attributes: { title }, ...members },
});
const newDocument = async (): Promise<string> => (await test.editor.create('/documents', { title: 'There before' })).id;

/** The content of the database, and the data derived from it. */
async function stored(): Promise<unknown> {
  const { store, recordedEvents } = test.service.services;
  // Numbers of events are assigned after the commit.
  await recordedEvents.numbering.settle();
  const collections = [
    ...[store.objects, store.documents('documents'), store.documents('folders'), store.objectRelations],
    ...[store.trees, store.translations, store.annotations, store.categories, store.tags, store.changes],
    store.objectCounts,
  ];
  const rows: unknown[] = [];
  for (const collection of collections) {
    rows.push(
      await collection
        .find({} as never)
        .sort({ _id: 1 } as never)
        .toArray(),
    );
  }
  return rows;
}

/** The refusal of operations, which have no effect. */
async function refusal(operations: unknown, client?: Client): Promise<[number, string | undefined, string[]]> {
  const before = await stored();
  received = [];
  const answer = await send(operations, client);
  expect(await stored()).toEqual(before);
  expect(received).toEqual([]);
  return [answer.status, errorCodes(answer)[0], errorSources(answer)];
}
const at = (index: number, rest = ''): string[] => [`/atomic:operations/${index}${rest}`];

describe('when one operation fails, all are rolled back', () => {
  it('the response has its errors, with its position before their pointers', async () => {
    const id = await newDocument();
    const operations = [
      add('Lost', { lid: 'a', attributes: { title: 'Lost', tags: [{ name: 'lost_tag' }] } }),
      add('Lost folder', { lid: 'f' }, 'folders'),
      { op: 'add', ref: { ...local('f', 'folders'), relationship: 'children' }, data: [local('a')] },
      { op: 'update', data: { ...identifier(id), attributes: { title: 'Lost too' } } },
      { op: 'add', ref: { ...identifier(id), relationship: 'see_also' }, data: [local('a')] },
      { op: 'remove', ref: identifier(id) },
      add('Wrong', { attributes: { title: 'Wrong', status: 'wombat', uname: '1' } }),
    ];
    const [status, code, sources] = await refusal(operations);
    expect([status, code]).toEqual([400, 'invalid_data']);
    expect(sources.sort()).toEqual([...at(6, '/data/attributes/status'), ...at(6, '/data/attributes/uname')]);
    // The same names are free.
    expect(
      (await test.editor.post('/documents', { data: { type: 'documents', attributes: { title: 'Lost' } } })).body,
    ).toMatchObject({
      data: { attributes: { uname: 'lost' } },
    });
  });

  it('with the status of a separate request', async () => {
    const id = await newDocument();
    await test.admin.patch(`/documents/${id}`, { data: { ...identifier(id), meta: { locked: true } } });
    expect(await refusal([add('Lost'), { op: 'remove', ref: identifier('99999999') }])).toEqual([
      404,
      'not_found',
      at(1),
    ]);
    expect(await refusal([add('Lost'), { op: 'remove', ref: identifier(id) }])).toEqual([403, 'locked', at(1)]);
    expect(await refusal([add('Lost'), add('Theirs', { id: '7' })])).toEqual([
      403,
      'client_id_forbidden',
      at(1, '/data/id'),
    ]);
    const other = {
      op: 'update',
      ref: identifier(id),
      data: { ...identifier(String(Number(id) + 1)), attributes: {} },
    };
    expect((await refusal([add('Lost'), other])).slice(0, 2)).toEqual([409, 'id_conflict']);
    const twice = { op: 'add', data: { type: 'tags', attributes: { name: 'twice' } } };
    expect(await refusal([twice, twice], test.admin)).toEqual([400, 'already_exists', at(1, '/data/attributes/name')]);
    expect(await refusal([add('Lost'), add('x', {}, 'objects')])).toEqual([403, 'abstract_type', at(1)]);
    expect((await refusal([add('Lost'), add('x', {}, 'wombats')])).slice(0, 2)).toEqual([404, 'route_not_found']);
  });

  it('each operation has the rules of its endpoint', async () => {
    expect(await refusal([add('x')], test.anonymous)).toEqual([401, 'authentication_required', []]);
    expect(await refusal([add('x')], test.reader)).toEqual([403, 'forbidden', at(0)]);
    const own = await test.addClient('annotator', []);
    const rules = { endpoint_name: 'annotations', write: true, read: true };
    const { id: roleId } = await test.admin.create('/roles', { name: 'annotators' });
    const row = { data: { type: 'endpoint_permissions', attributes: { ...rules, role_id: Number(roleId) } } };
    expect((await test.admin.post('/admin/endpoint_permissions', row)).status).toBe(201);
    const me = (await own.get('/auth/user')).body as { data: { id: string } };
    await test.admin.post(`/users/${me.data.id}/relationships/roles`, { data: [{ type: 'roles', id: roleId }] });
    const object_id = Number((await test.editor.create('/documents', { title: 'Public', status: 'on' })).id);
    const annotate = { op: 'add', data: { type: 'annotations', attributes: { object_id, description: 'Mine' } } };
    await done([annotate], own);
    expect(await refusal([annotate, add('x')], own)).toEqual([403, 'forbidden', at(1)]);
  });

  it('operations that cannot be undone are refused', async () => {
    const account = { type: 'users', attributes: { username: 'somebody', password: 'a long password' } };
    const id = await newDocument();
    const refused = [
      { op: 'add', data: account },
      { op: 'add', data: { type: 'roles', attributes: { name: 'a_role' } } },
      { op: 'add', data: { type: 'object_types', attributes: { name: 'badgers', singular: 'badger' } } },
      { op: 'add', data: { type: 'properties', attributes: {} } },
      { op: 'add', data: { type: 'endpoint_permissions', attributes: {} } },
      { op: 'add', data: { type: 'object_permissions', attributes: { object_id: Number(id), role_id: 2 } } },
      { op: 'add', data: { type: 'async_jobs', attributes: { service: 'x' } } },
      { op: 'add', data: { type: 'config', attributes: { name: 'x', content: '1' } } },
      { op: 'add', href: '/auth', data: { type: 'x' } },
      { op: 'add', href: '/operations', data: { type: 'x' } },
      { op: 'add', href: '/bulk/edit', data: { type: 'x' } },
      { op: 'add', href: `/documents/${id}/actions/clone`, data: { type: 'documents' } },
      { op: 'add', href: '/streams/upload/x.txt', data: { type: 'x' } },
      { op: 'remove', href: '/documents' },
      { op: 'remove', href: `/trash/${id}` },
      { op: 'remove', href: '/home' },
      { op: 'update', ref: { type: 'documents', id, relationship: 'streams' }, data: [] },
    ];
    for (const operation of refused) {
      expect(await refusal([add('Lost'), operation], test.admin)).toEqual([403, 'forbidden', at(1)]);
    }
  });
});

describe('operations with inconsistent members are 400', () => {
  const x = identifier('1');
  // oxfmt-ignore
  const wrong: [string, object, string][] = [
    ['no op', { data: { type: 'documents' } }, '/op'],
    ['an op that is none', { op: 'get', ref: x }, '/op'],
    ['an unknown member', { op: 'remove', ref: x, wombat: 1 }, '/wombat'],
    ['an operator for a member', { op: 'remove', ref: x, $where: 1 }, '/$where'],
    ['a prototype', JSON.parse('{"op":"remove","ref":{"type":"documents","id":"1"},"__proto__":{"a":1}}') as object, '/__proto__'],
    ['an operator for an id', { op: 'remove', ref: { type: 'documents', id: { $gt: '' } } }, '/ref/id'],
    ['an operator for a type', { op: 'remove', ref: { type: { $gt: '' }, id: '1' } }, '/ref/type'],
    ['ref and href', { op: 'remove', ref: x, href: '/documents/1' }, '/href'],
    ['neither ref nor href', { op: 'remove' }, '/ref'],
    ['update of nothing', { op: 'update', data: null }, '/ref'],
    ['update without an id', { op: 'update', data: { type: 'documents', attributes: {} } }, '/data/id'],
    ['update without data', { op: 'update', ref: x }, '/data'],
    ['update of a resource by a list', { op: 'update', ref: x, data: [] }, '/data'],
    ['add without data', { op: 'add', href: '/documents' }, '/data'],
    ['add of null', { op: 'add', data: null }, '/data'],
    ['add of a list', { op: 'add', data: [] }, '/data'],
    ['add to a resource', { op: 'add', ref: x, data: { type: 'documents' } }, '/ref'],
    ['remove with data', { op: 'remove', ref: x, data: null }, '/data'],
    ['a ref without id', { op: 'remove', ref: { type: 'documents' } }, '/ref/id'],
    ['a ref without type', { op: 'remove', ref: { id: '1' } }, '/ref/type'],
    ['id and lid', { op: 'remove', ref: { ...x, lid: 'a' } }, '/ref/lid'],
    ['an unknown lid', { op: 'remove', ref: local('none') }, '/ref/lid'],
    ['an unknown lid among identifiers', { op: 'add', ref: { ...x, relationship: 'see_also' }, data: [x, local('none')] }, '/data/1/lid'],
    ['an unknown lid in a relationship', add('x', { relationships: { see_also: { data: [local('none')] } } }), '/data/relationships/see_also/data/0/lid'],
    ['a lid of itself', add('x', { lid: 'me', relationships: { see_also: { data: [local('me')] } } }), '/data/relationships/see_also/data/0/lid'],
    ['an address of elsewhere', { op: 'remove', href: 'http://example.org/documents/1' }, '/href'],
    ['an address of another host', { op: 'remove', href: '//example.org/documents/1' }, '/href'],
    ['a query', { op: 'remove', href: '/documents?ids=1,2' }, '/href'],
    ['a key with an operator', add('x', { attributes: { $set: 1 } }), '/data/attributes/$set'],
    ['members that are none of a resource', add('x', { wombat: 1, attributes: undefined }), '/data/wombat'],
  ];
  it.each(wrong)('%s', async (_what, operation, pointer) => {
    const [status, , sources] = await refusal([add('Lost'), operation]);
    expect([status, sources]).toEqual([400, at(1, pointer)]);
  });

  it('a local id of an earlier operation', async () => {
    expect(await refusal([add('One', { lid: 'a' }), add('Two', { lid: 'a' })])).toEqual([
      400,
      'invalid_data',
      at(1, '/data/lid'),
    ]);
  });

  it('no operations, too many, or other bodies', async () => {
    const path = '/atomic:operations';
    expect((await refusal([])).slice(2)).toEqual([[path]]);
    expect((await refusal(Array.from({ length: 1001 }, () => add('x')))).slice(2)).toEqual([[path]]);
    expect((await refusal({ op: 'add' })).slice(2)).toEqual([[path]]);
    expect((await refusal(undefined)).slice(2)).toEqual([[path]]);
    expect((await refusal([null])).slice(2)).toEqual([[`${path}/0`]]);
    const headers = { 'Content-Type': ATOMIC, Accept: ATOMIC };
    expect(errorSources(await test.editor.post('/operations', { data: [] }, headers)).sort()).toEqual([
      '/atomic:operations',
      '/data',
    ]);
    expect((await sendOperations(test.editor, [add('x')], { 'If-Match': '"1"' })).status).toBe(400);
  });
});
