// The rate limit of all operations (D23, D115): off by default, by setting or configuration, over all processes.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isNode, nodeAt } from '../../../core/description/openapi-document.ts';
import { firstKey } from '../../support/accounts/first-key.ts';
import { errorCodes, openTestService, PASSWORD, type TestService } from '../../support/service.ts';

let lastAddress = 0;
const nextAddress = () => ({ 'X-Forwarded-For': `10.2.0.${++lastAddress}` });
const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

/** Sets the configuration entry, globally or for an application; null removes it. */
async function configure(
  test: TestService,
  content: string | null,
  applicationId: number | null = null,
): Promise<void> {
  const { access, store } = test.service.services;
  const id = applicationId === null ? 'RateLimit' : `${applicationId}:RateLimit`;
  const at = test.clock.now();
  await access.change(async (transaction) => {
    await store.config.deleteOne({ _id: id }, { session: transaction });
    if (content === null) return;
    const row = { _id: id, name: 'RateLimit', context: 'api', content, application_id: applicationId };
    await store.config.insertOne({ ...row, revision: 1, created: at, modified: at }, { session: transaction });
  });
}

describe('without RATE_LIMIT', () => {
  let test: TestService;
  beforeAll(async () => {
    test = await openTestService({ env: { TRUST_PROXY: '1' } });
  });
  afterAll(() => test.close());

  it('nothing is counted, and no response has rate limit headers', async () => {
    const { headers } = await test.anonymous.get('/documents');
    expect(Object.keys(headers).filter((name) => /^ratelimit/i.test(name))).toEqual([]);
    expect(await test.service.services.store.rateLimits.countDocuments()).toBe(0);
  });

  it('the configuration entry RateLimit takes effect at once, and ends at once', async () => {
    const address = nextAddress();
    await configure(test, '2/1m');
    const statuses: number[] = [];
    for (let count = 0; count < 3; count++) statuses.push((await test.anonymous.get('/documents', address)).status);
    expect(statuses).toEqual([200, 200, 429]);
    await configure(test, '3/1m');
    expect((await test.anonymous.get('/documents', address)).status).toBe(429);
    await configure(test, '9/1m');
    expect((await test.anonymous.get('/documents', address)).status).toBe(200);
    for (const ceased of ['off', 'what', '{}', null]) {
      await configure(test, ceased);
      expect((await test.anonymous.get('/documents', address)).headers['ratelimit']).toBeUndefined();
    }
  });

  it('an entry of an application applies to its key only', async () => {
    const key = await firstKey(test);
    await configure(test, '1/1m', 1);
    const withKey = { 'X-Api-Key': key };
    expect((await test.anonymous.get('/documents', withKey)).status).toBe(200);
    expect((await test.anonymous.get('/documents', withKey)).status).toBe(429);
    expect((await test.anonymous.get('/documents')).headers['ratelimit']).toBeUndefined();
    await configure(test, null, 1);
  });
});

describe('with RATE_LIMIT=3/1m', () => {
  let test: TestService;
  let other: TestService;
  beforeAll(async () => {
    const env = { TRUST_PROXY: '1', RATE_LIMIT: '3/1m' };
    test = await openTestService({ env });
    // Each signs in three users when it opens.
    nextMinute();
    other = await openTestService({ beside: test, clock: test.clock, env });
  });
  afterAll(async () => {
    await other.close();
    await test.close();
  });
  const nextMinute = () => test.clock.advance(60_000);

  it('every response has the remaining requests, and one too many is 429 with Retry-After', async () => {
    test.clock.set('2026-05-13T09:00:18Z');
    const address = nextAddress();
    const seen: unknown[] = [];
    for (const path of ['/documents', '/documents/0', '/home', '/documents']) {
      const { status, headers } = await test.anonymous.get(path, address);
      seen.push([status, headers['ratelimit'], headers['ratelimit-policy'], headers['retry-after']]);
    }
    const policy = '"default";q=3;w=60';
    expect(seen).toEqual([
      [200, '"default";r=2;t=42', policy, undefined],
      [404, '"default";r=1;t=42', policy, undefined],
      [200, '"default";r=0;t=42', policy, undefined],
      [429, '"default";r=0;t=42', policy, '42'],
    ]);
    const refused = await test.anonymous.get('/documents', address);
    expect(errorCodes(refused)).toEqual(['too_many_requests', 'too_many_requests']);
    test.clock.advance(42_000);
    expect((await test.anonymous.get('/documents', address)).status).toBe(200);
  });

  it('counts refused requests too: unknown paths and methods, bad tokens, keys and queries', async () => {
    const refused: [string, Record<string, string>][] = [
      ['/nothing', {}],
      ['/documents', bearer('bad')],
      ['/documents', { 'X-Api-Key': 'bad' }],
      ['/documents?page=x', {}],
      ['/auth/change', {}],
      ['/documents', { Accept: 'image/png' }],
    ];
    for (const [path, headers] of refused) {
      nextMinute();
      const address = nextAddress();
      const { headers: seen, status } = await test.anonymous.get(path, { ...address, ...headers });
      expect([path, status >= 400, seen['ratelimit']]).toEqual([path, true, expect.stringMatching(/r=2/)]);
    }
  });

  it('counts each read without parameters in its path, but for those of orchestrators and monitoring', async () => {
    const document = await test.service.services.description.document('http://localhost');
    const paths = Object.entries(nodeAt(document, 'paths')).flatMap(([path, item]) =>
      !path.includes('{') && isNode(item) && 'get' in item ? [path] : [],
    );
    nextMinute();
    const seen = await Promise.all(
      paths.map(async (path) => [path, (await test.anonymous.get(path, nextAddress())).headers['ratelimit']]),
    );
    const admin = bearer(await tokenOf({ username: 'admin', password: PASSWORD }));
    const { status, headers } = await test.anonymous.get('/metrics', admin);
    expect([status, headers['ratelimit']]).toEqual([200, undefined]);
    // Only permitted requests are those of monitoring.
    const uncounted = seen.flatMap(([path, limit]) => (limit === undefined ? [path] : []));
    expect(uncounted.sort()).toEqual(['/health', '/ready']);
    expect(seen.find(([path]) => path === '/metrics')?.[1]).toMatch(/r=2;/);
  });

  const tokenOf = async (body: object): Promise<string> => {
    const headers = { ...nextAddress(), 'Content-Type': 'application/json' };
    return ((await test.anonymous.post('/auth', body, headers)).body as { meta: { jwt: string } }).meta.jwt;
  };

  it('counts the user, or the address, with the API key or without; all visitors of a key together have ten times as many', async () => {
    nextMinute();
    const remaining = async (headers: Record<string, string>): Promise<string> =>
      /r=(\d)/.exec(
        String((await test.anonymous.get('/documents', { ...nextAddress(), ...headers })).headers['ratelimit']),
      )?.[1] ?? '';
    const key = { 'X-Api-Key': await firstKey(test) };
    const editor = bearer(await tokenOf({ username: 'editor', password: PASSWORD }));
    const reader = bearer(await tokenOf({ username: 'reader', password: PASSWORD }));
    expect(await remaining(editor)).toBe('2');
    expect(await remaining({ ...key, ...editor })).toBe('1');
    expect(await remaining(reader)).toBe('2');
    const visitor = nextAddress();
    expect(await remaining({ ...visitor, ...key })).toBe('2');
    expect(await remaining({ ...visitor, ...key })).toBe('1');
    expect(await remaining(visitor)).toBe('2');
    const visits = async (count: number, headers: Record<string, string>): Promise<number[]> => {
      const statuses: number[] = [];
      for (let n = 0; n < count; n++) statuses.push((await test.anonymous.get('/documents', headers)).status);
      return statuses;
    };
    // One visitor stops itself, and no other.
    expect((await visits(40, { ...nextAddress(), ...key })).at(-1)).toBe(429);
    for (let n = 0; n < 8; n++) expect(await visits(3, { ...nextAddress(), ...key })).toEqual([200, 200, 200]);
    expect(await visits(2, { ...nextAddress(), ...key })).toEqual([200, 429]);
    expect(await visits(1, nextAddress())).toEqual([200]);
    nextMinute();
    const jwt = await tokenOf({ grant_type: 'client_credentials', client_id: key['X-Api-Key'] });
    expect(await remaining({ ...visitor, ...bearer(jwt) })).toBe('2');
    expect(await remaining({ ...visitor, ...key })).toBe('1');
  });

  it('counts the networks of an IPv6 site together, with twice the limit (D864)', async () => {
    nextMinute();
    const statuses: number[] = [];
    for (let n = 0; n < 10; n++) {
      const from = { 'X-Forwarded-For': `2001:db8:7:${n}::1` };
      statuses.push((await test.anonymous.get('/documents', from)).status);
    }
    expect(statuses.indexOf(429)).toBe(6);
    expect((await test.anonymous.get('/documents', { 'X-Forwarded-For': '2001:db8:8::1' })).status).toBe(200);
  });

  it('applies across processes, also to concurrent requests', async () => {
    nextMinute();
    const address = nextAddress();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => (index % 2 ? test : other).anonymous.get('/documents', address)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
  });

  it('does not query the database for a caller over the limit', async () => {
    nextMinute();
    const address = nextAddress();
    for (let count = 0; count < 4; count++) await test.anonymous.get('/documents', address);
    const rows = test.service.services.store.rateLimits;
    const total = async () => (await rows.find().toArray()).reduce((sum, row) => sum + row.count, 0);
    const before = await total();
    for (let count = 0; count < 5; count++) {
      expect((await test.anonymous.get('/documents', address)).status).toBe(429);
    }
    expect(await total()).toBe(before);
  });

  it('applies to sign-ins', async () => {
    nextMinute();
    const headers = { ...nextAddress(), 'Content-Type': 'application/json' };
    const signIn = () => test.anonymous.post('/auth', { username: 'reader', password: PASSWORD }, headers);
    const statuses: number[] = [];
    for (let count = 0; count < 4; count++) statuses.push((await signIn()).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
  });

  it('leaves its rows to the database to remove', async () => {
    const indexes = await test.service.services.store.rateLimits.indexes();
    expect(indexes).toContainEqual(expect.objectContaining({ key: { expires: 1 }, expireAfterSeconds: 0 }));
  });
});
