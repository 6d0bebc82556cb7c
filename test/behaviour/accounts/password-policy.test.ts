// The policy for new passwords: long, and not among the most common, or a configured rule (D382). It applies to all
// operations that set one.
import { afterEach, describe, expect, it } from 'vitest';
import { passwordFault } from '../../../core/config/password-policy.ts';
import { configure } from '../../support/writes/configuration.ts';
import { openBrowserClient } from '../../support/clients/browser-client.ts';
import { errorCodes, errorSources, openTestService, PASSWORD, serviceForTests } from '../../support/service.ts';

const FLAT = { 'Content-Type': 'application/json' };
/** Of ten characters and more, in any case. */
const COMMON = ['qwertyuiop', '1234567890', 'Password123', 'ADMINISTRATOR', 'basketball', '1qaz2wsx3edc'];
const SHORT = ['a', 'nine char', '🐟🐠🐡🦈🐙'];

const test = serviceForTests({ env: { TRUST_PROXY: '1' } });
afterEach(() => configure(test, 'Auth', null));

let serial = 0;
const attributesOf = (password: string) => {
  const username = `policy${++serial}`;
  return { username, password, uname: username, status: 'on' };
};
const create = (password: string) =>
  test.admin.post('/users', { data: { type: 'users', attributes: attributesOf(password) } });

async function changeUuid(): Promise<string> {
  const attributes = { ...attributesOf(PASSWORD), email: `policy${serial}@example.org` };
  await test.admin.create('/users', attributes);
  const body = { contact: attributes.email, change_url: 'http://localhost/' };
  await test.anonymous.post('/auth/change', body, { ...FLAT, 'X-Forwarded-For': `10.9.0.${serial}` });
  const mails = await test.service.services.store.asyncJobs.find({ service: 'mail' }).toArray();
  return mails.findLast(({ payload }) => payload?.['to'] === attributes.email)?.secret ?? '';
}

/** All operations that set a password, with its pointer. */
const PLACES: [string, (password: string) => ReturnType<typeof create>, string][] = [
  ['POST /users', create, '/data/attributes/password'],
  [
    'PATCH /users/{id}',
    async (password) => {
      const { id } = await test.admin.create('/users', attributesOf(PASSWORD));
      return test.admin.patch(`/users/${id}`, { data: { type: 'users', id, attributes: { password } } });
    },
    '/data/attributes/password',
  ],
  [
    'POST /signup',
    (password) => {
      const { username } = attributesOf(password);
      const body = { username, password, email: `${username}@example.com`, activation_url: 'http://localhost' };
      return test.anonymous.post('/signup', body, { ...FLAT, 'X-Forwarded-For': `10.8.0.${serial}` });
    },
    '/password',
  ],
  [
    'PATCH /auth/user',
    async (password) => {
      const client = await test.addClient(attributesOf(PASSWORD).username, []);
      return client.patch('/auth/user', { password, old_password: PASSWORD }, FLAT);
    },
    '/password',
  ],
  [
    'PATCH /auth/change',
    async (password) => test.anonymous.patch('/auth/change', { uuid: await changeUuid(), password }, FLAT),
    '/password',
  ],
];

describe.each(PLACES)('%s', (_place, set, pointer) => {
  it('refuses a short or common password, and accepts any other', async () => {
    for (const [password, fault] of [
      ['nine char', '[password.length]: A password has 10 to 1024 characters.'],
      ['Password123', '[password.common]'],
    ] as const) {
      const response = await set(password);
      expect([response.status, errorCodes(response)[0], errorSources(response)]).toEqual([
        400,
        'invalid_data',
        [pointer],
      ]);
      expect(response.text).toContain(fault);
      expect(response.text).not.toContain(password);
    }
    expect((await set('ten chars!')).status).toBeLessThan(300);
  });
});

describe('a password', () => {
  it.each(COMMON)('that is common is refused: %s', async (password) => {
    expect(errorSources(await create(password))).toEqual(['/data/attributes/password']);
    expect((await passwordFault(password))?.name).toBe('common');
    expect(await passwordFault(`${password}-and something more`)).toBeUndefined();
  });

  it.each(SHORT)('of fewer than ten characters is refused: %s', async (password) => {
    expect((await passwordFault(password))?.name).toBe('length');
  });

  it('may be of any characters', async () => {
    for (const password of ['十文字以上の長い合言葉です', '🐟🐠🐡🦈🐙🐟🐠🐡🦈🐙', 'x'.repeat(1024)]) {
      expect((await create(password)).status).toBe(201);
    }
    expect((await passwordFault('x'.repeat(1025)))?.name).toBe('length');
  });

  it('is refused in a form, at its field', async () => {
    const browser = openBrowserClient(test);
    await browser.signIn('admin');
    const fields = { csrf: await browser.csrf(), 'field.username': 'by-form', 'field.uname': 'by-form' };
    const { status, text } = await browser.send('/html/new/users', { ...fields, 'field.password': 'qwertyuiop' });
    expect([status, text.includes('one of the most common')]).toEqual([400, true]);
  });

  it('that was set before is still valid', async () => {
    await configure(test, 'Auth', JSON.stringify({ passwordPolicy: { rule: '/./' } }));
    const attributes = attributesOf('abc');
    await test.admin.create('/users', attributes);
    await configure(test, 'Auth', null);
    const { username, password } = attributes;
    expect((await test.anonymous.post('/auth', { username, password }, FLAT)).status).toBe(200);
  });
});

describe('a rule', () => {
  const statusOf = async (password: string) => (await create(password)).status;

  it('of the configuration replaces length and list', async () => {
    await configure(test, 'Auth.passwordPolicy.rule', '/^\\w{4,}$/');
    expect([await statusOf('abcd'), await statusOf('qwertyuiop'), await statusOf('ab!'), await statusOf('')]).toEqual([
      201, 201, 400, 400,
    ]);
    await configure(test, 'Auth.passwordPolicy.rule', null);
    expect(await statusOf('abcd')).toBe(400);
  });

  it('that is invalid or empty is ignored', async () => {
    for (const rule of ['', '((', 7, null]) {
      await configure(test, 'Auth', JSON.stringify({ passwordPolicy: { rule } }));
      expect([await statusOf('nine char'), await statusOf('qwertyuiop')]).toEqual([400, 400]);
    }
  });

  it('of the deployment applies until the configuration has another', async () => {
    const own = await openTestService({ env: { PASSWORD_RULE: '/^.{5,}$/', ADMIN_PASSWORD: PASSWORD } });
    try {
      const set = async (password: string) =>
        (await own.admin.post('/users', { data: { type: 'users', attributes: attributesOf(password) } })).status;
      expect([await set('12345'), await set('1234')]).toEqual([201, 400]);
      await configure(own, 'Auth.passwordPolicy.rule', '/^.{12,}$/');
      expect([await set('12345'), await set('123456789012')]).toEqual([400, 201]);
    } finally {
      await own.close();
    }
  });
});

describe('ADMIN_PASSWORD', () => {
  it.each([
    ['short', {}, /^ADMIN_PASSWORD cannot be used: A password has 10 to 1024 characters$/],
    ['1234567890', {}, /^ADMIN_PASSWORD cannot be used: The password is one of the most common: choose another one$/],
    ['1234567890', { NODE_ENV: 'development' }, /^ADMIN_PASSWORD cannot be used/],
    [
      PASSWORD,
      { PASSWORD_RULE: '/^.{80,}$/' },
      /^ADMIN_PASSWORD cannot be used: .* \(PASSWORD_RULE is \/\^\.\{80,\}\$\/\)$/,
    ],
  ])('%s makes the first start fail with %j', async (password, env, message) => {
    const error = await openTestService({ env: { ADMIN_PASSWORD: password, ...env } }).catch((thrown: Error) => thrown);
    expect((error as Error).message).toMatch(message);
    expect((error as Error).message).not.toContain(password);
  });

  it('is checked at the first start only', async () => {
    const env = { ADMIN_PASSWORD: 'short' };
    const next = await openTestService({ env, beside: test, clock: test.clock });
    expect((await next.admin.get('/auth/user')).status).toBe(200);
    await next.close();
  });
});
