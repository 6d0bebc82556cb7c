/**
 * Vitest's globalSetup: commands that tests start as processes, bundled once: starting them from their sources takes
 * three times as long.
 */
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { bundle, root } from '../../scripts/bundle/bundle.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Folder of the bundles, which have the paths of their sources (command-file.ts). */
    bundledCommands: string;
  }
}

/** All scripts, and programs that only tests run. */
async function sources(): Promise<string[]> {
  const of = async (folder: string, suffix: string): Promise<string[]> =>
    (await readdir(path.join(root, folder))).filter((name) => name.endsWith(suffix)).map((name) => `${folder}/${name}`);
  return [...(await of('scripts', '.ts')), ...(await of('test/support', '-process.ts'))];
}

export default async function bundleCommands(project: TestProject): Promise<() => Promise<void>> {
  // Within the project, so that packages are found.
  const place = path.join(root, 'node_modules/.cache/colophon');
  await mkdir(place, { recursive: true });
  const folder = await mkdtemp(path.join(place, 'commands-'));
  const files = await sources();
  const entries = Object.fromEntries(files.map((file) => [file.replace(/\.ts$/, ''), path.join(root, file)]));
  await bundle({ entries, folder, movable: false });
  project.provide('bundledCommands', folder);
  return () => rm(folder, { recursive: true, force: true });
}
