// Events while processes are killed: a webhook receiver that fails in a tenth of the requests, and a listener whose
// connections are cut repeatedly, both end with the state of the service, each object in its order. `npm run
// test:events` also kills the database, and runs longer.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { connect, type Connection } from '../../../core/store/connection/connect.ts';
import { createStore } from '../../../core/store/store.ts';
import { compareCopies, compareEvents, copyOf, requiredOf, unrecorded } from '../../../scripts/events/compare.ts';
import { runEvents } from '../../../scripts/events/run.ts';
import { startService, type FaultyService } from '../../../scripts/faults/service-process.ts';
import { PASSWORD } from '../../support/service.ts';

const services: FaultyService[] = [];
let connection: Connection;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'colophon-events-'));
  const uri = new URL(inject('mongodbUri'));
  uri.pathname = `/test_${randomUUID().slice(0, 18)}`;
  const settings = {
    MONGODB_URI: uri.href,
    DATA_DIR: path.join(folder, 'data'),
    ADMIN_PASSWORD: PASSWORD,
    JWT_SECRET: 'a-secret-of-more-than-thirty-two-characters',
    JWT_TTL: '1d',
    LOG_LEVEL: 'error',
    WEBHOOK_PRIVATE_NETWORKS: 'on',
  };
  for (const name of ['A', 'B']) services.push(await startService(name, settings));
  connection = await connect(uri.href);
});
afterAll(async () => {
  await Promise.all(services.map((service) => service.stop()));
  await connection.db.dropDatabase();
  await connection.client.close();
  await rm(folder, { recursive: true, force: true });
});

it('events are delivered completely, in order, and repeated only with the same id', async () => {
  let turn = 0;
  const fault = async (): Promise<string> => {
    const service = services[turn++ % services.length];
    service?.signal('SIGKILL');
    await service?.restart();
    return `${service?.name ?? ''} was killed`;
  };
  const settings = { writes: 400, clients: 8, seed: 7, faultEveryMs: 700, cutMs: 1_000, patienceMs: 120_000 };
  const stage = { urls: services.map(({ url }) => url), password: PASSWORD, fault };
  const store = createStore(connection.client, connection.db);
  const result = await runEvents({ ...stage, store }, settings, () => undefined);
  expect(result.wrong).toEqual([]);
  expect(result.writes).toBeGreaterThanOrEqual(400);
  expect(result.events).toBeGreaterThan(400);
  expect(result.faults).toBeGreaterThan(0);
  expect(result.failed).toBeGreaterThan(10);
  expect(result.connections).toBeGreaterThan(2);
});

it('the comparison finds each fault', () => {
  const happened = [
    { number: 1, id: 7, event: 'created' },
    { number: 2, id: 8, event: 'created' },
    { number: 3, id: 7, event: 'updated' },
    { number: 4, id: 8, event: 'deleted' },
  ];
  const required = requiredOf(happened, (id) => id === 7);
  expect(required.map(({ number }) => number)).toEqual([1, 3, 4]);
  const story = { happened, required };
  const compared = (...numbers: number[]) =>
    compareEvents(
      'it',
      numbers.map((number) => ({ number, id: number % 2 === 0 ? 8 : 7 })),
      story,
    );
  expect(unrecorded(happened, [7, 9])).toEqual(['feed: document 9 has no event of its creation']);
  expect(compared(1, 2, 3, 4)).toEqual([]);
  expect(compared(4, 1, 3)).toEqual([]);
  expect(compared(1, 4)).toEqual(['it: updated 7 (3) is missing']);
  expect(compared(3, 1, 4)).toEqual(['it: 1 of 7 came after 3']);
  expect(compared(1, 3, 4, 9)).toEqual(['it: event 9 of 7 has never happened']);
  const eventOf = (id: number, title: string | undefined) => ({ number: 1, id, event: 'updated', title });
  const copy = copyOf([eventOf(7, 'One'), eventOf(8, 'Two'), eventOf(8, undefined), eventOf(9, 'Three')]);
  expect(compareCopies(copy, new Map([[7, 'One']]))).toEqual(['copy: 9 is there, and should not be']);
  expect(
    compareCopies(
      copy,
      new Map([
        [7, 'Two'],
        [9, 'Three'],
      ]),
    ),
  ).toEqual(['copy: 7 is "One", should be "Two"']);
});
