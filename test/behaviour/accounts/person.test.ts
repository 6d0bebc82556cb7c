// `npm run tool -- person`: the data of a person in the database, exported and erased (D627). The data is created over HTTP in
// every possible way; afterwards every string of the database is searched.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import type { AuditRow } from '../../../core/store/history/audit-trail.ts';
import { commandFile } from '../../support/processes/command-file.ts';
import { databaseCommand } from '../../support/database/database-command.ts';
import { LEGACY } from '../../support/writes/legacy.ts';
import { PASSWORD, type Client, type ResourceData, serviceForTests } from '../../support/service.ts';
import { newPicture, upload, uploadStream } from '../../support/files/uploads.ts';
import { faultLines } from '../../support/database/verified.ts';
import { openWebhookReceiver, type WebhookReceiver } from '../../support/events/webhook-receiver.ts';
import { deliverAll, WEBHOOK_ENV } from '../../support/events/webhook-world.ts';

const FLAT = { 'Content-Type': 'application/json' };
const LEGACY_PICTURE = { ...LEGACY, 'Content-Type': 'image/png' };
const ADDRESS = '203.0.113.77';
const DEVICE = 'ZephBrowser/1.0';
/** None of these may be found afterwards. */
const NAMES = /zephyrina|quattlebaum|zephq|quattle\.example|zephbrowser|zeph\.elsewhere|7654321/i;

const test = serviceForTests({ env: { ...WEBHOOK_ENV, TRUST_PROXY: '1', LEGACY_ROOT: '' } });
let receiver: WebhookReceiver;
let folder = '';
beforeAll(async () => {
  receiver = await openWebhookReceiver();
  const { id } = await test.admin.create('/model/relations', { name: 'described_by', inverse_name: 'describes' });
  for (const [side, type] of [
    ['left', 'users'],
    ['right', 'profiles'],
  ] as const)
    await test.admin.post(`/model/relations/${id}/relationships/${side}_object_types`, {
      data: [{ type: 'object_types', id: type }],
    });
});
afterAll(async () => {
  await receiver.close();
});
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'colophon-person-'));
  return () => rm(folder, { recursive: true, force: true });
});

const store = () => test.service.services.store;
const run = (...args: string[]) => databaseCommand('person', test, args, { JWT_SECRET: WEBHOOK_ENV.JWT_SECRET });

interface Made {
  id: string;
  profile: string;
  document: string;
  file: string;
}

let serial = 0;

/** Signed up, with an address that has changed, a second factor, an account at a provider, files, content and remarks. */
async function makePerson(): Promise<Made> {
  const n = ++serial;
  const username = `zephq${n}`;
  const body = {
    username,
    password: PASSWORD,
    email: `old${n}@quattle.example`,
    name: 'Zephyrina',
    surname: 'Quattlebaum',
    activation_url: 'http://localhost/activate',
  };
  const from = { 'X-Forwarded-For': ADDRESS, 'User-Agent': DEVICE };
  const signedUp = await test.anonymous.post('/signup', body, { ...FLAT, ...from });
  expect([signedUp.status, signedUp.text]).toEqual([202, signedUp.text]);
  const { id } = (signedUp.body as { data: ResourceData }).data;
  const job = await store().asyncJobs.findOne({ 'payload.user_id': Number(id), secret: { $exists: true } });
  expect((await test.anonymous.post('/signup/activation', { uuid: job?.secret }, FLAT)).status).toBe(202);
  await test.admin.post('/roles/2/relationships/users', { data: { type: 'users', id } });
  const given = { email: `zephyrina${n}@quattle.example`, phone: '+39 055 7654321', uname: `quattlebaum-${n}` };
  const changed = await test.admin.patch(`/users/${id}`, { data: { id, type: 'users', attributes: given } });
  expect([changed.status, changed.text]).toEqual([200, changed.text]);
  const signedIn = await test.anonymous.post('/auth', { username, password: PASSWORD }, { ...FLAT, ...from });
  const { jwt } = (signedIn.body as { meta: { jwt: string } }).meta;
  const headers = { ...from, Authorization: `Bearer ${jwt}` };
  const asPerson: Client['post'] = (at, what, more = {}) => test.anonymous.post(at, what, { ...headers, ...more });
  const begun = await asPerson('/auth/second_factor', { password: PASSWORD }, FLAT);
  const { secret } = (begun.body as { meta: { secret: string } }).meta;
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: test.clock.now().getTime() });
  expect((await test.anonymous.patch('/auth/second_factor', { code }, { ...headers, ...FLAT })).status).toBe(200);
  // Over HTTP in test/api/accounts/passkeys.test.ts.
  const passkey = { id: randomUUID(), credential_id: `key${n}`, public_key: 'pQ', counter: 0, transports: [] };
  const named = { ...passkey, name: 'Phone of Zephyrina', created: test.clock.now(), used: null, synced: false };
  await store().credentials.updateOne({ _id: Number(id) }, { $push: { passkeys: named } });
  const provider = await test.admin.create('/admin/auth_providers', { name: `provider${n}` });
  const elsewhere = (name: string): Promise<ResourceData> =>
    test.admin.create('/admin/external_auth', {
      user_id: Number(id),
      auth_provider_id: Number(provider.id),
      provider_username: `zeph.elsewhere${n}${name}`,
    });
  // One that was removed before is in the history as well.
  await test.admin.delete(`/admin/external_auth/${(await elsewhere('.before')).id}`);
  await elsewhere('');
  const hook = {
    name: `hook${n}`,
    url: receiver.url,
    object_types: ['documents'],
    include: 'created_by_user',
    role_id: 1,
  };
  await test.admin.create('/admin/webhooks', hook);
  const made = await asPerson('/documents', {
    data: { type: 'documents', attributes: { title: 'A poem', status: 'on' } },
  });
  expect([made.status, made.text]).toEqual([201, made.text]);
  const document = (made.body as { data: ResourceData }).data.id;
  await asPerson('/annotations', {
    data: { type: 'annotations', attributes: { object_id: Number(document), description: 'Mine.' } },
  });
  const client: Client = {
    ...test.anonymous,
    request: (method, at, send) =>
      test.anonymous.request(method, at, (request) => (send ?? ((same) => same))(request.set(headers))),
  };
  const sent = await uploadStream(client, `zephyrina-passport${n}.txt`, `Passport of Zephyrina ${n}`);
  expect([sent.status, sent.text]).toEqual([201, sent.text]);
  const file = (sent.body as { data: ResourceData }).data.id;
  const legacy = await upload(client, `POST /files/image/zephyrina${n}.png`, await newPicture(), LEGACY_PICTURE);
  expect([legacy.status, legacy.text]).toEqual([200, legacy.text]);
  const profile = (await test.editor.create('/profiles', { title: 'Staff', email: given.email, status: 'on' })).id;
  await test.admin.post(`/users/${id}/relationships/described_by`, { data: [{ type: 'profiles', id: profile }] });
  // A wrong one, and a mail that waits.
  await test.anonymous.post('/auth', { username, password: 'wrong words to pass' }, { ...FLAT, ...from });
  await test.anonymous.post('/auth/change', { contact: given.email, change_url: 'http://localhost/change' }, FLAT);
  await deliverAll(test);
  return { id, profile, document, file };
}

/** The places of a pattern: `collection: field`, each once. */
async function found(pattern: RegExp): Promise<string[]> {
  const places = new Set<string>();
  const look = (value: unknown, at: string): void => {
    if (typeof value === 'string' && pattern.test(value)) places.add(at);
    else if (value !== null && typeof value === 'object' && !(value instanceof Date)) {
      for (const [name, each] of Object.entries(value)) {
        if (pattern.test(name)) places.add(`${at}.(name)`);
        look(each, Array.isArray(value) ? at : `${at}.${name}`);
      }
    }
  };
  for (const { name } of await store().db.listCollections({}, { nameOnly: true }).toArray())
    for await (const row of store().db.collection(name).find()) look(row, name);
  return [...places].sort();
}

/** Objects that remain by intention are purged before the search. */
const erase = ({ id, profile }: Made, ...more: string[]) => run('erase', id, '--also', profile, ...more);

describe('npm run tool -- person export', () => {
  it('writes each place as a file that the person can read, without secrets, with an audit entry', async () => {
    const { id, document, profile } = await makePerson();
    const out = path.join(folder, 'out');
    const { code, stdout, stderr } = await run('export', `ZEPHQ${serial}`, '--out', out);
    expect([code, stderr, stdout]).toEqual([
      0,
      '',
      expect.stringMatching(new RegExp(`^exported user ${id}: \\d+ rows`)),
    ]);
    const read = async (name: string): Promise<Record<string, unknown>[]> =>
      JSON.parse(await readFile(path.join(out, `${name}.json`), 'utf8')) as Record<string, unknown>[];
    expect(await read('account')).toMatchObject([{ id: Number(id), name: 'Zephyrina', phone: '+39 055 7654321' }]);
    expect(await read('sessions')).toMatchObject([{ address: ADDRESS, device: DEVICE }]);
    expect(await read('sign-in')).toMatchObject([{ has_password: true, second_factor_since: expect.any(String) }]);
    expect((await read('sign-in'))[0]?.['passkeys']).toMatchObject([{ name: 'Phone of Zephyrina', used: null }]);
    expect(await read('provider-accounts')).toMatchObject([{ provider_username: `zeph.elsewhere${serial}` }]);
    expect(await read('objects')).toMatchObject([{ id: Number(document), title: 'A poem' }]);
    expect(await read('annotations')).toMatchObject([{ description: 'Mine.' }]);
    expect(await read('profiles')).toMatchObject([{ id: Number(profile), title: 'Staff' }]);
    expect(await read('uploads')).toMatchObject([{ file_name: `zephyrina-passport${serial}.txt` }]);
    expect(await read('unused-uploads')).toMatchObject([{ file_name: `zephyrina${serial}.png` }]);
    expect((await read('webhook-messages')).length).toBeGreaterThan(0);
    for (const name of ['history-of-the-account', 'audit-of-the-account'])
      expect(JSON.stringify(await read(name))).toContain(`old${serial}@quattle.example`);
    const [file = ''] = await readdir(path.join(out, 'files'));
    expect(await readFile(path.join(out, 'files', file), 'utf8')).toBe(`Passport of Zephyrina ${serial}`);
    const index = JSON.parse(await readFile(path.join(out, 'index.json'), 'utf8')) as { places: { file: string }[] };
    const files = (await readdir(out)).filter((name) => name !== 'index.json' && name !== 'files');
    expect(index.places.map((place) => place.file).sort()).toEqual(files.sort());
    const all = await Promise.all(files.map((name) => readFile(path.join(out, name), 'utf8')));
    expect(all.join('')).not.toMatch(/argon2|token_hash|sealed|secret_hash|uuid=/);
    expect(((await stat(path.join(out, 'account.json'))).mode & 0o077).toString(8)).toBe('0');
    const entry = await store().auditTrail.findOne({ event: 'person_exported' });
    expect(entry).toMatchObject({ resource_type: 'users', resource_id: id, user_id: null } satisfies Partial<AuditRow>);
    expect(await run('export', id, '--out', out)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is not empty') as string,
    });
  });
});

describe('npm run tool -- person erase', () => {
  it('leaves only numbers of the person, and network addresses in the audit trail', async () => {
    const profiles = (await store().documents('profiles').find({}).toArray()).map(({ _id }) => _id);
    for (const { _id } of await store()
      .documents('users')
      .find({ username: /^zephq/ })
      .toArray())
      expect((await run('erase', String(_id), ...(profiles.length > 0 ? ['--also', profiles.join()] : []))).code).toBe(
        0,
      );
    const person = await makePerson();
    const before = await found(NAMES);
    expect(before.length).toBeGreaterThan(12);
    const trail = await store().auditTrail.countDocuments();

    const dry = await run('erase', person.id, '--dry-run');
    expect([dry.code, dry.stdout]).toEqual([0, expect.stringContaining(`would erase user ${person.id}\n`)]);
    expect(dry.stdout).toMatch(/^removed {2}sessions +1$/m);
    expect(dry.stdout).toMatch(/^emptied {2}history-of-the-account +\d+$/m);
    expect(dry.stdout).toMatch(/^remains {2}objects +1 {2}\(content of the project/m);
    expect(dry.stdout).toContain(`profiles: ${person.profile}\n`);
    expect(dry.stdout).toContain('elsewhere backups');
    expect([await found(NAMES), await store().auditTrail.countDocuments()]).toEqual([before, trail]);

    const { code, stdout, stderr } = await erase(person);
    expect([code, stderr, stdout]).toEqual([0, '', expect.stringContaining(`erased user ${person.id}\n`)]);
    expect(await found(NAMES)).toEqual([]);
    expect(await found(new RegExp(ADDRESS.replaceAll('.', '\\.')))).toEqual(['audit_trail.address']);
    expect(await faultLines(test)).toEqual([]);
    const author = (await test.anonymous.get(`/documents/${person.document}`)).body as { data: ResourceData };
    expect(author.data.meta['created_by']).toBe(Number(person.id));
    expect((await test.admin.get(`/streams/${person.file}`)).status).toBe(404);
    expect(await store().auditTrail.findOne({ event: 'person_erased', resource_id: person.id })).toBeTruthy();
    // The names are free again.
    const username = `zephq${serial}`;
    const again = await test.admin.create('/users', { username, uname: 'somebody', password: PASSWORD });
    await test.admin.delete(`/users/${again.id}`);
    await test.admin.delete(`/trash/${again.id}`);
  });

  it('may be repeated, and completes a deletion by the API: in the trash, and purged', async () => {
    const [trashed, purged] = [await makePerson(), await makePerson()];
    for (const { id } of [trashed, purged]) expect((await test.admin.delete(`/users/${id}`)).status).toBe(204);
    expect((await test.admin.delete(`/trash/${purged.id}`)).status).toBe(204);
    for (const person of [trashed, purged, trashed]) {
      const { code, stdout, stderr } = await erase(person);
      expect([code, stderr, stdout]).toEqual([0, '', expect.stringContaining(`erased user ${person.id}\n`)]);
    }
    expect(await found(NAMES)).toEqual([]);
    expect(await faultLines(test)).toEqual([]);
  });

  it('continues after a kill at any point', async () => {
    const person = await makePerson();
    const uri = new URL(inject('mongodbUri'));
    uri.pathname = `/${test.databaseName}`;
    const env = { ...process.env, MONGODB_URI: uri.href, DATA_DIR: test.dataDir, JWT_SECRET: WEBHOOK_ENV.JWT_SECRET };
    const isBegun = async (): Promise<boolean> => {
      const user = await store()
        .documents('users')
        .findOne({ _id: Number(person.id) });
      return user?.trashed === true;
    };
    const args = [commandFile('person'), 'erase', person.id, '--also', person.profile];
    const child = spawn(process.execPath, args, { cwd: test.dataDir, env, stdio: 'ignore' });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    await expect.poll(isBegun, { interval: 2 }).toBe(true);
    child.kill('SIGKILL');
    await ended;
    const { code, stdout, stderr } = await erase(person);
    expect([code, stderr, stdout]).toEqual([0, '', expect.stringContaining('erased user')]);
    expect(await found(NAMES)).toEqual([]);
    expect(await faultLines(test)).toEqual([]);
  });

  it.each([
    [['erase', '1'], 'User 1 cannot be erased'],
    [['erase', 'nobody-of-this-name'], 'there is no user "nobody-of-this-name"'],
    [['erase', '999999'], 'there is no user "999999"'],
    [['erase', 'editor', '--also', 'x'], '--also has ids'],
    [['erase', 'editor', '--out', 'x'], 'an option is not one of erase'],
    [['export', 'editor'], '--out is needed'],
    [['export', 'editor', '--out', 'x', '--dry-run'], 'an option is not one of export'],
    [['change', 'editor'], 'say export or erase'],
  ])('refuses %j', async (args, said) => {
    const { code, stderr } = await run(...args);
    expect([code, stderr]).toEqual([1, expect.stringContaining(said)]);
  });

  it('refuses a number that is the name of one user and the id of another', async () => {
    const { id } = await test.admin.create('/users', { username: 'numbered', uname: 'numbered', password: PASSWORD });
    const other = await test.admin.create('/users', { username: id, uname: 'other-number', password: PASSWORD });
    const { code, stderr } = await run('erase', id);
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining(`is the name of user ${other.id} and the id of another`),
    ]);
    expect((await run('erase', 'numbered', '--dry-run')).stdout).toContain(`would erase user ${id}\n`);
    expect((await run('erase', other.id, '--dry-run')).stdout).toContain(`would erase user ${other.id}\n`);
  });

  it('refuses the last administrator, and a locked account', async () => {
    const only = await test.admin.create('/users', {
      username: 'only',
      uname: 'only',
      password: PASSWORD,
      status: 'on',
    });
    await test.admin.post('/roles/1/relationships/users', { data: { type: 'users', id: only.id } });
    // As a database that has lost user 1.
    const users = store().documents('users');
    await users.updateOne({ _id: 1 }, { $set: { status: 'off' } });
    const refused = await run('erase', 'only');
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('no active administrator left')]);
    expect((await run('erase', 'only', '--dry-run')).stdout).toMatch(/^would be refused: /);
    await users.updateOne({ _id: 1 }, { $set: { status: 'on' } });
    const lock = { data: { id: only.id, type: 'users', meta: { locked: true } } };
    expect((await test.admin.patch(`/users/${only.id}`, lock)).status).toBe(200);
    expect((await run('erase', 'only')).stderr).toContain('The account is locked');
    expect((await users.findOne({ _id: Number(only.id) }))?.trashed).toBe(false);
  });
});
