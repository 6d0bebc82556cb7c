import { beforeAll, describe, expect, it } from 'vitest';
import { openParams } from '../../../core/accounts/sealed-secrets.ts';
import { changesOf, dataOf, expectAdminsOnly, outcome, resourceAt } from '../../support/database/rows.ts';
import { serviceForTests } from '../../support/service.ts';

const PATH = '/admin/external_auth';
const test = serviceForTests();
let auth_provider_id: number;
beforeAll(async () => {
  auth_provider_id = Number((await test.admin.create('/admin/auth_providers', { name: 'google' })).id);
});
const accounts = resourceAt(() => test, PATH);
const account = (provider_username: string, more: object = {}) => ({
  user_id: 1,
  auth_provider_id,
  provider_username,
  ...more,
});

describe('POST /admin/external_auth', () => {
  it('creates a row and never shows its secrets again', async () => {
    const response = await accounts.post(account('ada', { params: { access_token: 'tiger', lang: 'en' } }));
    expect(response.status).toBe(201);
    const { id, attributes } = dataOf(response);
    expect(attributes).toEqual(account('ada', { params: { access_token: '*****', lang: 'en' } }));
    await accounts.patch(id, { params: { access_token: '*****', lang: 'it' } });
    const { store, sealer } = test.service.services;
    const row = await store.externalAuth.findOne({ _id: Number(id) });
    expect(JSON.stringify(row)).not.toContain('tiger');
    expect(openParams(sealer, row?.params ?? null)).toEqual({ access_token: 'tiger', lang: 'it' });
    expect(JSON.stringify(await changesOf(test, 'external_auth', id))).not.toContain('tiger');
  });

  it('refuses invalid rows', async () => {
    await accounts.create(account('taken'));
    expect(await outcome(accounts.post(account('taken', { user_id: 1 })))).toBe(
      '400 already_exists /data/attributes/provider_username',
    );
    for (const field of ['user_id', 'auth_provider_id', 'provider_username']) {
      expect(await outcome(accounts.post(account('odd', { [field]: undefined })))).toBe(
        `400 invalid_data /data/attributes/${field}`,
      );
      for (const value of [null, { $gt: '' }, ['a'], true]) {
        expect(await outcome(accounts.post(account('odd', { [field]: value })))).toMatch(/^400 invalid_(data|key)/);
      }
    }
    for (const field of ['user_id', 'auth_provider_id']) {
      expect(await outcome(accounts.post(account('odd', { [field]: 987654 })))).toBe(
        `400 invalid_data /data/attributes/${field}`,
      );
    }
    const document = await test.editor.create('/documents', { title: 'No user' });
    expect(await outcome(accounts.post(account('odd', { user_id: Number(document.id) })))).toMatch(/^400 invalid_data/);
    expect(await test.service.services.store.externalAuth.countDocuments({ provider_username: 'odd' })).toBe(0);
  });

  it('creates one row when several requests create it at once', async () => {
    const outcomes = await Promise.all([1, 2, 3].map(() => outcome(accounts.post(account('rush')))));
    expect(outcomes.filter((each) => each === '201')).toHaveLength(1);
  });
});

describe('/admin/external_auth', () => {
  it('is for admins', async () => {
    const { id } = await accounts.create(account('guarded'));
    await expectAdminsOnly(test, PATH, id, { provider_username: 'changed', auth_provider_id });
  });

  it('filters by user and provider, sorts and searches', async () => {
    const users = await test.service.services.store.documents('users').find({ username: 'reader' }).toArray();
    const user_id = users[0]?._id ?? 0;
    await accounts.create(account('b', { user_id }));
    await accounts.create(account('a', { user_id }));
    const names = async (query: string) =>
      (await accounts.list(query)).map((each) => each.attributes['provider_username']);
    expect(await names(`filter[user]=${user_id}&sort=provider_username`)).toEqual(['a', 'b']);
    expect(await names(`filter[user_id]=${user_id}&filter[auth_provider_id]=987654`)).toEqual([]);
    expect(await names('q=guarded')).toEqual(['guarded']);
    expect(await outcome(test.admin.get(`${PATH}?filter[user]=x`))).toMatch(/^400 invalid_filter/);
  });

  it('changes and deletes, and writes nothing without a change', async () => {
    const { id } = await accounts.create(account('steady'));
    expect(await outcome(accounts.patch(id, account('steady', { params: null })))).toBe('200');
    expect(await changesOf(test, 'external_auth', id)).toHaveLength(1);
    expect(await outcome(accounts.patch(id, { provider_username: 'taken' }))).toMatch(/^400 already_exists/);
    expect(await outcome(accounts.patch(id, { user_id: 987654 }))).toBe('400 invalid_data /data/attributes/user_id');
    expect(await outcome(accounts.patch(id, {}, { 'If-Match': '"9.x"' }))).toBe('412 precondition_failed If-Match');
    expect(await outcome(accounts.patch('987654', {}))).toBe('404 not_found');
    expect(await outcome(accounts.remove(id))).toBe('204');
    expect(await outcome(accounts.remove(id))).toBe('404 not_found');
  });
});
