// The trash is read from an index, regardless of the number of other objects. The plans are read from the profiler of
// the database.
import { beforeAll, expect, it } from 'vitest';
import { audiencesOf } from '../../../core/objects/visibility/audiences.ts';
import { profiled, type Profiled } from '../../support/database/profiled.ts';
import { serviceForTests } from '../../support/service.ts';

const [LIVE, TRASHED] = [3000, 600];
const test = serviceForTests();
beforeAll(async () => {
  const { id } = await test.editor.create('/documents', { title: 'A document', status: 'on' });
  const { store } = test.service.services;
  const document = await store.documents('documents').findOne({ _id: Number(id) });
  const row = await store.objects.findOne({ _id: Number(id) });
  if (!document || !row) throw new Error('no document');
  const unlike = (n: number) => ({
    _id: 100_000 + n,
    audiences: audiencesOf({ ...row, trashed: n >= LIVE }),
    uname: `copy-${n}`,
    title: `Copy ${(n * 31) % LIVE}`,
    created: new Date(Date.UTC(2020, 0, 1) + ((n * 7919) % LIVE) * 60_000),
    trashed: n >= LIVE,
  });
  const numbers = Array.from({ length: LIVE + TRASHED }, (_, n) => n);
  await store.documents('documents').insertMany(numbers.map((n) => ({ ...document, ...unlike(n) })));
  await store.objects.insertMany(numbers.map((n) => ({ ...row, ...unlike(n) })));
});

async function plansOf(path: string, caller: 'admin' | 'editor'): Promise<Profiled[]> {
  const { db } = test.service.services.store;
  const read = async () => expect((await test[caller].get(encodeURI(path))).status).toBe(200);
  const query = {
    ns: { $regex: `^${db.databaseName}[.](objects|documents[.].*)$` },
    op: { $in: ['query', 'command'] },
  };
  return profiled(db, read, query);
}

/** Merged from the collections of the types: the database sorts the few rows that each gives for the page. */
const MERGED = [
  '/trash?filter[type]=documents',
  '/trash?sort=-created',
  '/trash?sort=title',
  '/trash?sort=title&page=20',
];

it.each(
  ['/trash', '/trash?page=20', ...MERGED].flatMap((path) =>
    (['admin', 'editor'] as const).map((caller) => [path, caller] as const),
  ),
)('%s for %s reads only objects in the trash and sorts nothing', async (path, caller) => {
  const plans = await plansOf(path, caller);
  expect(plans.length).toBeGreaterThan(1);
  for (const { planSummary = '', hasSortStage, docsExamined = 0, keysExamined = 0 } of plans) {
    const isSorting = hasSortStage === true && !MERGED.includes(path);
    expect([planSummary, planSummary.includes('COLLSCAN'), isSorting]).toEqual([planSummary, false, false]);
    expect(docsExamined).toBeLessThanOrEqual(TRASHED + 1);
    expect(keysExamined).toBeLessThanOrEqual(2 * TRASHED);
  }
});

it('the total of the trash is counted without reading the objects', async () => {
  const plans = await plansOf('/trash', 'admin');
  expect(plans.map(({ docsExamined }) => docsExamined).sort()).toContain(0);
});
