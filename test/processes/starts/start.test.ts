// `npm start` from the user's view: a process with settings, an exit code and lines on the terminal.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { findMongod } from '../../../core/store/mongod/find-mongod.ts';
import { ownSecret } from '../../../core/disk/data-folder.ts';
import { startMongod } from '../../../core/store/mongod/mongod-process.ts';
import { commandFile } from '../../support/processes/command-file.ts';

let folder: string;
let children: ChildProcess[];

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'colophon-start-'));
  children = [];
});

afterEach(async () => {
  for (const child of children.filter((one) => one.exitCode === null && one.signalCode === null)) {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
  await rm(folder, { recursive: true, force: true });
});

describe('npm start', () => {
  it('--help describes every setting with its default', async () => {
    const { code, output } = await run({}, ['--help']);
    expect(code).toBe(0);
    const settings =
      'PORT HOST DATA_DIR MONGODB_URI MONGOD_PATH PUBLIC_URL ADMIN_USERNAME ADMIN_PASSWORD JWT_SECRET JWT_TTL REFRESH_TTL RATE_LIMIT';
    const more =
      'PROCESS_ROLE JOBS_KEEP EXPIRED_TOKEN_CODE BODY_LIMIT PAGE_SIZE_MAX QUERY_TIMEOUT_MS DEBUG LOG_LEVEL TRUST_PROXY NODE_ENV';
    for (const name of `${settings} ${more}`.split(' ')) {
      expect(output).toMatch(new RegExp(`^  ${name} .*\n.*; (default |if not set: ).`, 'm'));
    }
  });

  it('refuses an unknown option', async () => {
    expect(await run({}, ['--port=1'])).toEqual(refused(/^colophon: there is no option --port=1: see --help$/));
  });

  it('refuses a bad setting', async () => {
    const outcome = await run({ PORT: 'http' });
    expect(outcome).toEqual(
      refused(/^colophon: PORT: "http" is not allowed, it takes a whole number from 0 to 65535$/),
    );
  });

  it('refuses an invalid PROCESS_ROLE', async () => {
    expect(await run({ PROCESS_ROLE: 'some' })).toEqual(
      refused(/^colophon: PROCESS_ROLE: "some" is not allowed, it takes all, api, worker$/),
    );
  });

  it('reads settings from .env unless the environment has them', async () => {
    await writeFile(path.join(folder, '.env'), 'PORT=http\nDEBUG=perhaps\n');
    expect(await run({ PORT: undefined, DEBUG: 'off' })).toEqual(refused(/^colophon: PORT: "http" is not allowed/));
    expect(await run({ PORT: '0', DEBUG: undefined })).toEqual(refused(/^colophon: DEBUG: "perhaps" is not allowed/));
  });

  it('names all bad settings at once, a line for each, and names that are nearly a setting', async () => {
    await writeFile(path.join(folder, '.env'), 'CORS_ORIGIN=*\nLOG_LEVEL=loud\n');
    expect(await run({ PORT: 'http', LOG_LEVEL: undefined })).toEqual(
      refused(
        /^colophon: CORS_ORIGIN in \.env .*: write CORS_ORIGINS\ncolophon: PORT: "http" is not allowed.*\ncolophon: LOG_LEVEL: "loud" is not allowed.*$/,
      ),
    );
    const warned = await run({ DATA_DIR: '/dev/null', LOG_FORMAT: 'json', LOG_LEVEL: 'info' });
    expect(warned.complaint.split('\n')[1]).toBe('colophon: DATA_DIR cannot be used: /dev/null is not a folder');
  });

  it('shows the origin of an error with DEBUG=on', async () => {
    const { code, complaint } = await run({ DEBUG: 'on', PORT: 'http' });
    expect(code).toBe(1);
    expect(complaint).toMatch(/^colophon: ConfigError: PORT: .*\n +at /);
  });

  it('refuses a port in use', async () => {
    const squatter = net.createServer().listen(0, '127.0.0.1');
    await once(squatter, 'listening');
    const { port } = squatter.address() as net.AddressInfo;
    try {
      const outcome = await run({ PORT: String(port) });
      expect(outcome).toEqual(
        refused(new RegExp(`^colophon: port ${port} of 127\\.0\\.0\\.1 is in use by another program`)),
      );
    } finally {
      squatter.close();
    }
  });

  it('refuses a data folder in use', async () => {
    const first = await startService();
    const outcome = await run({});
    expect(outcome).toEqual(refused(/^colophon: the data folder .* is in use by another service \(process \d+\)/));
    expect(first.child.exitCode).toBe(null);
  });

  it('refuses a standalone MongoDB', async () => {
    const { path: program } = await findMongod({
      mongod: process.env['MONGOD_PATH'] || undefined,
      onProgress: console.error,
    });
    const port = await freePort();
    const dataPath = await mkdtemp(path.join(folder, 'standalone-'));
    const logFile = path.join(folder, 'standalone.log');
    const keyFile = path.join(folder, 'standalone.key');
    await ownSecret(keyFile);
    const standalone = await startMongod({ program, dbPath: dataPath, port, logFile, keyFile, throwaway: true });
    try {
      const outcome = await run({ MONGODB_URI: `mongodb://127.0.0.1:${port}/x` });
      expect(outcome).toEqual(refused(/^colophon: Colophon needs a replica set, MongoDB at .* is a standalone/));
    } finally {
      await standalone.stop();
    }
  });

  it('refuses a MongoDB that does not answer, without showing its password', async () => {
    const outcome = await run({ MONGODB_URI: 'mongodb://user:hunter2@127.0.0.1:1/x' });
    expect(outcome).toEqual(refused(/^colophon: no MongoDB to work with at 127\.0\.0\.1:1: /));
    expect(outcome.complaint).not.toContain('hunter2');
  });

  it('refuses an unusable folder for files, with one line', async () => {
    const MONGODB_URI = inject('mongodbUri').replace('/?', `/start_refused_${process.pid}?`);
    await writeFile(path.join(folder, 'a file'), '');
    const STORAGE_URL = pathToFileURL(path.join(folder, 'a file')).href;
    const notFolder = /^colophon: STORAGE_URL: \S.*a file is not a folder$/;
    expect(await run({ MONGODB_URI, STORAGE_URL })).toEqual(refused(notFolder));
    const nowhere = /^colophon: STORAGE_URL: \S.*$/;
    expect(await run({ MONGODB_URI, STORAGE_URL: 'file:///proc/nope' })).toEqual(refused(nowhere));
  });

  it.runIf(process.platform === 'linux')('refuses a data folder that cannot be made, with one line', async () => {
    const DATA_DIR = '/proc/colophon/data';
    const nowhere = (line: string) => refused(new RegExp(`^colophon: ${line}: ENOENT: .*'/proc/colophon'$`));
    expect(await run({ DATA_DIR })).toEqual(nowhere('DATA_DIR cannot be used'));
    const JWT_SECRET = 's'.repeat(32);
    expect(await run({ DATA_DIR, JWT_SECRET })).toEqual(nowhere(`cannot write to the data folder ${DATA_DIR}`));
  });

  it('prints its address, and the first password once', async () => {
    const first = await startService();
    expect(first.output()).toMatch(/^ready on http:\/\/127\.0\.0\.1:\d+$/m);
    expect(first.output()).toMatch(
      /\/home\n.*\/docs\n.*\/openapi\.json\n.*\/html\/sign-in\n.*administrator admin, password \S{8,} /,
    );
    expect(await stop(first.child)).toBe(0);
    const second = await startService({ ADMIN_PASSWORD: 'another wombat' });
    expect(second.output()).not.toContain('password');
    expect(second.complaint()).toMatch(
      /^colophon: the user "admin" exists already, .* "npm run password -- admin" .*$/m,
    );
    expect(await stop(second.child)).toBe(0);
  });

  it('uses the MongoDB of MONGODB_URI, and links begin with PUBLIC_URL', async () => {
    const uri = inject('mongodbUri').replace('/?', `/start_${process.pid}?`);
    const service = await startService({ MONGODB_URI: uri, PUBLIC_URL: 'https://example.org/api/' });
    expect(service.output()).toContain('https://example.org/api/home');
    // A client that waits for leave to send its body is refused without it.
    const { port } = new URL(/^ready on (.*)$/m.exec(service.output())?.[1] ?? '');
    const upload = request({ port, method: 'POST', path: '/images/upload/a', headers: { Expect: '100-continue' } });
    let isContinued = false;
    upload.once('continue', () => (isContinued = true)).flushHeaders();
    const [{ statusCode }] = (await once(upload, 'response')) as [IncomingMessage];
    upload.destroy();
    expect([statusCode, isContinued]).toEqual([401, false]);
    expect(await stop(service.child)).toBe(0);
  });

  it.skipIf(process.platform === 'win32')(
    'ends with the shell of npm, which keeps signals for itself (D934)',
    async () => {
      const MONGODB_URI = inject('mongodbUri').replace('/?', `/start_shell_${process.pid}?`);
      const shell = ['/bin/sh', '-c', '"$0" "$@"; true'];
      const settings = { MONGODB_URI, npm_lifecycle_event: 'start', LOG_LEVEL: 'info' };
      const { child, complaint } = await startService(settings, shell);
      const closed = once(child, 'close');
      child.kill('SIGTERM');
      // The service has the outputs of the shell: they are closed when it has ended.
      await closed;
      expect(child.signalCode).toBe('SIGTERM');
      expect(complaint()).toMatch(/"msg":"ready"[^]*"msg":"stopped"/);
    },
  );
});

interface Outcome {
  code: number | null;
  output: string;
  complaint: string;
}

type Settings = Record<string, string | undefined>;

/** The only output is one line on stderr. */
function refused(complaint: RegExp): Outcome {
  return { code: 1, output: '', complaint: expect.stringMatching(complaint) as string };
}

/** Runs the script until it ends. */
async function run(settings: Settings, args: string[] = []): Promise<Outcome> {
  const child = launch(settings, args);
  let output = '';
  let complaint = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output, complaint: complaint.trimEnd() };
}

/** Runs the script until it reports that it is ready. */
async function startService(settings: Settings = {}, shell: string[] = []) {
  const child = launch(settings, [], shell);
  let output = '';
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
  const closed = once(child, 'close').then(() => Promise.reject(new Error(`not ready: ${complaint}`)));
  const ready = new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (/openapi\.json\n/.test(output)) resolve();
    });
  });
  await Promise.race([ready, closed]);
  closed.catch(() => undefined);
  return { child, output: () => output, complaint: () => complaint };
}

async function stop(child: ChildProcess): Promise<number | null> {
  child.kill('SIGTERM');
  const [code] = (await once(child, 'exit')) as [number | null];
  return code;
}

function launch(settings: Settings, args: string[], shell: string[] = []) {
  const base = { PATH: process.env['PATH'], HOME: process.env['HOME'], XDG_CACHE_HOME: process.env['XDG_CACHE_HOME'] };
  const mongod = { MONGOD_PATH: process.env['MONGOD_PATH'] };
  const env = { ...base, ...mongod, PORT: '0', DATA_DIR: path.join(folder, 'data'), LOG_LEVEL: 'silent', ...settings };
  const [program = '', ...rest] = [...shell, process.execPath, commandFile('scripts/start.ts'), ...args];
  const child = spawn(program, rest, {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  return child;
}

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  server.close();
  return port;
}
