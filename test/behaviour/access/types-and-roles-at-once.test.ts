// The request that creates a relation, role, type or category can name its related resources (D408).
import { describe, expect, it } from 'vitest';
import { errorSources, type ResourceData, serviceForTests } from '../../support/service.ts';
import { userTools } from '../../support/accounts/users.ts';

const test = serviceForTests();

const { create, roles } = userTools(() => test);
const dataOf = (response: { body: unknown }): ResourceData => (response.body as { data: ResourceData }).data;
const idsAt = async (path: string): Promise<string[]> =>
  ((await test.admin.get(path)).body as { data: ResourceData[] }).data.map(({ id }) => id).sort();
const types = (...ids: string[]) => ({ data: ids.map((id) => ({ type: 'object_types', id })) });

describe('a relation', () => {
  const names = { name: 'depicts', inverse_name: 'depicted_in' };

  it('is created and changed with the object types on its sides, by id or name', async () => {
    const relationships = { left_object_types: types('images'), right_object_types: types('profiles', 'locations') };
    const made = await test.admin.post('/model/relations', {
      data: { type: 'relations', attributes: names, relationships },
    });
    expect(made.status).toBe(201);
    const { id } = dataOf(made);
    expect(await idsAt(`/model/relations/${id}/left_object_types`)).toHaveLength(1);
    expect(await idsAt(`/model/relations/${id}/right_object_types`)).toHaveLength(2);
    const image = await test.editor.create('/images', {});
    expect((await test.anonymous.get(`/images/${image.id}/depicts`)).status).not.toBe(500);
    expect((await test.editor.get(`/images/${image.id}/depicts`)).status).toBe(200);
    const change = { left_object_types: types('videos'), right_object_types: { links: {} } };
    const changed = await test.admin.patch(`/model/relations/${id}`, {
      data: { type: 'relations', id, relationships: change },
    });
    expect(changed.status).toBe(200);
    expect((await test.editor.get(`/images/${image.id}/depicts`)).status).toBe(404);
    expect(await idsAt(`/model/relations/${id}/right_object_types`)).toHaveLength(2);
  });

  it('is not created when one of them does not exist', async () => {
    const before = (await idsAt('/model/relations?page_size=100')).length;
    for (const [wrong, status, pointer] of [
      [types('images', 'wombats'), 404, '/data/relationships/left_object_types/data/1/id'],
      [{ data: [{ type: 'roles', id: '1' }] }, 409, '/data/relationships/left_object_types/data/0/type'],
    ] as const) {
      const attributes = { name: 'shows_it', inverse_name: 'shown_in' };
      const refused = await test.admin.post('/model/relations', {
        data: { type: 'relations', attributes, relationships: { left_object_types: wrong } },
      });
      expect([refused.status, errorSources(refused)]).toEqual([status, [pointer]]);
    }
    expect(await idsAt('/model/relations?page_size=100')).toHaveLength(before);
  });
});

describe('a role', () => {
  it('is created and changed with its users, each with a change row, or not at all', async () => {
    const [one, other] = [await create(), await create()];
    const users = (...ids: string[]) => ({ users: { data: ids.map((id) => ({ type: 'users', id })) } });
    const post = (name: string, relationships: object) =>
      test.admin.post('/roles', { data: { type: 'roles', attributes: { name }, relationships } });
    const made = await post('porters', users(one.id));
    expect(made.status).toBe(201);
    const { id } = dataOf(made);
    expect(await roles(one.id)).toEqual(['porters']);
    const rows = await test.service.services.store.changes
      .find({ resource_id: one.id, user_action: 'update' })
      .toArray();
    expect(rows.map(({ changed }) => changed)).toEqual([{ roles: [Number(id)] }]);
    const patch = (relationships: object) =>
      test.admin.patch(`/roles/${id}`, { data: { type: 'roles', id, relationships } });
    expect((await patch(users(other.id))).status).toBe(200);
    expect([await roles(one.id), await roles(other.id)]).toEqual([[], ['porters']]);
    const missing = await post('carriers', users(one.id, '99999'));
    expect([missing.status, errorSources(missing)]).toEqual([404, ['/data/relationships/users/data/1/id']]);
    expect((await test.admin.get('/roles/carriers')).status).toBe(404);
    const first = await test.admin.patch('/roles/1', {
      data: { type: 'roles', id: '1', relationships: users(one.id) },
    });
    expect(first.status).toBe(403);
    expect(await roles(one.id)).toEqual([]);
  });
});

describe('a value that is both a relationship and an attribute', () => {
  it('is refused if the two differ', async () => {
    const document = await test.editor.create('/documents', { title: 'One' });
    const object = (id: string) => ({ object: { data: { type: 'documents', id } } });
    const post = (lang: string, id: string) =>
      test.editor.post('/translations', {
        data: { type: 'translations', attributes: { object_id: Number(document.id), lang }, relationships: object(id) },
      });
    const other = await test.editor.create('/documents', { title: 'Two' });
    const refused = await post('it', other.id);
    expect([refused.status, errorSources(refused)]).toEqual([400, ['/data/relationships/object']]);
    const made = await post('it', document.id);
    expect(made.status).toBe(201);
    const { id } = dataOf(made);
    const moved = await test.editor.patch(`/translations/${id}`, {
      data: { type: 'translations', id, relationships: object(other.id) },
    });
    expect([moved.status, errorSources(moved)]).toEqual([400, ['/data/relationships/object']]);
    const type = { name: 'recipes', singular: 'recipe', parent_name: 'media' };
    const contrary = await test.admin.post('/model/object_types', {
      data: {
        type: 'object_types',
        attributes: type,
        relationships: { parent: { data: { type: 'object_types', id: 'objects' } } },
      },
    });
    expect([contrary.status, errorSources(contrary)]).toEqual([400, ['/data/relationships/parent']]);
    const below = await test.admin.post('/model/categories', {
      data: {
        type: 'categories',
        attributes: { name: 'sweet', object_type_name: 'documents' },
        relationships: { object_type: { data: { type: 'object_types', id: 'news' } } },
      },
    });
    expect([below.status, errorSources(below)]).toEqual([400, ['/data/relationships/object_type']]);
  });

  it('may be only a relationship: the parents of object types and categories', async () => {
    const parent = { parent: { data: { type: 'object_types', id: 'media' } } };
    const type = await test.admin.post('/model/object_types', {
      data: { type: 'object_types', attributes: { name: 'scores', singular: 'score' }, relationships: parent },
    });
    expect([type.status, dataOf(type).attributes['parent_name']]).toEqual([201, 'media']);
    const above = await test.admin.create('/model/categories', { name: 'food', object_type_name: 'documents' });
    const category = await test.admin.post('/model/categories', {
      data: {
        type: 'categories',
        attributes: { name: 'bread', object_type_name: 'documents' },
        relationships: { parent_category: { data: { type: 'categories', id: above.id } } },
      },
    });
    expect([category.status, String(dataOf(category).attributes['parent_id'])]).toEqual([201, above.id]);
  });
});

describe('a resource without any known member', () => {
  it('is refused when its attributes are beside its type', async () => {
    const refused = await test.editor.post('/documents', { data: { type: 'documents', title: 'Lost' } });
    expect([refused.status, errorSources(refused)]).toEqual([400, ['/data/title']]);
    const taken = await test.editor.post('/documents', {
      data: { type: 'documents', attributes: { title: 'Kept' }, more: 1 },
    });
    expect(taken.status).toBe(201);
  });
});
