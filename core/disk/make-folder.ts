/** Folders and the missing ones above them, in place of the recursive `mkdir` of Node. */
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { hasCode } from '../values.ts';

/** The mode of folders that only their owner may open. */
export const OWNER_ONLY = 0o700;
const USUAL = 0o777;

/**
 * Makes a folder unless it is there. Node's own recursive `mkdir` never returns where a folder is refused with ENOENT
 * although the one above exists, as in `/proc`: it takes that for a folder that was just removed.
 * @param mode of the new folders
 * @returns the topmost folder that was made; undefined when all existed
 * @throws the error of the file system; one with the code ENOTDIR where there is something else
 */
export async function makeFolder(folder: string, mode = USUAL): Promise<string | undefined> {
  try {
    return await makeOne(folder, mode);
  } catch (error) {
    const above = path.dirname(folder);
    if (!hasCode(error, 'ENOENT') || above === folder) throw error;
    const first = await makeFolder(above, mode);
    const last = await makeOne(folder, mode);
    return first ?? last;
  }
}

/** The same for the settings, which are read before there is anything to wait for. */
export function makeFolderSync(folder: string, mode = USUAL): void {
  try {
    makeOneSync(folder, mode);
  } catch (error) {
    const above = path.dirname(folder);
    if (!hasCode(error, 'ENOENT') || above === folder) throw error;
    makeFolderSync(above, mode);
    makeOneSync(folder, mode);
  }
}

async function makeOne(folder: string, mode: number): Promise<string | undefined> {
  try {
    await mkdir(folder, { mode });
    return folder;
  } catch (error) {
    const found = await stat(folder).catch(() => undefined);
    if (found?.isDirectory()) return undefined;
    throw explain(error, folder);
  }
}

function makeOneSync(folder: string, mode: number): void {
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    if (!existsSync(folder) || !statSync(folder).isDirectory()) throw explain(error, folder);
  }
}

function explain(error: unknown, folder: string): unknown {
  if (!hasCode(error, 'EEXIST', 'ENOTDIR')) return error;
  return Object.assign(new Error(`${folder} is not a folder`, { cause: error }), { code: 'ENOTDIR' });
}
