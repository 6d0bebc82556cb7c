// Tokens end when the password changes or their user is disabled (D16, D380). The clock is stopped in this test: all
// happens within one second.
import { SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { secretHash } from '../../../core/secret-hash.ts';
import { commandOf } from '../../support/processes/commands.ts';
import { errorCodes, JSON_API, PASSWORD, serviceForTests } from '../../support/service.ts';

const FLAT = { 'Content-Type': 'application/json' };
const NEW_PASSWORD = 'another correct horse';

const test = serviceForTests({ monitorCommands: true });

interface Tokens {
  jwt: string;
  renew: string;
}
const tokensOf = (response: { status: number; body: unknown; text: string }): Tokens => {
  if (response.status !== 200) throw new Error(response.text);
  return (response.body as { meta: Tokens }).meta;
};
const authenticate = (body: object) => test.anonymous.post('/auth', body, FLAT);
const signIn = async (username: string, password = PASSWORD): Promise<Tokens> =>
  tokensOf(await authenticate({ username, password }));
const bearer = ({ jwt }: Pick<Tokens, 'jwt'>) => ({ Authorization: `Bearer ${jwt}` });
const read = (tokens: Pick<Tokens, 'jwt'>, path = '/auth/user') => test.anonymous.get(path, bearer(tokens));
const renew = ({ renew: refresh_token }: Tokens) => authenticate({ grant_type: 'refresh_token', refresh_token });

let serial = 0;
async function newUser(): Promise<{ id: string; username: string; tokens: Tokens }> {
  const username = `user${++serial}`;
  const attributes = { username, password: PASSWORD, uname: username, status: 'on', email: `${username}@example.org` };
  const { id } = await test.admin.create('/users', attributes);
  return { id, username, tokens: await signIn(username) };
}
const change = async (id: string, attributes: object, meta: object = {}): Promise<void> => {
  const body = { data: { type: 'users', id, attributes, meta } };
  expect((await test.admin.patch(`/users/${id}`, body)).status).toBe(200);
};
const users = () => test.service.services.store.documents('users');

/** Both tokens are refused, on paths that are open to all too. */
async function expectEnded(tokens: Tokens): Promise<void> {
  for (const path of ['/auth/user', '/auth', '/documents', '/home']) {
    const response = await read(tokens, path);
    expect([path, response.status, errorCodes(response)[0]]).toEqual([path, 401, 'invalid_token']);
    expect(response.headers['www-authenticate']).toBe('Bearer error="invalid_token"');
  }
  const refused = await renew(tokens);
  expect([refused.status, errorCodes(refused)[0]]).toEqual([401, 'login_failed']);
}

async function expectGood(tokens: Tokens): Promise<void> {
  expect((await read(tokens)).status).toBe(200);
  expect((await renew(tokens)).status).toBe(200);
}

describe('a new password', () => {
  const changeOwn = async (tokens: Tokens, password: string, old_password: string): Promise<void> => {
    const body = { password, old_password };
    const response = await test.anonymous.patch('/auth/user', body, { ...FLAT, ...bearer(tokens) });
    expect(response.status).toBe(200);
  };

  it('ends the tokens of all other sessions; that of the change goes on (D743)', async () => {
    const { id, username, tokens } = await newUser();
    const other = await signIn(username);
    // Of the same session.
    const renewed = tokensOf(await renew(tokens));
    await changeOwn(tokens, NEW_PASSWORD, PASSWORD);
    await expectGood(tokens);
    await expectGood(renewed);
    await expectEnded(other);
    const next = await signIn(username, NEW_PASSWORD);
    await expectGood(next);
    await change(id, { password: PASSWORD });
    for (const ended of [tokens, renewed, next, other]) await expectEnded(ended);
    await expectGood(await signIn(username));
  });

  it('ends others each time that the same session changes it, and that session when another one does', async () => {
    const { username, tokens } = await newUser();
    await changeOwn(tokens, NEW_PASSWORD, PASSWORD);
    const second = await signIn(username, NEW_PASSWORD);
    await changeOwn(tokens, PASSWORD, NEW_PASSWORD);
    await expectGood(tokens);
    await expectEnded(second);
    const third = await signIn(username);
    await changeOwn(third, NEW_PASSWORD, PASSWORD);
    await expectEnded(tokens);
    await expectGood(third);
    await changeOwn(third, PASSWORD, NEW_PASSWORD);
    await expectEnded(tokens);
    await expectEnded(second);
    await expectGood(third);
    await test.anonymous.delete(`/auth/${third.renew}`, bearer(third));
    await expectEnded(third);
  });

  it('of an administrator, set at /users, ends the other sessions of that user only', async () => {
    const { id, username, tokens } = await newUser();
    await test.admin.post('/roles/1/relationships/users', { data: { type: 'users', id } });
    const other = await signIn(username);
    const body = { data: { type: 'users', id, attributes: { password: NEW_PASSWORD } } };
    const headers = { 'Content-Type': JSON_API, ...bearer(tokens) };
    expect((await test.anonymous.patch(`/users/${id}`, body, headers)).status).toBe(200);
    await expectGood(tokens);
    await expectEnded(other);
    expect((await test.admin.get('/auth/user')).status).toBe(200);
  });

  it('ends access tokens of sessions that were displaced, too', async () => {
    const { username, tokens } = await newUser();
    const other = await signIn(username);
    await test.service.services.store.refreshTokens.deleteOne({ token_hash: secretHash(other.renew) });
    expect((await read(other)).status).toBe(200);
    await changeOwn(tokens, NEW_PASSWORD, PASSWORD);
    await expectEnded(other);
    await expectGood(tokens);
  });

  it('set by an admin ends the tokens of that user only', async () => {
    const [one, two] = [await newUser(), await newUser()];
    await change(one.id, { password: NEW_PASSWORD });
    await expectEnded(one.tokens);
    await expectGood(two.tokens);
    expect((await test.admin.get('/auth/user')).status).toBe(200);
  });

  it('set by mail ends them, except those that the change returns', async () => {
    const { username, tokens } = await newUser();
    const contact = `${username}@example.org`;
    await test.anonymous.post('/auth/change', { contact, change_url: 'http://localhost/change' }, FLAT);
    const mails = await test.service.services.store.asyncJobs.find({ service: 'mail' }).toArray();
    const uuid = mails.findLast(({ payload }) => payload?.['to'] === contact)?.secret;
    const body = { uuid, password: NEW_PASSWORD, login: true };
    const given = tokensOf(await test.anonymous.patch('/auth/change', body, FLAT));
    await expectEnded(tokens);
    await expectGood(given);
  });

  it('ends the session of a browser as well', async () => {
    const { id, username } = await newUser();
    const form = new URLSearchParams({ username, password: PASSWORD });
    const html = { Accept: 'text/html', Origin: 'http://localhost' };
    const signedIn = await test.anonymous.request('post', '/html/sign-in', (send) =>
      send.set({ ...html, 'Content-Type': 'application/x-www-form-urlencoded' }).send(form.toString()),
    );
    const [cookie = ''] = (signedIn.headers['set-cookie'] as unknown as string[]) ?? [];
    const page = () => test.anonymous.get('/auth/user', { ...html, Cookie: cookie.split(';')[0] ?? '' });
    expect((await page()).status).toBe(200);
    await change(id, { password: NEW_PASSWORD });
    const ended = await page();
    expect([ended.status, ended.text.includes('/html/sign-in')]).toEqual([401, true]);
  });
});

describe('a user who is unblocked', () => {
  it.each<[string, (id: string) => Promise<void>, (id: string) => Promise<void>]>([
    ['blocked', (id) => change(id, {}, { blocked: true }), (id) => change(id, {}, { blocked: false })],
    ['off', (id) => change(id, { status: 'off' }), (id) => change(id, { status: 'on' })],
    ['a draft', (id) => change(id, { status: 'draft' }), (id) => change(id, { status: 'on' })],
    [
      'in the trash',
      async (id) => expect((await test.admin.delete(`/users/${id}`)).status).toBe(204),
      async (id) => {
        const body = { data: { type: 'users', id } };
        expect((await test.admin.patch(`/trash/${id}`, body)).status).toBe(204);
      },
    ],
  ])('after being %s has to sign in again', async (_what, end, restore) => {
    const { id, username, tokens } = await newUser();
    const rows = await test.service.services.store.refreshTokens.find({ user_id: Number(id) }).toArray();
    await end(id);
    await expectEnded(tokens);
    await restore(id);
    await expectEnded(tokens);
    // A refresh token that was written while the user was being switched off.
    await test.service.services.store.refreshTokens.insertMany(rows);
    await expectEnded(tokens);
    await expectGood(await signIn(username));
  });
});

describe('a token', () => {
  it('remains valid after other changes of its user', async () => {
    const { id, username, tokens } = await newUser();
    await change(id, { name: 'Ada', email: `${username}@example.com` }, { blocked: false });
    await test.admin.post(`/users/${id}/relationships/roles`, { data: { type: 'roles', id: '2' } });
    await expectGood(tokens);
    expect((await read(tokens, '/trash')).status).toBe(200);
  });

  it('from a release without generations is valid until the tokens of its user end', async () => {
    const { id, username, tokens } = await newUser();
    const key = new TextEncoder().encode('a secret of more than thirty-two characters');
    const issued = Math.floor(test.clock.now().getTime() / 1000);
    const jwt = await new SignJWT({ id: Number(id), application: null })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setIssuer('colophon')
      .setIssuedAt(issued)
      .setExpirationTime(issued + 60)
      .setJti('00000000-0000-4000-8000-000000000000')
      .sign(key);
    expect((await read({ jwt })).status).toBe(200);
    await change(id, { password: NEW_PASSWORD });
    await expectEnded({ jwt, renew: tokens.renew });
    await expectGood(await signIn(username, NEW_PASSWORD));
  });

  it('does not show its generation in responses', async () => {
    const { id } = await newUser();
    await change(id, { password: NEW_PASSWORD });
    expect((await users().findOne({ _id: Number(id) }))?.['token_generation']).toBe(1);
    const paths = [`/users/${id}`, `/users?filter[id]=${id}`, `/history?filter[resource_id]=${id}`];
    const answers = await Promise.all(paths.map((path) => test.admin.get(path)));
    for (const { status, text } of answers) expect([status, text.includes('generation')]).toEqual([200, false]);
    const body = { data: { type: 'users', id, attributes: { token_generation: 0 } } };
    await test.admin.patch(`/users/${id}`, body, { 'Content-Type': JSON_API });
    expect((await users().findOne({ _id: Number(id) }))?.['token_generation']).toBe(1);
  });

  it('is checked by the same read of its user that every request makes', async () => {
    const { tokens } = await newUser();
    const commands: string[] = [];
    const { client } = test.service.services.store;
    client.on('commandStarted', (started) => {
      const command = commandOf(started);
      if (command !== undefined && /^(find|aggregate|update|insert) /.test(command)) commands.push(command);
    });
    try {
      expect((await read(tokens, '/status')).status).toBe(200);
      expect(commands).toEqual(['find documents.users']);
    } finally {
      client.removeAllListeners('commandStarted');
    }
  });
});
