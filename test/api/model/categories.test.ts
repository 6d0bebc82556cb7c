import { describe, expect, it } from 'vitest';
import { errorCodes, errorSources, type ResourceData, serviceForTests } from '../../support/service.ts';

const PATH = '/model/categories';
const test = serviceForTests();

const body = (id: string | undefined, attributes: object, type = 'categories') => ({ data: { type, id, attributes } });
const create = (name: string, more: object = {}) =>
  test.admin.create(PATH, { name, object_type_name: 'documents', ...more });
const code = async (response: Promise<{ body: unknown }>): Promise<string | undefined> =>
  errorCodes((await response) as never)[0];
const names = async (path: string): Promise<unknown[]> =>
  ((await test.anonymous.get(path)).body as { data: ResourceData[] }).data.map((each) => each.attributes['name']);
const dataOf = (response: { body: unknown }): ResourceData => (response.body as { data: ResourceData }).data;

describe('POST /model/categories', () => {
  it('creates a category of one type, with a label', async () => {
    const response = await test.admin.post(
      PATH,
      body(undefined, { name: 'big-cats', object_type_name: 'documents', labels: { it: 'Felini' } }),
    );
    expect(response.status).toBe(201);
    expect(dataOf(response).attributes).toEqual({
      name: 'big-cats',
      labels: { it: 'Felini', default: 'Big cats' },
      label: 'Big cats',
      enabled: true,
      parent_id: null,
      object_type_name: 'documents',
    });
  });

  it('accepts a name once for each type', async () => {
    await create('once');
    expect(await code(test.admin.post(PATH, body(undefined, { name: 'once', object_type_name: 'documents' })))).toBe(
      'already_exists',
    );
    expect((await create('once', { object_type_name: 'news' })).attributes['object_type_name']).toBe('news');
  });

  it.each<[string, object, string]>([
    ['no object type', { name: 'one' }, 'object_type_name'],
    ['an unknown object type', { name: 'one', object_type_name: 'nothing' }, 'object_type_name'],
    ['a type without categories', { name: 'one', object_type_name: 'folders' }, 'object_type_name'],
    ['an abstract type', { name: 'one', object_type_name: 'media' }, 'object_type_name'],
    ['a name that is none', { name: 'One', object_type_name: 'documents' }, 'name'],
    ['a parent that is not there', { name: 'one', object_type_name: 'documents', parent_id: 9999 }, 'parent_id'],
  ])('refuses %s', async (_case, attributes, field) => {
    const response = await test.admin.post(PATH, body(undefined, attributes));
    expect([response.status, errorCodes(response)[0], errorSources(response)[0]]).toEqual([
      400,
      'invalid_data',
      `/data/attributes/${field}`,
    ]);
  });

  it('refuses a parent of another type, an id, another type, and callers who are not admins', async () => {
    const { id } = await create('abroad', { object_type_name: 'news' });
    const attributes = { name: 'one', object_type_name: 'documents' };
    expect(await code(test.admin.post(PATH, body(undefined, { ...attributes, parent_id: Number(id) })))).toBe(
      'invalid_data',
    );
    expect(await code(test.admin.post(PATH, body('7', attributes)))).toBe('client_id_forbidden');
    expect(await code(test.admin.post(PATH, body(undefined, attributes, 'tags')))).toBe('type_conflict');
    expect((await test.editor.post(PATH, body(undefined, attributes))).status).toBe(403);
  });
});

describe('GET /model/categories', () => {
  it('filters by type, place and state', async () => {
    const top = await create('plants', { object_type_name: 'events' });
    await create('trees', { object_type_name: 'events', parent_id: Number(top.id) });
    await create('weeds', { object_type_name: 'events', enabled: false });
    const events = `${PATH}?filter[type]=events`;
    expect(await names(events)).toEqual(['plants', 'trees', 'weeds']);
    expect(await names(`${events}&filter[roots]`)).toEqual(['plants', 'weeds']);
    expect(await names(`${events}&filter[enabled]=true&sort=-name`)).toEqual(['trees', 'plants']);
    expect(await names(`${events}&filter[parent_id]=${top.id}`)).toEqual(['trees']);
    expect(await names(`${events}&q=weeds`)).toEqual(['weeds']);
    expect((await test.anonymous.get(`${PATH}?filter%5Btype%5D=nothing`)).status).toBe(400);
  });

  it('includes parents, children and the type, each once', async () => {
    const query = `${PATH}?filter[type]=events&filter[name]=trees,weeds&include=parent_category.child_categories,object_type`;
    const { data, included } = (await test.anonymous.get(query)).body as {
      data: { relationships: object }[];
      included: ResourceData[];
    };
    expect(data.map((each) => each.relationships)).toMatchObject([
      { parent_category: { data: { type: 'categories' } }, object_type: { data: { type: 'object_types' } } },
      { parent_category: { data: null } },
    ]);
    expect(included.map((each) => each.attributes['name']).sort()).toEqual(['events', 'plants']);
  });
});

describe('PATCH /model/categories/{category_id}', () => {
  it('changes labels, and the default text by `label`', async () => {
    const { id } = await create('colours', { labels: { default: 'Colours', it: 'Colori' } });
    const change = (attributes: object) => test.admin.patch(`${PATH}/${id}`, body(id, attributes));
    expect(dataOf(await change({ label: 'Hues' })).attributes).toMatchObject({
      labels: { default: 'Hues', it: 'Colori' },
      label: 'Hues',
    });
    expect(dataOf(await change({ labels: { de: 'Farben' } })).attributes).toMatchObject({
      labels: { de: 'Farben' },
      label: null,
    });
    const etag = String((await change({})).headers['etag']);
    expect((await test.admin.patch(`${PATH}/${id}`, body(id, { enabled: false }), { 'If-Match': etag })).status).toBe(
      200,
    );
    expect((await test.admin.patch(`${PATH}/${id}`, body(id, { enabled: true }), { 'If-Match': etag })).status).toBe(
      412,
    );
    expect(await code(change({ object_type_name: 'news' }))).toBe('immutable');
  });

  it('does not place a category below itself', async () => {
    const a = await create('ring-a');
    const b = await create('ring-b', { parent_id: Number(a.id) });
    const c = await create('ring-c', { parent_id: Number(b.id) });
    for (const parent of [a, b, c]) {
      expect(await code(test.admin.patch(`${PATH}/${a.id}`, body(a.id, { parent_id: Number(parent.id) })))).toBe(
        'invalid_data',
      );
    }
  });

  it('makes no cycle by two concurrent moves', async () => {
    const [a, b] = [await create('move-a'), await create('move-b')];
    const below = async (child: ResourceData, parent: ResourceData) =>
      (await test.admin.patch(`${PATH}/${child.id}`, body(child.id, { parent_id: Number(parent.id) }))).status;
    expect((await Promise.all([below(a, b), below(b, a)])).sort()).toEqual([200, 400]);
  });
});

describe('relationships of a category', () => {
  it('are its type, its parent and its children', async () => {
    const parent = await create('animals');
    const child = await create('birds', { parent_id: Number(parent.id) });
    const identifier = { id: child.id, type: 'categories' };
    expect(dataOf(await test.anonymous.get(`${PATH}/${child.id}/object_type`)).attributes['name']).toBe('documents');
    expect(dataOf(await test.anonymous.get(`${PATH}/${child.id}/relationships/object_type`))).toEqual({
      id: '3',
      type: 'object_types',
    });
    expect(dataOf(await test.anonymous.get(`${PATH}/${child.id}/parent_category`)).id).toBe(parent.id);
    expect(dataOf(await test.anonymous.get(`${PATH}/${child.id}/relationships/parent_category`)).id).toBe(parent.id);
    expect(dataOf(await test.anonymous.get(`${PATH}/${parent.id}/parent_category`))).toBeNull();
    expect(await names(`${PATH}/${parent.id}/child_categories`)).toEqual(['birds']);
    expect(dataOf(await test.anonymous.get(`${PATH}/${parent.id}/relationships/child_categories`))).toEqual([
      identifier,
    ]);
    const withChildren = await test.anonymous.get(`${PATH}/${parent.id}?include=child_categories`);
    expect((await test.anonymous.get(`${PATH}/${parent.id}?include=object_type.left_relations`)).status).toBe(200);
    expect(withChildren.body).toMatchObject({
      data: { relationships: { child_categories: { data: [identifier] } } },
      included: [{ id: child.id }],
    });
  });

  it('PATCH of the parent is 200, and 204 without a change', async () => {
    const [a, b] = [await create('fish'), await create('sharks')];
    const to = (id: string | null, type = 'categories') =>
      test.admin.patch(`${PATH}/${b.id}/relationships/parent_category`, { data: id && { id, type } });
    expect([
      (await to(a.id)).status,
      (await to(a.id)).status,
      (await to(null)).status,
      (await to(null)).status,
    ]).toEqual([200, 204, 200, 204]);
    expect(await code(to(b.id))).toBe('invalid_data');
    expect(await code(to('9999'))).toBe('not_found');
    expect(await code(to('1', 'tags'))).toBe('type_conflict');
  });
});

describe('categories of objects', () => {
  it('exist and are enabled, else they are refused with their place (D786)', async () => {
    await create('known');
    await create('silent', { enabled: false });
    const categories = [{ name: 'known' }, { name: 'silent' }, { name: 'unknown' }];
    const pointers = ['/data/attributes/categories/1/name', '/data/attributes/categories/2/name'];
    const created = await test.editor.post('/documents', { data: { type: 'documents', attributes: { categories } } });
    expect([created.status, errorSources(created)]).toEqual([400, pointers]);
    const { id } = await test.editor.create('/documents', { categories: [{ name: 'known' }] });
    const data = { type: 'documents', id, attributes: { categories } };
    const changed = await test.editor.patch(`/documents/${id}`, { data });
    expect([changed.status, errorSources(changed)]).toEqual([400, pointers]);
  });
});

describe('DELETE /model/categories/{category_id}', () => {
  it('removes it from its objects', async () => {
    const { id } = await create('passing');
    await create('staying');
    const object = await test.editor.create('/documents', {
      title: 'Labelled',
      categories: [{ name: 'passing' }, { name: 'staying' }],
    });
    expect(object.attributes['categories']).toHaveLength(2);
    expect((await test.admin.delete(`${PATH}/${id}`)).status).toBe(204);
    const after = dataOf(await test.editor.get(`/documents/${object.id}`));
    expect(after.attributes['categories']).toEqual([
      { name: 'staying', labels: { default: 'Staying' }, label: 'Staying', params: null },
    ]);
    const { store } = test.service.services;
    expect((await store.documents('documents').findOne({ _id: Number(object.id) }))?.['categories']).toHaveLength(1);
    expect((await test.admin.delete(`${PATH}/${id}`)).status).toBe(404);
  });

  it('is refused while it has children, and for callers who are not admins', async () => {
    const parent = await create('full');
    await create('inside', { parent_id: Number(parent.id) });
    expect(await code(test.admin.delete(`${PATH}/${parent.id}`))).toBe('in_use');
    expect((await test.editor.delete(`${PATH}/${parent.id}`)).status).toBe(403);
  });

  it('leaves no child without a parent when a child is created concurrently', async () => {
    const parent = await create('going');
    const [removed, made] = await Promise.all([
      test.admin.delete(`${PATH}/${parent.id}`),
      test.admin.post(
        PATH,
        body(undefined, { name: 'late', object_type_name: 'documents', parent_id: Number(parent.id) }),
      ),
    ]);
    expect([
      [204, 400],
      [403, 201],
    ]).toContainEqual([removed.status, made.status]);
  });
});
