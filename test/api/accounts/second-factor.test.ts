// A second factor: enrolment, the second step of a sign-in, recovery codes, and removal (D686).
import { TOTP, Secret } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { errorCodes, metaOf, openTestService, PASSWORD, serviceForTests } from '../../support/service.ts';

const FLAT = { 'Content-Type': 'application/json' };
const PATH = '/auth/second_factor';
const SECRET = 'a-secret-of-more-than-thirty-two-characters';
const OTHER = 'another-secret-of-more-than-thirty-two-characters';

const test = serviceForTests({ env: { JWT_TTL: '2d', JWT_SECRET: SECRET } });

interface Tokens {
  jwt: string;
  renew: string;
}
interface User {
  id: string;
  username: string;
  headers: Record<string, string>;
}
interface Enrolled extends User {
  secret: string;
  recovery: string[];
}
const post = (body: object, at = test) => at.anonymous.post('/auth', body, FLAT);
const code = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: test.clock.now().getTime() + steps * 30_000 });
const nextStep = () => test.clock.advance(30_000);

let serial = 0;
async function newUser(): Promise<User> {
  const username = `careful${++serial}`;
  const attributes = { username, password: PASSWORD, uname: username, status: 'on', email: `${username}@example.org` };
  const { id } = await test.admin.create('/users', attributes);
  const { jwt } = metaOf<Tokens>(await post({ username, password: PASSWORD }));
  return { id, username, headers: { ...FLAT, Authorization: `Bearer ${jwt}` } };
}
const begin = async ({ headers }: User): Promise<string> =>
  metaOf<{ secret: string }>(await test.anonymous.post(PATH, { password: PASSWORD }, headers)).secret;
async function newEnrolled(): Promise<Enrolled> {
  const user = await newUser();
  const secret = await begin(user);
  const response = await test.anonymous.patch(PATH, { code: code(secret) }, user.headers);
  const { recovery_codes: recovery } = metaOf<{ recovery_codes: string[] }>(response);
  nextStep();
  return { ...user, secret, recovery };
}
const challengeOf = (response: { body: unknown }): string =>
  (response.body as { error: { meta: { challenge: string } } }).error.meta.challenge;
const firstStep = async ({ username }: User): Promise<string> => {
  const response = await post({ username, password: PASSWORD });
  expect([response.status, errorCodes(response)[0]]).toEqual([401, 'second_factor_required']);
  return challengeOf(response);
};
const secondStep = (challenge: string, answer: object, at = test) =>
  post({ grant_type: 'second_factor', challenge, ...answer }, at);
const credentialOf = ({ id }: User) => test.service.services.store.credentials.findOne({ _id: Number(id) });
const stateOf = async ({ headers }: User) =>
  metaOf<{ enrolled: boolean; recovery_codes_left: number }>(await test.anonymous.get(PATH, headers));

describe('enrolling', () => {
  it('needs the password and a first code, and returns recovery codes once; the database has none of them in clear', async () => {
    const user = await newUser();
    expect(errorCodes(await test.anonymous.post(PATH, {}, user.headers))[0]).toBe('invalid_data');
    expect((await test.anonymous.post(PATH, { password: 'a wrong password' }, user.headers)).status).toBe(400);
    const begun = await test.anonymous.post(PATH, { password: PASSWORD }, user.headers);
    const { secret, uri } = metaOf<{ secret: string; uri: string }>(begun);
    expect(begun.headers['cache-control']).toBe('no-store');
    expect([secret.length, uri.startsWith('otpauth://totp/'), uri.includes(secret)]).toEqual([32, true, true]);
    // Not before the first code.
    expect((await post({ username: user.username, password: PASSWORD })).status).toBe(200);
    expect(await stateOf(user)).toEqual({ enrolled: false, authenticator: false, recovery_codes_left: 0 });
    const wrong = await test.anonymous.patch(PATH, { code: '12345' }, user.headers);
    expect(errorCodes(wrong)[0]).toBe('invalid_data');
    const done = await test.anonymous.patch(PATH, { code: code(secret) }, user.headers);
    const { recovery_codes: codes } = metaOf<{ recovery_codes: string[] }>(done);
    expect([new Set(codes).size, codes.every((each) => /^(?:[A-Z2-7]{4}-){6}[A-Z2-7]{4}$/.test(each))]).toEqual([
      10,
      true,
    ]);
    expect(await stateOf(user)).toEqual({ enrolled: true, authenticator: true, recovery_codes_left: 10 });
    const stored = JSON.stringify(await credentialOf(user)) + JSON.stringify(test.audited);
    for (const each of [secret, ...codes, ...codes.map((one) => one.replaceAll('-', ''))])
      expect(stored).not.toContain(each);
  });

  it('is 409 when a factor exists, and when none was begun in the last 15 minutes', async () => {
    const user = await newEnrolled();
    expect((await test.anonymous.post(PATH, { password: PASSWORD }, user.headers)).status).toBe(409);
    expect((await test.anonymous.patch(PATH, { code: code(user.secret) }, user.headers)).status).toBe(409);
    const slow = await newUser();
    expect((await test.anonymous.patch(PATH, { code: '123456' }, slow.headers)).status).toBe(409);
    const secret = await begin(slow);
    test.clock.advance(900_000);
    expect((await test.anonymous.patch(PATH, { code: code(secret) }, slow.headers)).status).toBe(409);
  });
});

describe('signing in with a second factor', () => {
  it('needs a password and a code, in two steps or in one', async () => {
    const user = await newEnrolled();
    const tokens = metaOf<Tokens>(await secondStep(await firstStep(user), { code: code(user.secret) }));
    expect((await test.anonymous.get('/auth/user', { Authorization: `Bearer ${tokens.jwt}` })).status).toBe(200);
    // A renewal needs no code.
    expect((await post({ grant_type: 'refresh_token', refresh_token: tokens.renew })).status).toBe(200);
    nextStep();
    const { username } = user;
    expect((await post({ username, password: PASSWORD, code: code(user.secret) })).status).toBe(200);
  });

  it('accepts each code once, of the present step and its neighbours only', async () => {
    const user = await newEnrolled();
    const challenge = await firstStep(user);
    const answers = await Promise.all([1, 2, 3].map(() => secondStep(challenge, { code: code(user.secret) })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    expect((await secondStep(challenge, { code: code(user.secret, -1) })).status).toBe(401);
    expect((await secondStep(challenge, { code: code(user.secret, 3) })).status).toBe(401);
    expect((await secondStep(challenge, { code: code(user.secret, 1) })).status).toBe(200);
  });

  it('accepts each recovery code once, in any spelling', async () => {
    const user = await newEnrolled();
    const [first = '', second = ''] = user.recovery;
    const challenge = await firstStep(user);
    expect((await secondStep(challenge, { recovery_code: first })).status).toBe(200);
    expect((await secondStep(challenge, { recovery_code: first })).status).toBe(401);
    const typed = second.toLowerCase().replaceAll('-', ' ');
    expect((await secondStep(challenge, { recovery_code: typed })).status).toBe(200);
    expect(await stateOf(user)).toEqual({ enrolled: true, authenticator: true, recovery_codes_left: 8 });
    expect((await secondStep(challenge, { recovery_code: first, code: '123456' })).status).toBe(400);
  });

  it('refuses an expired challenge, one of another service, and one from before a change of the password', async () => {
    const user = await newEnrolled();
    const challenge = await firstStep(user);
    test.clock.advance(301_000);
    expect(errorCodes(await secondStep(challenge, { code: code(user.secret) }))[0]).toBe('login_failed');
    expect((await secondStep('e30.e30.e30', { code: code(user.secret) })).status).toBe(401);
    expect((await secondStep(user.headers['Authorization']?.slice(7) ?? '', { code: code(user.secret) })).status).toBe(
      401,
    );
    const before = await firstStep(user);
    const body = { data: { type: 'users', id: user.id, attributes: { password: 'another correct horse' } } };
    expect((await test.admin.patch(`/users/${user.id}`, body)).status).toBe(200);
    expect((await secondStep(before, { code: code(user.secret) })).status).toBe(401);
    expect((await post({ grant_type: 'second_factor', code: '123456' })).status).toBe(400);
    expect((await post({ grant_type: 'second_factor', challenge: before })).status).toBe(400);
  });

  it('does not reveal the second factor to callers without the password', async () => {
    const user = await newEnrolled();
    const refused = await post({ username: user.username, password: 'a wrong password', code: code(user.secret) });
    expect([refused.status, errorCodes(refused)[0]]).toEqual([401, 'login_failed']);
    expect((refused.body as { error: object }).error).not.toHaveProperty('meta');
  });

  it('limits the attempts of a user, from all addresses: codes, and separately recovery codes (D741)', async () => {
    const user = await newEnrolled();
    const challenge = await firstStep(user);
    const kinds = [
      [{ code: '12345' }, () => ({ code: code(user.secret) })],
      [{ recovery_code: 'AAAA' }, () => ({ recovery_code: user.recovery[1] })],
    ] as const;
    for (const [index, [wrong, right]] of kinds.entries()) {
      const other = { recovery_code: user.recovery[0] };
      for (let attempt = 0; attempt < 10; attempt++) expect((await secondStep(challenge, wrong)).status).toBe(401);
      const refused = await secondStep(challenge, right());
      expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
      if (index === 0) expect((await secondStep(await firstStep(user), other)).status).toBe(200);
    }
    test.clock.advance(900_000);
    expect((await secondStep(await firstStep(user), { code: code(user.secret) })).status).toBe(200);
  });

  it('is required after a password reset by mail, which gives no tokens', async () => {
    const user = await newEnrolled();
    const contact = `${user.username}@example.org`;
    await test.anonymous.post('/auth/change', { contact, change_url: 'http://localhost/change' }, FLAT);
    const mails = await test.service.services.store.asyncJobs.find({ service: 'mail' }).toArray();
    const uuid = mails.findLast(({ payload }) => payload?.['to'] === contact)?.secret;
    const password = 'another correct horse';
    const response = await test.anonymous.patch('/auth/change', { uuid, password, login: true }, FLAT);
    expect([response.status, JSON.stringify(response.body).includes('"jwt"')]).toEqual([200, false]);
    expect(errorCodes(await post({ username: user.username, password }))[0]).toBe('second_factor_required');
  });

  it('is required for sign-ins through providers', async () => {
    const user = await newEnrolled();
    const { openSession } = test.service.services.providers;
    const context = { caller: { applicationId: null }, address: '192.0.2.1' } as Parameters<typeof openSession>[1];
    const error = await openSession(Number(user.id), context).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'second_factor_required' });
    const [{ challenge }] = (error as { faults: [{ challenge: string }] }).faults;
    expect((await secondStep(challenge, { code: code(user.secret) })).status).toBe(200);
  });
});

describe('removing a second factor', () => {
  it('needs a code of the user, and notifies by mail', async () => {
    const user = await newEnrolled();
    const remove = (body?: object) => test.anonymous.delete(PATH, user.headers, body);
    expect(errorCodes(await remove({}))[0]).toBe('invalid_data');
    expect((await remove({ code: '12345' })).status).toBe(401);
    expect((await remove({ recovery_code: user.recovery[0] })).status).toBe(204);
    expect((await remove({ code: code(user.secret) })).status).toBe(404);
    expect((await post({ username: user.username, password: PASSWORD })).status).toBe(200);
    const mails = await test.service.services.store.asyncJobs.find({ service: 'mail' }).toArray();
    const mine = mails.filter(({ payload }) => payload?.['to'] === `${user.username}@example.org`);
    expect(mine.map(({ payload }) => payload?.['template'])).toEqual(['second_factor_added', 'second_factor_removed']);
  });

  it('of another user is for administrators, who send a code of their own factor if they have one', async () => {
    const [user, other] = [await newEnrolled(), await newEnrolled()];
    const path = `${PATH}?user_id=${user.id}`;
    const refused = await test.anonymous.delete(path, other.headers, { code: code(other.secret) });
    expect(errorCodes(refused)[0]).toBe('forbidden');
    // `other` becomes an administrator with a second factor.
    expect(
      (await test.admin.post(`/users/${other.id}/relationships/roles`, { data: { type: 'roles', id: '1' } })).status,
    ).toBe(200);
    expect((await test.anonymous.delete(path, other.headers, {})).status).toBe(400);
    expect((await test.anonymous.delete(path, other.headers, { code: code(user.secret) })).status).toBe(401);
    expect((await test.anonymous.delete(path, other.headers, { code: code(other.secret) })).status).toBe(204);
    const line = test.audited.findLast(({ audit }) => audit === 'second_factor_removed');
    expect(line).toMatchObject({ user_id: Number(other.id), params: { user_id: user.id } });
    // Without a factor.
    expect((await test.admin.delete(`${PATH}?user_id=${other.id}`)).status).toBe(204);
  });
});

describe('another JWT_SECRET', () => {
  it('seals factors again at the start, so that the previous secret can be removed', async () => {
    const user = await newEnrolled();
    const before = (await credentialOf(user))?.second_factor?.key_id;
    const shared = { beside: test, clock: test.clock };
    const rotating = await openTestService({ ...shared, env: { JWT_SECRET: OTHER, JWT_SECRET_PREVIOUS: SECRET } });
    expect((await credentialOf(user))?.second_factor?.key_id).not.toBe(before);
    await rotating.close();
    const rotated = await openTestService({ ...shared, env: { JWT_SECRET: OTHER } });
    const first = await post({ username: user.username, password: PASSWORD }, rotated);
    expect((await secondStep(challengeOf(first), { code: code(user.secret) }, rotated)).status).toBe(200);
    await rotated.close();
    // Without the key of the secret a sign-in is impossible, and there is no 500.
    nextStep();
    expect((await secondStep(await firstStep(user), { code: code(user.secret) })).status).toBe(503);
  });
});

describe('the sign-in page', () => {
  it('prompts for a code after the password', async () => {
    const user = await newEnrolled();
    const send = (fields: Record<string, string>) =>
      test.anonymous.request('post', '/html/sign-in', (request) =>
        request
          .set({ Accept: 'text/html', Origin: 'http://localhost', 'Content-Type': 'application/x-www-form-urlencoded' })
          .send(new URLSearchParams(fields).toString()),
      );
    const page = await send({ username: user.username, password: PASSWORD });
    const [, challenge = ''] = /name="challenge" value="([^"]+)"/.exec(page.text) ?? [];
    expect([page.status, challenge !== '', page.text.includes('one-time-code')]).toEqual([401, true, true]);
    expect(page.text).not.toContain(PASSWORD);
    const wrong = await send({ challenge, username: user.username, code: '12345' });
    expect([wrong.status, wrong.text.includes('The code is wrong'), wrong.text.includes(challenge)]).toEqual([
      401,
      true,
      true,
    ]);
    const right = await send({ challenge, username: user.username, code: code(user.secret) });
    expect([right.status, String(right.headers['set-cookie'])]).toEqual([
      303,
      expect.stringContaining('colophon') as string,
    ]);
    const again = await send({ username: user.username, password: PASSWORD });
    const [, second = ''] = /name="challenge" value="([^"]+)"/.exec(again.text) ?? [];
    expect((await send({ challenge: second, username: user.username, code: user.recovery[0] ?? '' })).status).toBe(303);
  });
});
