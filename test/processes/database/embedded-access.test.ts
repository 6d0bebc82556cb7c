import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, realpath, rm, stat, writeFile } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { BSON, MongoClient } from 'mongodb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startEmbeddedServer, type EmbeddedServer } from '../../../core/store/mongod/embedded-server.ts';
import { findMongod } from '../../../core/store/mongod/find-mongod.ts';

const mongod = process.env['MONGOD_PATH'] || undefined;
const launcher = path.join(import.meta.dirname, '../../../core/store/mongod/embedded-server.ts');

let dataDir: string;
let started: EmbeddedServer[];
let children: ChildProcess[];
let progress: string[];

beforeEach(async () => {
  // As mongod's command line names it.
  dataDir = await realpath(await mkdtemp(path.join(os.tmpdir(), 'colophon-access-')));
  started = [];
  children = [];
  progress = [];
});

afterEach(async () => {
  await Promise.all(started.map((server) => server.stop()));
  for (const child of children) child.kill('SIGKILL');
  await rm(dataDir, { recursive: true, force: true });
});

describe('the database of the service', () => {
  it('refuses other programs on the same machine, with no password and with a wrong one', async () => {
    const { uri } = await start();
    await write(uri, 'private');
    await expectClosed(uri);
    const wrong = uri.replace(/:[0-9a-f]{64}@/, `:${'0'.repeat(64)}@`);
    expect(wrong).not.toBe(uri);
    expect(await refusalsAt(wrong)).toEqual(COMMANDS.map(() => 'Authentication failed.'));
  });

  it.runIf(isRunnableAsNobody())('refuses another user of the machine, who cannot read the secret', async () => {
    // Open to all as the data folders of earlier versions were.
    await chmod(dataDir, 0o777);
    const { uri } = await start();
    const script = `
      const fs = require('node:fs');
      const files = ['', 'mongo', 'mongod.key', 'mongod.json', 'mongod.log'].map((name) => {
        try { fs.accessSync(${JSON.stringify(dataDir)} + '/' + name, fs.constants.R_OK); return 'readable'; } catch (error) { return error.code; }
      });
      const socket = require('node:net').connect(${portOf(uri)}, '127.0.0.1', () => socket.write(Buffer.from('${findMessage()}', 'hex')));
      socket.once('data', (answer) => {
        console.log(JSON.stringify({ uid: process.getuid(), files, answer: answer.toString('hex') }));
        socket.destroy();
      });`;
    const { stdout, stderr } = asNobody(script);
    expect(stderr).toBe('');
    const { uid, files, answer } = JSON.parse(stdout) as { uid: number; files: string[]; answer: string };
    expect(uid).toBe(NOBODY);
    expect(files).toEqual(['EACCES', 'EACCES', 'EACCES', 'EACCES', 'EACCES']);
    // After the head of the message, its flags and the kind of its section.
    expect(BSON.deserialize(Buffer.from(answer, 'hex').subarray(21))).toMatchObject({
      ok: 0,
      codeName: 'Unauthorized',
    });
  });

  it.runIf(process.platform !== 'win32')(
    'has files readable by the owner only, also if they were open before',
    async () => {
      const folder = path.join(dataDir, 'existing');
      await mkdir(path.join(folder, 'mongo'), { recursive: true });
      await writeFile(path.join(folder, 'mongod.json'), '{');
      await writeFile(path.join(folder, 'mongod.json.part'), '');
      await writeFile(path.join(folder, 'mongod.key'), 'a'.repeat(64));
      for (const name of ['', 'mongo']) await chmod(path.join(folder, name), 0o755);
      for (const name of ['mongod.json', 'mongod.json.part', 'mongod.key']) await chmod(path.join(folder, name), 0o644);
      const { uri } = await start(folder);
      expect(uri).not.toContain('a'.repeat(64));
      const modes = await Promise.all(
        ['', ...(await readdir(folder))].map(async (name) => {
          const { mode } = await stat(path.join(folder, name));
          return [name, (mode & 0o777).toString(8)];
        }),
      );
      expect(Object.fromEntries(modes)).toEqual({
        '': '700',
        mongo: '700',
        'mongod.json': '600',
        'mongod.key': '600',
        'mongod.log': '600',
        'service.lock': '600',
      });
    },
  );

  it('of an earlier version, open to all, is closed at the next start, even while its mongod still runs', async () => {
    await startOpenMongod();
    const server = await start();
    expect(progress).toContainEqual(expect.stringMatching(/^stopping the mongod/));
    expect(await read(server.uri)).toEqual(['written in the open']);
    await expectClosed(server.uri);
  });

  it('of an earlier version is closed on another port too, if its own is taken', async () => {
    const { port, child } = await startOpenMongod();
    child.kill('SIGTERM');
    await once(child, 'exit');
    const squatter = net.createServer().listen(port, '127.0.0.1');
    await once(squatter, 'listening');
    try {
      const server = await start();
      expect(portOf(server.uri)).not.toBe(port);
      expect(await read(server.uri)).toEqual(['written in the open']);
      await expectClosed(server.uri);
    } finally {
      squatter.close();
    }
  });

  it('is never open during its first start, and starts again after a kill at any point', async () => {
    let answered = 0;
    for (const [attempt, delay] of [0, 60, 120, 250, 500, undefined].entries()) {
      const folder = path.join(dataDir, String(attempt));
      const child = startInChild(folder);
      const said = child.stdout as NodeJS.ReadableStream;
      await once(said, 'data');
      // The last one is killed once it has started.
      const killed = (delay === undefined ? once(said, 'data') : sleep(delay)).then(() => child.kill('SIGKILL'));
      const watched = await watchForOpening(folder, killed);
      expect(watched.letIn, `killed after ${delay} ms`).toEqual([]);
      answered += watched.answered;
      const server = await start(folder);
      await write(server.uri, 'after the end');
      expect(await read(server.uri), `killed after ${delay} ms`).toEqual(['after the end']);
      await expectClosed(server.uri);
      await server.stop();
    }
    expect(answered).toBeGreaterThan(0);
  });

  it.each(['', 'damaged', undefined])('gets a new secret if the old one is lost (%j)', async (left) => {
    const first = await start();
    await write(first.uri, 'kept');
    await first.stop();
    const file = path.join(dataDir, 'mongod.key');
    if (left === undefined) await rm(file);
    else await writeFile(file, left);
    const second = await start();
    expect(second.uri).not.toBe(first.uri);
    expect(await read(second.uri)).toEqual(['kept']);
    expect(await refusalsAt(first.uri)).toEqual(COMMANDS.map(() => 'Authentication failed.'));
  });
});

const COMMANDS = [
  ['admin', { listDatabases: 1 }],
  ['colophon', { find: 'notes' }],
  ['colophon', { insert: 'notes', documents: [{ text: 'planted' }] }],
  ['admin', { createUser: 'stranger', pwd: 'a password', roles: ['root'] }],
  ['admin', { replSetGetConfig: 1 }],
  ['admin', { shutdown: 1 }],
] as const;

/** The server's response to each command of a client; "done" when none is refused. */
async function refusalsAt(uri: string): Promise<string[]> {
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: 5_000 });
  const refusals: string[] = [];
  for (const [database, command] of COMMANDS) {
    const refusal = await client
      .db(database)
      .command(command)
      .then(
        () => 'done',
        (error: Error) => error.message,
      );
    refusals.push(refusal);
  }
  await client.close();
  return refusals;
}

async function expectClosed(uri: string): Promise<void> {
  const open = `mongodb://127.0.0.1:${portOf(uri)}/?directConnection=true`;
  const expected = COMMANDS.map(([, command]) => `command ${Object.keys(command)[0]} requires authentication`);
  expect(await refusalsAt(open)).toEqual(expected);
}

/**
 * Tries repeatedly, without a secret, each port on which a mongod of the folder listens.
 * @returns the number of attempts, and those that were accepted
 */
async function watchForOpening(
  folder: string,
  killed: Promise<unknown>,
): Promise<{ answered: number; letIn: string[] }> {
  let isOver = false;
  void killed.then(() => sleep(200)).then(() => (isOver = true));
  const letIn: string[] = [];
  let answered = 0;
  for (; !isOver; await sleep(5)) {
    for (const port of await portsOf(folder)) {
      const answer = await sendHello(port);
      if (answer) answered++;
      if (answer && answer['codeName'] !== 'Unauthorized') letIn.push(JSON.stringify(answer));
    }
  }
  return { answered, letIn };
}

/** Ports on the command lines of the processes that serve a folder, as every user of the machine sees them. */
async function portsOf(folder: string): Promise<number[]> {
  const ps = spawn('ps', ['-A', '-o', 'command='], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  for await (const chunk of ps.stdout) output += String(chunk);
  return output
    .split('\n')
    .filter((line) => line.includes(`--dbpath ${folder}/`))
    .map((line) => Number(/--port (\d+)/.exec(line)?.[1]));
}

/** `find`, in the form of a client without a secret. */
function findMessage(): string {
  const body = BSON.serialize({ find: 'system.users', $db: 'admin' });
  const head = Buffer.alloc(21);
  head.writeInt32LE(21 + body.length, 0);
  head.writeInt32LE(2013, 12);
  return Buffer.concat([head, body]).toString('hex');
}

async function sendHello(port: number): Promise<BSON.Document | undefined> {
  const socket = net.connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    socket.write(Buffer.from(findMessage(), 'hex'));
    const answer = await Promise.race([once(socket, 'data'), once(socket, 'close').then(() => undefined)]);
    return answer && BSON.deserialize((answer[0] as Buffer).subarray(21));
  } catch {
    return undefined;
  } finally {
    socket.destroy();
  }
}

const NOBODY = 65_534;

function asNobody(script: string): { status: number | null; stdout: string; stderr: string } {
  const who = [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'];
  return spawnSync('setpriv', [...who, process.execPath, '--eval', script], {
    cwd: '/',
    env: {},
    encoding: 'utf8',
    timeout: 300_000,
  });
}

function isRunnableAsNobody(): boolean {
  return process.platform === 'linux' && process.getuid?.() === 0 && asNobody('').status === 0;
}

/** As versions before the authentication ran it: a replica set that every local user may use. */
async function startOpenMongod(): Promise<{ port: number; child: ChildProcess }> {
  const { path: program, version } = await findMongod({ mongod, onProgress: console.error });
  const dbPath = path.join(dataDir, 'mongo');
  await mkdir(dbPath);
  const port = await freePort();
  const place = ['--dbpath', dbPath, '--port', String(port), '--bind_ip', '127.0.0.1', '--nounixsocket'];
  const child = spawn(program, [...place, '--replSet', 'colophon', '--quiet'], { stdio: 'ignore' });
  children.push(child);
  await expect.poll(() => sendHello(port)).toBeDefined();
  const host = `127.0.0.1:${port}`;
  const client = new MongoClient(`mongodb://${host}/?directConnection=true`);
  await client.db('admin').command({ replSetInitiate: { _id: 'colophon', members: [{ _id: 0, host }] } });
  const isPrimary = async () => (await client.db('admin').command({ hello: 1 }))['isWritablePrimary'] as boolean;
  await expect.poll(isPrimary).toBe(true);
  await client.db('colophon').collection('notes').insertOne({ text: 'written in the open' });
  await client.close();
  await writeFile(path.join(dataDir, 'mongod.json'), JSON.stringify({ port, version }));
  return { port, child };
}

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function start(folder = dataDir): Promise<EmbeddedServer> {
  const onProgress = (line: string) => progress.push(line);
  const server = await startEmbeddedServer({ dataDir: folder, mongod, onProgress });
  started.push(server);
  return server;
}

/** A separate process that can be killed; it reports its start. */
function startInChild(folder: string): ChildProcess {
  const source = `import { startEmbeddedServer } from ${JSON.stringify(launcher)};
    console.log('begins');
    await startEmbeddedServer({ dataDir: ${JSON.stringify(folder)}, mongod: ${JSON.stringify(mongod)}, onProgress: () => undefined });
    console.log('started');`;
  const arguments_ = ['--import', import.meta.resolve('tsx'), '--input-type=module', '--eval', source];
  const child = spawn(process.execPath, arguments_, { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  return child;
}

async function write(uri: string, text: string): Promise<void> {
  await using client = new MongoClient(uri);
  await client.db('colophon').collection('notes').insertOne({ text });
}

async function read(uri: string): Promise<unknown[]> {
  await using client = new MongoClient(uri);
  return (await client.db('colophon').collection('notes').find().toArray()).map((note) => note['text']);
}

function portOf(uri: string): number {
  return Number(/:(\d+)\//.exec(uri)?.[1]);
}
