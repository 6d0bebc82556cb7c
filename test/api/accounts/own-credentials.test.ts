// A stolen access token is not enough to change the credentials, factors, addresses and sessions of its user (D740). The
// operations below /auth come from the description: each one is in the table, with what it asks for.
import { Secret, TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { errorCodes, metaOf, PASSWORD, serviceForTests, type TestService } from '../../support/service.ts';
import { nodeAt } from '../../../core/description/openapi-document.ts';
import { bundle } from '../../core/description/descriptions.ts';

const FLAT = { 'Content-Type': 'application/json' };
const MINUTE = 60_000;
const NEW_PASSWORD = 'another correct horse';

const test = serviceForTests({ env: { JWT_TTL: '30d' } });
let serial = 0;

interface Owner {
  id: string;
  username: string;
  headers: Record<string, string>;
  hasPassword: boolean;
  /** Of another session. */
  sessionId: string;
  /** With a second factor: its recovery codes. */
  recovery?: string[];
}

const store = () => test.service.services.store;
const signIn = (username: string) =>
  test.anonymous
    .post('/auth', { username, password: PASSWORD }, FLAT)
    .then((response) => metaOf<{ jwt: string; renew: string }>(response));

/** A user with two sessions; without a password, as a user of a provider. */
async function newOwner(hasPassword: boolean): Promise<Owner> {
  const username = `owner${++serial}`;
  const attributes = { username, password: PASSWORD, uname: username, status: 'on' };
  const { id } = await test.admin.create('/users', attributes);
  await signIn(username);
  const { jwt } = await signIn(username);
  const headers = { ...FLAT, Authorization: `Bearer ${jwt}` };
  if (!hasPassword) await store().credentials.updateOne({ _id: Number(id) }, { $set: { password_hash: null } });
  const sessions = await test.anonymous.get('/auth/sessions', headers);
  const { data } = sessions.body as { data: { id: string; meta: { current: boolean } }[] };
  const sessionId = data.find(({ meta }) => !meta.current)?.id ?? '';
  return { id, username, headers, hasPassword, sessionId };
}

async function enrol(owner: Owner): Promise<void> {
  const { headers, hasPassword } = owner;
  const begun = await test.anonymous.post('/auth/second_factor', hasPassword ? { password: PASSWORD } : {}, headers);
  const totp = new TOTP({ secret: Secret.fromBase32(metaOf<{ secret: string }>(begun).secret) });
  const code = totp.generate({ timestamp: test.clock.now().getTime() });
  const done = await test.anonymous.patch('/auth/second_factor', { code }, headers);
  owner.recovery = metaOf<{ recovery_codes: string[] }>(done).recovery_codes;
}

interface Change {
  /** What the request sends, without a proof of the owner. */
  send: (owner: Owner) => { path: string; body?: object };
  /** The proof of a user with a password: a member of the body with it, or a recent sign-in. */
  proof: 'password' | 'old_password' | 'sign-in';
  /** The user has a second factor before. */
  enrolled?: true;
}

const CHANGES: Readonly<Record<string, readonly Change[]>> = {
  createSecondFactor: [{ send: () => ({ path: '/auth/second_factor', body: {} }), proof: 'password' }],
  createPasskey: [{ send: () => ({ path: '/auth/passkeys', body: {} }), proof: 'password' }],
  updateAuthUser: [
    { send: () => ({ path: '/auth/user', body: { password: NEW_PASSWORD } }), proof: 'old_password' },
    {
      send: ({ username }) => ({ path: '/auth/user', body: { email: `${username}@example.org` } }),
      proof: 'old_password',
    },
  ],
  deleteSessions: [{ send: () => ({ path: '/auth/sessions' }), proof: 'sign-in' }],
  deleteSession: [{ send: ({ sessionId }) => ({ path: `/auth/sessions/${sessionId}` }), proof: 'sign-in' }],
  renewRecoveryCodes: [
    { send: () => ({ path: '/auth/second_factor/recovery_codes', body: {} }), proof: 'sign-in', enrolled: true },
  ],
  removeAuthenticator: [
    { send: () => ({ path: '/auth/second_factor/authenticator' }), proof: 'sign-in', enrolled: true },
  ],
};

/** The other operations, with the secret that they need beside an access token, or why they need none. */
const OTHERS: Readonly<Record<string, string>> = {
  signIn: 'a password, a refresh token, or the answer of a provider',
  deleteRefreshToken: 'the refresh token',
  createCredentialsChange: 'nothing: the mail goes to the owner',
  changeCredentials: 'the UUID of a mail',
  createAuthorization: 'nothing: it begins a sign-in',
  activateSecondFactor: 'the secret that createSecondFactor has shown',
  deleteSecondFactor: 'a code of the second factor',
  checkSecondFactor: 'a code, or the password',
  activatePasskey: 'the challenge of createPasskey',
  createPasskeyChallenge: 'nothing: it is a question',
  deletePasskey: 'a recently confirmed second factor (test/api/accounts/passkeys.test.ts)',
  updatePasskey: 'nothing: a name',
};

const METHODS = ['post', 'patch', 'delete'] as const;
const writes = Object.entries(nodeAt(bundle, 'paths'))
  .filter(([path]) => /^\/auth(\/|$)/.test(path))
  .flatMap(([, item]) =>
    METHODS.flatMap((method) => {
      const operationId = (item as Record<string, { operationId?: string } | undefined>)[method]?.operationId;
      return operationId === undefined ? [] : [{ method, operationId }];
    }),
  );

type Answer = Awaited<ReturnType<TestService['anonymous']['post']>>;
const faceOf = (response: Answer): string =>
  response.status < 400 ? 'done' : `${response.status} ${errorCodes(response)[0]}`;

function request(method: string, { path, body }: { path: string; body?: object }, { headers }: Owner) {
  if (method === 'delete') return test.anonymous.delete(path, headers, body);
  return method === 'patch' ? test.anonymous.patch(path, body, headers) : test.anonymous.post(path, body, headers);
}

it('every write below /auth is in one of the tables', () => {
  const known = [...Object.keys(CHANGES), ...Object.keys(OTHERS)];
  expect(writes.map(({ operationId }) => operationId).sort()).toEqual(known.sort());
});

describe.each(writes.filter(({ operationId }) => operationId in CHANGES))('$operationId', ({ method, operationId }) => {
  const changes = CHANGES[operationId] ?? [];

  it('with a stale access token alone is refused, and changes nothing', async () => {
    for (const { send, proof, enrolled } of changes) {
      for (const hasPassword of [true, false]) {
        const owner = await newOwner(hasPassword);
        if (enrolled) await enrol(owner);
        const before = await store().credentials.findOne({ _id: Number(owner.id) });
        const user = await store()
          .documents('users')
          .findOne({ _id: Number(owner.id) });
        test.clock.advance(15 * MINUTE);
        const face = faceOf(await request(method, send(owner), owner));
        const stale = enrolled ? '403 fresh_factor_required' : '403 fresh_sign_in_required';
        expect([hasPassword, face]).toEqual([
          hasPassword,
          hasPassword && proof !== 'sign-in' ? '400 invalid_data' : stale,
        ]);
        expect(await store().credentials.findOne({ _id: Number(owner.id) })).toEqual(before);
        expect(
          await store()
            .documents('users')
            .findOne({ _id: Number(owner.id) }),
        ).toEqual(user);
        expect(await store().refreshTokens.countDocuments({ user_id: Number(owner.id) })).toBe(2);
      }
    }
  });

  it('is done after a fresh sign-in, or with the password', async () => {
    for (const { send, proof, enrolled } of changes) {
      for (const hasPassword of [true, false]) {
        const owner = await newOwner(hasPassword);
        if (enrolled) await enrol(owner);
        const { path, body } = send(owner);
        // A password is accepted at any time, a sign-in without one is not.
        const isProved = hasPassword && proof !== 'sign-in';
        test.clock.advance(isProved ? 60 * MINUTE : 14 * MINUTE);
        const sent = isProved ? { path, body: { ...body, [proof]: PASSWORD } } : { path, ...(body && { body }) };
        expect([hasPassword, faceOf(await request(method, sent, owner))]).toEqual([hasPassword, 'done']);
      }
    }
  });
});

describe('a user without a password', () => {
  it('has none that could be sent, and a fresh sign-in needs none', async () => {
    const owner = await newOwner(false);
    const done = await test.anonymous.patch('/auth/user', { password: NEW_PASSWORD }, owner.headers);
    expect(faceOf(done)).toBe('done');
    const signIn = await test.anonymous.post('/auth', { username: owner.username, password: NEW_PASSWORD }, FLAT);
    expect(signIn.status).toBe(200);
  });

  it('with a second factor confirms that, and a fresh sign-in without it is not enough', async () => {
    const owner = await newOwner(false);
    await enrol(owner);
    await store().refreshTokens.updateMany({ user_id: Number(owner.id) }, { $unset: { factor_at: '' } });
    const stale = await test.anonymous.patch('/auth/user', { password: NEW_PASSWORD }, owner.headers);
    expect(faceOf(stale)).toBe('403 fresh_factor_required');
    const recovery_code = owner.recovery?.[0];
    await test.anonymous.post('/auth/second_factor/check', { recovery_code }, owner.headers);
    const done = await test.anonymous.patch('/auth/user', { password: NEW_PASSWORD }, owner.headers);
    expect(faceOf(done)).toBe('done');
  });
});

describe('a first address', () => {
  const jobsTo = (to: string) =>
    store().asyncJobs.find({ service: 'mail', 'payload.to': to }).sort({ created: 1 }).toArray();
  const templatesTo = async (to: string) => (await jobsTo(to)).map(({ payload }) => payload?.['template']);
  const forget = (contact: string) =>
    test.anonymous.post('/auth/change', { contact, change_url: 'http://localhost/change' }, FLAT);
  const give = (owner: Owner, email: string, more: object = { old_password: PASSWORD }) =>
    test.anonymous.patch('/auth/user', { email, ...(owner.hasPassword && more) }, owner.headers);
  const confirm = (uuid: string | undefined) => test.anonymous.post('/signup/activation', { uuid }, FLAT);
  const verifiedOf = async ({ headers }: Owner) =>
    ((await test.anonymous.get('/auth/user', headers)).body as { data: { meta: { verified: unknown } } }).data.meta
      .verified;

  it.each([true, false])('resets no password before it is confirmed by mail (with a password: %s)', async (has) => {
    const owner = await newOwner(has);
    const email = `${owner.username}@example.org`;
    expect((await give(owner, email)).status).toBe(200);
    const [told] = await jobsTo(email);
    expect(told?.payload).toMatchObject({
      template: 'address_confirmation',
      url: 'http://localhost/html/activate?for=address',
      at: expect.stringContaining('UTC') as unknown,
    });
    // The mail is sent again in place of a reset.
    expect((await forget(email)).status).toBe(204);
    expect(await templatesTo(email)).toEqual(['address_confirmation', 'address_confirmation']);
    expect(await verifiedOf(owner)).toBeNull();
    expect((await confirm(told?.secret)).status).toBe(202);
    expect(await verifiedOf(owner)).not.toBeNull();
    expect((await confirm(told?.secret)).status).toBe(404);
    expect((await forget(email)).status).toBe(204);
    expect((await templatesTo(email)).at(-1)).toBe('credentials_change');
    expect((await give(owner, 'other@example.org')).status).toBe(400);
  });

  it('may be corrected until it is confirmed, by the same proof; earlier UUIDs end', async () => {
    const owner = await newOwner(true);
    const [wrong, right] = [`${owner.username}@example.con`, `${owner.username}@example.com`];
    expect((await give(owner, wrong)).status).toBe(200);
    expect((await give(owner, right, {})).status).toBe(400);
    const [first] = await jobsTo(wrong);
    expect((await give(owner, right)).status).toBe(200);
    expect((await confirm(first?.secret)).status).toBe(404);
    const second = (await jobsTo(right)).find(({ payload }) => payload?.['template'] === 'address_confirmation');
    expect((await confirm(second?.secret)).status).toBe(202);
  });

  it('that an administrator sets needs no confirmation', async () => {
    const owner = await newOwner(true);
    await give(owner, `${owner.username}@example.con`);
    const email = `${owner.username}@example.net`;
    const body = { data: { type: 'users', id: owner.id, attributes: { email } } };
    expect((await test.admin.patch(`/users/${owner.id}`, body)).status).toBe(200);
    await forget(email);
    expect((await templatesTo(email)).at(-1)).toBe('credentials_change');
  });
});

describe('the own account at /users', () => {
  const attributesOf = (name: string): Record<string, string> =>
    name === 'email' ? { email: `own${++serial}@example.org` } : { [name]: `another own ${++serial}` };

  it.each(['password', 'email', 'username'])('needs a fresh sign-in for another %s', async (name) => {
    const owner = await newOwner(true);
    await test.admin.post('/roles/1/relationships/users', { data: { type: 'users', id: owner.id } });
    const patch = (attributes: object) =>
      test.anonymous.patch(
        `/users/${owner.id}`,
        { data: { type: 'users', id: owner.id, attributes } },
        { ...owner.headers, 'Content-Type': 'application/vnd.api+json' },
      );
    test.clock.advance(15 * MINUTE);
    expect(faceOf(await patch(attributesOf(name)))).toBe('403 fresh_sign_in_required');
    expect(faceOf(await patch({ username: owner.username, email: null, title: 'T' }))).toBe('done');
    await test.anonymous.post('/auth/second_factor/check', { password: PASSWORD }, owner.headers);
    expect(faceOf(await patch(attributesOf(name)))).toBe('done');
  });

  it('needs one for an earlier version, with the address of that time', async () => {
    // Its versions: made, an administrator, and one for each address.
    const owner = await newOwner(true);
    await test.admin.post('/roles/1/relationships/users', { data: { type: 'users', id: owner.id } });
    for (const email of [`lost${serial}@example.org`, `kept${serial}@example.org`])
      await test.admin.patch(`/users/${owner.id}`, { data: { type: 'users', id: owner.id, attributes: { email } } });
    const restore = () =>
      test.anonymous.post(`/users/owner${serial}/versions/3/actions/restore`, undefined, owner.headers);
    const emailNow = async () =>
      (
        await store()
          .documents('users')
          .findOne({ _id: Number(owner.id) })
      )?.['email'];
    test.clock.advance(15 * MINUTE);
    expect(faceOf(await restore())).toBe('403 fresh_sign_in_required');
    expect(await emailNow()).toBe(`kept${serial}@example.org`);
    await test.anonymous.post('/auth/second_factor/check', { password: PASSWORD }, owner.headers);
    expect(faceOf(await restore())).toBe('done');
    expect(await emailNow()).toBe(`lost${serial}@example.org`);
  });
});
