// Downloads by a signed address of the bucket, not through the service (D599).
import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../../core/config/config.ts';
import { openStorage } from '../../../core/files/storage/open-storage.ts';
import { openRawClient, type RawResponse, type RawClient } from '../../support/clients/raw-request.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { openPlace, type StoragePlace } from '../../support/files/storages.ts';
import { storeFile, storeObjectFile } from '../../support/files/uploads.ts';

const BYTES = { name: 'some.bin', mediaType: 'application/octet-stream' };

describe('a bucket that clients may read', () => {
  let place: StoragePlace;
  let t: TestService;
  let raw: RawClient;

  beforeAll(async () => {
    place = await openPlace('S3');
    t = await openTestService({ env: { ...place.env, STORAGE_DIRECT: 'on' } });
    raw = await openRawClient(t);
  });

  afterAll(async () => {
    await raw.close();
    await t.close();
    await place.close();
  });

  const locationOf = ({ headers }: RawResponse): URL => new URL(String(headers.location));

  it('gives a signed address of the file, with the headers of the service', async () => {
    const content = randomBytes(100_000);
    const { path } = await storeObjectFile(t, { ...BYTES, name: 'Größe (1).bin', content });
    const redirect = await raw.get(`${path}?redirect=true`);
    expect(redirect.status).toBe(302);
    expect(redirect.bytes).toHaveLength(0);
    expect(redirect.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    expect(redirect.headers.etag).toBeUndefined();
    expect(locationOf(redirect).origin).toBe(place.s3?.endpoint);
    expect(locationOf(redirect).searchParams.get('X-Amz-Expires')).toBe('300');
    const [file, served] = [await fetch(locationOf(redirect)), await raw.get(path)];
    expect(file.status).toBe(200);
    expect(Buffer.from(await file.arrayBuffer()).equals(content)).toBe(true);
    for (const name of ['content-type', 'content-disposition', 'cache-control']) {
      expect(file.headers.get(name), name).toBe(served.headers[name]);
    }
  });

  it('accepts no other address than the signed one', async () => {
    const [one, other] = [await storeObjectFile(t, BYTES), await storeObjectFile(t, { ...BYTES, content: 'other' })];
    const [mine, theirs] = await Promise.all(
      [one, other].map(async ({ path }) => locationOf(await raw.get(`${path}?redirect=true`))),
    );
    if (!mine || !theirs) throw new Error('no addresses');
    mine.pathname = theirs.pathname;
    expect((await fetch(mine)).status).toBe(403);
    theirs.searchParams.set('response-content-disposition', 'inline');
    expect((await fetch(theirs)).status).toBe(403);
  });

  it('gives an address that expires after five minutes', async () => {
    const { path } = await storeObjectFile(t, BYTES);
    const address = locationOf(await raw.get(`${path}?redirect=true`));
    const statusWhen = async (ahead: number): Promise<number> => {
      if (place.s3) place.s3.ahead = ahead;
      return (await fetch(address)).status;
    };
    // Its clock is ahead; a test needs less than the difference.
    expect(await statusWhen(240_000)).toBe(200);
    expect(await statusWhen(301_000)).toBe(403);
    expect(await statusWhen(0)).toBe(200);
  });

  it('supports ranges', async () => {
    const { path } = await storeObjectFile(t, { ...BYTES, content: '0123456789' });
    const redirect = await raw.get(`${path}?redirect=true`, { Range: 'bytes=2-4' });
    expect(redirect.status).toBe(302);
    const part = await fetch(locationOf(redirect), { headers: { Range: 'bytes=2-4' } });
    expect([part.status, await part.text()]).toEqual([206, '234']);
  });

  it('is only for callers who may read the file', async () => {
    const { id } = await storeFile(t.admin, { ...BYTES, isPrivate: true });
    expect((await raw.get(`/streams/download/${id}?redirect=true`)).status).toBe(404);
    const { meta } = (await t.admin.get(`/streams/${id}`)).body.data as { meta: { url: string } };
    const redirect = await raw.get(`${meta.url}&redirect=true`);
    expect(redirect.status).toBe(302);
    const file = await fetch(locationOf(redirect));
    expect([file.status, file.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    expect((await raw.get(`${meta.url.replace('signature=', 'signature=x')}&redirect=true`)).status).toBe(403);
  });

  it.each([
    ['page.html', 'text/html', '<!doctype html><title>Hi</title>'],
    ['picture.svg', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'],
    ['script.js', 'text/javascript', 'alert(1)'],
    ['text.txt', 'text/plain', 'a text'],
  ])('leaves %s to the service, whose headers prevent its execution', async (name, mediaType, content) => {
    const { path } = await storeObjectFile(t, { name, mediaType, content });
    const answer = await raw.get(`${path}?redirect=true`);
    expect([answer.status, answer.headers['x-content-type-options']]).toEqual([200, 'nosniff']);
    expect(answer.headers['content-security-policy']).toMatch(/sandbox/);
  });

  it('redirects neither HEAD, nor conditional requests, nor requests without redirect=true', async () => {
    const { path } = await storeObjectFile(t, BYTES);
    const head = await raw.head(`${path}?redirect=true`);
    expect([head.status, head.headers['content-length']]).toEqual([200, '23']);
    const etag = String(head.headers.etag);
    expect((await raw.get(`${path}?redirect=true`, { 'If-None-Match': etag })).status).toBe(304);
    expect((await raw.get(`${path}?redirect=true`, { 'If-None-Match': '"other"' })).status).toBe(200);
    expect((await raw.get(`${path}?redirect=true`, { 'If-Match': '"other"' })).status).toBe(412);
    expect((await raw.get(`${path}?redirect=true`, { 'If-Range': etag, Range: 'bytes=0-1' })).status).toBe(206);
    expect((await raw.get(path)).status).toBe(200);
    expect((await raw.get(`${path}?redirect=false`)).status).toBe(200);
    expect((await raw.get(`${path}?redirect=yes`)).status).toBe(400);
  });
});

describe('STORAGE_DIRECT', () => {
  const open = (env: Record<string, string>) =>
    openStorage(
      readConfig(env, () => 'a secret of more than thirty-two characters'),
      { db: undefined as never },
    );

  it('may name another address of the bucket', async () => {
    const place = await openPlace('S3');
    const storage = await open({ ...place.env, STORAGE_DIRECT: 'https://files.example.org' });
    const headers = { mediaType: 'image/png', disposition: 'attachment', cacheControl: 'no-cache' };
    const key = randomUUID();
    const address = await storage.direct?.downloadAddress(key, headers);
    expect(address?.startsWith(`https://files.example.org/colophon-files/some/files/${key}?`)).toBe(true);
    await storage.close();
    await place.close();
  });

  it('requires a bucket', async () => {
    await expect(open({ STORAGE_URL: 'gridfs:', STORAGE_DIRECT: 'on' })).rejects.toThrow(
      /^STORAGE_DIRECT: only a bucket/,
    );
  });

  it('is off by default: files come from the service', async () => {
    const place = await openPlace('S3');
    const t = await openTestService({ env: place.env });
    const raw = await openRawClient(t);
    const { path } = await storeObjectFile(t, BYTES);
    expect((await raw.get(`${path}?redirect=true`)).status).toBe(200);
    await raw.close();
    await t.close();
    await place.close();
  });
});
