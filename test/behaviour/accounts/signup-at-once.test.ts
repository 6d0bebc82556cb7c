// Concurrent signups: for one name, for one UUID, and during their expiry (D34, D265).
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AsyncJobRow } from '../../../core/store/store.ts';
import { openTestService, PASSWORD, type TestService, serviceForTests } from '../../support/service.ts';

const FLAT = { 'Content-Type': 'application/json' };
const DAY_MS = 86_400_000;

const test = serviceForTests({ env: { TRUST_PROXY: '1' } });
/** Another process on the same database. Only it runs jobs. */
let other: TestService;
beforeAll(async () => {
  const env = { TRUST_PROXY: '1', PROCESS_ROLE: 'all' };
  other = await openTestService({ beside: test, clock: test.clock, env });
});
afterAll(async () => {
  await other.close();
});
beforeEach(() => test.service.services.store.loginFailures.deleteMany({}));

let counter = 0;
const address = () => ({ 'X-Forwarded-For': `10.8.${++counter % 200}.${counter % 7}` });
const send = (path: string, body: object, through = test) =>
  through.anonymous.post(path, body, { ...FLAT, ...address() });
const newBody = (more: object = {}) => {
  const username = `guest${++counter}`;
  const email = `${username}@example.com`;
  return { username, password: PASSWORD, email, activation_url: 'http://localhost:8080/a', ...more };
};
const statusesOf = async (answers: Promise<{ status: number }>[]): Promise<number[]> =>
  (await Promise.all(answers)).map(({ status }) => status).sort((a, b) => a - b);
const store = () => test.service.services.store;
const users = () => store().documents('users');
const userOf = (username: string) => users().findOne({ username });

async function signUp(more: object = {}) {
  const body = newBody(more);
  const response = await send('/signup', body);
  expect(response.status).toBe(202);
  const id = Number((response.body as { data: { id: string } }).data.id);
  const mail = await store().asyncJobs.findOne({ 'payload.user_id': id, secret: { $exists: true } });
  return { body, id, uuid: mail?.secret ?? '' };
}
const activate = (uuid: string, through = test) => send('/signup/activation', { uuid }, through);
const jobOf = (id: number): Promise<AsyncJobRow | null> =>
  store().asyncJobs.findOne({ service: 'signup', 'payload.user_id': id });
/** Runs the due jobs, and waits until those of these users are closed. */
async function expire(...ids: number[]): Promise<void> {
  other.service.services.jobs.dispatch();
  const open = { service: 'signup', 'payload.user_id': { $in: ids }, due: { $ne: null } };
  await vi.waitFor(async () => expect(await store().asyncJobs.countDocuments(open)).toBe(0), { timeout: 300_000 });
}

/** All rows that exist because of a user. */
async function traces(id: number): Promise<Record<string, number>> {
  const { objects, usernames, userEmails, credentials, refreshTokens, asyncJobs } = store();
  const mine = { user_id: id };
  const counted = {
    users: users().countDocuments({ _id: id }),
    objects: objects.countDocuments({ _id: id }),
    usernames: usernames.countDocuments(mine),
    userEmails: userEmails.countDocuments(mine),
    credentials: credentials.countDocuments({ _id: id }),
    refreshTokens: refreshTokens.countDocuments(mine),
    mails: asyncJobs.countDocuments({ service: 'mail', 'payload.user_id': id }),
  };
  const entries = await Promise.all(Object.entries(counted).map(async ([name, count]) => [name, await count] as const));
  return Object.fromEntries(entries.filter(([, count]) => count > 0));
}
const NO_TRACE = {};

describe('concurrent signups', () => {
  it.each(['username', 'email'])('with the same %s: one succeeds, and the others leave nothing', async (field) => {
    const own = newBody();
    const before = await store().asyncJobs.countDocuments({});
    const made = await users().countDocuments({});
    const bodies = Array.from({ length: 8 }, (_, index) => {
      const value = own[field as 'username' | 'email'];
      return newBody({ [field]: index % 2 === 0 ? value : value.toUpperCase() });
    });
    const answers = bodies.map((body, index) => send('/signup', body, index < 4 ? test : other));
    expect(await statusesOf(answers)).toEqual([202, 400, 400, 400, 400, 400, 400, 400]);
    expect(await users().countDocuments({})).toBe(made + 1);
    expect(await store().asyncJobs.countDocuments({})).toBe(before + 2);
    const names = await store().usernames.countDocuments({
      _id: { $in: bodies.map(({ username }) => username.toLowerCase()) },
    });
    const emails = await store().userEmails.countDocuments({
      _id: { $in: bodies.map(({ email }) => email.toLowerCase()) },
    });
    expect([names, emails]).toEqual([1, 1]);
    expect(await store().credentials.countDocuments({})).toBe(await store().usernames.countDocuments({}));
  });

  it('with different names all succeed, each with a mail', async () => {
    const bodies = Array.from({ length: 12 }, () => newBody({ name: 'Same' }));
    const answers = bodies.map((body, index) => send('/signup', body, index % 2 ? test : other));
    expect(await statusesOf(answers)).toEqual(Array(12).fill(202));
    for (const { username, email } of bodies) {
      const user = await userOf(username);
      const mails = await store().asyncJobs.find({ service: 'mail', 'payload.user_id': user?._id }).toArray();
      expect(mails.map(({ payload }) => payload?.['to'])).toEqual([email]);
    }
  });
});

describe('one UUID', () => {
  it('activates once, across two processes', async () => {
    const { uuid, id } = await signUp();
    const answers = Array.from({ length: 8 }, (_, index) => activate(uuid, index % 2 ? test : other));
    expect(await statusesOf(answers)).toEqual([202, 404, 404, 404, 404, 404, 404, 404]);
    expect(await users().findOne({ _id: id })).toMatchObject({ status: 'on', revision: 2 });
    const welcome = { 'payload.user_id': id, 'payload.template': 'welcome' };
    expect(await store().asyncJobs.countDocuments(welcome)).toBe(1);
  });
});

describe('a signup that is never activated', () => {
  // The clock continues from test to test: tokens of clients are created again when they are needed.
  it('is removed after a day, not before, and leaves its names free', async () => {
    const { body, id, uuid } = await signUp({ name: 'Mary', surname: 'Shelley' });
    const activated = await signUp();
    expect((await activate(activated.uuid)).status).toBe(202);
    const on = await signUp();
    await users().updateOne({ _id: on.id }, { $set: { status: 'on' } });
    const trashed = await signUp();
    await test.admin.delete(`/users/${trashed.id}`);
    test.clock.advance(DAY_MS - 1);
    other.service.services.jobs.dispatch();
    expect(await userOf(body.username)).not.toBeNull();
    test.clock.advance(1);
    await expire(id, on.id, trashed.id);
    expect([await traces(id), await traces(trashed.id)]).toEqual([NO_TRACE, NO_TRACE]);
    expect((await activate(uuid)).status).toBe(404);
    expect((await users().findOne({ _id: activated.id }))?.status).toBe('on');
    expect((await users().findOne({ _id: on.id }))?.status).toBe('on');
    const messages = (userId: number, what: string) => [
      { data: { messages: ['It has expired.', `User ${userId} ${what}.`] }, success: false, attempt_number: 1 },
    ];
    expect(await jobOf(id)).toMatchObject({ completed: null, results: messages(id, 'was removed') });
    expect(await jobOf(on.id)).toMatchObject({ completed: null, results: messages(on.id, 'stays') });
    const rows = await store()
      .changes.find({ resource_type: 'objects', resource_id: String(id) })
      .sort({ _id: 1 })
      .toArray();
    expect(rows.map(({ user_action, user_id }) => [user_action, user_id])).toEqual([
      ['create', null],
      ['remove', null],
    ]);
    expect(JSON.stringify(rows)).not.toContain(body.username);
    expect((await send('/signup', { ...newBody(), username: body.username, email: body.email })).status).toBe(202);
    expect((await userOf(body.username))?.uname).toBe(`user-${body.username}`);
  });

  it('frees its names for others, even if no process runs jobs', async () => {
    const first = await signUp();
    const second = await signUp();
    const names = { username: first.body.username, email: second.body.email };
    test.clock.advance(DAY_MS - 1);
    expect((await send('/signup', newBody(names))).status).toBe(400);
    test.clock.advance(1);
    expect((await send('/signup', newBody(names))).status).toBe(202);
    expect([await traces(first.id), await traces(second.id)]).toEqual([NO_TRACE, NO_TRACE]);
    expect((await jobOf(first.id))?.results).toHaveLength(1);
  });

  it('is removed when drafts may sign in, but not its change rows', async () => {
    const { id, body } = await signUp();
    await store().changes.insertOne({
      resource_type: 'objects', resource_id: '4711', user_action: 'create', user_id: id, application_id: null,
      created: test.clock.now(), changed: {},
    }); // oxfmt-ignore
    test.clock.advance(DAY_MS);
    await expire(id);
    expect(await users().findOne({ _id: id })).toMatchObject({ username: `__deleted-${id}`, status: 'off' });
    expect((await send('/signup', newBody({ username: body.username, email: body.email }))).status).toBe(202);
  });
});
