// /translations (service.md 4.9, D29, D56).
import { describe, expect, it } from 'vitest';
import { type Client, errorCodes, errorSources, serviceForTests } from '../../support/service.ts';

const test = serviceForTests();

interface Body {
  data: Record<string, never> & {
    id: string;
    attributes: Record<string, unknown>;
    meta: Record<string, unknown>;
    relationships: Record<string, { data?: unknown; links: Record<string, string> }>;
  };
  included?: { id: string; type: string }[];
}
const body = (response: { body: unknown }): Body => response.body as Body;
const idsIn = (response: { body: unknown }): string[] =>
  (response.body as { data: { id: string }[] }).data.map(({ id }) => id);

const newDocument = async (attributes: object = {}): Promise<number> =>
  Number((await test.editor.create('/documents', { title: 'A word', status: 'on', ...attributes })).id);
const translate = (object_id: number, attributes: object = {}) =>
  test.editor.create('/translations', {
    object_id,
    lang: 'it',
    status: 'on',
    translated_fields: { title: 'Una parola' },
    ...attributes,
  });
const post = (attributes: object, client: Client = test.editor) =>
  client.post('/translations', { data: { type: 'translations', attributes } });
const patch = (id: string, attributes: object, headers = {}, client: Client = test.editor) =>
  client.patch(`/translations/${id}`, { data: { id, type: 'translations', attributes } }, headers);

describe('POST /translations', () => {
  it('is 201 with the translation, its Location and its ETag', async () => {
    const object_id = await newDocument();
    const attributes = { object_id, lang: 'it', status: 'on', translated_fields: { title: 'Una parola', body: null } };
    const response = await post(attributes);
    const { data } = body(response);
    expect(response.status).toBe(201);
    expect(response.headers['location']).toMatch(new RegExp(`/translations/${data.id}$`));
    expect(response.headers['etag']).toMatch(/^"1\./);
    expect(data.attributes).toEqual({ ...attributes, translated_fields: { title: 'Una parola' } });
    const now = '2026-05-13T07:09:23+00:00';
    expect(data.meta).toMatchObject({ created: now, modified: now, created_by: expect.any(Number) as number });
    expect(data.relationships['object']?.links['related']).toMatch(new RegExp(`/translations/${data.id}/object$`));
    // One sequence numbers them and objects (D10).
    expect(Number(data.id)).toBeGreaterThan(object_id);
    expect((await test.anonymous.get(`/translations/${data.id}`)).status).toBe(200);
  });

  it('creates a draft without fields from a minimal body', async () => {
    const { attributes } = await test.editor.create('/translations', { object_id: await newDocument(), lang: 'fr' });
    expect(attributes).toMatchObject({ status: 'draft', translated_fields: {} });
  });

  it('refuses a second translation into a language, and accepts other languages', async () => {
    const object_id = await newDocument();
    await translate(object_id);
    const again = await post({ object_id, lang: 'it', status: 'on' });
    expect([again.status, ...errorCodes(again), ...errorSources(again)]).toEqual([
      400,
      'already_exists',
      'already_exists',
      '/data/attributes/lang',
    ]);
    expect((await post({ object_id, lang: 'de', status: 'on' })).status).toBe(201);
  });

  it('creates one translation when many requests create it at once', async () => {
    const object_id = await newDocument();
    const answers = await Promise.all(Array.from({ length: 8 }, () => post({ object_id, lang: 'it', status: 'on' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 7 }, () => 400)]);
    expect(idsIn(await test.anonymous.get(`/translations?filter[object_id]=${object_id}`))).toHaveLength(1);
  });

  const good = { lang: 'it', status: 'on', translated_fields: { title: 'x' } };
  const bad: [string, object, string][] = [
    ['no object', { object_id: undefined }, '/data/attributes/object_id'],
    ['an object that does not exist', { object_id: 987_654 }, '/data/attributes/object_id'],
    ['an object id that is text', { object_id: 'one' }, '/data/attributes/object_id'],
    ['an object id that is an operator', { object_id: { $gt: 0 } }, '/data/attributes/object_id'],
    ['an object id that is negative', { object_id: -1 }, '/data/attributes/object_id'],
    ['an object id that is too large', { object_id: 1e18 }, '/data/attributes/object_id'],
    ['no language', { lang: undefined }, '/data/attributes/lang'],
    ['a language of three letters', { lang: 'ita' }, '/data/attributes/lang'],
    ['a language in capitals', { lang: 'IT' }, '/data/attributes/lang'],
    ['two letters that are no language', { lang: 'xx' }, '/data/attributes/lang'],
    ['null for a language', { lang: null }, '/data/attributes/lang'],
    ['the language of the object', { lang: 'en' }, '/data/attributes/lang'],
    ['another status', { status: 'deleted' }, '/data/attributes/status'],
    ['fields that are a list', { translated_fields: ['x'] }, '/data/attributes/translated_fields'],
    ['fields that are null', { translated_fields: null }, '/data/attributes/translated_fields'],
    ['an unknown field', { translated_fields: { nothing: 'x' } }, '/data/attributes/translated_fields/nothing'],
    [
      'a field that is not translated',
      { translated_fields: { uname: 'x' } },
      '/data/attributes/translated_fields/uname',
    ],
    [
      'a field of all objects',
      { translated_fields: { constructor: 'x' } },
      '/data/attributes/translated_fields/constructor',
    ],
    ['a value of the wrong kind', { translated_fields: { title: 7 } }, '/data/attributes/translated_fields/title'],
    [
      'a value that is an object',
      { translated_fields: { title: { a: 1 } } },
      '/data/attributes/translated_fields/title',
    ],
  ];
  it.each(bad)('refuses %s: 400', async (_what, attributes, source) => {
    const object_id = await newDocument({ lang: 'en' });
    const before = await test.service.services.store.translations.countDocuments();
    const response = await post({ object_id, ...good, ...attributes });
    expect([response.status, [...new Set(errorSources(response))]]).toEqual([400, [source]]);
    expect(await test.service.services.store.translations.countDocuments()).toBe(before);
  });

  it('refuses a user, a trashed object, another type, an id of the client', async () => {
    const object_id = await newDocument();
    await test.editor.delete(`/documents/${object_id}`);
    for (const id of [1, object_id]) {
      const response = await post({ ...good, object_id: id });
      expect([response.status, errorSources(response)]).toEqual([400, ['/data/attributes/object_id']]);
    }
    const attributes = { ...good, object_id: await newDocument() };
    expect((await test.editor.post('/translations', { data: { type: 'documents', attributes } })).status).toBe(409);
    expect(
      (await test.editor.post('/translations', { data: { type: 'translations', id: '5', attributes } })).status,
    ).toBe(403);
  });
});

describe('PATCH /translations/{id}', () => {
  it('replaces the fields as a whole, and keeps attributes that are not sent', async () => {
    const { id } = await translate(await newDocument(), { translated_fields: { title: 'a', body: 'b' } });
    test.clock.advance(1000);
    const response = await patch(id, { translated_fields: { description: 'c' } }, {}, test.admin);
    expect(response.status).toBe(200);
    const { attributes, meta } = body(response).data;
    expect(attributes).toMatchObject({ lang: 'it', status: 'on', translated_fields: { description: 'c' } });
    expect(meta).toMatchObject({ modified_by: 1 });
    expect(meta['modified']).not.toBe(meta['created']);
    expect(response.headers['etag']).toMatch(/^"2\./);
  });

  it('writes nothing without a change, for any caller (D46)', async () => {
    const { id, attributes } = await translate(await newDocument(), { translated_fields: { title: 'a', body: 'b' } });
    const before = await test.service.services.store.changes.countDocuments();
    test.clock.advance(1000);
    const response = await patch(id, { ...attributes, translated_fields: { body: 'b', title: 'a' } }, {}, test.admin);
    expect([response.status, body(response).data.meta['modified_by']]).not.toContain(1);
    expect(response.headers['etag']).toMatch(/^"1\./);
    expect(await test.service.services.store.changes.countDocuments()).toBe(before);
  });

  it('refuses another object, an invalid language or field', async () => {
    const object_id = await newDocument({ lang: 'en' });
    const { id } = await translate(object_id);
    await translate(object_id, { lang: 'de' });
    const cases: [object, string, string][] = [
      [{ object_id: await newDocument() }, 'invalid_data', '/data/attributes/object_id'],
      [{ lang: 'de' }, 'already_exists', '/data/attributes/lang'],
      [{ lang: 'en' }, 'invalid_data', '/data/attributes/lang'],
      [{ lang: 'xx' }, 'invalid_data', '/data/attributes/lang'],
      [{ translated_fields: { uname: 'x' } }, 'invalid_data', '/data/attributes/translated_fields/uname'],
    ];
    for (const [attributes, code, source] of cases) {
      const response = await patch(id, attributes);
      expect([response.status, errorCodes(response)[0], errorSources(response)]).toEqual([400, code, [source]]);
    }
    expect((await patch(id, { lang: 'fr' })).status).toBe(200);
  });

  it('checks data.id, data.type and If-Match (D12, D60)', async () => {
    const { id } = await translate(await newDocument());
    const send = (data: object, headers = {}) => test.editor.patch(`/translations/${id}`, { data }, headers);
    expect((await send({ id: '1', type: 'translations', attributes: {} })).status).toBe(409);
    expect((await send({ id, type: 'documents', attributes: {} })).status).toBe(409);
    expect((await send({ type: 'translations', attributes: {} })).status).toBe(400);
    expect((await send({ id: Number(id), type: 'translations', attributes: {} })).status).toBe(200);
    expect((await patch(id, { status: 'off' }, { 'If-Match': '"9.x"' })).status).toBe(412);
    expect((await patch(id, { status: 'on' }, { 'If-Match': '"9.x"' })).status).toBe(412);
    expect((await patch(id, { status: 'off' }, { 'If-Match': '"1.x"' })).status).toBe(200);
    expect((await test.editor.delete(`/translations/${id}`, { 'If-Match': '"1.x"' })).status).toBe(412);
  });

  it('serialises concurrent changes: each raises the revision by one', async () => {
    const { id } = await translate(await newDocument());
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => patch(id, { translated_fields: { title: `n${n}` } })),
    );
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    const row = await test.service.services.store.translations.findOne({ _id: Number(id) });
    expect(row?.revision).toBe(9);
  });

  it('is 404 for ids that are not of a translation', async () => {
    for (const id of ['987654', 'abc', '0', '1e3', '-1', '99999999999999999999']) {
      expect((await patch(id, {})).status).toBe(404);
      expect((await test.editor.get(`/translations/${id}`)).status).toBe(404);
    }
  });
});

describe('GET /translations', () => {
  it('filters, sorts and searches', async () => {
    const object_id = await newDocument();
    const event = Number((await test.editor.create('/events', { title: 'Fair', status: 'on' })).id);
    const it_ = await translate(object_id, {
      translated_fields: { title: 'Perché no', body: '<p>Una mela rossa</p>' },
    });
    const de = await translate(object_id, { lang: 'de', status: 'draft' });
    const fair = await translate(event, { lang: 'ja', translated_fields: { title: '市' } });
    const list = async (query: string, client = test.editor) =>
      idsIn(await client.get(encodeURI(`/translations?${query}`)));
    expect(await list(`filter[object_id]=${object_id}`)).toEqual([it_.id, de.id]);
    expect(await list(`filter[object_id]=${object_id},${event}&sort=-lang`)).toEqual([fair.id, it_.id, de.id]);
    expect(await list(`filter[object_id]=${object_id}&filter[lang][ne]=it`)).toEqual([de.id]);
    expect(await list(`filter[object_id]=${object_id}&filter[status]=draft`)).toEqual([de.id]);
    expect(await list('filter[type]=events')).toEqual([fair.id]);
    expect(await list(`filter[created_by]=1&filter[object_id]=${object_id}`)).toEqual([]);
    expect(await list('q=perche')).toEqual([it_.id]);
    expect(await list('q="mela rossa"')).toEqual([it_.id]);
    expect(await list('q=mel')).toEqual([]);
    expect(await list(`filter[object_id]=${object_id}`, test.anonymous)).toEqual([it_.id]);
    expect(await list(`filter[object_id]=${object_id}&filter[status]=draft`, test.anonymous)).toEqual([]);
  });

  it.each([
    ['filter[type]=nothing', 400],
    ['filter[nothing]=1', 400],
    ['filter[object_id]=abc', 400],
    ['filter[object_id][$gt]=1', 400],
    ['filter[translated_fields]=x', 400],
    ['sort=translated_fields', 400],
    ['include=nothing', 400],
    ['include=object.nothing', 400],
    ['q=-', 400],
    ['lang=it', 400],
    ['page=99', 404],
  ])('?%s is %i', async (query, status) => {
    await translate(await newDocument());
    expect((await test.editor.get(`/translations?${query}`)).status).toBe(status);
  });

  it('includes objects, each once, and their related objects', async () => {
    const object_id = await newDocument();
    await translate(object_id);
    await translate(object_id, { lang: 'de' });
    const response = await test.anonymous.get(
      `/translations?filter[object_id]=${object_id}&include=object.translations`,
    );
    const { data, included, meta } = response.body as {
      data: Body['data'][];
      included: Body['data'][];
      meta: { schema: object };
    };
    expect(data.map(({ relationships }) => relationships['object']?.data)).toEqual([
      { id: String(object_id), type: 'documents' },
      { id: String(object_id), type: 'documents' },
    ]);
    expect(included.map(({ id }) => id)).toEqual([String(object_id)]);
    expect(included[0]?.relationships['translations']?.data).toHaveLength(2);
    expect(meta.schema).toHaveProperty('documents');
  });
});

describe('the object of a translation', () => {
  it('is shown with relationships and schema, and as an identifier with relationships', async () => {
    const object_id = await newDocument();
    const { id } = await translate(object_id);
    const object = await test.anonymous.get(`/translations/${id}/object?include=translations`);
    expect(object.body).toMatchObject({
      data: { id: String(object_id), type: 'documents', attributes: { title: 'A word' } },
      included: [{ id, type: 'translations' }],
      meta: { schema: { documents: {} } },
    });
    const { data } = body(await test.anonymous.get(`/translations/${id}/relationships/object`));
    expect(Object.keys(data).sort()).toEqual(['id', 'links', 'relationships', 'type']);
    expect(data.relationships['translations']?.links['related']).toMatch(
      new RegExp(`/documents/${object_id}/translations$`),
    );
    const list = await test.anonymous.get(`/documents/${object_id}/translations`);
    expect(idsIn(list)).toEqual([id]);
    expect((await test.anonymous.get(`/documents/${object_id}/relationships/translations`)).body).toMatchObject({
      data: [{ id, type: 'translations' }],
    });
    expect((await test.anonymous.get('/documents/987654/translations')).status).toBe(404);
  });
});

it('object_id accepts text with digits, and filter[object] means filter[object_id]', async () => {
  const { id } = await test.editor.create('/documents', { title: 'By digits', status: 'on' });
  const made = await test.editor.create('/translations', { object_id: id, lang: 'it' });
  expect(made.attributes['object_id']).toBe(Number(id));
  const attributes = { object_id: id };
  const same = await test.editor.patch(`/translations/${made.id}`, {
    data: { id: made.id, type: 'translations', attributes },
  });
  expect(same.status).toBe(200);
  for (const name of ['object', 'object_id']) {
    const { body } = await test.editor.get(`/translations?filter[${name}]=${id}`);
    expect((body as { data: { id: string }[] }).data.map((row) => row.id)).toEqual([made.id]);
  }
  for (const wrong of ['x', '01', '1.5', '', 0, 1.5, null, true, { $gt: 0 }, [1]]) {
    const refused = { data: { type: 'translations', attributes: { object_id: wrong, lang: 'it' } } };
    expect((await test.editor.post('/translations', refused)).status).toBe(400);
  }
});
