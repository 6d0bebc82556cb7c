// Passkeys: registered, used as a second factor and alone, removed, with an authenticator in software (D695).
import { TOTP, Secret } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  errorCodes,
  errorSources,
  metaOf,
  openTestService,
  PASSWORD,
  type TestService,
} from '../../support/service.ts';
import {
  createSoftAuthenticator,
  type Ceremony,
  type SoftAuthenticator,
} from '../../support/accounts/soft-authenticator.ts';

const FLAT = { 'Content-Type': 'application/json' };
const PATH = '/auth/passkeys';
const MINUTE = 60_000;
const PAGE: Ceremony = { origin: 'https://app.example.org' };

let test: TestService;
beforeAll(async () => {
  const env = { PUBLIC_URL: 'https://api.example.org', PASSKEY_RP_ID: 'example.org', JWT_TTL: '60d' };
  const roles = { SECOND_FACTOR_ROLES: 'editor', SECOND_FACTOR_GRACE: '7d' };
  test = await openTestService({ env: { ...env, ...roles, PASSKEY_ORIGINS: PAGE.origin } });
});
afterAll(() => test.close());

type Answer = Awaited<ReturnType<TestService['anonymous']['post']>>;
const faceOf = (response: Answer): string => `${response.status} ${errorCodes(response)[0]}`;
const challengeIn = (response: Answer): string =>
  (response.body as { error: { meta: { challenge: string } } }).error.meta.challenge;

interface Creation {
  challenge: string;
  options: Parameters<SoftAuthenticator['create']>[0] & { excludeCredentials: { id: string }[] };
}
interface Request {
  challenge: string;
  options: Parameters<SoftAuthenticator['get']>[0] & { allowCredentials?: { id: string }[]; userVerification: string };
}
interface Made {
  passkey: { id: string; name: string; used: string | null; synced: boolean };
  recovery_codes?: string[];
  jwt?: string;
}
interface User {
  id: string;
  username: string;
  headers: Record<string, string>;
}

let device: SoftAuthenticator;
let user: User;
let serial = 0;
async function newUser(roles: readonly string[] = []): Promise<User> {
  const username = `holder${++serial}`;
  const attributes = { username, password: PASSWORD, uname: username, status: 'on', email: `${username}@example.org` };
  const { id } = await test.admin.create('/users', attributes);
  const data = roles.map((role) => ({ type: 'roles', id: role }));
  if (data.length > 0) await test.admin.post(`/users/${id}/relationships/roles`, { data });
  const { jwt } = metaOf<{ jwt: string }>(await test.anonymous.post('/auth', { username, password: PASSWORD }, FLAT));
  return { id, username, headers: { ...FLAT, Authorization: `Bearer ${jwt}` } };
}
beforeEach(async () => {
  device = createSoftAuthenticator();
  user = await newUser();
});

const post = (body: object) => test.anonymous.post('/auth', body, FLAT);
const begin = async (): Promise<Creation> =>
  metaOf<Creation>(await test.anonymous.post(PATH, { password: PASSWORD }, user.headers));
const finish = (challenge: string, credential: object, name?: string) =>
  test.anonymous.patch(PATH, { challenge, credential, ...(name && { name }) }, user.headers);
async function register(name?: string): Promise<Made> {
  const { challenge, options } = await begin();
  return metaOf<Made>(await finish(challenge, device.create(options, PAGE), name));
}
const firstStep = async (): Promise<string> => {
  const refused = await post({ username: user.username, password: PASSWORD });
  expect(faceOf(refused)).toBe('401 second_factor_required');
  return challengeIn(refused);
};
const requestChallenge = async (body: object, headers: Record<string, string> = FLAT): Promise<Request> =>
  metaOf<Request>(await test.anonymous.post(`${PATH}/challenge`, body, headers));
const listed = async () =>
  metaOf<{ passkeys: Made['passkey'][] }>(await test.anonymous.get(PATH, user.headers)).passkeys;
const state = async () =>
  metaOf<{ enrolled: boolean; recovery_codes_left: number }>(
    await test.anonymous.get('/auth/second_factor', user.headers),
  );

describe('registering a passkey', () => {
  it('needs the password and the response of an authenticator, and returns recovery codes for the first one', async () => {
    expect((await test.anonymous.post(PATH, {}, user.headers)).status).toBe(400);
    expect((await test.anonymous.post(PATH, { password: 'wrong' }, user.headers)).status).toBe(400);
    const { passkey, recovery_codes: codes } = await register('Laptop');
    expect(passkey).toMatchObject({ name: 'Laptop', used: null, synced: false });
    expect(codes).toHaveLength(10);
    expect(await state()).toEqual({ enrolled: true, authenticator: false, recovery_codes_left: 10 });
    const second = await register();
    expect([second.passkey.name, second.recovery_codes]).toEqual(['Passkey', undefined]);
    expect((await listed()).map(({ id }) => id)).toEqual([passkey.id, second.passkey.id]);
    // Authenticators receive the ids of the existing ones.
    expect((await begin()).options.excludeCredentials).toHaveLength(2);
    const line = test.audited.find(({ audit, params }) => {
      return audit === 'second_factor_added' && (params as { passkey?: string }).passkey === passkey.id;
    });
    expect(line).toMatchObject({ user_id: Number(user.id) });
    const stored = JSON.stringify(await test.service.services.store.credentials.findOne({ _id: Number(user.id) }));
    for (const code of codes ?? []) expect(stored).not.toContain(code);
  });

  it('refuses other origins and domains, challenges of other users, expired and used challenges', async () => {
    const { challenge, options } = await begin();
    const wrong = [
      device.create(options, { origin: 'https://evil.example.com' }),
      device.create({ ...options, rp: { id: 'evil.example.com' } }, PAGE),
      device.create({ ...options, challenge: 'AAAA' }, PAGE),
    ];
    for (const credential of wrong) {
      const refused = await finish(challenge, credential);
      expect([refused.status, errorSources(refused)]).toEqual([400, ['/credential']]);
    }
    const owner = user;
    user = await newUser();
    const stolen = await finish(challenge, device.create(options, PAGE));
    expect([stolen.status, errorSources(stolen)]).toEqual([400, ['/challenge']]);
    user = owner;
    expect((await finish(challenge, device.create(options, PAGE))).status).toBe(200);
    expect((await finish(challenge, device.create(options, PAGE))).status).toBe(409);
    const late = await begin();
    test.clock.advance(15 * MINUTE);
    const ended = await finish(late.challenge, device.create(late.options, PAGE));
    expect([ended.status, errorSources(ended)]).toEqual([400, ['/challenge']]);
  });

  it('refuses a passkey that another user has, and an eleventh one', async () => {
    const { challenge, options } = await begin();
    const credential = device.create(options, PAGE);
    expect((await finish(challenge, credential)).status).toBe(200);
    for (let count = 1; count < 10; count++) await register();
    expect((await test.anonymous.post(PATH, { password: PASSWORD }, user.headers)).status).toBe(409);
    user = await newUser();
    const other = await begin();
    // The id of the other user's passkey, with another key.
    const id = Buffer.from(String(credential['id']), 'base64url');
    expect((await finish(other.challenge, device.create(other.options, { ...PAGE, id }))).status).toBe(409);
  });

  it('needs a fresh second factor from users who have one', async () => {
    await register();
    test.clock.advance(16 * MINUTE);
    expect(faceOf(await test.anonymous.post(PATH, { password: PASSWORD }, user.headers))).toBe(
      '403 fresh_factor_required',
    );
    const { challenge, options } = await requestChallenge({}, user.headers);
    const confirmed = { challenge, passkey: device.get(options, PAGE) };
    expect((await test.anonymous.post('/auth/second_factor/check', confirmed, user.headers)).status).toBe(200);
    await register();
  });

  it('allows enrolling to users who need a second factor', async () => {
    user = await newUser(['2']);
    test.clock.advance(7 * 24 * 60 * MINUTE);
    const refused = await post({ username: user.username, password: PASSWORD });
    expect(faceOf(refused)).toBe('401 second_factor_enrolment_required');
    const sent = { challenge: challengeIn(refused) };
    const { challenge, options } = metaOf<Creation>(await test.anonymous.post(PATH, sent, FLAT));
    const credential = device.create(options, PAGE);
    const made = metaOf<Made>(await test.anonymous.patch(PATH, { challenge, credential }, FLAT));
    expect([made.recovery_codes?.length, typeof made.jwt]).toEqual([10, 'string']);
    expect((await test.anonymous.patch(PATH, { challenge, credential }, FLAT)).status).toBe(409);
    expect((await test.anonymous.post(PATH, {}, FLAT)).status).toBe(401);
  });
});

describe('the second step of a sign-in', () => {
  it('accepts a passkey of the user, or a recovery code', async () => {
    const { recovery_codes: codes = [] } = await register();
    const token = await firstStep();
    const { challenge, options } = await requestChallenge({ challenge: token });
    expect([challenge, options.allowCredentials?.length]).toEqual([token, 1]);
    const passkey = device.get(options, { ...PAGE, isVerified: false });
    const tokens = metaOf<{ jwt: string }>(await post({ grant_type: 'second_factor', challenge, passkey }));
    expect((await test.anonymous.get('/auth/user', { Authorization: `Bearer ${tokens.jwt}` })).status).toBe(200);
    expect((await listed())[0]?.used).toBe(test.clock.now().toISOString());
    const recovered = { grant_type: 'second_factor', challenge: await firstStep(), recovery_code: codes[0] };
    expect((await post(recovered)).status).toBe(200);
    expect((await post(recovered)).status).toBe(401);
    expect(await state()).toEqual({ enrolled: true, authenticator: false, recovery_codes_left: 9 });
  });

  it('accepts each response once, and none with another challenge, page or passkey, or a repeated counter', async () => {
    await register();
    const token = await firstStep();
    const { options } = await requestChallenge({ challenge: token });
    const send = (passkey: object, challenge = token) => post({ grant_type: 'second_factor', challenge, passkey });
    expect((await send(device.get(options, { origin: 'https://evil.example.com' }))).status).toBe(401);
    expect((await send(device.get({ ...options, challenge: 'AAAA' }, PAGE))).status).toBe(401);
    expect((await send(device.get({ ...options, rpId: 'example.com' }, PAGE))).status).toBe(401);
    const foreign = createSoftAuthenticator();
    foreign.create({ challenge: 'AAAA', rp: { id: 'example.org' }, user: { id: 'AAAA' } }, PAGE);
    expect((await send(foreign.get(options, PAGE))).status).toBe(401);
    const good = device.get(options, PAGE);
    const answers = await Promise.all([send(good), send(good), send(good)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    // The same challenge, signed again.
    expect((await send(device.get(options, PAGE))).status).toBe(401);
    const next = await firstStep();
    const { options: again } = await requestChallenge({ challenge: next });
    expect((await send(device.get(again, { ...PAGE, counter: 1 }), next)).status).toBe(401);
    expect((await send(device.get(again, { ...PAGE, counter: 100 }), next)).status).toBe(200);
  });

  it('expires after five minutes, and needs the challenge', async () => {
    await register();
    const challenge = await firstStep();
    const { options } = await requestChallenge({ challenge });
    const passkey = device.get(options, PAGE);
    expect((await post({ grant_type: 'second_factor', passkey })).status).toBe(400);
    expect((await post({ grant_type: 'second_factor', challenge, passkey, code: '123456' })).status).toBe(400);
    test.clock.advance(5 * MINUTE);
    expect((await post({ grant_type: 'second_factor', challenge, passkey })).status).toBe(401);
    expect((await test.anonymous.post(`${PATH}/challenge`, { challenge }, FLAT)).status).toBe(401);
  });
});

describe('a sign-in by passkey alone', () => {
  const send = (challenge: string, passkey: object) => post({ grant_type: 'passkey', challenge, passkey });

  it('needs no name and password, but user verification by the device', async () => {
    await register();
    const { challenge, options } = await requestChallenge({});
    expect([options.userVerification, options.allowCredentials]).toEqual(['required', undefined]);
    expect((await send(challenge, device.get(options, { ...PAGE, isVerified: false }))).status).toBe(401);
    const good = device.get(options, PAGE);
    const { jwt } = metaOf<{ jwt: string }>(await send(challenge, good));
    const own = await test.anonymous.get('/auth/user', { Authorization: `Bearer ${jwt}` });
    expect((own.body as { data: { id: string } }).data.id).toBe(user.id);
    expect((await send(challenge, good)).status).toBe(401);
    expect(test.audited.findLast(({ audit }) => audit === 'sign_in')).toMatchObject({ grant_type: 'passkey' });
  });

  it('is refused for another challenge, an unknown passkey, a blocked user, and another handle', async () => {
    await register();
    const second = await firstStep();
    const { options: other } = await requestChallenge({ challenge: second });
    expect((await send(second, device.get(other, PAGE))).status).toBe(401);
    const { challenge, options } = await requestChallenge({});
    const foreign = createSoftAuthenticator();
    foreign.create({ challenge: 'AAAA', rp: { id: 'example.org' }, user: { id: 'AAAA' } }, PAGE);
    expect((await send(challenge, foreign.get(options, PAGE))).status).toBe(401);
    const swapped = device.get(options, PAGE) as { response: object };
    Object.assign(swapped.response, { userHandle: 'AAAA' });
    expect((await send(challenge, swapped)).status).toBe(401);
    expect((await post({ grant_type: 'passkey', challenge })).status).toBe(400);
    const body = { data: { type: 'users', id: user.id, meta: { blocked: true }, attributes: {} } };
    expect((await test.admin.patch(`/users/${user.id}`, body)).status).toBe(200);
    expect((await send(challenge, device.get(options, PAGE))).status).toBe(401);
  });
});

describe('the passkeys of a user', () => {
  it('are renamed and removed by the user only; with the last one the second factor is removed', async () => {
    const { passkey } = await register('Laptop');
    const path = `${PATH}/${passkey.id}`;
    const named = await test.anonymous.patch(path, { name: 'Telephone' }, user.headers);
    expect(metaOf<Made>(named).passkey).toMatchObject({ id: passkey.id, name: 'Telephone' });
    const owner = user;
    user = await newUser();
    expect((await test.anonymous.patch(path, { name: 'Mine' }, user.headers)).status).toBe(404);
    expect((await test.anonymous.delete(path, user.headers)).status).toBe(404);
    user = owner;
    test.clock.advance(16 * MINUTE);
    expect(faceOf(await test.anonymous.delete(path, user.headers))).toBe('403 fresh_factor_required');
    const { challenge, options } = await requestChallenge({}, user.headers);
    const check = { challenge, passkey: device.get(options, PAGE) };
    expect((await test.anonymous.post('/auth/second_factor/check', check, user.headers)).status).toBe(200);
    expect((await test.anonymous.delete(path, user.headers)).status).toBe(204);
    expect(await state()).toEqual({ enrolled: false, authenticator: false, recovery_codes_left: 0 });
    expect((await post({ username: user.username, password: PASSWORD })).status).toBe(200);
    const mails = await test.service.services.store.asyncJobs.find({ service: 'mail' }).toArray();
    const mine = mails.filter(({ payload }) => payload?.['to'] === `${user.username}@example.org`);
    expect(mine.map(({ payload }) => payload?.['template'])).toEqual(['second_factor_added', 'second_factor_removed']);
    expect((await test.anonymous.post(`${PATH}/challenge`, {}, user.headers)).status).toBe(409);
  });

  it('are removed with the second factor, by the user with a passkey, or by an administrator', async () => {
    await register();
    const { challenge, options } = await requestChallenge({}, user.headers);
    const own = { challenge, passkey: device.get(options, PAGE) };
    expect((await test.anonymous.delete('/auth/second_factor', user.headers, own)).status).toBe(204);
    expect(await listed()).toEqual([]);
    user = await newUser();
    await register();
    expect((await test.admin.delete(`/auth/second_factor?user_id=${user.id}`)).status).toBe(204);
    expect(await state()).toEqual({ enrolled: false, authenticator: false, recovery_codes_left: 0 });
  });

  it('can be used with an authenticator app, whose recovery codes replace theirs', async () => {
    await register();
    const begun = await test.anonymous.post('/auth/second_factor', { password: PASSWORD }, user.headers);
    const { secret } = metaOf<{ secret: string }>(begun);
    const code = () =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: test.clock.now().getTime() });
    expect((await test.anonymous.patch('/auth/second_factor', { code: code() }, user.headers)).status).toBe(200);
    expect(await state()).toEqual({ enrolled: true, authenticator: true, recovery_codes_left: 10 });
    test.clock.advance(30_000);
    expect((await post({ grant_type: 'second_factor', challenge: await firstStep(), code: code() })).status).toBe(200);
    const [first] = await listed();
    expect((await test.anonymous.delete(`${PATH}/${first?.id}`, user.headers)).status).toBe(204);
    expect(await state()).toEqual({ enrolled: true, authenticator: true, recovery_codes_left: 10 });
  });
});
