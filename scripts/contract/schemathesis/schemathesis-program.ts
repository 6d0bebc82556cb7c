/** Schemathesis in a virtual environment in the user's cache, installed at first use. */
import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { makeFolder } from '../../../core/disk/make-folder.ts';

export const VERSION = '4.32.5';
const run = promisify(execFile);

const installTimeoutMs = 300_000;

/** Folder of downloads, as for mongod (core/store/mongod/find-mongod.ts). */
function cacheFolder(): string {
  const base = process.env['XDG_CACHE_HOME'];
  return path.join(base && path.isAbsolute(base) ? base : path.join(os.homedir(), '.cache'), 'colophon');
}

const programIn = (folder: string): string => path.join(folder, 'bin', 'schemathesis');

/** Whether it runs here: its Python may have been removed. */
async function runs(program: string): Promise<boolean> {
  const answer = await run(program, ['--version'], { timeout: 60_000 }).catch(() => undefined);
  return answer?.stdout.includes(VERSION) ?? false;
}

const lastLine = (error: unknown): string => {
  const { stderr = '', message = '' } = error as { stderr?: string; message?: string };
  return (stderr.trim() || message).split('\n').at(-1)?.slice(0, 300) ?? '';
};

/**
 * Path of the program; installed from PyPI at first use.
 * @throws Error of one line with the reason when it cannot be installed
 */
export async function findSchemathesis(say: (line: string) => void): Promise<string> {
  const cache = cacheFolder();
  const folder = path.join(cache, `schemathesis-${VERSION}`);
  if (await runs(programIn(folder))) return programIn(folder);
  await run('python3', ['-c', 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))']).catch(() => {
    throw new Error('python3 (3.10 or later, with venv) is not installed');
  });
  say(`installing schemathesis ${VERSION}, once, into ${folder}`);
  // In place, since a virtual environment cannot be moved; an incomplete one does not run, and is installed again.
  await makeFolder(cache);
  try {
    await rm(folder, { recursive: true, force: true });
    await run('python3', ['-m', 'venv', folder], { timeout: installTimeoutMs });
    const flags = ['--disable-pip-version-check', '--no-input', '--quiet', '--retries', '2'];
    const pip = path.join(folder, 'bin', 'python');
    await run(pip, ['-m', 'pip', 'install', ...flags, `schemathesis==${VERSION}`], { timeout: installTimeoutMs });
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw new Error(`schemathesis ${VERSION} cannot be installed: ${lastLine(error)}`, { cause: error });
  }
  if (await runs(programIn(folder))) return programIn(folder);
  throw new Error(`schemathesis ${VERSION} was installed, but does not run`);
}
