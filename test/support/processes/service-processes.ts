// Services as in production: separate processes on one database, with HTTP connections that are kept alive.
import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { inject } from 'vitest';
import { connect } from '../../../core/store/connection/connect.ts';
import { createStore, type Store } from '../../../core/store/store.ts';

const SCRIPT = path.join(import.meta.dirname, '../../../scripts/start.mjs');
const JSON_API = 'application/vnd.api+json';
const PASSWORD = 'correct horse battery staple';

export interface Answer {
  status: number;
  /** The document; undefined for an empty body. */
  body: unknown;
  text: string;
}

export interface ServiceRequest {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  body?: unknown;
}

export interface ServiceProcesses {
  count: number;
  /** A request of the administrator to one of the processes. */
  send(process: number, request: ServiceRequest): Promise<Answer>;
  /** The database that they share. */
  store: Store;
  /** The output of the processes on stderr, and their logged errors. */
  complaints(): string;
  /** Ends the processes and drops the database. */
  stop(): Promise<void>;
}

interface Running {
  child: ChildProcess;
  url: string;
}

export async function startServiceProcesses(count: number): Promise<ServiceProcesses> {
  const uri = new URL(inject('mongodbUri'));
  uri.pathname = `/test_${randomUUID().slice(0, 18)}`;
  const folder = await mkdtemp(path.join(os.tmpdir(), 'colophon-processes-'));
  const complaints: string[] = [];
  const running: Running[] = [];
  const children: ChildProcess[] = [];
  const start = async (): Promise<void> => {
    const child = launch(folder, uri.href);
    children.push(child);
    child.stderr?.on('data', (chunk: Buffer) => complaints.push(chunk.toString()));
    running.push({ child, url: await readyUrl(child, complaints) });
  };
  const { client, db } = await connect(uri.href);
  const stop = async (): Promise<void> => {
    await Promise.all(children.map(end));
    await db.dropDatabase();
    await client.close();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    // The first one fills the database; the others find it ready.
    for (let index = 0; index < count; index++) await start();
    const token = await signIn(running[0]?.url ?? '');
    return {
      count,
      send: (process, request) => send(`${running[process]?.url}${request.path}`, request, token),
      store: createStore(client, db),
      complaints: () => complaints.join(''),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

export interface ServiceProcess {
  url: string;
  /** Of the administrator; empty when no user signs in (PROCESS_ROLE=worker). */
  token: string;
  /** Its output on stdout. */
  output(): string;
  /** Its output on stderr, with its log. */
  complaints(): string;
  /** Ends it as a crash would. */
  kill(): Promise<void>;
  /** Ends it in order. */
  stop(): Promise<void>;
}

/** One process on an existing database, with settings of the test, DATA_DIR among them. @param script that starts it */
export async function startServiceProcess(
  mongodbUri: string,
  settings: Record<string, string>,
  script = SCRIPT,
): Promise<ServiceProcess> {
  const complaints: string[] = [];
  const child = launch(settings['DATA_DIR'] ?? '', mongodbUri, settings, script);
  child.stderr?.on('data', (chunk: Buffer) => complaints.push(chunk.toString()));
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const url = await readyUrl(child, complaints);
  return {
    url,
    token: settings['PROCESS_ROLE'] === 'worker' ? '' : await signIn(url),
    output: () => output,
    complaints: () => complaints.join(''),
    async kill() {
      const exit = once(child, 'exit');
      child.kill('SIGKILL');
      await exit;
    },
    stop: () => end(child),
  };
}

function launch(
  folder: string,
  mongodbUri: string,
  settings: Record<string, string> = {},
  script = SCRIPT,
): ChildProcess {
  const env = {
    PATH: process.env['PATH'],
    PORT: '0',
    DATA_DIR: path.join(folder, 'data'),
    MONGODB_URI: mongodbUri,
    LOG_LEVEL: 'error',
    ADMIN_PASSWORD: PASSWORD,
    JWT_SECRET: 'a secret of more than thirty-two characters',
    JWT_TTL: '1d',
    ...settings,
  };
  const stdio: ['ignore', 'pipe', 'pipe'] = ['ignore', 'pipe', 'pipe'];
  return spawn(process.execPath, [script], { cwd: folder, env, stdio });
}

async function readyUrl(child: ChildProcess, complaints: string[]): Promise<string> {
  let output = '';
  const closed = once(child, 'close').then(() => Promise.reject(new Error(`not ready: ${complaints.join('')}`)));
  closed.catch(() => undefined);
  const ready = new Promise<string>((resolve) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      const text = chunk.toString();
      if (text.includes('"level":')) complaints.push(text);
      output += text;
      const url = /^ready on (\S+)$/m.exec(output)?.[1];
      if (url !== undefined) resolve(url);
    });
  });
  return Promise.race([ready, closed]);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  await exit;
}

async function signIn(url: string): Promise<string> {
  const response = await fetch(`${url}/auth`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: JSON_API },
    body: JSON.stringify({ username: 'admin', password: PASSWORD }),
  });
  return ((await response.json()) as { meta: { jwt: string } }).meta.jwt;
}

async function send(url: string, { method, body }: ServiceRequest, token: string): Promise<Answer> {
  const response = await fetch(url, {
    method,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': JSON_API, Accept: JSON_API },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, text, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
}
