// Permissions that objects inherit from their folders (D20, D49), and hidden parts of the tree (D14).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, type ResourceData, serviceForTests } from '../../support/service.ts';
import { faultLines } from '../../support/database/verified.ts';
import { documentMaker, folderMaker, idsAt, item } from '../../support/writes/tree-world.ts';

const test = serviceForTests();
let member: Client;
let roleId: number;
const folder = folderMaker(() => test.admin);
const document = documentMaker(() => test.admin);
beforeAll(async () => {
  roleId = Number((await test.admin.create('/roles', { name: 'members' })).id);
  member = await test.addClient('member', [roleId]);
});
afterAll(async () => {
  expect(await faultLines(test)).toEqual([]);
});

const restrict = (object: ResourceData, permission = 'read') =>
  test.admin.create('/object_permissions', { object_id: Number(object.id), role_id: roleId, permission });
const put = (to: ResourceData, ...objects: ResourceData[]) =>
  test.admin.post(`/folders/${to.id}/relationships/children`, { data: objects.map((object) => item(object)) });
const statuses = async (object: ResourceData): Promise<number[]> => {
  const path = `/${object.type}/${object.id}`;
  const answers = [await test.anonymous.get(path), await test.reader.get(path), await member.get(path)];
  return answers.map(({ status }) => status);
};
const OPEN = [200, 200, 200];
const CLOSED = [401, 403, 200];

/** The stored permissions of an object and of its dependent rows. */
async function readers(object: ResourceData): Promise<unknown[]> {
  const { store } = test.service.services;
  const _id = Number(object.id);
  const kept = [await store.documents(object.type).findOne({ _id }), await store.objects.findOne({ _id })];
  const places = await store.trees.find({ object_id: _id }).toArray();
  return [...kept, ...places.map((row) => row.object)].map((row) => row?.reader_roles ?? null);
}

it('a folder hides its descendants, and shows them again', async () => {
  const [top, loose] = [await folder('Top'), await folder('Loose')];
  const sub = await folder('Sub', top);
  const [deep, both] = [await document('Deep'), await document('Both')];
  await put(sub, deep, both);
  await put(loose, both);
  const permission = await restrict(top);
  expect(await statuses(top)).toEqual(CLOSED);
  expect(await statuses(sub)).toEqual(CLOSED);
  expect(await statuses(deep)).toEqual(CLOSED);
  // Any one place is enough to read.
  expect(await statuses(both)).toEqual(OPEN);
  expect(await readers(deep)).toEqual([[roleId], [roleId], [roleId]]);
  const fresh = await document('Fresh');
  await put(sub, fresh);
  const made = await folder('Made', sub);
  expect([await statuses(fresh), await statuses(made)]).toEqual([CLOSED, CLOSED]);
  expect((await test.anonymous.get(`/folders?filter[parent]=${top.id}`)).status).toBe(401);
  expect((await test.anonymous.get(`/trees/${top.id}/${sub.id}`)).status).toBe(404);
  await test.admin.delete(`/object_permissions/${permission.id}`);
  for (const object of [top, sub, deep, fresh, made]) expect(await statuses(object)).toEqual(OPEN);
  expect(await readers(deep)).toEqual([null, null, null]);
});

it('moving into and between folders changes inherited permissions; objects that leave their last folder keep them (D424)', async () => {
  const [closed, open] = [await folder('Closed'), await folder('Open')];
  await restrict(closed);
  const moved = await folder('Moved', open);
  const text = await document('Text');
  await put(moved, text);
  const parent = (data: object | null) => test.admin.patch(`/folders/${moved.id}/relationships/parent`, { data });
  await parent(item(closed));
  expect([await statuses(moved), await statuses(text)]).toEqual([CLOSED, CLOSED]);
  await parent(item(open));
  expect([await statuses(moved), await statuses(text)]).toEqual([OPEN, OPEN]);
  await parent(null);
  await put(closed, moved);
  expect(await statuses(text)).toEqual(CLOSED);
  await parent(item(open));
  expect(await statuses(text)).toEqual(OPEN);
  await put(closed, text);
  expect(await statuses(text)).toEqual(OPEN);
  await test.admin.patch(`/documents/${text.id}/relationships/parents`, { data: [item(closed)] });
  expect(await statuses(text)).toEqual(CLOSED);
  await parent(item(closed));
  await parent(null);
  await test.admin.delete(`/documents/${text.id}/relationships/parents`, {}, { data: [item(closed)] });
  expect([await statuses(moved), await statuses(text)]).toEqual([CLOSED, CLOSED]);
});

it('an object’s own rows replace inherited ones', async () => {
  const closed = await folder('Closed');
  await restrict(closed);
  const text = await document('Text');
  await put(closed, text);
  const own = await test.admin.create('/object_permissions', {
    object_id: Number(text.id),
    role_id: 2,
    permission: 'read',
  });
  expect((await member.get(`/documents/${text.id}`)).status).toBe(403);
  await test.admin.delete(`/object_permissions/${own.id}`);
  expect(await statuses(text)).toEqual(CLOSED);
});

it('write protects the places of an object and of a folder', async () => {
  const [guarded, open] = [await folder('Guarded'), await folder('Open')];
  await restrict(guarded, 'write');
  const text = await document('Text');
  const add = (to: ResourceData, what: ResourceData) =>
    test.editor.post(`/folders/${to.id}/relationships/children`, { data: [item(what)] });
  expect((await add(guarded, text)).status).toBe(403);
  expect(
    (await test.editor.post(`/documents/${text.id}/relationships/parents`, { data: [item(guarded)] })).status,
  ).toBe(403);
  expect((await add(open, guarded)).status).toBe(403);
  expect((await add(open, text)).status).toBe(200);
});

describe('a hidden object', () => {
  it('is absent from lists, totals, paths and includes of the tree', async () => {
    const top = await folder('Top');
    const hidden = await test.admin.create('/folders', { title: 'Hidden', parent_id: Number(top.id) });
    const shown = await folder('Shown', hidden);
    const [draft, below] = [await document('Draft', 'draft'), await document('Below')];
    await put(top, draft);
    await put(shown, below);
    expect(await idsAt(test.anonymous, `/folders/${top.id}/children`)).toEqual([]);
    expect(await idsAt(test.admin, `/folders/${top.id}/children`)).toEqual([hidden.id, draft.id]);
    expect(await idsAt(test.anonymous, `/objects?filter[ancestor]=${top.id}`)).toEqual([]);
    const all = [hidden.id, shown.id, draft.id, below.id];
    expect(await idsAt(test.admin, `/objects?filter[ancestor]=${top.id}`)).toEqual(all);
    expect((await test.anonymous.get(`/trees/${top.id}/${hidden.id}/${shown.id}`)).status).toBe(404);
    const parent = await test.anonymous.get(`/folders/${shown.id}/parent`);
    expect((parent.body as { data: unknown }).data).toBeNull();
    const { data } = (await test.anonymous.get(`/folders/${shown.id}`)).body as { data: ResourceData };
    expect(data.meta['path']).toBe(`/${shown.id}`);
    const listed = (await test.anonymous.get(`/folders/${shown.id}/children`)).body as { data: ResourceData[] };
    const { id } = shown;
    expect(listed.data[0]?.meta['relation']).toMatchObject({ parent_id: Number(id), root_id: null });
    expect(listed.data[0]?.meta['relation']).toMatchObject({ position: 1 });
    const sorted = (await test.anonymous.get(`/folders/${id}/children?sort=id`)).body as { data: ResourceData[] };
    expect(sorted.data[0]?.meta['relation']).not.toHaveProperty('position');
    const seen = (await test.admin.get(`/folders/${id}`)).body as { data: ResourceData };
    expect(seen.data.meta['path']).toBe(`/${top.id}/${hidden.id}/${id}`);
    const included = await test.anonymous.get(`/folders/${top.id}?include=children`);
    expect((included.body as { included: unknown[] }).included).toEqual([]);
  });
});

describe('a folder with a descendant that is hidden from the caller', () => {
  it('can be neither trashed nor restored, and the refusal names no object', async () => {
    const top = await folder('Top');
    const sub = await folder('Confidential', top);
    await restrict(sub);
    const refused = async (answer: Promise<{ status: number; text: string }>): Promise<void> => {
      const { status, text } = await answer;
      expect(status).toBe(403);
      expect(text).not.toContain('Confidential');
      expect(text).not.toContain(`(${sub.id})`);
    };
    await refused(test.editor.delete(`/folders/${top.id}`));
    expect((await test.admin.delete(`/folders/${top.id}`)).status).toBe(204);
    await refused(test.editor.patch(`/trash/${top.id}`, { data: { id: top.id, type: 'folders' } }));
    await refused(test.editor.delete(`/trash/${top.id}`));
  });

  it('does not affect objects with their own permissions', async () => {
    const closed = await folder('Closed');
    const open = await folder('Open', closed);
    await restrict(closed);
    await restrict(open, 'mark');
    expect((await test.editor.get(`/folders/${open.id}`)).status).toBe(200);
    const move = test.editor.patch(`/folders/${open.id}/relationships/parent`, { data: null });
    expect((await move).status).toBe(403);
  });
});

describe('a folder in the trash', () => {
  it('trashes its subfolders and keeps other children', async () => {
    const top = await folder('Top');
    const sub = await folder('Sub', top);
    const deep = await folder('Deep', sub);
    const early = await folder('Early', top);
    const text = await document('Text');
    await put(deep, text);
    await test.admin.delete(`/folders/${early.id}`);
    expect((await test.admin.delete(`/objects/${top.id}`)).status).toBe(204);
    for (const { id } of [top, sub, deep]) expect((await test.admin.get(`/folders/${id}`)).status).toBe(404);
    expect((await test.admin.get(`/documents/${text.id}`)).status).toBe(200);
    expect(await idsAt(test.admin, `/documents/${text.id}/parents`)).toEqual([]);
    expect((await test.admin.get(`/objects?filter[ancestor]=${top.id}`)).status).toBe(404);
    const { store } = test.service.services;
    const taken = await store
      .documents('folders')
      .find({ trashed_with: Number(top.id) } as never)
      .toArray();
    expect(taken.map(({ _id }) => String(_id)).sort()).toEqual([sub.id, deep.id].sort());
  });

  it('is not trashed when a subfolder is locked', async () => {
    const top = await folder('Top');
    const sub = await folder('Sub', top);
    const data = { id: sub.id, type: 'folders', attributes: { title: 'Kept' }, meta: { locked: true } };
    expect((await test.admin.patch(`/folders/${sub.id}`, { data })).status).toBe(200);
    const response = await test.admin.delete(`/folders/${top.id}`);
    expect(response.status).toBe(403);
    expect(response.text).toContain('Kept');
    expect((await test.admin.get(`/folders/${top.id}`)).status).toBe(200);
  });
});
