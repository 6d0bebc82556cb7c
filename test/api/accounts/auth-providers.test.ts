import { describe, expect, it } from 'vitest';
import { openParams } from '../../../core/accounts/sealed-secrets.ts';
import { changesOf, dataOf, expectAdminsOnly, HOSTILE, outcome, resourceAt } from '../../support/database/rows.ts';
import { openTestService, serviceForTests } from '../../support/service.ts';

const PATH = '/admin/auth_providers';
const SECRET = 'tiger-lily-and-roses';
const test = serviceForTests();
const providers = resourceAt(() => test, PATH);
async function stored(id: string) {
  const { store, sealer } = test.service.services;
  const row = await store.authProviders.findOne({ _id: Number(id) });
  return row && { ...row, params: openParams(sealer, row.params) };
}

describe('POST /admin/auth_providers', () => {
  it('creates a provider and never shows its secrets again', async () => {
    const params = {
      client_secret: SECRET,
      options: { clientSecret: SECRET, keys: [{ private_key: SECRET, use: 'sig' }] },
      token_endpoint: 'https://id.example.org/token',
    };
    const response = await providers.post({ name: 'google', auth_class: 'OAuth2', params });
    expect(response.status).toBe(201);
    const { id, attributes } = dataOf(response);
    const masked = {
      client_secret: '*****',
      options: { clientSecret: '*****', keys: [{ private_key: '*****', use: 'sig' }] },
      token_endpoint: 'https://id.example.org/token',
    };
    expect(attributes).toEqual({ name: 'google', auth_class: 'OAuth2', url: null, params: masked, enabled: true });
    expect((await stored(id))?.params).toEqual(params);
    for (const path of [PATH, `${PATH}/${id}`, `${PATH}?q=google`]) {
      expect((await test.admin.get(path)).text).not.toContain(SECRET);
    }

    await providers.patch(id, { params: { ...masked, options: null, added: 1 }, enabled: false });
    expect((await stored(id))?.params).toEqual({
      client_secret: SECRET,
      options: null,
      token_endpoint: 'https://id.example.org/token',
      added: 1,
    });
    await providers.patch(id, { params: { client_secret: `${SECRET}-2` } });
    expect((await stored(id))?.params).toEqual({ client_secret: `${SECRET}-2` });
    const changes = await changesOf(test, 'auth_providers', id);
    expect(changes).toHaveLength(3);
    expect(JSON.stringify(changes)).not.toContain(SECRET);
  });

  it('refuses invalid providers', async () => {
    await providers.create({ name: 'taken' });
    expect(await outcome(providers.post({ name: 'taken' }))).toBe('400 already_exists /data/attributes/name');
    expect(await outcome(providers.post({}))).toBe('400 invalid_data /data/attributes/name');
    for (const [field, values] of [
      ['name', ['', ...HOSTILE]],
      ['auth_class', [null, 1]],
      ['url', ['javascript:alert(1)', 'nothing', 1]],
      ['params', ['text', [1], { $where: '1' }]],
      ['enabled', ['yes', null]],
    ] as const) {
      for (const value of values) {
        expect(await outcome(providers.post({ name: 'odd', [field]: value }))).toMatch(/^400 invalid_(data|key)/);
      }
    }
    const proto = '{"data":{"type":"auth_providers","attributes":{"name":"odd","params":{"__proto__":{"a":1}}}}}';
    expect(await outcome(test.admin.post(PATH, proto))).toMatch(/^400 invalid_key/);
    expect(await test.service.services.store.authProviders.countDocuments({ name: 'odd' })).toBe(0);
  });
});

describe('a stored secret', () => {
  const url = 'https://id.example.org/me';
  const MASK = '*****';
  const AT = '/data/attributes/params';

  it('is each additional header, and each member with the name of a secret', async () => {
    const params = {
      additionalHeaders: { 'X-Client': SECRET, Referer: 'https://example.org/', 'X-N': 7 },
      options: { additionalHeaders: { a: [SECRET] } },
      api_key: SECRET,
      apiKey: SECRET,
      Authorization: SECRET,
      cookie: SECRET,
      header: 'Authorization',
      headerPrefix: 'Bearer',
    };
    const { attributes } = dataOf(await providers.post({ name: 'headers', params }));
    expect(attributes['params']).toEqual({
      additionalHeaders: { 'X-Client': MASK, Referer: MASK, 'X-N': MASK },
      options: { additionalHeaders: { a: [MASK] } },
      api_key: MASK,
      apiKey: MASK,
      Authorization: MASK,
      cookie: MASK,
      header: 'Authorization',
      headerPrefix: 'Bearer',
    });
  });

  it('has to be sent again when its target address changes', async () => {
    const params = {
      client_secret: SECRET,
      introspection_endpoint: 'https://id.example.org/introspect',
      options: { additionalHeaders: { 'X/Client': SECRET } },
    };
    const { id } = await providers.create({ name: 'moving', url, params });
    const masked = { ...params, client_secret: MASK, options: { additionalHeaders: { 'X/Client': MASK } } };
    const moved = 'https://elsewhere.example.org/steal';
    const both = `400 invalid_data ${AT}/client_secret ${AT}/options/additionalHeaders/X~1Client`;
    for (const attributes of [
      { url: moved },
      { url: moved, params: masked },
      { url: null, params: masked },
      { params: { ...masked, introspection_endpoint: moved } },
      { params: { ...masked, options: { ...masked.options, tokeninfo_endpoint: moved } } },
    ]) {
      expect([attributes, await outcome(providers.patch(id, attributes))]).toEqual([attributes, both]);
    }
    expect(await stored(id)).toMatchObject({ url, params, revision: 1 });
    const half = { ...masked, client_secret: SECRET };
    expect(await outcome(providers.patch(id, { url: moved, params: half }))).toBe(
      `400 invalid_data ${AT}/options/additionalHeaders/X~1Client`,
    );
    expect(await outcome(providers.patch(id, { url, params: { ...masked, redirect_uris: [moved], a: 1 } }))).toBe(
      '200',
    );
    expect((await stored(id))?.params).toMatchObject(params);
    expect(await outcome(providers.patch(id, { url: moved, params: { client_secret: `${SECRET}-2` } }))).toBe('200');
    expect(await stored(id)).toMatchObject({ url: moved, params: { client_secret: `${SECRET}-2` } });
    expect(await outcome(providers.patch(id, { url, params: null }))).toBe('200');
    expect(await outcome(providers.patch(id, { url: moved }))).toBe('200');
  });
});

describe('meta.audience_checked', () => {
  it.each([
    ['OAuth2', null, false],
    ['BEdita/API.OAuth2', { client_id: 'a' }, false],
    ['OAuth2', { audience: 'a' }, true],
    ['OAuth2', { options: { introspection_endpoint: 'https://id.example.org/' } }, true],
    ['OpenIDConnect', null, true],
    ['BEdita/API.OTP', null, null],
  ])('of class %s with params %j is %j', async (auth_class, params, checked) => {
    const response = await providers.post({ name: `checked-${Math.random()}`, auth_class, params });
    expect([response.status, dataOf(response).meta['audience_checked']]).toEqual([201, checked]);
  });

  it('that is false is reported at the start', async () => {
    await providers.create({ name: 'unchecked', auth_class: 'OAuth2' });
    await providers.create({ name: 'checked', auth_class: 'OAuth2', params: { audience: 'a' } });
    await providers.create({ name: 'unchecked-closed', auth_class: 'OAuth2', enabled: false });
    const { databaseName, clock, dataDir: DATA_DIR } = test;
    const other = await openTestService({ databaseName, clock, env: { DATA_DIR } });
    await other.close();
    const line = other.logged.find((each) => each.includes('params.audience')) ?? '{}';
    const { level, auth_providers } = JSON.parse(line) as { level: number; auth_providers: string[] };
    expect(level).toBe(40);
    expect(auth_providers).toContain('unchecked');
    for (const name of ['checked', 'unchecked-closed']) expect(auth_providers).not.toContain(name);
  });
});

describe('/admin/auth_providers', () => {
  it('is written by admins only, also when other roles may write /admin', async () => {
    const operators = await test.admin.create('/roles', { name: 'operators' });
    const permission = { endpoint_name: 'admin', role_id: Number(operators.id), read: true, write: true };
    await test.admin.create('/admin/endpoint_permissions', permission);
    const operator = await test.addClient('operator', [Number(operators.id)]);
    const { id } = await providers.create({ name: 'theirs' });
    const data = { type: 'auth_providers', attributes: { name: 'evil', params: { link: 'email' } } };
    expect((await operator.get(`${PATH}/${id}`)).status).toBe(200);
    expect(await outcome(operator.post(PATH, { data }))).toBe('403 forbidden');
    expect(await outcome(operator.patch(`${PATH}/${id}`, { data: { ...data, id } }))).toBe('403 forbidden');
    expect(await outcome(operator.delete(`${PATH}/${id}`))).toBe('403 forbidden');
    expect(await stored(id)).toMatchObject({ name: 'theirs', revision: 1 });
  });

  it('is for admins', async () => {
    const { id } = await providers.create({ name: 'guarded' });
    await expectAdminsOnly(test, PATH, id, { name: 'changed', auth_class: 'x' });
  });

  it('filters, sorts and searches, but not by parameters', async () => {
    await providers.create({ name: 'b-listed', enabled: false });
    await providers.create({ name: 'a-listed', url: 'https://needle.example.org/' });
    const names = async (query: string) => (await providers.list(query)).map((each) => each.attributes['name']);
    expect(await names('filter[name][like]=listed&sort=name')).toEqual(['a-listed', 'b-listed']);
    expect(await names('filter[name][like]=listed&filter[enabled]=false')).toEqual(['b-listed']);
    expect(await names('q=needle')).toEqual(['a-listed']);
    expect(await outcome(test.admin.get(`${PATH}?filter[params.client_secret][like]=t`))).toMatch(
      /^400 invalid_filter/,
    );
    expect(await outcome(test.admin.get(`${PATH}?sort=params`))).toMatch(/^400 unsupported_sort/);
  });

  it('changes the sent attributes, by id and name, and writes nothing without a change', async () => {
    const { id } = await providers.create({ name: 'steady', params: { client_secret: SECRET, a: 1 } });
    const params = { client_secret: '*****', a: 1 };
    expect(await outcome(providers.patch('steady', { params, enabled: true }))).toBe('200');
    expect(await changesOf(test, 'auth_providers', id)).toHaveLength(1);
    expect(await outcome(providers.patch(id, { enabled: false }, { 'If-Match': '"9.x"' }))).toBe(
      '412 precondition_failed If-Match',
    );
    expect(await outcome(providers.patch('nothing', {}))).toBe('404 not_found');
  });

  it('does not delete a provider with accounts of users', async () => {
    const { id } = await providers.create({ name: 'used' });
    const account = await test.admin.create('/admin/external_auth', {
      user_id: 1,
      auth_provider_id: Number(id),
      provider_username: 'ada',
    });
    expect(await outcome(providers.remove(id))).toBe('403 in_use');
    expect(await outcome(test.admin.delete(`/admin/external_auth/${account.id}`))).toBe('204');
    expect(await outcome(providers.remove('used'))).toBe('204');
    expect(await outcome(providers.remove(id))).toBe('404 not_found');
  });

  it('does not delete a provider while its first account is created', async () => {
    const { id } = await providers.create({ name: 'raced' });
    const attributes = { user_id: 1, auth_provider_id: Number(id), provider_username: 'racer' };
    const post = test.admin.post('/admin/external_auth', { data: { type: 'external_auth', attributes } });
    const [made, removed] = await Promise.all([outcome(post), outcome(providers.remove(id))]);
    expect([made, removed]).toEqual(
      made === '201' ? ['201', '403 in_use'] : ['400 invalid_data /data/attributes/auth_provider_id', '204'],
    );
  });
});
