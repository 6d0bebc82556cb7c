// The index keys that lists read to show a page, for callers with different permissions (D438): hidden objects are not
// skipped one by one. Read from the profiler of the database, for the service's own queries.
import { beforeAll, describe, expect, it } from 'vitest';
import { addMixed, FIRST_ID, placeIn, translate } from '../../support/database/mixed-population.ts';
import { profiled } from '../../support/database/profiled.ts';
import { type Client, serviceForTests } from '../../support/service.ts';

const EVENTS = 3000;
const LOCATIONS = 1200;
const CALLERS = ['anonymous', 'editor', 'author'] as const;
type CallerName = (typeof CALLERS)[number];

const test = serviceForTests({ env: { JWT_TTL: '9999d' } });
let author: Client;
let folder: string;
let related = '';

beforeAll(async () => {
  const { store } = test.service.services;
  for (const name of ['fairs', 'feasts'])
    await test.admin.create('/model/categories', { object_type_name: 'events', name });
  const role = Number((await test.admin.create('/roles', { name: 'authors' })).id);
  const rule = { endpoint_id: null, application_id: null, role_id: role, read: true, write: 'mine' };
  await test.admin.create('/admin/endpoint_permissions', rule);
  author = await test.addClient('author', [role]);
  const authorId = (await store.documents('users').findOne({ username: 'author' }))?._id ?? 0;
  const event = await test.editor.create('/events', {
    title: 'An event',
    status: 'on',
    body: 'needle',
    categories: [{ name: 'fairs' }],
    tags: [{ name: 'yearly' }],
  });
  const location = await test.editor.create('/locations', { title: 'A place', status: 'on' });
  folder = (await test.editor.create('/folders', { title: 'A folder', status: 'on' })).id;
  // So that objects for certain roles exist, as far as the access rules know.
  await test.admin.create('/object_permissions', { object_id: Number(event.id), role_id: role, permission: 'mark' });
  const document = await store.documents('events').findOne({ _id: Number(event.id) });
  const { categories, tags } = document as unknown as Record<string, unknown[]>;
  const common = { author: authorId, role, now: test.clock.now() };
  const events = await addMixed(store, {
    ...common,
    type: 'events',
    like: Number(event.id),
    size: EVENTS,
    firstId: FIRST_ID,
    more: (n) => ({
      permissions: undefined,
      parents: [Number(folder)],
      categories: n % 3 === 0 ? categories : undefined,
      tags: n % 4 === 0 ? tags : undefined,
      date_ranges: [{ start_date: new Date(Date.UTC(2026, 0, 1) + n * 3_600_000), end_date: null }],
    }),
  });
  await addMixed(store, {
    ...common,
    type: 'locations',
    like: Number(location.id),
    size: LOCATIONS,
    firstId: 2 * FIRST_ID,
  });
  const attributes = { name: 'yearly_with', inverse_name: 'yearly_of' };
  const types = { data: [{ type: 'object_types', id: 'events' }] };
  const relationships = { left_object_types: types, right_object_types: types };
  const made = await test.admin.post('/model/relations', { data: { type: 'relations', attributes, relationships } });
  expect(made.status).toBe(201);
  const relationId = Number((made.body as { data: { id: string } }).data.id);
  await store.objectRelations.insertMany(
    events.map(({ _id }, n) => ({
      relation_id: relationId,
      left_id: _id,
      right_id: Number(event.id),
      left_type: 'events',
      right_type: 'events',
      priority: 1,
      inv_priority: n + 1,
      params: null,
    })),
  );
  await placeIn(store, Number(folder), events);
  await translate(store, events);
  related = event.id;
});

interface Read {
  what: string;
  plan: string;
  keys: number;
  /** The measure: the number of returned rows, or the number of a total. */
  given: number;
  isSorted: boolean;
  /** From so many collections that are not empty, each of which gives a page at most (D570). */
  parts: number;
}

/** Events, locations and folders; there are no objects of other types. */
const FILLED_TYPES = 3;

const clientOf = (caller: CallerName): Client => (caller === 'author' ? author : test[caller]);

/** The reads of objects and of their dependent rows, for one request. */
async function readsOf(path: string, caller: CallerName): Promise<Read[]> {
  const { db } = test.service.services.store;
  let count = 0;
  const read = async () => {
    const response = await clientOf(caller).get(encodeURI(path));
    expect([path, caller, response.status]).toEqual([path, caller, 200]);
    ({ count } = (response.body as { meta: { pagination: { count: number } } }).meta.pagination);
  };
  const seen = new RegExp(`^${db.databaseName}\\.(?:objects|documents\\..*|trees|translations|annotations|changes)$`);
  const query = { ns: seen, op: { $in: ['query', 'command'] }, planSummary: { $exists: true } };
  const entries = await profiled(db, read, query);
  return entries.map(({ ns, command, ...each }) => {
    const { pipeline = [] } = command as { pipeline?: Record<string, unknown>[] };
    const isMerged = pipeline.some((stage) => '$unionWith' in stage);
    const isPage = command.aggregate === undefined || pipeline.some((stage) => '$limit' in stage);
    return {
      what: `${ns.slice(db.databaseName.length + 1)} ${JSON.stringify(command.filter ?? pipeline)}`,
      plan: each.planSummary ?? '',
      keys: each.keysExamined ?? 0,
      given: isPage ? (each.nreturned ?? 0) : count,
      // The pages of the collections are sorted when they are merged.
      isSorted: !isMerged && each.hasSortStage === true,
      parts: isMerged ? FILLED_TYPES : 1,
    };
  });
}

const wasteOf = (reads: readonly Read[]): Read[] =>
  reads.filter(({ keys, given, plan, parts }) => keys > parts * (2 * given + 20) || plan.includes('COLLSCAN'));

/** Own drafts are found among others by these (EXCEPTIONS). */
const BY_LABEL = [
  '/events?filter[categories]=fairs',
  '/events?filter[categories]=fairs&sort=-id',
  '/events?filter[tags]=yearly',
  '/events?filter[tags]=yearly&sort=-id',
  '/model/categories/1/object_categories',
];

const SORTS = ['id', 'title', 'created', 'modified', 'uname'].flatMap((name) => [name, `-${name}`]);

describe.each(CALLERS)('as %s', (caller) => {
  it.each([
    ...['/events', '/objects'].flatMap((path) => SORTS.map((sort) => `${path}?sort=${sort}`)),
    '/events',
    '/objects',
    '/events?page_size=100&sort=-modified',
    '/events?filter[status]=on',
    '/events?filter[status]=on&sort=-created',
    '/events?filter[status]=draft',
    '/events?filter[status]=draft&sort=-created',
    '/events?filter[status]=draft,off&sort=title',
    '/objects?filter[status]=off&sort=-modified',
    '/events?filter[status_level]=on&sort=-id',
    '/events?filter[status_level]=draft&sort=-id',
    '/events?filter[status_level]=all&sort=-title',
    '/events?filter[available]',
    '/events?filter[available]&sort=-created',
    '/objects?filter[available]&sort=-modified',
    '/objects?filter[type]=events',
    '/objects?filter[type]=locations&filter[status]=on',
    '/objects?filter[type]=locations,events',
    '/events?filter[mine]',
    '/objects?filter[mine]',
    '/events?filter[created_by]=1',
    '/objects?filter[created_by]=1',
    '/events?filter[id]=100007',
    '/objects?filter[id]=100007',
    '/events?filter[id]=100006,100012,100018',
    '/events?filter[uname_id]=mixed-100006',
    '/objects?filter[uname_id]=100006',
    '/events?filter[uname]=mixed-100006',
    '/objects?filter[uname]=mixed-100006',
    '/events?filter[title]=Mixed 186',
    '/objects?filter[title]=Mixed 186',
    '/events?filter[created][gte]=2020-01-01T20:00:00Z&sort=created',
    '/events?filter[publish_date_allowed]',
    '/events?filter[publishable]&sort=-created',
    '/objects?filter[type]=locations',
    ...SORTS.filter((sort) => !sort.endsWith('uname')).map((sort) => `/objects?filter[type]=locations&sort=${sort}`),
    '/translations',
    '/translations?sort=-id',
    '/translations?sort=-modified',
    '/translations?sort=created',
    '/translations?filter[status]=on',
    '/translations?filter[lang]=it',
    '/translations?filter[lang]=it&sort=-id',
    '/annotations',
    '/folders?filter[roots]',
  ])('%s reads only the shown objects', async (path) => {
    const reads = await readsOf(path, caller);
    expect(reads.length).toBeGreaterThan(0);
    expect(wasteOf(reads)).toEqual([]);
    expect(reads.filter(({ isSorted, keys }) => isSorted && keys > 1)).toEqual([]);
  });

  it('objects that begin to be shown after a date are found by it', async () => {
    const later = new Date(test.clock.now().getTime() + 1_000).toISOString();
    const path = `/objects?filter[publish_start][gt]=${later}&sort=publish_start`;
    expect(wasteOf(await readsOf(path, caller))).toEqual([]);
    const { headers } = await clientOf(caller).get(path);
    expect(headers['server-timing']).not.toContain('no-index');
  });

  it('children of a folder are read in the order of the tree, without drafts', async () => {
    for (const path of ['', '?filter[status]=on', '?filter[available]', '?page_size=100'])
      expect(wasteOf(await readsOf(`/folders/${folder}/children${path}`, caller))).toEqual([]);
  });
});

describe('pages of several types by number', () => {
  async function walk(sort: string): Promise<{ ids: string[]; count: number }> {
    const ids: string[] = [];
    let count = 0;
    for (let page = 1, last = 1; page <= last; page++) {
      const path = `/objects?filter[status]=draft&sort=${sort}&page_size=100&page=${page}`;
      const { body } = await test.editor.get(path);
      const { data, meta } = body as {
        data: { id: string }[];
        meta: { pagination: { page_count: number; count: number } };
      };
      ({ page_count: last, count } = meta.pagination);
      ids.push(...data.map(({ id }) => id));
    }
    return { ids, count };
  }

  // Titles are repeated in both types; the second half is read from the end.
  it.each(['title', 'modified'])('have each object once, backwards too: %s', async (sort) => {
    const { ids, count } = await walk(sort);
    expect(count).toBeGreaterThan(1000);
    expect([ids.length, new Set(ids).size]).toEqual([count, count]);
    expect((await walk(`-${sort}`)).ids.reverse()).toEqual(ids);
    const rows = test.service.services.store.objects
      .find({ _id: { $in: ids.map(Number) } })
      .sort({ [sort]: 1, _id: 1 });
    expect((await rows.toArray()).map(({ _id }) => String(_id))).toEqual(ids);
  });
});

describe.each(['anonymous', 'editor'] as const)('as %s', (caller) => {
  it.each(BY_LABEL)('%s reads only the shown objects', async (path) => {
    const reads = await readsOf(path, caller);
    expect(reads.length).toBeGreaterThan(0);
    expect(wasteOf(reads)).toEqual([]);
    expect(reads.filter(({ isSorted, keys }) => isSorted && keys > 1)).toEqual([]);
  });
});

/** Lists that may step over something, each with the reason; none reads a whole collection. */
const EXCEPTIONS: readonly [reason: string, paths: readonly string[]][] = [
  [
    'an index holds one list: own drafts in a category or tag are found among the drafts of others there',
    ['/events?filter[categories]=fairs', '/events?filter[tags]=yearly&sort=-id'],
  ],
  [
    'another order than that of the index that finds them: what the filter leaves is sorted in memory',
    [
      '/events?filter[tags]=yearly&sort=-created',
      '/objects?filter[type]=locations&sort=uname',
      '/events?filter[mine]&sort=-modified',
      '/events?filter[created_by]=1&sort=-modified',
      '/folders/F/children?sort=title',
      '/folders/F/children?sort=-created',
      '/model/categories/1/object_categories?sort=-modified',
    ],
  ],
  [
    'a range comes before the order',
    ['/events?filter[date_ranges][start_date][gte]=2026-04-20', '/events?filter[date_ranges][from_date]=2026-01-01'],
  ],
  [
    'fields without an index',
    ['/events?filter[lang]=it', '/events?filter[modified_by]=1', '/objects?filter[locked]=1'],
  ],
  [
    'places are found by the tree, or what is asked of them besides by the objects',
    [
      '/events?filter[parent]=F&sort=-created',
      '/events?filter[ancestor]=F',
      '/folders/F/children?filter[title]=Mixed 186',
    ],
  ],
  ['links are walked, since they are counted', ['/events/R/yearly_of']],
  ['words are found by the text index', ['/events?q=needle', '/objects?q=filler', '/translations?q=misto']],
  ['what somebody did is read from the changes', ['/events?filter[history_editor]=1']],
  ['copies of objects say who sees them, not what else is asked', ['/translations?filter[type]=events']],
];

describe.each(CALLERS)('as %s', (caller) => {
  it.each(EXCEPTIONS.flatMap(([reason, paths]) => paths.map((path) => [reason, path] as const)))(
    '%s: %s',
    async (_reason, path) => {
      const reads = await readsOf(path.replace('F', folder).replace('R', related), caller);
      expect(reads.filter(({ plan }) => plan.includes('COLLSCAN'))).toEqual([]);
    },
  );
});

describe.each(['editor', 'author'] as const)('as %s', (caller) => {
  it('the trash is read from its own indexes, which have no other objects', async () => {
    const { store } = test.service.services;
    const size = await store.objects.countDocuments({ trashed: true });
    for (const query of ['', '?sort=-created', '?sort=title', '?filter[type]=events']) {
      const reads = await readsOf(`/trash${query}`, caller);
      expect(reads.length).toBeGreaterThan(0);
      // Some have two audiences.
      expect(reads.filter(({ keys, plan }) => keys > 2 * size || plan.includes('COLLSCAN'))).toEqual([]);
    }
  });

  it('the history is read from an index', async () => {
    for (const path of ['/history', '/history?filter[user_id]=1', '/history?filter[resource_id]=1']) {
      const reads = await readsOf(path, caller);
      expect(reads.filter(({ plan }) => plan.includes('COLLSCAN'))).toEqual([]);
    }
  });
});
