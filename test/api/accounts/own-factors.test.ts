// Changes of the user's own second factor: new recovery codes, and the removal of the app alone (D600).
import { TOTP, Secret } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { errorCodes, metaOf, openTestService, PASSWORD, type TestService } from '../../support/service.ts';
import { createSoftAuthenticator, type SoftAuthenticator } from '../../support/accounts/soft-authenticator.ts';

const FLAT = { 'Content-Type': 'application/json' };
const FACTOR = '/auth/second_factor';
const CODES = `${FACTOR}/recovery_codes`;
const APP = `${FACTOR}/authenticator`;
const MINUTE = 60_000;
const PAGE = { origin: 'http://localhost' };
const STALE = '403 fresh_factor_required';
const ENV = { JWT_TTL: '30d', PUBLIC_URL: PAGE.origin };

let test: TestService;
let device: SoftAuthenticator;
let userId: number;
let username: string;
let headers: Record<string, string>;
let serial = 0;

type Answer = Awaited<ReturnType<TestService['anonymous']['post']>>;
const faceOf = (response: Answer): string =>
  response.status < 400 ? String(response.status) : `${response.status} ${errorCodes(response)[0]}`;
const codesIn = (response: Answer): string[] => metaOf<{ recovery_codes?: string[] }>(response).recovery_codes ?? [];

async function newUser(): Promise<void> {
  device = createSoftAuthenticator();
  username = `keeper${++serial}`;
  const attributes = { username, uname: username, password: PASSWORD, status: 'on', email: `${username}@example.org` };
  userId = Number((await test.admin.create('/users', attributes)).id);
  const { jwt } = metaOf<{ jwt: string }>(await test.anonymous.post('/auth', { username, password: PASSWORD }, FLAT));
  headers = { ...FLAT, Authorization: `Bearer ${jwt}` };
}

const codeOf = (secret: string): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: test.clock.now().getTime() });

/** @returns its secret, and the recovery codes */
async function addApp(): Promise<{ secret: string; codes: string[] }> {
  const begun = await test.anonymous.post(FACTOR, { password: PASSWORD }, headers);
  const { secret } = metaOf<{ secret: string }>(begun);
  const done = await test.anonymous.patch(FACTOR, { code: codeOf(secret) }, headers);
  expect(done.status).toBe(200);
  test.clock.advance(MINUTE);
  return { secret, codes: codesIn(done) };
}

async function addPasskey(): Promise<string[]> {
  const begun = await test.anonymous.post('/auth/passkeys', { password: PASSWORD }, headers);
  const { challenge, options } = metaOf<{ challenge: string; options: Parameters<SoftAuthenticator['create']>[0] }>(
    begun,
  );
  const credential = device.create(options, PAGE);
  const done = await test.anonymous.patch('/auth/passkeys', { challenge, credential }, headers);
  expect(done.status).toBe(200);
  return codesIn(done);
}

/** A sign-in by password and recovery code. */
const signIn = async (code: string): Promise<string> =>
  faceOf(await test.anonymous.post('/auth', { username, password: PASSWORD, recovery_code: code }, FLAT));
const state = async () => metaOf<object>(await test.anonymous.get(FACTOR, headers));
const mails = async (): Promise<unknown[]> => {
  const rows = await test.service.services.store.asyncJobs.find({ service: 'mail' }).toArray();
  const mine = rows.filter(({ payload }) => payload?.['to'] === `${username}@example.org`);
  return mine.map(({ payload }) => payload?.['template']);
};
const audited = async (event: string): Promise<(object | string | null)[]> => {
  const rows = await test.service.services.store.auditTrail.find({ event, resource_id: String(userId) }).toArray();
  return rows.map(({ after }) => after);
};
const renew = (more: Record<string, string> = {}) => test.anonymous.post(CODES, undefined, { ...headers, ...more });
const removeApp = () => test.anonymous.delete(APP, headers);

beforeAll(async () => {
  test = await openTestService({ env: ENV });
});
afterAll(() => test.close());
beforeEach(newUser);

describe('new recovery codes', () => {
  it('replace all previous ones, are shown once, and are notified and audited', async () => {
    const { codes: former } = await addApp();
    const response = await renew();
    const codes = codesIn(response);
    expect([response.status, response.headers['cache-control'], codes.length]).toEqual([200, 'no-store', 10]);
    expect(codes.filter((code) => former.includes(code))).toEqual([]);
    expect(await signIn(former[0] ?? '')).toBe('401 login_failed');
    expect(await signIn(codes[0] ?? '')).toBe('200');
    expect(await state()).toEqual({ enrolled: true, authenticator: true, recovery_codes_left: 9 });
    expect(await mails()).toEqual(['second_factor_added', 'recovery_codes_renewed']);
    expect((await audited('recovery_codes_renewed')).length).toBe(1);
    const row = await test.service.services.store.credentials.findOne({ _id: userId });
    const recorded = JSON.stringify([row, test.audited, await audited('recovery_codes_renewed')]);
    for (const code of codes)
      expect(recorded.includes(code) || recorded.includes(code.replaceAll('-', ''))).toBe(false);
  });

  it('are available to users with passkeys only, too', async () => {
    const former = await addPasskey();
    const codes = codesIn(await renew());
    expect([codes.length, await signIn(former[0] ?? '')]).toEqual([10, '401 login_failed']);
    expect(await signIn(codes[0] ?? '')).toBe('200');
    expect(await state()).toEqual({ enrolled: true, authenticator: false, recovery_codes_left: 9 });
  });

  it('need a recently confirmed second factor', async () => {
    expect(faceOf(await renew())).toBe('404 not_found');
    expect(faceOf(await test.anonymous.post(CODES, undefined, FLAT))).toBe('401 authentication_required');
    const { secret, codes } = await addApp();
    test.clock.advance(15 * MINUTE);
    expect(faceOf(await renew())).toBe(STALE);
    expect((await test.anonymous.post(`${FACTOR}/check`, { code: codeOf(secret) }, headers)).status).toBe(200);
    expect(faceOf(await renew())).toBe('200');
    expect(await signIn(codes[0] ?? '')).toBe('401 login_failed');
  });

  it('are the same for the same Idempotency-Key', async () => {
    await addApp();
    const key = { 'Idempotency-Key': '"codes"' };
    const [first, again] = [await renew(key), await renew(key)];
    expect([codesIn(first).length, codesIn(again)]).toEqual([10, codesIn(first)]);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(await signIn(codesIn(first)[0] ?? '')).toBe('200');
  });
});

describe('the authenticator app', () => {
  it('is removed alone: passkeys and recovery codes remain', async () => {
    const { secret, codes } = await addApp();
    await addPasskey();
    expect(faceOf(await removeApp())).toBe('204');
    expect(await state()).toEqual({ enrolled: true, authenticator: false, recovery_codes_left: 10 });
    const answer = { username, password: PASSWORD, code: codeOf(secret) };
    expect(faceOf(await test.anonymous.post('/auth', answer, FLAT))).toBe('401 login_failed');
    expect(await signIn(codes[0] ?? '')).toBe('200');
    expect(await mails()).toEqual(['second_factor_added', 'second_factor_added', 'one_factor_removed']);
    expect(await audited('second_factor_removed')).toEqual([expect.stringContaining('"factor":"authenticator"')]);
    expect(faceOf(await removeApp())).toBe('404 not_found');
    // Another one may be added.
    expect((await addApp()).codes.length).toBe(10);
    expect(await state()).toEqual({ enrolled: true, authenticator: true, recovery_codes_left: 10 });
  });

  it('as the last factor is removed with the recovery codes', async () => {
    await addApp();
    expect(faceOf(await removeApp())).toBe('204');
    expect(await state()).toEqual({ enrolled: false, authenticator: false, recovery_codes_left: 0 });
    expect(faceOf(await test.anonymous.post('/auth', { username, password: PASSWORD }, FLAT))).toBe('200');
    expect(await mails()).toEqual(['second_factor_added', 'second_factor_removed']);
    const row = await test.service.services.store.credentials.findOne({ _id: userId });
    expect([row?.recovery, row?.second_factor]).toEqual([undefined, undefined]);
  });

  it('needs a recently confirmed factor, even with SECOND_FACTOR_FRESH=off', async () => {
    const shared = test;
    const lax = await openTestService({ env: { ...ENV, SECOND_FACTOR_FRESH: 'off' } });
    try {
      for (test of [shared, lax]) {
        await newUser();
        expect(faceOf(await removeApp())).toBe('404 not_found');
        await addApp();
        test.clock.advance(15 * MINUTE);
        expect([faceOf(await removeApp()), faceOf(await renew())]).toEqual([STALE, STALE]);
        expect(await state()).toMatchObject({ authenticator: true });
      }
    } finally {
      test = shared;
      await lax.close();
    }
  });

  it('and a removed passkey are notified as one factor of several', async () => {
    await addPasskey();
    await addApp();
    const { passkeys } = metaOf<{ passkeys: { id: string }[] }>(await test.anonymous.get('/auth/passkeys', headers));
    expect((await test.anonymous.delete(`/auth/passkeys/${passkeys[0]?.id}`, headers)).status).toBe(204);
    expect((await mails()).at(-1)).toBe('one_factor_removed');
    expect(await state()).toEqual({ enrolled: true, authenticator: true, recovery_codes_left: 10 });
  });
});
