// Descriptions of releases, kept in openapi/releases/<version>.json for comparison: without texts and examples.
import { execFile } from 'node:child_process';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { makeFolder } from '../../core/disk/make-folder.ts';
import { CommandError } from '../command-line.ts';
import { withoutTexts, type Description } from './description.ts';

const root = path.resolve(import.meta.dirname, '../..');
const folder = path.join(root, 'openapi/releases');

/** The description for clients, of the shipped types. */
export async function currentDescription(): Promise<Description> {
  const text = await readFile(path.join(root, 'generated/openapi.expanded.json'), 'utf8');
  return withoutTexts(JSON.parse(text) as Description);
}

/** @throws Error when `generated/` is outdated: nothing can be said of the description then (D366) */
export async function assertGenerated(): Promise<void> {
  const check = ['--import', 'tsx', 'scripts/generate/generate.ts', '--check'];
  await promisify(execFile)(process.execPath, check, { cwd: root }).catch((error: { stderr?: string }) => {
    throw new CommandError(error.stderr?.trim() || 'npm run generate -- --check fails', { cause: error });
  });
}

/** That of the newest release; undefined before the first one. */
export async function lastRelease(): Promise<{ version: string; description: Description } | undefined> {
  const files = await readdir(folder).catch(() => []);
  const versions = files.filter((file) => file.endsWith('.json')).map((file) => file.replace(/\.json$/, ''));
  const version = versions.sort(compareVersions).at(-1);
  if (version === undefined) return undefined;
  const text = await readFile(path.join(folder, `${version}.json`), 'utf8');
  return { version, description: JSON.parse(text) as Description };
}

/** Stores the description of a release, and removes older ones: comparisons are with the last. */
export async function keepRelease(version: string, description: Description): Promise<string> {
  await rm(folder, { recursive: true, force: true });
  await makeFolder(folder);
  const file = path.join(folder, `${version}.json`);
  await writeFile(file, `${JSON.stringify(description)}\n`);
  return path.relative(root, file);
}

/** `1.2.3` as numbers. @throws Error for other texts */
export function parseVersion(version: string): [major: number, minor: number, patch: number] {
  const parts = /^(\d+)\.(\d+)\.(\d+)$/.exec(version)?.slice(1).map(Number);
  if (!parts) throw new Error(`"${version}" is not a version such as 1.2.3`);
  return parts as [number, number, number];
}

/** Negative when `a` is the older. */
function compareVersions(a: string, b: string): number {
  const [one, other] = [parseVersion(a), parseVersion(b)];
  return one[0] - other[0] || one[1] - other[1] || one[2] - other[2];
}

/**
 * @param isBreaking whether clients of `last` break
 * @throws Error unless it is newer, and its number announces breaking changes (D41; Semantic Versioning 2.0.0, item 4: while
 * the major version is 0 the minor one does so)
 */
export function assertNextVersion(next: string, last: string | undefined, isBreaking: boolean): void {
  const [major, minor] = parseVersion(next);
  if (last === undefined) return;
  if (compareVersions(next, last) <= 0) throw new Error(`${next} is not newer than ${last}`);
  const [lastMajor, lastMinor] = parseVersion(last);
  if (!isBreaking || major > lastMajor || (major === 0 && minor > lastMinor)) return;
  const needed = lastMajor === 0 ? `0.${lastMinor + 1}.0` : `${lastMajor + 1}.0.0`;
  throw new Error(`it breaks clients of ${last} (npm run tool -- breaking): it must be ${needed} or later`);
}
