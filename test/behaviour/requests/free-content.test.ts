// Free content, such as `extra` (service.md 2.2): any JSON is returned unchanged, and none of it is interpreted (D414).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorCodes, errorSources, type ResourceData, serviceForTests } from '../../support/service.ts';

/** As text: an object literal of JavaScript has no member `__proto__`. */
const TEXT = `{
  "$gt":"","$where":"1","$":0,"$ref":"a.b","$id":{"x":1},"$db":"d","%$gt":1,"%%__proto__":2,"100%":3,"a.b":{"c.d":[{"$in":[1]}]},
  "":"empty","__proto__":{"isAdmin":true,"__proto__":[]},"_bsontype":"ObjectId","constructor":{"prototype":{"x":1}},
  "list":[{"$ref":"a","$id":1},{"_bsontype":"Map"}],"toJSON":1,"toBSON":"x","hasOwnProperty":null,"length":-1
}`;
const HOSTILE = JSON.parse(TEXT) as Record<string, unknown>;
const PLAIN = JSON.stringify(HOSTILE);

const test = serviceForTests({ env: { BODY_LIMIT: '2mb', BROWSER_UI: 'on' } });
beforeAll(async () => {
  const { admin } = test;
  await admin.create('/model/property_types', { name: 'loose', params: { type: 'object' } });
  for (const [name, property_type_name] of [
    ['anything', 'json'],
    ['loose', 'loose'],
  ]) {
    await admin.create('/model/properties', { object_type_name: 'documents', name, property_type_name });
  }
  const sides = async (name: string, params: object) => {
    const { id } = await admin.create('/model/relations', { name, inverse_name: `${name}_by`, params });
    for (const side of ['left', 'right']) {
      const data = [{ type: 'object_types', id: 'documents' }];
      await admin.post(`/model/relations/${id}/relationships/${side}_object_types`, { data });
    }
  };
  await sides('joins', { type: 'object' });
  await admin.create('/model/categories', { object_type_name: 'documents', name: 'odd' });
});
afterAll(async () => {
  expect(test.loggedErrors).toEqual([]);
  expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined();
});

const dataOf = (response: { body: unknown }) => (response.body as { data: ResourceData }).data;
const same = (value: unknown): void => {
  expect(JSON.stringify(value)).toBe(PLAIN);
};
/** A body in which the text `"@"` is replaced by the content. */
const withContent = (body: object, content = TEXT): string => JSON.stringify(body).replaceAll('"@"', content);
const post = (path: string, attributes: object, content?: string) =>
  test.editor.post(path, withContent({ data: { type: path.slice(1), attributes } }, content));
const patch = (path: string, attributes: object, content?: string) => {
  const [, type, id] = path.split('/');
  return test.editor.patch(path, withContent({ data: { type, id, attributes } }, content));
};
const nested = (levels: number): string => `${'{"$a":'.repeat(levels)}1${'}'.repeat(levels)}`;

describe('free content is returned as it was sent', () => {
  it.each(['extra', 'anything', 'loose'])(
    'in the attribute %s, after create and change, and in its history',
    async (name) => {
      const created = await post('/documents', { [name]: '@' });
      expect(created.status).toBe(201);
      const { id, attributes } = dataOf(created);
      same(attributes[name]);
      same(dataOf(await test.editor.get(`/documents/${id}`)).attributes[name]);
      expect((await patch(`/documents/${id}`, { [name]: { a: 1 } })).status).toBe(200);
      same(dataOf(await patch(`/documents/${id}`, { [name]: '@' })).attributes[name]);
      const history = await test.admin.get(`/history?filter[resource_type]=objects&filter[resource_id]=${id}`);
      const rows = (history.body as { data: { meta: { changed: Record<string, unknown> } }[] }).data;
      expect(rows).toHaveLength(3);
      same(rows[0]?.meta.changed[name]);
      same(rows[2]?.meta.changed[name]);
    },
  );

  it('and is not changed by the same value again', async () => {
    const { id } = dataOf(await post('/documents', { extra: '@', anything: '@' }));
    const before = (await test.editor.get(`/documents/${id}`)).headers['etag'];
    const again = await patch(`/documents/${id}`, { extra: '@', anything: '@' });
    expect([again.status, again.headers['etag']]).toEqual([200, before]);
  });

  it('in a copy, in lists, on pages, and on the legacy side', async () => {
    const { id } = dataOf(await post('/documents', { title: 'Odd content', status: 'on', extra: '@', anything: '@' }));
    const copy = await test.editor.post(`/documents/${id}/actions/clone`, {
      data: { type: 'documents', attributes: {} },
    });
    expect(copy.status).toBe(201);
    same(dataOf(copy).attributes['extra']);
    const list = (await test.editor.get(`/objects?filter[id]=${id}`)).body as { data: ResourceData[] };
    same(list.data[0]?.attributes['extra']);
    const page = await test.editor.get(`/documents/${id}`, { Accept: 'text/html' });
    expect([page.status, page.text.includes('__proto__')]).toEqual([200, true]);
    const edited = await test.editor.patch(
      '/objects',
      withContent({ data: [{ id, type: 'documents', attributes: { extra: '@' } }] }),
    );
    expect(edited.status).toBeLessThan(500);
  });

  it('in params of links, places and categories', async () => {
    const a = await test.editor.create('/documents', { title: 'a', status: 'on' });
    const b = await test.editor.create('/documents', { title: 'b', status: 'on' });
    const relation = { params: '@' };
    const link = withContent({ data: [{ id: b.id, type: 'documents', meta: { relation } }] });
    const linked = await test.editor.post(`/documents/${a.id}/relationships/joins`, link);
    expect(linked.status).toBe(200);
    const links = (await test.editor.get(`/documents/${a.id}/joins`)).body as {
      data: { meta: { relation: { params: unknown } } }[];
    };
    same(links.data[0]?.meta.relation.params);
    expect((await test.editor.post(`/documents/${a.id}/relationships/joins`, link)).status).toBe(204);
    const folder = await test.editor.create('/folders', { title: 'f', status: 'on' });
    const placed = await test.editor.post(`/folders/${folder.id}/relationships/children`, link);
    expect(placed.status).toBe(200);
    const children = (await test.editor.get(`/folders/${folder.id}/children`)).body as typeof links;
    same(children.data[0]?.meta.relation.params);
    const sorted = await post('/documents', { categories: [{ name: 'odd', params: '@' }] });
    expect(sorted.status).toBe(201);
    const path = `/documents/${dataOf(sorted).id}`;
    const categories = dataOf(await test.editor.get(path)).attributes['categories'] as { params: unknown }[];
    same(categories[0]?.params);
  });

  it('in annotations and translations', async () => {
    const object_id = Number((await test.editor.create('/documents', { title: 'a', status: 'on' })).id);
    const remark = dataOf(await post('/annotations', { object_id, description: 'x', params: '@' }));
    same(remark.attributes['params']);
    same(dataOf(await test.editor.get(`/annotations/${remark.id}`)).attributes['params']);
    same(dataOf(await patch(`/annotations/${remark.id}`, { params: '@' })).attributes['params']);
    const rules = (await test.admin.get('/model/object_types/documents')).body as { data: ResourceData };
    const translatable = { translation_rules: { extra: true } };
    await test.admin.patch('/model/object_types/documents', {
      data: { id: rules.data.id, type: 'object_types', attributes: translatable },
    });
    const made = await post('/translations', { object_id, lang: 'it', translated_fields: { extra: '@' } });
    expect(made.status).toBe(201);
    const { id, attributes } = dataOf(made);
    same((attributes['translated_fields'] as { extra: unknown }).extra);
    const again = dataOf(await patch(`/translations/${id}`, { translated_fields: { extra: '@' } }));
    same((again.attributes['translated_fields'] as { extra: unknown }).extra);
  });

  it('to the depth limit of a body', async () => {
    for (const name of ['extra', 'anything', 'loose']) {
      const created = await post('/documents', { [name]: '@' }, nested(86));
      expect([name, created.status]).toEqual([name, 201]);
      expect(JSON.stringify(dataOf(created).attributes[name])).toBe(nested(86));
      const refused = await post('/documents', { [name]: '@' }, nested(88));
      expect([refused.status, errorCodes(refused)]).toEqual([400, ['too_deep', 'too_deep']]);
      expect(errorSources(refused)[0]).toMatch(new RegExp(`^/data/attributes/${name}/`));
    }
  });

  it('up to 1,000,000 bytes of JSON', async () => {
    const content = (bytes: number): string => `{"a":"${'x'.repeat(bytes - 8)}"}`;
    const created = await post('/documents', { extra: '@' }, content(1_000_000));
    expect(created.status).toBe(201);
    const refused = await post('/documents', { extra: '@' }, content(1_000_001));
    expect([refused.status, ...new Set(errorSources(refused))]).toEqual([400, '/data/attributes/extra']);
  });
});

describe('a value that does not fit its field', () => {
  const cases: [string, string, object, string][] = [
    ['text', '/documents', { title: '@' }, '/data/attributes/title'],
    ['a status', '/documents', { status: '@' }, '/data/attributes/status'],
    ['a date', '/documents', { publish_start: '@' }, '/data/attributes/publish_start'],
    [
      'a user name',
      '/users',
      { uname: 'someone-new', username: '@', password: 'long enough 7', email: 'a@example.com' },
      '/data/attributes/username',
    ],
    [
      'a password',
      '/users',
      { uname: 'someone-new', username: 'abc', password: '@', email: 'a@example.com' },
      '/data/attributes/password',
    ],
    ['the name of a role', '/roles', { name: '@' }, '/data/attributes/name'],
    ['an object id', '/annotations', { object_id: '@', description: 'x' }, '/data/attributes/object_id'],
  ];
  it.each(cases)('is named when it has operators: %s', async (_what, path, attributes, pointer) => {
    const response = await test.admin.post(
      path,
      withContent({ data: { type: path.slice(1), attributes } }, '{"$gt":""}'),
    );
    expect([response.status, errorCodes(response)[0], errorSources(response)[0]]).toEqual([
      400,
      'invalid_data',
      pointer,
    ]);
  });

  it('is named in a plain body too', async () => {
    const response = await test.anonymous.post(
      '/auth',
      { username: { $gt: '' }, password: { $ne: null } },
      { 'Content-Type': 'application/json' },
    );
    expect([response.status, errorCodes(response)[0]]).toEqual([400, 'invalid_data']);
    expect(errorSources(response)).toContain('/username');
  });
});
