// Values are stored as they were sent, or refused: integers beyond 2^53, the form of texts, ranges of dates (D784, D785, D787).
import type { Test } from 'supertest';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Attribute, ResolvedType } from '../../../core/model/model.ts';
import { errorCodes, errorSources, serviceForTests } from '../../support/service.ts';
import { writeEndpoints } from '../../support/writes/write-endpoints.ts';

const test = serviceForTests({ env: { LEGACY_ROOT: '' } });
beforeAll(async () => {
  const { admin } = test;
  await admin.create('/model/object_types', { name: 'books', singular: 'book', associations: ['DateRanges', 'Tags'] });
  const properties: Record<string, string> = {
    pages: 'integer',
    price: 'number',
    notes: 'json',
    motto: 'string',
    read_at: 'datetime',
  };
  for (const [name, property_type_name] of Object.entries(properties))
    await admin.create('/model/properties', { object_type_name: 'books', name, property_type_name });
});

const raw = (method: 'post' | 'patch', path: string, type: string, body: string) =>
  test.admin.request(method, path, (request: Test) =>
    request
      .set({ 'Content-Type': type })
      .serialize((data) => data as string)
      .send(body),
  );
const book = (attributes: string) =>
  raw('post', '/books', 'application/vnd.api+json', `{"data":{"type":"books","attributes":${attributes}}}`);

describe('an integer beyond 2^53', () => {
  it('is refused with its place at every operation with a body', async () => {
    const endpoints = await writeEndpoints(test, ['documents', 'users', 'folders']);
    expect(endpoints.length).toBeGreaterThan(60);
    const body = '{"data":{"type":"documents","id":"1","attributes":{"a":{"b":[1,{"c~/":9007199254740993}]}}}}';
    const wrong: unknown[] = [];
    for (const { method, path, type } of endpoints) {
      if (method === 'delete') continue;
      const response = await raw(method, path, type, body);
      const found = [response.status, errorSources(response)[0]];
      if (![401, 403, 404].includes(response.status) && found.join() !== '400,/data/attributes/a/b/1/c~0~1')
        wrong.push([method, path, ...found]);
    }
    expect(wrong).toEqual([]);
  });

  it.each([
    ['{"pages":9007199254740993}', '/data/attributes/pages'],
    ['{"pages":18446744073709551616}', '/data/attributes/pages'],
    ['{"pages":-9007199254740993}', '/data/attributes/pages'],
    ['{"pages":"9007199254740993"}', '/data/attributes/pages'],
    ['{"pages":9007199254740993.0}', '/data/attributes/pages'],
    ['{"pages":1e20}', '/data/attributes/pages'],
    ['{"price":9.007199254740993e15}', '/data/attributes/price'],
    ['{"notes":{"a":[{"b":12345678901234567890}]}}', '/data/attributes/notes/a/0/b'],
    ['{"extra":[0,12345678901234567890]}', '/data/attributes/extra/1'],
  ])('%s is 400', async (attributes, pointer) => {
    const response = await book(attributes);
    expect([response.status, errorSources(response)]).toEqual([400, [pointer]]);
  });

  it.each<[string, object]>([
    ['{"pages":9007199254740991}', { pages: 9007199254740991 }],
    ['{"pages":"-9007199254740991"}', { pages: -9007199254740991 }],
    ['{"price":1e300}', { price: 1e300 }],
    ['{"price":0.1234567890123456789}', { price: 0.12345678901234568 }],
    ['{"notes":{"n":"12345678901234567890","m":123}}', { notes: { n: '12345678901234567890', m: 123 } }],
  ])('unlike %s', async (attributes, shown) => {
    const response = await book(attributes);
    expect([response.status, response.body]).toMatchObject([201, { data: { attributes: shown } }]);
  });

  it('is refused in filters', async () => {
    for (const filter of [
      'filter[pages]=9007199254740993',
      'filter[price]=9007199254740993',
      'filter[notes]=9007199254740993',
    ]) {
      const response = await test.admin.get(`/books?${filter}`);
      expect([filter, response.status, errorCodes(response)[0]]).toEqual([filter, 400, 'invalid_filter']);
    }
  });

  it('is refused on the legacy side', async () => {
    const body = '{"data":{"object_type":"document","title":"A","customProperties":{"a":9007199254740993}}}';
    const response = await raw('post', '/objects', 'application/json', body);
    expect(response.status).toBe(400);
  });
});

const DECOMPOSED = 'Cafe\u0301';
const COMPOSED = 'Caf\u00e9';

/** Attributes of all served types whose value is any text. */
const isPlainText = ({ kind, readOnly, name, schema }: Attribute): boolean =>
  kind === 'string' &&
  !readOnly &&
  !['uname', 'lang', 'status', 'password', 'username'].includes(name) &&
  !['enum', 'pattern', 'format', 'contentMediaType'].some((keyword) => keyword in schema);

describe('a text', () => {
  const created = async (type: ResolvedType): Promise<unknown[]> => {
    const texts = type.attributes.filter(isPlainText).map(({ name }) => name);
    const needed =
      type.name === 'users' ? { uname: 'drinker', username: 'drinker', password: 'correct horse battery' } : {};
    const attributes = { ...needed, ...Object.fromEntries(texts.map((name) => [name, DECOMPOSED])) };
    const response = await test.admin.post(`/${type.name}`, { data: { type: type.name, attributes } });
    if (response.status !== 201) return [[type.name, response.status, response.body]];
    const shown = (response.body as { data: { attributes: Record<string, unknown> } }).data.attributes;
    return texts.filter((name) => name in shown && shown[name] !== COMPOSED).map((name) => [type.name, name]);
  };

  it('is composed (NFC) in every attribute of every type', async () => {
    const types = [...test.service.services.modelService.current().types.values()];
    const written = types.filter(({ served, abstract }) => served && !abstract);
    expect(written.length).toBeGreaterThan(8);
    const others: unknown[] = [];
    for (const type of written) others.push(...(await created(type)));
    expect(others).toEqual([]);
  });

  it.each([
    ['/roles', { name: 'cafe', description: DECOMPOSED }, 'description'],
    ['/admin/applications', { name: 'cafe', description: DECOMPOSED }, 'description'],
    ['/model/tags', { name: 'cafe', label: DECOMPOSED }, 'label'],
    ['/admin/config', { name: 'Cafe', context: 'app', content: DECOMPOSED }, 'content'],
  ])('is composed in attributes of %s', async (path, attributes, name) => {
    const { id, attributes: shown } = await test.admin.create(path, attributes);
    expect([id, shown[name]]).toEqual([id, COMPOSED]);
  });

  it('is composed in filters, translations, annotations and labels', async () => {
    const { id } = await test.admin.create('/books', {
      title: DECOMPOSED,
      tags: [{ name: 'drinks', label: DECOMPOSED }],
    });
    const { body } = await test.admin.get(
      `/books?filter[title]=${encodeURIComponent(`${DECOMPOSED}`)}&filter[id]=${id}`,
    );
    expect(body).toMatchObject({ data: [{ attributes: { tags: [{ label: COMPOSED }] } }] });
    const translated = await test.admin.create('/translations', {
      object_id: Number(id),
      lang: 'fr',
      translated_fields: { title: DECOMPOSED },
    });
    expect(translated.attributes['translated_fields']).toEqual({ title: COMPOSED });
    const noted = await test.admin.create('/annotations', { object_id: Number(id), description: DECOMPOSED });
    expect(noted.attributes['description']).toBe(COMPOSED);
  });

  it('stays as it was sent in free content', async () => {
    const free = { [DECOMPOSED]: [`${DECOMPOSED}\0`] };
    const { attributes } = await test.admin.create('/books', { extra: free, notes: free });
    expect([attributes['extra'], attributes['notes']]).toEqual([free, free]);
  });

  it.each([
    ['/books', { title: 'a\0b' }, 'title'],
    ['/books', { motto: 'a\0b' }, 'motto'],
    ['/books', { tags: [{ name: 'a', label: 'a\0b' }] }, 'tags/0/label'],
    ['/roles', { name: 'a\0b' }, 'name'],
    ['/admin/config', { name: 'Nul', context: 'app', content: 'a\0b' }, 'content'],
    ['/users', { username: 'nul', password: 'correct horse battery', name: 'a\0b' }, 'name'],
  ])('with NUL is refused: %s %j', async (path, attributes, place) => {
    const response = await test.admin.post(path, { data: { type: path.split('/').at(-1) ?? '', attributes } });
    expect([response.status, errorSources(response)]).toEqual([400, [`/data/attributes/${place}`]]);
  });

  it('with NUL is refused in filters', async () => {
    expect((await test.admin.get('/books?filter[title]=a%00b')).status).toBe(400);
  });
});

describe('a range of dates', () => {
  it('does not end before it starts', async () => {
    const date_ranges = [
      { start_date: '2026-01-02', end_date: '2026-01-02' },
      { start_date: '2026-01-02T10:00:00Z', end_date: '2026-01-02T09:59:59Z' },
      { start_date: '2026-01-02', end_date: null },
    ];
    const response = await test.admin.post('/books', { data: { type: 'books', attributes: { date_ranges } } });
    expect([response.status, errorSources(response)]).toEqual([400, ['/data/attributes/date_ranges/1/end_date']]);
    date_ranges.splice(1, 1);
    expect((await test.admin.post('/books', { data: { type: 'books', attributes: { date_ranges } } })).status).toBe(
      201,
    );
  });
});

describe('the id of a body', () => {
  it('that is another one is refused with the expected id', async () => {
    const { id } = await test.admin.create('/books', { uname: 'iceland' });
    const response = await test.admin.patch('/books/iceland', {
      data: { type: 'books', id: 'iceland', attributes: {} },
    });
    expect(response.status).toBe(409);
    expect(JSON.stringify(response.body)).toContain(`expected, \\"${id}\\"`);
  });
});
