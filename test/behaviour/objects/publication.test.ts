// `on.publication` of extensions (D255): the events of dates that pass, as they are in the feed, each at least once.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { PublicationEvent } from '../../../core/events/events.ts';
import { until } from '../../support/processes/killed-processes.ts';
import { openTestService, PASSWORD, type TestService } from '../../support/service.ts';

const MINUTE = 60_000;
const EXTENSION = `
export const heard = [];
export const failing = new Set();
export default {
  name: 'paper',
  on: {
    publication(event) {
      if (failing.delete(event.object_id)) throw new Error('deaf');
      heard.push(event);
    },
  },
};`;

let folder: string;
let test: TestService;
let paper: { heard: PublicationEvent[]; failing: Set<number> };
const open = (): Promise<TestService> =>
  openTestService({ env: { PROCESS_ROLE: 'all', EXTENSIONS_DIR: folder, JWT_TTL: '9999d' } });
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'colophon-publication-'));
  const file = path.join(folder, 'paper.mjs');
  await writeFile(file, EXTENSION);
  test = await open();
  paper = (await import(pathToFileURL(file).href)) as typeof paper;
  const { eventCursors } = test.service.services.store;
  await until(async () => (await eventCursors.findOne({ _id: 'extension paper, publication' })) !== null);
});
afterAll(async () => {
  await test.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  paper.heard.length = 0;
});

const inMinutes = (minutes: number): string => new Date(test.clock.now().getTime() + minutes * MINUTE).toISOString();
const create = async (attributes: Record<string, unknown>): Promise<number> =>
  Number((await test.editor.create('/documents', { status: 'on', ...attributes })).id);
const heardOf = (id: number): string[] =>
  paper.heard.filter(({ object_id }) => object_id === id).map(({ event }) => event);

/** All dates and events up to now. */
const settle = (): Promise<void> => test.service.services.recordedEvents.reader.settle();

it('hears each date once, with the date, and no change', async () => {
  const [start, end] = [inMinutes(2), inMinutes(5)];
  const id = await create({ publish_start: start, publish_end: end });
  const changed = await create({ title: 'Published by a change' });
  await settle();
  expect([heardOf(id), heardOf(changed)]).toEqual([[], []]);
  test.clock.advance(2 * MINUTE);
  await settle();
  expect(paper.heard).toEqual([{ object_id: id, object_type: 'documents', event: 'published', at: new Date(start) }]);
  await settle();
  test.clock.advance(4 * MINUTE);
  await settle();
  expect(heardOf(id)).toEqual(['published', 'unpublished']);
  expect(paper.heard.at(-1)?.at).toEqual(new Date(end));
});

it('hears nothing of drafts, of objects in the trash, and of users', async () => {
  const dates = { publish_start: inMinutes(1), publish_end: inMinutes(2) };
  for (const status of ['draft', 'off']) await create({ ...dates, status });
  const trashed = await create(dates);
  await test.editor.delete(`/documents/${trashed}`);
  const id = await create(dates);
  // Users are not hidden by dates.
  const user = { username: 'temporary', password: PASSWORD, uname: 'temporary', status: 'on', ...dates };
  await test.admin.create('/users', user);
  test.clock.advance(5 * MINUTE);
  await settle();
  expect(paper.heard.map(({ object_id, event }) => `${object_id} ${event}`)).toEqual([
    `${id} published`,
    `${id} unpublished`,
  ]);
});

it('is called again by a job after an error, and shows the reason', async () => {
  const id = await create({ publish_start: inMinutes(1) });
  paper.failing.add(id);
  test.clock.advance(2 * MINUTE);
  await settle();
  expect(heardOf(id)).toEqual([]);
  const job = () =>
    test.service.services.store.asyncJobs.findOne({ service: 'event', 'payload.extension': 'paper, publication' });
  expect(await job()).toMatchObject({ payload: { id: String(id), event: 'published' }, completed: null });
  test.clock.advance(MINUTE);
  test.service.services.jobs.dispatch();
  await expect.poll(() => heardOf(id), { interval: 100 }).toEqual(['published']);
  await expect.poll(async () => (await job())?.completed, { interval: 100 }).not.toBeNull();
});
