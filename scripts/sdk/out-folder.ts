// The folder of a generated client. The command does not touch folders of other origin.
import { mkdir, mkdtemp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { makeFolder } from '../../core/disk/make-folder.ts';
import { SdkError } from './sdk-error.ts';

/** A marker file with the origin of the folder. */
const mark = '.colophon-sdk.json';

/** The content of the folder: a client of a service, or a package of this project. */
export type OutMark = { language: string; url: string } | { package: string };

/**
 * `make` fills a new folder, which then replaces `out`; the previous folder remains when `make` fails.
 * @throws SdkError when `out` has another origin
 */
export async function replaceFolder(
  out: string,
  made: OutMark,
  make: (folder: string) => Promise<void>,
): Promise<void> {
  await refuseForeign(out);
  // Beside it, so that it can be renamed; under the final name in between, since some generators use it.
  const workshop = await makeBeside(out).catch((error: Error) => {
    throw new SdkError(`--out: ${out} cannot be made (${(error as NodeJS.ErrnoException).code ?? error.message})`);
  });
  const fresh = path.join(workshop, path.basename(out));
  try {
    await mkdir(fresh);
    await make(fresh);
    await writeFile(path.join(fresh, mark), `${JSON.stringify(made, null, 2)}\n`);
    await rm(out, { recursive: true, force: true });
    await rename(fresh, out);
  } finally {
    await rm(workshop, { recursive: true, force: true });
  }
}

/** A folder with an unused name. */
async function makeBeside(out: string): Promise<string> {
  await makeFolder(path.dirname(out));
  return mkdtemp(`${out}.part-`);
}

/** Runs `use` with a new folder, which is removed afterwards. @param name of its beginning */
export async function inTemporaryFolder<T>(name: string, use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(os.tmpdir(), name));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function refuseForeign(out: string): Promise<void> {
  const names = await readdir(out).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new SdkError(`--out: ${out} ${error.code === 'ENOTDIR' ? 'is a file' : `cannot be read (${error.code})`}`);
  });
  if (names.length === 0) return;
  const isOurs = await readFile(path.join(out, mark), 'utf8').then(
    () => true,
    () => false,
  );
  if (!isOurs) throw new SdkError(`--out: ${out} is not empty, and was not made by this command`);
}
