// Guessing passwords, tokens and secrets (D22, D112): failures are limited over all processes, and no caller can lock
// another user out.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { BACKGROUND_COMMENT } from '../../../core/store/recorded/event-rows.ts';
import { profiled, type Profiled } from '../../support/database/profiled.ts';
import { errorCodes, openTestService, PASSWORD, type TestService, serviceForTests } from '../../support/service.ts';

const MINUTE = 60_000;

const test = serviceForTests({ env: { TRUST_PROXY: '1' } });
let other: TestService;
beforeAll(async () => {
  other = await openTestService({ beside: test, clock: test.clock, env: { TRUST_PROXY: '1' } });
});
afterAll(async () => {
  await other.close();
});
afterEach(() => test.service.services.store.loginFailures.deleteMany({}).then(() => undefined));

const post = (body: object, address: string, at = test) =>
  at.anonymous.post('/auth', body, { 'Content-Type': 'application/json', 'X-Forwarded-For': address });
const wrong = (username: string, address: string, at = test) => post({ username, password: 'wrong' }, address, at);
const right = (username: string, address: string, at = test) => post({ username, password: PASSWORD }, address, at);
const statusesOf = async (many: Promise<{ status: number }>[]): Promise<number[]> =>
  (await Promise.all(many)).map(({ status }) => status);
const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

describe('failed sign-ins of one user from one address', () => {
  it('are 429 with Retry-After after ten, until fifteen minutes after the first of them', async () => {
    const address = '192.0.2.1';
    for (const _ of times(10, Number)) expect((await wrong('editor', address)).status).toBe(401);
    test.clock.advance(MINUTE);
    const refused = await right('editor', address);
    expect([errorCodes(refused)[0], refused.headers['retry-after']]).toEqual(['too_many_requests', '840']);
    test.clock.advance(14 * MINUTE - 1000);
    expect((await right('editor', address)).status).toBe(429);
    test.clock.advance(1000);
    expect((await right('editor', address)).status).toBe(200);
  });

  it('block neither the user from other addresses nor other users from this one', async () => {
    for (const _ of times(11, Number)) await wrong('editor', '192.0.2.1');
    expect((await right('editor', '192.0.2.1')).status).toBe(429);
    expect((await right('editor', '192.0.2.2')).status).toBe(200);
    expect((await right('reader', '192.0.2.1')).status).toBe(200);
  });

  it('are limited to ten in any fifteen minutes', async () => {
    const address = '192.0.2.1';
    await wrong('editor', address);
    test.clock.advance(14 * MINUTE);
    for (const _ of times(9, Number)) await wrong('editor', address);
    test.clock.advance(MINUTE);
    expect((await wrong('editor', address)).status).toBe(401);
    const refused = await right('editor', address);
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, String(14 * 60)]);
  });

  it('count over all processes, with any spelling of the name', async () => {
    for (const index of times(10, Number))
      await wrong(index % 3 ? 'editor' : 'EDITOR', '192.0.2.1', index % 2 ? test : other);
    expect((await right('editor', '192.0.2.1')).status).toBe(429);
    expect((await right('editor', '192.0.2.1', other)).status).toBe(429);
  });

  it('cannot exceed the limit by concurrent requests', async () => {
    const statuses = await statusesOf(times(25, (index) => wrong('nobody', '192.0.2.1', index % 2 ? test : other)));
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
  });

  it('are reset by a success, and concurrent successes do not count', async () => {
    for (const _ of times(9, Number)) await wrong('reader', '192.0.2.1');
    expect((await right('reader', '192.0.2.1')).status).toBe(200);
    for (const _ of times(2, Number)) expect((await wrong('reader', '192.0.2.1')).status).toBe(401);
    const statuses = await statusesOf(times(20, () => right('editor', '192.0.2.1')));
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  it('count for the /64 network of an IPv6 address', async () => {
    for (const index of times(10, Number)) await wrong('editor', `2001:db8::${index + 1}`);
    expect((await right('editor', '2001:db8::abcd')).status).toBe(429);
    expect((await right('editor', '2001:db8:0:1::1')).status).toBe(200);
  });

  it('count with any port that a proxy appends, and for the proxy without an address', async () => {
    for (const [index, written] of ['%s:4000N', '"%s:4000N"', '%s'].entries()) {
      const entry = (number: number) => written.replace('%s', `192.0.2.${index}`).replace('N', String(number));
      for (const number of times(10, Number)) expect((await wrong(`nobody-${index}`, entry(number))).status).toBe(401);
      expect((await wrong(`nobody-${index}`, entry(10))).status).toBe(429);
    }
    for (const number of times(10, Number)) await wrong('editor', `[2001:db8:5::1]:4000${number}`);
    expect((await right('editor', '[2001:db8:5::1]:50000')).status).toBe(429);
    for (const number of times(10, Number)) await wrong('reader', `hidden-${number}`);
    expect((await right('reader', 'unknown')).status).toBe(429);
  });
});

describe('limits by address', () => {
  const FLAT = { 'Content-Type': 'application/json' };
  const uuid = '0'.repeat(40);
  const site = (index: number) => ({ ...FLAT, 'X-Forwarded-For': `2001:db8:9:${index.toString(16)}::1` });
  const send: Record<string, [most: number, attempt: (index: number) => Promise<{ status: number }>]> = {
    'failed sign-ins': [100, (index) => wrong(`nobody-${index}`, site(index)['X-Forwarded-For'])],
    'unknown refresh tokens': [
      100,
      (index) => post({ grant_type: 'refresh_token', refresh_token: 'x' }, site(index)['X-Forwarded-For']),
    ],
    'unknown applications': [
      100,
      (index) => post({ grant_type: 'client_credentials', client_id: 'x' }, site(index)['X-Forwarded-For']),
    ],
    'unknown challenges': [
      100,
      (index) => post({ grant_type: 'second_factor', challenge: 'x', code: '1' }, site(index)['X-Forwarded-For']),
    ],
    'unknown UUIDs': [100, (index) => test.anonymous.post('/signup/activation', { uuid }, site(index))],
    'mails of resets': [
      40,
      (index) => {
        const body = { contact: `nobody${index}@example.org`, change_url: 'http://localhost/change' };
        return test.anonymous.post('/auth/change', body, site(index));
      },
    ],
    signups: [
      40,
      (index) => {
        const activation_url = 'http://localhost/activate';
        // Refused for its password, and counted.
        const body = { username: `new${index}`, password: 'short', email: `new${index}@example.org`, activation_url };
        return test.anonymous.post('/signup', body, site(index));
      },
    ],
  };

  it.each(Object.entries(send))(
    'of %s count a site of IPv6, a /48, with twice the limit',
    async (_what, [most, attempt]) => {
      const statuses: number[] = [];
      for (const index of times(most + 1, Number)) statuses.push((await attempt(index)).status);
      expect(statuses.indexOf(429)).toBe(most);
    },
  );
});

describe('a hundred failures of one account in an hour', () => {
  // Added at once: as sign-ins they would be slowed down.
  const fail = async (username: string): Promise<void> => {
    const { attempts } = test.service.services.signup;
    const limit = { key: ['account', username], most: 100, windowMs: 60 * MINUTE };
    for (const _ of times(100, Number)) await attempts.add([limit]);
  };

  it('are counted from all unknown places, for unknown names too', async () => {
    for (const name of ['editor', 'no such user']) {
      for (const index of times(3, Number)) await wrong(name, `198.51.100.${index}`);
      const { attempts } = test.service.services.signup;
      expect(await attempts.count({ key: ['account', name], most: 100, windowMs: 60 * MINUTE })).toBe(3);
    }
  });

  it('stop attempts from unknown places, and none from a network that the user has signed in from', async () => {
    expect((await right('reader', '203.0.113.1')).status).toBe(200);
    for (const name of ['reader', 'no such user']) {
      await fail(name);
      expect((await wrong(name, '203.0.113.2')).status).toBe(429);
    }
    expect((await right('reader', '203.0.113.2')).status).toBe(429);
    const withOtherDevice = {
      'Content-Type': 'application/json',
      'X-Forwarded-For': '203.0.113.1',
      'User-Agent': 'new',
    };
    const known = await test.anonymous.post('/auth', { username: 'reader', password: PASSWORD }, withOtherDevice);
    expect(known.status).toBe(200);
    // A success elsewhere does not reset them, and an hour does.
    expect((await right('reader', '203.0.113.2')).status).toBe(429);
    test.clock.advance(60 * MINUTE);
    expect((await right('reader', '203.0.113.2')).status).toBe(200);
  });
});

describe('failed sign-ins from one address', () => {
  it('are 429 after fifty, for any users', async () => {
    for (const index of times(50, Number)) expect((await wrong(`nobody-${index}`, '192.0.2.9')).status).toBe(401);
    expect((await right('reader', '192.0.2.9')).status).toBe(429);
    expect((await right('reader', '192.0.2.10')).status).toBe(200);
    test.clock.advance(15 * MINUTE);
    expect((await right('reader', '192.0.2.9')).status).toBe(200);
  });

  it('cannot exceed the limit by concurrent requests to several processes', async () => {
    const statuses = await statusesOf(
      times(80, (index) => wrong(`nobody-${index}`, '192.0.2.9', index % 2 ? test : other)),
    );
    expect(statuses.filter((status) => status === 401)).toHaveLength(50);
  });

  it('are distinguished by the peer address when no proxy is trusted', async () => {
    const untrusting = await openTestService({ beside: test, clock: test.clock });
    const statuses: number[] = [];
    for (const index of times(11, Number))
      statuses.push((await wrong('admin', `203.0.113.${index}`, untrusting)).status);
    expect(statuses).toEqual([...times(10, () => 401), 429]);
    await untrusting.close();
  });
});

describe('failed sign-ins of one user from all addresses', () => {
  const took = async (work: () => Promise<unknown>): Promise<number> => {
    const start = performance.now();
    await work();
    return performance.now() - start;
  };

  it('only make responses slower, also for the correct password', async () => {
    for (const index of times(16, Number)) expect((await wrong('editor', `198.51.100.${index}`)).status).toBe(401);
    let status = 0;
    const slow = await took(async () => (status = (await right('editor', '192.0.2.1')).status));
    expect([status, slow >= 600]).toEqual([200, true]);
    test.clock.advance(15 * MINUTE);
    const later: number[] = [];
    for (const _ of times(3, Number)) later.push(await took(() => right('editor', '192.0.2.1')));
    expect(Math.min(...later)).toBeLessThan(slow);
  });

  it('make them equally slow for an unknown name', async () => {
    for (const index of times(14, Number)) await wrong('no such user', `198.51.100.${index}`);
    expect(await took(() => wrong('no such user', '192.0.2.1'))).toBeGreaterThanOrEqual(400);
  });

  it('cause as many writes for an unknown name as for a known one', async () => {
    const { db } = test.service.services.store;
    const commandsOf = async (username: string) => {
      const signIn = async () => void (await wrong(username, '192.0.2.77'));
      // The model and due work are looked for meanwhile, without a comment.
      const ofSignIn = { 'command.comment': { $ne: BACKGROUND_COMMENT }, ns: { $not: /\.(?:state|async_jobs)$/ } };
      const rows = await profiled(db, signIn, { op: { $ne: 'none' }, ...ofSignIn });
      const isWrite = ({ op, command }: Profiled) =>
        op === 'update' || /findandmodify/i.test(Object.keys(command).join());
      const writes = rows.filter(isWrite);
      expect(writes.length).toBeGreaterThan(2);
      return { writes: writes.length, reads: rows.filter(({ op }) => op === 'query').length };
    };
    // Background work may read and write in between, and the profiler of a busy database omits entries.
    const median = (numbers: number[]) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
    const usualOf = async (username: string) => {
      const all = [];
      for (const _ of times(5, Number)) all.push(await commandsOf(username));
      return { writes: median(all.map(({ writes }) => writes)), reads: median(all.map(({ reads }) => reads)) };
    };
    expect(await usualOf('editor')).toEqual(await usualOf('no such user'));
  });
});

describe('guesses without a user name', () => {
  it.each<[string, object]>([
    ['refresh tokens', { grant_type: 'refresh_token', refresh_token: 'a guess' }],
    ['keys of applications', { grant_type: 'client_credentials', client_id: 'a guess' }],
  ])('of %s are 429 after fifty from one address, and do not affect sign-ins by password', async (_what, body) => {
    for (const index of times(50, Number))
      expect((await post(body, '192.0.2.20', index % 2 ? test : other)).status).toBe(401);
    const refused = await post(body, '192.0.2.20');
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '900']);
    expect((await post(body, '192.0.2.21')).status).toBe(401);
    expect((await right('reader', '192.0.2.20')).status).toBe(200);
  });
});
