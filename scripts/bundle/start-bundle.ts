// The bundle that `npm start` runs (scripts/start.mjs): made when there is none, or when a file has changed that it is made of.
import { mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder } from '../../core/disk/make-folder.ts';
import { bundle, root } from './bundle.ts';

/** Bundles of processes that have just begun with them are left. */
const KEPT_MS = 3_600_000;

/** @returns the module to start with, in a separate folder beside the `list` of its source files */
export async function makeStartBundle(list: string, stampOf: (file: string) => string): Promise<string> {
  const place = path.dirname(list);
  await makeFolder(place);
  const folder = await mkdtemp(path.join(place, 'start-'));
  const own = ['bundle.ts', 'fast-spreads.ts', 'start-bundle.ts'].map((name) => `scripts/bundle/${name}`);
  const { sources } = await bundle({ entries: { start: 'scripts/start.ts' }, folder, movable: false });
  const files = Object.fromEntries([...sources, ...own].map((file) => [file, stampOf(path.join(root, file))]));
  const entry = path.join(folder, 'start.js');
  // In one step, since other processes may begin at the same time.
  await writeFile(path.join(folder, 'files.json'), JSON.stringify({ entry, files }));
  await rename(path.join(folder, 'files.json'), list);
  await removeOld(place, folder);
  return entry;
}

async function removeOld(place: string, folder: string): Promise<void> {
  for (const name of await readdir(place)) {
    const other = path.join(place, name);
    if (other === folder || !name.startsWith('start-')) continue;
    const { mtimeMs } = await stat(other).catch(() => ({ mtimeMs: 0 }));
    if (Date.now() - mtimeMs > KEPT_MS) await rm(other, { recursive: true, force: true });
  }
}
