// Parts of files: Range and If-Range (RFC 9110 14).
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRawClient, type RawClient } from '../../support/clients/raw-request.ts';
import { serviceForTests } from '../../support/service.ts';
import { storeObjectFile } from '../../support/files/uploads.ts';

const SIZE = 1_000_000;
const content = randomBytes(SIZE);
const test = serviceForTests();
let raw: RawClient;
let path: string;
beforeAll(async () => {
  raw = await openRawClient(test);
  ({ path } = await storeObjectFile(test, { name: 'a.bin', content, mediaType: 'application/octet-stream' }));
});
afterAll(async () => {
  await raw.close();
});

describe('a range', () => {
  it.each<[string, number, number]>([
    ['bytes=0-0', 0, 0],
    ['bytes=0-99', 0, 99],
    ['bytes=500-', 500, SIZE - 1],
    ['bytes=-1', SIZE - 1, SIZE - 1],
    ['bytes=-300000', 700_000, SIZE - 1],
    ['bytes=-9999999', 0, SIZE - 1],
    ['bytes=262143-262145', 262_143, 262_145],
    ['bytes=0-', 0, SIZE - 1],
  ])('%s is 206 with only those bytes', async (Range, start, end) => {
    const answer = await raw.get(path, { Range });
    expect(answer.status).toBe(206);
    expect(answer.headers['content-range']).toBe(`bytes ${start}-${end}/${SIZE}`);
    expect(answer.headers['content-length']).toBe(String(end - start + 1));
    expect(answer.bytes.equals(content.subarray(start, end + 1))).toBe(true);
    expect(answer.headers['content-security-policy']).toContain('sandbox');
  });

  it.each(['bytes=1000000-', 'bytes=99999999-100000000', 'bytes=-0'])('%s is 416', async (Range) => {
    const answer = await raw.get(path, { Range });
    expect(answer.status).toBe(416);
    expect(answer.json.error?.code).toBe('range_not_satisfiable');
    expect(answer.json.errors?.[0]?.source).toEqual({ header: 'Range' });
    expect(answer.headers['content-range']).toBe(`bytes */${SIZE}`);
    expect(answer.headers.etag).toBeUndefined();
  });

  it.each(['bytes=5-2', 'bytes=x', 'lines=0-1', 'bytes=0-1,4-5', '', `bytes=${'0-1,'.repeat(2000)}0-1`])(
    '%.20s is ignored',
    async (Range) => {
      const answer = await raw.get(path, { Range });
      expect(answer.status).toBe(200);
      expect(answer.bytes.equals(content)).toBe(true);
      expect(answer.headers['content-range']).toBeUndefined();
    },
  );

  it('is ignored by HEAD', async () => {
    for (const Range of ['bytes=0-9', 'bytes=99999999-']) {
      const answer = await raw.head(path, { Range });
      expect(answer.status).toBe(200);
      expect(answer.headers['content-length']).toBe(String(SIZE));
      expect(answer.headers['content-range']).toBeUndefined();
    }
  });

  it('can fetch a whole file in pieces', async () => {
    const pieces: Buffer[] = [];
    for (let at = 0; at < SIZE; at += 123_457) {
      pieces.push((await raw.get(path, { Range: `bytes=${at}-${at + 123_456}` })).bytes);
    }
    expect(Buffer.concat(pieces).equals(content)).toBe(true);
  });
});

describe('If-Range', () => {
  const part = async (condition: string) => (await raw.get(path, { Range: 'bytes=0-9', 'If-Range': condition })).status;

  it('gives the part of the named version of the file, and the whole of any other', async () => {
    const { headers } = await raw.head(path);
    const etag = String(headers.etag);
    expect(await part(etag)).toBe(206);
    expect(await part('"another"')).toBe(200);
    expect(await part(`W/${etag}`)).toBe(200);
    expect(await part(etag.replaceAll('"', ''))).toBe(200);
    expect(await part(String(headers['last-modified']))).toBe(206);
    expect(await part('Mon, 01 Jan 2040 00:00:00 GMT')).toBe(200);
    expect(await part('Mon, 01 Jan 2001 00:00:00 GMT')).toBe(200);
    expect(await part('nonsense')).toBe(200);
  });

  it('of another file ignores even an unsatisfiable range', async () => {
    const { status } = await raw.get(path, { Range: 'bytes=99999999-', 'If-Range': '"another"' });
    expect(status).toBe(200);
  });
});
