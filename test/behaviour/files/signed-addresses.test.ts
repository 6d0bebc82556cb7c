// Signed addresses of files (D179): they grant access to the named file until they expire.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firstKey } from '../../support/accounts/first-key.ts';
import { closeEndpoint } from '../../support/permissions/close-endpoint.ts';
import { openRawClient, type RawClient } from '../../support/clients/raw-request.ts';
import { type Client, openTestService, serviceForTests } from '../../support/service.ts';
import { storeFile, storeObjectFile } from '../../support/files/uploads.ts';

const test = serviceForTests();
let raw: RawClient;
beforeAll(async () => {
  raw = await openRawClient(test);
});
afterAll(async () => {
  await raw.close();
});

async function addressFor(client: Client, id: string): Promise<string> {
  const answer = await client.get(`/streams/${id}`);
  return (answer.body as { data: { meta: { url: string } } }).data.meta.url;
}

/** The signed address of a file that only a signature opens to the anonymous. */
async function signed(): Promise<{ id: string; path: string; query: URLSearchParams; url: string }> {
  const { id } = await storeFile(test.admin);
  const url = await addressFor(test.admin, id);
  const { pathname, searchParams } = new URL(url);
  return { id, path: pathname, query: searchParams, url };
}

const codeOf = async (path: string) => {
  const { status, json } = await raw.get(path);
  return `${status} ${json.error?.code ?? ''}`.trim();
};

describe('a signed address', () => {
  it('gives access to the file: whole, in parts, and for HEAD', async () => {
    const { url } = await signed();
    const whole = await raw.get(url);
    expect(whole.status).toBe(200);
    expect(whole.bytes.toString()).toBe('A wombat digs at night.');
    expect(whole.headers['cache-control']).toBe('private, no-cache');
    const part = await raw.get(url, { Range: 'bytes=2-7' });
    expect([part.status, part.bytes.toString()]).toEqual([206, 'wombat']);
    expect((await raw.head(url)).status).toBe(200);
    expect((await raw.get(url, { 'If-None-Match': String(whole.headers.etag) })).status).toBe(304);
  });

  it('is given when the file is not public: private_url, hidden, restricted', async () => {
    const isPrivate = await storeObjectFile(test, { isPrivate: true });
    const draft = await storeObjectFile(test, {}, { status: 'draft' });
    for (const { id } of [isPrivate, draft]) {
      const url = await addressFor(test.editor, id);
      expect(url).toContain('signature=');
      expect((await raw.get(url)).status).toBe(200);
    }
    const open = await storeObjectFile(test);
    expect(await addressFor(test.anonymous, open.id)).not.toContain('?');
  });

  it('is valid for at least thirty and at most sixty minutes', async () => {
    const { url } = await signed();
    const before = test.clock.now().toISOString();
    test.clock.advance(29 * 60_000);
    expect(await codeOf(url)).toBe('200');
    test.clock.advance(32 * 60_000);
    expect(await codeOf(url)).toBe('403 expired_signature');
    test.clock.set(before);
  });

  it('is 404 once the object is in the trash, or the stream is removed', async () => {
    const { id, objectId } = await storeObjectFile(test, { isPrivate: true });
    const url = await addressFor(test.admin, id);
    await test.admin.delete(`/files/${objectId}`);
    expect(await codeOf(url)).toBe('404 not_found');
    const gone = await signed();
    await test.service.services.store.streams.deleteOne({ _id: gone.id });
    expect(await codeOf(gone.url)).toBe('404 not_found');
  });

  it('is valid for one path only', async () => {
    const [one, other] = [await signed(), await signed()];
    expect(await codeOf(`${other.path}?${one.query}`)).toBe('403 invalid_signature');
    expect(
      await codeOf(`${one.path.toUpperCase().replace('/STREAMS/DOWNLOAD', '/streams/download')}?${one.query}`),
    ).toBe('403 invalid_signature');
    // No other path is permitted.
    expect(await codeOf(`/streams/${one.id}?${one.query}`)).toMatch(/^40[04] /);
  });

  it('reveals nothing about other files', async () => {
    const { query } = await signed();
    const path = '/streams/download/00000000-0000-4000-8000-000000000000';
    expect(await codeOf(`${path}?${query}`)).toBe('403 invalid_signature');
  });
});

describe('a manipulated address', () => {
  it.each<[string, (query: URLSearchParams) => string]>([
    ['a later expires', (q) => `expires=${Number(q.get('expires')) + 1}&signature=${q.get('signature')}`],
    ['an earlier expires', (q) => `expires=${Number(q.get('expires')) - 1}&signature=${q.get('signature')}`],
    ['expires written otherwise', (q) => `expires=${q.get('expires')}.0&signature=${q.get('signature')}`],
    ['expires with blanks', (q) => `expires=%20${q.get('expires')}&signature=${q.get('signature')}`],
    ['a huge expires', (q) => `expires=${'9'.repeat(99)}&signature=${q.get('signature')}`],
    ['a negative expires', (q) => `expires=-1&signature=${q.get('signature')}`],
    ['expires NaN', (q) => `expires=NaN&signature=${q.get('signature')}`],
    ['an empty expires', (q) => `expires=&signature=${q.get('signature')}`],
    ['expires in other digits', (q) => `expires=${encodeURIComponent('٣')}&signature=${q.get('signature')}`],
    ['no expires', (q) => `signature=${q.get('signature')}`],
    ['no signature', (q) => `expires=${q.get('expires')}`],
    ['an empty signature', (q) => `expires=${q.get('expires')}&signature=`],
    ['a shorter signature', (q) => `expires=${q.get('expires')}&signature=${q.get('signature')?.slice(0, -1)}`],
    ['a padded signature', (q) => `expires=${q.get('expires')}&signature=${q.get('signature')}%3D`],
    [
      'a signature of another alphabet',
      (q) => `expires=${q.get('expires')}&signature=${encodeURIComponent('ü'.repeat(43))}`,
    ],
  ])('%s is 403', async (_name, change) => {
    const { path, query } = await signed();
    expect(await codeOf(`${path}?${change(query)}`)).toBe('403 invalid_signature');
  });

  it.each<[string, (query: URLSearchParams) => string]>([
    ['signature twice', (q) => `${q}&signature=${q.get('signature')}`],
    ['expires twice', (q) => `${q}&expires=1`],
    ['a nested signature', (q) => `expires=${q.get('expires')}&signature[x]=${q.get('signature')}`],
    ['a signature of 1000 characters', (q) => `expires=${q.get('expires')}&signature=${'a'.repeat(1000)}`],
    ['another parameter', (q) => `${q}&inline=1`],
  ])('%s is 400', async (_name, change) => {
    const { path, query } = await signed();
    expect(await codeOf(`${path}?${change(query)}`)).toMatch(/^400 /);
  });

  it('is refused also for callers who may read the file without a signature', async () => {
    const { path, query } = await signed();
    const headers = { Authorization: `Bearer ${test.admin.token}` };
    expect((await raw.get(path, headers)).status).toBe(200);
    expect((await raw.get(`${path}?expires=1&signature=${query.get('signature')}`, headers)).status).toBe(403);
  });
});

it('a bad token is 401 even with a valid signature (D17)', async () => {
  const { url } = await signed();
  const { status, json } = await raw.get(url, { Authorization: 'Bearer nonsense' });
  expect([status, json.error?.code]).toEqual([401, 'invalid_token']);
});

it('signatures are in no link of a response and in no line of the log', async () => {
  const { path, query } = await signed();
  const answer = await raw.get(`${path}?expires=1&signature=${query.get('signature')}`);
  expect(answer.status).toBe(403);
  expect(answer.bytes.toString()).not.toContain('signature=');
  expect(answer.bytes.toString()).not.toContain(query.get('signature'));
  const twice = await raw.get(`${path}?${query}&signature=${query.get('signature')}`);
  expect(twice.bytes.toString()).not.toContain(query.get('signature'));
  expect(JSON.stringify([test.audited, test.loggedErrors])).not.toContain(query.get('signature'));
});

describe('other restrictions', () => {
  let endpoint: string;
  beforeAll(async () => {
    endpoint = (await test.admin.create('/admin/endpoints', { name: 'streams' })).id;
  });

  it('a disabled endpoint is 404, signed or not', async () => {
    const { url } = await signed();
    const enable = async (enabled: boolean): Promise<void> => {
      const data = { type: 'endpoints', id: endpoint, attributes: { enabled } };
      expect((await test.admin.patch(`/admin/endpoints/${endpoint}`, { data })).status).toBe(200);
    };
    await enable(false);
    expect(await codeOf(url)).toBe('404 not_found');
    await enable(true);
    expect(await codeOf(url)).toBe('200');
  });

  it('the permission to read streams is replaced by a signature', async () => {
    const { url, path } = await signed();
    const reopen = await closeEndpoint(test, 'streams');
    expect(await codeOf(path)).toBe('401 authentication_required');
    expect(await codeOf(url)).toBe('200');
    await reopen();
  });

  it('a missing API key is accepted where one is required; a wrong one is refused', async () => {
    const closed = await openTestService({ env: { REQUIRE_API_KEY: 'on' } });
    const client = await openRawClient(closed);
    try {
      const key = await firstKey(closed);
      const headers = { 'X-Api-Key': key, 'Content-Type': 'text/plain' };
      const uploaded = await closed.admin.request('post', '/streams/upload/a.txt', (request) =>
        request.set(headers).send('A wombat.'),
      );
      const url = (uploaded.body as { data: { meta: { url: string } } }).data.meta.url;
      expect(url).toContain('signature=');
      expect((await client.get(url.split('?')[0] ?? '')).json.error?.code).toBe('missing_api_key');
      expect((await client.get(url)).status).toBe(200);
      expect((await client.get(url, { 'X-Api-Key': 'nonsense' })).json.error?.code).toBe('invalid_api_key');
    } finally {
      await client.close();
      await closed.close();
    }
  });

  it('the rate limit applies', async () => {
    const limited = await openTestService({ env: { RATE_LIMIT: '50/1m' } });
    const client = await openRawClient(limited);
    try {
      const { meta } = await storeFile(limited.admin);
      const answer = await client.get(String(meta['url']));
      expect(answer.status).toBe(200);
      expect(answer.headers['ratelimit']).toMatch(/r=\d+/);
      let last = answer;
      for (let i = 0; i < 60 && last.status === 200; i++) last = await client.get(String(meta['url']));
      expect(last.status).toBe(429);
    } finally {
      await client.close();
      await limited.close();
    }
  });
});
