import { describe, expect, it } from 'vitest';
import { errorCodes, errorSources, type ResourceData, serviceForTests } from '../../support/service.ts';

const PATH = '/model/tags';
const test = serviceForTests();

const body = (id: string | undefined, attributes: object, type = 'tags') => ({ data: { type, id, attributes } });
const create = (name: string, more: object = {}) => test.admin.create(PATH, { name, ...more });
const code = async (response: Promise<{ body: unknown }>): Promise<string | undefined> =>
  errorCodes((await response) as never)[0];
const dataOf = (response: { body: unknown }): ResourceData => (response.body as { data: ResourceData }).data;
const document = (tags: unknown[]) => test.editor.create('/documents', { title: 'Tagged', tags });

describe('POST /model/tags', () => {
  it('creates a tag with a label', async () => {
    const response = await test.admin.post(PATH, body(undefined, { name: 'new-wave', label: 'New Wave' }));
    expect(response.status).toBe(201);
    expect(dataOf(response).attributes).toEqual({
      name: 'new-wave',
      labels: { default: 'New Wave' },
      label: 'New Wave',
      enabled: true,
    });
    expect(response.headers['location']).toMatch(new RegExp(`${PATH}/${dataOf(response).id}$`));
  });

  it('refuses a missing, invalid or taken name, an id, another type, and callers who are not admins', async () => {
    await create('taken');
    expect(await code(test.admin.post(PATH, body(undefined, {})))).toBe('invalid_data');
    expect(await code(test.admin.post(PATH, body(undefined, { name: 'Two Words' })))).toBe('invalid_data');
    expect(await code(test.admin.post(PATH, body(undefined, { name: 'taken' })))).toBe('already_exists');
    expect(await code(test.admin.post(PATH, body('7', { name: 'one' })))).toBe('client_id_forbidden');
    expect(await code(test.admin.post(PATH, body(undefined, { name: 'one' }, 'categories')))).toBe('type_conflict');
    expect((await test.editor.post(PATH, body(undefined, { name: 'one' }))).status).toBe(403);
  });

  it('refuses with the headers of all answers, and without members of other refusals', async () => {
    const made = await test.admin.post(PATH, body(undefined, { name: 'headers' }));
    const taken = await test.admin.post(PATH, body(undefined, { name: 'headers' }));
    const names = ['vary', 'x-api-version', 'x-content-type-options', 'referrer-policy'];
    const of = (headers: Record<string, string>) => names.map((name) => headers[name]);
    expect(of(made.headers)).not.toContain(undefined);
    expect([taken.status, of(taken.headers)]).toEqual([400, of(made.headers)]);
    // `refused_by` is for rules of a project only.
    const { errors } = taken.body as { errors: object[] };
    expect(errors.filter((error) => 'meta' in error)).toEqual([]);
  });
});

describe('GET /model/tags', () => {
  it('filters, sorts and searches', async () => {
    await create('zebra', { label: 'Striped horse' });
    await create('zebu', { enabled: false });
    const names = async (query: string) =>
      ((await test.anonymous.get(`${PATH}?${query}`)).body as { data: ResourceData[] }).data.map(
        (each) => each.attributes['name'],
      );
    expect(await names('filter[name][like]=zeb&sort=-name')).toEqual(['zebu', 'zebra']);
    expect(await names('filter[name][like]=zeb&filter[enabled]=true')).toEqual(['zebra']);
    expect(await names('q=striped')).toEqual(['zebra']);
  });
});

describe('GET and PATCH /model/tags/{tag_id}', () => {
  it('find it by id and name, and change the sent attributes', async () => {
    const { id } = await create('blue');
    expect(dataOf(await test.anonymous.get(`${PATH}/blue`)).id).toBe(id);
    expect(dataOf(await test.anonymous.get(`${PATH}/${id}`)).attributes['name']).toBe('blue');
    expect(dataOf(await test.admin.patch(`${PATH}/blue`, body(id, { label: 'Azure' }))).attributes['label']).toBe(
      'Azure',
    );
    expect(await code(test.admin.patch(`${PATH}/${id}`, body(id, { name: 'B' })))).toBe('invalid_data');
    expect(await code(test.admin.patch(`${PATH}/${id}`, body('9999', {})))).toBe('id_conflict');
    expect(await code(test.admin.patch(`${PATH}/${id}`, body(id, { enabled: false }), { 'If-Match': '"9.x"' }))).toBe(
      'precondition_failed',
    );
    expect((await test.anonymous.get(`${PATH}/nothing`)).status).toBe(404);
  });
});

describe('tags of objects', () => {
  it('are refused with their place when they are disabled (D786)', async () => {
    await create('hidden', { enabled: false });
    const attributes = { tags: [{ name: 'unborn' }, { name: 'hidden' }] };
    const response = await test.editor.post('/documents', { data: { type: 'documents', attributes } });
    expect([response.status, errorSources(response)]).toEqual([400, ['/data/attributes/tags/1/name']]);
    expect((await test.anonymous.get(`${PATH}/unborn`)).status).toBe(404);
  });

  it('are created when they are new, and stored once', async () => {
    const object = await document([{ name: 'fresh' }, { name: 'fresh' }, { name: 'sea-side', label: 'By the sea' }]);
    expect(object.attributes['tags']).toEqual([
      { name: 'fresh', labels: { default: 'Fresh' }, label: 'Fresh' },
      { name: 'sea-side', labels: { default: 'By the sea' }, label: 'By the sea' },
    ]);
    expect(dataOf(await test.anonymous.get(`${PATH}/sea-side`)).attributes['label']).toBe('By the sea');
  });

  it('are created once by concurrent writes of many objects', async () => {
    const objects = await Promise.all(
      Array.from({ length: 6 }, () => document([{ name: 'crowd' }, { name: 'crowd-two' }])),
    );
    expect(objects.map((object) => (object.attributes['tags'] as unknown[]).length)).toEqual([2, 2, 2, 2, 2, 2]);
    expect(await test.service.services.store.tags.countDocuments({ name: 'crowd' })).toBe(1);
  });

  it('cannot have an invalid name', async () => {
    const response = await test.editor.post('/documents', {
      data: { type: 'documents', attributes: { tags: [{ name: 'Two Words' }] } },
    });
    expect([response.status, errorCodes(response)[0]]).toEqual([400, 'invalid_data']);
  });
});

describe('DELETE /model/tags/{tag_id}', () => {
  it('removes it from its objects and raises their revision', async () => {
    const object = await document([{ name: 'leaving' }, { name: 'remaining' }]);
    const { store } = test.service.services;
    const stored = () => store.documents('documents').findOne({ _id: Number(object.id) });
    const before = await stored();
    expect((await test.admin.delete(`${PATH}/leaving`)).status).toBe(204);
    const after = await stored();
    expect(after?.['tags']).toHaveLength(1);
    expect(after?.revision).toBe((before?.revision ?? 0) + 1);
    expect(await store.changes.countDocuments({ resource_type: 'objects', resource_id: object.id })).toBe(2);
    expect((await test.admin.delete(`${PATH}/leaving`)).status).toBe(404);
    expect((await test.editor.delete(`${PATH}/remaining`)).status).toBe(403);
  });
});
