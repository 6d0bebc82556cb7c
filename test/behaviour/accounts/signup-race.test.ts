// Concurrent activation and expiry of a signup: two processes, of which the one that runs jobs is a day ahead.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openTestService, PASSWORD, type TestService, serviceForTests } from '../../support/service.ts';

const FLAT = { 'Content-Type': 'application/json' };
const DAY_MS = 86_400_000;
const ROUNDS = 12;

const test = serviceForTests({ env: { TRUST_PROXY: '1' } });
let ahead: TestService;
beforeAll(async () => {
  const clock = { ...test.clock, now: () => new Date(test.clock.now().getTime() + DAY_MS) };
  ahead = await openTestService({ beside: test, clock, env: { PROCESS_ROLE: 'all' } });
});
afterAll(async () => {
  await ahead.close();
});

let counter = 0;
const send = (path: string, body: object) =>
  test.anonymous.post(path, body, { ...FLAT, 'X-Forwarded-For': `10.9.${++counter}.1` });

/** A user who has signed up, with the UUID of the mail. */
async function signUp(): Promise<{ id: number; uuid: string }> {
  const username = `guest${++counter}`;
  const body = {
    username,
    password: PASSWORD,
    email: `${username}@example.com`,
    activation_url: 'http://localhost:8080',
  };
  const response = await send('/signup', body);
  expect(response.status).toBe(202);
  const id = Number((response.body as { data: { id: string } }).data.id);
  const { asyncJobs } = test.service.services.store;
  return { id, uuid: (await asyncJobs.findOne({ 'payload.user_id': id, secret: { $exists: true } }))?.secret ?? '' };
}

it('an expiring signup is either activated or removed, never both in part', async () => {
  const { store } = test.service.services;
  const outcomes = new Map([
    [202, 0],
    [404, 0],
  ]);
  for (let round = 0; round < ROUNDS; round++) {
    const { id, uuid } = await signUp();
    const ofUser = { service: 'signup', 'payload.user_id': id };
    // Now the one begins first, now the other.
    const [answer] = await Promise.all([
      sleep(Math.max(0, round - ROUNDS / 2) * 15).then(() => send('/signup/activation', { uuid })),
      sleep(Math.max(0, ROUNDS / 2 - round) * 5).then(() => ahead.service.services.jobs.dispatch()),
    ]);
    await vi.waitFor(async () => expect((await store.asyncJobs.findOne(ofUser))?.due).toBeNull(), { timeout: 300_000 });
    const user = await store.documents('users').findOne({ _id: id });
    const job = await store.asyncJobs.findOne(ofUser);
    const names = await store.usernames.countDocuments({ user_id: id });
    outcomes.set(answer.status, (outcomes.get(answer.status) ?? 0) + 1);
    if (answer.status === 202) {
      expect([user?.status, job?.completed, job?.results, names]).toEqual(['on', test.clock.now(), null, 1]);
    } else expect([user, job?.completed, job?.results?.length, names]).toEqual([null, null, 1, 0]);
  }
  expect([...outcomes.keys()].sort()).toEqual([202, 404]);
});
