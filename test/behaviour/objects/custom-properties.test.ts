// Properties that the model adds to types: validated by the JSON Schema of their property type (D549).
import { beforeAll, describe, expect, it } from 'vitest';
import { errorCodes, errorSources, type ResourceData, serviceForTests } from '../../support/service.ts';

const PARAMS: Record<string, object> = {
  code: { type: 'string', pattern: '^[A-Z]{2}$' },
  colour: { type: 'string', enum: ['red', 'green'] },
  words: { type: 'array', items: { type: 'string', minLength: 1 }, maxItems: 3, uniqueItems: true },
  point: {
    type: 'object',
    required: ['x'],
    properties: { x: { type: 'integer' }, y: { type: 'number' } },
    additionalProperties: false,
  },
  small: { type: 'integer', minimum: 1, maximum: 9 },
};
// oxfmt-ignore
const PROPERTIES: [string, string, object?][] = [
  ['p_string', 'string'], ['p_text', 'text'], ['p_status', 'status'], ['p_email', 'email'], ['p_url', 'url'],
  ['p_date', 'date'], ['p_datetime', 'datetime'], ['p_number', 'number'], ['p_integer', 'integer'],
  ['p_boolean', 'boolean'], ['p_json', 'json'], ['p_code', 'code'], ['p_colour', 'colour'], ['p_words', 'words'],
  ['p_point', 'point'], ['p_small', 'small'],
];

const test = serviceForTests();
beforeAll(async () => {
  const { admin } = test;
  await admin.create('/model/object_types', { name: 'things', singular: 'thing' });
  await admin.create('/model/object_types', { name: 'boxes', singular: 'box' });
  for (const [name, params] of Object.entries(PARAMS)) await admin.create('/model/property_types', { name, params });
  for (const [name, property_type_name] of PROPERTIES)
    await admin.create('/model/properties', { object_type_name: 'things', name, property_type_name });
  const ofBoxes = (name: string, more: object) =>
    admin.create('/model/properties', { object_type_name: 'boxes', name, property_type_name: 'integer', ...more });
  await ofBoxes('size', { is_nullable: false });
  await ofBoxes('weight', { default_value: 7 });
  await ofBoxes('rank', { is_nullable: false, default_value: 1 });
  await ofBoxes('sealed', { read_only: true });
  await ofBoxes('labels', { property_type_name: 'words', is_nullable: false, default_value: ['new'] });
});

const post = (attributes: Record<string, unknown>, type = 'things') =>
  test.editor.post(`/${type}`, { data: { type, attributes } });
const patch = (id: string, attributes: Record<string, unknown>, type = 'things') =>
  test.editor.patch(`/${type}/${id}`, { data: { id, type, attributes } });
const attributesOf = (response: { body: unknown }) => (response.body as { data: ResourceData }).data.attributes;

describe('a custom property', () => {
  // oxfmt-ignore
  const valid: [string, unknown, unknown?][] = [
    ['p_string', 'x'], ['p_string', ''], ['p_text', '<p>x</p>'], ['p_status', 'draft'],
    ['p_email', 'a@example.com'], ['p_url', 'https://example.com/a?b'], ['p_date', '2026-05-13'],
    ['p_datetime', '2026-05-13T07:09:23+00:00'],
    ['p_datetime', '2026-05-13T09:09:23+02:00', '2026-05-13T07:09:23+00:00'],
    ['p_date', '2026-05-13T23:59:59Z', '2026-05-13'], ['p_number', 1.5], ['p_number', -0.25],
    ['p_number', '1.5', 1.5], ['p_number', 3], ['p_integer', 42], ['p_integer', '42', 42], ['p_integer', 0],
    ['p_integer', 9007199254740991], ['p_boolean', false], ['p_boolean', 'true', true], ['p_boolean', 0, false],
    ['p_json', { a: [1, null, { b: 'x' }] }], ['p_json', [1, 'x']], ['p_json', 'text'], ['p_json', 0],
    ['p_json', false], ['p_code', 'IT'], ['p_colour', 'red'], ['p_words', ['a', 'b']], ['p_words', []],
    ['p_point', { x: 1, y: 0.5 }], ['p_small', 9], ['p_email', '', null], ['p_url', '', null], ['p_date', '', null],
    ['p_datetime', '', null], ['p_colour', '', null], ['p_words', '', null], ['p_point', '', null],
  ];
  it.each(valid)('accepts %s = %o on create and change, and shows it', async (name, value, shown = value) => {
    const created = await post({ [name]: value });
    expect([created.status, attributesOf(created)[name]]).toEqual([201, shown]);
    const { id } = await test.editor.create('/things', {});
    const changed = await patch(id, { [name]: value });
    expect([changed.status, attributesOf(changed)[name]]).toEqual([200, shown]);
    expect(attributesOf(await test.editor.get(`/things/${id}`))[name]).toEqual(shown);
  });

  // oxfmt-ignore
  const invalid: [string, unknown, string?][] = [
    ['p_string', 7], ['p_string', ['x']], ['p_text', {}], ['p_status', 'published'], ['p_email', 'x'],
    ['p_url', 'x y'], ['p_date', '2026-02-30'], ['p_date', 'soon'], ['p_datetime', 'soon'],
    ['p_datetime', '2026-05-13T25:00:00Z'], ['p_datetime', true], ['p_number', 'many'], ['p_number', {}],
    ['p_integer', 1.5], ['p_integer', 'x'], ['p_integer', '1.5'], ['p_boolean', 'perhaps'], ['p_boolean', 2],
    ['p_code', 'it'], ['p_code', ''], ['p_colour', 'blue'], ['p_words', ['a', 'a']], ['p_words', ['a', ''], '/1'],
    ['p_words', ['a', 1], '/1'], ['p_words', 'a'], ['p_words', ['a', 'b', 'c', 'd']], ['p_point', { y: 1 }, '/x'],
    ['p_point', { x: 1.5 }, '/x'], ['p_point', { x: 1, z: 1 }, '/z'], ['p_point', [], '/x'], ['p_small', 0],
    ['p_small', 10],
  ];
  it.each(invalid)('refuses %s = %o on create and change, pointing at %s', async (name, value, place = '') => {
    const { id } = await test.editor.create('/things', {});
    for (const response of [await post({ [name]: value }), await patch(id, { [name]: value, title: 'not written' })]) {
      expect([response.status, errorCodes(response)[0], ...new Set(errorSources(response))]).toEqual([
        400,
        'invalid_data',
        `/data/attributes/${name}${place}`,
      ]);
    }
    expect(attributesOf(await test.editor.get(`/things/${id}`))).toMatchObject({ title: null, [name]: null });
  });

  it('is null when unset, and unset by null', async () => {
    const all = Object.fromEntries(PROPERTIES.map(([name]) => [name, null]));
    const { id, attributes } = await test.editor.create('/things', {});
    expect(attributes).toMatchObject(all);
    await patch(id, { p_string: 'x', p_point: { x: 1 }, p_boolean: false });
    expect(attributesOf(await patch(id, all))).toMatchObject(all);
    const stored = await test.service.services.store.documents('things').findOne({ _id: Number(id) });
    expect(stored?.custom ?? {}).toEqual({});
  });

  it('is replaced as a whole when it is an object', async () => {
    const { id } = await test.editor.create('/things', { p_json: { a: 1, b: { c: 2 } } });
    expect(attributesOf(await patch(id, { p_json: { b: { d: 3 } } }))['p_json']).toEqual({ b: { d: 3 } });
  });

  it('is shown by /objects only when it has a value', async () => {
    const { id } = await test.editor.create('/things', { p_integer: 5 });
    const { data } = (await test.editor.get(`/objects?filter%5Bid%5D=${id}`)).body as { data: ResourceData[] };
    expect(data[0]?.attributes).toHaveProperty('p_integer', 5);
    expect(data[0]?.attributes).not.toHaveProperty('p_string');
  });

  it('belongs to its type only', async () => {
    const response = await test.editor.post('/documents', {
      data: { type: 'documents', attributes: { p_integer: 1 } },
    });
    expect([response.status, errorSources(response)]).toEqual([400, ['/data/attributes/p_integer']]);
  });
});

describe('a property that is not nullable', () => {
  it('is required on create, and never null', async () => {
    const missing = await post({}, 'boxes');
    expect([missing.status, errorSources(missing), missing.text.includes('[size._required]')]).toEqual([
      400,
      ['/data/attributes/size'],
      true,
    ]);
    expect((await post({ size: null }, 'boxes')).status).toBe(400);
    const { id } = await test.editor.create('/boxes', { size: 1 });
    const unset = await patch(id, { size: null }, 'boxes');
    expect([unset.status, errorSources(unset)]).toEqual([400, ['/data/attributes/size']]);
    expect((await patch(id, { title: 'x' }, 'boxes')).status).toBe(200);
  });

  it('with a default is filled in on create; an empty list stays one', async () => {
    expect((await test.editor.create('/boxes', { size: 1 })).attributes).toMatchObject({
      weight: 7,
      rank: 1,
      labels: ['new'],
    });
    expect((await test.editor.create('/boxes', { size: 1, labels: [] })).attributes['labels']).toEqual([]);
  });
});

describe('a default', () => {
  it('applies on create only, and not if a value is sent, null included', async () => {
    const { id, attributes } = await test.editor.create('/boxes', { size: 1, weight: null });
    expect(attributes['weight']).toBeNull();
    expect(attributesOf(await patch(id, { size: 2 }, 'boxes'))['weight']).toBeNull();
    expect((await test.editor.create('/boxes', { size: 1, weight: 3 })).attributes['weight']).toBe(3);
  });
});

describe('a property that is read-only', () => {
  it('is shown in meta and cannot be written', async () => {
    const { id, attributes, meta } = await test.editor.create('/boxes', { size: 1 });
    expect([meta['sealed'], attributes]).toEqual([
      null,
      expect.not.objectContaining({ sealed: expect.anything() as unknown }),
    ]);
    for (const part of ['attributes', 'meta']) {
      const refused = await test.admin.patch(`/boxes/${id}`, { data: { id, type: 'boxes', [part]: { sealed: 5 } } });
      expect([refused.status, errorSources(refused)]).toEqual([400, [`/data/${part}/sealed`]]);
    }
    const data = { id, type: 'boxes', meta: { sealed: null } };
    expect((await test.admin.patch(`/boxes/${id}`, { data })).status).toBe(200);
  });
});

describe('a property of an abstract type', () => {
  it('belongs to the types below it at once, and is removed with its values', async () => {
    const { id: property } = await test.admin.create('/model/properties', {
      object_type_name: 'objects',
      name: 'everywhere',
      property_type_name: 'string',
    });
    const { id } = await test.editor.create('/things', { everywhere: 'here' });
    expect(attributesOf(await test.editor.get(`/things/${id}`))['everywhere']).toBe('here');
    expect((await test.admin.delete(`/model/properties/${property}`)).status).toBe(204);
    expect(attributesOf(await test.editor.get(`/things/${id}`))).not.toHaveProperty('everywhere');
  });
});
