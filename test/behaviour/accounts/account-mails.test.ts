// Mails to users about their accounts (D690).
import { expect, it } from 'vitest';
import { PASSWORD, serviceForTests } from '../../support/service.ts';

const FLAT = { 'Content-Type': 'application/json' };
const test = serviceForTests({ env: { JWT_TTL: '1000d' } });

async function newUser(username: string): Promise<string> {
  const attributes = { username, password: PASSWORD, uname: username, status: 'on', email: `${username}@example.org` };
  return (await test.admin.create('/users', attributes)).id;
}
async function signIn(username: string, device: string, password = PASSWORD): Promise<string> {
  const { body } = await test.anonymous.post('/auth', { username, password }, { ...FLAT, 'User-Agent': device });
  return (body as { meta: { jwt: string } }).meta.jwt;
}
/** Templates, recipients and devices of the mails for a user, in the order of their time. */
async function mailsTo(id: string): Promise<string[]> {
  const { asyncJobs } = test.service.services.store;
  const jobs = await asyncJobs.find({ service: 'mail' }).sort({ created: 1, _id: 1 }).toArray();
  const mine = jobs.filter(({ payload }) => payload?.['user_id'] === Number(id));
  return mine.map(({ payload }) => `${String(payload?.['template'])} ${String(payload?.['to'])}`);
}
const patchUser = (id: string, attributes: object) =>
  test.admin.patch(`/users/${id}`, { data: { type: 'users', id, attributes } });

it('a sign-in from a new place sends a mail, at most once an hour; the first one and known places do not', async () => {
  const id = await newUser('traveller');
  await signIn('traveller', 'Browser A');
  await signIn('traveller', 'Browser A');
  expect(await mailsTo(id)).toEqual([]);
  await signIn('traveller', 'Browser B');
  const notice = 'new_sign_in traveller@example.org';
  expect(await mailsTo(id)).toEqual([notice]);
  const job = await test.service.services.store.asyncJobs.findOne({ 'payload.user_id': Number(id) } as object);
  expect(job?.payload).toMatchObject({ device: 'Browser B', at: expect.stringMatching(/UTC$/) });
  await signIn('traveller', 'Browser C');
  expect(await mailsTo(id)).toEqual([notice]);
  test.clock.advance(3_600_000);
  for (const device of ['Browser A', 'Browser B', 'Browser C']) await signIn('traveller', device);
  expect(await mailsTo(id)).toEqual([notice]);
  await signIn('traveller', 'Browser D');
  expect(await mailsTo(id)).toEqual([notice, notice]);
});

it('concurrent sign-ins from one new place send one mail', async () => {
  const id = await newUser('hasty');
  await signIn('hasty', 'Browser A');
  await Promise.all(Array.from({ length: 4 }, () => signIn('hasty', 'Browser B')));
  expect(await mailsTo(id)).toEqual(['new_sign_in hasty@example.org']);
});

it('places are stored as hashes, at most fifty', async () => {
  const id = await newUser('nomad');
  for (let count = 0; count < 52; count++) {
    await signIn('nomad', `Browser ${count}`);
    test.clock.advance(1_000_000);
  }
  const { store } = test.service.services;
  const row = await store.credentials.findOne({ _id: Number(id) });
  expect(row?.places).toHaveLength(50);
  expect(JSON.stringify(row)).not.toMatch(/Browser|127\.0\.0\.1/);
});

it('a renewal is not a sign-in', async () => {
  const id = await newUser('renewing');
  const { body } = await test.anonymous.post('/auth', { username: 'renewing', password: PASSWORD }, FLAT);
  const { renew } = (body as { meta: { renew: string } }).meta;
  const again = { grant_type: 'refresh_token', refresh_token: renew };
  const { status } = await test.anonymous.post('/auth', again, { ...FLAT, 'User-Agent': 'Browser B' });
  expect([status, await mailsTo(id)]).toEqual([200, []]);
});

it('a new password sends a mail, set by any caller; other changes do not', async () => {
  const id = await newUser('careful');
  const jwt = await signIn('careful', 'Browser A');
  const next = `${PASSWORD} and more`;
  const change = { password: next, old_password: PASSWORD };
  expect((await test.anonymous.patch('/auth/user', change, { ...FLAT, Authorization: `Bearer ${jwt}` })).status).toBe(
    200,
  );
  const notice = 'password_changed careful@example.org';
  expect(await mailsTo(id)).toEqual([notice]);
  expect((await patchUser(id, { title: 'Careful' })).status).toBe(200);
  expect(await mailsTo(id)).toEqual([notice]);
  expect((await patchUser(id, { password: PASSWORD })).status).toBe(200);
  expect(await mailsTo(id)).toEqual([notice, notice]);
  expect((await patchUser(id, { password: 'short' })).status).toBe(400);
  expect(await mailsTo(id)).toEqual([notice, notice]);
});

it('a change of the address sends a mail to both addresses', async () => {
  const id = await newUser('moved');
  expect((await patchUser(id, { email: 'elsewhere@example.org' })).status).toBe(200);
  expect((await mailsTo(id)).sort()).toEqual([
    'address_changed elsewhere@example.org',
    'address_changed moved@example.org',
  ]);
});
