// Folders of code with more files than a reader takes in at once.
import { readdirSync } from 'node:fs';
import path from 'node:path';

/** Files of code in the root of a folder. */
const MOST = 25;
const CODE = /\.(?:ts|mts|mjs|cjs|js)$/;

/** @returns a line for each crowded folder at or below `folders` */
export function crowdedFolders(root: string, folders: readonly string[]): string[] {
  return folders.flatMap((folder) => {
    const entries = readdirSync(path.join(root, folder), { withFileTypes: true });
    const inner = entries.flatMap((each) => (each.isDirectory() ? [`${folder}/${each.name}`] : []));
    const count = entries.filter(({ name }) => CODE.test(name)).length;
    const line =
      count > MOST ? [`${folder} has ${count} files in its root, at most ${MOST} are allowed: make rooms`] : [];
    return [...line, ...crowdedFolders(root, inner)];
  });
}
