// Kept responses are compressed for callers that accept it (D888); with raw requests, since clients decompress by themselves.
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRawClient, type RawClient } from '../support/raw-request.ts';
import { serviceForTests } from '../support/service.ts';

const test = serviceForTests({ env: { PUBLIC_URL: 'https://cms.example.com' } });
const LIST = '/documents?sort=id&page_size=7';
let raw: RawClient;
let id: string;
beforeAll(async () => {
  raw = await openRawClient(test);
  for (const title of ['First', 'Second', 'Third'])
    ({ id } = await test.admin.create('/documents', { title, body: 'Wombats. '.repeat(200), status: 'on' }));
});
afterAll(() => raw.close());

const get = (path: string, coding = 'identity', headers: Record<string, string> = {}) =>
  raw.get(path, { 'Accept-Encoding': coding, ...headers });
const metric = async (name: string): Promise<number> =>
  Number(new RegExp(`^${name} (\\d+)`, 'm').exec((await test.admin.get('/metrics')).text)?.[1]);

describe('a kept response', () => {
  it('is the same text in each coding, shorter, with a tag of its own', async () => {
    const plain = await get(LIST);
    const tags = new Set([plain.headers.etag]);
    for (const [coding, decode] of [
      ['gzip', gunzipSync],
      ['br', brotliDecompressSync],
    ] as const) {
      const before = await metric('colophon_response_cache_bytes');
      const { headers, bytes } = await get(LIST, coding);
      expect(headers).toMatchObject({
        'content-encoding': coding,
        'content-length': String(bytes.length),
        'content-type': plain.headers['content-type'],
        vary: 'Accept, Accept-Encoding',
        'server-timing': expect.stringContaining('cache;desc="hit"') as string,
      });
      expect(bytes.length).toBeLessThan(plain.bytes.length / 3);
      expect(decode(bytes).equals(plain.bytes)).toBe(true);
      tags.add(headers.etag);
      // Made once, and counted.
      expect((await metric('colophon_response_cache_bytes')) - before).toBe(bytes.length);
      expect((await get(LIST, coding)).bytes.equals(bytes)).toBe(true);
      expect((await metric('colophon_response_cache_bytes')) - before).toBe(bytes.length);
    }
    expect(tags.size).toBe(3);
    expect((await get(LIST)).bytes.equals(plain.bytes)).toBe(true);
  });

  it('is not compressed before it is kept, but varies', async () => {
    const { headers } = await get('/documents?sort=id&page_size=6', 'gzip');
    expect([headers['content-encoding'], headers.vary]).toEqual([undefined, 'Accept, Accept-Encoding']);
  });

  it('is not compressed if it is short', async () => {
    const path = '/documents?filter[title]=Nothing&fields=title';
    await get(path);
    const { headers, bytes } = await get(path, 'gzip');
    expect([headers['content-encoding'], bytes.length < 1024]).toEqual([undefined, true]);
    expect(headers['server-timing']).toContain('cache;desc="hit"');
  });

  it('has the same headers for HEAD', async () => {
    await get(LIST);
    const whole = await get(LIST, 'gzip');
    const head = await raw.head(LIST, { 'Accept-Encoding': 'gzip' });
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
    for (const name of ['etag', 'content-encoding', 'vary', 'content-type'])
      expect([name, head.headers[name]]).toEqual([name, whole.headers[name]]);
  });

  it('of the caller alone is sent as it is', async () => {
    const path = '/documents?filter[mine]=true&sort=id';
    const headers = { Authorization: `Bearer ${test.admin.token}` };
    await get(path, 'gzip', headers);
    const answer = await get(path, 'gzip', headers);
    expect(answer.headers['server-timing']).toContain('cache;desc="hit"');
    expect([answer.bytes.length > 1024, answer.headers['content-encoding']]).toEqual([true, undefined]);
  });
});

describe('the tag of each form', () => {
  const CODINGS = ['identity', 'gzip', 'br'];

  it('gives 304 in any coding, of lists and of single objects', async () => {
    for (const path of [LIST, `/documents/${id}`]) {
      await get(path);
      for (const coding of CODINGS) {
        const tag = String((await get(path, coding)).headers.etag);
        for (const other of CODINGS)
          for (const sent of [tag, `W/${tag}`, `"x", ${tag}`]) {
            const answer = await get(path, other, { 'If-None-Match': sent });
            const { etag, vary, ...headers } = answer.headers;
            expect([answer.status, answer.bytes.length, etag, vary, headers['content-encoding']]).toEqual([
              304,
              0,
              tag,
              'Accept, Accept-Encoding',
              undefined,
            ]);
          }
      }
    }
  });

  it('is that of the state for If-Match', async () => {
    const path = `/documents/${id}`;
    await get(path);
    const { etag } = (await get(path, 'gzip')).headers;
    expect(etag).toMatch(/^"\d+\.\w+\+gzip"$/);
    const change = (title: string) =>
      test.admin.patch(path, { data: { type: 'documents', id, attributes: { title } } }, { 'If-Match': String(etag) });
    expect((await change('Changed')).status).toBe(200);
    expect((await change('Again')).status).toBe(412);
    expect((await get(path, 'gzip', { 'If-None-Match': String(etag) })).status).toBe(200);
  });
});
