// Kept responses are compressed for callers that accept it (D888); with raw requests, since clients decompress by themselves.
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRawClient, type RawClient } from '../../support/clients/raw-request.ts';
import { serviceForTests } from '../../support/service.ts';

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

  it('is compressed from the first time on, so that its tag remains the same', async () => {
    const read = () => get('/documents?sort=id&page_size=6', 'gzip');
    const [first, second] = [await read(), await read()];
    expect(first.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept, Accept-Encoding' });
    expect([first.headers['server-timing'], second.headers['server-timing']]).toEqual([
      expect.stringContaining('cache;desc="miss"'),
      expect.stringContaining('cache;desc="hit"'),
    ]);
    expect(second.headers.etag).toBe(first.headers.etag);
    expect(second.bytes.equals(first.bytes)).toBe(true);
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

  it('of one object is sent as it is, with the tag that a write returns', async () => {
    const path = `/documents/${id}`;
    const written = await test.admin.patch(path, {
      data: { type: 'documents', id, attributes: { title: 'Third, again', body: 'It is large. '.repeat(4_000) } },
    });
    for (const cache of ['miss', 'hit']) {
      const { headers } = await get(path, 'gzip');
      expect(headers['server-timing']).toContain(`cache;desc="${cache}"`);
      expect([headers.etag, headers['content-encoding']]).toEqual([written.headers['etag'], undefined]);
    }
  });
});

describe('the tag of each form', () => {
  const CODINGS = ['identity', 'gzip', 'br'];

  it('gives 304 in any coding', async () => {
    for (const coding of CODINGS) {
      const tag = String((await get(LIST, coding)).headers.etag);
      for (const other of CODINGS)
        for (const sent of [tag, `W/${tag}`, `"x", ${tag}`]) {
          const answer = await get(LIST, other, { 'If-None-Match': sent });
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
  });
});
