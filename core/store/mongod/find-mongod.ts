// Finds a mongod program, or fetches one. Does not start it.
import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { fetchableVersions, fetchMongod } from './fetch-mongod.ts';
import { asError, isRecord } from '../../values.ts';

/** A mongod that runs here. `version` is like `6.0.5`. */
export interface Mongod {
  path: string;
  version: string;
}

export interface FindOptions {
  /** The program of the `MONGOD_PATH` setting; no other is tried then. */
  mongod?: string | undefined;
  /** Called with lines about the progress of a download. */
  onProgress: (line: string) => void;
  env?: NodeJS.ProcessEnv;
}

const oldestVersion = '6.0';
const programName = process.platform === 'win32' ? 'mongod.exe' : 'mongod';

/**
 * Tries the `MONGOD_PATH` setting, PATH and earlier downloads, then downloads one.
 * @throws Error of one line with advice when there is none, or the configured one is unusable
 */
export async function findMongod({ mongod, onProgress, env = process.env }: FindOptions): Promise<Mongod> {
  if (mongod !== undefined) return useNamed(mongod);
  const given = env['XDG_CACHE_HOME'];
  const cache = given && path.isAbsolute(given) ? given : path.join(os.homedir(), '.cache');
  const cacheDir = path.join(cache, 'colophon', 'mongod');
  return (
    (await findOnPath(env, onProgress)) ??
    (await findFetched(cacheDir)) ??
    (await fetchMongod({ cacheDir, programName, checkProgram: readVersion, onProgress }))
  );
}

/** Whether version `a` belongs to an older series (6.0, 7.0, ...) than `b`; patch releases of a series are equal. */
export function isOlderSeries(a: string, b: string): boolean {
  const [majorA = 0, minorA = 0] = a.split('.').map(Number);
  const [majorB = 0, minorB = 0] = b.split('.').map(Number);
  return majorA < majorB || (majorA === majorB && minorA < minorB);
}

async function useNamed(file: string): Promise<Mongod> {
  if (!(await isProgram(file))) throw new Error(`MONGOD_PATH: ${file} is not a program that can be run`);
  const version = await readVersion(file).catch((error: Error) => {
    throw new Error(`MONGOD_PATH: ${error.message}`);
  });
  if (isOlderSeries(version, oldestVersion)) {
    throw new Error(`MONGOD_PATH: ${file} is version ${version}, ${oldestVersion} or later is needed`);
  }
  return { path: file, version };
}

async function findOnPath(env: NodeJS.ProcessEnv, onProgress: (line: string) => void): Promise<Mongod | undefined> {
  for (const folder of (env['PATH'] ?? '').split(path.delimiter).filter(path.isAbsolute)) {
    const file = path.join(folder, programName);
    if (!(await isProgram(file))) continue;
    try {
      const version = await readVersion(file);
      if (!isOlderSeries(version, oldestVersion)) return { path: file, version };
      onProgress(`${file} is passed over: version ${version}, ${oldestVersion} or later is needed`);
    } catch (error) {
      onProgress(`${file} is passed over: ${asError(error).message}`);
    }
  }
  return undefined;
}

/** The folder of a download has its version as the name, so that the program need not be run to find it. */
async function findFetched(cacheDir: string): Promise<Mongod | undefined> {
  for (const version of fetchableVersions) {
    const file = path.join(cacheDir, version, programName);
    if (await isProgram(file)) return { path: file, version };
  }
  return undefined;
}

async function isProgram(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}

/**
 * Runs `mongod --version`, which takes about 30 ms.
 * @throws Error of one line when it does not run (a missing library, another processor) or is no mongod
 */
async function readVersion(file: string): Promise<string> {
  const output = await promisify(execFile)(file, ['--version'], { timeout: 20_000 }).catch((error: unknown) => {
    const said = isRecord(error) && typeof error['stderr'] === 'string' ? error['stderr'].trim() : '';
    throw new Error(`${file} does not run: ${(said || asError(error).message).split('\n')[0]}`);
  });
  const version = /db version v(\d+\.\d+\.\d+)/.exec(output.stdout)?.[1];
  if (!version) throw new Error(`${file} is not a mongod`);
  return version;
}
