// Sessions of colophon/client: signing in and out, and access tokens that end while it is used.
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ColophonError, createClient, type Client, type Tokens } from '../../core/client/index.ts';
import { firstKey } from '../support/accounts/first-key.ts';
import { openListeningService, type ListeningService } from '../support/clients/listening-service.ts';
import { PASSWORD } from '../support/service.ts';

const MINUTE = 60_000;

let listening: ListeningService;
let kept: (Tokens | undefined)[];
let client: Client;

beforeAll(async () => {
  listening = await openListeningService();
});

afterAll(() => listening.close());

beforeEach(async () => {
  kept = [];
  client = createClient({ url: `${listening.url}/`, onTokens: (tokens) => kept.push(tokens) });
  await client.signIn({ username: 'editor', password: PASSWORD });
  listening.requests.length = 0;
});

/** Access tokens of the service are good for some minutes of its clock; that of this machine does not move. */
const expire = (): void => listening.test.clock.advance(24 * 60 * MINUTE);

const refusal = async (work: Promise<unknown>): Promise<ColophonError> => {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ColophonError);
  return error as ColophonError;
};

const renewals = (): number => listening.requests.filter((request) => request === 'POST /auth').length;

describe('signing in', () => {
  it('returns tokens, which later requests send, and passes them on for storage', async () => {
    expect(kept).toEqual([client.tokens]);
    expect((await client.get('/auth/user')).data.attributes.username).toBe('editor');
  });

  it('with a wrong password is refused with the code of the service', async () => {
    const other = createClient({ url: listening.url });
    const error = await refusal(other.signIn({ username: 'editor', password: 'wrong' }));
    expect(error).toMatchObject({ status: 401, code: 'login_failed' });
    expect(other.tokens).toBeUndefined();
  });

  it('requires the second factor of users who have one', async () => {
    const { admin, clock } = listening.test;
    const attributes = { username: 'twofold', password: PASSWORD, uname: 'twofold', status: 'on' };
    await admin.create('/users', attributes);
    const other = createClient({ url: listening.url });
    const credentials = { username: 'twofold', password: PASSWORD };
    const { access } = await other.signIn(credentials);
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${access}` };
    const path = '/auth/second_factor';
    const begun = await listening.test.anonymous.post(path, { password: PASSWORD }, headers);
    const { secret } = (begun.body as { meta: { secret: string } }).meta;
    const totp = new TOTP({ secret: Secret.fromBase32(secret) });
    const code = (): string => totp.generate({ timestamp: clock.now().getTime() });
    const done = await listening.test.anonymous.patch(path, { code: code() }, headers);
    const [recoveryCode = ''] = (done.body as { meta: { recovery_codes: string[] } }).meta.recovery_codes;
    const error = await refusal(other.signIn(credentials));
    expect(error.code).toBe('second_factor_required');
    const { challenge = '' } = error;
    clock.advance(30_000);
    expect((await refusal(other.signIn({ challenge, code: '12345' }))).challenge).toBeUndefined();
    await other.signIn({ challenge, code: code() });
    expect((await other.get('/auth/user')).data.attributes.username).toBe('twofold');
    await other.signIn({ challenge, recoveryCode });
    expect((await other.get('/auth/user')).data.attributes.username).toBe('twofold');
  });

  it('continues with stored tokens, or with a refresh token alone', async () => {
    const tokens = client.tokens as Tokens;
    const second = createClient({ url: listening.url, tokens });
    expect((await second.get('/auth/user')).data.attributes.username).toBe('editor');
    const third = createClient({ url: listening.url });
    await third.signIn({ refreshToken: tokens.refresh });
    expect((await third.get('/auth/user')).data.attributes.username).toBe('editor');
  });

  it('with the key of an application signs in the application', async () => {
    const application = createClient({ url: listening.url });
    await application.signIn({ clientId: await firstKey(listening.test) });
    const documents = await application.get('/{object_type_name}', { path: { object_type_name: 'documents' } });
    expect(documents.meta.pagination.page).toBe(1);
    // Its key signs in again when its session has ended.
    await listening.test.service.services.store.refreshTokens.deleteMany({ user_id: null });
    const before = application.tokens?.refresh;
    expire();
    listening.requests.length = 0;
    await application.get('/{object_type_name}', { path: { object_type_name: 'documents' } });
    expect(listening.requests).toEqual(['GET /documents', 'POST /auth', 'POST /auth', 'GET /documents']);
    expect(application.tokens?.refresh).not.toBe(before);
    const keyed = createClient({ url: listening.url, apiKey: 'no such key' });
    expect(await refusal(keyed.get('/objects'))).toMatchObject({ status: 403 });
  });
});

describe('an expired access token', () => {
  it('is renewed, and the request is repeated with its body', async () => {
    expire();
    const body = { data: { type: 'documents' as const, attributes: { title: 'Sent twice' } } };
    const { data } = await client.post('/{object_type_name}', { path: { object_type_name: 'documents' }, body });
    expect(data.attributes['title']).toBe('Sent twice');
    expect(listening.requests).toEqual(['POST /documents', 'POST /auth', 'POST /documents']);
    expect(kept).toHaveLength(2);
    expect(client.tokens).toEqual(kept[1]);
  });

  it('is renewed once for all concurrent requests', async () => {
    expire();
    const answers = await Promise.all(Array.from({ length: 8 }, () => client.get('/auth/user')));
    expect(answers.map(({ data }) => data.attributes.username)).toEqual(Array(8).fill('editor'));
    expect(renewals()).toBe(1);
  });

  it('is renewed beforehand by the local clock', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 24 * 60 * MINUTE });
    try {
      await client.get('/auth/user');
    } finally {
      vi.useRealTimers();
    }
    expect(listening.requests).toEqual(['POST /auth', 'GET /auth/user']);
  });

  it('is renewed for the next request after a file, which cannot be sent again', async () => {
    expire();
    const upload = () =>
      client.post('/streams/upload/{file_name}', {
        path: { file_name: 'note.txt' },
        body: new Blob(['a note'], { type: 'text/plain' }),
      });
    expect(await refusal(upload())).toMatchObject({ status: 401, code: 'expired_token' });
    expect((await upload()).data.attributes).toMatchObject({ mime_type: 'text/plain', file_name: 'note.txt' });
    expect(listening.requests).toEqual([
      'POST /streams/upload/note.txt',
      'POST /auth',
      'POST /streams/upload/note.txt',
    ]);
  });

  it('ends the session when the refresh token is no longer valid', async () => {
    const { refresh } = client.tokens as Tokens;
    const twin = createClient({ url: listening.url, tokens: client.tokens });
    await twin.signOut();
    expire();
    expect(await refusal(client.get('/auth/user'))).toMatchObject({ status: 401, code: 'expired_token' });
    expect(client.tokens).toBeUndefined();
    expect(kept.at(-1)).toBeUndefined();
    expect(listening.requests).toContain(`DELETE /auth/${refresh}`);
    const again = await refusal(client.get('/auth/user'));
    expect(again.status).toBe(401);
    expect(renewals()).toBe(1);
  });

  it('keeps the session when the renewal gets no response', async () => {
    let isAway = false;
    const shaky = createClient({
      url: listening.url,
      tokens: client.tokens,
      fetch: (request) =>
        isAway && request.method === 'POST' ? Promise.reject(new TypeError('away')) : fetch(request),
    });
    expire();
    isAway = true;
    await expect(shaky.get('/auth/user')).rejects.toThrow('away');
    isAway = false;
    expect((await shaky.get('/auth/user')).data.attributes.username).toBe('editor');
  });

  it('is not assumed for other refusals', async () => {
    const error = await refusal(client.get('/admin/applications'));
    expect(error).toMatchObject({ status: 403 });
    expect(listening.requests).toEqual(['GET /admin/applications']);
  });
});

describe('signing out', () => {
  it('revokes the refresh token and forgets both', async () => {
    const { refresh } = client.tokens as Tokens;
    await client.signOut();
    expect(client.tokens).toBeUndefined();
    expect(kept.at(-1)).toBeUndefined();
    const other = createClient({ url: listening.url });
    expect((await refusal(other.signIn({ refreshToken: refresh }))).status).toBe(401);
    await client.signOut();
  });
});

describe('tokens', () => {
  it('are sent to the service only', async () => {
    const seen: (string | null)[] = [];
    const spy = createClient({
      url: `${listening.url}/api`,
      tokens: client.tokens,
      apiKey: 'key',
      fetch: (request) => {
        seen.push(request.headers.get('authorization') && request.headers.get('x-api-key'));
        return Promise.resolve(new Response('{}'));
      },
    });
    for (const address of [`${listening.url}/api/home`, `${listening.url}/apiary`, 'http://example.org/api/home'])
      await spy.fetch(address);
    expect(seen).toEqual(['key', null, null]);
  });
});
