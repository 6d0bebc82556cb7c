// The types of what a package exports: the declarations of its modules, and those that they import.
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { makeFolder } from '../../core/disk/make-folder.ts';
import { root } from '../bundle/bundle.ts';
import { nativeCompiler } from '../sdk/compilers.ts';
import { runCommand } from '../sdk/run-command.ts';

const SETTINGS = 'scripts/config/tsconfig.declarations.json';
const IMPORT = /(?:from|import)\s*\(?'(\.{1,2}\/[^']+)'/g;

const declarationOf = (file: string): string => (file.endsWith('.d.ts') ? file : file.replace(/\.ts$/, '.d.ts'));

/** @param entries modules of the settings, relative to the project @param to the folder of the declarations */
export async function writeDeclarations(entries: readonly string[], to: string): Promise<void> {
  const made = await mkdtemp(path.join(os.tmpdir(), 'colophon-declarations-'));
  try {
    await runCommand(process.execPath, [nativeCompiler, '--project', path.join(root, SETTINGS), '--outDir', made]);
    const seen = new Set<string>();
    for (const waiting = [...entries]; waiting.length > 0;) {
      const name = declarationOf(waiting.pop() ?? '');
      if (seen.has(name)) continue;
      seen.add(name);
      // Declarations that were written by hand or generated are not made again.
      const [source, text] = await readFirst([path.join(made, name), path.join(root, name)]);
      await makeFolder(path.dirname(path.join(to, name)));
      await copyFile(source, path.join(to, name));
      for (const [, imported = ''] of text.matchAll(IMPORT)) waiting.push(path.join(path.dirname(name), imported));
    }
  } finally {
    await rm(made, { recursive: true, force: true });
  }
}

async function readFirst([first = '', ...others]: readonly string[]): Promise<[file: string, text: string]> {
  try {
    return [first, await readFile(first, 'utf8')];
  } catch (error) {
    if (others.length === 0) throw error;
    return readFirst(others);
  }
}
