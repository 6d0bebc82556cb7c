/**
 * Vitest's globalSetup: commands that tests start as processes, bundled once: starting them from their sources takes
 * three times as long.
 */
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { bundle, root } from '../../../scripts/bundle/bundle.ts';
import { COMMANDS } from '../../../scripts/commands.mjs';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Folder of the bundles, which have the paths of their sources (command-file.ts). */
    bundledCommands: string;
  }
}

/** The scripts of all commands, and programs that only tests run. */
async function sources(): Promise<string[]> {
  const names = [...new Set(Object.values(COMMANDS).map(({ file }) => file))].filter((name) => name.endsWith('.ts'));
  const programs = (await readdir(path.join(root, 'test/support'), { recursive: true })).filter((name) =>
    name.endsWith('-process.ts'),
  );
  return [
    'scripts/start.ts',
    ...names.map((name) => `scripts/${name}`),
    ...programs.map((name) => `test/support/${name}`),
  ];
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
