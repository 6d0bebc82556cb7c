// The names of the files of a backup. Nothing else in its place is read or written (D821).
import { isFileKey } from '../files/storage/file-key.ts';

export const MANIFEST = 'manifest.json';
export const FILE_LIST = 'files.ndjson.gz';
export const CHANGES = 'changes.bson.gz';

/** Names of MongoDB may have other characters, but no collection of the service has one. */
const COLLECTION = /^\w[\w-]*(?:\.[\w-]+)*$/;
const MOST_CHARACTERS = 120;

/** Bytes of files, which are copied separately, in every kind of storage. */
export const FILE_COLLECTIONS: ReadonlySet<string> = new Set(['files.files', 'files.chunks']);

/** True for a collection that a backup may fill: none of MongoDB's own, and no bytes of files. */
export const isOwnCollection = (name: unknown): name is string =>
  typeof name === 'string' &&
  name.length <= MOST_CHARACTERS &&
  COLLECTION.test(name) &&
  !name.startsWith('system.') &&
  !FILE_COLLECTIONS.has(name);

export const collectionEntry = (name: string): string => `collections/${name}.bson.gz`;
export const fileEntry = (key: string): string => `files/${key.slice(-2)}/${key}.gz`;

const IN_FOLDER = /^(collections|files)\/(?:[0-9a-f]{2}\/)?([^/]+?)(?:\.bson)?\.gz$/;

/** True for a name that a backup gives one of its files: no path that leads out of its place, and no device. */
export function isEntryName(name: unknown): name is string {
  if (typeof name !== 'string') return false;
  if (name === MANIFEST || name === FILE_LIST || name === CHANGES) return true;
  const [, folder, stem = ''] = IN_FOLDER.exec(name) ?? [];
  if (folder === 'collections') return isOwnCollection(stem) && name === collectionEntry(stem);
  return isFileKey(stem) && name === fileEntry(stem);
}
