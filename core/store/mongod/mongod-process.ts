// One mongod process: its arguments, its end, and the reason of its end. Independent of the stored data.
import { spawn, type ChildProcess } from 'node:child_process';
import { open, readFile, rename } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { jsonIn, memberOf } from '../../values.ts';

export interface MongodOptions {
  program: string;
  /** Absolute, so that the process can be recognised by it. */
  dbPath: string;
  port: number;
  /** A standalone without it. */
  replicaSetName?: string;
  logFile: string;
  /** File of the secret that each connection has to know (mongod-access.ts). */
  keyFile: string;
  /** The data is not needed after the process: it is killed immediately. */
  throwaway: boolean;
}

export interface MongodProcess {
  stop(): Promise<void>;
  /** Resolves with the reason when mongod ends without `stop`. */
  failure: Promise<Error>;
}

/** Another program uses the port. */
export class PortTakenError extends Error {}

/** Another mongod has the data open. */
export class DataInUseError extends Error {}

const listenTimeoutMs = 60_000;
const stopTimeoutMs = 20_000;

/**
 * A start reads a whole journal file: with the default size of 100 MB it takes twice as long. The cache may hold more
 * dirty data: at the default limits of 5 and 20 %, writes soon wait for eviction or perform it themselves, although the
 * next checkpoint does the same work. What a transaction has not committed cannot be evicted: while a move of a folder
 * wrote 100,000 places (half of a cache of 1 GB), limits of 20 and 40 % made other writes wait for 5 to 20 seconds.
 * Acknowledged writes are in the journal.
 */
const ENGINE_CONFIG = [
  'log=(file_max=16MB,prealloc=false)',
  'eviction_dirty_target=40,eviction_dirty_trigger=60',
  'eviction_updates_target=40,eviction_updates_trigger=60',
].join(',');

/**
 * Starts mongod on loopback and waits until it accepts connections.
 * @throws Error of one line with the reason that mongod's log gives; PortTakenError when that is the port.
 */
export async function startMongod(options: MongodOptions): Promise<MongodProcess> {
  const child = await spawnMongod(options);
  const stopSignal = options.throwaway ? 'SIGKILL' : 'SIGTERM';
  const watchdog = spawnWatchdog(child, stopSignal);
  let isRunning = true;
  let isStopping = false;
  const ended = new Promise<number | string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(code ?? signal ?? ''));
  }).finally(() => {
    isRunning = false;
    watchdog?.kill('SIGKILL');
  });
  const stop = async () => {
    isStopping = true;
    child.kill(stopSignal);
    const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs);
    await ended;
    clearTimeout(timer);
  };
  const failure = new Promise<Error>((resolve) => {
    void ended.then(async (code) => {
      if (!isStopping) resolve(await explainEnd(code, options));
    });
  });
  const outcome = await Promise.race([failure, waitForListening(options.port, () => isRunning)]);
  if (outcome === 'listening') return { stop, failure };
  await stop();
  throw outcome;
}

function mongodArguments({ dbPath, port, replicaSetName, keyFile, throwaway }: MongodOptions): string[] {
  const cacheGb = Math.max(0.25, Math.min(1, os.totalmem() / 2 ** 30 / 4));
  return [
    ...['--dbpath', dbPath, '--port', String(port), '--bind_ip', '127.0.0.1'],
    ...(replicaSetName === undefined ? [] : ['--replSet', replicaSetName, '--oplogSize', '512']),
    // Every connection has to authenticate, also to create the first user (D390).
    ...['--auth', '--keyFile', keyFile, '--setParameter', 'enableLocalhostAuthBypass=false'],
    ...['--quiet', '--wiredTigerCacheSizeGB', cacheGb.toFixed(2)],
    ...['--wiredTigerEngineConfigString', ENGINE_CONFIG],
    // There are no reads at a past time. By default five minutes of old versions are kept for them, and each read of an
    // often changed row (a counter, an index entry) would traverse all of them.
    ...['--setParameter', 'minSnapshotHistoryWindowInSeconds=0'],
    ...['--setParameter', 'diagnosticDataCollectionEnabled=false'],
    // Tests stop the clock in the past: rows that expire by it must not be removed by the clock of the server.
    ...(throwaway ? ['--setParameter', 'ttlMonitorEnabled=false'] : []),
    // Compression is useless on loopback, and its code had a vulnerability that exposed memory (CVE-2025-14847).
    ...['--networkMessageCompressors', 'disabled'],
    ...(process.platform === 'win32' ? [] : ['--nounixsocket']),
  ];
}

/** The log of the previous run is kept as `.1`. */
async function spawnMongod(options: MongodOptions): Promise<ChildProcess> {
  await rename(options.logFile, `${options.logFile}.1`).catch(() => undefined);
  const log = await open(options.logFile, 'w', 0o600);
  try {
    // In a separate session, so that Ctrl-C reaches the service only, which stops it when requests are done.
    return spawn(options.program, mongodArguments(options), { stdio: ['ignore', log.fd, log.fd], detached: true });
  } finally {
    await log.close();
  }
}

/** A shell that stops mongod when this process ends in any way; without it the next start finds the orphan. */
function spawnWatchdog(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): ChildProcess | undefined {
  if (process.platform === 'win32' || child.pid === undefined) return undefined;
  const script = `read -r line; kill -${signal.slice(3)} "$0"`;
  const watchdog = spawn('/bin/sh', ['-c', script, String(child.pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  watchdog.on('error', () => undefined);
  watchdog.unref();
  if (watchdog.stdin instanceof net.Socket) watchdog.stdin.unref();
  return watchdog;
}

async function waitForListening(port: number, isRunning: () => boolean): Promise<'listening' | Error> {
  for (const end = Date.now() + listenTimeoutMs; Date.now() < end; await sleep(10)) {
    // Other code reports the reason of its end.
    if (!isRunning()) return new Promise(() => undefined);
    if (await accepts(port)) return 'listening';
  }
  return new Error(`mongod does not listen after ${listenTimeoutMs / 1000} s`);
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1');
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}

async function explainEnd(code: number | string, { dbPath, port, logFile }: MongodOptions): Promise<Error> {
  if (code === 48) return new PortTakenError(`port ${port} is taken`);
  const log = await readFile(logFile, 'utf8').catch(() => '');
  const complaints = log.split('\n').filter((line) => /"s":"[EF]"/.test(line));
  const all = complaints.join('\n');
  if (all.includes('DBPathInUse')) return new DataInUseError(`the database in ${dbPath} is in use by another mongod`);
  if (/No space left/i.test(all)) return new Error(`no space left on the device that holds ${dbPath}`);
  if (code === 62)
    return new Error(`the data in ${dbPath} was written by a MongoDB too old or too new for this mongod`);
  const reason = complaints.map(readComplaint).findLast((text) => text !== '');
  return new Error(`mongod has ended (${code})${reason ? `: ${reason}` : ''}; see ${logFile}`);
}

/** The error in a line of mongod's log (a JSON object); empty without one. */
function readComplaint(line: string): string {
  const attributes = memberOf(jsonIn(line), 'attr');
  const error = memberOf(attributes, 'error');
  const texts = [error, memberOf(error, 'errmsg'), memberOf(memberOf(attributes, 'message'), 'msg')];
  return texts.find((text) => typeof text === 'string')?.split('\n')[0] ?? '';
}
