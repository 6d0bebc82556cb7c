// `npm run password`: a new password for a user in the database, without a request (D860).
import { spawn } from 'node:child_process';
import { describe, expect, inject, it } from 'vitest';
import { ignoredPassword } from '../../../core/accounts/passwords/reset-password.ts';
import { configure } from '../../support/writes/configuration.ts';
import { commandFile } from '../../support/processes/command-file.ts';
import { PASSWORD, serviceForTests } from '../../support/service.ts';
import { faultLines } from '../../support/database/verified.ts';

const FLAT = { 'Content-Type': 'application/json' };
const NEW = 'sunny wombat, blue harbour';

const test = serviceForTests({ env: { PASSWORD_WORDS: 'colophon' } });

interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** @param input the standard input, which is no terminal */
function run(args: readonly string[], input = ''): Promise<Ended> {
  const uri = new URL(inject('mongodbUri'));
  uri.pathname = `/${test.databaseName}`;
  const env = { ...process.env, MONGODB_URI: uri.href, DATA_DIR: test.dataDir, PASSWORD_WORDS: 'colophon' };
  const child = spawn(process.execPath, [commandFile('password'), ...args], { cwd: test.dataDir, env });
  const ended = { code: null as number | null, stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => (ended.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (ended.stderr += chunk.toString()));
  child.stdin.end(input);
  return new Promise((resolve) => child.once('close', (code) => resolve({ ...ended, code })));
}

const signIn = (username: string, password: string) => test.anonymous.post('/auth', { username, password }, FLAT);

async function newUser(username: string): Promise<string> {
  const attributes = { username, uname: `user-${username}`, password: PASSWORD, email: `${username}@example.org` };
  return (await test.admin.create('/users', { ...attributes, status: 'on' })).id;
}

it('a start says when ADMIN_PASSWORD is not that of the administrator, and how to set it (D861)', async () => {
  const { store } = test.service.services;
  const said = (adminUsername: string, adminPassword?: string) =>
    ignoredPassword(store, { adminUsername, adminPassword });
  expect([await said('admin'), await said('root'), await said('Admin', PASSWORD)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(await said('admin', 'another wombat')).toMatch(/"admin" exists already, .*"npm run password -- admin"/);
  expect(await said('root', PASSWORD)).toMatch(/^ADMIN_PASSWORD has no effect .* no user "root"$/);
});

describe('npm run password', () => {
  it('sets a password from the standard input, ends all sessions, tells the user, and is audited', async () => {
    const id = await newUser('paula');
    const { jwt, renew } = ((await signIn('paula', PASSWORD)).body as { meta: { jwt: string; renew: string } }).meta;
    const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
    expect((await test.anonymous.get('/auth/user', bearer(jwt))).status).toBe(200);

    const ended = await run(['paula', '--stdin'], `${NEW}\r\nanother line\n`);
    expect(ended).toEqual({
      code: 0,
      stdout: `changed the password of "paula" (user ${id}); all sessions have ended\n`,
      stderr: '',
    });

    expect((await test.anonymous.get('/auth/user', bearer(jwt))).status).toBe(401);
    expect(
      (await test.anonymous.post('/auth', { grant_type: 'refresh_token' }, { ...FLAT, ...bearer(renew) })).status,
    ).toBe(401);
    expect((await signIn('paula', PASSWORD)).status).toBe(401);
    expect((await signIn('paula', NEW)).status).toBe(200);
    const { store } = test.service.services;
    const rows = await store.auditTrail
      .find({ resource_type: 'users', resource_id: id })
      .sort({ _id: -1 })
      .limit(2)
      .toArray();
    expect(rows.map(({ event, user_id: by }) => [event, by]).sort()).toEqual([
      ['password_reset', null],
      ['update', null],
    ]);
    expect(JSON.stringify(rows)).not.toContain(NEW);
    const mail = { 'payload.template': 'password_changed', 'payload.to': 'paula@example.org' };
    expect(await store.asyncJobs.countDocuments(mail)).toBe(1);
    expect(await faultLines(test)).toEqual([]);
  });

  it('generates one, shown once, for a user given by id, and names what still keeps the user out', async () => {
    const id = await newUser('quentin');
    await test.admin.patch(`/users/${id}`, { data: { id, type: 'users', meta: { blocked: true } } });
    const { code, stdout } = await run([id, '--generate']);
    const [, password = ''] = /^the password is (\S+) \(shown only this once\)$/m.exec(stdout) ?? [];
    expect([code, stdout]).toEqual([0, expect.stringContaining('note: the user is blocked\n')]);
    await test.admin.patch(`/users/${id}`, { data: { id, type: 'users', meta: { blocked: false } } });
    expect((await signIn('quentin', password)).status).toBe(200);
  });

  it.each([
    ['a short password', ['admin', '--stdin'], 'short\n', 'A password has 10 to 1024 characters'],
    [
      'a common one',
      ['admin', '--stdin'],
      '1234567890\n',
      'The password is one of the most common: choose another one',
    ],
    ['a word of the deployment', ['admin', '--stdin'], 'my colophon, my joy\n', /^The password contains a word/],
    ['an empty one', ['admin', '--stdin'], '\n', 'no password was given'],
    ['no input', ['admin', '--stdin'], '', 'no password was given'],
    ['an unknown user', ['nobody', '--generate'], '', 'there is no user "nobody"'],
    ['no user', ['--generate'], '', 'say whose password, one user: see --help'],
    ['two users', ['admin', 'editor', '--generate'], '', 'say whose password, one user: see --help'],
    ['two ways', ['admin', '--generate', '--stdin'], '', '--generate and --stdin exclude each other: see --help'],
    ['no terminal', ['admin'], '', /^there is no terminal .*: use --generate or --stdin$/],
  ])('refuses %s with one line, and changes nothing', async (_what, args, input, expected) => {
    const { code, stdout, stderr } = await run(args, input);
    expect([code, stdout]).toEqual([1, '']);
    const [, line = '', ...more] = /^password: (.*)\n$/.exec(stderr) ?? [];
    expect([line, more, stderr]).toEqual([
      typeof expected === 'string' ? expected : expect.stringMatching(expected),
      [],
      stderr,
    ]);
    expect((await signIn('admin', PASSWORD)).status).toBe(200);
  });

  it('applies the rule of the configuration', async () => {
    await configure(test, 'Auth.passwordPolicy.rule', '/^[a-z]{12,}$/');
    const { code, stderr } = await run(['reader', '--stdin'], `${NEW}\n`);
    expect([code, stderr]).toEqual([1, 'password: The password does not meet the policy\n']);
    const generated = await run(['reader', '--generate']);
    expect(generated.stderr).toMatch(/^password: a generated password does not fit: The password/);
  });
});
