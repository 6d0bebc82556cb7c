// Known vulnerabilities of dependencies, judged by the policy: with a registry on this machine, and without one (D625).
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openLoopbackServer, type LoopbackServer } from '../../support/clients/loopback-server.ts';

const root = path.join(import.meta.dirname, '../../..');
const HIGH = 'GHSA-aaaa-bbbb-cccc';
const TOOL = 'GHSA-dddd-eeee-ffff';

let registry: LoopbackServer;
let folder = '';
const requests: string[] = [];
/** The vulnerabilities in the registry, by package. */
let known: Record<string, object[]> = {};

let serial = 1_000_000;
/** npm remembers them by number. */
const fault = (id: string, severity: string, title = 'Reads any file') => ({
  id: ++serial,
  url: `https://github.com/advisories/${id}`,
  title,
  severity,
  vulnerable_versions: '<2.0.0',
  cwe: ['CWE-22'],
  cvss: { score: 7.5, vectorString: null },
});

beforeAll(async () => {
  registry = await openLoopbackServer();
  registry.answer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    request.resume();
    const name = (request.url ?? '').slice(1);
    const versions = { '1.0.0': { name, version: '1.0.0' }, '2.0.0': { name, version: '2.0.0' } };
    const body =
      request.method === 'POST' ? known : { name, 'dist-tags': { latest: '2.0.0' }, versions, time: {}, modified: '' };
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  });
  folder = await mkdtemp(path.join(os.tmpdir(), 'colophon-audit-'));
  const own = { name: 'project', version: '1.0.0' };
  const dependencies = { dependencies: { thing: '1.0.0' }, devDependencies: { tool: '1.0.0' } };
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ ...own, ...dependencies }));
  const of = (name: string) => ({ version: '1.0.0', resolved: `${registry.url}/${name}/-/${name}-1.0.0.tgz` });
  const packages = {
    '': { ...own, ...dependencies },
    'node_modules/thing': of('thing'),
    'node_modules/tool': { ...of('tool'), dev: true },
  };
  await writeFile(
    path.join(folder, 'package-lock.json'),
    JSON.stringify({ ...own, lockfileVersion: 3, requires: true, packages }),
  );
});
afterAll(async () => {
  await registry.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  requests.length = 0;
  known = {};
});

const DAY_MS = 24 * 60 * 60 * 1000;
const day = (fromToday: number): string => new Date(Date.now() + fromToday * DAY_MS).toISOString().slice(0, 10);

async function audit(policy: unknown, { args = [], url = registry.url }: { args?: string[]; url?: string } = {}) {
  const file = path.join(folder, 'policy.json');
  await writeFile(file, typeof policy === 'string' ? policy : JSON.stringify(policy));
  const script = [
    '--import',
    import.meta.resolve('tsx'),
    path.join(root, 'scripts/dependencies/audit-dependencies.ts'),
  ];
  const env = { ...process.env, npm_config_registry: url, npm_config_cache: path.join(folder, 'cache') };
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const given = [...script, '--folder', folder, '--policy', file, ...args];
    execFile(process.execPath, given, { cwd: root, env, timeout: 600_000 }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? -1) : 0, stdout, stderr }),
    );
  });
}

const policy = (...exceptions: object[]) => ({ fails: { production: 'high', development: 'critical' }, exceptions });
const exception = (until: string, advisory = HIGH) => ({
  advisory,
  package: 'thing',
  reason: 'It opens no files of users.',
  until,
});

describe('npm run tool -- audit:dependencies', () => {
  it('passes for packages without known vulnerabilities', async () => {
    expect(await audit(policy())).toMatchObject({ code: 0, stdout: '0 known faults, 0 not tolerated\n' });
    expect(requests).toContain('POST /-/npm/v1/security/advisories/bulk');
  });

  it('fails for a severe vulnerability of a production dependency, and names it', async () => {
    known = { thing: [fault(HIGH, 'high')], tool: [fault(TOOL, 'high', 'Writes any file')] };
    const { code, stdout } = await audit(policy());
    expect([code, stdout.split('\n')]).toEqual([
      1,
      [
        `FAIL      high     production  thing <2.0.0: Reads any file (https://github.com/advisories/${HIGH})`,
        `tolerated high     development tool <2.0.0: Writes any file (https://github.com/advisories/${TOOL})`,
        '2 known faults, 1 not tolerated',
        '',
      ],
    ]);
  });

  it('has another minimum severity for development dependencies', async () => {
    known = { tool: [fault(TOOL, 'critical')] };
    expect(await audit(policy())).toMatchObject({ code: 1, stdout: expect.stringMatching(/^FAIL {6}critical/) });
    known = { thing: [fault(HIGH, 'moderate')] };
    expect(await audit(policy())).toMatchObject({ code: 0, stdout: expect.stringMatching(/^tolerated moderate/) });
  });

  it('accepts exceptions up to their last day, for their package only', async () => {
    known = { thing: [fault(HIGH, 'high')] };
    const today = await audit(policy(exception(day(0))));
    expect([today.code, today.stdout]).toEqual([0, expect.stringContaining('It opens no files of users.')]);
    const past = await audit(policy(exception(day(-1))));
    expect([past.code, past.stdout]).toEqual([1, expect.stringContaining('its exception has ended')]);
    const other = await audit(policy({ ...exception(day(9)), package: 'tool' }));
    expect([other.code, other.stdout]).toEqual([1, expect.stringContaining(`needless  the exception for ${HIGH}`)]);
  });

  it.each([
    ['{', 'policy.json is not JSON'],
    [{ fails: { production: 'high' }, exceptions: [] }, '"fails" has "production" and "development"'],
    [{ fails: { production: 'high', development: 'bad' }, exceptions: [] }, '"fails" has'],
    [policy({ ...exception(day(9)), reason: ' ' }), 'exception 1 has "advisory"'],
    [policy({ ...exception('soon') }), 'exception 1 has'],
  ])('refuses the policy %j', async (given, said) => {
    const { code, stderr } = await audit(given);
    expect([code, stderr, requests]).toEqual([2, expect.stringContaining(said), []]);
  });

  it('reports an unreachable registry, and fails only with --require-answer', async () => {
    const gone = await openLoopbackServer();
    await gone.close();
    const offline = await audit(policy(), { url: gone.url });
    expect([offline.code, offline.stdout]).toEqual([0, expect.stringMatching(/^NO RESPONSE: /)]);
    const required = await audit(policy(), { url: gone.url, args: ['--require-answer'] });
    expect([required.code, required.stderr]).toEqual([2, expect.stringContaining('the registry did not respond')]);
    const nonsense = await openLoopbackServer();
    nonsense.answer((_request, response) => response.writeHead(502).end('<html>'));
    expect((await audit(policy(), { url: nonsense.url })).stdout).toMatch(/^NO RESPONSE: /);
    await nonsense.close();
  });
});
