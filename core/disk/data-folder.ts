/** The data folder (`DATA_DIR`) and the secrets in it: closed to the other users of the machine (D390). */
import { randomBytes } from 'node:crypto';
import { chmod, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { makeFolder, OWNER_ONLY } from './make-folder.ts';

const OTHERS = 0o077;
const STICKY = 0o1000;

/**
 * Makes a folder that only its owner may open, or removes the permissions of others from an existing one.
 * @returns false when others keep permissions: the folder belongs to another user, or is a shared one, such as /tmp
 * @throws the error of the file system when it cannot be created
 */
export async function closeFolder(folder: string): Promise<boolean> {
  await makeFolder(folder, OWNER_ONLY);
  // Windows has no such modes: files inherit the permissions of their folder.
  if (process.platform === 'win32') return true;
  const { mode } = await stat(folder);
  if ((mode & OTHERS) === 0) return true;
  if ((mode & STICKY) !== 0) return false;
  return chmod(folder, mode & 0o700).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPERM' || error.code === 'EROFS') return false;
      throw error;
    },
  );
}

/** Replaces a file as a whole, readable by the owner only; a crash leaves the old one or the new one. */
export async function writeOwnFile(file: string, text: string): Promise<void> {
  const part = `${file}.part`;
  await rm(part, { force: true });
  const handle = await open(part, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(part, file);
}

const SECRET = /^[0-9a-f]{64}$/;

/**
 * The secret in a file: 32 random bytes in hexadecimal. A missing or damaged secret is replaced, and one that others could
 * read. Called by one process at a time.
 */
export async function ownSecret(file: string): Promise<string> {
  const [text, mode] = await Promise.all([
    readFile(file, 'utf8').catch(() => ''),
    stat(file).then(
      (stats) => stats.mode,
      () => OTHERS,
    ),
  ]);
  const isClosed = process.platform === 'win32' || (mode & OTHERS) === 0;
  if (isClosed && SECRET.test(text.trim())) return text.trim();
  const secret = randomBytes(32).toString('hex');
  await writeOwnFile(file, `${secret}\n`);
  return secret;
}
