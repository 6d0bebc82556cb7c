// Signing up by form and activating the account (D344).
import { beforeAll, describe, expect, it } from 'vitest';
import { openBrowserClient, type BrowserClient } from '../../support/clients/browser-client.ts';
import { PASSWORD, serviceForTests } from '../../support/service.ts';

const test = serviceForTests();
let browser: BrowserClient;
beforeAll(() => {
  browser = openBrowserClient(test);
});

const FIELDS = { 'field.username': 'ada', 'field.password': PASSWORD, 'field.email': 'ada@example.org' };

const users = (username: string) => test.service.services.store.documents('users').findOne({ username });
const uuidOf = async (username: string): Promise<string> => {
  const user = await users(username);
  const job = await test.service.services.store.asyncJobs.findOne({
    'payload.user_id': user?._id,
    secret: { $exists: true },
  });
  return job?.secret ?? '';
};
const configure = async (name: string, content: unknown): Promise<() => Promise<unknown>> => {
  const { id } = await test.admin.create('/admin/config', { name, content: JSON.stringify(content) });
  return () => test.admin.delete(`/admin/config/${id}`);
};

describe('signing up by form', () => {
  it('is offered on the home page and on the sign-in page', async () => {
    expect((await browser.get('/home')).text).toContain('<a href="/html/sign-up">Signup</a>');
    expect((await browser.get('/html/sign-in')).text).toContain('<a href="/html/sign-up">Sign up</a>');
    const { text } = await browser.get('/html/sign-up');
    expect(text).toMatch(/<input id="field-password" name="field\.password" type="password"[^>]* required>/);
    expect(text).toMatch(/<input id="field-email" name="field\.email" type="email"[^>]* required>/);
    expect(text).toContain('within 24 hours');
    expect(text).not.toMatch(/activation_url|field\.roles/);
  });

  it('creates an account, whose mail links to the activation page', async () => {
    const sent = await browser.send('/html/sign-up', { ...FIELDS, 'field.name': 'Ada' });
    expect([sent.status, sent.headers['location']]).toEqual([303, '/html/sign-up?done=mail']);
    expect((await browser.get('/html/sign-up?done=mail')).text).toContain('Look into your mail');
    expect(await users('ada')).toMatchObject({ name: 'Ada', status: 'draft', email: 'ada@example.org' });
    const mail = await test.service.services.store.asyncJobs.findOne({
      service: 'mail',
      'payload.to': 'ada@example.org',
    });
    expect(mail?.payload).toMatchObject({ template: 'signup', url: 'http://localhost/html/activate' });

    const uuid = await uuidOf('ada');
    const page = await browser.get(`/html/activate?uuid=${uuid}&redirect_url=https%3A%2F%2Fevil.example`);
    expect(page.text).toContain(`value="${uuid}"`);
    expect(page.text).not.toContain('href="https://evil.example');
    expect(await users('ada')).toMatchObject({ status: 'draft' });
    const activated = await browser.send('/html/activate', { uuid });
    expect([activated.status, activated.headers['location']]).toEqual([303, '/html/activate?done=yes']);
    expect((await browser.get('/html/activate?done=yes')).text).toContain('Your account is active');
    expect((await browser.signIn('ada')).status).toBe(303);
  });

  it('shows errors at the fields, and repeats no password', async () => {
    const { status, text } = await openBrowserClient(test).send('/html/sign-up', {
      ...FIELDS,
      'field.username': 'Reader',
    });
    expect(status).toBe(400);
    expect(text).toContain('id="fault-username"');
    expect(text).toContain('value="ada@example.org"');
    expect(text).not.toContain(PASSWORD);
    const empty = await openBrowserClient(test).send('/html/sign-up', { 'field.username': 'nobody' });
    expect(empty.text).toContain('<p class="fault" id="fault-password">This field is required.</p>');
  });

  it('explains a link that is no longer valid', async () => {
    const { status, text } = await browser.send('/html/activate', { uuid: '<b>' });
    expect(status).toBe(404);
    expect(text).toContain('A link is good once');
    expect(text).toContain('value="&lt;b&gt;"');
  });

  it('is refused from other origins', async () => {
    const headers = { Origin: 'https://evil.example' };
    const fields = { ...FIELDS, 'field.username': 'forged' };
    expect((await browser.send('/html/sign-up', fields, headers)).status).toBe(403);
    expect((await browser.send('/html/activate', { uuid: 'x' }, headers)).status).toBe(403);
    expect(await users('forged')).toBeNull();
  });

  it('follows the configuration', async () => {
    const roles = await configure('Signup', {
      roles: ['press'],
      requireEmail: false,
      activationUrl: 'https://app.example.org/a',
    });
    try {
      await test.admin.create('/roles', { name: 'press' });
      const { text } = await browser.get('/html/sign-up');
      expect(text).toContain('<input type="checkbox" name="field.roles" value="press">');
      expect(text).not.toMatch(/name="field\.email"[^>]* required/);
      const fields = { 'field.username': 'grace', 'field.password': PASSWORD, 'field.roles': 'press' };
      const sent = await browser.send('/html/sign-up', fields);
      expect(sent.headers['location']).toBe('/html/sign-up?done=waiting');
    } finally {
      await roles();
    }
    const open = await configure('Signup', { requireActivation: false });
    try {
      const fields = { ...FIELDS, 'field.username': 'mary', 'field.email': 'mary@example.org' };
      const sent = await browser.send('/html/sign-up', fields);
      expect(sent.headers['location']).toBe('/html/sign-up?done=ready');
      expect((await browser.get('/html/sign-up?done=ready')).text).toContain('You can sign in now.');
    } finally {
      await open();
    }
  });

  it('does not exist when sign-up is closed', async () => {
    const { body } = await test.admin.get('/admin/endpoints?filter[name]=signup');
    const [row] = (body as { data: { id: string }[] }).data;
    const enable = (enabled: boolean) =>
      test.admin.patch(`/admin/endpoints/${row?.id ?? ''}`, {
        data: { type: 'endpoints', id: row?.id, attributes: { enabled } },
      });
    expect((await enable(false)).status).toBe(200);
    try {
      const client = openBrowserClient(test);
      expect((await client.get('/html/sign-up')).status).toBe(404);
      expect((await client.send('/html/sign-up', FIELDS)).status).toBe(404);
      expect((await client.get('/html/sign-in')).text).not.toContain('Sign up');
      expect((await client.get('/home')).text).not.toContain('/html/sign-up');
    } finally {
      await enable(true);
    }
  });
});
