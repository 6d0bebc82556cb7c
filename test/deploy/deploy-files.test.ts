// The files of scripts/deploy, checked by the linters of their formats and by the service itself. npm run tool -- image:check
// executes the steps of the Dockerfile.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { listedSettings } from '../../core/config/config.ts';
import { readInstructions } from '../../scripts/deploy/dockerfile.ts';
import { openPythonEnvironment } from '../support/processes/python-environment.ts';

const root = path.resolve(import.meta.dirname, '../..');
const deploy = path.join(root, 'scripts/deploy');
const read = (file: string): Promise<string> => readFile(path.join(deploy, file), 'utf8');
const manifests = (await readdir(path.join(deploy, 'kubernetes'))).sort();

const environment = await openPythonEnvironment(path.join(import.meta.dirname, 'python-requirements.txt'));
const programs = 'python' in environment ? path.dirname(environment.python) : undefined;
const why = 'missing' in environment ? ` (SKIPPED: ${environment.missing})` : '';
if (why !== '') process.stderr.write(`linters of scripts/deploy${why}\n`);
const hasSystemd = await run('systemd-analyze', ['--version']).then(
  ({ code }) => code === 0,
  () => false,
);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'colophon-deploy-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Ended {
  code: number;
  output: string;
}

async function run(program: string, args: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
  try {
    const { stdout, stderr } = await promisify(execFile)(program, args, { env: { ...process.env, ...env } });
    return { code: 0, output: stdout + stderr };
  } catch (error) {
    const { code, stdout = '', stderr = '' } = error as { code?: unknown; stdout?: string; stderr?: string };
    if (typeof code !== 'number') throw error;
    return { code, output: stdout + stderr };
  }
}

const lint = (program: string, ...args: string[]): Promise<Ended> => run(path.join(programs ?? '', program), args);
/** Its script names the Python of another folder: the environment was moved when it was made. */
const validate = (...args: string[]): Promise<Ended> => lint('python', '-m', 'kubernetes_validate', ...args);

/** A copy of a file with something changed. */
async function changed(file: string, from: string | RegExp, to: string): Promise<string> {
  const text = await read(file);
  const copy = path.join(folder, path.basename(file));
  const other = text.replace(from, to);
  expect(other).not.toBe(text);
  await writeFile(copy, other);
  return copy;
}

describe.skipIf(programs === undefined)(`the files of scripts/deploy${why}`, () => {
  it('have a Dockerfile without findings of hadolint', async () => {
    expect(await lint('hadolint', path.join(deploy, 'Dockerfile'))).toEqual({ code: 0, output: '' });
    const faulty = await changed('Dockerfile', 'node:22-bookworm-slim AS build', 'node:latest AS build');
    expect(await lint('hadolint', faulty)).toMatchObject({
      code: 1,
      output: expect.stringContaining('DL3007') as string,
    });
  });

  it('have Kubernetes manifests that are valid, without unknown members', async () => {
    const checked = manifests.filter((file) => file !== 'kustomization.yaml');
    const args = ['--strict', '--quiet', '--kubernetes-version', '1.34'];
    const paths = checked.map((file) => path.join(deploy, 'kubernetes', file));
    expect(await validate(...args, ...paths)).toMatchObject({ code: 0 });
    const faulty = await changed('kubernetes/service.yaml', 'periodSeconds: 15', 'periodSecond: 15');
    expect((await validate(...args, faulty)).code).toBe(1);
  });

  it('have a Caddyfile that Caddy accepts, in its layout', async () => {
    const file = path.join(deploy, 'Caddyfile');
    expect((await lint('caddy', 'validate', '--adapter', 'caddyfile', '--config', file)).output).toContain(
      'Valid configuration',
    );
    const [first = ''] = (await lint('caddy', 'fmt', '--diff', file)).output
      .split('\n')
      .filter((line) => /^[-+]/.test(line));
    expect(first).toBe('');
    const faulty = await changed('Caddyfile', 'reverse_proxy', 'reverse_proxies');
    expect((await lint('caddy', 'validate', '--adapter', 'caddyfile', '--config', faulty)).code).toBe(1);
  });
});

it('have a valid compose.yaml', async () => {
  const dclint = path.join(root, 'node_modules/.bin/dclint');
  const settings = { NO_COLOR: '1' };
  expect(await run(dclint, ['--quiet', path.join(deploy, 'compose.yaml')], settings)).toEqual({
    code: 0,
    output: '\n',
  });
  const faulty = await changed('compose.yaml', 'stop_grace_period', 'stop_grace_time');
  const { code, output } = await run(dclint, ['--quiet', faulty], settings);
  expect(code).toBe(1);
  expect(output).toContain('invalid-schema');
});

describe.skipIf(!hasSystemd)(`the unit of systemd${hasSystemd ? '' : ' (SKIPPED: no systemd here)'}`, () => {
  it('passes systemd-analyze, with a low exposure', async () => {
    const unit = await changed(
      'colophon.service',
      'ExecStart=/usr/bin/node',
      `ExecStart=${await realpath(process.execPath)} --no-warnings`,
    );
    expect(await run('systemd-analyze', ['verify', unit])).toEqual({ code: 0, output: '' });
    const { output } = await run('systemd-analyze', ['security', '--offline=true', '--threshold=20', unit]);
    expect(output).toMatch(/Overall exposure level for colophon\.service: 1\.\d OK/);
  });

  it('would be refused with an error', async () => {
    const unit = await changed('colophon.service', 'Restart=always', 'Restart=forever');
    expect((await run('systemd-analyze', ['verify', unit])).output).toContain('Failed to parse');
  });
});

describe('the settings in the files', () => {
  const known = new Set(listedSettings().map(({ variable }) => variable));
  /** Of the AWS client, of systemd, and of glibc. */
  const others = /^(?:AWS_|XDG_CACHE_HOME$|MALLOC_(?:MMAP|TRIM)_THRESHOLD_$)/;
  const unknown = (names: readonly string[]): string[] =>
    names.filter((name) => !known.has(name) && !others.test(name));

  it('exist, in all files', async () => {
    const { 'x-settings': common, services } = parse(await read('compose.yaml'), { merge: true }) as {
      'x-settings': object;
      services: Record<string, { environment: object }>;
    };
    const { service, jobs } = services;
    const composed = [common, service?.environment ?? {}, jobs?.environment ?? {}].flatMap((each) => Object.keys(each));
    expect(composed.length).toBeGreaterThan(20);
    expect(unknown(composed)).toEqual([]);

    const documents = await Promise.all(
      manifests.map(async (file) => parseAllDocuments(await read(`kubernetes/${file}`))),
    );
    const named = documents.flat().flatMap((document) => {
      const { kind, data, spec } = document.toJS() as {
        kind: string;
        data?: object;
        spec?: { template?: { spec: { containers: { env: { name: string }[] }[] } } };
      };
      const own = spec?.template?.spec.containers.flatMap(({ env }) => env.map(({ name }) => name)) ?? [];
      return kind === 'ConfigMap' ? Object.keys(data ?? {}) : own;
    });
    expect(named).toContain('PROCESS_ROLE');
    expect(unknown(named)).toEqual([]);

    const image = readInstructions(await read('Dockerfile')).filter(({ name }) => name === 'ENV');
    const unit = [...(await read('colophon.service')).matchAll(/^Environment=(.*)$/gm)].map(([, text = '']) => text);
    for (const text of [...image.map((each) => each.text), ...unit])
      expect(unknown([...text.matchAll(/(\w+)=/g)].map(([, name = '']) => name))).toEqual([]);
  });

  it('make containers without root and capabilities, with a read-only file system', async () => {
    const { services } = parse(await read('compose.yaml'), { merge: true }) as {
      services: Record<string, { read_only?: boolean; cap_drop?: string[] }>;
    };
    for (const name of ['service', 'jobs', 'proxy'])
      expect(services[name]).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
    const documents = (await Promise.all(['service', 'jobs'].map((file) => read(`kubernetes/${file}.yaml`)))).flatMap(
      (text) =>
        parseAllDocuments(text).map(
          (document) => document.toJS() as { kind: string; spec: { template: { spec: object } } },
        ),
    );
    const deployments = documents.filter(({ kind }) => kind === 'Deployment');
    expect(deployments).toHaveLength(2);
    for (const { spec } of deployments)
      expect(spec.template.spec).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, runAsUser: 65532 },
        containers: [
          {
            securityContext: {
              allowPrivilegeEscalation: false,
              readOnlyRootFilesystem: true,
              capabilities: { drop: ['ALL'] },
            },
          },
        ],
      });
    const user = readInstructions(await read('Dockerfile')).filter(({ name }) => name === 'USER');
    expect(user.at(-1)?.text).toBe('65532:65532');
  });

  it('make an image from the needed files only', async () => {
    const left = await readFile(path.join(deploy, 'Dockerfile.dockerignore'), 'utf8');
    const taken = [...left.matchAll(/^!(\S+)$/gm)].map(([, name = '']) => name);
    expect(taken).not.toContain('.git');
    expect(taken).not.toContain('test');
    expect((await readdir(root)).filter((name) => taken.includes(name)).sort()).toEqual([...taken].sort());
  });
});
