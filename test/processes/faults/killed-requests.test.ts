// A service that is killed during POSTs with keys (D501): each repeated one is executed once.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { until } from '../../support/processes/killed-processes.ts';
import { JSON_API, serviceForTests } from '../../support/service.ts';
import { startServiceProcess, type ServiceProcess } from '../../support/processes/service-processes.ts';
import { temporaryFolder } from '../../support/files/storages.ts';

const main = serviceForTests();
let settings: Record<string, string>;
const started: ServiceProcess[] = [];

beforeAll(async () => {
  settings = { DATA_DIR: await temporaryFolder() };
});

afterAll(async () => {
  await Promise.all(started.map((each) => each.stop()));
});

async function start(): Promise<ServiceProcess> {
  const uri = new URL(inject('mongodbUri'));
  uri.pathname = `/${main.databaseName}`;
  const service = await startServiceProcess(uri.href, settings);
  started.push(service);
  return service;
}

interface Request {
  key: string;
  path: string;
  body: object;
}

const document = (title: string): Request => ({
  key: randomUUID(),
  path: '/documents',
  body: { data: { type: 'documents', attributes: { title, body: 'x'.repeat(2_000) } } },
});

const send = ({ url, token }: ServiceProcess, { key, path, body }: Request): Promise<Response> =>
  fetch(`${url}${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': JSON_API, 'Idempotency-Key': `"${key}"` },
    body: JSON.stringify(body),
  });

/** Like a client that retries until it gets a response. @returns the final response */
async function insist(service: ServiceProcess, request: Request): Promise<{ status: number; body: unknown }> {
  for (;;) {
    const answer = await send(service, request);
    const body: unknown = await answer.json();
    const wait = answer.headers.get('retry-after');
    if (wait === null) return { status: answer.status, body };
    await sleep(Number(wait) * 1_000);
  }
}

const store = () => main.service.services.store;
const titled = (title: RegExp) => store().documents('documents').countDocuments({ title });

describe('a running request when the service is killed', () => {
  it('is executed when it is repeated, if nothing was committed', async () => {
    const killed = await start();
    // It gets no further than its transaction, which meets this one.
    const transaction = store().client.startSession();
    transaction.startTransaction();
    await store().objectCounts.updateMany(
      { type: 'documents' },
      { $inc: { all: 0 } as never },
      { session: transaction },
    );
    const request = document('Held up');
    const broken = send(killed, request).catch(() => undefined);
    await until(async () => (await store().idempotencyKeys.countDocuments({ answer: { $exists: false } })) === 1);
    await killed.kill();
    expect(await broken).toBe(undefined);
    await transaction.abortTransaction();
    await transaction.endSession();
    expect(await titled(/^Held up$/)).toBe(0);

    const next = await start();
    // After the lease of the key, not after its 24 hours.
    expect(await insist(next, request)).toMatchObject({ status: 201 });
    expect(await titled(/^Held up$/)).toBe(1);
  });

  it('is executed once, at any point of the kill', async () => {
    const killed = await start();
    const requests = Array.from({ length: 60 }, (_, n) => document(`Number ${n}`));
    const sent = requests.map((request) =>
      send(killed, request).then(
        () => undefined,
        () => undefined,
      ),
    );
    await until(async () => (await titled(/^Number/)) > 10);
    await killed.kill();
    await Promise.all(sent);

    const next = await start();
    const answers = await Promise.all(requests.map((request) => insist(next, request)));
    expect(answers.map(({ status }) => status)).toEqual(requests.map(() => 201));
    const titles = answers.map(
      ({ body }) => (body as { data: { attributes: { title: string } } }).data.attributes.title,
    );
    expect(titles).toEqual(requests.map((_request, n) => `Number ${n}`));
    expect(await titled(/^Number/)).toBe(60);
    expect(new Set(answers.map(({ body }) => (body as { data: { id: string } }).data.id)).size).toBe(60);
  });
});
