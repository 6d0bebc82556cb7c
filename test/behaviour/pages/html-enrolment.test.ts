// The pages of a sign-in that has to enrol a second factor first (D693).
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openBrowserClient, type BrowserClient } from '../../support/clients/browser-client.ts';
import { openEnrolmentWorld, type EnrolmentWorld } from '../../support/accounts/enrolment-world.ts';
import { PASSWORD, type TestService } from '../../support/service.ts';

const PATH = '/html/sign-in?return=%2Fdocuments';
const DAY_MS = 86_400_000;

let world: EnrolmentWorld;
let test: TestService;
let browser: BrowserClient;
let username = '';
beforeAll(async () => {
  world = await openEnrolmentWorld();
  ({ test } = world);
});
afterAll(() => test.close());
beforeEach(async () => {
  ({ username, browser } = await world.lateEditor());
});

const hidden = (text: string, name: string): string =>
  new RegExp(`<input type="hidden" name="${name}" value="([^"]*)">`).exec(text)?.[1] ?? '';
const fieldsOf = (text: string): Record<string, string> =>
  Object.fromEntries(['challenge', 'username', 'secret'].map((name) => [name, hidden(text, name)]));
const codeOf = ({ secret = '' }: Record<string, string>): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: test.clock.now().getTime() });
const begin = async (): Promise<Record<string, string>> => {
  const page = await browser.send(PATH, { username, password: PASSWORD });
  expect([page.status, browser.cookie]).toEqual([200, undefined]);
  expect(page.text).toContain('<h1>Second factor</h1>');
  expect(page.headers['cache-control']).toBe('private, no-store');
  const fields = fieldsOf(page.text);
  expect(page.text).toContain('href="otpauth://totp/');
  return fields;
};

describe('enrolling while signing in', () => {
  it('shows the key of the account, accepts the first code, shows recovery codes and signs in', async () => {
    const fields = await begin();
    const done = await browser.send(PATH, { ...fields, code: codeOf(fields) });
    expect(done.status).toBe(200);
    expect(done.text.match(/<li><code>/g)?.length).toBeGreaterThanOrEqual(8);
    expect(done.text).toContain('<a class="button main" href="/documents">Go on</a>');
    expect((await browser.get('/home')).text).toContain(`Signed in as <strong>${username}</strong>`);
    // From now on the second step is that of any user with a factor.
    const other = openBrowserClient(test);
    test.clock.advance(60_000);
    const second = await other.send(PATH, { username, password: PASSWORD });
    expect([second.status, second.text.includes('Code of your authenticator')]).toEqual([401, true]);
    const { challenge = '' } = fieldsOf(second.text);
    expect((await other.send(PATH, { challenge, username, code: codeOf(fields) })).status).toBe(303);
  });

  it('accepts another code after a wrong one, with the same key', async () => {
    const fields = await begin();
    const wrong = await browser.send(PATH, { ...fields, code: '000000' });
    expect(wrong.status).toBe(400);
    expect(wrong.text).toContain('The code is wrong');
    expect(fieldsOf(wrong.text)).toEqual(fields);
    expect(browser.cookie).toBeUndefined();
    expect((await browser.send(PATH, { ...fields, code: ` ${codeOf(fields)} ` })).status).toBe(200);
    expect(browser.cookie).toBeDefined();
  });

  it('begins again with a foreign or expired challenge, and escapes the input', async () => {
    const fields = await begin();
    const sent = { ...fields, challenge: '<b>', secret: '"><script>', code: '1' };
    const foreign = await browser.send(PATH, sent);
    expect([foreign.status, foreign.text.includes('name="password"')]).toEqual([401, true]);
    const escaped = await browser.send(PATH, { ...fields, secret: '"><script>', code: '1' });
    expect([escaped.status, escaped.text.includes('"><script>')]).toEqual([400, false]);
    expect((await browser.send(PATH, { ...fields, secret: '', code: '1' })).status).toBe(400);
    test.clock.advance(DAY_MS);
    const late = await browser.send(PATH, { ...fields, code: codeOf(fields) });
    expect([late.status, late.text.includes('name="password"'), browser.cookie]).toEqual([401, true, undefined]);
  });
});
