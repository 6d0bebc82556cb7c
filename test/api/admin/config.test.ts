import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  changesOf,
  dataOf,
  expectAdminsOnly,
  HOSTILE,
  listOf,
  outcome,
  resourceAt,
} from '../../support/database/rows.ts';
import { openTestService, type Client, type TestService, serviceForTests } from '../../support/service.ts';

const PATH = '/admin/config';
const test = serviceForTests();
let other: TestService;
/** Header of an application that is not the first one, and its id. */
let key: Record<string, string>;
let applicationId: string;
beforeAll(async () => {
  other = await openTestService({ beside: test, clock: test.clock });
  const application = await test.admin.create('/admin/applications', { name: 'site' });
  key = { 'X-Api-Key': String(application.meta['api_key']) };
  applicationId = application.id;
});
afterAll(async () => {
  await other.close();
});
const config = resourceAt(() => test, PATH);
const own = resourceAt(() => test, '/config');

describe('entries that decide access', () => {
  it('are written by admins only, also when other roles may write /admin', async () => {
    const operators = await test.admin.create('/roles', { name: 'operators' });
    const permission = { endpoint_name: 'admin', role_id: Number(operators.id), read: true, write: true };
    await test.admin.create('/admin/endpoint_permissions', permission);
    const operator = await test.addClient('operator', [Number(operators.id)]);
    const post = (attributes: object) => outcome(operator.post(PATH, { data: { type: 'config', attributes } }));
    const patch = (id: string, attributes: object) =>
      outcome(operator.patch(`${PATH}/${id}`, { data: { type: 'config', id, attributes } }));
    for (const name of ['Auth', 'Auth.allowedUrls', 'Auth.passwordPolicy.rule', 'Signup', 'Signup.defaultRoles']) {
      for (const context of ['core', 'api']) {
        expect([name, await post({ name, context, content: '["https://evil.example"]' })]).toEqual([
          name,
          '403 forbidden',
        ]);
      }
    }
    await config.create({ name: 'Auth.allowedUrls', content: 'https://app.example.org' });
    expect(await patch('Auth.allowedUrls', { content: 'https://evil.example' })).toBe('403 forbidden');
    expect(await patch('Auth.allowedUrls', { context: 'app' })).toBe('403 forbidden');
    expect(await outcome(operator.delete(`${PATH}/Auth.allowedUrls`))).toBe('403 forbidden');
    expect((await config.get('Auth.allowedUrls')).attributes['content']).toBe('https://app.example.org');
    expect(await outcome(config.remove('Auth.allowedUrls'))).toBe('204');

    // Entries that only applications read are left out, until they take effect.
    expect(await post({ name: 'Signup.note', context: 'app', content: 'a' })).toBe('201');
    expect(await patch('Signup.note', { context: 'core' })).toBe('403 forbidden');
    expect(await outcome(operator.delete(`${PATH}/Signup.note`))).toBe('204');
    expect(await post({ name: 'Project.name', content: '"Ours"' })).toBe('201');
    expect(await outcome(operator.delete(`${PATH}/Project.name`))).toBe('204');
  });
});

describe('POST /admin/config', () => {
  it('creates a global entry, whose id is its name', async () => {
    const response = await config.post({ name: 'Site/Title one', content: 'Hello' }, 'Site/Title one');
    expect(response.status).toBe(201);
    expect(dataOf(response)).toMatchObject({
      id: 'Site/Title one',
      attributes: { name: 'Site/Title one', context: 'core', content: 'Hello', application_id: null },
    });
    expect(response.headers['location']).toMatch(/\/admin\/config\/Site%2FTitle%20one$/);
    expect((await config.get('Site/Title one')).attributes['content']).toBe('Hello');
  });

  it('creates an entry of an application, by id or name', async () => {
    const first = dataOf(await config.post({ name: 'Colors', content: '[]', application: 'site', context: 'app' }));
    expect([first.id, first.attributes['application_id']]).toEqual([`${applicationId}:Colors`, Number(applicationId)]);
    const id = `${applicationId}:Fonts`;
    expect(await outcome(config.post({ name: 'Fonts', application_id: Number(applicationId) }, id))).toBe('201');
  });

  it('accepts names up to 255 characters, also for an application', async () => {
    const { id } = await config.create({ name: 'x'.repeat(255), application: 'site' });
    expect(await outcome(config.patch(id, { content: 'y' }))).toBe('200');
    expect(await outcome(config.remove(id))).toBe('204');
  });

  it('refuses invalid entries', async () => {
    await config.create({ name: 'Taken', content: 'x' });
    expect(await outcome(config.post({ name: 'Taken' }))).toBe('400 already_exists /data/attributes/name');
    expect(await outcome(config.post({ name: 'Own' }, 'Other'))).toBe('409 id_conflict /data/id');
    expect(await outcome(config.post({ name: 'Own', application: 'site' }, 'Own'))).toBe('409 id_conflict /data/id');
    expect(await outcome(config.post({}))).toBe('400 invalid_data /data/attributes/name');
    for (const name of ['', '1:Own', 'x'.repeat(256), ...HOSTILE]) {
      expect(await outcome(config.post({ name }))).toMatch(/^400 invalid_(data|key)/);
    }
    for (const name of ['Datasources', 'Cache.default', 'EmailTransport', 'Session', 'Error.level', 'App']) {
      expect(await outcome(config.post({ name }))).toBe('400 invalid_data /data/attributes/name');
      expect(await outcome(own.post({ name }))).toBe('400 invalid_data /data/attributes/name');
    }
    for (const content of [7, null, { $gt: '' }, ['a'], { a: 1 }]) {
      expect(await outcome(config.post({ name: 'Own', content }))).toMatch(/^400 invalid_(data|key)/);
    }
    expect(await outcome(config.post({ name: 'Own', application: 'nothing' }))).toBe('404 not_found');
    expect(await outcome(config.post({ name: 'Own', application_id: 987654 }))).toBe(
      '400 invalid_data /data/attributes/application_id',
    );
    expect(await test.service.services.store.config.countDocuments({ name: 'Own' })).toBe(0);
  });

  it.each([
    ['Status.level', 'public'],
    ['Status.level', ''],
    ['Status', '{"level":"all"}'],
    ['Status.level', '["on"]'],
    ['Auth.passwordPolicy.rule', '(('],
    ['Auth.passwordPolicy', '{"rule":"/[/"}'],
    ['Auth', '{"passwordPolicy":{"rule":12}}'],
  ])('refuses %s = %s as an invalid value', async (name, content) => {
    expect(await outcome(config.post({ name, content }))).toBe('400 invalid_data /data/attributes/content');
    expect(await outcome(config.post({ name, content, context: 'app', application: 'site' }))).toBe('201');
    expect(await outcome(config.patch(`${applicationId}:${name}`, { context: 'core' }))).toMatch(/^400 invalid_data/);
    await config.remove(`${applicationId}:${name}`);
  });

  it('creates one entry when several requests create it at once', async () => {
    const outcomes = await Promise.all(
      [test, other, test].map((each) => outcome(each.admin.post(PATH, config.body({ name: 'Rush', content: 'x' })))),
    );
    expect(outcomes.sort()).toEqual([
      '201',
      '400 already_exists /data/attributes/name',
      '400 already_exists /data/attributes/name',
    ]);
  });
});

describe('/admin/config', () => {
  it('is for admins', async () => {
    await config.create({ name: 'Guarded', content: 'secret' });
    await expectAdminsOnly(test, PATH, 'Guarded', { content: 'changed', context: 'app' });
  });

  it('filters, sorts and searches', async () => {
    await config.create({ name: 'Listed.b', content: 'needle' });
    await config.create({ name: 'Listed.a', content: 'x', application: 'site' });
    const ids = async (query: string) => (await config.list(query)).map((each) => each.id);
    expect(await ids('filter[name][like]=listed&sort=name')).toEqual([`${applicationId}:Listed.a`, 'Listed.b']);
    expect(await ids('q=needle')).toEqual(['Listed.b']);
    expect(await ids(`filter[application_id]=${applicationId}&filter[name]=Listed.a`)).toHaveLength(1);
    expect(await ids('filter[name][like]=listed&filter[mine]')).toEqual(['Listed.b']);
    expect(await outcome(test.admin.get(`${PATH}?filter[content][$gt]=`))).toMatch(/^400/);
  });

  it('changes and deletes, keeps name and application, and records no content in the history', async () => {
    await config.create({ name: 'Password', content: 'tiger' });
    expect(await outcome(config.patch('Password', { content: 'lily', name: 'Password', application_id: null }))).toBe(
      '200',
    );
    expect(await outcome(config.patch('Password', { name: 'Other' }))).toBe('400 invalid_data /data/attributes/name');
    expect(await outcome(config.patch('Password', { application: 'site' }))).toBe(
      '400 invalid_data /data/attributes/application_id',
    );
    expect(await outcome(config.patch('Password', { content: 'lily' }))).toBe('200');
    expect(await outcome(config.patch('Password', {}, { 'If-Match': '"9.x"' }))).toBe(
      '412 precondition_failed If-Match',
    );
    expect(await outcome(config.remove('Password'))).toBe('204');
    expect(await outcome(config.remove('Password'))).toBe('404 not_found');
    const changes = await changesOf(test, 'config', 'Password');
    expect(changes.map((row) => [row.user_action, row.changed['content']])).toEqual([
      ['create', '*****'],
      ['update', '*****'],
      ['remove', undefined],
    ]);
  });
});

describe('an entry takes effect', () => {
  it('with the next request, and soon in another process', async () => {
    const { id } = await test.editor.create('/documents', { title: 'Draft' });
    const seenBy = async (client: Client) => (await client.get(`/documents/${id}`)).status;
    expect([await seenBy(test.editor), await seenBy(test.anonymous)]).toEqual([200, 404]);
    await config.create({ name: 'Status.level', content: 'draft' });
    expect(await seenBy(test.anonymous)).toBe(200);
    await expect.poll(() => seenBy(other.anonymous)).toBe(200);
    await config.patch('Status.level', { content: '"on"' });
    expect([await seenBy(test.editor), await seenBy(test.anonymous)]).toEqual([404, 404]);
    await config.remove('Status.level');
    expect([await seenBy(test.editor), await seenBy(test.anonymous)]).toEqual([200, 404]);
  });
});

describe('/config', () => {
  const names = async (client: Client, headers: Record<string, string>, query = '') =>
    listOf(await client.get(`/config?page_size=100&sort=name${query}`, headers)).map((each) => [
      each.id,
      each.attributes['content'],
    ]);

  it('shows the entries of context app: those of the application, and global ones of other names', async () => {
    await config.create({ name: 'Menu', context: 'app', content: 'global' });
    await config.create({ name: 'Menu', context: 'app', content: 'own', application: 'site' });
    await config.create({ name: 'Footer', context: 'app', content: 'global' });
    await config.create({ name: 'Header', context: 'app', content: 'of the first', application_id: 1 });
    await config.create({ name: 'Inner', context: 'core', content: 'hidden' });
    expect(await names(test.anonymous, {}, '&filter[name]=Menu,Footer,Header,Inner')).toEqual([
      ['Footer', 'global'],
      ['Menu', 'global'],
    ]);
    expect(await names(test.anonymous, key, '&filter[mine]&filter[name]=Menu,Footer,Header,Inner')).toEqual([
      ['Footer', 'global'],
      [`${applicationId}:Menu`, 'own'],
    ]);
    const one = dataOf(await test.anonymous.get('/config/Menu', key));
    expect([one.id, one.attributes]).toEqual([`${applicationId}:Menu`, { name: 'Menu', content: 'own' }]);
    expect(dataOf(await test.anonymous.get(`/config/${applicationId}%3AMenu`, key)).id).toBe(one.id);
    expect(dataOf(await test.anonymous.get('/config/Menu')).attributes['content']).toBe('global');
    for (const path of ['/config/Inner', '/config/Header', '/config/1%3AHeader', `/config/${applicationId}%3AMenu`]) {
      expect(await outcome(test.anonymous.get(path))).toBe('404 not_found');
    }
    expect(await outcome(test.anonymous.get('/config?filter[context]=core'))).toMatch(/^400 invalid_filter/);
  });

  it('writes entries of the calling application, else global ones', async () => {
    const post = (headers: Record<string, string>, attributes: object) =>
      test.admin.post('/config', { data: { type: 'config', attributes } }, headers);
    const made = await post(key, { name: 'Logo', content: 'own' });
    expect(made.status).toBe(201);
    expect(made.headers['location']).toMatch(new RegExp(`/config/${applicationId}%3ALogo$`));
    expect((await config.get(`${applicationId}:Logo`)).attributes).toMatchObject({ context: 'app', content: 'own' });
    expect(await outcome(post({}, { name: 'Logo', content: 'global' }))).toBe('201');
    expect((await config.get('Logo')).attributes).toMatchObject({ context: 'app', application_id: null });
    expect(await outcome(post({}, { name: 'Logo' }))).toBe('400 already_exists /data/attributes/name');
    const patch = { data: { type: 'config', id: 'Logo', attributes: { content: 'new' } } };
    expect(await outcome(test.admin.patch('/config/Logo', patch, key))).toBe('200');
    expect((await config.get(`${applicationId}:Logo`)).attributes['content']).toBe('new');
    expect((await config.get('Logo')).attributes['content']).toBe('global');
    expect(await outcome(test.admin.delete('/config/Logo', key))).toBe('204');
    expect(dataOf(await test.anonymous.get('/config/Logo', key)).attributes['content']).toBe('global');
  });

  it('never touches an entry of another context or application', async () => {
    await config.create({ name: 'Kept', context: 'core', content: 'x' });
    const body = (id: string) => ({ data: { type: 'config', id, attributes: { content: 'y', context: 'app' } } });
    for (const id of ['Kept', '1:Header']) {
      expect(await outcome(test.admin.patch(`/config/${encodeURIComponent(id)}`, body(id)))).toBe('404 not_found');
      expect(await outcome(test.admin.delete(`/config/${encodeURIComponent(id)}`))).toBe('404 not_found');
    }
    expect((await config.get('Kept')).attributes).toMatchObject({ content: 'x', context: 'core' });
  });

  it('is written by admins only', async () => {
    const body = { data: { type: 'config', id: 'Footer', attributes: { name: 'Footer', content: 'y' } } };
    for (const [client, status] of [
      [test.editor, 403],
      [test.reader, 403],
      [test.anonymous, 401],
    ] as const) {
      const answers = [
        await client.post('/config', body, key),
        await client.patch('/config/Footer', body),
        await client.delete('/config/Footer'),
      ];
      expect(answers.map((answer) => answer.status)).toEqual([status, status, status]);
    }
    expect(dataOf(await test.anonymous.get('/config/Footer')).attributes['content']).toBe('global');
  });
});
