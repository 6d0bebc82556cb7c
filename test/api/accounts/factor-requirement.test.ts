// A second factor that a role requires: the time to enrol it, and the state afterwards (D693).
import { TOTP, Secret } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { SERVICE_CONTEXT } from '../../../core/context.ts';
import { closeEndpoint } from '../../support/permissions/close-endpoint.ts';
import { databaseCommand } from '../../support/database/database-command.ts';
import { openLoopbackServer } from '../../support/clients/loopback-server.ts';
import { openProviderTest } from '../../support/accounts/provider-sign-in.ts';
import { errorCodes, metaOf, PASSWORD, serviceForTests, type TestService } from '../../support/service.ts';

const FLAT = { 'Content-Type': 'application/json' };
const PATH = '/auth/second_factor';
const DAY_MS = 86_400_000;
const [ADMIN, EDITOR] = [1, 2];

const test = serviceForTests({
  env: {
    JWT_TTL: '900d',
    SECOND_FACTOR_ROLES: 'admin, editor',
    SECOND_FACTOR_GRACE: '7d',
    SECOND_FACTOR_FRESH: 'off',
  },
});

interface Tokens {
  jwt: string;
  renew: string;
  second_factor_due?: string;
}
type Answer = Awaited<ReturnType<TestService['anonymous']['post']>>;
const post = (body: object) => test.anonymous.post('/auth', body, FLAT);
const bearer = (jwt: string) => ({ ...FLAT, Authorization: `Bearer ${jwt}` });
const code = (secret: string): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: test.clock.now().getTime() });
const challengeIn = (response: Answer): string | undefined =>
  (response.body as { error: { meta?: { challenge?: string } } }).error.meta?.challenge;
const faceOf = (response: Answer): [number, string | undefined] => [response.status, errorCodes(response)[0]];
const REFUSED = [401, 'second_factor_enrolment_required'];

let serial = 0;
async function newUser(roles = [EDITOR]): Promise<{ id: string; username: string; password: string; email: string }> {
  const username = `required${++serial}`;
  const attributes = { username, password: PASSWORD, uname: username, status: 'on', email: `${username}@example.org` };
  const { id } = await test.admin.create('/users', attributes);
  const data = roles.map((role) => ({ type: 'roles', id: String(role) }));
  if (data.length > 0) await test.admin.post(`/users/${id}/relationships/roles`, { data });
  return { id, username, password: PASSWORD, email: attributes.email };
}
type User = Awaited<ReturnType<typeof newUser>>;
const signIn = ({ username, password }: User) => post({ username, password });
/** A user whose time to enrol has ended, and tokens from before. */
async function newLate(roles = [EDITOR]): Promise<{ user: User; tokens: Tokens }> {
  const user = await newUser(roles);
  const tokens = metaOf<Tokens>(await signIn(user));
  test.clock.advance(7 * DAY_MS);
  return { user, tokens };
}
async function challengeOf(user: User): Promise<string> {
  const refused = await signIn(user);
  expect(faceOf(refused)).toEqual(REFUSED);
  return challengeIn(refused) ?? '';
}
async function enrol(challenge: string): Promise<{ recovery_codes: string[]; secret: string } & Tokens> {
  const { secret } = metaOf<{ secret: string }>(await test.anonymous.post(PATH, { challenge }, FLAT));
  const done = await test.anonymous.patch(PATH, { challenge, code: code(secret) }, FLAT);
  test.clock.advance(30_000);
  return { ...metaOf<{ recovery_codes: string[] } & Tokens>(done), secret };
}

describe('until the time to enrol has ended', () => {
  it('a sign-in and each renewal state its end, counted from the first sign-in', async () => {
    const user = await newUser();
    const due = new Date(test.clock.now().getTime() + 7 * DAY_MS).toISOString();
    const { second_factor_due: first, renew, jwt } = metaOf<Tokens>(await signIn(user));
    expect(first).toBe(due);
    test.clock.advance(DAY_MS);
    expect(metaOf<Tokens>(await signIn(user)).second_factor_due).toBe(due);
    const renewed = metaOf<Tokens>(await post({ grant_type: 'refresh_token', refresh_token: renew }));
    expect(renewed.second_factor_due).toBe(due);
    expect(metaOf(await test.anonymous.get(PATH, bearer(jwt)))).toMatchObject({ enrolled: false, due });
  });

  it('does not mention it to users whose roles require none', async () => {
    const { second_factor_due: due, jwt } = metaOf<Tokens>(await signIn(await newUser([])));
    expect(due).toBeUndefined();
    expect(metaOf(await test.anonymous.get(PATH, bearer(jwt)))).toEqual({
      enrolled: false,
      authenticator: false,
      recovery_codes_left: 0,
    });
  });

  it('no longer mentions it to users who have enrolled, whose session continues', async () => {
    const user = await newUser();
    const { jwt, renew } = metaOf<Tokens>(await signIn(user));
    const { secret } = metaOf<{ secret: string }>(await test.anonymous.post(PATH, { password: PASSWORD }, bearer(jwt)));
    const done = await test.anonymous.patch(PATH, { code: code(secret) }, bearer(jwt));
    expect(metaOf<Tokens>(done).jwt).toBeUndefined();
    test.clock.advance(8 * DAY_MS);
    const renewed = metaOf<Tokens>(await post({ grant_type: 'refresh_token', refresh_token: renew }));
    expect(renewed.second_factor_due).toBeUndefined();
    expect(faceOf(await signIn(user))).toEqual([401, 'second_factor_required']);
  });
});

describe('when it has ended', () => {
  it('a sign-in requires the user to enrol, which completes the sign-in', async () => {
    const { user } = await newLate();
    const { jwt, recovery_codes: codes, secret } = await enrol(await challengeOf(user));
    expect(codes).toHaveLength(10);
    expect((await test.anonymous.get('/auth/user', bearer(jwt))).status).toBe(200);
    expect(metaOf(await test.anonymous.get(PATH, bearer(jwt)))).toMatchObject({ enrolled: true });
    expect((await post({ ...user, id: undefined, email: undefined, code: code(secret) })).status).toBe(200);
    const line = test.audited.findLast(({ audit }) => audit === 'second_factor_added');
    expect(line).toMatchObject({ user_id: Number(user.id), params: { user_id: user.id } });
    const mails = await test.service.services.store.asyncJobs.find({ service: 'mail' }).toArray();
    const mine = mails.filter(({ payload }) => payload?.['to'] === user.email);
    expect(mine.map(({ payload }) => payload?.['template'])).toEqual(['second_factor_added']);
  });

  it('a renewal ends the session, without a challenge', async () => {
    const { user, tokens } = await newLate();
    const refused = await post({ grant_type: 'refresh_token', refresh_token: tokens.renew });
    expect([...faceOf(refused), challengeIn(refused)]).toEqual([...REFUSED, undefined]);
    // After an enrolment by another session, it continues.
    await enrol(await challengeOf(user));
    expect((await post({ grant_type: 'refresh_token', refresh_token: tokens.renew })).status).toBe(200);
  });

  it('the time begins with the renewal of a session that is older than the role', async () => {
    const user = await newUser([]);
    const { renew } = metaOf<Tokens>(await signIn(user));
    await test.admin.post(`/users/${user.id}/relationships/roles`, { data: { type: 'roles', id: String(EDITOR) } });
    const renewed = () => post({ grant_type: 'refresh_token', refresh_token: renew });
    expect(metaOf<Tokens>(await renewed()).second_factor_due).toBeDefined();
    test.clock.advance(7 * DAY_MS);
    expect(faceOf(await renewed())).toEqual(REFUSED);
  });

  it('the challenge is valid for enrolling only, and for this user only', async () => {
    const { user } = await newLate();
    const challenge = await challengeOf(user);
    expect((await test.anonymous.get('/auth/user', bearer(challenge))).status).toBe(401);
    expect((await post({ grant_type: 'second_factor', challenge, code: '123456' })).status).toBe(401);
    expect((await test.anonymous.get(PATH, FLAT)).status).toBe(401);
    expect((await test.anonymous.delete(PATH, FLAT, { code: '123456' })).status).toBe(401);
    // Neither a token nor a challenge, or one of a second step.
    expect(faceOf(await test.anonymous.post(PATH, {}, FLAT))).toEqual([401, 'authentication_required']);
    expect(faceOf(await test.anonymous.patch(PATH, { code: '1' }, FLAT))).toEqual([401, 'authentication_required']);
    await enrol(challenge);
    const second = challengeIn(await signIn(user));
    expect(faceOf(await test.anonymous.post(PATH, { challenge: second }, FLAT))).toEqual([401, 'login_failed']);
    // Nor once more.
    expect(faceOf(await test.anonymous.post(PATH, { challenge }, FLAT))).toEqual([409, 'conflict']);
  });

  it('the challenge expires after fifteen minutes, and with a change of the password', async () => {
    const { user } = await newLate();
    const challenge = await challengeOf(user);
    test.clock.advance(900_000);
    expect(faceOf(await test.anonymous.post(PATH, { challenge }, FLAT))).toEqual([401, 'login_failed']);
    const other = await challengeOf(user);
    const attributes = { password: 'another correct horse' };
    const body = { data: { type: 'users', id: user.id, attributes } };
    expect((await test.admin.patch(`/users/${user.id}`, body)).status).toBe(200);
    expect(faceOf(await test.anonymous.post(PATH, { challenge: other }, FLAT))).toEqual([401, 'login_failed']);
  });

  it('wrong codes are limited', async () => {
    const { user } = await newLate();
    const challenge = await challengeOf(user);
    await test.anonymous.post(PATH, { challenge }, FLAT);
    const guess = () => test.anonymous.patch(PATH, { challenge, code: '12345' }, FLAT);
    for (let attempt = 0; attempt < 10; attempt++) expect((await guess()).status).toBe(400);
    expect((await guess()).status).toBe(429);
  });

  it('users can enrol even if /auth is closed to anonymous callers', async () => {
    const { user } = await newLate([ADMIN]);
    const challenge = await challengeOf(user);
    const open = await closeEndpoint(test, 'auth');
    expect((await enrol(challenge)).jwt).toBeDefined();
    await open();
  });

  it('a password reset by mail gives no tokens', async () => {
    const { user } = await newLate();
    await test.anonymous.post('/auth/change', { contact: user.email, change_url: 'http://localhost/change' }, FLAT);
    const mails = await test.service.services.store.asyncJobs.find({ service: 'mail' }).toArray();
    const uuid = mails.findLast(({ payload }) => payload?.['to'] === user.email)?.secret;
    const changed = await test.anonymous.patch('/auth/change', { uuid, password: 'another horse', login: true }, FLAT);
    expect([changed.status, changed.text.includes('"jwt"')]).toEqual([200, false]);
  });

  it('applies to sign-ins through providers, except providers declared to require a factor themselves', async () => {
    const { user } = await newLate();
    const { openSession } = test.service.services.providers;
    const context = { ...SERVICE_CONTEXT, address: '192.0.2.1' };
    const error = await openSession(Number(user.id), context).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'second_factor_enrolment_required' });
    const { renew, second_factor_due: due } = await openSession(Number(user.id), context, true);
    expect(due).toBeUndefined();
    expect((await post({ grant_type: 'refresh_token', refresh_token: renew })).status).toBe(200);
    const [{ challenge }] = (error as { faults: [{ challenge: string }] }).faults;
    expect((await enrol(challenge)).jwt).toBeDefined();
  });

  it('a removed factor has to be enrolled again, and does not lock the user out permanently', async () => {
    const { user } = await newLate();
    const { renew, recovery_codes: codes, jwt } = await enrol(await challengeOf(user));
    const removed = await test.anonymous.delete(PATH, bearer(jwt), { recovery_code: codes[0] });
    expect(removed.status).toBe(204);
    expect(faceOf(await post({ grant_type: 'refresh_token', refresh_token: renew }))).toEqual(REFUSED);
    expect((await enrol(await challengeOf(user))).jwt).toBeDefined();
  });

  it('npm run tool -- secrets --remove-factor restores access for an operator of the machine', async () => {
    const { user } = await newLate();
    await enrol(await challengeOf(user));
    const run = (username: string) => databaseCommand('secrets', test, ['--remove-factor', username]);
    expect(await run(user.username.toUpperCase())).toMatchObject({ code: 0 });
    expect((await run('nobody-of-this-name')).code).toBe(2);
    expect((await enrol(await challengeOf(user))).jwt).toBeDefined();
    const events = await test.service.services.store.auditTrail
      .find({ resource_id: user.id, event: 'second_factor_removed' })
      .toArray();
    expect(events).toMatchObject([{ user_id: null, resource_type: 'users' }]);
  });
});

it('a provider with second_factor signs in users who need one; other providers require them to enrol', async () => {
  const env = { SECOND_FACTOR_ROLES: 'press', SECOND_FACTOR_GRACE: 'none' };
  const [own, server] = await Promise.all([openProviderTest({ env }), openLoopbackServer()]);
  try {
    await own.admin.create('/roles', { name: 'press' });
    const answer = JSON.stringify({ id: 'sue' });
    server.answer((_request, response) => void response.writeHead(200, FLAT).end(answer));
    const provide = (second_factor: unknown) =>
      own.provide({
        name: 'company',
        auth_class: 'OAuth2',
        url: `${server.url}/me`,
        params: { create: true, roles: ['press'], second_factor },
      });
    const signInSue = () => own.signIn({ auth_provider: 'company', provider_username: 'sue', access_token: 'token' });
    for (const said of [false, 'true']) {
      await provide(said);
      expect(faceOf(await signInSue())).toEqual(REFUSED);
    }
    await provide(true);
    const { renew } = metaOf<Tokens>(await signInSue());
    const renewed = await own.signIn({ grant_type: 'refresh_token', refresh_token: renew });
    expect(renewed.status).toBe(200);
  } finally {
    await Promise.all([own.close(), server.close()]);
  }
});
