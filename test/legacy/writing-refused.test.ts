// Requests that POST /objects in the legacy envelope refuses (D567).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LEGACY, openLegacyWorld, type LegacyWorld } from '../support/writes/legacy.ts';
import { errorSources } from '../support/service.ts';

let world: LegacyWorld;
const ids: Record<string, number> = {};
beforeAll(async () => {
  world = await openLegacyWorld();
  const { test, publicationId } = world;
  const make = async (path: string, attributes: Record<string, unknown>): Promise<number> =>
    Number((await test.admin.create(path, attributes)).id);
  ids['publication'] = publicationId;
  ids['document'] = await world.document('A document');
  ids['section'] = await world.section('A section');
  ids['image'] = await world.loose();
  ids['elsewhere'] = await make('/folders', { title: 'Another tree', status: 'on' });
  ids['event'] = (
    await world.save({
      object_type: 'event',
      title: 'An event',
      parents: [publicationId],
      date_items: [{ start_date: '2026-06-01T00:00:00Z' }],
    })
  ).body.data.id;
  const property = { object_type_name: 'documents' };
  const choice = { type: 'array', items: { type: 'string', enum: ['a', 'b'] } };
  await make('/model/property_types', { name: 'choice', params: choice });
  for (const [name, type] of [
    ['weight', 'number'],
    ['day', 'datetime'],
    ['choices', 'choice'],
  ])
    await make('/model/properties', { ...property, name, property_type_name: type });
  await make('/model/categories', { name: 'science', object_type_name: 'documents' });
  await make('/model/categories', { name: 'closed', object_type_name: 'documents', enabled: false });
  await make('/model/tags', { name: 'known' });
});
afterAll(() => world.test.close());

/** `$name` is replaced by an id. */
function filled(value: unknown): unknown {
  if (typeof value === 'string' && value.startsWith('@')) return ids[value.slice(1)];
  if (Array.isArray(value)) return value.map(filled);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, filled(each)]));
}

const rows = (): Promise<number> => world.test.service.services.store.objects.countDocuments({});

const relation = (name: string, ...links: object[]) => ({ relations: { [name]: links } });
const custom = (value: object) => ({ custom_properties: value });

describe('a document is not created with', () => {
  const cases: [string, object, string][] = [
    ['no type', { object_type: undefined }, '/data/object_type'],
    ['an unknown type', { object_type: 'wombat' }, '/data/object_type'],
    ['the type of users', { object_type: 'user' }, '/data/object_type'],
    ['an abstract type', { object_type: 'object' }, '/data/object_type'],
    ['the type of the publication', { object_type: 'area' }, '/data/object_type'],
    ['a type that is no text', { object_type: ['document'] }, '/data/object_type'],
    ['neither parents nor relations', { parents: undefined }, '/data/parents'],
    ['no parents and empty relations', { parents: [], relations: { see_also: [] } }, '/data/parents'],
    ['a parent that is not there', { parents: [999_999] }, '/data/parents/0'],
    ['a parent that is no section', { parents: ['@document'] }, '/data/parents/0'],
    ['a parent on another tree', { parents: ['@publication', '@elsewhere'] }, '/data/parents/1'],
    ['a parent twice', { parents: ['@section', '@section'] }, '/data/parents/1'],
    ['a parent that is no id', { parents: ['publication'] }, '/data/parents/0'],
    ['parents that are no list', { parents: '@publication' }, '/data/parents'],
    ['a relation that is none', relation('wombat', { related_id: '@document' }), '/data/relations/wombat'],
    ['a relation of other types', relation('poster_of', { related_id: '@document' }), '/data/relations/poster_of'],
    ['a link without an id', relation('see_also', { priority: 1 }), '/data/relations/see_also/0/related_id'],
    ['a link to nothing', relation('see_also', { related_id: 999_999 }), '/data/relations/see_also/0/related_id'],
    [
      'a link to what is not reached',
      relation('poster', { related_id: '@image' }),
      '/data/relations/poster/0/related_id',
    ],
    [
      'a link to the wrong type',
      relation('poster', { related_id: '@document' }),
      '/data/relations/poster/0/related_id',
    ],
    ['a link to itself by id 0', relation('see_also', { related_id: 0 }), '/data/relations/see_also/0/related_id'],
    [
      'a link twice',
      relation('see_also', { related_id: '@document' }, { related_id: '@document' }),
      '/data/relations/see_also/1',
    ],
    [
      'params that the relation has not',
      relation('see_also', { related_id: '@document', params: { label: 'x' } }),
      '/data/relations/see_also/0/params',
    ],
    [
      'a priority that is no place',
      relation('see_also', { related_id: '@document', priority: 0 }),
      '/data/relations/see_also/0/priority',
    ],
    ['an unknown property', custom({ wombat: 1 }), '/data/custom_properties/wombat'],
    ['a plain field as a property', custom({ title: 'x' }), '/data/custom_properties/title'],
    ['a number that is none', custom({ weight: 'heavy' }), '/data/custom_properties/weight'],
    ['a date that is none', custom({ day: 'tomorrow' }), '/data/custom_properties/day'],
    ['a choice that is none', custom({ choices: ['a', 'c'] }), '/data/custom_properties/choices/1'],
    ['a list where there is one value', custom({ weight: [1] }), '/data/custom_properties/weight'],
    ['an unknown category', { categories: ['science', 'wombats'] }, '/data/categories/1'],
    ['a category that is closed', { categories: ['closed'] }, '/data/categories/0'],
    ['a category without a name', { categories: [{ label: 'Science' }] }, '/data/categories/0/name'],
    ['a category that is no name', { categories: [3] }, '/data/categories/0'],
    ['an unknown tag', { tags: ['known', 'unheard of'] }, '/data/tags/1'],
    ['two geo tags', { geo_tags: [{ latitude: 1 }, { latitude: 2 }] }, '/data/geo_tags'],
    ['a geo tag off the map', { geo_tags: [{ latitude: 91, longitude: 0 }] }, '/data/geo_tags/0/latitude'],
    ['a geo tag with more', { geo_tags: [{ latitude: 1, zoom: 3 }] }, '/data/geo_tags/0/zoom'],
    ['the id of a geo tag', { geo_tags: [{ id: '@document', latitude: 1 }] }, '/data/geo_tags/0/id'],
    ['dates that its type has not', { date_items: [{ start_date: '2026-06-01T00:00:00Z' }] }, '/data/date_items'],
    ['a date without an offset', { start_date: '2026-06-01T00:00:00' }, '/data/start_date'],
    ['a date with a space', { start_date: '2026-06-01 00:00:00Z' }, '/data/start_date'],
    ['a day for a date', { end_date: '2026-06-01' }, '/data/end_date'],
    ['a month that is none', { start_date: '2026-13-01T00:00:00Z' }, '/data/start_date'],
    ['a time that is none', { start_date: '2026-06-01T24:00:00Z' }, '/data/start_date'],
    ['a timestamp for a date', { start_date: 1_780_000_000 }, '/data/start_date'],
    [
      'an end before its start',
      { start_date: '2026-06-02T00:00:00Z', end_date: '2026-06-01T00:00:00Z' },
      '/data/end_date',
    ],
    ['a title that is no text', { title: { $gt: '' } }, '/data/title'],
    ['a body that is a list', { body: ['x'] }, '/data/body'],
    ['a nickname that is a number', { nickname: '12' }, '/data/nickname'],
    ['an unknown upload', { upload_token: 'x' }, '/data/upload_token'],
    ...['Permission', 'Category', 'GeoTag', 'User', 'destination'].map((name): [string, object, string] => [
      `the association ${name}`,
      { [name]: [] },
      `/data/${name}`,
    ]),
  ];

  it.each(cases)('%s', async (_what, more, pointer) => {
    const before = await rows();
    const data = filled({ object_type: 'document', title: 'Refused', parents: ['@publication'], ...more });
    const response = await world.save(data);
    expect([response.status, errorSources(response)[0]]).toEqual([400, pointer]);
    expect(await rows()).toBe(before);
  });
});

describe('a section is not created', () => {
  it.each([[[]], [['@publication', '@section']], [undefined]])('in %j', async (parents) => {
    const data = filled({ object_type: 'section', parents, ...relation('see_also', { related_id: '@document' }) });
    const response = await world.save(data);
    expect([response.status, errorSources(response)]).toEqual([400, ['/data/parents']]);
  });
});

describe('a change is refused', () => {
  const cases: [string, object, number, string | undefined][] = [
    ['of what is not there', { id: 999_999 }, 404, undefined],
    ['of what is not reached', { id: '@image', title: 'x' }, 404, undefined],
    ['by an id that is none', { id: 'a-document' }, 400, '/data/id'],
    ['of the type', { id: '@document', object_type: 'event' }, 400, '/data/object_type'],
    ['to an unknown type', { id: '@document', object_type: 'wombat' }, 400, '/data/object_type'],
    ['with a file', { id: '@document', upload_token: 'x' }, 400, '/data/upload_token'],
    ['of a section into itself', { id: '@section', parents: ['@section'] }, 400, '/data'],
    ['of a section to no place', { id: '@section', parents: [] }, 400, '/data/parents'],
    ['of the publication', { id: '@publication', parents: ['@section'] }, 400, '/data'],
    [
      'to be related to itself',
      { id: '@document', ...relation('see_also', { related_id: '@document' }) },
      400,
      '/data/relations/see_also/0',
    ],
    ['with the geo tag of another', { id: '@document', geo_tags: [{ id: '@event' }] }, 400, '/data/geo_tags/0/id'],
    [
      'with an unknown date item',
      { id: '@event', date_items: [{ id: 2, start_date: '2026-06-01T00:00:00Z' }] },
      400,
      '/data/date_items/0/id',
    ],
    [
      'with a date item without start',
      { id: '@event', date_items: [{ end_date: null }] },
      400,
      '/data/date_items/0/start_date',
    ],
    [
      'with a day that is none',
      { id: '@event', date_items: [{ start_date: '2026-06-01T00:00:00Z', days: [7] }] },
      400,
      '/data/date_items/0/days/0',
    ],
    [
      'with a date item of another form',
      { id: '@event', date_items: [{ start_date: '2026-06-01' }] },
      400,
      '/data/date_items/0/start_date',
    ],
    ['to an unknown status', { id: '@document', status: 'gone' }, 400, '/data/status'],
  ];

  it.each(cases)('%s', async (_what, data, status, pointer) => {
    const response = await world.save(filled(data));
    expect([response.status, errorSources(response)[0]]).toEqual([status, pointer]);
  });

  it('of status and nickname, when it is locked, and of no other field', async () => {
    const id = await world.document('Locked');
    await world.test.admin.patch(`/documents/${id}`, {
      data: { type: 'documents', id: String(id), meta: { locked: true } },
    });
    const change = async (data: object): Promise<number> => (await world.save({ id, ...data })).status;
    const done = [
      await change({ nickname: 'other' }),
      await change({ status: 'off' }),
      await change({ title: 'Fine' }),
    ];
    expect(done).toEqual([403, 403, 200]);
    const { status } = await world.test.editor.delete(`/objects/${id}`, { Accept: LEGACY.Accept });
    expect(status).toBe(403);
  });
});

describe('a caller without permission', () => {
  it('is refused before anything else is checked', async () => {
    const { anonymous, reader } = world.test;
    const data = { object_type: 'wombat' };
    expect((await world.save(data, anonymous)).status).toBe(401);
    expect((await world.save(data, reader)).status).toBe(403);
  });

  it('cannot write an object or add a child to a section', async () => {
    const { test } = world;
    const id = await world.document('Guarded');
    const section = await world.section('Guarded');
    for (const object_id of [id, section])
      await test.admin.create('/object_permissions', { object_id, role_id: 1, permission: 'write' });
    const statuses = [
      await world.save({ id, title: 'x' }),
      await world.save({ object_type: 'document', parents: [section] }),
      await world.save({ id: ids['document'], parents: [section] }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([403, 403, 403]);
    expect((await world.save({ id, title: 'x' }, test.admin)).status).toBe(200);
  });

  it('cannot name a hidden section', async () => {
    const section = await world.section('Closed');
    const attributes = { object_id: section, role_id: 1, permission: 'read' };
    await world.test.admin.create('/object_permissions', attributes);
    const response = await world.save({ object_type: 'document', parents: [section] });
    expect([response.status, errorSources(response)]).toEqual([400, ['/data/parents/0']]);
  });

  it('cannot create objects of a type', async () => {
    const { test } = world;
    await test.admin.create('/admin/endpoints', { name: 'events' });
    const rule = { endpoint_name: 'events', role_name: 'editor', read: true, write: 'block' };
    await test.admin.create('/admin/endpoint_permissions', rule);
    const data = { object_type: 'event', title: 'x', parents: [world.publicationId] };
    expect((await world.save(data)).status).toBe(403);
    expect((await world.save({ id: ids['event'], title: 'x' })).status).toBe(403);
  });
});
