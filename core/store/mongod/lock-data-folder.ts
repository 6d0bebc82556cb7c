// Prevents two services from sharing a data folder, and ends the mongod of a killed service that still uses it. mongod locks its
// own files, so that an error here never damages data.
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { link, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { closeFolder } from '../../disk/data-folder.ts';
import { asError, codeOf, hasCode, integerIn, jsonIn, memberOf } from '../../values.ts';

/** The holder of a lock. The start time distinguishes processes with the same number. */
interface Holder {
  pid: number;
  started: string;
  host: string;
}

/** A service runs on the data folder. */
export class DataFolderInUse extends Error {}

const patienceMs = 15_000;

/**
 * Creates the folder if necessary, makes it inaccessible to other users and takes its lock.
 * @returns a function that releases it
 * @throws Error of one line when another service holds it, or the folder is not writable
 */
export async function lockDataFolder(
  dataDir: string,
  onProgress: (line: string) => void,
): Promise<() => Promise<void>> {
  const file = path.join(dataDir, 'service.lock');
  const own = path.join(dataDir, `service.lock.${randomUUID()}`);
  try {
    if (!(await closeFolder(dataDir))) {
      onProgress(
        `others may look into the data folder ${dataDir}, whose mode cannot be changed: better a folder of its own`,
      );
    }
    const holder: Holder = { pid: process.pid, started: (await startTime(process.pid)) ?? '', host: os.hostname() };
    await writeFile(own, JSON.stringify(holder), { mode: 0o600 });
    while (!(await isLinked(own, file))) await removeStaleLock(file, dataDir);
  } catch (error) {
    throw codeOf(error) ? cannotWrite(dataDir, asError(error)) : error;
  } finally {
    await rm(own, { force: true }).catch(() => undefined);
  }
  return () => rm(file, { force: true });
}

/** A link appears together with its content: other processes never see a lock without a holder. */
async function isLinked(own: string, file: string): Promise<boolean> {
  try {
    await link(own, file);
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
}

/** @throws Error when the holder is alive. */
async function removeStaleLock(file: string, dataDir: string): Promise<void> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return;
  const holder = jsonIn(text);
  if (isHolder(holder) && (await isAlive(holder))) {
    const who = `another service (process ${holder.pid})`;
    throw new DataFolderInUse(`the data folder ${dataDir} is in use by ${who}: stop that one, or set DATA_DIR`);
  }
  // Moved away first and read again: another process may just have replaced the stale lock with its own.
  const aside = `${file}.${randomUUID()}`;
  await rename(file, aside).catch(() => undefined);
  const moved = await readFile(aside, 'utf8').catch(() => undefined);
  if (moved !== undefined && moved !== text) await isLinked(aside, file);
  await rm(aside, { force: true });
}

const isHolder = (value: unknown): value is Holder =>
  integerIn(memberOf(value, 'pid')) !== undefined &&
  ['started', 'host'].every((name) => typeof memberOf(value, name) === 'string');

/** A process of another host (such as a removed container) cannot be checked; for these mongod's own lock is used. */
const isAlive = async ({ pid, started, host }: Holder): Promise<boolean> =>
  host === os.hostname() && (await startTime(pid)) === started;

/** Stops a mongod that still runs on `dbPath`, and no other program. Only the holder of the lock may call it. */
export async function stopOrphan(dbPath: string, onProgress: (line: string) => void): Promise<void> {
  const pid = Number(await readFile(path.join(dbPath, 'mongod.lock'), 'utf8').catch(() => ''));
  if (!(pid > 0) || !(await servesFolder(pid, dbPath))) return;
  onProgress(`stopping the mongod (process ${pid}) that an earlier start has left on ${dbPath}`);
  process.kill(pid, 'SIGTERM');
  for (const end = Date.now() + patienceMs; Date.now() < end; await sleep(50)) {
    if (!(await servesFolder(pid, dbPath))) return;
  }
  process.kill(pid, 'SIGKILL');
  while (await servesFolder(pid, dbPath)) await sleep(50);
}

async function servesFolder(pid: number, dbPath: string): Promise<boolean> {
  const command = await commandLine(pid);
  return command.includes('mongod') && command.includes(await realpath(dbPath));
}

/** @returns the arguments as one text; empty without such a process */
async function commandLine(pid: number): Promise<string> {
  if (process.platform === 'linux') return readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return ps(pid, 'command=');
}

/** @returns a text that identifies the process as long as it lives; undefined without one */
async function startTime(pid: number): Promise<string | undefined> {
  if (process.platform !== 'linux') return (await ps(pid, 'lstart=')) || undefined;
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The name in brackets may contain spaces; it is followed by the state and, 19 fields later, the start in clock
  // ticks.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' ? undefined : fields[19];
}

async function ps(pid: number, column: string): Promise<string> {
  const output = await promisify(execFile)('ps', ['-o', column, '-p', String(pid)]).catch(() => undefined);
  return output?.stdout.trim() ?? '';
}

/** The one line for a folder that cannot be written. */
export function cannotWrite(dataDir: string, error: Error): Error {
  return new Error(`cannot write to the data folder ${dataDir}: ${error.message}`);
}
