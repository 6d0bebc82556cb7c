// Properties with `indexed` have an index on each type that has them, made in the background (D460).
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { MAX_INDEXED_PROPERTIES } from '../../../core/model/index-limits.ts';
import { documentsCollectionName } from '../../../core/store/store.ts';
import {
  errorCodes,
  errorSources,
  openTestService,
  type ResourceData,
  serviceForTests,
} from '../../support/service.ts';

const PATH = '/model/properties';
const worker = { env: { PROCESS_ROLE: 'all' } };
const test = serviceForTests(worker);
beforeAll(async () => {
  const { admin } = test;
  await admin.create('/model/object_types', { name: 'places', singular: 'place_item', is_abstract: true });
  for (const name of ['towns', 'rivers'])
    await admin.create('/model/object_types', { name, singular: `${name}_item`, parent_name: 'places' });
  await admin.create('/model/property_types', { name: 'texts', params: { type: 'array', items: { type: 'string' } } });
  await admin.create('/model/property_types', { name: 'names', params: { type: 'object' } });
});
afterAll(() => expect(test.loggedErrors).toEqual([]));

const store = () => test.service.services.store;
const made: string[] = [];
afterEach(async () => {
  for (const id of made.splice(0)) await test.admin.delete(`${PATH}/${id}`);
});

async function create(name: string, more: object = {}): Promise<string> {
  const attributes = { name, object_type_name: 'towns', property_type_name: 'integer', ...more };
  const { id } = await test.admin.create(PATH, attributes);
  made.push(id);
  return id;
}
const patch = (id: string, attributes: object, meta: object = {}) =>
  test.admin.patch(`${PATH}/${id}`, { data: { type: 'properties', id, attributes, meta } });
const read = async (id: string): Promise<ResourceData> =>
  ((await test.anonymous.get(`${PATH}/${id}`)).body as { data: ResourceData }).data;
const indexOf = async (id: string): Promise<unknown> => (await read(id)).meta['index'];
const ready = (id: string) => expect.poll(() => indexOf(id)).toEqual({ status: 'ready', progress: 100 });

/** Keys of the indexes of properties, by name. */
async function indexes(type: string): Promise<Record<string, string[]>> {
  const all = await store().db.collection(documentsCollectionName(type)).indexes();
  return Object.fromEntries(
    all
      .filter(({ name }) => name?.startsWith('property_'))
      .map(({ name, key }) => [String(name), Object.keys(key as object)]),
  );
}

describe('a property that is indexed', () => {
  it('is not indexed by default, and shows this', async () => {
    const id = await create('people');
    const { attributes, meta } = await read(id);
    expect([attributes['indexed'], meta['index']]).toEqual([false, null]);
    expect(await indexes('towns')).toEqual({});
  });

  it('of an abstract type has an index on each type below, soon after POST', async () => {
    const id = await create('people', { object_type_name: 'places', indexed: true });
    await ready(id);
    for (const type of ['towns', 'rivers']) expect(Object.keys(await indexes(type))).toEqual(['property_people']);
  });

  it('has a key for pages and totals; an index of lists begins with the values', async () => {
    const ids = [
      await create('people', { indexed: true }),
      await create('spoken', { property_type_name: 'texts', indexed: true }),
      await create('anything', { property_type_name: 'json', indexed: true }),
    ];
    for (const id of ids) await ready(id);
    const keys = await indexes('towns');
    const ofPeople = keys['property_people'] ?? [];
    const at = ofPeople.indexOf('custom.people');
    expect([at > 0, ofPeople[at + 1]]).toEqual([true, '_id']);
    expect(keys['property_spoken']).toEqual(['custom.spoken', '_id']);
    expect(keys['property_anything']).toEqual(['custom.anything', '_id']);
    await test.editor.create('/towns', { title: 'A', people: 1, spoken: ['is', 'en'], anything: [1, 2] });
  });

  it('gets and loses its index with PATCH, and with the property', async () => {
    const id = await create('people');
    await patch(id, { indexed: true });
    await ready(id);
    expect(Object.keys(await indexes('towns'))).toEqual(['property_people']);
    await patch(id, { indexed: false });
    expect(await indexOf(id)).toBeNull();
    await expect.poll(() => indexes('towns')).toEqual({});
    await patch(id, { indexed: true });
    await ready(id);
    await test.admin.delete(`${PATH}/${id}`);
    await expect.poll(() => indexes('towns')).toEqual({});
    await expect.poll(() => store().state.findOne({ _id: 'model' })).toMatchObject({ cleanups: [] });
  });

  it('loses the index of a type that hides it, and of a type with another parent', async () => {
    const id = await create('people', { object_type_name: 'places', indexed: true });
    await ready(id);
    const { data } = (await test.admin.get('/model/object_types/towns')).body as { data: ResourceData };
    const hide = (hidden: string[] | null) =>
      test.admin.patch('/model/object_types/towns', {
        data: { type: 'object_types', id: data.id, attributes: { hidden } },
      });
    expect((await hide(['people'])).status).toBe(200);
    await expect.poll(() => indexes('towns')).toEqual({});
    expect(Object.keys(await indexes('rivers'))).toEqual(['property_people']);
    await hide(null);
    await expect.poll(() => indexes('towns').then(Object.keys)).toEqual(['property_people']);
  });

  it('has an index for a type that is created later', async () => {
    const id = await create('people', { object_type_name: 'places', indexed: true });
    await ready(id);
    await test.admin.create('/model/object_types', { name: 'lakes', singular: 'lake', parent_name: 'places' });
    expect(Object.keys(await indexes('lakes'))).toEqual(['property_people']);
    expect((await test.admin.delete('/model/object_types/lakes')).status).toBe(204);
  });

  it('gets another index when its property type changes', async () => {
    const id = await create('people', { indexed: true });
    await ready(id);
    await patch(id, { property_type_name: 'texts' });
    await expect.poll(async () => (await indexes('towns'))['property_people']).toEqual(['custom.people', '_id']);
    await ready(id);
  });

  it('is set and unset concurrently without leaving the wrong index', async () => {
    const id = await create('people');
    const answers = await Promise.all([true, false, true, false, true, false].map((indexed) => patch(id, { indexed })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const { attributes } = await read(id);
    await expect
      .poll(async () => (await store().state.findOne({ _id: 'model' })) as unknown)
      .toMatchObject({ cleanups: [] });
    expect(Object.keys(await indexes('towns'))).toEqual(attributes['indexed'] ? ['property_people'] : []);
  });

  it('can be sent back unchanged, in every state of the index', async () => {
    const id = await create('people');
    const { attributes, meta } = await read(id);
    await patch(id, { indexed: true });
    await ready(id);
    expect((await patch(id, { label: 'People', indexed: true }, meta)).status).toBe(200);
    expect((await patch(id, { ...attributes, indexed: true }, meta)).status).toBe(200);
  });

  it('does not affect a property named `index` in `meta` of objects', async () => {
    await create('index', { read_only: true, default_value: 1 });
    const { id } = await test.editor.create('/towns', { title: 'A' });
    const data = { type: 'towns', id, attributes: {}, meta: { index: 2 } };
    const response = await test.editor.patch(`/towns/${id}`, { data });
    expect([response.status, errorSources(response)]).toEqual([400, ['/data/meta/index']]);
  });

  it('is found by filter[indexed]; static properties show the shipped indexes', async () => {
    await create('people', { indexed: true });
    const list = async (query: string) => {
      const response = await test.anonymous.get(encodeURI(`${PATH}?page_size=100&${query}`));
      return (response.body as { data: ResourceData[] }).data.map(({ attributes }) => attributes['name']);
    };
    expect(await list('filter[indexed]=true&filter[type]=dynamic')).toEqual(['people']);
    const shipped = await list('filter[indexed]=true&filter[type]=static');
    expect(shipped).toEqual(expect.arrayContaining(['title', 'uname', 'status', 'username', 'email', 'categories']));
    for (const name of ['description', 'body', 'coords', 'publish_start']) expect(shipped).not.toContain(name);
  });

  it('has another ETag when the index is ready', async () => {
    const id = await create('people');
    const before = (await test.anonymous.get(`${PATH}/${id}`)).headers['etag'] as string;
    await patch(id, { indexed: true });
    await ready(id);
    const after = (await test.anonymous.get(`${PATH}/${id}`)).headers['etag'] as string;
    expect(after).not.toBe(before);
    expect((await test.anonymous.get(`${PATH}/${id}`, { 'If-None-Match': after })).status).toBe(304);
  });
});

describe('a property that cannot be indexed', () => {
  it.each([
    ['a value that is no boolean', { indexed: 'perhaps' }],
    ['null', { indexed: null }],
    ['values that are objects', { indexed: true, property_type_name: 'names' }],
  ])('is refused with its pointer: %s', async (_case, more) => {
    const attributes = { name: 'people', object_type_name: 'towns', property_type_name: 'integer', ...more };
    const response = await test.admin.post(PATH, { data: { type: 'properties', attributes } });
    expect([response.status, errorCodes(response)[0], errorSources(response)[0]]).toEqual([
      400,
      'invalid_data',
      '/data/attributes/indexed',
    ]);
  });

  it('is refused with its pointer: an operator', async () => {
    const attributes = { name: 'people', object_type_name: 'towns', property_type_name: 'integer' };
    const indexed = { $gt: '' };
    const response = await test.admin.post(PATH, {
      data: { type: 'properties', attributes: { ...attributes, indexed } },
    });
    expect([response.status, errorCodes(response)[0], errorSources(response)]).toEqual([
      400,
      'invalid_key',
      ['/data/attributes/indexed/$gt'],
    ]);
  });

  it('because its property type becomes an object', async () => {
    const id = await create('people', { indexed: true });
    const response = await patch(id, { property_type_name: 'names' });
    expect([response.status, errorCodes(response)[0]]).toEqual([400, 'invalid_data']);
    await ready(id);
  });

  it('is a static one', async () => {
    const response = await test.anonymous.get(encodeURI(`${PATH}?filter[type]=static&filter[name]=description`));
    const [property] = (response.body as { data: ResourceData[] }).data;
    expect((await patch(property?.id ?? '', { indexed: true })).status).toBe(403);
  });

  it(`is one beyond ${MAX_INDEXED_PROPERTIES} of one type, inherited ones included`, async () => {
    const [first, second] = [await create('p0', { indexed: true }), await create('p1', { object_type_name: 'places' })];
    const { properties } = store();
    const rows = await properties.find({ _id: { $in: [Number(first), Number(second)] } }).toArray();
    const others = Array.from({ length: MAX_INDEXED_PROPERTIES - 1 }, (_, n) => ({
      ...(rows[n % 2] as (typeof rows)[0]),
      ...{ _id: 1_000_000 + n, name: `other${n}`, indexed: true },
    }));
    await properties.insertMany(others);
    const last = await create('last');
    const response = await patch(last, { indexed: true });
    const refused = [response.status, errorCodes(response)[0], errorSources(response)[0]];
    expect(refused).toEqual([400, 'invalid_data', '/data/attributes/indexed']);
    expect(response.text).toContain('towns');
    expect((await patch(made[0] ?? '', { indexed: false })).status).toBe(200);
    expect((await patch(last, { indexed: true })).status).toBe(200);
    await ready(last);
    await properties.deleteMany({ _id: { $gte: 1_000_000 } });
  });

  it('is refused for callers who may not write the model', async () => {
    const id = await create('people');
    for (const [client, status] of [
      [test.anonymous, 401],
      [test.reader, 403],
      [test.editor, 403],
    ] as const) {
      const data = { type: 'properties', id, attributes: { indexed: true } };
      expect((await client.patch(`${PATH}/${id}`, { data })).status).toBe(status);
    }
  });
});

describe('an index under construction', () => {
  /** Delays the database before an index of towns: it waits for the end of transactions that write there. */
  async function holdUp(): Promise<() => Promise<void>> {
    const transaction = store().client.startSession();
    transaction.startTransaction();
    const towns = store().db.collection<{ _id: number }>(documentsCollectionName('towns'));
    await towns.insertOne({ _id: 999_999_999 }, { session: transaction });
    return async () => {
      await transaction.abortTransaction();
      await transaction.endSession();
    };
  }

  it('blocks neither the PATCH nor reads, and shows its state', async () => {
    const id = await create('people');
    const release = await holdUp();
    try {
      const response = await patch(id, { indexed: true });
      expect(response.status).toBe(200);
      const { data } = response.body as { data: ResourceData };
      expect([data.attributes['indexed'], data.meta['index']]).toMatchObject([true, { status: 'building' }]);
      expect((await test.anonymous.get(encodeURI('/towns?filter[people]=1&sort=people'))).status).toBe(200);
    } finally {
      await release();
    }
    await ready(id);
  });

  it('does not delay a shutdown, and continues with the next start', async () => {
    const id = await create('people');
    const release = await holdUp();
    const other = await openTestService({ beside: test, clock: test.clock, ...worker });
    try {
      const body = { data: { type: 'properties', id, attributes: { indexed: true } } };
      expect((await other.admin.patch(`${PATH}/${id}`, body)).status).toBe(200);
      await other.close();
      expect(await store().state.findOne({ _id: 'model' })).toMatchObject({ cleanups: [{ kind: 'index' }] });
      // This process hears of the change from the database.
      await expect.poll(() => indexOf(id)).toMatchObject({ status: 'building' });
    } finally {
      await release();
    }
    const next = await openTestService({ beside: test, clock: test.clock, ...worker });
    try {
      // The database may end a build with its connection; the next attempt is due by the clock of the test.
      const later = () => (test.clock.advance(10_000), indexOf(id));
      await expect.poll(later, { interval: 500 }).toMatchObject({ status: 'ready' });
      expect(Object.keys(await indexes('towns'))).toEqual(['property_people']);
    } finally {
      await next.close();
    }
  });

  // The database's reports are tested in test/core/objects/index-progress.test.ts: a build may end between two reads.
  it('shows only the progress of the database', async () => {
    const towns = store().db.collection(documentsCollectionName('towns'));
    await towns.insertMany(
      Array.from({ length: 20_000 }, (_, n) => ({ _id: (2_000_001 + n) as never })),
      { writeConcern: { w: 1 } },
    );
    const id = await create('people');
    const seen = new Set<unknown>();
    // An index may be ready before the first read.
    for (let attempt = 0; attempt < 2 && ![...seen].some((progress) => typeof progress === 'number'); attempt++) {
      await patch(id, { indexed: false });
      await expect.poll(() => indexes('towns')).toEqual({});
      await patch(id, { indexed: true });
      for (;;) {
        const index = (await indexOf(id)) as { status: string; progress: number | null };
        if (index.status === 'ready') break;
        seen.add(index.progress);
        expect(index.progress === null || (index.progress >= 0 && index.progress <= 100)).toBe(true);
      }
    }
    await towns.deleteMany({ _id: { $gt: 2_000_000 as never } });
  });
});
