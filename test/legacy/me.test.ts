// The caller's own user on the legacy side (D569, D288).
import { expect, it } from 'vitest';
import { serviceForTests } from '../support/service.ts';

const LEGACY = { Accept: 'application/json' };

const test = serviceForTests();

it('is the object of the signed-in user, in the legacy envelope', async () => {
  const { data } = (await test.reader.get('/auth/user')).body as { data: { id: string; attributes: object } };
  const { status, body } = await test.reader.get('/me', LEGACY);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    api: 'me',
    method: 'get',
    params: [],
    url: 'http://localhost/me',
    data: { object: { id: Number(data.id), object_type: 'user', username: 'reader', languages: {}, relations: {} } },
  });
});

it('shows no secret, but the user’s own address', async () => {
  const email = 'reader@example.org';
  await test.reader.patch(
    '/auth/user',
    { email, old_password: 'correct horse battery staple' },
    { 'Content-Type': 'application/json' },
  );
  const { body, text } = await test.reader.get('/me', LEGACY);
  expect((body as { data: { object: object } }).data.object).toMatchObject({ email });
  expect(text).not.toContain('password');
});

it('is 401 for anonymous callers, and accepts no query', async () => {
  expect((await test.anonymous.get('/me', LEGACY)).status).toBe(401);
  expect((await test.reader.get('/me?page=1', LEGACY)).status).toBe(400);
});
