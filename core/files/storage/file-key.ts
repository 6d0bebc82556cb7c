// The form of keys of files. A key becomes a part of a path or an address, and rows may come from a forged backup, so
// every storage checks it (D820).
import { FileMissing, type DirectStorage, type FileStorage } from './file-storage.ts';

/** A UUID as `randomUUID` makes it, in `incoming/` if a client sends the file to a bucket itself. */
const FILE_KEY = /^(?:incoming\/)?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const isFileKey = (key: unknown): key is string => typeof key === 'string' && FILE_KEY.test(key);

/** Nothing is stored under such a key. */
export class BadFileKey extends Error {
  constructor(key: unknown) {
    super(`${keyInMessage(key)} is not the key of a file`);
    this.name = 'BadFileKey';
  }
}

/** For messages: at most 100 characters, on one line. */
export const keyInMessage = (key: unknown): string => (JSON.stringify(key) ?? String(key)).slice(0, 100);

type IsKey = (key: unknown) => key is string;

/**
 * A storage in which other keys name no file: a file to read is missing, one to remove is removed already, and to store
 * one is an error (BadFileKey).
 * @param isKey of another use of the storage, such as the names in a backup
 */
export function withCheckedKeys(storage: FileStorage, isKey: IsKey = isFileKey): FileStorage {
  return {
    async put(key, file) {
      if (!isKey(key)) throw new BadFileKey(key);
      await storage.put(key, file);
    },
    async copy(from, to) {
      if (!isKey(to)) throw new BadFileKey(to);
      if (!isKey(from)) throw new FileMissing(keyInMessage(from));
      await storage.copy(from, to);
    },
    async read(key, range) {
      if (!isKey(key)) throw new FileMissing(keyInMessage(key));
      return storage.read(key, range);
    },
    async remove(key) {
      if (isKey(key)) await storage.remove(key);
    },
    async *keys() {
      for await (const key of storage.keys()) if (isKey(key)) yield key;
    },
    close: () => storage.close(),
  };
}

/** The same for signed addresses: there is none for another key. */
export const directWithCheckedKeys = (direct: DirectStorage): DirectStorage => ({
  async downloadAddress(key, headers) {
    if (!isFileKey(key)) throw new FileMissing(keyInMessage(key));
    return direct.downloadAddress(key, headers);
  },
  async uploadAddress(key, file, seconds) {
    if (!isFileKey(key)) throw new BadFileKey(key);
    return direct.uploadAddress(key, file, seconds);
  },
});
