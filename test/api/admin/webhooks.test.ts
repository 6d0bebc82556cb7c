// `/admin/webhooks` (D655): the valid values of a webhook.
import { describe, expect, it } from 'vitest';
import { changesOf, dataOf, expectAdminsOnly, HOSTILE, outcome, resourceAt } from '../../support/database/rows.ts';
import { serviceForTests } from '../../support/service.ts';

const PATH = '/admin/webhooks';
const test = serviceForTests();
const webhooks = resourceAt(() => test, PATH);

let serial = 0;
const given = (attributes: object = {}) => ({
  name: `hook-${++serial}`,
  url: 'https://hooks.example.org/colophon',
  ...attributes,
});

describe('POST /admin/webhooks', () => {
  it('creates a webhook, by default for all public content', async () => {
    const attributes = given();
    const response = await webhooks.post(attributes);
    expect(response.status).toBe(201);
    expect(response.headers['cache-control']).toBe('no-store');
    const { id, attributes: made } = dataOf(response);
    const all = {
      enabled: true,
      events: null,
      object_types: null,
      filter: null,
      fields: null,
      include: null,
      role_id: null,
    };
    expect(made).toEqual({ ...attributes, ...all });
    expect((await test.admin.get(`${PATH}/${attributes.name}`)).body).toMatchObject({ data: { id, attributes: made } });
    expect(await test.service.services.store.eventCursors.findOne({ _id: `webhook ${id}` })).not.toBeNull();
    expect(JSON.stringify(await changesOf(test, 'webhooks', id))).not.toMatch(/sealed|whsec/);
  });

  it('accepts filter, fields and include like lists', async () => {
    const options = {
      object_types: ['documents', 'properties'],
      filter: { status: 'on', id: { gt: 3 } },
      fields: 'title',
      include: 'poster',
    };
    expect((await webhooks.post(given({ ...options, role_id: 2 }))).status).toBe(201);
  });

  it('refuses invalid webhooks', async () => {
    const at = (attributes: object) => outcome(webhooks.post(given(attributes)));
    for (const [field, values] of [
      ['name', ['', null, ...HOSTILE]],
      ['url', ['', null, 'javascript:alert(1)', 'ftp://example.org', 'https://user:word@example.org', 'https://']],
      ['enabled', ['yes', null]],
      ['events', ['text', [], ['updated'], [null], {}]],
      ['object_types', ['documents', [], ['nothing'], ['document'], [null]]],
      [
        'filter',
        ['text', { nothing: '1' }, { status: { like: [{}] } }, { $where: '1' }, { title: 'a,'.repeat(50_000) }],
      ],
      ['fields', [1, 'x'.repeat(2_001)]],
      ['include', [1, 'nothing', 'a.b.c.d']],
      ['role_id', ['two', 0, 999]],
    ] as const) {
      for (const value of values) {
        const seen = await at({ [field]: value });
        // Names with a dollar sign are refused before the value is read (D414).
        const code = JSON.stringify(value).startsWith('{"$') ? 'invalid_key' : 'invalid_data';
        expect([field, value, seen.startsWith(`400 ${code} /data/attributes/${field}`)]).toEqual([field, value, true]);
      }
    }
    await webhooks.create(given({ name: 'taken' }));
    expect(await at({ name: 'taken' })).toBe('400 already_exists /data/attributes/name');
    expect(await outcome(webhooks.post({ name: 'without' }))).toBe('400 invalid_data /data/attributes/url');
    expect(await at({ secrets: [] })).toMatch(/^400 invalid_data/);
  });

  it('refuses addresses of private networks, and http', async () => {
    for (const url of [
      'http://hooks.example.org',
      'https://127.0.0.1',
      'https://2130706433',
      'https://0x7f.1',
      'https://10.1.2.3:8443/x',
      'https://169.254.169.254/latest/meta-data',
      'https://[::1]/',
      'https://[::ffff:10.0.0.1]/',
      'https://[fd00::1]/',
      'https://[fe80::1]/',
    ]) {
      expect([url, await outcome(webhooks.post(given({ url })))]).toEqual([
        url,
        '400 invalid_data /data/attributes/url',
      ]);
    }
  });
});

describe('one webhook', () => {
  it('is changed and deleted by admins only, with its deliveries', async () => {
    const { id } = await webhooks.create(given());
    await webhooks.patch(id, { filter: { status: 'on' }, enabled: false });
    expect((await test.admin.get(`${PATH}/${id}`)).body).toMatchObject({
      data: { attributes: { filter: { status: 'on' }, enabled: false } },
    });
    expect(await outcome(webhooks.patch(id, { url: 'https://10.0.0.1' }))).toBe(
      '400 invalid_data /data/attributes/url',
    );
    await expectAdminsOnly(test, PATH, id, { url: 'https://hooks.example.org' });
    expect((await test.admin.delete(`${PATH}/${id}`)).status).toBe(204);
    expect(await test.service.services.store.eventCursors.findOne({ _id: `webhook ${id}` })).toBeNull();
  });

  it('has a test that never reaches a private network, not even through DNS', async () => {
    const { id } = await webhooks.create(given({ url: 'https://localhost:1/' }));
    const answer = await test.admin.post(`${PATH}/${id}/test`, undefined);
    expect(answer.body).toMatchObject({ data: { attributes: { state: 'failed', status: null } } });
    expect(answer.text).toContain('localhost is an address in a private network');
  });
});
