// Passwords on pages: never as readable text, changed from the account, and reset by mail (D747).
import { describe, expect, it } from 'vitest';
import { openBrowserClient, type BrowserClient } from '../../support/clients/browser-client.ts';
import { PASSWORD, serviceForTests } from '../../support/service.ts';

const NEW_PASSWORD = 'another correct horse';
const FLAT = { 'Content-Type': 'application/json' };

const test = serviceForTests();
let browser: BrowserClient;
let serial = 0;

async function newUser(): Promise<{ username: string; email: string }> {
  const username = `forgetful${++serial}`;
  const email = `${username}@example.org`;
  await test.admin.create('/users', { username, password: PASSWORD, uname: username, status: 'on', email });
  browser = openBrowserClient(test);
  return { username, email };
}
const signIn = (username: string, password: string) => test.anonymous.post('/auth', { username, password }, FLAT);
const hiddenOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
      name,
      value.replaceAll('&quot;', '"'),
    ]),
  );

describe('a form with a password', () => {
  const PAGES = [
    '/html/sign-in',
    '/html/sign-up',
    '/html/new-password',
    '/html/account',
    '/html/edit/auth/user',
    '/html/edit/users/1',
    '/html/new/users',
  ];

  it.each(PAGES)('%s has password fields with autocomplete', async (page) => {
    browser = openBrowserClient(test);
    await browser.signIn('admin', PASSWORD);
    const { status, text } = await browser.get(page);
    expect(status).toBe(200);
    const controls = [...text.matchAll(/<(?:input|textarea|select)[^>]* name="[^"]*password"[^>]*>/g)].map(
      ([each]) => each,
    );
    expect(controls.length).toBeGreaterThan(0);
    for (const control of controls) {
      expect(control).toMatch(/^<input[^>]* type="password"/);
      expect(control).toMatch(/autocomplete="(?:new|current)-password"/);
      expect(control).not.toMatch(/value="[^"]/);
    }
  });
});

describe('the page of the account', () => {
  it('leads to the form that changes the password, and the browser stays signed in', async () => {
    const { username } = await newUser();
    await browser.signIn(username);
    expect((await browser.get('/html/account')).text).toContain('href="/html/edit/auth/user"');
    const { text } = await browser.get('/html/edit/auth/user');
    expect(text).toMatch(/name="field\.old_password" type="password"[^>]* autocomplete="current-password"/);
    const fields = { 'field.password': NEW_PASSWORD, 'field.old_password': 'a wrong password' };
    const wrong = await browser.send('/html/edit/auth/user', { ...hiddenOf(text), ...fields });
    expect(wrong.status).toBe(400);
    expect(wrong.text).not.toMatch(/a wrong password|another correct horse/);
    const right = { ...fields, 'field.old_password': PASSWORD };
    expect((await browser.send('/html/edit/auth/user', { ...hiddenOf(text), ...right })).status).toBe(303);
    expect((await browser.get('/html/account')).status).toBe(200);
    expect((await signIn(username, NEW_PASSWORD)).status).toBe(200);
  });
});

describe('a forgotten password', () => {
  it('is offered by the page to sign in, and replaced by mail', async () => {
    const { username, email } = await newUser();
    expect((await browser.get('/html/sign-in')).text).toContain('<a href="/html/forgot-password">Forgot password?</a>');
    expect((await browser.get('/html/forgot-password')).text).toContain('type="email"');
    const asked = await browser.send('/html/forgot-password', { contact: email });
    expect([asked.status, asked.headers['location']]).toEqual([303, '/html/forgot-password?done=yes']);
    const unknown = await browser.send('/html/forgot-password', { contact: 'nobody@example.org' });
    expect([unknown.status, unknown.headers['location']]).toEqual([303, '/html/forgot-password?done=yes']);
    expect((await browser.get('/html/forgot-password?done=yes')).text).toContain('Look into your mail');
    const mail = await test.service.services.store.asyncJobs.findOne({ service: 'mail', 'payload.to': email });
    expect(mail?.payload).toMatchObject({ template: 'credentials_change', url: 'http://localhost/html/new-password' });
    const uuid = mail?.secret ?? '';
    expect((await browser.get(`/html/new-password?uuid=${uuid}`)).text).toContain(`value="${uuid}"`);
    const short = await browser.send('/html/new-password', { uuid, password: 'short one' });
    expect([short.status, short.text.includes('10 to 1024 characters'), short.text.includes('short one')]).toEqual([
      400,
      true,
      false,
    ]);
    const done = await browser.send('/html/new-password', { uuid, password: NEW_PASSWORD });
    expect([done.status, done.headers['location']]).toEqual([303, '/html/new-password?done=yes']);
    expect((await browser.get('/html/new-password?done=yes')).text).toContain('sign in with the new password');
    expect((await signIn(username, NEW_PASSWORD)).status).toBe(200);
    const again = await browser.send('/html/new-password', { uuid, password: NEW_PASSWORD });
    expect([again.status, again.text.includes('ask for another mail')]).toEqual([404, true]);
  });

  it('shows errors, runs no markup, and takes no form of another origin', async () => {
    browser = openBrowserClient(test);
    const bad = await browser.send('/html/forgot-password', { contact: '"><b>x' });
    expect([bad.status, bad.text.includes('<b>x')]).toEqual([400, false]);
    const foreign = { Origin: 'https://evil.example' };
    for (const page of ['/html/forgot-password', '/html/new-password'])
      expect((await browser.send(page, { contact: 'a@example.org', uuid: 'x' }, foreign)).status).toBe(403);
  });
});
