// Objects become visible and hidden by their dates; a job finds each date, once (D255).
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createEvents, type PublicationEvent } from '../../core/events/events.ts';
import { createPublication } from '../../core/objects/publication.ts';
import type { AsyncJobRow } from '../../core/store/store.ts';
import { openTestService, PASSWORD, type TestService } from '../support/service.ts';

const MINUTE = 60_000;

let test: TestService;
beforeAll(async () => {
  test = await openTestService({ env: { JWT_TTL: '9999d' } });
});
afterAll(() => test.close());

const inMinutes = (minutes: number): string => new Date(test.clock.now().getTime() + minutes * MINUTE).toISOString();
const create = async (attributes: Record<string, unknown>): Promise<number> =>
  Number((await test.editor.create('/documents', { status: 'on', ...attributes })).id);
const open = () => {
  const { store } = test.service.services;
  return createPublication({ store, clock: test.clock, events: createEvents(), dispatch: () => Promise.resolve() });
};
const note = (): Promise<void> => open().recurring.run();
const notes = (): Promise<AsyncJobRow[]> =>
  test.service.services.store.asyncJobs.find({ service: 'publication' }).sort({ 'payload.at': 1 }).toArray();
/** Runs the job, and returns the objects with new events. */
async function newNotes(): Promise<string[]> {
  const before = new Set((await notes()).map(({ _id }) => _id));
  await note();
  return (await notes())
    .filter(({ _id }) => !before.has(_id))
    .map(({ payload }) => `${String(payload?.['object_id'])} ${String(payload?.['event'])}`);
}

describe('dates that pass', () => {
  it('are recorded once each, those before the first start never', async () => {
    await create({ publish_start: inMinutes(-10), publish_end: inMinutes(-5) });
    expect(await newNotes()).toEqual([]);
    const at = inMinutes(2);
    const id = await create({ publish_start: at, publish_end: inMinutes(5) });
    expect((await test.anonymous.get(`/documents/${id}`)).status).toBe(404);
    test.clock.advance(MINUTE);
    expect(await newNotes()).toEqual([]);
    test.clock.advance(MINUTE);
    expect((await test.anonymous.get(`/documents/${id}`)).status).toBe(200);
    expect(await newNotes()).toEqual([`${id} published`]);
    expect((await notes())[0]).toMatchObject({
      payload: { object_id: id, object_type: 'documents', event: 'published', at },
      due: test.clock.now(),
      max_attempts: 5,
    });
    test.clock.advance(10_000);
    expect(await newNotes()).toEqual([]);
    test.clock.advance(3 * MINUTE);
    expect((await test.anonymous.get(`/documents/${id}`)).status).toBe(404);
    expect(await newNotes()).toEqual([`${id} unpublished`]);
  });

  it('are recorded for published objects outside the trash', async () => {
    const dates = { publish_start: inMinutes(1), publish_end: inMinutes(2) };
    await create({ ...dates, status: 'draft' });
    await create({ ...dates, status: 'off' });
    const trashed = await create(dates);
    await test.editor.delete(`/documents/${trashed}`);
    const id = await create(dates);
    // Users are not hidden by dates.
    const user = { username: 'temporary', password: PASSWORD, uname: 'temporary', status: 'on', ...dates };
    await test.admin.create('/users', user);
    test.clock.advance(5 * MINUTE);
    expect(await newNotes()).toEqual([`${id} published`, `${id} unpublished`]);
  });

  it('during downtime are recorded later, on several pages', async () => {
    const id = await create({ publish_start: inMinutes(10) });
    const { store } = test.service.services;
    const row = await store.objects.findOne({ _id: id });
    if (!row) throw new Error('no row');
    const at = (n: number) => new Date(row.visible_from.getTime() + n * 1_000);
    const copies = Array.from({ length: 1_100 }, (_, n) => ({
      ...row,
      _id: 500_000 + n,
      uname: `copy-${n}`,
      visible_from: at(n % 600),
    }));
    await store.objects.insertMany(copies);
    test.clock.advance(60 * MINUTE);
    const ids = [id, ...copies.map(({ _id }) => _id)].map((each) => `${each} published`);
    expect((await newNotes()).sort()).toEqual(ids.sort());
    await store.objects.deleteMany({ _id: { $gte: 500_000 } });
  });

  it('are recorded also after an interruption, and when an object is written while its date passes', async () => {
    const { store } = test.service.services;
    const [first, second] = [
      await create({ publish_start: inMinutes(1) }),
      await create({ publish_end: inMinutes(1) }),
    ];
    test.clock.advance(2 * MINUTE);
    // Like after a kill: one event is stored, and the position is not.
    const before = await store.state.findOne({ _id: 'publication' });
    await note();
    await store.asyncJobs.deleteOne({ 'payload.object_id': second });
    await store.state.replaceOne({ _id: 'publication' }, {
      version: 1,
      since: before?.since,
      until: before?.until,
    } as never);
    expect(await newNotes()).toEqual([`${second} unpublished`]);
    expect((await notes()).filter(({ payload }) => payload?.['object_id'] === first)).toHaveLength(1);
    const late = await create({ publish_start: inMinutes(-0.5) });
    expect(await newNotes()).toEqual([`${late} published`]);
  });
});

describe('the job', () => {
  it('is run, and notifies listeners; again when one has failed', async () => {
    await test.service.services.store.asyncJobs.deleteMany({ service: 'publication' });
    const running = await openTestService({
      env: { PROCESS_ROLE: 'all', JWT_TTL: '9999d' },
      databaseName: test.databaseName,
      clock: test.clock,
    });
    const { store, events, jobs } = running.service.services;
    const heard: PublicationEvent[] = [];
    const at = inMinutes(1);
    const id = await create({ publish_start: at });
    let failures = 1;
    const end = events.on('publication', (event) => {
      heard.push(event);
      // Objects of other tests are published during this as well.
      if (event.object_id === id && failures-- > 0) throw new Error('deaf');
    });
    test.clock.advance(2 * MINUTE);
    await vi.waitFor(
      async () => {
        // Once a minute in earnest.
        await store.agendaJobs.updateOne(
          { 'data.id': 'note publication', lockedAt: null },
          { $set: { nextRunAt: new Date() } },
        );
        expect(heard.filter(({ object_id }) => object_id === id)).toHaveLength(1);
      },
      { timeout: 45_000, interval: 250 },
    );
    const job = () => store.asyncJobs.findOne({ service: 'publication', 'payload.object_id': id });
    await vi.waitFor(async () => expect((await job())?.results).toHaveLength(1), { timeout: 45_000 });
    expect(await job()).toMatchObject({ completed: null, max_attempts: 4, results: [{ success: false }] });
    test.clock.advance(2 * MINUTE);
    await vi.waitFor(
      async () => {
        await jobs.dispatch();
        expect((await job())?.completed).not.toBeNull();
      },
      { timeout: 45_000 },
    );
    expect(heard.filter(({ object_id }) => object_id === id)).toEqual(
      Array<unknown>(2).fill({ object_id: id, object_type: 'documents', event: 'published', at: new Date(at) }),
    );
    end();
    await running.close();
  });

  it('of another caller without a valid payload fails with this reason', async () => {
    const run = open().service.run({ payload: { object_id: 'x' } } as never, new AbortController().signal);
    await expect(run).rejects.toThrow('The payload takes object_id, object_type, event and at.');
  });
});
