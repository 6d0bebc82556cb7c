// The rule of lint that keeps the treatment of operations in their description (D880).
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const REFUSED = [
  `const AUDITED = new Set(['createUser', 'updateUser']);`,
  `if (operation.operationId === 'listUsers') audit();`,
  `switch (id) { case 'listRoles': audit(); }`,
  `const PERSONAL = new Map([['/users', true]]);`,
  `const PERSONAL = ['/users', '/roles'];`,
  `const NEED_ROWS = new Set(['admin', 'users']);`,
  `if (path.startsWith('/admin/')) audit();`,
  `if (path === '/auth') audit();`,
  `switch (path) { case '/metrics': skip(); }`,
  `const isAudited = /^\\/(?:admin|users)\\b/.test(path);`,
];
const ACCEPTED = [
  `const handlers = { listUsers: () => answer };`,
  `const self = { path: '/admin/webhooks' };`,
  `const page = { available: '/users' };`,
  `const types = new Set(['users', 'folders']);`,
  `if (facts.access === 'signIn') answer();`,
  `if (path.startsWith('/')) answer();`,
];

const root = path.resolve(import.meta.dirname, '../../..');
let folder: string;
/** The files of all codes in which oxlint finds a fault. */
let refused: Set<string>;

interface Report {
  diagnostics: { filename: string }[];
}

const nameOf = (code: string): string => `${[...REFUSED, ...ACCEPTED].indexOf(code)}.ts`;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'colophon-linted-'));
  const jsPlugins = [path.join(root, 'scripts/config/lint-rules.js')];
  const config = { jsPlugins, categories: { correctness: 'off' }, rules: { 'colophon/operation-tables': 'error' } };
  await writeFile(path.join(folder, 'config.json'), JSON.stringify(config));
  for (const code of [...REFUSED, ...ACCEPTED]) await writeFile(path.join(folder, nameOf(code)), `${code}\n`);
  const oxlint = path.join(root, 'node_modules/.bin/oxlint');
  const run = promisify(execFile)(oxlint, ['--config', 'config.json', '--format', 'json', '.'], { cwd: folder });
  // It fails for the refused ones.
  const { stdout } = await run.catch((error: { stdout: string }) => error);
  refused = new Set((JSON.parse(stdout) as Report).diagnostics.map(({ filename }) => path.basename(filename)));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('a file that decides by operations or paths', () => {
  it.each(REFUSED)('is refused: %s', (code) => {
    expect(refused).toContain(nameOf(code));
  });

  it.each(ACCEPTED)('is not: %s', (code) => {
    expect(refused).not.toContain(nameOf(code));
  });
});
