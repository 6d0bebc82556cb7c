// Forgotten passwords: POST and PATCH /auth/change (D52, D113, D556).
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AsyncJobRow } from '../../../core/store/store.ts';
import { configure } from '../../support/writes/configuration.ts';
import { errorCodes, errorSources, openTestService, PASSWORD, serviceForTests } from '../../support/service.ts';

const EMAIL = 'Reader@Example.com';
const NEW_PASSWORD = 'another correct horse';
const PAGE = 'http://localhost:8080/change';

const test = serviceForTests({ env: { TRUST_PROXY: '1' } });
let readerId: number;
beforeAll(async () => {
  const { store } = test.service.services;
  readerId = (await store.usernames.findOne({ _id: 'reader' }))?.user_id ?? 0;
  const data = { type: 'users', id: String(readerId), attributes: { email: EMAIL } };
  expect((await test.admin.patch(`/users/${readerId}`, { data })).status).toBe(200);
});
afterEach(async () => {
  await test.service.services.store.asyncJobs.deleteMany({});
  await test.service.services.store.loginFailures.deleteMany({});
});

let lastAddress = 0;
const send = (method: 'post' | 'patch', body: unknown, address = `10.1.0.${++lastAddress}`) =>
  test.anonymous[method]('/auth/change', body, { 'Content-Type': 'application/json', 'X-Forwarded-For': address });
const requestChange = (contact = EMAIL, more: object = {}, address?: string) =>
  send('post', { contact, change_url: PAGE, ...more }, address);
const jobs = (): Promise<AsyncJobRow[]> => test.service.services.store.asyncJobs.find().toArray();
const uuid = async (): Promise<string> => {
  await requestChange();
  return (await jobs()).findLast(({ service }) => service === 'mail')?.secret ?? '';
};
const signIn = (password: string) =>
  test.anonymous.post('/auth', { username: 'reader', password }, { 'Content-Type': 'application/json' });
const config = (name: string, content: string | null) => configure(test, name, content);

describe('POST /auth/change', () => {
  it('creates a waiting job, and the mail with its secret `uuid`', async () => {
    const response = await requestChange('reader@example.COM');
    expect([response.status, response.text]).toEqual([204, '']);
    const later = new Date(test.clock.now().getTime() + 86_400_000);
    const uuidLike = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    const now = test.clock.now();
    const request_id = response.headers['x-request-id'];
    const common = { _id: uuidLike, request_id, expires: later, priority: 1, revision: 1, created: now, modified: now };
    const untouched = { locked_until: null, completed: null, results: null };
    const made = await jobs();
    expect(made).toEqual([
      {
        ...common,
        ...untouched,
        service: 'credentials_change',
        payload: { user_id: readerId, change_url: PAGE },
        max_attempts: 1,
        scheduled_from: later,
        due: later,
        secret_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
      {
        ...common,
        ...untouched,
        service: 'mail',
        payload: { template: 'credentials_change', to: EMAIL, user_id: readerId, lang: 'en', url: PAGE },
        max_attempts: 10,
        scheduled_from: null,
        due: now,
        secret: expect.stringMatching(/^[0-9a-f]{40}$/),
      },
    ]);
    const secret = String(made[1]?.secret);
    expect(made.map(({ _id }) => _id)).not.toContain(secret);
    for (const path of ['/admin/async_jobs', `/admin/async_jobs/${made[1]?._id}`]) {
      const { text } = await test.admin.get(path);
      expect([text.includes(EMAIL), text.includes(secret), text.includes('secret')]).toEqual([true, false, false]);
    }
  });

  it('has the same response, but creates no job, for an unknown address and for a user who cannot sign in', async () => {
    const known = await requestChange();
    await test.service.services.store.asyncJobs.deleteMany({});
    const unknown = await requestChange('nobody@example.com');
    const users = test.service.services.store.documents('users');
    await users.updateOne({ _id: readerId }, { $set: { blocked: true } });
    const blocked = await requestChange();
    await users.updateOne({ _id: readerId }, { $set: { blocked: false } });
    const shape = ({ status, text, headers }: typeof known) => [status, text, Object.keys(headers).sort()];
    expect([shape(unknown), shape(blocked)]).toEqual([shape(known), shape(known)]);
    expect(await jobs()).toEqual([]);
  });

  // oxfmt-ignore
  it.each<[object, string]>([
    [{ change_url: PAGE }, '/contact'], [{ contact: EMAIL }, '/change_url'],
    [{ contact: 'no address', change_url: PAGE }, '/contact'], [{ contact: ['a@b.example'], change_url: PAGE }, '/contact'],
    [{ contact: { $ne: '' }, change_url: PAGE }, '/contact'], [{ contact: EMAIL, change_url: '' }, '/change_url'],
    [{ contact: EMAIL, change_url: 'javascript:alert(1)' }, '/change_url'], [{ contact: EMAIL, change_url: '/page' }, '/change_url'],
  ])('answers 400 to %o, pointing at %s', async (body, pointer) => {
    const response = await send('post', body);
    expect([response.status, errorSources(response)[0]]).toEqual([400, pointer]);
    expect(await jobs()).toEqual([]);
  });

  it('accepts a page of an allowed origin only (D35)', async () => {
    await config('Auth', '{"allowedUrls": ["https://app.example.com"]}');
    expect(errorSources(await requestChange())).toEqual(['/change_url']);
    expect((await requestChange(EMAIL, { change_url: 'https://app.example.com/page' })).status).toBe(204);
    await config('Auth', null);
  });

  it('accepts application/json only', async () => {
    const response = await test.anonymous.post('/auth/change', { contact: EMAIL, change_url: PAGE });
    expect(response.status).toBe(415);
  });

  it.each([EMAIL, 'nobody@example.com'])('is 429 after five an hour for %s, known or not', async (contact) => {
    for (let count = 0; count < 5; count++) expect((await requestChange(contact)).status).toBe(204);
    const refused = await requestChange(contact.toUpperCase());
    expect([refused.status, errorCodes(refused)[0], refused.headers['retry-after']]).toEqual([
      429,
      'too_many_requests',
      '3600',
    ]);
    expect((await requestChange('other@example.com')).status).toBe(204);
    test.clock.advance(3_600_000);
    expect((await requestChange(contact)).status).toBe(204);
  });

  it('is 429 after twenty an hour from one address', async () => {
    for (let count = 0; count < 20; count++) {
      expect((await requestChange(`nobody-${count}@example.com`, {}, '192.0.2.5')).status).toBe(204);
    }
    expect((await requestChange('one-more@example.com', {}, '192.0.2.5')).status).toBe(429);
    expect((await requestChange('one-more@example.com', {}, '192.0.2.6')).status).toBe(204);
  });
});

describe('PATCH /auth/change', () => {
  const restore = async () => send('patch', { uuid: await uuid(), password: PASSWORD });

  it('changes the password, ends all sessions, and returns the user', async () => {
    const before = (await signIn(PASSWORD)).body as { meta: { renew: string } };
    const response = await send('patch', { uuid: await uuid(), password: NEW_PASSWORD });
    expect([response.status, response.headers['cache-control']]).toEqual([200, 'no-store']);
    const { data, meta } = response.body as { data: { id: string; type: string; attributes: object }; meta: object };
    expect([data.id, data.type, data.attributes]).toEqual([
      String(readerId),
      'users',
      expect.objectContaining({ username: 'reader', email: EMAIL }),
    ]);
    expect(Object.keys(meta)).toEqual(['schema']);
    expect(response.text).not.toContain('password_hash');
    expect((await signIn(PASSWORD)).status).toBe(401);
    expect((await signIn(NEW_PASSWORD)).status).toBe(200);
    const renewal = { grant_type: 'refresh_token', refresh_token: before.meta.renew };
    const renewed = await test.anonymous.post('/auth', renewal, { 'Content-Type': 'application/json' });
    expect(renewed.status).toBe(401);
    expect((await restore()).status).toBe(200);
  });

  it('raises the revision of the user and writes a change row without the password', async () => {
    const { store } = test.service.services;
    const before = await store.documents('users').findOne({ _id: readerId });
    const secret = await uuid();
    await send('patch', { uuid: secret, password: PASSWORD });
    const after = await store.documents('users').findOne({ _id: readerId });
    expect(after).toMatchObject({
      revision: (before?.revision ?? 0) + 1,
      password_modified: test.clock.now(),
      modified_by: readerId,
    });
    const rows = await store.changes.find().sort({ _id: -1 }).limit(1).toArray();
    expect(rows[0]).toMatchObject({
      resource_type: 'objects',
      resource_id: String(readerId),
      user_action: 'update',
      user_id: readerId,
      changed: { password: '*****' },
    });
    const all = JSON.stringify(await store.changes.find().toArray());
    expect([all.includes(PASSWORD), all.includes(secret)]).toEqual([false, false]);
  });

  it('signs in at once with `login`', async () => {
    const response = await send('patch', { uuid: await uuid(), password: PASSWORD, login: true });
    const { jwt, renew, expires_in } = (response.body as { meta: { jwt: string; renew: string; expires_in: number } })
      .meta;
    expect(expires_in).toBe(1200);
    const bearer = { Authorization: `Bearer ${jwt}` };
    expect((await test.anonymous.delete(`/auth/${renew}`, bearer)).status).toBe(204);
    expect(test.audited.at(-1)).toMatchObject({ audit: 'changed' });
    expect(test.audited).toContainEqual(
      expect.objectContaining({ audit: 'sign_in', grant_type: 'credentials_change', user_id: readerId }),
    );
  });

  it('works once, also for concurrent requests', async () => {
    const body = { uuid: await uuid(), password: PASSWORD };
    const statuses = (await Promise.all(Array.from({ length: 6 }, () => send('patch', body)))).map(
      ({ status }) => status,
    );
    expect(statuses.sort()).toEqual([200, 404, 404, 404, 404, 404]);
    expect((await jobs())[0]).toMatchObject({ completed: test.clock.now(), revision: 2 });
    expect((await send('patch', body)).status).toBe(404);
  });

  it('works once across two processes', async () => {
    const other = await openTestService({ beside: test, clock: test.clock });
    const body = { uuid: await uuid(), password: PASSWORD };
    const there = () => other.anonymous.patch('/auth/change', body, { 'Content-Type': 'application/json' });
    const answers = await Promise.all([send('patch', body), there(), send('patch', body), there()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404]);
    await other.close();
  });

  it('is 404 when the UUID is unknown, older than a day, or that of another job', async () => {
    for (const wrong of ['nothing', '1f0c5a7e-52e3-4e0b-9c3e-0d5b5b4a9a51', '$ne']) {
      const response = await send('patch', { uuid: wrong, password: NEW_PASSWORD });
      expect([response.status, response.text.includes(wrong)]).toEqual([404, false]);
    }
    const old = await uuid();
    test.clock.advance(86_400_000);
    expect((await send('patch', { uuid: old, password: NEW_PASSWORD })).status).toBe(404);
    test.clock.advance(-1);
    const ofService = (from: string, to: string) =>
      test.service.services.store.asyncJobs.updateOne({ service: from }, { $set: { service: to } });
    await ofService('credentials_change', 'signup');
    expect((await send('patch', { uuid: old, password: NEW_PASSWORD })).status).toBe(404);
    await ofService('signup', 'credentials_change');
    expect((await send('patch', { uuid: old, password: PASSWORD })).status).toBe(200);
  });

  // oxfmt-ignore
  it.each<[object, string]>([
    [{ password: NEW_PASSWORD }, '/uuid'], [{ uuid: 'x' }, '/password'], [{ uuid: 'x', password: '' }, '/password'],
    [{ uuid: ['x'], password: NEW_PASSWORD }, '/uuid'], [{ uuid: 'x', password: 'a'.repeat(1025) }, '/password'],
  ])('is 400 for %o, pointing at %s', async (body, pointer) => {
    const response = await send('patch', body);
    expect([response.status, errorSources(response)[0]]).toEqual([400, pointer]);
  });

  it('is 400 for a password against the policy, and the UUID remains valid', async () => {
    await config('Auth', JSON.stringify({ passwordPolicy: { rule: '/^.{20,}$/', message: 'Twenty at least' } }));
    const secret = await uuid();
    const response = await send('patch', { uuid: secret, password: 'short' });
    expect([response.status, errorSources(response)]).toEqual([400, ['/password']]);
    await config('Auth', null);
    expect((await send('patch', { uuid: secret, password: PASSWORD })).status).toBe(200);
  });

  it('is 429 after fifty guesses from one address, for that address', async () => {
    const guess = (address: string) => send('patch', { uuid: 'a guess', password: NEW_PASSWORD }, address);
    for (let count = 0; count < 50; count++) expect((await guess('192.0.2.8')).status).toBe(404);
    expect((await guess('192.0.2.8')).status).toBe(429);
    expect((await guess('192.0.2.7')).status).toBe(404);
  });
});
