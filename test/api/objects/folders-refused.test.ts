// Requests that folders and places refuse: a clear 4xx, and an unchanged tree (service.md 4.8, D28, D50).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ResourceData, serviceForTests } from '../../support/service.ts';
import { faultLines } from '../../support/database/verified.ts';
import { detailOf, documentMaker, folderMaker, idsAt, item } from '../../support/writes/tree-world.ts';

const test = serviceForTests();
const folder = folderMaker(() => test.admin);
const document = documentMaker(() => test.admin);
let root: ResourceData;
let sub: ResourceData;
let other: ResourceData;
let text: ResourceData;
beforeAll(async () => {
  [root, other] = [await folder('Root'), await folder('Other')];
  sub = await folder('Sub', root);
  text = await document('Text');
  await test.admin.post(`/folders/${sub.id}/relationships/children`, { data: [item(text)] });
});
afterAll(async () => {
  expect(await idsAt(test.admin, `/folders/${root.id}/children`)).toEqual([sub.id]);
  expect(await idsAt(test.admin, `/folders/${sub.id}/children`)).toEqual([text.id]);
  expect(await faultLines(test)).toEqual([]);
});

const children = (to: ResourceData, data: unknown, method: 'post' | 'patch' = 'post') =>
  test.admin[method](`/folders/${to.id}/relationships/children`, { data });
const parent = (of: ResourceData, data: unknown) =>
  test.admin.patch(`/folders/${of.id}/relationships/parent`, { data });
const parents = (of: ResourceData, data: unknown) =>
  test.admin.post(`/documents/${of.id}/relationships/parents`, { data });

describe('children refuse', () => {
  it('invalid positions', async () => {
    const cases: [unknown, string][] = [
      [0, 'position.notEquals'],
      ['', 'position'],
      ['middle', 'position'],
      [1.5, 'position'],
      [{ $gt: 0 }, 'position'],
    ];
    for (const [position, what] of cases) {
      const response = await children(other, [item(text, { position })]);
      expect([position, response.status]).toEqual([position, 400]);
      expect(response.text).toContain(what);
    }
  });

  it('missing objects, other types, objects without a place, and duplicates', async () => {
    const user = { id: '1', type: 'users' };
    const cases: [object[], number][] = [
      [[{ id: '99999', type: 'documents' }], 404],
      [[{ id: 'nothing-here', type: 'documents' }], 404],
      [[{ id: text.id, type: 'events' }], 409],
      [[{ id: text.id, type: 'nothing' }], 409],
      [[{ id: text.id, type: '__proto__' }], 409],
      [[{ id: text.id, type: 'objects' }], 409],
      [[user], 409],
      [[item(text), item(text)], 400],
      [[item(text), { id: text.attributes['uname'], type: 'documents' }], 400],
    ];
    for (const [data, status] of cases) expect([data, (await children(other, data)).status]).toEqual([data, status]);
    expect((await children(other, 'text' as never)).status).toBe(400);
    expect(
      (
        await children(
          other,
          Array.from({ length: 1001 }, () => item(text)),
        )
      ).status,
    ).toBe(400);
  });

  it('a folder that has another parent, the folder itself, and its ancestors (D50)', async () => {
    for (const [to, what, words] of [
      [other, sub, 'isPositionUnique'],
      [other, other, 'isParentValid'],
      [sub, root, 'isParentValid'],
    ] as const) {
      for (const method of ['post', 'patch'] as const) {
        const response = await children(to, [item(what)], method);
        expect(response.status).toBe(400);
        expect(detailOf(response)).toContain(words);
      }
    }
    expect(await idsAt(test.admin, `/folders/${other.id}/children`)).toEqual([]);
  });

  it('drafts hidden from the caller, like missing objects', async () => {
    const draft = await document('Draft', 'draft');
    const writer = await test.anonymous.post(`/folders/${other.id}/relationships/children`, { data: [item(draft)] });
    expect(writer.status).toBe(401);
    await test.admin.delete(`/documents/${draft.id}`);
    expect((await children(other, [item(draft)])).status).toBe(404);
  });
});

describe('the parent refuses', () => {
  it('a cycle, another type, several parents, and missing folders', async () => {
    expect((await parent(root, item(sub))).status).toBe(400);
    expect((await parent(root, item(root))).status).toBe(400);
    expect((await parent(sub, item(text))).status).toBe(409);
    expect((await parent(sub, [item(root), item(other)])).status).toBe(400);
    expect((await parent(sub, { id: '99999', type: 'folders' })).status).toBe(404);
    expect((await parent(text, item(root))).status).toBe(404);
    expect((await parent(sub, item(root))).status).toBe(200);
  });

  it('to be removed by naming another folder', async () => {
    const path = `/folders/${sub.id}/relationships/parent`;
    expect((await test.admin.delete(path, {}, { data: item(other) })).status).toBe(400);
    expect(
      (await test.admin.delete(`/folders/${root.id}/relationships/parent`, {}, { data: item(other) })).status,
    ).toBe(400);
    expect((await test.admin.patch(path, { data: item(root) }, { 'If-Match': '"old"' })).status).toBe(412);
    expect((await test.admin.delete(path, {}, { data: item(root) })).status).toBe(204);
    expect((await parent(sub, item(root))).status).toBe(200);
  });

  it('more than a hundred nested folders (D59)', async () => {
    let deepest = await folder('1');
    const top = deepest;
    for (let depth = 2; depth <= 100; depth++) deepest = await folder(String(depth), deepest);
    const tooDeep = await test.admin.post('/folders', {
      data: { type: 'folders', attributes: { title: '101', parent_id: deepest.id } },
    });
    expect(tooDeep.status).toBe(400);
    expect((await parent(top, item(other))).status).toBe(400);
    expect((await children(deepest, [item(text)])).status).toBe(200);
    const path = `/folders/${deepest.id}/relationships/children`;
    expect((await test.admin.delete(path, {}, { data: [item(text)] })).status).toBe(204);
  });
});

describe('parents refuse', () => {
  it('other types, and missing folders', async () => {
    expect((await parents(text, [item(text)])).status).toBe(409);
    expect((await parents(text, [{ id: '99999', type: 'folders' }])).status).toBe(404);
    expect((await parents(text, [item(other), item(other)])).status).toBe(400);
    expect((await test.admin.get(`/folders/${sub.id}/parents`)).status).toBe(404);
  });
});

describe('folders refuse', () => {
  it('a uname of another folder, but not that of another object (D11)', async () => {
    const attributes = { title: 'X', uname: String(root.attributes['uname']) };
    const response = await test.admin.post('/folders', { data: { type: 'folders', attributes } });
    expect([response.status, (response.body as { error: { code: string } }).error.code]).toEqual([
      400,
      'already_exists',
    ]);
    const made = await test.admin.create('/folders', { title: 'X', uname: text.attributes['uname'] });
    expect(made.attributes['uname']).toMatch(/^text-[0-9a-f]{6}$/);
  });
  it('not a uname in the trash, which the folder there keeps (D11)', async () => {
    const first = await test.admin.create('/folders', { title: 'X', uname: 'reused-name' });
    await test.admin.delete(`/folders/${first.id}`);
    const second = await test.admin.create('/folders', { title: 'X', uname: 'reused-name' });
    expect(second.attributes['uname']).toMatch(/^reused-name-[0-9a-f]{6}$/);
    const data = { id: first.id, type: 'objects' };
    expect((await test.admin.patch(`/trash/${first.id}`, { data })).status).toBe(204);
    const restored = (await test.admin.get(`/folders/${first.id}`)).body as { data: ResourceData };
    expect(restored.data.attributes['uname']).toBe('reused-name');
    const third = { data: { type: 'folders', attributes: { uname: 'reused-name' } } };
    expect((await test.admin.post('/folders', third)).status).toBe(400);
  });

  it('a request without a change, and two parents', async () => {
    for (const data of [
      { id: root.id, type: 'folders' },
      { id: root.id, type: 'folders', attributes: {} },
    ]) {
      expect((await test.admin.patch(`/folders/${root.id}`, { data })).status).toBe(400);
    }
    const attributes = { title: 'X', parent_id: Number(root.id), parent_uname: root.attributes['uname'] };
    expect((await test.admin.post('/folders', { data: { type: 'folders', attributes } })).status).toBe(400);
  });
});

describe('paths', () => {
  it('lead from a root to an object, step by step', async () => {
    const unames = [root, sub, text].map(({ attributes }) => String(attributes['uname']));
    for (const path of [unames.join('/'), unames.join('%2F'), [root.id, unames[1], text.id].join('/')]) {
      const response = await test.anonymous.get(`/trees/${path}`);
      expect([path, response.status]).toEqual([path, 200]);
      const { data } = response.body as { data: ResourceData };
      expect([data.id, data.meta['extra']]).toEqual([text.id, { uname_path: `/${unames.join('/')}` }]);
    }
    for (const path of [
      text.id,
      `${sub.id}/${text.id}`,
      `${root.id}/${text.id}`,
      `${root.id}/${root.id}`,
      'no',
      '1/',
    ]) {
      const response = await test.anonymous.get(`/trees/${path}`);
      expect([path, response.status]).toEqual([path, 404]);
    }
  });
});
