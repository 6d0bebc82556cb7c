// Transactions whose process is dead or suspended: their rows are soon writable again (D621).
import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { watchOtherProcesses } from '../../../core/store/transactions/abandoned-transactions.ts';
import { connect, type Connection } from '../../../core/store/connection/connect.ts';
import { commandFile } from '../../support/processes/command-file.ts';

const name = `test_${randomUUID().slice(0, 18)}`;
/** Long before the server ends a transaction by itself, which it does after a minute. */
const SOON = 20_000;

let root: Connection;
/** As a user who may read and write that database only. */
let plain: Connection;
let plainUri: string;
const endings: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  const uri = new URL(inject('mongodbUri'));
  uri.pathname = `/${name}`;
  root = await connect(uri.href);
  await root.db.command({ createUser: name, pwd: name, roles: ['readWrite'] });
  [uri.username, uri.password] = [name, name];
  uri.searchParams.set('authSource', name);
  plainUri = uri.href;
  plain = await connect(plainUri);
});

beforeEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
  await root.db.collection<{ _id: number }>('rows').updateOne({ _id: 1 }, { $set: { count: 0 } }, { upsert: true });
});

afterAll(async () => {
  for (const end of endings.splice(0).reverse()) await end();
  watch(SOON);
  await write(SOON);
  for (const end of endings) await end();
  await root.db.command({ dropUser: name });
  await root.db.dropDatabase();
  await plain.client.close();
  await root.client.close();
});

/** A process with a transaction that has changed the row. */
async function openTransaction(): Promise<ChildProcess> {
  const env = { PATH: process.env['PATH'], MONGODB_URI: plainUri };
  const child = spawn(process.execPath, [commandFile('test/support/database/transaction-process.ts')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  endings.push(() => (child.kill('SIGKILL'), ended));
  await once(child.stdout, 'data');
  return child;
}

function watch(stalledMs: number): void {
  const release = { look: () => Promise.resolve() };
  const watching = watchOtherProcesses(plain.client, { log: pino({ level: 'silent' }), stalledMs, release });
  endings.push(() => watching.close());
}

const write = (maxTimeMS: number) =>
  plain.db.collection<{ _id: number }>('rows').updateOne({ _id: 1 }, { $inc: { count: 10 } }, { maxTimeMS });
const count = async () => (await plain.db.collection('rows').findOne({}))?.['count'] as number;

it('rows changed by a killed process are soon unlocked and rolled back', async () => {
  const child = await openTransaction();
  await expect(write(200)).rejects.toMatchObject({ code: 50 });
  child.kill('SIGKILL');
  watch(SOON);
  await write(SOON);
  expect(await count()).toBe(10);
});

it('rows changed by a suspended process are unlocked after a while', async () => {
  const child = await openTransaction();
  child.kill('SIGSTOP');
  watch(1_000);
  await write(SOON);
  expect(await count()).toBe(10);
});

it('transactions of a running process are not ended', async () => {
  await openTransaction();
  watch(SOON);
  await sleep(1_500);
  await expect(write(500)).rejects.toMatchObject({ code: 50 });
});
