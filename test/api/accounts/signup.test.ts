// Accounts that users create themselves: POST /signup (service.md 4.13, D34, D262 to D264).
import { afterEach, describe, expect, it } from 'vitest';
import { configure } from '../../support/writes/configuration.ts';
import { errorCodes, errorSources, PASSWORD, serviceForTests } from '../../support/service.ts';
import { PAGE, signupTools } from '../../support/accounts/signups.ts';

/** 160 random bits (D603). */
const SECRET = /^[0-9a-f]{40}$/;

const test = serviceForTests({ env: { TRUST_PROXY: '1' } });
afterEach(async () => {
  await test.service.services.store.loginFailures.deleteMany({});
  // The tokens of the clients last for twenty minutes.
  test.clock.set('2026-05-13T07:09:23Z');
});

const { send, newBody, signUp, activate, stored, signIn } = signupTools(() => test);

/** Rows that a signup leaves; to see that one that was refused has left none. */
async function counts(): Promise<number[]> {
  const { store } = test.service.services;
  const users = store.documents('users');
  const { asyncJobs, usernames, userEmails, credentials, objects, changes } = store;
  const all = [users, asyncJobs, usernames, userEmails, credentials, objects, changes];
  return Promise.all(all.map((collection) => collection.countDocuments({})));
}

describe('POST /signup', () => {
  it('creates a draft, the waiting job and the mail', async () => {
    const redirect_url = 'http://localhost:8080/start?a=1#b';
    const { body, response, user, jobs, uuid, id } = await signUp({ name: 'Mary', surname: 'Shelley', redirect_url });
    const { username, email } = body;
    expect(user).toMatchObject({
      type: 'users',
      attributes: { username, email, name: 'Mary', surname: 'Shelley', title: 'Mary Shelley', status: 'draft' },
      meta: {
        blocked: false,
        locked: false,
        verified: null,
        last_login: null,
        num_login_err: 0,
        created_by: 1,
        modified_by: 1,
      },
      relationships: { roles: { data: [] } },
    });
    expect(user.attributes['uname']).toBe(`user-${username}`);
    expect((response.body as { included: unknown }).included).toEqual([]);
    const later = new Date(test.clock.now().getTime() + 86_400_000);
    expect(jobs).toMatchObject([
      { service: 'signup', payload: { user_id: id, lang: 'en' }, expires: later, due: later, completed: null },
      {
        service: 'mail',
        payload: { template: 'signup', to: email, user_id: id, lang: 'en', url: PAGE, redirect_url },
        expires: later,
        due: test.clock.now(),
      },
    ]);
    expect(uuid).toMatch(SECRET);
    expect(await signIn(username)).toBe(401);
    const seen = [response.text, (await test.admin.get('/admin/async_jobs?page_size=100')).text].join('');
    expect([seen.includes(uuid), seen.includes(PASSWORD), jobs.some(({ _id }) => _id === uuid)]).toEqual([
      false,
      false,
      false,
    ]);
  });

  it('makes the uname from the user name, with a suffix when it is taken', async () => {
    const unameOf = async (username: string) =>
      (await signUp({ username, name: 'Mary', surname: 'Shelley' })).user.attributes['uname'];
    expect(await unameOf('Jörg.Müller')).toBe('user-jorg-muller');
    expect(await unameOf('jorg-muller')).toMatch(/^user-jorg-muller-[0-9a-f]{6}$/);
    expect(await unameOf('1818')).toBe('user-1818');
    expect(await unameOf('мэри')).toBe('user-meri');
  });

  // oxfmt-ignore
  it.each<[string, object, string]>([
    ['no name', { username: undefined }, '/username'], ['an empty name', { username: '' }, '/username'],
    ['no password', { password: undefined }, '/password'], ['no address', { email: undefined }, '/email'],
    ['no page', { activation_url: undefined }, '/activation_url'],
    ['a long name', { username: 'a'.repeat(101) }, '/username'], ['a long password', { password: 'a'.repeat(1025) }, '/password'],
    ['a long address', { email: `${'a'.repeat(90)}@example.com` }, '/email'], ['a long page', { activation_url: `${PAGE}?${'a'.repeat(2000)}` }, '/activation_url'],
    ['a long first name', { name: 'a'.repeat(256) }, '/name'], ['a long surname', { surname: 'a'.repeat(256) }, '/surname'],
    ['a long language', { lang: 'a'.repeat(65) }, '/lang'], ['no language', { lang: 'not a tag' }, '/lang'],
    ['a name of spaces', { username: ' ' }, '/username'], ['a name in brackets', { username: '<b>' }, '/username'],
    ['a reserved name', { username: '__deleted-1' }, '/username'],
    ['a header in the name', { username: 'a\r\nBcc: b@example.org' }, '/username'], ['a header in the first name', { name: 'a\r\nBcc, b@example.org' }, '/name'],
    ['a null in the surname', { surname: 'a\u0000' }, '/surname'], ['a line in the surname', { surname: 'a\u2028b' }, '/surname'],
    ['no address at all', { email: 'nobody' }, '/email'], ['two addresses', { email: 'a@example.com,b@example.com' }, '/email'],
    ['a header in the address', { email: 'a@example.com\nBcc: b@example.com' }, '/email'], ['a list of addresses', { email: ['a@example.com'] }, '/email'],
    ['a script as the page', { activation_url: 'javascript:alert(1)' }, '/activation_url'], ['data as the page', { activation_url: 'data:text/html,a' }, '/activation_url'],
    ['a path as the page', { activation_url: '/activate' }, '/activation_url'], ['a user in the page', { activation_url: 'https://a:b@example.com/' }, '/activation_url'],
    ['a script as the next page', { redirect_url: 'javascript:alert(1)' }, '/redirect_url'], ['ftp as the next page', { redirect_url: 'ftp://example.com/' }, '/redirect_url'],
    ['a role', { roles: ['editor'] }, '/roles'], ['no list of roles', { roles: 'editor' }, '/roles'],
    ['an object as the name', { username: { $ne: '' } }, '/username'],
  ])('is 400 for %s, and creates nothing', async (_what, more, pointer) => {
    const before = await counts();
    const response = await send('/signup', newBody(more));
    expect([response.status, errorSources(response)]).toEqual([400, expect.arrayContaining([pointer])]);
    expect(await counts()).toEqual(before);
  });

  it('names all missing members', async () => {
    expect(errorSources(await send('/signup', { username: 'x' }))).toEqual(['/password', '/email', '/activation_url']);
    for (const body of ['', '[]', '"a"', 'null', '{"username"']) expect((await send('/signup', body)).status).toBe(400);
  });

  it('takes application/json only', async () => {
    const response = await send('/signup', newBody(), { 'Content-Type': 'application/vnd.api+json' });
    expect(response.status).toBe(415);
  });

  it('is 400 for a taken name or address, in any letter case, and names it', async () => {
    const { body } = await signUp();
    const before = await counts();
    const taken = async (more: object) => {
      const response = await send('/signup', newBody(more));
      return [response.status, errorCodes(response)[0], ...errorSources(response)];
    };
    const username = body.username.toUpperCase();
    const email = body.email.toUpperCase();
    expect(await taken({ username })).toEqual([400, 'already_exists', '/username']);
    expect(await taken({ email })).toEqual([400, 'already_exists', '/email']);
    expect(await taken({ username, email })).toEqual([400, 'already_exists', '/username', '/email']);
    expect(await counts()).toEqual(before);
  });

  it('sets no attributes that are reserved for others', async () => {
    const more = {
      status: 'on', blocked: true, verified: '2026-01-01', role_ids: [1], id: 4711, uname: 'admin-2', locked: true,
      created_by: 4711, publish_end: '2020-01-01', auth_provider: 'x', tags: [{ name: 'new' }],
    }; // oxfmt-ignore
    const response = await send('/signup', newBody(more));
    expect([response.status, ...errorSources(response)]).toEqual([400, ...Object.keys(more).map((name) => `/${name}`)]);
    expect(await test.service.services.store.tags.countDocuments({ name: 'new' })).toBe(0);
  });

  it('follows the password policy and the allowed pages', async () => {
    await configure(
      test,
      'Auth',
      JSON.stringify({ passwordPolicy: { rule: '/^.{40,}$/' }, allowedUrls: ['https://app.example.com'] }),
    );
    const refused = async (more: object) => errorSources(await send('/signup', newBody(more)));
    const page = { activation_url: 'https://app.example.com/a' };
    expect(await refused({})).toEqual(['/activation_url']);
    expect(await refused({ ...page, redirect_url: 'https://www.example.com' })).toEqual(['/redirect_url']);
    expect(await refused(page)).toEqual(['/password']);
    await configure(test, 'Auth', null);
  });

  it('is 429 after twenty an hour from one address, before any query', async () => {
    const from = { 'X-Forwarded-For': '192.0.2.5' };
    const body = newBody({ username: 'admin' });
    for (let count = 0; count < 20; count++) expect((await send('/signup', body, from)).status).toBe(400);
    const refused = await send('/signup', newBody(), from);
    expect([refused.status, errorCodes(refused)[0], refused.headers['retry-after']]).toEqual([
      429,
      'too_many_requests',
      '3600',
    ]);
    expect((await send('/signup', newBody(), { 'X-Forwarded-For': '192.0.2.6' })).status).toBe(202);
    test.clock.advance(3_600_000);
    expect((await send('/signup', newBody(), from)).status).toBe(202);
  });

  it('works when drafts are hidden from all callers', async () => {
    await configure(test, 'Status.level', 'on');
    const { user, uuid } = await signUp();
    expect(user.attributes['status']).toBe('draft');
    expect((await activate(uuid)).status).toBe(202);
    await configure(test, 'Status.level', null);
  });

  it('accepts custom properties of a project', async () => {
    const attributes = { name: 'motto', object_type_name: 'users', property_type_name: 'string' };
    const { id } = await test.admin.create('/model/properties', attributes);
    const { user } = await signUp({ motto: 'Nullius in verba' });
    expect(user.attributes).toMatchObject({ motto: 'Nullius in verba' });
    await test.admin.delete(`/model/properties/${id}`);
  });

  it('keeps the password and the UUID out of the history and the log', async () => {
    const { uuid, body } = await signUp();
    await activate(uuid);
    const { changes } = test.service.services.store;
    const kept = JSON.stringify([await changes.find().toArray(), test.logged]);
    expect(kept).toContain(body.username);
    expect(kept).toContain('activateSignup');
    expect([kept.includes(uuid), kept.includes(PASSWORD)]).toEqual([false, false]);
  });
});

describe('the language of the mail', () => {
  // oxfmt-ignore
  it.each<[string, object, (string | undefined)[], string]>([
    ['is that of the body', { lang: 'it' }, ['de', 'fr'], 'it'],
    ['is the one that is asked for most', {}, ['fr;q=0.8, de-CH, *;q=0.1', 'it'], 'de-CH'],
    ['is the default for what is no language', {}, ['\u00e4, ;q=1, *, de;q=0', 'it'], 'it'],
    ['is English else', {}, [], 'en'],
  ])('%s', async (_what, more, [header, byDefault], lang) => {
    await configure(test, 'I18n.default', byDefault ?? null);
    const { jobs } = await signUp(more, header === undefined ? {} : { 'Accept-Language': header });
    expect(jobs.map(({ payload }) => payload?.['lang'])).toEqual([lang, lang]);
    await configure(test, 'I18n.default', null);
  });
});

describe('the configuration entry Signup', () => {
  afterEach(() => configure(test, 'Signup', null));
  const signup = (settings: object) => configure(test, 'Signup', JSON.stringify(settings));

  it('can disable activation: the user is on at once, with a welcome mail', async () => {
    await signup({ requireActivation: false });
    const { user, id, jobs, body } = await signUp({ activation_url: undefined });
    expect([user.attributes['status'], user.meta['verified'], await signIn(body.username)]).toEqual(['on', null, 200]);
    const payload = { template: 'welcome', to: body.email, user_id: id, lang: 'en' };
    expect(jobs).toMatchObject([{ service: 'mail', payload, expires: null }]);
    expect(jobs[0]).not.toHaveProperty('secret');
  });

  it('can make the address, and so the mail, and the password optional', async () => {
    await signup({ requireEmail: false, requirePassword: false });
    const { jobs, id } = await signUp({ email: undefined, password: undefined });
    expect(jobs.map(({ service }) => service)).toEqual(['signup']);
    expect(await test.service.services.store.credentials.findOne({ _id: id })).toBeNull();
    expect(errorSources(await send('/signup', newBody({ password: '' })))).toEqual(['/password']);
  });

  it('can name the page of the link', async () => {
    await signup({ activationUrl: 'https://pages.example.com/a' });
    const urlOf = async (more: object) => (await signUp(more)).jobs[1]?.payload?.['url'];
    expect(await urlOf({ activation_url: undefined })).toBe('https://pages.example.com/a');
    expect(await urlOf({})).toBe(PAGE);
  });

  it('can give default roles, and roles to choose from', async () => {
    const roleId = Number((await test.admin.create('/roles', { name: 'authors' })).id);
    await signup({ defaultRoles: ['admin', 'authors', 'unknown'] });
    const { response, user, id } = await signUp();
    expect((await stored(id))?.['role_ids']).toEqual([roleId]);
    expect(user).toMatchObject({ relationships: { roles: { data: [{ type: 'roles', id: String(roleId) }] } } });
    expect((response.body as { included: unknown }).included).toMatchObject([{ attributes: { name: 'authors' } }]);
    await signup({ roles: ['editor', 'authors', 'admin', 'unknown'], defaultRoles: ['authors'] });
    for (const roles of [undefined, [], ['admin'], ['editor', 'admin'], ['unknown'], ['editor', 'other']]) {
      expect(errorSources(await send('/signup', newBody({ roles })))).toEqual(['/roles']);
    }
    const chosen = await signUp({ roles: ['authors', 'editor', 'editor'] });
    expect((await stored(chosen.id))?.['role_ids']).toEqual([2, roleId]);
    expect((await activate(chosen.uuid)).status).toBe(202);
    expect((await stored(chosen.id))?.['role_ids']).toEqual([2, roleId]);
  });

  it('is ignored if it has the wrong type', async () => {
    for (const requireActivation of [0, 'no', null, []]) {
      await signup({
        requireActivation,
        requireEmail: 0,
        requirePassword: 'false',
        activationUrl: 'javascript:1',
        roles: 'editor',
        defaultRoles: [1, { a: 1 }],
      });
      expect(errorSources(await send('/signup', { username: 'x' }))).toEqual([
        '/password',
        '/email',
        '/activation_url',
      ]);
      const { user } = await signUp();
      expect(user.attributes['status']).toBe('draft');
    }
  });
});
