// REFRESH_ROTATION and REFRESH_IDLE_TTL: refresh tokens that change with each use, and that end without use (D682).
import { describe, expect, it } from 'vitest';
import { errorCodes, openTestService, PASSWORD, serviceForTests } from '../../support/service.ts';

const FLAT = { 'Content-Type': 'application/json' };

const test = serviceForTests({
  env: { REFRESH_ROTATION: 'on', REFRESH_IDLE_TTL: '2h', REFRESH_TTL: '5h', JWT_TTL: '2d' },
});

interface Tokens {
  jwt: string;
  renew: string;
}
let serial = 0;
async function newSession(at = test): Promise<Tokens & { id: string; username: string }> {
  const username = `rotating${++serial}`;
  const attributes = { username, password: PASSWORD, uname: username, status: 'on', email: `${username}@example.org` };
  const { id } = await at.admin.create('/users', attributes);
  const response = await at.anonymous.post('/auth', { username, password: PASSWORD }, FLAT);
  return { ...(response.body as { meta: Tokens }).meta, id, username };
}
const sendRenewal = (refresh_token: string, at = test) =>
  at.anonymous.post('/auth', { grant_type: 'refresh_token', refresh_token }, FLAT);
async function renew(token: string, at = test): Promise<Tokens> {
  const response = await sendRenewal(token, at);
  if (response.status !== 200) throw new Error(response.text);
  return (response.body as { meta: Tokens }).meta;
}
const statusOf = async ({ jwt }: Pick<Tokens, 'jwt'>): Promise<number> =>
  (await test.anonymous.get('/auth/user', { Authorization: `Bearer ${jwt}` })).status;
const mailsTo = async (username: string) =>
  (await test.service.services.store.asyncJobs.find({ service: 'mail' }).toArray()).filter(
    ({ payload }) => payload?.['to'] === `${username}@example.org`,
  );

describe('REFRESH_ROTATION=on', () => {
  it('returns another refresh token with each renewal, for the same session', async () => {
    const first = await newSession();
    const second = await renew(first.renew);
    test.clock.advance(60_000);
    const third = await renew(second.renew);
    expect(new Set([first.renew, second.renew, third.renew]).size).toBe(3);
    const headers = { Authorization: `Bearer ${third.jwt}` };
    const { body } = await test.anonymous.get('/auth/sessions', headers);
    expect((body as { data: unknown[] }).data).toHaveLength(1);
    const stored = JSON.stringify(await test.service.services.store.refreshTokens.find().toArray());
    for (const { renew: token } of [first, second, third]) {
      for (const part of token.split('.')) expect(stored).not.toContain(part);
    }
    expect((await test.anonymous.delete(`/auth/${third.renew}`, headers)).status).toBe(204);
    expect(await statusOf(third)).toBe(401);
  });

  it('repeats the token for a repeated renewal, for ten seconds', async () => {
    const { renew: token } = await newSession();
    const lost = await renew(token);
    test.clock.advance(9_999);
    expect((await renew(token)).renew).toBe(lost.renew);
    const next = await renew(lost.renew);
    expect(next.renew).not.toBe(lost.renew);
    expect(await statusOf(next)).toBe(200);
  });

  it('returns one token for concurrent renewals', async () => {
    const { renew: token } = await newSession();
    const given = await Promise.all(Array.from({ length: 8 }, () => renew(token)));
    expect(new Set(given.map(({ renew: one }) => one)).size).toBe(1);
    expect(await statusOf(await renew(given[0]?.renew ?? ''))).toBe(200);
  });

  it.each([
    ['after ten seconds', 0, 10_000],
    ['at once, when the token after it has been used', 1, 0],
    ['much later', 2, 3_600_000],
  ])('ends the session when an earlier token is sent %s, and notifies the user', async (_what, renewals, wait) => {
    const { renew: token, username, id } = await newSession();
    const others = await test.anonymous.post('/auth', { username, password: PASSWORD }, FLAT);
    let last = await renew(token);
    for (let done = 0; done < renewals; done++) last = await renew(last.renew);
    test.clock.advance(wait);
    const refused = await sendRenewal(token);
    expect([refused.status, errorCodes(refused)[0]]).toEqual([401, 'login_failed']);
    // The holder of the valid token is signed out too: the service cannot know which of them is the thief.
    expect([await statusOf(last), (await sendRenewal(last.renew)).status]).toEqual([401, 401]);
    const other = (others.body as { meta: Tokens }).meta;
    expect((await sendRenewal(other.renew)).status).toBe(200);
    const [mail, ...more] = await mailsTo(username);
    expect([mail?.payload?.['template'], more]).toEqual(['session_ended', []]);
    const line = test.audited.findLast(({ audit }) => audit === 'refresh_token_reused');
    expect(line).toMatchObject({ user_id: Number(id), params: { session_id: expect.any(String) as string } });
    expect(JSON.stringify(test.audited)).not.toContain(token);
    // It has ended: a further request sends no second mail.
    expect((await sendRenewal(token)).status).toBe(401);
    expect(await mailsTo(username)).toHaveLength(1);
  });

  it('refuses an unknown token without an audit entry', async () => {
    const { renew: token, username } = await newSession();
    expect((await sendRenewal(`x${token}`)).status).toBe(401);
    expect((await sendRenewal('')).status).toBe(400);
    expect(await mailsTo(username)).toEqual([]);
    expect((await sendRenewal(token)).status).toBe(200);
  });

  it('accepts tokens from before the setting, and its tokens remain valid after it is unset', async () => {
    const plain = await openTestService({ beside: test, clock: test.clock });
    const first = await newSession(plain);
    expect((await renew(first.renew, plain)).renew).toBe(first.renew);
    const second = await renew(first.renew);
    expect(second.renew).not.toBe(first.renew);
    expect((await renew(second.renew, plain)).renew).toBe(second.renew);
    test.clock.advance(10_000);
    expect((await sendRenewal(first.renew, plain)).status).toBe(401);
    expect((await sendRenewal(second.renew, plain)).status).toBe(401);
    await plain.close();
  });
});

describe('REFRESH_IDLE_TTL', () => {
  it('ends unused sessions; REFRESH_TTL ends used ones as well', async () => {
    const { renew: token } = await newSession();
    let last = token;
    // Five hours in all.
    for (let hours = 1.5; hours < 5; hours += 1.5) {
      test.clock.advance(1.5 * 3_600_000);
      last = (await renew(last)).renew;
    }
    test.clock.advance(1.5 * 3_600_000);
    expect((await sendRenewal(last)).status).toBe(401);
    const idle = await newSession();
    test.clock.advance(2 * 3_600_000);
    expect((await sendRenewal(idle.renew)).status).toBe(401);
  });

  it('is shown, and ended sessions are not', async () => {
    const { jwt, id } = await newSession();
    const path = `/auth/sessions?filter[user_id]=${id}`;
    const list = async () =>
      ((await test.admin.get(path)).body as { data: { attributes: { expires: string } }[] }).data;
    const end = test.clock.now().getTime() + 2 * 3_600_000;
    expect((await list()).map(({ attributes }) => Date.parse(attributes.expires))).toEqual([end - (end % 1000)]);
    expect(await statusOf({ jwt })).toBe(200);
    test.clock.advance(2 * 3_600_000);
    expect(await list()).toEqual([]);
  });
});
