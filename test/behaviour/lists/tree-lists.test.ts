// Lists by place: their order, totals, filters and includes, and that a page of a large folder is read from an index.
import { beforeAll, describe, expect, it } from 'vitest';
import { type ResourceData, serviceForTests } from '../../support/service.ts';
import { documentMaker, folderMaker, idsAt, item } from '../../support/writes/tree-world.ts';

const test = serviceForTests();
const folder = folderMaker(() => test.admin);
const document = documentMaker(() => test.admin);
let top: ResourceData;
let sub: ResourceData;
let texts: ResourceData[];
beforeAll(async () => {
  top = await folder('Top');
  sub = await folder('Sub', top);
  texts = [await document('C'), await document('A'), await document('B')];
  await test.admin.post(`/folders/${top.id}/relationships/children`, { data: texts.map((text) => item(text)) });
  await test.admin.post(`/folders/${sub.id}/relationships/children`, { data: [item(texts[1] as ResourceData)] });
});

const ids = (...objects: (ResourceData | undefined)[]): (string | undefined)[] => objects.map((object) => object?.id);
const at = (path: string) => idsAt(test.anonymous, path);

describe('lists by place', () => {
  it('are in the order of the tree by default', async () => {
    const [c, a, b] = texts;
    for (const path of [`/folders/${top.id}/children`, `/objects?filter[parent]=${top.id}`]) {
      expect(await at(path)).toEqual(ids(sub, c, a, b));
    }
    const uname = String(top.attributes['uname']);
    expect(await at(`/documents?filter[parent]=${uname}`)).toEqual(ids(c, a, b));
    expect(await at(`/documents?filter[parent]=${top.id}&filter[title]=B,C`)).toEqual(ids(c, b));
    expect(await at(`/folders/${top.id}/children?filter[type]=documents`)).toEqual(ids(c, a, b));
    expect(await at(`/folders/${top.id}/children?sort=-title`)).toEqual(ids(sub, c, b, a));
    expect(await at(`/folders/${top.id}/children?q=sub`)).toEqual(ids(sub));
    expect(await at(`/folders?filter[parent]=${top.id}`)).toEqual(ids(sub));
    expect(await at(`/folders?filter[roots]`)).toEqual(ids(top));
    expect(await at(`/objects?filter[roots]&filter[title]=Top`)).toEqual(ids(top));
  });

  it('show each object below a folder once', async () => {
    const [c, a, b] = texts;
    expect(await at(`/objects?filter[ancestor]=${top.id}&sort=id`)).toEqual(ids(sub, c, a, b));
    expect(await at(`/documents?filter[ancestor]=${sub.id}`)).toEqual(ids(a));
  });

  it('have pages with positions in the whole folder', async () => {
    const response = await test.anonymous.get(`/folders/${top.id}/children?page=2&page_size=3`);
    const { data, meta, links } = response.body as {
      data: ResourceData[];
      meta: { pagination: { count: number } };
      links: { available: string };
    };
    expect(meta.pagination.count).toBe(4);
    expect(data.map((object) => (object.meta['relation'] as { position: number }).position)).toEqual([4]);
    expect(links.available).toMatch(/\/objects$/);
    expect((await test.anonymous.get(`/folders/${top.id}/children?page=3&page_size=3`)).status).toBe(404);
  });

  it('refuse missing folders, and unexpected values', async () => {
    for (const [path, status] of [
      ['/objects?filter[parent]=99999', 404],
      ['/documents?filter[ancestor]=nothing', 404],
      [`/objects?filter[parent]=${texts[0]?.id}`, 404],
      ['/objects?filter[parent][gt]=1', 400],
      ['/folders?filter[roots]=no', 400],
      ['/documents?filter[roots]', 400],
    ] as const) {
      expect([path, (await test.anonymous.get(path)).status]).toEqual([path, status]);
    }
    expect((await test.admin.get('/users?filter[parent]=1')).status).toBe(400);
  });

  it('include parents, parent and children, to any depth', async () => {
    const [, a] = texts;
    const one = await test.anonymous.get(`/documents/${a?.id}?include=parents.parent`);
    const { data, included } = one.body as {
      data: { relationships: { parents: { data: { id: string }[] } } };
      included: ResourceData[];
    };
    expect(data.relationships.parents.data.map(({ id }) => id)).toEqual(ids(top, sub));
    expect(included.map(({ id, meta }) => [id, meta['path']])).toEqual([
      [top.id, `/${top.id}`],
      [sub.id, `/${top.id}/${sub.id}`],
    ]);
    const two = await test.anonymous.get(`/folders/${top.id}?include=children.children`);
    const below = two.body as {
      data: { relationships: { children: { data: { id: string }[] } } };
      included: ResourceData[];
    };
    expect(below.data.relationships.children.data.map(({ id }) => id)).toEqual(ids(sub, ...texts));
    expect(below.included.map(({ id }) => id).sort()).toEqual([sub, ...texts].map(({ id }) => id).sort());
    expect((await test.anonymous.get('/folders?include=parents')).status).toBe(400);
  });

  it('show the folders of an object, with its place in each', async () => {
    const [, a] = texts;
    const response = await test.anonymous.get(`/documents/${a?.id}/parents`);
    const { data } = response.body as { data: ResourceData[] };
    expect(data.map(({ id, meta }) => [id, (meta['relation'] as { position: number }).position])).toEqual([
      [top.id, 3],
      [sub.id, 1],
    ]);
    expect(await at(`/documents/${a?.id}/relationships/parents`)).toEqual(ids(top, sub));
  });

  it('show the place of each identifier too, and accept one object instead of a list', async () => {
    const parent = await folder('Of one');
    const [, a] = texts as [ResourceData, ResourceData];
    const path = `/folders/${parent.id}/relationships/children`;
    expect((await test.admin.post(path, { data: item(a) })).status).toBe(200);
    const { data } = (await test.anonymous.get(path)).body as { data: ResourceData[] };
    expect(data[0]?.meta['relation']).toMatchObject({ parent_id: Number(parent.id), position: 1 });
    const unknown = await test.admin.post(path, { data: { id: '999999', type: 'documents' } });
    expect([unknown.status, unknown.text.includes('"/data/id"')]).toEqual([404, true]);
    const wrong = await test.admin.post(path, { data: { id: a.id, type: 'objects' } });
    expect([wrong.status, wrong.text.includes('"/data/type"')]).toEqual([409, true]);
    expect((await test.anonymous.get(`/folders/${parent.id}?count=poster&lang=it`)).status).toBe(200);
  });

  it('follow children_order of the folder unless a sort is given', async () => {
    const parent = await folder('Ordered');
    const made = [];
    for (const title of ['b', 'c', 'a']) made.push(await documentMaker(() => test.admin)(title));
    await test.admin.post(`/folders/${parent.id}/relationships/children`, { data: made.map((one) => item(one)) });
    const [b, c, a] = made as [ResourceData, ResourceData, ResourceData];
    const orders = { title: [a, b, c], '-title': [c, b, a], '-position': [a, c, b], position: [b, c, a] };
    for (const [order, expected] of Object.entries(orders)) {
      const data = { id: parent.id, type: 'folders', attributes: { children_order: order } };
      expect((await test.admin.patch(`/folders/${parent.id}`, { data })).status).toBe(200);
      expect(await at(`/folders/${parent.id}/children`)).toEqual(ids(...expected));
      expect(await at(`/documents?filter[parent]=${parent.id}`)).toEqual(ids(...expected));
      expect(await at(`/folders/${parent.id}/children?sort=id`)).toEqual(ids(b, c, a));
    }
  });

  it('show a changed path in a response with another ETag', async () => {
    const child = await folder('Child', sub);
    const before = await test.anonymous.get(`/folders/${child.id}`);
    await test.admin.patch(`/folders/${sub.id}/relationships/parent`, { data: null });
    const headers = { 'If-None-Match': String(before.headers['etag']) };
    const after = await test.anonymous.get(`/folders/${child.id}`, headers);
    expect(after.status).toBe(200);
    expect((after.body as { data: ResourceData }).data.meta['path']).toBe(`/${sub.id}/${child.id}`);
    await test.admin.patch(`/folders/${sub.id}/relationships/parent`, { data: item(top, { position: 'first' }) });
    await test.admin.delete(`/folders/${child.id}`);
  });
});

describe('a page of a folder with many children', () => {
  it('is read from an index', async () => {
    const big = await folder('Big');
    const { store } = test.service.services;
    const first = await document('First');
    await test.admin.post(`/folders/${big.id}/relationships/children`, { data: [item(first)] });
    const row = await store.trees.findOne({ object_id: Number(first.id) });
    if (!row) throw new Error('no place');
    const copies = Array.from({ length: 3000 }, (_, n) => {
      const key = `b${String(n).padStart(4, '0')}`;
      return {
        ...row,
        _id: 1_000_000 + n,
        object_id: 1_000_000 + n,
        key,
        path: `${row.path.slice(0, -row.key.length - 1)}${key}/`,
      };
    });
    await store.trees.insertMany(copies);
    await store.db.command({ profile: 2 });
    for (const client of [test.anonymous, test.admin]) await client.get(`/folders/${big.id}/children`);
    await store.db.command({ profile: 0 });
    const plans = await store.db
      .collection('system.profile')
      .find({ ns: `${store.db.databaseName}.trees`, 'command.filter.parent_id': Number(big.id), 'command.limit': 20 })
      .toArray();
    expect(plans).toHaveLength(2);
    for (const plan of plans) {
      expect(plan['planSummary']).toMatch(/^IXSCAN/);
      expect(plan['docsExamined']).toBeLessThan(50);
      expect(plan['keysExamined']).toBeLessThan(100);
      expect(plan['hasSortStage']).toBeUndefined();
    }
    const counts = await store.db
      .collection('system.profile')
      .find({ ns: `${store.db.databaseName}.trees`, 'command.aggregate': 'trees' })
      .toArray();
    for (const count of counts) expect(count['docsExamined']).toBeLessThan(50);
    await store.trees.deleteMany({ _id: { $gte: 1_000_000 } });
  });
});
