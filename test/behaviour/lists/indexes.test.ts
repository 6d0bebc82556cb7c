// Shipped filters and sorts run on an index. The plans of the service's own queries are read from the profiler of the
// database.
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cleanUpJobs } from '../../../core/jobs/clean-up.ts';
import { TakenJobs } from '../../../core/jobs/taken-jobs.ts';
import { withAudiences } from '../../../core/objects/visibility/audiences.ts';
import { EVENTS_ONLY } from '../../../core/store/recorded/event-rows.ts';
import { INDEXED_SORTS } from '../../../core/store/indexes/indexes.ts';
import { ALWAYS_FROM, ALWAYS_TO } from '../../../core/store/rows/object-rows.ts';
import { finishModelChanges } from '../../support/database/model-changes.ts';
import { serviceForTests } from '../../support/service.ts';

const COPIES = 2000;
const test = serviceForTests({ env: { JWT_TTL: '9999d' } });
beforeAll(async () => {
  for (const name of ['fairs', 'feasts', 'fetes'])
    await test.admin.create('/model/categories', { object_type_name: 'events', name });
  for (const [name, property_type_name] of Object.entries({ people: 'integer', area: 'number' })) {
    await test.admin.create('/model/properties', {
      object_type_name: 'events',
      name,
      property_type_name,
      indexed: name === 'people',
    });
  }
  await finishModelChanges(test);
  const event = await test.editor.create('/events', {
    title: 'An event',
    status: 'on',
    body: 'needle',
    people: 1,
    area: 1,
    categories: [{ name: 'fairs' }, { name: 'feasts' }],
    tags: [{ name: 'yearly' }],
    date_ranges: [{ start_date: '2026-01-01', end_date: '2026-01-02' }],
  });
  const location = await test.editor.create('/locations', { title: 'A place', status: 'on', coords: 'POINT(11 44)' });
  await copy('events', Number(event.id), 1);
  await copy('locations', Number(location.id), 2);
});

/** Straight into the database: as many objects as make a plan matter, all unlike the one they are copies of. */
async function copy(type: string, id: number, run: number): Promise<void> {
  const { store } = test.service.services;
  const [document, row] = [await store.documents(type).findOne({ _id: id }), await store.objects.findOne({ _id: id })];
  if (!document || !row) throw new Error(`no ${type} ${id}`);
  const numbers = Array.from({ length: COPIES }, (_, n) => n);
  const at = (n: number) => new Date(Date.UTC(2020, 0, 1) + ((n * 7919) % COPIES) * 60_000);
  const { publish_start, publish_end, trashed } = document;
  const unlike = (n: number) =>
    withAudiences({
      type,
      publish_start,
      publish_end,
      trashed,
      _id: run * 100_000 + n,
      uname: `copy-${run}-${n}`,
      title: `Copy ${(n * 31) % COPIES}`,
      status: (['on', 'draft', 'off'] as const)[n % 3] ?? 'on',
      created: at(n),
      modified: at(n + 1),
      created_by: 1 + (n % 5) * 1000,
    });
  const { categories: _categories, tags: _tags, ...bare } = document;
  await store.documents(type).insertMany(
    numbers.map((n) => ({
      ...bare,
      ...unlike(n),
      ...(type === 'events'
        ? { custom: { people: n, area: n }, date_ranges: [{ start_date: at(n), end_date: at(n + 1) }] }
        : { geo: { type: 'Point', coordinates: [(n % 360) - 180, (n % 170) - 85] } }),
    })),
  );
  const byStatus = numbers.map((n) => unlike(n).status);
  for (const status of ['on', 'draft', 'off'] as const) {
    await store.objectCounts.updateOne(
      { _id: `${type}:0` },
      { $inc: { [`n.${status}`]: byStatus.filter((each) => each === status).length } },
    );
  }
  await store.objects.insertMany(
    numbers.map((n) => ({ ...row, ...unlike(n), search: { title: '', description: '', text: ` filler ${n} ` } })),
  );
}

interface Profiled {
  ns: string;
  op: string;
  planSummary?: string;
  hasSortStage?: boolean;
  docsExamined?: number;
  keysExamined?: number;
  nreturned?: number;
  command: Record<string, unknown>;
}

/** Pages of several collections are sorted when they are merged (D570); more than these pages is not. */
const isMergedOnly = ({ command, keysExamined = 0, nreturned = 0 }: Profiled): boolean =>
  JSON.stringify(command['pipeline'] ?? []).includes('$unionWith') && keysExamined <= 100 + 4 * nreturned;

beforeEach(async () => {
  const { db } = test.service.services.store;
  await db.command({ profile: 0 });
  await db
    .collection('system.profile')
    .drop()
    .catch(() => undefined);
  await db.command({ profile: 2 });
});
afterEach(() => test.service.services.store.db.command({ profile: 0 }));

/** The profiled reads of objects that did not run on an index. */
async function faultsOf(path: string, caller: 'admin' | 'anonymous'): Promise<string[]> {
  const response = await test[caller].get(encodeURI(path));
  expect([path, response.status]).toEqual([path, 200]);
  const { db } = test.service.services.store;
  const objects = new RegExp(`^${db.databaseName}\\.(?:objects|documents\\..*)$`);
  const seen = (await db
    .collection('system.profile')
    .find({ ns: objects, op: { $in: ['query', 'command'] } })
    .toArray()) as unknown as Profiled[];
  expect(seen.length).toBeGreaterThan(0);
  const planned = seen.filter((each) => each.planSummary !== undefined);
  return planned.flatMap((each) => [
    ...(each.planSummary?.includes('COLLSCAN') ? [`${each.ns}: COLLSCAN`] : []),
    ...(each.hasSortStage && !isMergedOnly(each) ? [`${each.ns}: SORT on ${each.planSummary}`] : []),
  ]);
}

const CALLERS = ['admin', 'anonymous'] as const;

describe.each(CALLERS)('as %s', (caller) => {
  const sorts = INDEXED_SORTS.flatMap((name) => [name, `-${name}`]);
  it.each(['/events', '/objects'].flatMap((path) => sorts.map((sort) => `${path}?sort=${sort}`)))(
    '%s is read from an index, unsorted',
    async (path) => {
      expect(await faultsOf(path, caller)).toEqual([]);
    },
  );

  it.each([
    '/events',
    '/objects',
    '/events?page=12',
    '/events?page=30&page_size=20',
    '/objects?filter[type]=events',
    '/events?filter[status]=on',
    '/events?filter[status]=on&sort=-modified',
    '/objects?filter[status]=on&sort=title',
    '/events?filter[status_level]=draft',
    '/events?filter[mine]',
    '/objects?filter[mine]',
    '/events?filter[uname_id]=copy-1-7',
    '/objects?filter[uname_id]=100007',
    '/events?filter[uname]=copy-1-7',
    '/events?filter[id]=100007',
    '/objects?filter[type]=locations&sort=-created',
    '/events?filter[available]',
    '/events?filter[title]=Copy 7',
    '/objects?filter[title]=Copy 7',
    '/events?filter[people]=7',
    '/events?sort=people',
    '/events?sort=-people',
    '/events?sort=people&page=12',
    '/events?filter[people][gt]=1990&sort=-people',
    '/model/categories/1/object_categories',
    '/model/categories/1/relationships/object_categories',
  ])('%s scans no collection and sorts nothing', async (path) => {
    expect(await faultsOf(path, caller)).toEqual([]);
  });

  it.each([
    '/events?filter[categories]=fairs',
    '/events?filter[tags]=yearly',
    '/events?filter[date_ranges][from_date]=2026-01-01',
    '/events?filter[date_ranges][start_date][gte]=2026-01-01',
    '/events?filter[history_editor]=2',
    '/events?filter[people][gt]=1990',
    '/locations?filter[geo][center]=44,11&filter[geo][radius]=1000',
    '/events?q=needle',
    '/objects?q=needle',
    '/events?q=needle&filter[people]=1',
    '/model/categories/1/object_categories?sort=-modified',
    '/model/categories/1/object_categories?q=needle',
    '/model/categories/1/object_categories?filter[status]=on',
    '/model/categories?include=object_categories',
  ])('%s scans no collection', async (path) => {
    expect((await faultsOf(path, caller)).filter((fault) => fault.includes('COLLSCAN'))).toEqual([]);
  });

  it('single objects are read by key', async () => {
    for (const path of ['/events/copy-1-9', '/objects/100009', '/objects/copy-1-9']) {
      expect(await faultsOf(path, caller)).toEqual([]);
    }
  });
});

describe('publication dates that have passed', () => {
  it('are found on an index, with any number of objects', async () => {
    const { store } = test.service.services;
    const dates = { visible_from: new Date('2026-05-13T08:00:00Z'), visible_to: new Date('2026-05-13T08:00:00Z') };
    await store.objects.updateMany({ _id: { $in: [100_000, 100_003, 100_006] } }, { $set: { ...dates, status: 'on' } });
    const { reader: found } = test.service.services.recordedEvents;
    await found.settle();
    test.clock.set('2026-05-13T09:00:00Z');
    await found.settle();
    const ofDates = { resource_type: EVENTS_ONLY, resource_id: { $in: ['100000', '100003', '100006'] } };
    expect(await store.changes.countDocuments(ofDates)).toBe(6);
    const reads = (await store.db
      .collection('system.profile')
      .find({ ns: `${store.db.databaseName}.objects`, op: 'query' })
      .toArray()) as unknown as Profiled[];
    // The service looks by itself as well.
    expect(reads.length).toBeGreaterThanOrEqual(4);
    expect(new Set(reads.map(({ planSummary }) => planSummary))).toEqual(
      new Set(['IXSCAN { visible_from: 1 }', 'IXSCAN { visible_to: 1 }']),
    );
    for (const { docsExamined } of reads) expect(docsExamined).toBeLessThanOrEqual(3);
    await store.objects.updateMany(
      { _id: { $in: [100_000, 100_003, 100_006] } },
      { $set: { visible_from: ALWAYS_FROM, visible_to: ALWAYS_TO } },
    );
  });
});

describe('jobs', () => {
  it('that are due, old, or of an expired mail are found on an index', async () => {
    const { store } = test.service.services;
    const jobs = new TakenJobs({
      ...{ store, clock: test.clock, lockMs: 1_000, stopping: new AbortController().signal },
      onEnded: () => undefined,
    });
    expect(await jobs.take('none', { service: 'none' })).toBeUndefined();
    await cleanUpJobs({ store, clock: test.clock, keepDays: 30 });
    const seen = (await store.db
      .collection('system.profile')
      .find({ ns: `${store.db.databaseName}.async_jobs`, op: { $ne: 'getmore' } })
      .toArray()) as unknown as Profiled[];
    // The service takes jobs by itself, too.
    const plans = new Set(seen.map(({ planSummary }) => planSummary));
    expect([...plans]).toEqual(['IXSCAN { due: 1 }', 'IXSCAN { expires: 1 }', 'IXSCAN { modified: 1 }']);
  });
});

describe('objects in categories', () => {
  it('are included in one read, with any number of categories', async () => {
    expect((await faultsOf('/model/categories?include=object_categories', 'anonymous')).join()).not.toContain(
      'COLLSCAN',
    );
    const { db } = test.service.services.store;
    const reads = await db.collection('system.profile').countDocuments({ ns: `${db.databaseName}.documents.events` });
    expect(reads).toBe(1);
  });
});

describe('a page by cursor', () => {
  const sorts = INDEXED_SORTS.flatMap((name) => [name, `-${name}`]);
  it.each(sorts)('deep in the list costs as much as one at its beginning: sort=%s', async (sort) => {
    const { db } = test.service.services.store;
    const query = `sort=${sort}&page_size=100&page[total]=none`;
    let next: string | null = `/events?${query}&page[after]=`;
    for (let pages = 0; pages < 15; pages++) {
      const response = await test.admin.get(encodeURI(decodeURI(next ?? '')));
      const { pathname, search } = new URL((response.body as { links: { next: string } }).links.next);
      next = pathname + search;
    }
    const path = decodeURIComponent(next ?? '').replace('page_size=100', 'page_size=20');
    await db.command({ profile: 0 });
    await db.collection('system.profile').drop();
    await db.command({ profile: 2 });
    const faults = await faultsOf(path, 'admin');
    const seen = await db
      .collection('system.profile')
      .find({ ns: new RegExp(`^${db.databaseName}\\.documents\\.events$`) })
      .toArray();
    const read = seen.reduce(
      (sum, { keysExamined = 0, docsExamined = 0 }) => sum + Number(keysExamined) + Number(docsExamined),
      0,
    );
    expect([faults, seen.length > 0, read < 150, read]).toEqual([[], true, true, read]);
  });
});

describe('a page', () => {
  it('of the first 20 examines few more than 20 documents, for every caller', async () => {
    for (const caller of CALLERS) {
      for (const path of ['/events?sort=-modified', '/objects?sort=title', '/events', '/events?sort=-people']) {
        await faultsOf(path, caller);
        const { db } = test.service.services.store;
        const [worst] = (await db
          .collection('system.profile')
          .find({ nreturned: 20 })
          .sort({ docsExamined: -1 })
          .limit(1)
          .toArray()) as unknown as Profiled[];
        expect([caller, path, (worst?.docsExamined ?? 0) <= 60]).toEqual([caller, path, true]);
      }
    }
  });
});
