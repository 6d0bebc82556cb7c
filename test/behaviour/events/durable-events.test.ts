// `on.durable` of extensions (D658): no event is lost, a failed one becomes a job, and the order of each object is
// kept.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { CommittedEvent } from '../../../core/events/events.ts';
import { until } from '../../support/processes/killed-processes.ts';
import { openTestService, type ResourceData, type TestService } from '../../support/service.ts';

const EXTENSION = `
export const received = [];
export const failing = new Set();
export default {
  name: 'copy',
  on: {
    durable(event) {
      if (failing.has(event.id)) throw new Error('the copy is away');
      received.push(event);
    },
  },
};`;

let folder: string;
let test: TestService | undefined;
let copy: { received: CommittedEvent[]; failing: Set<string> };
const open = () =>
  openTestService({
    env: { PROCESS_ROLE: 'all', EXTENSIONS_DIR: folder, JWT_TTL: '30d' },
    ...(test && { beside: test, clock: test.clock }),
  });
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'colophon-durable-'));
  const file = path.join(folder, 'copy.mjs');
  await writeFile(file, EXTENSION);
  test = await open();
  copy = (await import(pathToFileURL(file).href)) as typeof copy;
  const { eventCursors } = test.service.services.store;
  await until(async () => (await eventCursors.findOne({ _id: 'extension copy' })) !== null);
});
afterAll(async () => {
  await test?.service.services.store.db.dropDatabase();
  await test?.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  copy.received.length = 0;
});

const service = (): TestService => {
  if (!test) throw new Error('no service is open');
  return test;
};

const make = async (attributes: object): Promise<string> =>
  (await service().editor.create('/documents', { ...attributes })).id;

async function rename(id: string, title: string): Promise<void> {
  const data = { type: 'documents', id, attributes: { title } };
  expect((await service().editor.patch(`/documents/${id}`, { data })).status).toBe(200);
}

const receivedOf = (id: string): string[] => copy.received.filter((event) => event.id === id).map(({ event }) => event);
const soon = { interval: 50 };

async function jobs(): Promise<ResourceData[]> {
  const { body } = await service().admin.get('/admin/async_jobs?filter[service]=event&sort=created&page_size=50');
  return (body as { data: ResourceData[] }).data;
}

it('delivers every event in order, with its number in the feed', async () => {
  const id = await make({ title: 'One', status: 'on' });
  await rename(id, 'Two');
  await expect.poll(() => receivedOf(id), soon).toEqual(['created', 'published', 'updated']);
  const last = copy.received.filter((event) => event.id === id).at(-1);
  expect(last).toMatchObject({ about: 'object', type: 'documents', changed: ['title'] });
  expect(last?.at).toBeInstanceOf(Date);
  const { body } = await service().admin.get(`/feed?page[after]=${(last?.number ?? 0) - 1}&page_size=1`);
  expect(body).toMatchObject({ data: [{ id: String(last?.number), attributes: { subject: `/documents/${id}` } }] });
});

it('makes a job of a failed event, which later events of the same object wait for', async () => {
  const [one, two] = [await make({ title: 'One' }), await make({ title: 'Two' })];
  await expect.poll(() => [...receivedOf(one), ...receivedOf(two)], soon).toHaveLength(2);
  copy.failing.add(one);
  await rename(one, 'Second');
  await rename(one, 'Third');
  await rename(two, 'Second');
  await expect.poll(() => receivedOf(two), soon).toEqual(['created', 'updated']);
  await expect.poll(async () => (await jobs()).map(({ meta }) => meta['status']), soon).toEqual(['planned', 'planned']);
  const [job] = await jobs();
  expect(job?.attributes['payload']).toMatchObject({ extension: 'copy', event: 'updated', type: 'documents', id: one });

  const { jobs: queue } = service().service.services;
  service().clock.advance(6_000);
  queue.dispatch();
  const reasons = async () =>
    (await jobs()).map(({ meta }) =>
      JSON.stringify((meta['results'] as { data: object }[] | null)?.at(-1)?.data ?? ''),
    );
  await expect
    .poll(reasons, soon)
    .toEqual([expect.stringContaining('the copy is away'), expect.stringContaining('It waits for event')]);
  copy.failing.clear();
  const done = async () => {
    // The second one may have looked before the first one was done.
    service().clock.advance(60_000);
    queue.dispatch();
    return (await jobs()).map(({ meta }) => meta['status']);
  };
  await expect.poll(done, soon).toEqual(['completed', 'completed']);
  expect(receivedOf(one)).toEqual(['created', 'updated', 'updated']);
  const numbers = copy.received.filter(({ id }) => id === one).map(({ number }) => number);
  expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
});

it('delivers the events of a time without a running process', async () => {
  const id = await make({ title: 'Before' });
  await expect.poll(() => receivedOf(id), soon).toEqual(['created']);
  const others = await openTestService({
    env: { EXTENSIONS_DIR: '' },
    beside: service(),
    clock: service().clock,
  });
  // Its database stays.
  await service().service.close();
  const data = { type: 'documents', id, attributes: { title: 'Meanwhile' } };
  expect((await others.editor.patch(`/documents/${id}`, { data })).status).toBe(200);
  await others.close();
  expect(receivedOf(id)).toEqual(['created']);
  test = await open();
  await expect.poll(() => receivedOf(id), soon).toEqual(['created', 'updated']);
});
