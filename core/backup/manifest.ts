// What a backup says of itself. It is written last: a folder without one is no backup.
import { open, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import type { CollectionShape } from '../store/dump.ts';
import { BackupError, explainDisk } from './backup-error.ts';
import { isSealed, keyFor, sealOf, type EncryptionNote, type Secret } from './encryption.ts';
import type { Entry } from './entries.ts';

export interface DumpedCollection extends CollectionShape {
  rows: number;
  entry: Entry;
}

/** A line of the list of files. */
export interface DumpedFile extends Entry {
  /** In the storage. */
  key: string;
}

export interface Manifest {
  format: 1;
  /** Of the service. */
  version: string;
  /** Migrations that the database has had. */
  databaseVersion: number;
  created: string;
  encryption: EncryptionNote | null;
  collections: DumpedCollection[];
  /** A JSON object on each line. */
  fileList: Entry;
  files: number;
  /** Keys that rows name and the storage did not have. */
  missingFiles: string[];
}

interface Sealed {
  manifest: Manifest;
  /** Only somebody with the key can have written it; null without encryption. */
  seal: string | null;
}

const NAME = 'manifest.json';

export async function writeManifest(folder: string, manifest: Manifest, key: Uint8Array | undefined): Promise<void> {
  const seal = key ? sealOf(key, JSON.stringify(manifest)) : null;
  const file = path.join(folder, NAME);
  try {
    const handle = await open(`${file}.part`, 'wx', 0o600);
    try {
      await handle.writeFile(`${JSON.stringify({ manifest, seal } satisfies Sealed, null, 2)}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(`${file}.part`, file);
  } catch (error) {
    throw explainDisk(error, folder);
  }
}

/** @throws BackupError for what is no backup, or of a newer format */
async function parseManifest(folder: string): Promise<Sealed> {
  const text = await readFile(path.join(folder, NAME), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
    throw new BackupError(`${folder} has no ${NAME}: it is no backup, or one that was cut off`);
  });
  let sealed: Partial<Sealed>;
  try {
    sealed = JSON.parse(text) as Partial<Sealed>;
  } catch {
    throw new BackupError(`${NAME} of ${folder} is damaged`);
  }
  const { manifest, seal = null } = sealed;
  if (!manifest || !Array.isArray(manifest.collections)) throw new BackupError(`${NAME} of ${folder} is damaged`);
  if ((manifest.format as number) !== 1) throw new BackupError(`${folder} is a backup of a newer release`);
  return { manifest, seal };
}

/** @throws BackupError for what is no backup, and for another key */
export async function readManifest(
  folder: string,
  secret: Secret | undefined,
): Promise<{ manifest: Manifest; key: Uint8Array | undefined }> {
  const { manifest, seal } = await parseManifest(folder);
  if (!manifest.encryption) return { manifest, key: undefined };
  const key = await keyFor(manifest.encryption, secret);
  if (seal !== null && isSealed(key, JSON.stringify(manifest), seal)) return { manifest, key };
  throw new BackupError('the key or passphrase is not that of the backup, or its manifest was changed');
}
