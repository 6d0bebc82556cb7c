// Folders and their children (service.md 4.8, D28, D50).
import { afterAll, describe, expect, it } from 'vitest';
import { errorCodes, type ResourceData, serviceForTests } from '../../support/service.ts';
import { faultLines } from '../../support/database/verified.ts';

const test = serviceForTests();
afterAll(async () => {
  expect(await faultLines(test)).toEqual([]);
});

type Linked = { data: { id: string; type: string }[] };

const folder = (title: string, parent?: ResourceData): Promise<ResourceData> =>
  test.admin.create('/folders', { title, status: 'on', ...(parent && { parent_id: Number(parent.id) }) });
const document = (title: string): Promise<ResourceData> => test.admin.create('/documents', { title, status: 'on' });
const item = ({ id, type }: ResourceData, relation?: object) => ({ id, type, ...(relation && { meta: { relation } }) });
const add = (to: ResourceData, ...items: object[]) =>
  test.admin.post(`/folders/${to.id}/relationships/children`, { data: items });
const childIds = async (of: ResourceData): Promise<string[]> => {
  const response = await test.admin.get(`/folders/${of.id}/relationships/children?page_size=100`);
  return (response.body as Linked).data.map(({ id }) => id);
};
const detail = (response: { body: unknown }): string => (response.body as { error: { detail: string } }).error.detail;

describe('a folder', () => {
  it('is created as the last root, with a path', async () => {
    const one = await folder('One');
    const two = await folder('Two');
    expect(one.meta['path']).toBe(`/${one.id}`);
    const roots = await test.anonymous.get('/folders?filter[roots]&page_size=100');
    expect((roots.body as Linked).data.map(({ id }) => id).slice(-2)).toEqual([one.id, two.id]);
  });

  it('is created in another folder, by id or uname', async () => {
    const parent = await folder('Parent');
    const byId = await folder('By id', parent);
    const byUname = await test.admin.create('/folders', { title: 'U', parent_uname: parent.attributes['uname'] });
    expect(byId.meta['path']).toBe(`/${parent.id}/${byId.id}`);
    expect(byUname.meta['path']).toBe(`/${parent.id}/${byUname.id}`);
    expect(await childIds(parent)).toEqual([byId.id, byUname.id]);
    const missing = await test.admin.post('/folders', { data: { type: 'folders', attributes: { parent_id: 999999 } } });
    expect(missing.status).toBe(404);
  });

  it('shows its parent with its place, numbered across all roots', async () => {
    const parent = await folder('P');
    const child = await folder('C', parent);
    const response = await test.anonymous.get(`/folders/${child.id}/parent`);
    const { data } = response.body as { data: ResourceData };
    expect([response.status, data.id]).toEqual([200, parent.id]);
    const relation = data.meta['relation'] as Record<string, number>;
    expect(relation).toMatchObject({
      object_id: Number(child.id),
      parent_id: Number(parent.id),
      root_id: Number(parent.id),
      depth_level: 1,
      menu: false,
      canonical: false,
      params: null,
      position: 1,
    });
    expect(relation['tree_right']).toBe((relation['tree_left'] as number) + 1);
    const root = await test.anonymous.get(`/folders/${parent.id}/parent`);
    expect([root.status, (root.body as { data: null }).data]).toEqual([200, null]);
  });
});

describe('children', () => {
  it('are added, moved and removed', async () => {
    const parent = await folder('Children');
    const [a, b, c] = [await document('a'), await document('b'), await document('c')];
    expect((await add(parent, item(a), item(b))).status).toBe(200);
    await add(parent, item(c, { position: 'first' }));
    expect(await childIds(parent)).toEqual([c.id, a.id, b.id]);
    await add(parent, item(c, { position: 2 }));
    expect(await childIds(parent)).toEqual([a.id, c.id, b.id]);
    const list = await test.anonymous.get(`/folders/${parent.id}/children`);
    const { data } = list.body as { data: ResourceData[] };
    expect(data.map(({ meta }) => (meta['relation'] as { position: number }).position)).toEqual([1, 2, 3]);
    const path = `/folders/${parent.id}/relationships/children`;
    expect((await test.admin.delete(path, {}, { data: [item(a)] })).status).toBe(204);
    expect(await childIds(parent)).toEqual([c.id, b.id]);
    const order = [item(b), item(a), item(c)];
    expect((await test.admin.patch(path, { data: order })).status).toBe(200);
    expect(await childIds(parent)).toEqual([b.id, a.id, c.id]);
    expect((await test.admin.patch(path, { data: order })).status).toBe(204);
    expect((await test.admin.patch(path, { data: [item(c)] })).status).toBe(200);
    expect(await childIds(parent)).toEqual([c.id]);
  });

  it('get short keys again after many insertions at one place', async () => {
    const parent = await folder('Long keys');
    const [a, b, inner, c] = [await document('a'), await document('b'), await folder('Inner'), await document('c')];
    await add(parent, item(a), item(b), item(inner));
    await add(inner, item(c));
    const { trees } = test.service.services.store;
    for (const [object, end] of [
      [a, '1'],
      [b, '2'],
    ] as const) {
      const row = await trees.findOne({ object_id: Number(object.id) });
      if (!row) throw new Error('no place');
      const key = `a0${'1'.repeat(61)}${end}`;
      const path = `${row.path.slice(0, -row.key.length - 1)}${key}/`;
      await trees.updateOne({ _id: row._id }, { $set: { key, path } });
    }
    const d = await document('d');
    await add(parent, item(d, { position: 2 }));
    expect(await childIds(parent)).toEqual([a.id, d.id, b.id, inner.id]);
    const keys = await trees.find({ parent_id: Number(parent.id) }).toArray();
    expect(Math.max(...keys.map((each) => each.key.length))).toBeLessThan(10);
    expect(await faultLines(test)).toEqual([]);
  });

  it('cannot make a cycle', async () => {
    const a = await folder('A');
    const b = await folder('B', a);
    const move = (child: ResourceData, to: ResourceData) =>
      test.admin.patch(`/folders/${child.id}/relationships/parent`, { data: item(to) });
    for (const to of [a, b]) {
      const response = await move(a, to);
      expect([response.status, ...errorCodes(response)]).toEqual([400, 'invalid_data', 'invalid_data']);
      expect(detail(response)).toContain('isParentValid');
    }
  });
});
