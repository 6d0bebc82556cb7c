// A service behind a proxy that it does not trust says so once (limits.md).
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestService, type TestService, serviceForTests } from '../../support/service.ts';

const test = serviceForTests();
let behind: TestService;
beforeAll(async () => {
  behind = await openTestService({ env: { TRUST_PROXY: '1' } });
});
afterAll(async () => {
  await behind.close();
});

const hints = ({ logged }: TestService): number => logged.filter((line) => line.includes('TRUST_PROXY is off')).length;

it('warns at the first request with X-Forwarded-For, not for others, and not where the proxy is trusted', async () => {
  await test.anonymous.get('/home');
  expect(hints(test)).toBe(0);
  for (const each of [test, behind]) {
    for (let n = 0; n < 3; n++) await each.anonymous.get('/home', { 'X-Forwarded-For': '10.0.0.1' });
    await each.anonymous.get('/home', { Forwarded: 'for=10.0.0.1' });
  }
  expect([hints(test), hints(behind)]).toEqual([1, 0]);
});
