// The validity of a code of an authenticator app (D602).
import { TOTP, Secret } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { metaOf, openTestService, PASSWORD, type TestService } from '../../support/service.ts';

const FLAT = { 'Content-Type': 'application/json' };

/** @returns signs in with the code of so many milliseconds later */
async function enrolled(test: TestService): Promise<(offset: number) => Promise<number>> {
  // At the beginning of a step.
  test.clock.advance(30_000 - (test.clock.now().getTime() % 30_000));
  const username = 'punctual';
  await test.admin.create('/users', { username, uname: username, password: PASSWORD, status: 'on' });
  const { jwt } = metaOf<{ jwt: string }>(await test.anonymous.post('/auth', { username, password: PASSWORD }, FLAT));
  const headers = { ...FLAT, Authorization: `Bearer ${jwt}` };
  const begun = await test.anonymous.post('/auth/second_factor', { password: PASSWORD }, headers);
  const totp = new TOTP({ secret: Secret.fromBase32(metaOf<{ secret: string }>(begun).secret) });
  const code = (offset = 0) => totp.generate({ timestamp: test.clock.now().getTime() + offset });
  expect((await test.anonymous.patch('/auth/second_factor', { code: code() }, headers)).status).toBe(200);
  test.clock.advance(120_000);
  return async (offset) =>
    (await test.anonymous.post('/auth', { username, password: PASSWORD, code: code(offset) }, FLAT)).status;
}

describe.each([
  ['1', [200, 200, 200]],
  ['0', [401, 200, 401]],
] as const)('SECOND_FACTOR_WINDOW=%s', (window, expected) => {
  it('accepts codes of the previous, the present and the next step, or of the present step only', async () => {
    const test = await openTestService({ env: { SECOND_FACTOR_WINDOW: window } });
    try {
      const signIn = await enrolled(test);
      const statuses: number[] = [];
      for (const offset of [-30_000, 0, 30_000]) statuses.push(await signIn(offset));
      expect(statuses).toEqual(expected);
      expect([await signIn(-60_000), await signIn(60_000)]).toEqual([401, 401]);
      // Its last moment.
      test.clock.advance(60_000 + 29_999);
      expect(await signIn(0)).toBe(200);
    } finally {
      await test.close();
    }
  });
});
