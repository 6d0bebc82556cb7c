// Incomplete forms with a file (D340): aborted, too large, too slow, never held in memory.
import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readForm, type SentFile } from '../../../core/browser/forms/sent-form.ts';
import {
  ACCEPT,
  multipart,
  MULTIPART,
  openBrowserClient,
  type BrowserClient,
  type Part,
} from '../../support/clients/browser-client.ts';
import { serviceForTests } from '../../support/service.ts';
import { traces } from '../../support/files/upload-traces.ts';
import { newPicture } from '../../support/files/uploads.ts';

const MAX = 200_000;

const t = serviceForTests({ env: { UPLOAD_MAX_SIZE: String(MAX), BODY_TIMEOUT: '2' } });
let browser: BrowserClient;
let csrf: string;
let server: Server;

beforeAll(async () => {
  browser = openBrowserClient(t);
  await browser.signIn('admin');
  csrf = await browser.csrf();
  server = createServer(t.service.app).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
});

const start = (headers: Record<string, string | number> = {}) => {
  const { port } = server.address() as AddressInfo;
  const sent = request({
    port,
    path: '/html/new/images',
    method: 'POST',
    agent: false,
    headers: {
      Host: 'localhost',
      Accept: ACCEPT,
      Origin: 'http://localhost',
      Cookie: browser.cookie,
      'Content-Type': MULTIPART,
      ...headers,
    },
  });
  const answer = new Promise<{ status: number; text: string }>((resolve, reject) => {
    sent.on('error', reject).on('response', (response) => {
      let text = '';
      response.on('data', (part: Buffer) => (text += part.toString()));
      response.on('error', () => undefined).on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
  });
  answer.catch(() => undefined);
  return { sent, answer };
};

const until = async (state: () => Promise<boolean>): Promise<void> => {
  for (let turn = 0; turn < 300 && !(await state()); turn++) await sleep(20);
};
const half = (content: string): Buffer =>
  multipart(
    [
      ['csrf', csrf],
      ['file', { name: 'a.png', type: 'image/png', content }],
    ],
    false,
  );

it('leaves nothing when the client disconnects', async () => {
  const before = await traces(t);
  const files = async (): Promise<number> => (await traces(t)).underWay;
  const now = await files();
  const { sent } = start({ 'Content-Length': 100_000 });
  sent.write(half('x'.repeat(20_000)));
  await until(async () => (await files()) > now);
  expect(await files()).toBe(now + 1);
  sent.destroy();
  await until(async () => (await files()) === now);
  expect(await traces(t)).toEqual(before);
  expect(t.loggedErrors).toEqual([]);
});

it('is 400 when it ends within the file, before it, or is not a form', async () => {
  const before = await traces(t);
  for (const body of [half('x'.repeat(500)), Buffer.from('no form'), Buffer.from('')]) {
    const { sent, answer } = start();
    sent.end(body);
    expect((await answer).status).toBe(400);
  }
  const { sent, answer } = start({ 'Content-Type': 'multipart/form-data' });
  sent.end('x');
  expect((await answer).status).toBe(400);
  expect(await traces(t)).toEqual(before);
});

it('is 413 at once when its announced length is too large, and when it grows too large', async () => {
  const announced = start({ 'Content-Length': 2 ** 40 });
  announced.sent.write(half('\u0089PNG'));
  expect((await announced.answer).status).toBe(413);
  announced.sent.destroy();
  const chunked = start({ 'Transfer-Encoding': 'chunked' });
  chunked.sent.write(half('x'.repeat(MAX + 70_000)));
  const { status, text } = await chunked.answer;
  expect(status).toBe(413);
  expect(text).toContain('larger than 200000');
  chunked.sent.destroy();
});

it('is 408 when no more bytes arrive', async () => {
  const { sent, answer } = start({ 'Content-Length': 1_000 });
  sent.write(multipart([['csrf', csrf]], false));
  expect((await answer).status).toBe(408);
  sent.destroy();
});

it('has the field limit of any form', async () => {
  const { sent, answer } = start();
  sent.end(multipart([['csrf', csrf], ...Array.from({ length: 6_000 }, (): Part => ['a', 'b'])]));
  const { status, text } = await answer;
  expect(status).toBe(413);
  expect(text).toContain('The form has more than 5000 fields.');
});

it.each([
  ['before the first part', Buffer.alloc(0)],
  ['in a field', multipart([['a', '']], false)],
])('is 413 when too many bytes come %s', async (_where, head) => {
  let given = 0;
  function* body(): Generator<Buffer> {
    yield head;
    for (; given < 1_000; given++) yield Buffer.alloc(1_000, 'x');
  }
  const headers = { 'content-type': MULTIPART };
  const incoming = Object.assign(Readable.from(body(), { objectMode: false }), { headers }) as unknown;
  const reading = readForm(incoming as IncomingMessage, { bytes: 10_000, seconds: 10 }, true);
  await expect(reading).rejects.toMatchObject({ code: 'payload_too_large' });
  expect(given).toBeLessThan(100);
});

it('is 400 with a file in another field', async () => {
  const { sent, answer } = start();
  sent.end(
    multipart([
      ['csrf', csrf],
      ['other', { name: 'a.png', type: 'image/png', content: 'x' }],
    ]),
  );
  const { status, text } = await answer;
  expect(status).toBe(400);
  expect(text).toContain('is in another field');
});

it('may have a file whose name ends within a character', async () => {
  const { sent, answer } = start();
  const whole = multipart([
    ['csrf', csrf],
    ['file', { name: '?', type: 'image/png', content: await newPicture() }],
  ]);
  const name = "filename*=utf-16le''a%00%00%D8";
  sent.end(Buffer.from(whole.toString('latin1').replace('filename="?"', name), 'latin1'));
  expect((await answer).status).toBe(303);
  expect(t.loggedErrors).toEqual([]);
});

it('stores the other fields when the access token has expired in the meantime', async () => {
  const began = t.clock.now().toISOString();
  const now = (await traces(t)).underWay;
  const content = await newPicture();
  const body = multipart([
    ['csrf', csrf],
    ['field.title', 'Slow'],
    ['file', { name: 'slow.png', type: 'image/png', content }],
  ]);
  const { sent, answer } = start({ 'Content-Length': body.length });
  sent.write(body.subarray(0, -100));
  try {
    await until(async () => (await traces(t)).underWay > now);
    t.clock.advance(25 * 60_000);
    sent.end(body.subarray(-100));
    expect((await answer).status).toBe(303);
  } finally {
    t.clock.set(began);
  }
  const { body: found } = await t.admin.get('/images?filter[title]=Slow');
  expect((found as { data: unknown[] }).data).toHaveLength(1);
});

it('is not read further before the file is read', async () => {
  let given = 0;
  function* body(): Generator<Buffer> {
    yield half('x');
    for (; given < 1_000; given++) yield Buffer.alloc(16_384, 'x');
  }
  const headers = { 'content-type': MULTIPART };
  const incoming = Object.assign(Readable.from(body(), { objectMode: false }), { headers }) as unknown;
  const { fields, file, close } = await readForm(incoming as IncomingMessage, { bytes: 10_000, seconds: 10 }, true);
  expect([fields.get('csrf'), file?.name, file?.mediaType]).toEqual([csrf, 'a.png', 'image/png']);
  await sleep(100);
  expect(given).toBeLessThan(20);
  let size = 0;
  for await (const chunk of (file as SentFile).content.iterator({ destroyOnReturn: false })) {
    size += (chunk as Buffer).length;
    if (size > 1_000_000) break;
  }
  expect(given).toBeLessThan(100);
  close();
});
