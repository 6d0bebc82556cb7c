// Batches of writes: the next one is written while the last one is committed (D571), and during a change of very many
// objects (D573); no two of them change the same object (core/objects/writing/write-queue.ts).
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, it } from 'vitest';
import { SERVICE_CONTEXT, type RequestContext } from '../../../core/context.ts';
import { changedDocument, changeWrite } from '../../../core/objects/changes/object-changes.ts';
import type { ObjectWrite } from '../../../core/objects/changes/unit-of-work.ts';
import { createObject } from '../../../core/objects/writing/write-objects.ts';
import { createWriteQueue } from '../../../core/objects/writing/write-queue.ts';
import { Contention } from '../../../core/store/transactions/transaction.ts';
import { serviceForTests } from '../../support/service.ts';

const LARGE = 201;
const byAdmin: RequestContext = {
  ...SERVICE_CONTEXT,
  caller: { userId: 1, roles: new Set([1]), isAdmin: true, applicationId: null },
};
const test = serviceForTests({ monitorCommands: true });
const ids: number[] = [];
beforeAll(async () => {
  const create = (title: string) =>
    createObject(test.service.services.objects, { typeName: 'documents', attributes: { title } }, byAdmin);
  const made = await Promise.all(Array.from({ length: LARGE + 5 }, (_, at) => create(`Overlapping ${at}`)));
  ids.push(...made.map(({ document }) => document._id));
});

const change = (id: number, title: string) =>
  test.admin.patch(`/documents/${id}`, { data: { id: String(id), type: 'documents', attributes: { title } } });

/** Changes of the titles of some documents; the first one waits in the transaction until the gate is open. */
async function titleWrites(of: readonly number[], title: string, gate: () => Promise<void>): Promise<ObjectWrite[]> {
  const { store, modelService } = test.service.services.objects;
  const type = modelService.current().types.get('documents');
  if (!type) throw new Error('there are no documents');
  const stored = await store
    .documents('documents')
    .find({ _id: { $in: [...of] } })
    .toArray();
  return stored.map((before, index) => {
    const after = changedDocument({ type, document: before }, { title: `${title} ${index}` }, new Date(), byAdmin);
    const inTransaction = index === 0 ? gate : undefined;
    return changeWrite({ type, before, after }, { action: 'update', inTransaction }, byAdmin);
  });
}

/** @returns a gate, a promise that resolves when it is reached, and a function that opens it */
function createGate() {
  let open: () => void = () => undefined;
  let reach: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  const reached = new Promise<void>((resolve) => (reach = resolve));
  const gate = (): Promise<void> => {
    reach();
    return opened;
  };
  return { gate, reached, open };
}

it('documents are written while others are committed', async () => {
  const { store, writer } = test.service.services.objects;
  const events: string[] = [];
  store.client.on('commandStarted', ({ commandName }) => {
    if (commandName === 'commitTransaction') events.push('commit');
  });
  store.client.on('commandSucceeded', ({ commandName }) => {
    if (commandName === 'commitTransaction') events.push('committed');
  });
  const { gate, reached, open } = createGate();
  const first = await titleWrites(ids.slice(0, 1), 'First', gate);
  const second = await titleWrites(ids.slice(1, 2), 'Second', () => {
    events.push('second is written');
    return Promise.resolve();
  });
  const commits = [writer.commit((unit) => Promise.resolve(unit.write(...first)))];
  await reached;
  commits.push(writer.commit((unit) => Promise.resolve(unit.write(...second))));
  open();
  await Promise.all(commits);
  store.client.removeAllListeners('commandStarted').removeAllListeners('commandSucceeded');
  expect(events.indexOf('commit')).toBe(0);
  expect(events).toContain('second is written');
  // The commit of the first is sent, and the second begins; its commit is later.
  expect(events.filter((event) => event !== 'committed')).toEqual(['commit', 'second is written', 'commit']);
});

it('concurrent changes of one object by many clients run one after the other', async () => {
  const [id = 0] = ids;
  const before = await test.service.services.store.documents('documents').findOne({ _id: id });
  const answers = await Promise.all(Array.from({ length: 12 }, (_, at) => change(id, `Together ${at}`)));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200));
  const after = await test.service.services.store.documents('documents').findOne({ _id: id });
  expect(after?.revision).toBe((before?.revision ?? 0) + 12);
});

it('a change of very many objects delays only changes of these objects', async () => {
  const { writer } = test.service.services.objects;
  const { gate, reached, open } = createGate();
  const large = await titleWrites(ids.slice(0, LARGE), 'Large', gate);
  const done: string[] = [];
  const committed = writer.commit((unit) => Promise.resolve(unit.write(...large))).then(() => void done.push('large'));
  await reached;
  const own = change(ids[7] ?? 0, 'Own').then(({ status }) => {
    done.push('own');
    return status;
  });
  expect((await change(ids[LARGE] ?? 0, 'Another')).status).toBe(200);
  expect((await change(ids[LARGE + 1] ?? 0, 'One more')).status).toBe(200);
  expect(done).toEqual([]);
  open();
  await committed;
  expect(await own).toBe(200);
  expect(done).toEqual(['large', 'own']);
  const stored = await test.service.services.store.documents('documents').findOne({ _id: ids[7] ?? 0 });
  expect(stored?.title).toBe('Own');
});

it('a change of very many objects succeeds although one of them is changed continuously', async () => {
  const { writer } = test.service.services.objects;
  let attempts = 0;
  let isOver = false;
  const statuses = new Set<number>();
  const busy = (async () => {
    for (let turn = 0; !isOver; turn++) statuses.add((await change(ids[7] ?? 0, `Busy ${turn}`)).status);
  })();
  await writer.commit(async (unit) => {
    attempts++;
    const writes = await titleWrites(ids.slice(0, LARGE), 'Patient', () => Promise.resolve());
    // Several changes of the busy object fit in here.
    await sleep(200);
    unit.write(...writes);
  });
  isOver = true;
  await busy;
  // The first one conflicts; the second one may find a change that was on its way.
  expect(attempts).toBeGreaterThan(1);
  expect(attempts).toBeLessThan(4);
  expect([...statuses]).toEqual([200]);
});

it('a write that waits for such a change is refused at its deadline, and the change continues', async () => {
  const queue = createWriteQueue(test.service.services.objects);
  const { gate, reached, open } = createGate();
  const terms = (ms: number) => ({ deadline: performance.now() + ms, claim: queue.newClaim() });
  const unit = (writes: ObjectWrite[]) => ({ writes, links: [], places: [], rows: [] });
  const large = await titleWrites(ids.slice(0, LARGE), 'Larger', gate);
  const waiting = await titleWrites(ids.slice(9, 10), 'Late', () => Promise.resolve());
  const committed = queue.commit(unit(large), terms(15_000));
  await reached;
  await expect(queue.commit(unit(waiting), terms(100))).rejects.toThrow(Contention);
  open();
  await committed;
  const stored = await test.service.services.store.documents('documents').findOne({ _id: ids[9] ?? 0 });
  expect(stored?.title).toMatch(/^Larger /);
});
