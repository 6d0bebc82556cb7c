// Passkeys on the pages (D582): the forms, filled in by an authenticator in software like by the script of the page.
// The script itself runs in test/browser/passkeys.browser.ts.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openBrowserClient, unescaped, type BrowserClient } from '../../support/clients/browser-client.ts';
import { openEnrolmentWorld, type EnrolmentWorld } from '../../support/accounts/enrolment-world.ts';
import { firstKey } from '../../support/accounts/first-key.ts';
import { errorCodes, metaOf, openTestService, PASSWORD, type TestService } from '../../support/service.ts';
import { createSoftAuthenticator, type SoftAuthenticator } from '../../support/accounts/soft-authenticator.ts';

const PATH = '/html/sign-in?return=%2Fdocuments';
const PAGE = { origin: 'http://localhost' };
const ENV = { PUBLIC_URL: PAGE.origin };

let world: EnrolmentWorld;
let test: TestService;
let browser: BrowserClient;
let device: SoftAuthenticator;
let username = '';
beforeAll(async () => {
  world = await openEnrolmentWorld({ PUBLIC_URL: PAGE.origin });
  ({ test } = world);
});
afterAll(() => test.close());
beforeEach(async () => {
  device = createSoftAuthenticator();
  ({ username, browser } = await world.lateEditor());
});

type Page = Awaited<ReturnType<BrowserClient['get']>>;

interface Options {
  challenge: string;
  rp: { id?: string };
  user: { id: string };
  rpId?: string;
  allowCredentials?: unknown[];
}

/** The form for a passkey: its hidden fields, and the options for the browser. */
function passkeyFormOf({ text }: Page): { kind: string; options: Options; fields: Record<string, string> } {
  const [, kind = '', json = '', inside = ''] =
    /<form[^>]* data-passkey="(\w+)" data-options="([^"]*)">(.*?)<\/form>/s.exec(text) ?? [];
  const inputs = [...inside.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)];
  const fields = Object.fromEntries(inputs.map(([, name = '', value = '']) => [name, unescaped(value)]));
  return { kind, options: JSON.parse(unescaped(json || '{}')) as Options, fields };
}

const enrolPage = () => browser.send(PATH, { username, password: PASSWORD });

async function enrol(): Promise<void> {
  const { fields, options } = passkeyFormOf(await enrolPage());
  const passkey = JSON.stringify(device.create(options, PAGE));
  expect((await browser.send(PATH, { ...fields, name: 'Laptop', passkey })).status).toBe(200);
  browser = openBrowserClient(test);
}

/** Only the script in the page may run on it, and the page may load nothing. */
function expectOwnScript({ text, headers }: Page): void {
  const [, script = ''] = /<script>(.*?)<\/script>/s.exec(text) ?? [];
  const hash = createHash('sha256').update(script).digest('base64');
  expect(headers['content-security-policy']).toContain(`default-src 'none'; script-src 'sha256-${hash}';`);
  expect(text.match(/<script/g)).toHaveLength(1);
  expect(script).toContain('navigator.credentials');
}

describe('enrolling a passkey while signing in', () => {
  it('accepts the response of the authenticator, shows recovery codes and signs in', async () => {
    const page = await enrolPage();
    expectOwnScript(page);
    expect(page.text).toContain('<svg xmlns="http://www.w3.org/2000/svg"');
    const { kind, fields, options } = passkeyFormOf(page);
    expect([kind, fields['passkey']]).toEqual(['create', '']);
    const done = await browser.send(PATH, {
      ...fields,
      name: ' Laptop ',
      passkey: JSON.stringify(device.create(options, PAGE)),
    });
    expect(done.status).toBe(200);
    expect(done.text).toContain('your password and your passkey');
    expect(done.text.match(/<li><code>/g)).toHaveLength(10);
    expect(done.text).not.toContain('<script');
    expect((await browser.get('/home')).text).toContain(`Signed in as <strong>${username}</strong>`);
    const row = await test.service.services.store.credentials.findOne({ 'passkeys.name': 'Laptop' });
    expect(row?.passkeys).toHaveLength(1);
  });

  it('accepts another response after a wrong one, with the same key for an app', async () => {
    const { fields, options } = passkeyFormOf(await enrolPage());
    for (const passkey of ['', 'x', '[]', JSON.stringify(device.create(options, { origin: 'https://evil.example' }))]) {
      const refused = await browser.send(PATH, { ...fields, name: '', passkey });
      expect(refused.status).toBe(400);
      const again = passkeyFormOf(refused);
      expect(again.fields).toMatchObject({ username, secret: fields['secret'], uri: fields['uri'] });
      expect(browser.cookie).toBeUndefined();
    }
    const passkey = JSON.stringify(device.create(options, PAGE));
    expect((await browser.send(PATH, { ...fields, name: '', passkey })).status).toBe(200);
  });

  it('shows no code for an address invented by a form', async () => {
    const { fields } = passkeyFormOf(await enrolPage());
    const refused = await browser.send(PATH, { ...fields, uri: 'javascript:alert(1)', passkey: '' });
    expect(refused.text).not.toMatch(/javascript:|<svg/);
  });
});

describe('signing in', () => {
  it('prompts for a passkey after the password', async () => {
    await enrol();
    const page = await browser.send(PATH, { username, password: PASSWORD });
    expect(page.status).toBe(401);
    expectOwnScript(page);
    const { kind, fields, options } = passkeyFormOf(page);
    expect([kind, options.allowCredentials?.length]).toEqual(['get', 1]);
    const answer = device.get(options, PAGE);
    const done = await browser.send(PATH, { ...fields, passkey: JSON.stringify(answer) });
    expect([done.status, done.headers['location']]).toEqual([303, '/documents']);
    expect((await browser.get('/home')).text).toContain(`Signed in as <strong>${username}</strong>`);
    const replayed = await openBrowserClient(test).send(PATH, { ...fields, passkey: JSON.stringify(answer) });
    expect(replayed.status).toBe(401);
  });

  it('accepts another response after a wrong one', async () => {
    await enrol();
    const page = await browser.send(PATH, { username, password: PASSWORD });
    const { fields, options } = passkeyFormOf(page);
    const foreign = JSON.stringify(device.get(options, { origin: 'https://evil.example' }));
    const refused = await browser.send(PATH, { ...fields, passkey: foreign });
    expect([refused.status, refused.text.includes('The answer is wrong')]).toEqual([401, true]);
    const again = passkeyFormOf(refused);
    const passkey = JSON.stringify(device.get(again.options, PAGE));
    expect((await browser.send(PATH, { ...again.fields, passkey })).status).toBe(303);
    const broken = await openBrowserClient(test).send(PATH, { ...fields, passkey: '{' });
    expect(broken.status).toBe(400);
  });

  it('works by a passkey alone, which identifies the user', async () => {
    await enrol();
    expect((await browser.get(PATH)).text).toContain('with=passkey');
    const page = await browser.get(`${PATH}&with=passkey`);
    expectOwnScript(page);
    const { fields, options } = passkeyFormOf(page);
    expect([fields['step'], options.allowCredentials]).toEqual(['only', undefined]);
    const unverified = JSON.stringify(device.get(options, { ...PAGE, isVerified: false }));
    const refused = await browser.send(PATH, { ...fields, passkey: unverified });
    expect([refused.status, refused.text.includes('name="password"')]).toEqual([401, true]);
    const passkey = JSON.stringify(device.get(options, PAGE));
    expect((await browser.send(PATH, { ...fields, passkey })).status).toBe(303);
    expect((await browser.get('/home')).text).toContain(`Signed in as <strong>${username}</strong>`);
  });
});

describe('signing in by a passkey alone with REQUIRE_API_KEY', () => {
  it('requires the API key first, for whose application the sign-in is', async () => {
    await enrol();
    const shared = { beside: test, clock: test.clock };
    const keyed = await openTestService({ ...shared, env: { ...ENV, REQUIRE_API_KEY: 'on' } });
    try {
      const key = await firstKey(keyed);
      const other = openBrowserClient(keyed);
      expect((await other.get(PATH)).text).toContain('with=passkey');
      const keyForm = await other.get(`${PATH}&with=passkey`);
      expect([keyForm.status, keyForm.text.includes('name="api_key"')]).toEqual([200, true]);
      expect(keyForm.text).not.toContain('data-passkey');
      for (const api_key of ['', 'wrong', '"><script>']) {
        const refused = await other.send(PATH, { step: 'key', api_key });
        expect([refused.status, refused.text.includes('with this API key')]).toEqual([403, true]);
        expect(refused.text).not.toMatch(/<script|data-passkey/);
      }
      const page = await other.send(PATH, { step: 'key', api_key: key });
      expect([page.status, page.headers['cache-control']]).toEqual([200, 'private, no-store']);
      expectOwnScript(page);
      const { fields, options } = passkeyFormOf(page);
      expect(fields).toMatchObject({ step: 'only', api_key: key });
      const passkey = JSON.stringify(device.get(options, PAGE));
      // The challenge is of the application.
      const keyless = await other.send(PATH, { ...fields, api_key: '', passkey });
      expect([keyless.status, other.cookie]).toEqual([
        expect.toSatisfy((s: number) => s === 401 || s === 403),
        undefined,
      ]);
      const fresh = passkeyFormOf(await other.send(PATH, { step: 'key', api_key: key }));
      const answer = JSON.stringify(device.get(fresh.options, PAGE));
      expect((await other.send(PATH, { ...fresh.fields, passkey: answer })).status).toBe(303);
      expect((await other.get('/home')).text).toContain(`Signed in as <strong>${username}</strong>`);
    } finally {
      await keyed.close();
    }
  });

  it('works for a client that sends its key with the challenge and with the sign-in', async () => {
    await enrol();
    const shared = { beside: test, clock: test.clock };
    const keyed = await openTestService({ ...shared, env: { ...ENV, REQUIRE_API_KEY: 'on' } });
    try {
      const headers = { 'Content-Type': 'application/json', 'X-Api-Key': await firstKey(keyed) };
      const { 'Content-Type': json } = headers;
      const keyless = await keyed.anonymous.post('/auth/passkeys/challenge', {}, { 'Content-Type': json });
      expect([keyless.status, errorCodes(keyless)[0]]).toEqual([403, 'missing_api_key']);
      const begun = metaOf<Options & { options: Options }>(
        await keyed.anonymous.post('/auth/passkeys/challenge', {}, headers),
      );
      const passkey = device.get(begun.options, PAGE);
      const body = { grant_type: 'passkey', challenge: begun.challenge, passkey };
      expect((await keyed.anonymous.post('/auth', body, headers)).status).toBe(200);
    } finally {
      await keyed.close();
    }
  });
});
