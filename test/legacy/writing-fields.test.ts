// Data that is written on one side is the same on the other: fields, properties, categories, geo tags and dates (D567,
// D566; D45, D47, D56).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLegacyWorld, type LegacyWorld } from '../support/writes/legacy.ts';
import { errorSources } from '../support/service.ts';

let world: LegacyWorld;
beforeAll(async () => {
  world = await openLegacyWorld();
  const { admin } = world.test;
  for (const [name, type] of [
    ['weight', 'number'],
    ['seen', 'datetime'],
    ['born', 'date'],
  ]) {
    const attributes = { object_type_name: 'documents', name, property_type_name: type };
    await admin.create('/model/properties', attributes);
  }
  for (const name of ['science', 'arts'])
    await admin.create('/model/categories', { name, object_type_name: 'documents' });
  await admin.create('/model/tags', { name: 'known' });
});
afterAll(() => world.test.close());

const create = async (data: object): Promise<{ id: number; [field: string]: unknown }> => {
  const { status, body, text } = await world.save({ parents: [world.publicationId], ...data });
  expect([status, text]).toEqual([201, text]);
  return body.data;
};

const LEGACY_TEXTS = {
  subject: 'a',
  abstract: 'b',
  note: 'c',
  rights: 'd',
  license: 'e',
  creator: 'f',
  publisher: 'g',
  comments: 'moderated',
};

describe('written on one side, read on the other', () => {
  const types: [string, string, object][] = [
    ['document', 'documents', { title: 'T', description: 'D', body: 'B', ...LEGACY_TEXTS }],
    ['event', 'events', { title: 'T', ...LEGACY_TEXTS }],
    ['short_news', 'news', { title: 'T' }],
    ['card', 'profiles', { name: 'Ada', surname: 'Lovelace', birthdate: '1815-12-10', company: false }],
    ['location', 'locations', { title: 'T', coords: 'POINT(11.5 44.5)', address: 'Piazza' }],
    ['image', 'images', { title: 'T', provider: 'p', provider_uid: 'u' }],
    ['b_e_file', 'files', { title: 'T' }],
    ['section', 'folders', { title: 'T', description: 'D' }],
  ];

  it.each(types)('%s', async (legacyName, type, fields) => {
    const { id } = await create({ object_type: legacyName, lang: 'fra', ...fields });
    expect(await world.attributes(type, id)).toMatchObject({ lang: 'fr', status: 'on', ...fields });
    const shown = await world.shown(id);
    expect(shown).toMatchObject({ lang: 'fra', ...fields });
  });

  it.each(types)('and vice versa: %s', async (_legacyName, type, fields) => {
    const attributes = { lang: 'fr', status: 'on', publish_start: '2026-05-01T00:00:00+00:00', ...fields };
    const { id } = await world.test.admin.create(`/${type}`, attributes);
    const data = [{ type, id }];
    await world.test.admin.post(`/folders/${world.publicationId}/relationships/children`, { data });
    expect(await world.shown(Number(id))).toMatchObject({
      lang: 'fra',
      start_date: '2026-05-01T00:00:00+00:00',
      end_date: null,
      ...fields,
    });
  });

  it('what an object shows is taken back as it is (D407), and so are parts of it', async () => {
    const related = await world.document('Related');
    const { id } = await create({
      object_type: 'document',
      categories: ['science'],
      tags: ['known'],
      geo_tags: [{ latitude: 44.5, longitude: 11.5, title: 'Piazza' }],
      custom_properties: { weight: 3 },
      relations: { see_also: [{ related_id: related }] },
    });
    const shown: Record<string, object[]> = await world.shown(id);
    expect((await world.save({ ...shown, id })).body).toMatchObject({ data: shown });
    expect(await world.shown(id)).toEqual(shown);
    const [category, geoTag] = [shown['categories']?.[0], shown['geo_tags']?.[0]];
    const moved = { ...geoTag, latitude: 45 };
    const { status } = await world.save({ id, categories: ['arts', category], tags: [], geo_tags: [moved] });
    expect(status).toBe(200);
    const after = await world.shown(id);
    const geo_tags = [{ latitude: 45, gmaps_lookats: { latitude: 45 } }];
    expect(after).toMatchObject({ tags: [], geo_tags, categories: [{ name: 'arts' }, { name: 'science' }] });
    const refused = [
      { tags: [{ label: 'Known' }] },
      { tags: [{ name: 'known', colour: 'red' }] },
      { tags: [{ name: 'unknown' }] },
      { geo_tags: [{ ...moved, object_id: related }] },
      { relations: { see_also: { url: 'x' } } },
      { relations: { nothing: { count: 0, url: 'http://localhost' } } },
    ];
    const faults = [];
    for (const part of refused) {
      const response = await world.save({ id, ...part });
      faults.push([response.status, ...new Set(errorSources(response))]);
    }
    expect(faults).toEqual([
      [400, '/data/tags/0/name'],
      [400, '/data/tags/0/colour'],
      [400, '/data/tags/0'],
      [400, '/data/geo_tags/0/object_id'],
      [400, '/data/relations/see_also/count'],
      [400, '/data/relations/nothing'],
    ]);
  });

  it('dates in every accepted form, and null', async () => {
    const forms = [
      '2026-05-01T12:00:00+02:00',
      '2026-05-01T10:00:00.123Z',
      '2026-05-01T10:00:00Z',
      '2026-05-01T12:00:00+0200',
    ];
    for (const start_date of forms) {
      const { id, ...shown } = await create({ object_type: 'document', start_date, end_date: null });
      expect(shown).toMatchObject({ start_date: '2026-05-01T10:00:00+00:00', end_date: null });
      expect((await world.save({ id, start_date: null })).body.data.start_date).toBeNull();
      expect(await world.attributes('documents', id)).toMatchObject({ publish_start: null });
    }
  });

  it('not with the names of the other side', async () => {
    const more = { uname: 'mine', publish_start: '2027-01-01T00:00:00Z', extra: { a: 1 }, weight: 3 };
    const data = { object_type: 'document', title: 'Named', parents: [world.publicationId], ...more };
    const refused = await world.save(data);
    expect([refused.status, errorSources(refused)]).toEqual([
      400,
      ['/data/uname', '/data/publish_start', '/data/weight'],
    ]);
    const { id } = await create({ object_type: 'document', title: 'Named', extra: { a: 1 } });
    expect(await world.attributes('documents', id)).toMatchObject({ uname: 'named', extra: { a: 1 }, weight: null });
  });
});

it('properties can be set, changed alone, and deleted by null', async () => {
  const given = { weight: '2.5', seen: '2026-05-01T10:00:00Z', born: '1815-12-10' };
  const { id, custom_properties } = await create({ object_type: 'document', custom_properties: given });
  const stored = { weight: 2.5, seen: '2026-05-01T10:00:00+00:00', born: '1815-12-10' };
  expect(custom_properties).toEqual(stored);
  expect(await world.attributes('documents', id)).toMatchObject(stored);
  const { body } = await world.save({ id, custom_properties: { weight: null } });
  expect(body.data.custom_properties).toEqual({ ...stored, weight: null });
});

it('categories and tags are written by name', async () => {
  const { id, ...shown } = await create({ object_type: 'document', categories: ['arts', 'science'], tags: ['known'] });
  const names = (items: unknown): string[] => (items as { name: string }[]).map(({ name }) => name);
  expect([names(shown['categories']), names(shown['tags'])]).toEqual([['arts', 'science'], ['known']]);
  const { body } = await world.save({ id, categories: ['science'], tags: [] });
  expect([names(body.data.categories), body.data.tags]).toEqual([['science'], []]);
  const attributes = await world.attributes('documents', id);
  expect([names(attributes['categories']), attributes['tags']]).toEqual([['science'], []]);
});

describe('geo tags', () => {
  const tag = { latitude: 44.5, longitude: 11.5, address: 'Piazza', title: 'Square' };

  it('are the same on both sides', async () => {
    const { id, geo_tags } = await create({ object_type: 'event', geo_tags: [tag] });
    // They have no id, and no zoom: neither is stored.
    const lookAt = { latitude: 44.5, longitude: 11.5 };
    expect(geo_tags).toEqual([{ ...tag, object_id: id, gmaps_lookats: lookAt }]);
    expect((await world.attributes('events', id))['geo_tags']).toEqual([tag]);
    const attributes = { geo_tags: [{ latitude: 1, longitude: 2 }] };
    const data = { type: 'events', id: String(id), attributes };
    expect((await world.test.admin.patch(`/events/${id}`, { data })).status).toBe(200);
    expect((await world.shown(id))['geo_tags']).toMatchObject([
      { object_id: id, latitude: 1, longitude: 2, address: null, title: null },
    ]);
  });

  it('are replaced, kept by their id, and removed', async () => {
    const { id } = await create({ object_type: 'document', geo_tags: [tag] });
    const change = async (geo_tags: object[]) => (await world.save({ id, geo_tags })).body.data.geo_tags;
    expect(await change([{ id, latitude: 1, longitude: 2 }])).toMatchObject([
      { object_id: id, latitude: 1, address: null },
    ]);
    expect(await change([])).toEqual([]);
    expect((await world.attributes('documents', id))['geo_tags']).toEqual([]);
    expect((await world.save({ id, title: 'x' })).body.data.geo_tags).toEqual([]);
  });

  it('are independent of the coordinates of locations', async () => {
    const { id } = await create({ object_type: 'location', coords: 'POINT(1 2)', geo_tags: [tag] });
    expect(await world.attributes('locations', id)).toMatchObject({ coords: 'POINT(1 2)', geo_tags: [tag] });
  });

  it.each([
    [[tag, tag], '/data/attributes/geo_tags'],
    [[{ latitude: 'north' }], '/data/attributes/geo_tags/0/latitude'],
    [[{ wombat: 1 }], '/data/attributes/geo_tags/0/wombat'],
    ['here', '/data/attributes/geo_tags'],
  ])('of another form are 400 there too: %j', async (geo_tags, pointer) => {
    const data = { type: 'documents', attributes: { geo_tags } };
    const { status, body } = await world.test.admin.post('/documents', { data });
    expect([status, body.errors[0].source.pointer]).toEqual([400, pointer]);
  });
});

describe('date items', () => {
  const first = { start_date: '2026-06-01T18:00:00+00:00', end_date: '2026-06-01T20:00:00+00:00' };
  const second = { start_date: '2026-07-01T18:00:00+00:00', end_date: null };

  it('are date ranges, with the days of the week in their params', async () => {
    const { id, date_items } = await create({ object_type: 'event', date_items: [{ ...first, days: [0, 6] }, second] });
    expect(date_items).toEqual([
      { id: 1, ...first, days: [0, 6] },
      { id: 2, ...second, days: [] },
    ]);
    expect((await world.attributes('events', id))['date_ranges']).toEqual([
      { ...first, params: { days: [0, 6] } },
      second,
    ]);
  });

  it('keep the params of the named item', async () => {
    const date_ranges = [{ ...first, params: { all_day: true, days: [1] } }];
    const { id } = await world.test.admin.create('/events', { status: 'on', date_ranges });
    const data = [{ type: 'events', id }];
    await world.test.admin.post(`/folders/${world.publicationId}/relationships/children`, { data });
    const { body } = await world.save({ id: Number(id), date_items: [second, { id: 1, ...first, days: [2] }] });
    expect(body.data.date_items).toEqual([
      { id: 1, ...second, days: [] },
      { id: 2, ...first, days: [2] },
    ]);
    const stored = (await world.attributes('events', Number(id)))['date_ranges'];
    expect(stored).toEqual([second, { ...first, params: { all_day: true, days: [2] } }]);
  });

  it('show no days for other params', async () => {
    const { id } = await create({ object_type: 'event', date_items: [first] });
    for (const params of ['x', 3, [1], { days: 'all' }, null]) {
      const attributes = { date_ranges: [{ ...first, params }] };
      await world.test.admin.patch(`/events/${id}`, { data: { type: 'events', id: String(id), attributes } });
      expect((await world.shown(id))['date_items']).toEqual([{ id: 1, ...first, days: [] }]);
    }
  });
});
