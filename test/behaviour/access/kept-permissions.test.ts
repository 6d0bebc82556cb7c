// The protection by a folder remains after its purge, and for an object in no folder any more (D424).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, type ResourceData, serviceForTests } from '../../support/service.ts';
import { faultLines } from '../../support/database/verified.ts';
import { documentMaker, folderMaker, idsAt, item } from '../../support/writes/tree-world.ts';

const test = serviceForTests({ env: { LEGACY_ROOT: '' } });
let member: Client;
let other: Client;
let members: number;
let others: number;
const folder = folderMaker(() => test.admin);
const document = documentMaker(() => test.admin);
beforeAll(async () => {
  members = Number((await test.admin.create('/roles', { name: 'members' })).id);
  others = Number((await test.admin.create('/roles', { name: 'others' })).id);
  // All of them may write documents, so that only the object restricts them.
  member = await test.addClient('member', [2, members]);
  other = await test.addClient('other', [2, others]);
});
afterAll(async () => {
  expect(await faultLines(test)).toEqual([]);
});

const permit = (object: ResourceData, permission = 'read', role_id = members) =>
  test.admin.create('/object_permissions', { object_id: Number(object.id), role_id, permission });
const put = async (to: ResourceData, ...objects: ResourceData[]) =>
  expect(
    (await test.admin.post(`/folders/${to.id}/relationships/children`, { data: objects.map((each) => item(each)) }))
      .status,
  ).toBe(200);
const purge = async (...folders: ResourceData[]) => {
  for (const { id } of folders) expect((await test.admin.delete(`/folders/${id}`)).status).toBe(204);
  for (const { id } of folders) expect((await test.admin.delete(`/trash/${id}`)).status).toBe(204);
};
const reading = async ({ type, id }: ResourceData): Promise<number[]> => {
  const clients = [test.anonymous, test.reader, other, member];
  return Promise.all(clients.map(async (client) => (await client.get(`/${type}/${id}`)).status));
};
const writing = async ({ type, id }: ResourceData): Promise<number[]> => {
  const data = { type, id, attributes: { body: String(Math.random()) } };
  return Promise.all([other, member].map(async (client) => (await client.patch(`/${type}/${id}`, { data })).status));
};
const perms = async ({ type, id }: ResourceData): Promise<unknown> =>
  ((await test.admin.get(`/${type}/${id}`)).body as { data: ResourceData }).data.meta['perms'];
const rows = async ({ id }: ResourceData): Promise<string[]> => {
  const { body } = await test.admin.get(`/object_permissions?filter[object_id]=${id}`);
  const { data } = body as { data: { attributes: { role_id: number; permission: string } }[] };
  return data.map(({ attributes: { role_id: role, permission } }) => `${permission} ${role}`).sort();
};
const CLOSED = [401, 403, 403, 200];
const OPEN = [200, 200, 200, 200];

describe('purging a folder', () => {
  it('gives no read access: its children keep their permissions as their own rows', async () => {
    const top = await folder('Top');
    const sub = await folder('Sub', top);
    await permit(top);
    const [direct, deep, trashed] = [await document('Direct'), await document('Deep'), await document('Trashed')];
    await put(top, direct);
    await put(sub, deep, trashed);
    await test.admin.delete(`/documents/${trashed.id}`);
    await purge(top);
    await test.admin.patch(`/trash/${trashed.id}`, { data: { type: 'documents', id: trashed.id } });
    for (const each of [direct, deep, trashed]) {
      expect(await reading(each)).toEqual(CLOSED);
      expect(await rows(each)).toEqual([`read ${members}`]);
      expect(await perms(each)).toEqual({ roles: [], read: ['members'], mark: [], inherited: false });
    }
    for (const client of [test.anonymous, other]) {
      expect(await idsAt(client, '/documents?sort=-id')).not.toContain(direct.id);
      expect(await idsAt(client, '/objects?sort=-id')).not.toContain(deep.id);
    }
    expect(await idsAt(member, '/documents?sort=-id')).toContain(direct.id);
    // They are rows like any others.
    const { body } = await test.admin.get(`/object_permissions?filter[object_id]=${deep.id}`);
    const [row] = (body as { data: { id: string }[] }).data;
    expect((await test.admin.delete(`/object_permissions/${row?.id ?? ''}`)).status).toBe(204);
    expect(await reading(deep)).toEqual(OPEN);
  });

  it('gives no write access, and keeps marks', async () => {
    const top = await folder('Writers');
    await permit(top, 'write');
    await permit(top, 'mark', others);
    const inside = await document('Inside');
    await put(top, inside);
    await purge(top);
    expect(await reading(inside)).toEqual(OPEN);
    expect(await writing(inside)).toEqual([403, 200]);
    expect(await rows(inside)).toEqual([`mark ${others}`, `write ${members}`]);
  });

  it('gives no new write access where another place remains, and no new readers', async () => {
    const [restricted, loose, both] = [await folder('R'), await folder('Loose'), await document('Both')];
    await permit(restricted, 'write');
    await put(restricted, both);
    await put(loose, both);
    expect(await writing(both)).toEqual([403, 200]);
    await purge(restricted);
    expect(await reading(both)).toEqual(OPEN);
    expect(await writing(both)).toEqual([403, 200]);
  });

  it('lets an object inherit from its remaining folders where these permit no more', async () => {
    const [a, b, both] = [await folder('A'), await folder('B'), await document('In A and B')];
    await permit(a);
    await permit(b, 'read', others);
    await put(a, both);
    await put(b, both);
    await purge(a);
    expect(await rows(both)).toEqual([]);
    expect(await perms(both)).toMatchObject({ read: ['others'], inherited: true });
    expect(await reading(both)).toEqual([401, 403, 200, 403]);
  });

  it('restricts objects that needed roles of two folders to administrators', async () => {
    const [a, b, both] = [await folder('A'), await folder('B'), await document('In A and B')];
    await permit(a, 'write');
    await permit(b, 'write', others);
    await put(a, both);
    await put(b, both);
    await purge(a, b);
    expect(await writing(both)).toEqual([403, 403]);
    expect(
      (await test.admin.patch(`/documents/${both.id}`, { data: { ...both, attributes: { body: 'x' } } })).status,
    ).toBe(200);
  });

  it('does not change an object with its own permissions', async () => {
    const [top, own] = [await folder('Top'), await document('Own')];
    await permit(top);
    await permit(own, 'read', others);
    await put(top, own);
    await purge(top);
    expect(await rows(own)).toEqual([`read ${others}`]);
  });

  it('gives no access while its children are moved', async () => {
    for (let round = 0; round < 5; round++) {
      const [top, second] = [await folder('Top'), await folder('Second')];
      await permit(top);
      await permit(second);
      const children = [await document('a'), await document('b'), await document('c')];
      await put(top, ...children);
      await test.admin.delete(`/folders/${top.id}`);
      const move = ({ id }: ResourceData) =>
        test.admin.patch(`/documents/${id}/relationships/parents`, { data: [item(second)] });
      await Promise.all([test.admin.delete(`/trash/${top.id}`), ...children.map(move)]);
      for (const child of children) expect(await reading(child)).toEqual(CLOSED);
    }
  });
});

describe('an object that leaves its last folder keeps what it inherited', () => {
  const ways: [string, (child: ResourceData, from: ResourceData) => Promise<{ status: number }>][] = [
    [
      'DELETE of parents',
      ({ id }, from) => test.admin.delete(`/documents/${id}/relationships/parents`, {}, { data: [item(from)] }),
    ],
    ['PATCH of parents', ({ id }) => test.admin.patch(`/documents/${id}/relationships/parents`, { data: [] })],
    [
      'DELETE of children',
      (child, { id }) => test.admin.delete(`/folders/${id}/relationships/children`, {}, { data: [item(child)] }),
    ],
    ['PATCH of children', (_, { id }) => test.admin.patch(`/folders/${id}/relationships/children`, { data: [] })],
    [
      'the legacy side',
      ({ id }, from) =>
        test.admin.request('delete', `/objects/${from.id}/children/${id}`, (request) =>
          request.set({ Accept: 'application/json' }),
        ),
    ],
  ];
  it.each(ways)('by %s', async (_name, leave) => {
    const [publication] = await idsAt(test.admin, '/folders?filter[roots]');
    const [from, child] = [await folder('From'), await document('Child')];
    await test.admin.patch(`/folders/${from.id}/relationships/parent`, {
      data: { type: 'folders', id: publication ?? '' },
    });
    await permit(from);
    await put(from, child);
    expect((await leave(child, from)).status).toBeLessThan(300);
    expect(await idsAt(test.admin, `/folders/${from.id}/children`)).toEqual([]);
    expect(await reading(child)).toEqual(CLOSED);
    expect(await rows(child)).toEqual([`read ${members}`]);
  });

  it('a folder that becomes a root, with all its descendants', async () => {
    const top = await folder('Top');
    const sub = await folder('Sub', top);
    const inside = await document('Inside');
    await put(sub, inside);
    await permit(top);
    await test.admin.patch(`/folders/${sub.id}/relationships/parent`, { data: null });
    expect([await reading(sub), await reading(inside)]).toEqual([CLOSED, CLOSED]);
    expect([await rows(sub), await rows(inside)]).toEqual([[`read ${members}`], []]);
    const again = await folder('Again', top);
    await test.admin.delete(`/folders/${top.id}/relationships/children`, {}, { data: [item(again)] });
    expect(await reading(again)).toEqual(CLOSED);
  });

  it('and an object moved to another folder has the permissions of that folder (D20)', async () => {
    const [from, to, child] = [await folder('From'), await folder('To'), await document('Child')];
    await permit(from);
    await put(from, child);
    await test.admin.patch(`/documents/${child.id}/relationships/parents`, { data: [item(to)] });
    expect(await reading(child)).toEqual(OPEN);
    expect(await rows(child)).toEqual([]);
  });

  it('appears in /history, as rows and as permissions of the object', async () => {
    const [from, child] = [await folder('From'), await document('Child')];
    await permit(from);
    await put(from, child);
    await test.admin.patch(`/documents/${child.id}/relationships/parents`, { data: [] });
    const { body } = await test.admin.get(`/history?filter[resource_id]=${child.id}&sort=-id`);
    const { data } = body as { data: { meta: { changed: Record<string, unknown> } }[] };
    expect(data[0]?.meta.changed).toEqual({
      parents: [],
      perms: { roles: [], read: ['members'], mark: [], inherited: false },
    });
    const added = await test.admin.get('/history?filter[resource_type]=object_permissions&sort=-id');
    expect((added.body as typeof body as { data: { meta: { changed: unknown } }[] }).data[0]?.meta.changed).toEqual({
      object_id: Number(child.id),
      role_id: members,
      permission: 'read',
    });
  });
});
