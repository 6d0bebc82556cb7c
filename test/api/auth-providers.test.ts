import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changesOf, dataOf, expectAdminsOnly, HOSTILE, outcome, resourceAt } from '../support/rows.ts';
import { openTestService, type TestService } from '../support/service.ts';

const PATH = '/admin/auth_providers';
const SECRET = 'tiger-lily-and-roses';
let test: TestService;
beforeAll(async () => {
  test = await openTestService();
});
afterAll(() => test.close());
const providers = resourceAt(() => test, PATH);
const stored = (id: string) => test.service.services.store.authProviders.findOne({ _id: Number(id) });

describe('POST /admin/auth_providers', () => {
  it('makes one and never shows its secrets again', async () => {
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

  it('refuses what cannot be one', async () => {
    await providers.create({ name: 'taken' });
    expect(await outcome(providers.post({ name: 'taken' }))).toBe('400 already_exists /data/attributes/name');
    expect(await outcome(providers.post({}))).toBe('400 invalid_data /data/attributes/name');
    for (const [field, values] of [
      ['name', ['', ...HOSTILE]],
      ['auth_class', [null, 1]],
      ['url', ['javascript:alert(1)', 'nothing', 1]],
      ['params', ['text', [1], { $where: '1' }]],
      ['enabled', ['true', null]],
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

describe('/admin/auth_providers', () => {
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

  it('changes what is given, by id and name, and writes nothing when nothing differs', async () => {
    const { id } = await providers.create({ name: 'steady', params: { client_secret: SECRET, a: 1 } });
    const params = { client_secret: '*****', a: 1 };
    expect(await outcome(providers.patch('steady', { params, enabled: true }))).toBe('200');
    expect(await changesOf(test, 'auth_providers', id)).toHaveLength(1);
    expect(await outcome(providers.patch(id, { enabled: false }, { 'If-Match': '"9.x"' }))).toBe(
      '412 precondition_failed If-Match',
    );
    expect(await outcome(providers.patch('nothing', {}))).toBe('404 not_found');
  });

  it('keeps a provider that accounts of users come from', async () => {
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

  it('does not lose a provider to a race with its first account', async () => {
    const { id } = await providers.create({ name: 'raced' });
    const attributes = { user_id: 1, auth_provider_id: Number(id), provider_username: 'racer' };
    const post = test.admin.post('/admin/external_auth', { data: { type: 'external_auth', attributes } });
    const [made, removed] = await Promise.all([outcome(post), outcome(providers.remove(id))]);
    expect([made, removed]).toEqual(
      made === '201' ? ['201', '403 in_use'] : ['400 invalid_data /data/attributes/auth_provider_id', '204'],
    );
  });
});
