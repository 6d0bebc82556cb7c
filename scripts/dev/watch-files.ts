// Files that are saved in any way: written in place, replaced by another one of the same name, removed and made again. Every folder
// is watched: Node's own recursive watch follows the replaced file, and `chokidar` loses saves in quick succession.
import { existsSync, readdirSync, statSync, watch, type FSWatcher } from 'node:fs';
import path from 'node:path';

/** Names of files of editors, and of packages. */
const IGNORED = /^(?:[.#].*|node_modules|.*~)$/;

const isFolder = (file: string): boolean => statSync(file, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** @returns undefined for a folder that is gone */
function watchFolder(folder: string, onName: (name: string) => void): FSWatcher | undefined {
  try {
    // Its removal is reported by the folder above.
    return watch(folder, (_event, name) => void (name !== null && onName(name))).on('error', () => undefined);
  } catch (error) {
    if (existsSync(folder)) throw error;
    return undefined;
  }
}

/**
 * @param roots folders, also those that do not exist yet
 * @param onChange called with the path of a changed, new or removed file or folder
 * @returns a function that ends it
 */
export function watchFiles(roots: readonly string[], onChange: (file: string) => void): () => void {
  const watchers = new Map<string, FSWatcher>();

  /** Another folder may have taken the name of one that was watched. */
  function follow(folder: string): void {
    watchers.get(folder)?.close();
    const watcher = watchFolder(folder, (name) => note(path.join(folder, name)));
    if (!watcher) return;
    watchers.set(folder, watcher);
    for (const name of readdirSync(folder)) {
      const inner = path.join(folder, name);
      if (!IGNORED.test(name) && isFolder(inner)) follow(inner);
    }
  }

  function note(file: string): void {
    if (IGNORED.test(path.basename(file))) return;
    if (isFolder(file)) follow(file);
    onChange(file);
  }

  const above = [...new Set(roots.map((root) => path.dirname(root)))].map((folder) =>
    watchFolder(folder, (name) => {
      const root = path.join(folder, name);
      if (roots.includes(root)) note(root);
    }),
  );
  for (const root of roots) if (isFolder(root)) follow(root);
  return () => {
    for (const watcher of [...above, ...watchers.values()]) watcher?.close();
  };
}
