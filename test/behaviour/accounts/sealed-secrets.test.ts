// Secrets of providers in the database are unreadable (D687).
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openParams, createSealer } from '../../../core/accounts/sealed-secrets.ts';
import { dataOf } from '../../support/database/rows.ts';
import { databaseCommand } from '../../support/database/database-command.ts';
import { openTestService, type TestService } from '../../support/service.ts';

const PATH = '/admin/auth_providers';
const TOKENS = 'the secret of tokens with more than thirty-two characters'.replaceAll(' ', '-');
const OTHER = 'another secret of tokens of more than thirty-two characters'.replaceAll(' ', '-');
const KEY = 'the key of secrets with more than thirty-two characters'.replaceAll(' ', '-');
const SECRET = 'forget-me-not';
const params = { client_id: 'colophon', client_secret: SECRET, redirect_uris: ['https://app.example.org/in'] };
const given = { name: 'company', auth_class: 'OpenIDConnect', url: 'https://id.example.org', params };

let test: TestService;
let id: string;
const opened: TestService[] = [];
const open = async (env: Record<string, string>): Promise<TestService> => {
  const { databaseName, clock, dataDir } = test;
  const service = await openTestService({ databaseName, clock, env: { DATA_DIR: dataDir, ...env } });
  opened.unshift(service);
  return service;
};
beforeAll(async () => {
  test = await openTestService({ env: { JWT_SECRET: TOKENS } });
  id = (await test.admin.create(PATH, given)).id;
});
afterAll(async () => {
  for (const each of [...opened, test]) await each.close();
});

const storeOf = ({ service }: TestService) => service.services.store;
const row = () => storeOf(test).authProviders.findOne({ _id: Number(id) });
const shownBy = async ({ admin }: TestService) => dataOf(await admin.get(`${PATH}/${id}`)).attributes['params'];
const masked = { ...params, client_secret: '*****' };

it('no collection has a readable secret', async () => {
  const { db } = storeOf(test);
  const found: string[] = [];
  const collections = await db.listCollections({}, { nameOnly: true }).toArray();
  for (const { name } of collections) {
    const rows = JSON.stringify(await db.collection(name).find().toArray());
    if (rows.includes(SECRET)) found.push(name);
  }
  expect(collections.length).toBeGreaterThan(20);
  expect(found).toEqual([]);
  expect(await shownBy(test)).toEqual(masked);
});

it('a PATCH without a change does not write the row', async () => {
  const before = await row();
  await test.admin.patch(`${PATH}/${id}`, { data: { type: 'auth_providers', id, attributes: { params: masked } } });
  expect(await row()).toEqual(before);
});

it('a start introduces SECRETS_KEY, which then opens the secrets without JWT_SECRET', async () => {
  const before = await row();
  const during = await open({ JWT_SECRET: TOKENS, SECRETS_KEY: KEY });
  expect((await row())?.params?.key_id).not.toBe(before?.params?.key_id);
  expect(await shownBy(during)).toEqual(masked);
  const after = await open({ JWT_SECRET: OTHER, SECRETS_KEY: KEY });
  expect(await shownBy(after)).toEqual(masked);
});

it('parameters that no key opens are null, their provider is 503, and sending them again repairs this', async () => {
  const sealed = await row();
  const without = await open({ JWT_SECRET: OTHER });
  expect(await row()).toEqual(sealed);
  expect(await shownBy(without)).toBe(null);
  const [redirect_uri] = params.redirect_uris;
  const input = { auth_provider: 'company', redirect_uri };
  const headers = { 'Content-Type': 'application/json' };
  expect((await without.anonymous.post('/auth/authorization', input, headers)).status).toBe(503);
  const attributes = { params: { ...params, client_secret: `${SECRET}-2` } };
  const patch = { data: { type: 'auth_providers', id, attributes } };
  expect((await without.admin.patch(`${PATH}/${id}`, patch)).status).toBe(200);
  expect(await shownBy(without)).toEqual(masked);
});

it('npm run tool -- secrets seals with the current key, and reports secrets that no key opens', async () => {
  const run = (settings: Record<string, string>) => databaseCommand('secrets', test, [], settings);
  const moved = await run({ JWT_SECRET: TOKENS, SECRETS_KEY: `${KEY} ${OTHER}` });
  expect(moved).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^sealed 1 with key \S{8}, 0 cannot be read\n$/),
  });
  expect(openParams(createSealer([KEY]), (await row())?.params ?? null)).toMatchObject({ client_id: 'colophon' });
  const lost = await run({ JWT_SECRET: TOKENS });
  expect([lost.code, lost.stdout.split('\n')[0]]).toEqual([1, `no key opens auth_providers ${id}`]);
});

it('npm run tool -- secrets creates another key for an application, valid at once', async () => {
  const run = (name: string) => databaseCommand('secrets', test, ['--new-key', name], { JWT_SECRET: TOKENS });
  const { code, stdout } = await run('default');
  expect(code).toBe(0);
  const headers = { 'X-Api-Key': stdout.trim() };
  await expect.poll(async () => (await test.anonymous.get('/documents', headers)).status).toBe(200);
  expect(await run('nobody')).toMatchObject({ code: 2, stdout: '' });
});
