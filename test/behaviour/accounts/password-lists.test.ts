// Configured lists of words that new passwords must not contain (D630).
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPasswordLists, passwordWords } from '../../../core/config/password-lists.ts';
import { createLog } from '../../../core/log.ts';
import { configure } from '../../support/writes/configuration.ts';
import { errorCodes, openTestService } from '../../support/service.ts';

const BREACHED = 'breached, but long and not common';
const sha1 = (text: string) => createHash('sha1').update(text).digest('hex').toUpperCase();
const silent = createLog('silent');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'colophon-passwords-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** @returns a file of the list and its hashes */
async function listOf(passwords: readonly string[], end = '\n'): Promise<string> {
  const file = path.join(folder, `${passwords.length}${end.length}.txt`);
  const hashes = passwords.map(sha1).sort();
  await writeFile(file, hashes.map((hash, index) => `${hash}:${(index * 7919) % 100_000}${end}`).join(''));
  return file;
}

const faultIn = async (breachedPasswords: string, password: string) =>
  (await (await openPasswordLists({ passwordWords: [], breachedPasswords }, silent)).fault(password))?.name;

describe('a file of breached passwords', () => {
  it.each([
    [1, '\n'],
    [2, '\r\n'],
    [90, '\n'],
    [5_000, '\r\n'],
    [5_001, '\n'],
  ])('of %i lines finds each of its passwords, and no other one', async (count, end) => {
    const passwords = Array.from({ length: count }, (_, index) => `password number ${index}`);
    const lists = await openPasswordLists(
      { passwordWords: [], breachedPasswords: await listOf(passwords, end) },
      silent,
    );
    const found = await Promise.all(passwords.map((password) => lists.fault(password)));
    expect(found.filter((fault) => fault?.name !== 'breached')).toEqual([]);
    const others = await Promise.all(passwords.slice(0, 500).map((password) => lists.fault(`${password}!`)));
    expect(others.filter((fault) => fault !== undefined)).toEqual([]);
  });

  it('may be a folder of ranges', async () => {
    const ranges = path.join(folder, 'ranges');
    const hash = sha1(BREACHED);
    await mkdir(ranges);
    await writeFile(path.join(ranges, `${hash.slice(0, 5)}.txt`), `${'0'.repeat(35)}:1\r\n${hash.slice(5)}:2\r\n`);
    expect(await faultIn(ranges, BREACHED)).toBe('breached');
    await expect(faultIn(ranges, 'of a range that is missing')).rejects.toMatchObject({ code: 'service_unavailable' });
  });

  it('that is missing, or is not a list of hashes, makes the start fail', async () => {
    const passwords = path.join(folder, 'plain.txt');
    await writeFile(passwords, '123456\nqwerty\n');
    await expect(openTestService({ env: { BREACHED_PASSWORDS: passwords } })).rejects.toThrow(
      /does not begin with a line/,
    );
    await expect(openTestService({ env: { BREACHED_PASSWORDS: `${passwords}.gone` } })).rejects.toThrow(
      /cannot be read/,
    );
  });
});

describe('the lists of a deployment', () => {
  it('refuse passwords of users under any rule; a password that cannot be checked is not set', async () => {
    const file = await listOf([BREACHED, 'another one of them']);
    const t = await openTestService({ env: { BREACHED_PASSWORDS: file, PASSWORD_WORDS: 'Acme, Rossi' } });
    let serial = 0;
    const create = async (password: string) => {
      const username = `listed${++serial}`;
      const attributes = { username, uname: username, password, status: 'on' };
      const response = await t.admin.post('/users', { data: { type: 'users', attributes } });
      return response.status === 201 ? 201 : `${errorCodes(response)[0]} ${JSON.stringify(response.body)}`;
    };
    try {
      expect(await create(BREACHED)).toMatch(/^invalid_data .*\[password\.breached\]/);
      expect(await create('the-ACME-of-passwords')).toMatch(/^invalid_data .*\[password\.words\]/);
      await configure(t, 'Auth.passwordPolicy.rule', '/./');
      expect(await create(BREACHED)).toMatch(/^invalid_data .*\[password\.breached\]/);
      expect(await create('acme')).toMatch(/^invalid_data .*\[password\.words\]/);
      expect(await create('none of the lists')).toBe(201);
      await rm(file);
      expect(await create('none of the lists')).toMatch(/^service_unavailable/);
      expect(t.loggedErrors.splice(0).join('')).toContain('the list of breached passwords cannot be read');
    } finally {
      await t.close();
    }
  });

  it('refuse ADMIN_PASSWORD, so that the first start fails', async () => {
    const env = { BREACHED_PASSWORDS: await listOf([BREACHED, 'a', 'b', 'c']), ADMIN_PASSWORD: BREACHED };
    await expect(openTestService({ env })).rejects.toThrow(/^ADMIN_PASSWORD cannot be used: .* breached passwords/);
  });

  it('have words of at least three letters', () => {
    expect(passwordWords('none')).toEqual([]);
    expect(passwordWords('Acme, Größe')).toEqual(['acme', 'größe']);
    expect([passwordWords('ab'), passwordWords('acme,,rossi')]).toEqual([undefined, undefined]);
  });
});
