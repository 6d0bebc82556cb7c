// A database that is suspended or killed during requests: each of them gets a response, 503 with `Retry-After` if it
// could not be executed, and the next ones succeed when the database is available again (D616, D620).
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startEmbeddedServer, type EmbeddedServer } from '../../../core/store/mongod/embedded-server.ts';
import { JSON_API } from '../../support/service.ts';
import { startServiceProcess, type ServiceProcess } from '../../support/processes/service-processes.ts';

let folder: string;
let database: EmbeddedServer;
let service: ServiceProcess;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'colophon-lost-'));
  database = await startEmbeddedServer({
    dataDir: folder,
    mongod: process.env['MONGOD_PATH'] || undefined,
    // A throwaway database loses writes that it acknowledged shortly before it is killed, and so assigns ids twice.
    throwaway: false,
    onProgress: () => undefined,
  });
  service = await startServiceProcess(database.uri, {
    DATA_DIR: folder,
    LOG_LEVEL: 'fatal',
    RATE_LIMIT: 'off',
  });
});

afterAll(async () => {
  await signal('SIGCONT').catch(() => undefined);
  await service.stop();
  await database.stop();
  await rm(folder, { recursive: true, force: true });
});

async function signal(name: NodeJS.Signals): Promise<void> {
  process.kill(Number(await readFile(path.join(folder, 'mongo', 'mongod.lock'), 'utf8')), name);
}

interface Outcome {
  what: string;
  status: number;
  retryAfter: string | null;
  seconds: number;
}

const NO_ANSWER = -1;

async function send(method: string, target: string, body?: string | Buffer, type = JSON_API): Promise<Outcome> {
  const began = performance.now();
  const response = await fetch(service.url + target, {
    method,
    headers: { Authorization: `Bearer ${service.token}`, Accept: JSON_API, 'Content-Type': type },
    ...(body !== undefined && { body }),
    signal: AbortSignal.timeout(20_000),
  }).catch(() => undefined);
  await response?.arrayBuffer().catch(() => undefined);
  return {
    what: `${method} ${target}`,
    status: response?.status ?? NO_ANSWER,
    retryAfter: response?.headers.get('retry-after') ?? null,
    seconds: (performance.now() - began) / 1_000,
  };
}

const document = (title: string): string => JSON.stringify({ data: { type: 'documents', attributes: { title } } });
/** More than the buffers of a connection hold. */
const LONG_TEXT = 'x'.repeat(900_000);

/** One request of each kind. */
const mix = (): Promise<Outcome>[] => [
  send('GET', '/documents?page_size=5'),
  send('GET', '/documents/999999'),
  send('GET', '/home'),
  send('POST', '/documents', document('Small')),
  ...Array.from({ length: 5 }, () => send('POST', '/documents', document(`Large ${LONG_TEXT}`.slice(0, 250)))),
  ...Array.from({ length: 5 }, () => send('POST', '/documents', largeDocument())),
  send('POST', '/streams/upload/a.txt', Buffer.alloc(3_000_000, 'a'), 'text/plain'),
  send('GET', '/status'),
];

const largeDocument = (): string =>
  JSON.stringify({ data: { type: 'documents', attributes: { title: 'Large', body: LONG_TEXT } } });

const UNAVAILABLE = 503;
const isDone = ({ status }: Outcome): boolean => status >= 200 && status < 500;

function expectAnswered(outcomes: readonly Outcome[], seconds: number): void {
  const bad = outcomes.filter(
    (outcome) =>
      outcome.seconds > seconds ||
      !(
        isDone(outcome) ||
        (outcome.status === UNAVAILABLE && (outcome.retryAfter !== null || outcome.what === 'GET /status'))
      ),
  );
  expect(bad).toEqual([]);
}

async function back(within: number): Promise<void> {
  const isBack = async (): Promise<boolean> => (await send('POST', '/documents', document('After'))).status === 201;
  await expect.poll(isBack, { timeout: within }).toBe(true);
  expectAnswered(await Promise.all(mix()), 15);
}

it('responds within five seconds while the database hangs, and at once when it continues', async () => {
  expectAnswered(await Promise.all(mix()), 15);
  await signal('SIGSTOP');
  const first = await Promise.all([...mix(), send('GET', '/ready'), send('GET', '/health')]);
  expectAnswered(first, 5.5);
  expect(first.filter(({ status }) => status === UNAVAILABLE).length).toBeGreaterThan(10);
  const health = first.at(-1);
  expect([health?.status, (health?.seconds ?? 9) < 1]).toEqual([200, true]);
  const next = await Promise.all(mix());
  expectAnswered(next, 2.5);
  await signal('SIGCONT');
  await back(5_000);
});

it('responds to every running request when the database is killed', async () => {
  for (let round = 0; round < 3; round++) {
    const outcomes: Promise<Outcome>[] = [];
    let isOver = false;
    const keepSending = async (): Promise<void> => {
      while (!isOver) {
        outcomes.push(...mix());
        await sleep(15);
      }
    };
    const sending = keepSending();
    await sleep(200);
    await signal('SIGKILL');
    await sleep(100);
    isOver = true;
    await sending;
    expectAnswered(await Promise.all(outcomes), 8);
    await back(15_000);
  }
});
