// A Python of the user with packages of pinned versions, in a separate environment in the user's cache: created once,
// and used again by every run with the same list.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { access, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const PIP_TIMEOUT_MS = 150_000;

/** The program of the environment, or the reason for its absence in one line. */
export type PythonEnvironment = { python: string } | { missing: string };

function cacheFolder(): string {
  const given = process.env['XDG_CACHE_HOME'];
  const cache = given && path.isAbsolute(given) ? given : path.join(os.homedir(), '.cache');
  return path.join(cache, 'colophon', 'python');
}

const programIn = (folder: string): string => path.join(folder, 'bin', 'python');

/** A Python that was removed or replaced since leaves an environment that does not run. */
async function works(folder: string): Promise<boolean> {
  const isThere = await access(programIn(folder)).then(
    () => true,
    () => false,
  );
  if (!isThere) return false;
  return run(programIn(folder), ['-m', 'pip', '--version'], { timeout: 300_000 }).then(
    () => true,
    () => false,
  );
}

/** The line with the error in the output of pip or venv. */
function reasonOf(error: unknown): string {
  const {
    stderr = '',
    stdout = '',
    message,
    code,
  } = error as NodeJS.ErrnoException & Record<'stderr' | 'stdout', string>;
  if (code === 'ENOENT') return 'python3 is not installed';
  const lines = `${stdout}\n${stderr}`.split('\n').map((line) => line.trim());
  return (lines.findLast((line) => /^error/i.test(line)) ?? message.split('\n')[0] ?? '').slice(0, 200);
}

async function make(requirements: string, target: string): Promise<void> {
  await mkdir(path.dirname(target), { recursive: true });
  const folder = await mkdtemp(path.join(path.dirname(target), '.make-'));
  try {
    await run('python3', ['-m', 'venv', folder], { timeout: PIP_TIMEOUT_MS });
    const flags = ['--disable-pip-version-check', '--no-input', '--quiet', '--only-binary=:all:', '--retries', '1'];
    const install = ['-m', 'pip', 'install', ...flags, '--requirement', requirements];
    await run(programIn(folder), install, { timeout: PIP_TIMEOUT_MS });
    await rm(target, { recursive: true, force: true });
    await rename(folder, target);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @param requirements path of a list of packages with exact versions, as pip reads it */
export async function openPythonEnvironment(requirements: string): Promise<PythonEnvironment> {
  const key = createHash('sha256')
    .update(await readFile(requirements))
    .digest('hex')
    .slice(0, 16);
  const folder = path.join(cacheFolder(), key);
  try {
    if (!(await works(folder))) await make(requirements, folder);
    return { python: programIn(folder) };
  } catch (error) {
    return { missing: reasonOf(error) };
  }
}
