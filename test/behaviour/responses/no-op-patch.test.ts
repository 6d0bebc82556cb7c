// A PATCH without a change writes nothing, keeps `modified`, and returns 200 with the resource (D46).
import { beforeAll, describe, expect, it } from 'vitest';
import { type ResourceData, serviceForTests } from '../../support/service.ts';

const test = serviceForTests();
let id: string;
let before: ResourceData;
beforeAll(async () => {
  for (const [name, property_type_name] of [
    ['people', 'integer'],
    ['founded', 'date'],
    ['seen', 'datetime'],
    ['free', 'boolean'],
  ] as const) {
    await test.admin.create('/model/properties', { object_type_name: 'events', name, property_type_name });
  }
  await test.admin.create('/model/categories', { name: 'fairs', object_type_name: 'events' });
  before = await test.editor.create('/events', {
    title: 'A fair',
    uname: 'a-fair',
    extra: { a: 1, b: [2] },
    publish_start: '2026-01-01T10:00:00Z',
    people: 5,
    founded: '1900-01-01',
    seen: '2026-01-01T10:00:00Z',
    free: true,
    categories: [{ name: 'fairs' }],
    tags: [{ name: 'yearly' }],
    date_ranges: [{ start_date: '2026-01-01T10:00:00Z', end_date: null }],
  });
  ({ id } = before);
});

const patch = (attributes: unknown, more: Record<string, unknown> = {}) =>
  test.admin.patch(`/events/${id}`, { data: { id, type: 'events', attributes, ...more } });
const stored = async () => {
  const { store } = test.service.services;
  return [
    await store.documents('events').findOne({ _id: Number(id) }),
    await store.objects.findOne({ _id: Number(id) }),
    await store.changes.countDocuments(),
    await store.objectCounts.find().toArray(),
  ];
};

describe('a PATCH without a change', () => {
  it.each<[string, unknown]>([
    ['no attributes', {}],
    ['its own values', { title: 'A fair', extra: { a: 1, b: [2] }, people: 5, free: true, status: 'draft' }],
    ['null for what is not set', { body: null, lang: null, publish_end: null }],
    ['the same uname, however it is written', { uname: 'A Fair' }],
    ['an empty uname', { uname: '' }],
    [
      'the same moment, otherwise written',
      { publish_start: '2026-01-01T11:00:00+01:00', seen: '2026-01-01T10:00:00.000Z', founded: '1900-01-01' },
    ],
    ['the same number and boolean as text', { people: '5', free: 'true' }],
    [
      'the same categories, tags and date ranges',
      {
        categories: [{ name: 'fairs' }],
        tags: [{ name: 'yearly' }],
        date_ranges: [{ start_date: '2026-01-01T10:00:00Z', end_date: null }],
      },
    ],
    ['the same tag twice', { tags: [{ name: 'yearly' }, { name: 'yearly' }] }],
  ])('with %s writes nothing and returns the resource', async (_what, attributes) => {
    const state = await stored();
    test.clock.advance(60_000);
    const response = await patch(attributes);
    expect(response.status).toBe(200);
    expect((response.body as { data: ResourceData }).data).toEqual(before);
    expect(await stored()).toEqual(state);
  });

  it('with the members of an object in another order writes nothing', async () => {
    const state = await stored();
    await patch({ extra: { b: [2], a: 1 } });
    expect(await stored()).toEqual(state);
  });

  it('without attributes and with meta that changes nothing is 200', async () => {
    const state = await stored();
    expect((await test.admin.patch(`/events/${id}`, { data: { id, type: 'events' } })).status).toBe(200);
    expect((await patch({}, { meta: { locked: false } })).status).toBe(200);
    expect(await stored()).toEqual(state);
  });

  it('keeps the ETag', async () => {
    const Host = 'cms.example.com';
    const etag = (await test.admin.get(`/events/${id}`, { Host })).headers['etag'];
    await patch({ title: 'A fair' });
    expect((await test.admin.get(`/events/${id}`, { Host })).headers['etag']).toBe(etag);
  });
});

describe('a PATCH with a change', () => {
  it('raises modified and revision, and its change row has only the changed values', async () => {
    const { store } = test.service.services;
    const { revision = 0 } = (await store.objects.findOne({ _id: Number(id) })) ?? {};
    test.clock.set('2026-06-01T00:00:00Z');
    // The stopped clock has left the token behind.
    const { meta } = (
      await test.anonymous.post(
        '/auth',
        { username: 'admin', password: 'correct horse battery staple' },
        { 'Content-Type': 'application/json' },
      )
    ).body as { meta: { jwt: string } };
    const body = { data: { id, type: 'events', attributes: { title: 'A fair', people: 6, body: null } } };
    const response = await test.anonymous.patch(`/events/${id}`, body, { Authorization: `Bearer ${meta.jwt}` });
    expect(response.body).toMatchObject({
      data: {
        attributes: { people: 6 },
        meta: { modified: '2026-06-01T00:00:00+00:00', modified_by: 1, created: before.meta['created'] },
      },
    });
    expect(await store.objects.findOne({ _id: Number(id) })).toMatchObject({
      revision: revision + 1,
      modified: new Date('2026-06-01'),
    });
    const [row] = await store.changes.find({ resource_id: id }).sort({ _id: -1 }).limit(1).toArray();
    expect(row).toMatchObject({ user_action: 'update', user_id: 1, changed: { people: 6 } });
    expect(Object.keys(row?.changed ?? {})).toEqual(['people']);
  });
});
