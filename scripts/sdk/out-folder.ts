// The folder that a client is made in. What this command has not made it does not touch.
import { mkdir, mkdtemp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { SdkError } from './sdk-error.ts';

/** A file that says who made the folder. */
const mark = '.colophon-sdk.json';

/** What the folder holds: the client of a service, or a package of this project. */
export type OutMark = { language: string; url: string } | { package: string };

/**
 * Has `make` fill a new folder, which then takes the place of `out`: what was there stays when `make` fails.
 * @throws SdkError when `out` holds what this command has not made
 */
export async function replaceFolder(
  out: string,
  made: OutMark,
  make: (folder: string) => Promise<void>,
): Promise<void> {
  await refuseForeign(out);
  // Beside it, so that it can be moved to its place; under the final name in between, since some generators take it over.
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

/** A folder of a name that nothing has. */
async function makeBeside(out: string): Promise<string> {
  await mkdir(path.dirname(out), { recursive: true });
  return mkdtemp(`${out}.part-`);
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
