// The generators, in the user's cache: downloaded once, by the usual client of their ecosystem.
import { stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { makeFolder } from '../../core/disk/make-folder.ts';
import type { Say } from './language.ts';
import { hasCommand, runCommand } from './run-command.ts';

/** The folder in the user's cache for generators and the dependencies of clients. */
export function toolbox(env: NodeJS.ProcessEnv = process.env): string {
  const given = env['XDG_CACHE_HOME'];
  const cache = given && path.isAbsolute(given) ? given : path.join(os.homedir(), '.cache');
  return path.join(cache, 'colophon', 'sdk');
}

interface Tool {
  /** Of its folder in the cache, with the version. */
  name: string;
  /** Its source, for the progress. */
  from: string;
  /** Installs it into a folder with its final name, since a virtual environment cannot be moved. */
  fetch: (folder: string) => Promise<unknown>;
  say: Say;
}

/** Downloads a tool unless it exists; the result of a concurrent run is used as well. @throws Error of one line */
async function fetchOnce({ name, from, fetch, say }: Tool): Promise<void> {
  const folder = path.join(toolbox(), name);
  const done = path.join(folder, '.complete');
  if (await exists(done)) return;
  say(`fetching ${name} ${from}, once, into ${folder}`);
  await makeFolder(folder);
  await fetch(folder).catch((error: unknown) => {
    throw new Error(`${name} could not be fetched ${from}: ${reasonOf(error)}`);
  });
  await makeFolder(done);
}

/** Gets a tool. @returns the reason why it is missing, undefined when it is there */
export const missingTool = (tool: Tool): Promise<string | undefined> =>
  fetchOnce(tool).then(
    () => undefined,
    (error: Error) => error.message,
  );

const exists = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );

/** The error line in a program's output. */
function reasonOf(error: unknown): string {
  const lines = (error instanceof Error ? error.message : String(error)).split('\n').map((line) => line.trim());
  const said = lines.find((line) => /^\[?ERROR/.test(line)) ?? lines.findLast((line) => line !== '') ?? '';
  return said.replace(/^\[?ERROR\]?:?\s*/, '').slice(0, 300);
}

/**
 * Installs packages of the distribution where possible: as root on Debian and derivatives.
 * @returns whether the program exists afterwards
 */
export async function installPackages(packages: readonly string[], say: Say): Promise<boolean> {
  if (process.getuid?.() !== 0 || !(await hasCommand('apt-get', ['--version']))) return false;
  say(`installing ${packages.join(', ')} with apt-get`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  try {
    await runCommand('apt-get', ['update', '-qq'], { env });
    await runCommand('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], { env });
    return true;
  } catch (error) {
    say(`apt-get: ${reasonOf(error)}`);
    return false;
  }
}
