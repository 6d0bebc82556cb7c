// Ending sessions requires a recently confirmed factor (D601).
import { TOTP, Secret } from 'otpauth';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  errorCodes,
  errorSources,
  metaOf,
  PASSWORD,
  serviceForTests,
  type TestService,
} from '../../support/service.ts';

const FLAT = { 'Content-Type': 'application/json' };
const CHECK = '/auth/second_factor/check';
const OTHERS = '/auth/sessions?except=current';
const MINUTE = 60_000;
const STALE = '403 fresh_sign_in_required';

const test = serviceForTests({ env: { JWT_TTL: '30d' } });
let username: string;
let userId: string;
/** Of two sessions of the same user. */
let here: Record<string, string>;
let there: Record<string, string>;
let serial = 0;

type Answer = Awaited<ReturnType<TestService['anonymous']['post']>>;
const faceOf = (response: Answer): string =>
  response.status < 400 ? String(response.status) : `${response.status} ${errorCodes(response)[0]}`;
const signIn = async (more: object = {}): Promise<Record<string, string>> => {
  const response = await test.anonymous.post('/auth', { username, password: PASSWORD, ...more }, FLAT);
  return { ...FLAT, Authorization: `Bearer ${metaOf<{ jwt: string }>(response).jwt}` };
};
const idOf = async (headers: Record<string, string>): Promise<string> => {
  const { body } = await test.anonymous.get('/auth/sessions', headers);
  const { data } = body as { data: { id: string; meta: { current: boolean } }[] };
  return data.find(({ meta }) => meta.current)?.id ?? '';
};
const goesOn = async (headers: Record<string, string>): Promise<boolean> =>
  (await test.anonymous.get('/auth/user', headers)).status === 200;
const end = (path: string, headers = here) => test.anonymous.delete(path, headers);
const check = (body: object, headers = here) => test.anonymous.post(CHECK, body, headers);

beforeEach(async () => {
  username = `ender${++serial}`;
  userId = (await test.admin.create('/users', { username, uname: username, password: PASSWORD, status: 'on' })).id;
  [here, there] = [await signIn(), await signIn()];
});

describe('a user without a second factor', () => {
  it('may end other sessions for 15 minutes after signing in, and later with the password', async () => {
    const other = await idOf(there);
    test.clock.advance(15 * MINUTE);
    for (const path of [OTHERS, '/auth/sessions', `/auth/sessions/${other}`])
      expect(faceOf(await end(path))).toBe(STALE);
    expect(await goesOn(there)).toBe(true);
    expect(faceOf(await check({ password: PASSWORD }))).toBe('200');
    expect(faceOf(await end(`/auth/sessions/${other}`))).toBe('204');
    expect([await goesOn(there), await goesOn(here)]).toEqual([false, true]);
    test.clock.advance(15 * MINUTE);
    expect(faceOf(await end(OTHERS))).toBe(STALE);
  });

  it('confirms for one session only, and may always end the session of the request', async () => {
    test.clock.advance(20 * MINUTE);
    expect(faceOf(await check({ password: PASSWORD }, there))).toBe('200');
    expect(faceOf(await end(OTHERS))).toBe(STALE);
    expect(faceOf(await end(`/auth/sessions/${await idOf(here)}`))).toBe('204');
    expect([await goesOn(there), await goesOn(here)]).toEqual([true, false]);
  });

  it('is refused with a wrong password, which counts for the session and locks no sign-in', async () => {
    test.clock.advance(20 * MINUTE);
    for (let attempt = 0; attempt < 10; attempt++) {
      const wrong = await check({ password: 'a wrong password' });
      expect([faceOf(wrong), errorSources(wrong)]).toEqual(['400 invalid_data', ['/password']]);
    }
    expect(faceOf(await check({ password: PASSWORD }))).toBe('429 too_many_requests');
    const signing = await test.anonymous.post('/auth', { username, password: PASSWORD }, FLAT);
    expect(faceOf(signing)).toBe('200');
    expect(faceOf(await check({ password: PASSWORD }, there))).toBe('200');
    expect(faceOf(await end(OTHERS))).toBe(STALE);
    test.clock.advance(15 * MINUTE);
  });

  it('sends only the password, and has no code', async () => {
    expect(faceOf(await check({ password: PASSWORD, code: '123456' }))).toBe('400 invalid_data');
    expect(faceOf(await check({ code: '123456' }))).toBe('404 not_found');
    expect(faceOf(await check({}))).toBe('400 invalid_data');
  });

  it('without a password has to sign in again', async () => {
    await test.service.services.store.credentials.updateOne({ _id: Number(userId) }, { $set: { password_hash: null } });
    test.clock.advance(20 * MINUTE);
    expect(faceOf(await check({ password: PASSWORD }))).toBe('404 not_found');
    const refused = await end(OTHERS);
    expect([faceOf(refused), refused.text.includes('Sign in again')]).toEqual([STALE, true]);
  });

  it('cannot confirm by renewing the token', async () => {
    const signed = await test.anonymous.post('/auth', { username, password: PASSWORD }, FLAT);
    test.clock.advance(20 * MINUTE);
    const refresh = { grant_type: 'refresh_token', refresh_token: metaOf<{ renew: string }>(signed).renew };
    const { jwt } = metaOf<{ jwt: string }>(await test.anonymous.post('/auth', refresh, FLAT));
    expect(faceOf(await end(OTHERS, { Authorization: `Bearer ${jwt}` }))).toBe(STALE);
  });
});

describe('a user with a second factor', () => {
  it('has to confirm the factor; the password is not enough', async () => {
    const begun = await test.anonymous.post('/auth/second_factor', { password: PASSWORD }, here);
    const totp = new TOTP({ secret: Secret.fromBase32(metaOf<{ secret: string }>(begun).secret) });
    const code = () => totp.generate({ timestamp: test.clock.now().getTime() });
    expect((await test.anonymous.patch('/auth/second_factor', { code: code() }, here)).status).toBe(200);
    // The other session has not confirmed a factor.
    expect(faceOf(await end(OTHERS, there))).toBe('403 fresh_factor_required');
    test.clock.advance(20 * MINUTE);
    expect(faceOf(await end(OTHERS))).toBe('403 fresh_factor_required');
    expect(faceOf(await check({ password: PASSWORD }))).toBe('400 invalid_data');
    expect(faceOf(await check({ code: code() }))).toBe('200');
    expect(faceOf(await end(OTHERS))).toBe('204');
    expect([await goesOn(there), await goesOn(here)]).toEqual([false, true]);
  });
});

describe('an administrator', () => {
  it('must have signed in recently, too, to end the sessions of others', async () => {
    const other = await idOf(there);
    test.clock.advance(20 * MINUTE);
    expect(faceOf(await test.admin.delete(`/auth/sessions?user_id=${userId}`))).toBe(STALE);
    expect(faceOf(await test.admin.delete(`/auth/sessions/${other}`))).toBe(STALE);
    expect((await test.admin.post(CHECK, { password: PASSWORD }, FLAT)).status).toBe(200);
    expect(faceOf(await test.admin.delete(`/auth/sessions/${other}`))).toBe('204');
    expect(faceOf(await test.admin.delete(`/auth/sessions?user_id=${userId}`))).toBe('204');
    expect([await goesOn(there), await goesOn(here)]).toEqual([false, false]);
  });
});
