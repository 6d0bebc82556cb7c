// Activation of signups: POST /signup/activation (service.md 3 and 4.13, D34, D265).
import { afterEach, describe, expect, it } from 'vitest';
import { serviceForTests } from '../../support/service.ts';
import { FLAT, PAGE, signupTools } from '../../support/accounts/signups.ts';

const test = serviceForTests({ env: { TRUST_PROXY: '1' } });
afterEach(async () => {
  await test.service.services.store.loginFailures.deleteMany({});
  // The tokens of the clients last for twenty minutes.
  test.clock.set('2026-05-13T07:09:23Z');
});

const { send, jobsOf, signUp, activate, stored, signIn } = signupTools(() => test);
const patch = (id: number, attributes: object, meta = {}) =>
  test.admin.patch(`/users/${id}`, { data: { type: 'users', id: String(id), attributes, meta } });

describe('POST /signup/activation', () => {
  it('sets the user to on, once, and sends a welcome mail', async () => {
    const { uuid, id, body } = await signUp({}, { 'Accept-Language': 'it' });
    const response = await activate(uuid);
    expect([response.status, response.text]).toEqual([202, '']);
    const now = test.clock.now();
    expect(await stored(id)).toMatchObject({
      status: 'on',
      verified: now,
      published: now,
      modified_by: id,
      created_by: 1,
      revision: 2,
    });
    expect(await signIn(body.username)).toBe(200);
    const jobs = await jobsOf(id);
    expect(jobs.map(({ service, completed, due }) => [service, completed, due])).toEqual([
      ['signup', now, null],
      ['mail', null, null],
      ['mail', null, now],
    ]);
    const payload = { template: 'welcome', to: body.email, user_id: id, lang: 'it' };
    expect(jobs[2]).toMatchObject({ payload, expires: null });
    expect(await test.service.services.store.asyncJobs.countDocuments({ secret: uuid })).toBe(0);
    expect((await activate(uuid)).status).toBe(404);
    const rows = await test.service.services.store.changes.find({ resource_id: String(id) }).toArray();
    expect(rows.map(({ user_action, user_id }) => [user_action, user_id])).toEqual([
      ['create', null],
      ['update', id],
    ]);
  });

  it('is 404 for an unknown or expired UUID, a hash, and a UUID of another service', async () => {
    const { uuid, jobs, id } = await signUp();
    for (const wrong of [
      'nothing',
      '1f0c5a7e-52e3-4e0b-9c3e-0d5b5b4a9a51',
      jobs[0]?._id,
      jobs[1]?._id,
      jobs[0]?.secret_hash,
      '$ne',
    ]) {
      const response = await activate(wrong);
      expect([response.status, response.text.includes(String(wrong))]).toEqual([404, false]);
    }
    const other = await send(
      '/auth/change',
      { uuid, password: 'another password' },
      { 'X-HTTP-Method-Override': 'PATCH' },
    );
    expect(other.status).toBe(400);
    const foreign = await test.anonymous.patch('/auth/change', { uuid, password: 'another password' }, FLAT);
    expect(foreign.status).toBe(404);
    await test.admin.patch('/users/1', { data: { type: 'users', id: '1', attributes: { email: 'boss@example.org' } } });
    await send('/auth/change', { contact: 'boss@example.org', change_url: PAGE });
    const change = (await jobsOf(1)).find(({ secret }) => secret !== undefined)?.secret;
    expect((await activate(change)).status).toBe(404);
    test.clock.advance(86_400_000 - 1);
    // The expiry is not recorded, since no jobs run here.
    const again = await signUp();
    test.clock.advance(1);
    expect((await activate(uuid)).status).toBe(404);
    expect((await stored(id))?.status).toBe('draft');
    expect((await activate(again.uuid)).status).toBe(202);
  });

  // oxfmt-ignore
  it.each([{}, { uuid: '' }, { uuid: null }, { uuid: 1 }, { uuid: ['a'] }, { uuid: { $ne: '' } }, { uuid: 'a'.repeat(256) }, '', '[]'])(
    'is 400 for %j', async (body) => {
      expect((await send('/signup/activation', body)).status).toBe(400);
    },
  );

  it('takes application/json only', async () => {
    expect((await activate('x', { 'Content-Type': 'application/vnd.api+json' })).status).toBe(415);
  });

  it('is 429 after fifty guesses from one address, including those at /auth/change', async () => {
    const from = { 'X-Forwarded-For': '192.0.2.8' };
    for (let count = 0; count < 49; count++) expect((await activate('a guess', from)).status).toBe(404);
    const guess = await test.anonymous.patch('/auth/change', { uuid: 'a', password: 'b' }, { ...FLAT, ...from });
    expect(guess.status).toBe(404);
    const { uuid } = await signUp();
    expect((await activate(uuid, from)).status).toBe(429);
    expect((await activate(uuid)).status).toBe(202);
  });

  it('does not activate a user who is off, blocked, locked or trashed', async () => {
    const ways: ((id: number) => Promise<{ status: number }>)[] = [
      (id) => patch(id, { status: 'off' }),
      (id) => patch(id, {}, { blocked: true }),
      (id) => patch(id, {}, { locked: true }),
      (id) => test.admin.delete(`/users/${id}`),
    ];
    for (const way of ways) {
      const { uuid, id } = await signUp();
      expect((await way(id)).status).toBeLessThan(300);
      const before = await stored(id);
      expect((await activate(uuid)).status).toBe(404);
      expect(await stored(id)).toEqual(before);
    }
  });

  it('works for a restored user, and verifies a user who is on already', async () => {
    const trashed = await signUp();
    await test.admin.delete(`/users/${trashed.id}`);
    await test.admin.patch(`/trash/${trashed.id}`, { data: { type: 'users', id: String(trashed.id) } });
    expect((await activate(trashed.uuid)).status).toBe(202);
    const early = await signUp();
    await patch(early.id, { status: 'on' });
    expect((await activate(early.uuid)).status).toBe(202);
    expect(await stored(early.id)).toMatchObject({ status: 'on', verified: test.clock.now(), modified_by: early.id });
  });

  it('is not possible from an old address after it was changed; the user is kept', async () => {
    const { uuid, id } = await signUp();
    expect((await patch(id, { email: 'another-address@example.com' })).status).toBe(200);
    expect((await activate(uuid)).status).toBe(404);
    const open = (await jobsOf(id)).filter(({ due }) => due !== null);
    // Both addresses get a mail about the change, without a link.
    expect(open.map(({ payload }) => [payload?.['template'], 'url' in (payload ?? {})])).toEqual([
      ['address_changed', false],
      ['address_changed', false],
    ]);
    expect((await stored(id))?.status).toBe('draft');
  });
});

describe('DELETE /admin/async_jobs/{async_job_id}', () => {
  const remove = async (job: string | undefined) => (await test.admin.delete(`/admin/async_jobs/${job}`)).status;

  it('is 409 while the job waits for a response by mail, since the user would never be removed', async () => {
    const { id, jobs, uuid } = await signUp();
    const [job] = jobs;
    expect([job?.service, await remove(job?._id)]).toEqual(['signup', 409]);
    expect((await activate(uuid)).status).toBe(202);
    expect([await remove(job?._id), (await stored(id))?.status]).toEqual([204, 'on']);
    const ended = await signUp();
    await patch(ended.id, {}, { blocked: true });
    expect(await remove(ended.jobs[0]?._id)).toBe(204);
    await patch(id, { email: 'changing@example.org' });
    await send('/auth/change', { contact: 'changing@example.org', change_url: PAGE });
    const change = (await jobsOf(id)).find(({ service }) => service === 'credentials_change');
    expect([change?.due === null, await remove(change?._id)]).toEqual([false, 409]);
  });
});
