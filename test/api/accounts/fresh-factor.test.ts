// Dangerous requests need a recently confirmed second factor (D694).
import { TOTP, Secret } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  errorCodes,
  errorSources,
  JSON_API,
  metaOf,
  openTestService,
  PASSWORD,
  type TestService,
} from '../../support/service.ts';

const FLAT = { 'Content-Type': 'application/json' };
const PATH = '/auth/second_factor';
const CHECK = `${PATH}/check`;
const MINUTE = 60_000;

let test: TestService;
/** Of an administrator with a second factor. */
let headers: Record<string, string>;
let secret: string;
let username: string;
let recovery: string[];

type Answer = Awaited<ReturnType<TestService['anonymous']['post']>>;
const code = (): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: test.clock.now().getTime() });
const faceOf = (response: Answer): string =>
  response.status < 400 ? String(response.status) : `${response.status} ${errorCodes(response)[0]}`;
const STALE = '403 fresh_factor_required';

let serial = 0;
async function newEnrolled(roles: readonly string[] = ['1']): Promise<void> {
  username = `fresh${++serial}`;
  const attributes = { username, password: PASSWORD, uname: username, status: 'on' };
  const { id } = await test.admin.create('/users', attributes);
  const data = roles.map((role) => ({ type: 'roles', id: role }));
  if (data.length > 0) await test.admin.post(`/users/${id}/relationships/roles`, { data });
  const { jwt } = metaOf<{ jwt: string }>(await test.anonymous.post('/auth', { username, password: PASSWORD }, FLAT));
  headers = { 'Content-Type': JSON_API, Authorization: `Bearer ${jwt}` };
  const begun = await test.anonymous.post(PATH, { password: PASSWORD }, { ...headers, ...FLAT });
  ({ secret } = metaOf<{ secret: string }>(begun));
  const done = await test.anonymous.patch(PATH, { code: code() }, { ...headers, ...FLAT });
  recovery = metaOf<{ recovery_codes: string[] }>(done).recovery_codes;
  test.clock.advance(30_000);
}
const check = (body: object) => test.anonymous.post(CHECK, body, { ...headers, ...FLAT });
const makeRole = () =>
  test.anonymous.post('/roles', { data: { type: 'roles', attributes: { name: `role${++serial}` } } }, headers);

beforeAll(async () => {
  test = await openTestService({ env: { JWT_TTL: '30d' } });
});
afterAll(() => test.close());
beforeEach(() => newEnrolled());

describe('a dangerous request', () => {
  const data = (type: string, more: object = {}) => ({ data: { type, ...more } });
  const of = (id: string, attributes: object) => data('users', { id, attributes });
  // oxfmt-ignore
  const writes: [what: string, method: 'post' | 'patch' | 'delete', path: string, body: object | undefined][] = [
    ['a role', 'post', '/roles', data('roles', { attributes: { name: 'some' } })],
    ['users of a role', 'post', '/roles/2/relationships/users', { data: [] }],
    ['roles of a user', 'post', '/users/2/relationships/roles', { data: [] }],
    ['an administrator', 'patch', '/users/1', of('1', { title: 'x' })],
    ['an administrator by uname', 'patch', '/users/{own}', of('1', { title: 'x' })],
    ['roles within a user', 'patch', '/users/2', data('users', { id: '2', relationships: { roles: { data: [] } } })],
    ['a new user with roles', 'post', '/users', data('users', { attributes: { uname: 'new-one', username: 'new-one', password: PASSWORD, status: 'on' }, relationships: { roles: { data: [{ type: 'roles', id: '2' }] } } })],
    ['the end of an administrator', 'delete', '/users/1', undefined],
    ['permissions of an object', 'delete', '/object_permissions/1', undefined],
    ['permissions of an endpoint', 'delete', '/admin/endpoint_permissions/1', undefined],
    ['a provider', 'delete', '/admin/auth_providers/1', undefined],
    ['an account at a provider', 'delete', '/admin/external_auth/1', undefined],
    ['an application', 'delete', '/admin/applications/1', undefined],
    ['an endpoint', 'delete', '/admin/endpoints/1', undefined],
    ['the configuration', 'delete', '/admin/config/1', undefined],
    ['the public configuration', 'delete', '/config/1', undefined],
    ['a webhook', 'delete', '/admin/webhooks/6f0bb2e0-7b0b-4a8e-b5a0-0a6d1f3c5e11', undefined],
  ];
  it('needs a recently confirmed second factor', async () => {
    test.clock.advance(16 * MINUTE);
    for (const [what, method, path, body] of writes) {
      const response = await test.anonymous.request(method, path.replace('{own}', username), (request) =>
        body === undefined ? request.set(headers) : request.set(headers).send(JSON.stringify(body)),
      );
      expect([what, faceOf(response)]).toEqual([what, STALE]);
    }
  });
});

describe('other requests', () => {
  it('need none: reading, content, users without a role, the own account', async () => {
    test.clock.advance(16 * MINUTE);
    const document = { data: { type: 'documents', attributes: { title: 'A title' } } };
    expect(faceOf(await test.anonymous.post('/documents', document, headers))).toBe('201');
    const attributes = { username: 'plain', uname: 'plain', password: PASSWORD, status: 'on' };
    const made = await test.anonymous.post('/users', { data: { type: 'users', attributes } }, headers);
    expect(faceOf(made)).toBe('201');
    const { id } = (made.body as { data: { id: string } }).data;
    const change = { data: { type: 'users', id, attributes: { title: 'Plain' } } };
    expect(faceOf(await test.anonymous.patch(`/users/${id}`, change, headers))).toBe('200');
    expect(faceOf(await test.anonymous.get('/admin/applications', headers))).toBe('200');
    expect(faceOf(await test.anonymous.get('/roles', headers))).toBe('200');
  });

  it('is not required from users without a second factor', async () => {
    test.clock.advance(60 * MINUTE);
    await test.admin.create('/roles', { name: `role${++serial}` });
  });
});

describe('a second factor', () => {
  it('is fresh for fifteen minutes after it was enrolled, and after a sign-in with it', async () => {
    expect(faceOf(await makeRole())).toBe('201');
    test.clock.advance(15 * MINUTE);
    expect(faceOf(await makeRole())).toBe(STALE);
    const tokens = await test.anonymous.post('/auth', { username, password: PASSWORD, code: code() }, FLAT);
    const { jwt, renew } = metaOf<{ jwt: string; renew: string }>(tokens);
    // The other session is not.
    expect(faceOf(await makeRole())).toBe(STALE);
    headers = { ...headers, Authorization: `Bearer ${jwt}` };
    expect(faceOf(await makeRole())).toBe('201');
    // A renewal is no confirmation.
    test.clock.advance(15 * MINUTE);
    const renewed = await test.anonymous.post('/auth', { grant_type: 'refresh_token', refresh_token: renew }, FLAT);
    headers = { ...headers, Authorization: `Bearer ${metaOf<{ jwt: string }>(renewed).jwt}` };
    expect(faceOf(await makeRole())).toBe(STALE);
  });

  it('is confirmed by a code or a recovery code, each once', async () => {
    test.clock.advance(16 * MINUTE);
    expect(metaOf(await check({ code: code() }))).toEqual({ confirmed: test.clock.now().toISOString() });
    expect(faceOf(await makeRole())).toBe('201');
    test.clock.advance(16 * MINUTE);
    const [first] = recovery;
    expect(faceOf(await check({ recovery_code: first }))).toBe('200');
    expect(faceOf(await makeRole())).toBe('201');
    const again = await check({ recovery_code: first });
    expect([again.status, errorSources(again)]).toEqual([400, ['/recovery_code']]);
    const wrong = await check({ code: '12345' });
    expect([wrong.status, errorSources(wrong)]).toEqual([400, ['/code']]);
    expect((await check({})).status).toBe(400);
    expect((await check({ code: code(), recovery_code: first })).status).toBe(400);
  });

  it('can be guessed ten times at most, and failures are in the audit trail', async () => {
    for (let attempt = 0; attempt < 10; attempt++) expect((await check({ code: '12345' })).status).toBe(400);
    expect((await check({ code: code() })).status).toBe(429);
    const failed = test.audited.filter(({ audit, user_id }) => audit === 'second_factor_failed' && user_id !== null);
    const mine = failed.filter(({ user_id }) => user_id === failed.at(-1)?.['user_id']);
    expect(mine).toHaveLength(10);
    const subject = { event: 'second_factor_failed', user_id: Number(mine[0]?.['user_id']) };
    await expect.poll(() => test.service.services.store.auditTrail.countDocuments(subject)).toBe(10);
  });

  it('cannot be confirmed by users without one, and by anonymous callers', async () => {
    expect((await test.reader.post(CHECK, { code: '123456' }, FLAT)).status).toBe(404);
    expect((await test.anonymous.post(CHECK, { code: '123456' }, FLAT)).status).toBe(401);
  });
});

it('users without a required factor are refused dangerous requests after the grace period', async () => {
  const env = { JWT_TTL: '60d', SECOND_FACTOR_ROLES: 'admin', SECOND_FACTOR_GRACE: '1d' };
  const own = await openTestService({ env });
  try {
    const make = () => own.admin.post('/roles', { data: { type: 'roles', attributes: { name: 'made' } } });
    expect(
      faceOf(await own.editor.post('/documents', { data: { type: 'documents', attributes: { title: 'A' } } })),
    ).toBe('201');
    own.clock.advance(24 * 60 * MINUTE);
    expect(faceOf(await make())).toBe(STALE);
    // Enrolling is possible without a confirmation, since no factor exists yet.
    expect(faceOf(await own.admin.post('/auth/passkeys', { password: PASSWORD }, FLAT))).toBe('200');
    const begun = await own.admin.post(PATH, { password: PASSWORD }, FLAT);
    const key = Secret.fromBase32(metaOf<{ secret: string }>(begun).secret);
    const first = new TOTP({ secret: key }).generate({ timestamp: own.clock.now().getTime() });
    expect(faceOf(await own.admin.patch(PATH, { code: first }, FLAT))).toBe('200');
    expect(faceOf(await make())).toBe('201');
  } finally {
    await own.close();
  }
});

it('SECOND_FACTOR_FRESH=off requires no confirmation', async () => {
  const own = await openTestService({ env: { JWT_TTL: '60d', SECOND_FACTOR_FRESH: 'off' } });
  const before = test;
  try {
    test = own;
    await newEnrolled();
    own.clock.advance(600 * MINUTE);
    expect(faceOf(await makeRole())).toBe('201');
  } finally {
    test = before;
    await own.close();
  }
});
