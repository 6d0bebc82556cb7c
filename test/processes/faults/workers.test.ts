// WORKERS=2: processes that share a port, a database and their rules, and end without losing acknowledged work.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { Agent, request, type IncomingHttpHeaders } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { connect } from '../../../core/store/connection/connect.ts';
import { startEmbeddedServer } from '../../../core/store/mongod/embedded-server.ts';
import { commandFile } from '../../support/processes/command-file.ts';

const PASSWORD = 'correct horse battery staple';
const JSON_API = 'application/vnd.api+json';
const SOON = { timeout: 300_000, interval: 50 };

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  body: { meta: Record<string, string>; data: { id: string } };
}

let folder: string;
let child: ChildProcess;
let url: string;
let token: string;
let output = '';

/** Requests over one connection, which one worker has for as long as it lives. */
class Connection {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  authorized = true;
  /** Its socket was closed by the other side. */
  broken = false;
  readonly #noteBroken = (): void => void (this.broken = true);

  send(method: string, target: string, body?: unknown): Promise<Answer> {
    const headers = {
      ...(this.authorized && token && { Authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'Content-Type': target === '/auth' ? 'application/json' : JSON_API }),
    };
    return new Promise((resolve, reject) => {
      const outgoing = request(url + target, { method, headers, agent: this.#agent }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.once('error', reject).once('end', () => {
          const body = (/^\{/.test(text) ? JSON.parse(text) : {}) as Answer['body'];
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text, body });
        });
      });
      outgoing.once('socket', (socket) => socket.off('close', this.#noteBroken).once('close', this.#noteBroken));
      outgoing.once('error', reject).end(body === undefined ? undefined : JSON.stringify(body));
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** Processes of the workers, in their order. */
function workers(): number[] {
  const first = (/\(processes (.*)\)/.exec(output)?.[1] ?? '').split(', ').map(Number);
  for (const [, number, pid] of output.matchAll(/worker (\d+) answers again \(process (\d+)\)/g)) {
    first[Number(number) - 1] = Number(pid);
  }
  return first;
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'colophon-workers-'));
  const { PATH, HOME, XDG_CACHE_HOME, MONGOD_PATH } = process.env;
  const env = {
    PATH,
    HOME,
    XDG_CACHE_HOME,
    MONGOD_PATH,
    PORT: '0',
    DATA_DIR: folder,
    WORKERS: '2',
    LOG_LEVEL: 'error',
  };
  child = spawn(process.execPath, [commandFile('scripts/start.ts')], {
    cwd: folder,
    env: { ...env, ADMIN_PASSWORD: PASSWORD },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await vi.waitFor(() => expect(output).toMatch(/^ready on .*(\n.*)*processes \d+, \d+\)\n/m), {
    ...SOON,
    timeout: 300_000,
  });
  url = /^ready on (.*)$/m.exec(output)?.[1] ?? '';
  const signIn = new Connection();
  token = (await signIn.send('POST', '/auth', { username: 'admin', password: PASSWORD })).body.meta['jwt'] ?? '';
  signIn.close();
});

afterAll(async () => {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  await rm(folder, { recursive: true, force: true });
});

/** Two connections to workers that differ: neighbours among the connections have different ones. */
const connections = (): [Connection, Connection] => [new Connection(), new Connection()];

/** Statuses of concurrent requests, half of them over each connection. */
function statusesOf(
  count: number,
  [one, other]: readonly [Connection, Connection],
  send: (connection: Connection) => Promise<Answer>,
): Promise<number[]> {
  const pending = Array.from({ length: count }, (_, n) => send(n % 2 === 0 ? one : other).then(({ status }) => status));
  return Promise.all(pending);
}

describe('WORKERS=2', () => {
  it('is reported once, with the processes', () => {
    expect(output.match(/^ready on/gm)).toHaveLength(1);
    expect(new Set([child.pid, ...workers()]).size).toBe(3);
  });

  it.runIf(process.platform === 'linux')('have an allocator that returns the memory of pictures', async () => {
    for (const pid of workers()) {
      const settings = (await readFile(`/proc/${pid}/environ`, 'utf8')).split('\0');
      expect(settings).toEqual(
        expect.arrayContaining(['MALLOC_MMAP_THRESHOLD_=131072', 'MALLOC_TRIM_THRESHOLD_=131072']),
      );
    }
  });

  it('apply a changed rule within a second in each process', async () => {
    const [one, other] = connections();
    other.authorized = false;
    const entry = { name: 'RateLimit', context: 'core', content: '20/1d' };
    expect((await other.send('GET', '/documents')).status).toBe(200);
    const created = await one.send('POST', '/admin/config', {
      data: { type: 'config', id: 'RateLimit', attributes: entry },
    });
    expect([created.status, created.body]).toMatchObject([201, {}]);
    await sleep(1_000);
    const anonymous = connections();
    for (const each of anonymous) each.authorized = false;
    const statuses = await statusesOf(30, anonymous, (each) => each.send('GET', '/documents'));
    // Exact over both of them, which each have had half of the requests.
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
    const removed = await one.send('DELETE', `/admin/config/${created.body.data.id}`);
    expect(removed.status).toBe(204);
    await sleep(1_000);
    for (const each of [...anonymous, other]) expect((await each.send('GET', '/documents')).status).toBe(200);
    for (const each of [one, other, ...anonymous]) each.close();
  });

  it('report the metrics of all processes from any of them', async () => {
    const metricsBy = async (connection: Connection): Promise<string> =>
      (await connection.send('GET', '/metrics')).text;
    const countIn = (text: string): number =>
      Number(
        /^http_request_duration_seconds_count\{operation="listTypedObjects",status="200"\} (\d+)$/m.exec(text)?.[1] ??
          0,
      );
    const both = connections();
    const [one, other] = both;
    const before = countIn(await metricsBy(one));
    await statusesOf(20, both, (each) => each.send('GET', '/profiles'));
    for (const each of both) {
      const text = await metricsBy(each);
      expect(countIn(text) - before).toBe(20);
      expect(text).toMatch(/^colophon_processes 2$/m);
      expect(text).toMatch(/^colophon_database_up 1$/m);
      expect(text.match(/^# TYPE nodejs_eventloop_lag_p99_seconds /gm)).toHaveLength(1);
    }
    for (const each of [one, other]) each.close();
  });

  it('keep responses, and give none again after a write of the other one', async () => {
    const both = connections();
    const readers = connections();
    for (const each of readers) each.authorized = false;
    const titleBy = async (connection: Connection, target: string): Promise<[unknown, unknown]> => {
      const { headers, text } = await connection.send('GET', target);
      return [/"title":"([^"]*)"/.exec(text)?.[1], headers['server-timing']];
    };
    const attributes = { title: 'Round 0', status: 'on' };
    const { id } = (await both[0].send('POST', '/news', { data: { type: 'news', attributes } })).body.data;
    const targets = ['/news', `/news/${id}?include=see_also`, '/news?q=round', '/objects?filter[type]=news'];
    const kept = expect.stringContaining('cache;desc="hit"');
    for (let round = 1; round <= 6; round++) {
      const title = `Round ${round}`;
      const writer = both[round % 2];
      const changed = await writer?.send('PATCH', `/news/${id}`, { data: { type: 'news', id, attributes: { title } } });
      expect(changed?.status).toBe(200);
      for (const reader of readers) {
        for (const target of targets) {
          expect((await titleBy(reader, target))[0], target).toBe(title);
          await vi.waitFor(async () => expect(await titleBy(reader, target), target).toEqual([title, kept]), SOON);
        }
      }
    }
    expect((await both[0].send('DELETE', `/news/${id}`)).status).toBe(204);
    for (const reader of readers) expect((await titleBy(reader, '/news'))[0]).toBeUndefined();
    for (const each of [...both, ...readers]) each.close();
  });

  it('count failed sign-ins together', async () => {
    const both = connections();
    const wrong = { username: 'admin', password: 'not the password' };
    const statuses = await statusesOf(14, both, (each) => each.send('POST', '/auth', wrong));
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(4);
    for (const each of both) each.close();
  });

  it('both serve, and one that is killed is replaced', async () => {
    const [one, other] = connections();
    expect((await one.send('GET', '/documents')).status).toBe(200);
    expect((await other.send('GET', '/documents')).status).toBe(200);
    const [killed = 0] = workers();
    process.kill(killed, 'SIGKILL');
    await vi.waitFor(() => expect(output).toContain(`worker 1 (process ${killed}) has ended (SIGKILL)`), SOON);
    // Its connection has ended with it, and the other worker serves the other one.
    await vi.waitFor(() => expect([one.broken, other.broken].sort()).toEqual([false, true]), SOON);
    // Requests continue during this, and soon there are two again.
    for (let n = 0; n < 10; n++) {
      const fresh = new Connection();
      expect((await fresh.send('GET', '/documents')).status).toBe(200);
      fresh.close();
    }
    await vi.waitFor(() => expect(workers()[0]).not.toBe(killed), SOON);
    expect(workers().map(isRunning)).toEqual([true, true]);
    one.close();
    other.close();
  });

  it('end with SIGTERM, and no acknowledged write is lost', async () => {
    const acknowledged: string[] = [];
    let writing = true;
    const write = async (): Promise<void> => {
      const connection = new Connection();
      while (writing) {
        const data = { type: 'documents', attributes: { title: 'kept', status: 'on' } };
        const answer = await connection.send('POST', '/documents', { data }).catch(() => undefined);
        if (!answer) break;
        if (answer.status === 201) acknowledged.push(answer.body.data.id);
      }
      connection.close();
    };
    const all = Promise.all(Array.from({ length: 4 }, write));
    await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(10), SOON);
    const processes = workers();
    child.kill('SIGTERM');
    const [code] = (await once(child, 'exit')) as [number | null];
    writing = false;
    await all;
    expect([code, processes.filter(isRunning)]).toEqual([0, []]);
    const database = await startEmbeddedServer({
      dataDir: folder,
      mongod: process.env['MONGOD_PATH'] || undefined,
      onProgress: () => undefined,
    });
    try {
      const { client, db } = await connect(database.uri);
      const kept = await db
        .collection('documents.documents')
        .countDocuments({ _id: { $in: acknowledged.map(Number) } } as object);
      await client.close();
      expect(kept).toBe(acknowledged.length);
    } finally {
      await database.stop();
    }
  });
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
