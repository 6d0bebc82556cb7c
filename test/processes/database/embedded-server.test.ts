import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connect } from '../../../core/store/connection/connect.ts';
import { startEmbeddedServer, type EmbeddedServer } from '../../../core/store/mongod/embedded-server.ts';

let dataDir: string;
let started: EmbeddedServer[];
let progress: string[];

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'colophon-embedded-'));
  started = [];
  progress = [];
});

afterEach(async () => {
  await Promise.all(started.map((server) => server.stop()));
  await rm(dataDir, { recursive: true, force: true });
});

const launcher = path.join(import.meta.dirname, '../../../core/store/mongod/embedded-server.ts');

describe('the embedded server', () => {
  it('supports transactions, and keeps data, port and version over a restart', async () => {
    const first = await start();
    await write(first.uri, 'kept');
    await first.stop();
    const second = await start();
    expect(second.uri).toBe(first.uri);
    expect(await read(second.uri)).toEqual(['kept']);
    expect(await kept()).toEqual({ port: portOf(first.uri), version: expect.stringMatching(/^\d+\.\d+\.\d+$/) });
  });

  it('moves to another port when the kept one is taken', async () => {
    const first = await start();
    await write(first.uri, 'kept');
    await first.stop();
    const squatter = net.createServer().listen(portOf(first.uri), '127.0.0.1');
    await once(squatter, 'listening');
    try {
      const second = await start();
      expect(portOf(second.uri)).not.toBe(portOf(first.uri));
      expect(await read(second.uri)).toEqual(['kept']);
      expect(await kept()).toMatchObject({ port: portOf(second.uri) });
    } finally {
      squatter.close();
    }
  });

  it('refuses a second service on the same data folder, also when both start at once', async () => {
    const outcomes = await Promise.allSettled([start(), start()]);
    const refused = outcomes.find((outcome) => outcome.status === 'rejected');
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1);
    expect((refused?.reason as Error).message).toMatch(
      /^the data folder .* is in use by another service \(process \d+\)/,
    );
  });

  it('starts after a killed service', async () => {
    const { child, uri } = await startInChild();
    await write(uri, 'before the end');
    child.kill('SIGKILL');
    await once(child, 'exit');
    const server = await start();
    expect(await read(server.uri)).toEqual(['before the end']);
  });

  it('stops a mongod that has outlived its killed service and watchdog', async () => {
    const { child, uri, watchdogs } = await startInChild();
    await write(uri, 'orphaned');
    for (const pid of watchdogs) process.kill(pid, 'SIGKILL');
    child.kill('SIGKILL');
    await once(child, 'exit');
    const server = await start();
    expect(progress).toContainEqual(
      expect.stringMatching(/^stopping the mongod \(process \d+\) that an earlier start/),
    );
    expect(await read(server.uri)).toEqual(['orphaned']);
  });

  it('ends with a service that is killed', async () => {
    const { child, uri } = await startInChild();
    child.kill('SIGKILL');
    await once(child, 'exit');
    await expect.poll(() => accepts(portOf(uri))).toBe(false);
  });

  it('takes over the lock of a dead process, even if its process id is reused', async () => {
    const stale = { pid: process.pid, started: '1', host: os.hostname() };
    await writeFile(path.join(dataDir, 'service.lock'), JSON.stringify(stale));
    const server = await start();
    await server.stop();
    expect((await readdir(dataDir)).filter((name) => name.startsWith('service.lock'))).toEqual([]);
  });

  it('refuses data of a newer MongoDB in one line', async () => {
    await writeFile(path.join(dataDir, 'mongod.json'), JSON.stringify({ port: 1, version: '99.0.1' }));
    await expect(start()).rejects.toThrow(
      /^the data in .* was written by MongoDB 99\.0\.1, .* is \d+\.\d+\.\d+: set MONGOD_PATH/,
    );
  });

  it('refuses a data folder that cannot be written', async () => {
    const file = path.join(dataDir, 'file');
    await writeFile(file, '');
    await expect(start(path.join(file, 'data'))).rejects.toThrow(/^cannot write to the data folder /);
  });

  it('refuses a MONGOD_PATH that is not a mongod', async () => {
    const options = { dataDir, onProgress: () => undefined };
    await expect(startEmbeddedServer({ ...options, mongod: process.execPath })).rejects.toThrow(
      /^MONGOD_PATH: .* is not a mongod/,
    );
    await expect(startEmbeddedServer({ ...options, mongod: '/no/such' })).rejects.toThrow(
      /^MONGOD_PATH: \/no\/such is not a program/,
    );
  });

  it('is restarted when it exits, on the same port and with its data', async () => {
    const server = await start();
    await write(server.uri, 'before the end');
    const pid = await pidOfMongod();
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => progress.includes('mongod runs again')).toBe(true);
    expect(progress).toContainEqual(expect.stringMatching(/^mongod has ended \(SIGKILL\).*; it is started again$/));
    expect(await pidOfMongod()).not.toBe(pid);
    expect(await read(server.uri)).toEqual(['before the end']);
  });

  it('reports the reason when restarts do not help', async () => {
    const reasons: string[] = [];
    const server = await start(dataDir, (reason) => reasons.push(reason));
    await rename(path.join(dataDir, 'mongo'), path.join(dataDir, 'elsewhere'));
    process.kill(Number(await readFile(path.join(dataDir, 'elsewhere', 'mongod.lock'), 'utf8')), 'SIGKILL');
    await expect
      .poll(() => reasons)
      .toEqual([expect.stringMatching(/^mongod is not started again after 5 attempts in a minute: /)]);
    await server.stop();
  });
});

const pidOfMongod = async (): Promise<number> =>
  Number(await readFile(path.join(dataDir, 'mongo', 'mongod.lock'), 'utf8'));

async function start(folder = dataDir, onUnexpectedExit?: (reason: string) => void): Promise<EmbeddedServer> {
  const onProgress = (line: string) => progress.push(line);
  const server = await startEmbeddedServer({
    dataDir: folder,
    mongod: process.env['MONGOD_PATH'] || undefined,
    onProgress,
    ...(onUnexpectedExit && { onUnexpectedExit }),
  });
  started.push(server);
  return server;
}

/** A separate process that can be killed. */
async function startInChild() {
  const source = `import { startEmbeddedServer } from ${JSON.stringify(launcher)};
    const { uri } = await startEmbeddedServer({ dataDir: ${JSON.stringify(dataDir)}, onProgress: () => undefined });
    console.log(uri);`;
  const script = path.join(dataDir, 'launch.mts');
  await writeFile(script, source);
  const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, uri: output.toString().trim(), watchdogs: await childrenOf(child.pid, '/bin/sh') };
}

/** Children of a process that run a program, by number. */
async function childrenOf(parent: number | undefined, program: string): Promise<number[]> {
  const ps = spawn('ps', ['-A', '-o', 'pid=,ppid=,command='], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  for await (const chunk of ps.stdout) output += String(chunk);
  const rows = output.split('\n').map((line) => /^ *(\d+) +(\d+) (.*)$/.exec(line) ?? []);
  return rows
    .filter(([, , ppid, command]) => Number(ppid) === parent && command?.startsWith(program))
    .map((row) => Number(row[1]));
}

async function write(uri: string, text: string): Promise<void> {
  const { client, db } = await connect(uri);
  const transaction = client.startSession();
  await transaction.withTransaction(() => db.collection('notes').insertOne({ text }, { session: transaction }));
  await transaction.endSession();
  await client.close();
}

async function read(uri: string): Promise<unknown[]> {
  const { client, db } = await connect(uri);
  const notes = await db.collection('notes').find().toArray();
  await client.close();
  return notes.map((note) => note['text']);
}

async function kept(): Promise<unknown> {
  return JSON.parse(await readFile(path.join(dataDir, 'mongod.json'), 'utf8'));
}

function portOf(uri: string): number {
  return Number(/:(\d+)\//.exec(uri)?.[1]);
}

async function accepts(port: number): Promise<boolean> {
  const socket = net.connect(port, '127.0.0.1');
  const isOpen = await Promise.race([
    once(socket, 'connect').then(
      () => true,
      () => false,
    ),
    sleep(1_000, false),
  ]);
  socket.destroy();
  return isOpen;
}
