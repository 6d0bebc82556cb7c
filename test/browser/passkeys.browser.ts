// Passkeys in a real browser: on the pages, and by the client in an application, with a virtual authenticator of DevTools (D582,
// D583, D586, D695).
import axe from 'axe-core';
import { build } from 'esbuild';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestService, PASSWORD, type TestService } from '../support/service.ts';
import { openChromium } from './chromium.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let test: TestService;
let server: Server;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let devtools: CDPSession;
let authenticatorId: string;
let base: string;
/** Breaches of the policy of a page, and errors of its script. */
let faults: string[] = [];
let username = '';
let serial = 0;

beforeAll(async () => {
  browser = await openChromium();
  // The service knows its pages by their port, and WebAuthn does not accept numeric addresses.
  server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  base = `http://localhost:${(server.address() as AddressInfo).port}`;
  const roles = { SECOND_FACTOR_ROLES: 'editor', SECOND_FACTOR_GRACE: '1d' };
  test = await openTestService({ env: { ...roles, JWT_TTL: '90d', PUBLIC_URL: base } });
  server.on('request', test.service.app);
});
afterAll(async () => {
  await browser.close();
  server.close();
  await test.close();
});

beforeEach(async () => {
  faults = [];
  context = await browser.newContext();
  page = await context.newPage();
  page.setDefaultTimeout(30_000);
  page.on('console', (message) => {
    if (/Content.Security.Policy|Refused/i.test(message.text())) faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(error.message));
  devtools = await context.newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
  } as const;
  ({ authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: { ...options, isUserVerified: true, automaticPresenceSimulation: true },
  }));
  username = `chief${++serial}`;
  const attributes = { username, password: PASSWORD, uname: username, status: 'on', email: `${username}@example.org` };
  const { id } = await test.admin.create('/users', attributes);
  // An administrator whose other role needs a second factor: the administrator of the test continues without.
  const roles = ['1', '2'].map((role) => ({ type: 'roles', id: role }));
  expect((await test.admin.post(`/users/${id}/relationships/roles`, { data: roles })).status).toBe(200);
  await test.anonymous.post('/auth', { username, password: PASSWORD }, { 'Content-Type': 'application/json' });
  test.clock.advance(2 * DAY);
});
afterEach(async () => {
  expect(faults).toEqual([]);
  await context.close();
});

const go = (to: string): ReturnType<Page['goto']> => page.goto(base + to);
const press = (name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();
const credentials = async () => (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials;

async function enterPassword(): Promise<void> {
  await go('/html/sign-in?return=/home');
  await page.getByLabel('User name').fill(username);
  await page.getByLabel('Password').fill(PASSWORD);
  await press('Sign in');
}

/** With a passkey instead of an app. */
async function enrol(): Promise<void> {
  await enterPassword();
  await page.getByLabel('Name of the passkey').fill('Virtual');
  await press('Add a passkey and sign in');
  await page.getByRole('heading', { name: 'Recovery codes' }).waitFor();
  await page.getByRole('link', { name: 'Go on' }).click();
  await page.getByText('Signed in as').waitFor();
}

async function signOut(): Promise<void> {
  await press('Sign out');
  await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).waitFor();
}

/** The script is evaluated by DevTools, which the policy of a page does not bind. */
async function expectAccessible(): Promise<void> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<{ violations: { id: string; nodes: { html: string }[] }[] }>('axe.run()');
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
}

describe('a passkey on the pages', () => {
  it('is enrolled, signs in after the password, and signs in alone', async () => {
    await enterPassword();
    await page.getByRole('img', { name: 'QR code with the key below' }).waitFor();
    await expectAccessible();
    await enrol();
    expect(await credentials()).toHaveLength(1);
    await signOut();
    await enterPassword();
    await page.getByRole('button', { name: 'Use a passkey' }).waitFor();
    await expectAccessible();
    await press('Use a passkey');
    await page.getByText(`Signed in as ${username}`).waitFor();
    await signOut();
    await go('/html/sign-in?return=/home');
    await page.getByRole('link', { name: 'Sign in with a passkey' }).click();
    await press('Sign in with a passkey');
    await page.getByText(`Signed in as ${username}`).waitFor();
    expect((await credentials())[0]?.signCount).toBeGreaterThan(2);
  });

  it('confirms the user, and the original form is executed', async () => {
    await enrol();
    test.clock.advance(16 * MINUTE);
    await go('/html/new/roles');
    await page.getByLabel('Name').fill(`role_of_${username}`);
    await press('Save');
    await page.getByRole('heading', { name: 'Confirm that it is you' }).waitFor();
    await expectAccessible();
    await press('Confirm by a passkey');
    await page.getByText('It was saved.').waitFor();
    expect(await page.locator('h1').innerText()).toBe(`role_of_${username}`);
  });

  it('is removed and added on the account page', async () => {
    await enrol();
    await page.getByRole('link', { name: 'Account' }).click();
    await page.getByRole('heading', { name: 'Your account' }).waitFor();
    await expectAccessible();
    await press('Remove Virtual');
    await page.getByText('You sign in with your password alone.').waitFor();
    await devtools.send('WebAuthn.clearCredentials', { authenticatorId });
    await page.getByLabel('Your password').fill(PASSWORD);
    await press('Add a passkey');
    await page.getByLabel('Name of the passkey').fill('Second');
    await expectAccessible();
    await press('Add the passkey');
    await page.getByRole('heading', { name: 'Recovery codes' }).waitFor();
    await expectAccessible();
    await page.getByRole('link', { name: 'Go on' }).click();
    await page.getByRole('button', { name: 'Remove Second' }).waitFor();
    expect(await credentials()).toHaveLength(1);
  });

  it('that is missing, or not confirmed, is explained; the code remains possible', async () => {
    await enrol();
    await signOut();
    await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
    await devtools.send('WebAuthn.clearCredentials', { authenticatorId });
    await enterPassword();
    await press('Use a passkey');
    await page.getByText('No passkey was used').waitFor();
    await page.getByLabel('Code of your authenticator, or a recovery code').waitFor();
    expect(await page.getByRole('button', { name: 'Use a passkey' }).isEnabled()).toBe(true);
  });

  it('is explained to a browser without WebAuthn, or without scripts', async () => {
    await page.addInitScript('delete window.PublicKeyCredential');
    await enterPassword();
    await page.getByText('This browser knows no passkeys').waitFor();
    expect(await page.getByRole('button', { name: 'Add a passkey and sign in' }).isVisible()).toBe(false);
    const silent = await browser.newContext({ javaScriptEnabled: false });
    page = await silent.newPage();
    await enterPassword();
    await page.getByText('Passkeys need JavaScript').waitFor();
    expect(await page.getByRole('button', { name: 'Add a passkey and sign in' }).isVisible()).toBe(false);
    await silent.close();
  });
});

/** Of the client in a page of an application. */
interface Client {
  signIn(credentials: object): Promise<unknown>;
  post(path: string, request: object): Promise<{ meta: { challenge: string; options: object; confirmed: string } }>;
  patch(path: string, request: object): Promise<{ meta: { passkey: { name: string }; recovery_codes: string[] } }>;
  get(path: string): Promise<{ data: { attributes: { username: string } } }>;
}
interface Colophon {
  createClient(options: { url: string }): Client;
  createPasskey(options: object): Promise<object>;
  usePasskey(options: object): Promise<object>;
  hasPasskeys(): boolean;
}

describe('colophon/client', () => {
  /** A page of an application at the origin of the service, with the client as it is packed for browsers. */
  async function openApplication(): Promise<void> {
    const entryPoints = ['core/client/index.ts'];
    const bundled = await build({ entryPoints, bundle: true, format: 'iife', globalName: 'colophon', write: false });
    const body = '<!doctype html><title>Application</title>';
    await page.route(`${base}/application`, (route) => route.fulfill({ contentType: 'text/html', body }));
    await go('/application');
    await page.addScriptTag({ content: bundled.outputFiles[0]?.text ?? '' });
  }

  it('registers a passkey, signs in with it and alone, and confirms it, over the API', async () => {
    await openApplication();
    expect(await page.evaluate('colophon.hasPasskeys()')).toBe(true);
    const result = await page.evaluate(
      async ({ url, name, password }) => {
        const { createClient, createPasskey, usePasskey } = (globalThis as unknown as { colophon: Colophon }).colophon;
        const client = createClient({ url });
        const refused = async (credentials: object) => {
          try {
            await client.signIn(credentials);
          } catch (error) {
            return error as { code: string; challenge: string };
          }
          throw new Error('signed in');
        };
        const first = await refused({ username: name, password });
        const creation = await client.post('/auth/passkeys', { body: { challenge: first.challenge } });
        const credential = await createPasskey(creation.meta.options);
        const body = { challenge: creation.meta.challenge, credential, name: 'Key' };
        const made = (await client.patch('/auth/passkeys', { body })).meta;

        const second = await refused({ username: name, password });
        const step = (await client.post('/auth/passkeys/challenge', { body: { challenge: second.challenge } })).meta;
        await client.signIn({ challenge: step.challenge, passkey: await usePasskey(step.options) });

        const check = (await client.post('/auth/passkeys/challenge', { body: {} })).meta;
        const confirmation = { challenge: check.challenge, passkey: await usePasskey(check.options) };
        const { confirmed } = (await client.post('/auth/second_factor/check', { body: confirmation })).meta;

        const other = createClient({ url });
        const alone = (await other.post('/auth/passkeys/challenge', { body: {} })).meta;
        await other.signIn({ challenge: alone.challenge, passkey: await usePasskey(alone.options), alone: true });
        const { username: found } = (await other.get('/auth/user')).data.attributes;
        return { codes: [first.code, second.code], made, confirmed, found };
      },
      { url: base, name: username, password: PASSWORD },
    );
    expect(result.codes).toEqual(['second_factor_enrolment_required', 'second_factor_required']);
    expect(result.made).toMatchObject({ passkey: { name: 'Key' } });
    expect(result.made.recovery_codes).toHaveLength(10);
    expect(result.confirmed).toBe(test.clock.now().toISOString());
    expect(result.found).toBe(username);
  });

  it('passes on errors of the browser, such as an existing passkey on the device', async () => {
    await enrol();
    const { jwt } = await tokenByPasskey();
    const result = await page.evaluate(
      async ({ url, token, password }) => {
        const { createPasskey, usePasskey, createClient } = (globalThis as unknown as { colophon: Colophon }).colophon;
        const client = createClient({ url });
        const headers = { Authorization: `Bearer ${token}` };
        const { meta } = await client.post('/auth/passkeys', { body: { password }, headers });
        const nameOf = (error: unknown) => (error as Error).name;
        const created = await createPasskey(meta.options).catch(nameOf);
        const foreign = { challenge: 'AAAA', rpId: 'other.example' };
        return [created, await usePasskey(foreign).catch(nameOf)];
      },
      { url: base, token: jwt, password: PASSWORD },
    );
    expect(result).toEqual(['InvalidStateError', 'SecurityError']);
  });

  /** Of the user of the page, by the script of an application. */
  async function tokenByPasskey(): Promise<{ jwt: string }> {
    await openApplication();
    return page.evaluate(async (url) => {
      const { usePasskey, createClient } = (globalThis as unknown as { colophon: Colophon }).colophon;
      const { meta } = await createClient({ url }).post('/auth/passkeys/challenge', { body: {} });
      const passkey = await usePasskey(meta.options);
      const body = JSON.stringify({ grant_type: 'passkey', challenge: meta.challenge, passkey });
      const headers = { 'Content-Type': 'application/json', Accept: 'application/vnd.api+json' };
      const answer = await fetch(`${url}/auth`, { method: 'POST', headers, body });
      return ((await answer.json()) as { meta: { jwt: string } }).meta;
    }, base);
  }
});
