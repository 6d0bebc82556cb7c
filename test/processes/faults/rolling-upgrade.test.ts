// Two releases on one database, as while processes are replaced one after the other: the newer one, made of these
// sources with one more migration, migrates while the older one receives writes (D662).
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { systemClock } from '../../../core/clock.ts';
import { createLocalStorage } from '../../../core/files/storage/local-storage.ts';
import { connect, type Connection } from '../../../core/store/connection/connect.ts';
import { createStore, type Store } from '../../../core/store/store.ts';
import { bundle, root } from '../../../scripts/bundle/bundle.ts';
import { JSON_API } from '../../support/service.ts';
import { startServiceProcess, type ServiceProcess } from '../../support/processes/service-processes.ts';
import { faultsIn } from '../../support/database/verified.ts';

/** Keeps the ids of all objects that it finds. */
const MIGRATION = `{
    name: 'next release',
    async run(store) {
      const found = await store.objects.find({}, { projection: { _id: 1 } }).toArray();
      const ids = found.map(({ _id }) => _id);
      await store.db.collection<{ _id: string }>('next_release').replaceOne({ _id: 'ids' }, { ids }, { upsert: true });
    },
  },`;

let folder: string;
let bundled: string;
let uri: string;
let connection: Connection;
let store: Store;
let older: ServiceProcess;

const settings = (): Record<string, string> => ({ DATA_DIR: folder, LOG_LEVEL: 'warn', CALLER_RATE: 'off' });

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'colophon-upgrade-'));
  // Within the project, where its packages are found.
  bundled = path.join(root, 'node_modules/.cache/colophon', `next-${process.pid}`);
  await mkdir(bundled, { recursive: true });
  const withMigration = (file: string, text: string): string =>
    file.endsWith('core/migrations/all-migrations.ts') ? text.replace(/\n\];\s*$/, `\n  ${MIGRATION}\n];\n`) : text;
  await bundle({ entries: { start: 'scripts/start.ts' }, folder: bundled, movable: false, alter: withMigration });
  const target = new URL(inject('mongodbUri'));
  target.pathname = `/test_${randomUUID().slice(0, 18)}`;
  uri = target.href;
  connection = await connect(uri);
  store = createStore(connection.client, connection.db);
  older = await startServiceProcess(uri, settings());
});

afterAll(async () => {
  await older.stop();
  await connection.db.dropDatabase();
  await connection.client.close();
  await rm(folder, { recursive: true, force: true });
  await rm(bundled, { recursive: true, force: true });
});

async function send({ url, token }: ServiceProcess, method: string, target: string, attributes?: object) {
  const response = await fetch(url + target, {
    method,
    headers: { Authorization: `Bearer ${token}`, Accept: JSON_API, 'Content-Type': JSON_API },
    ...(attributes && { body: JSON.stringify({ data: { type: 'documents', attributes } }) }),
  });
  const text = await response.text();
  const { data } = JSON.parse(text) as { data?: { id: string } };
  return { status: response.status, retryAfter: response.headers.get('retry-after'), id: Number(data?.id), text };
}

interface Seen {
  acknowledged: number[];
  refused: number;
  others: string[];
}

/** Writes to a process all the time. */
function keepWriting(process: ServiceProcess): { seen: Seen; end(): Promise<Seen> } {
  const seen: Seen = { acknowledged: [], refused: 0, others: [] };
  let isOver = false;
  const write = async (): Promise<void> => {
    while (!isOver) {
      const { status, retryAfter, id, text } = await send(process, 'POST', '/documents', { title: 'Wombats' });
      if (status === 201) seen.acknowledged.push(id);
      else if (status === 503 && retryAfter !== null) seen.refused++;
      else seen.others.push(`${status} ${text}`);
      await sleep(5);
    }
  };
  const writing = Promise.all(Array.from({ length: 4 }, write));
  return {
    seen,
    async end() {
      isOver = true;
      await writing;
      return seen;
    },
  };
}

const LONG = { timeout: 300_000, interval: 20 };

it('the older process stops writing once the newer one migrates, and no acknowledged write is lost', async () => {
  const toOlder = keepWriting(older);
  await vi.waitFor(() => expect(toOlder.seen.acknowledged.length).toBeGreaterThan(10), LONG);
  const newer = await startServiceProcess(uri, settings(), path.join(bundled, 'start.js'));
  try {
    const toNewer = keepWriting(newer);
    await vi.waitFor(() => expect(toOlder.seen.refused).toBeGreaterThan(10), LONG);
    await vi.waitFor(() => expect(toNewer.seen.acknowledged.length).toBeGreaterThan(10), LONG);
    const [ofOlder, ofNewer] = [await toOlder.end(), await toNewer.end()];
    expect([ofOlder.others, ofNewer.others, ofNewer.refused]).toEqual([[], [], 0]);
    expect(ofOlder.acknowledged.length).toBeGreaterThan(10);
    expect(ofOlder.refused).toBeGreaterThan(10);
    expect(ofNewer.acknowledged.length).toBeGreaterThan(10);
    const migrated = await connection.db.collection<{ _id: string; ids: number[] }>('next_release').findOne({});
    const ids = new Set(migrated?.ids);
    expect(ofOlder.acknowledged.filter((id) => !ids.has(id))).toEqual([]);
    const all = [...ofOlder.acknowledged, ...ofNewer.acknowledged];
    expect(await store.objects.countDocuments({ _id: { $in: all } })).toBe(all.length);

    // It continues to read, also rows of the newer release, and reports that it is not ready.
    expect((await send(older, 'GET', `/documents/${ofNewer.acknowledged.at(-1)}`)).status).toBe(200);
    expect(await send(older, 'GET', '/ready')).toMatchObject({ status: 503, retryAfter: '2' });
    expect((await send(older, 'DELETE', `/documents/${all[0]}`)).status).toBe(503);
    expect(older.complaints()).toContain(
      'a newer release migrates the database: this process writes nothing from now on',
    );
    await expect(startServiceProcess(uri, settings())).rejects.toThrow(
      /the database is at version \d+ and this release knows \d+ only: start a newer release/,
    );
  } finally {
    await newer.stop();
  }
  const storage = createLocalStorage(path.join(folder, 'files'));
  expect(await faultsIn({ store, storage, clock: systemClock })).toEqual([]);
});

it('the older process writes again when the newer one exits before its first migration', async () => {
  const migrations = connection.db.collection<{ _id: string; version: number }>('state');
  const row = await migrations.findOne({ _id: 'migrations' });
  const version = row?.version ?? 0;
  const until = (ms: number) => ({ locked_by: 'newer', target: version, locked_until: new Date(Date.now() + ms) });
  await migrations.updateOne({ _id: 'migrations' }, { $set: { version: version - 1, ...until(60_000) } });
  const write = async (): Promise<number> => (await send(older, 'POST', '/documents', { title: 'Quolls' })).status;
  await expect.poll(write).toBe(503);
  await migrations.updateOne({ _id: 'migrations' }, { $set: until(-1) });
  await expect.poll(write).toBe(201);
  await migrations.updateOne({ _id: 'migrations' }, { $set: { version } });
});
