// Lists of a deployment with refused passwords (D630): words of the organisation, and breached passwords by their
// SHA-1.
import { createHash } from 'node:crypto';
import { open, readFile, stat, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { ApiError } from '../errors.ts';
import type { Logger } from '../log.ts';
import { ConfigError } from './stored-secret.ts';
import { asError } from '../values.ts';

export interface PasswordFault {
  name: string;
  detail: string;
}

export interface PasswordLists {
  /** Undefined for a password in no list. @throws ApiError service_unavailable when a list cannot be read */
  fault(password: string): Promise<PasswordFault | undefined>;
}

/** `Acme, Rossi`: in lower case. */
export function passwordWords(text: string): string[] | undefined {
  const words = text === 'none' ? [] : text.split(',').map((word) => word.trim().toLowerCase());
  return words.every((word) => Array.from(word).length >= 3 && word.length <= 255) ? words : undefined;
}

const HASH = /^[0-9A-F]{40}(?::\d+)?\r?$/;
const HASH_LENGTH = 40;
/** Longer than a line. */
const LINE = 128;
/** Read in one piece at the end of a search. */
const BLOCK = 4_096;

async function textAt(file: FileHandle, start: number, length: number): Promise<string> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start);
  return buffer.toString('latin1', 0, bytesRead);
}

/** A binary search in lines sorted by hash, such as `…:3`: about thirty reads for a file of any size. */
async function isInFile(name: string, hash: string): Promise<boolean> {
  const file = await open(name);
  try {
    let low = 0;
    let high = (await file.stat()).size;
    // The line of the hash begins at `low` or after it, and before `high`.
    while (high - low > BLOCK) {
      const middle = Math.floor((low + high) / 2);
      const text = await textAt(file, middle - 1, LINE + HASH_LENGTH);
      const next = text.indexOf('\n') + 1;
      const found = text.slice(next, next + HASH_LENGTH);
      if (next === 0 || found.length < HASH_LENGTH) throw new Error('it is not in lines of hashes');
      if (found === hash) return true;
      if (found > hash) high = middle;
      else low = middle + next - 1 + HASH_LENGTH;
    }
    const start = Math.max(low - 1, 0);
    const text = await textAt(file, start, high - start + HASH_LENGTH);
    return text.includes(`\n${hash}`) || (start === 0 && text.startsWith(hash));
  } finally {
    await file.close();
  }
}

/** A folder with a file for each first five digits, `00000.txt` to `FFFFF.txt`, which has the other digits. */
async function isInFolder(folder: string, hash: string): Promise<boolean> {
  const text = await readFile(path.join(folder, `${hash.slice(0, 5)}.txt`), 'latin1');
  return `\n${text}`.includes(`\n${hash.slice(5)}`);
}

async function assertList(name: string): Promise<boolean> {
  const refuse = (why: string): ConfigError => new ConfigError(`BREACHED_PASSWORDS: ${name} ${why}`);
  const found = await stat(name).catch(() => undefined);
  if (!found) throw refuse('cannot be read');
  if (found.isDirectory()) return true;
  const file = await open(name);
  try {
    const [first = ''] = (await textAt(file, 0, LINE)).split('\n');
    if (!HASH.test(first))
      throw refuse('does not begin with a line such as 000000005AD76BD555C1D6D771DE417A4B87E4B4:10');
    return false;
  } finally {
    await file.close();
  }
}

/** @throws ConfigError for a missing or malformed list */
export async function openPasswordLists(
  {
    passwordWords: words,
    breachedPasswords: name,
  }: { passwordWords: readonly string[]; breachedPasswords?: string | undefined },
  log: Logger,
): Promise<PasswordLists> {
  const isFolder = name !== undefined && (await assertList(name));

  async function isBreached(password: string): Promise<boolean> {
    if (name === undefined) return false;
    const hash = createHash('sha1').update(password).digest('hex').toUpperCase();
    try {
      return await (isFolder ? isInFolder(name, hash) : isInFile(name, hash));
    } catch (error) {
      log.error({ error: asError(error).message }, 'the list of breached passwords cannot be read: no password is set');
      throw new ApiError('service_unavailable', 'Passwords cannot be checked at present.', { 'Retry-After': '30' });
    }
  }

  return {
    async fault(password) {
      const lower = password.toLowerCase();
      if (words.some((word) => lower.includes(word))) {
        return {
          name: 'words',
          detail: 'The password contains a word that is easy to guess here: choose another one.',
        };
      }
      if (!(await isBreached(password))) return undefined;
      return { name: 'breached', detail: 'The password is in a list of breached passwords: choose another one.' };
    },
  };
}
