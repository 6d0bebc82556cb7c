// The description is large, and compressed for clients that accept that (D353); with raw requests, since clients
// decompress automatically.
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRawClient, type RawClient } from '../../support/clients/raw-request.ts';
import { serviceForTests } from '../../support/service.ts';

const test = serviceForTests({ env: { PUBLIC_URL: 'https://cms.example.com' } });
let client: RawClient;
beforeAll(async () => {
  client = await openRawClient(test);
});
afterAll(async () => {
  await client.close();
});

describe.each(['/openapi.json', '/openapi.yaml'])('%s', (path) => {
  const get = (coding: string, headers: Record<string, string> = {}) =>
    client.get(path, { ...headers, 'Accept-Encoding': coding });

  it('is sent without compression by default', async () => {
    const { status, headers, bytes } = await client.get(path);
    expect([status, headers['content-encoding'], headers['vary']]).toEqual([200, undefined, 'Accept, Accept-Encoding']);
    expect(bytes.toString()).toMatch(/^(?:\{"openapi"|openapi: )/);
  });

  it('is the same text in each coding, far shorter', async () => {
    const plain = (await client.get(path)).bytes;
    for (const [coding, decode] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const { headers, bytes } = await get(coding);
      expect(headers).toMatchObject({
        'content-encoding': coding,
        'content-length': String(bytes.length),
        'content-type': path.endsWith('json') ? 'application/json' : 'application/yaml',
        vary: 'Accept, Accept-Encoding',
      });
      expect(bytes.length).toBeLessThan(plain.length / 10);
      expect(decode(bytes).equals(plain)).toBe(true);
    }
  });

  it('has a separate ETag in each coding, which gives 304 for that coding', async () => {
    const codings = ['identity', 'gzip', 'br'];
    const tags = await Promise.all(codings.map(async (coding) => String((await get(coding)).headers['etag'])));
    expect(new Set(tags).size).toBe(3);
    for (const coding of codings) {
      const statuses = await Promise.all(tags.map(async (tag) => (await get(coding, { 'If-None-Match': tag })).status));
      expect([coding, statuses]).toEqual([coding, codings.map((other) => (other === coding ? 304 : 200))]);
    }
    const { headers, bytes } = await get('br', { 'If-None-Match': `W/${tags[2]}` });
    expect([bytes.length, headers['etag'], headers['vary'], headers['content-encoding']]).toEqual([
      0,
      tags[2],
      'Accept, Accept-Encoding',
      undefined,
    ]);
  });

  it('has the same headers for HEAD', async () => {
    const whole = await get('gzip');
    const head = await client.head(path, { 'Accept-Encoding': 'gzip' });
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
    for (const name of ['etag', 'content-encoding', 'vary', 'content-type'])
      expect([name, head.headers[name]]).toEqual([name, whole.headers[name]]);
  });

  it('is compressed again after a change of the model', async () => {
    const before = await get('br');
    const { id } = await test.admin.create('/model/object_types', { name: 'gadgets', singular: 'gadget' });
    const after = await get('br');
    expect(after.headers['etag']).not.toBe(before.headers['etag']);
    expect(brotliDecompressSync(after.bytes).toString()).toContain('/gadgets');
    await test.admin.delete(`/model/object_types/${id}`);
    expect(brotliDecompressSync((await get('br')).bytes).toString()).not.toContain('/gadgets');
  });
});

it('other responses are not compressed', async () => {
  const { headers } = await client.get('/home', { 'Accept-Encoding': 'br, gzip' });
  expect([headers['content-encoding'], headers['vary']]).toEqual([undefined, 'Accept']);
});
