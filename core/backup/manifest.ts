// The description of a backup. It is written last: a folder without a manifest is not a backup.
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { text } from 'node:stream/consumers';
import { FileMissing } from '../files/storage/file-storage.ts';
import type { CollectionShape } from '../store/dump.ts';
import { BackupError } from './backup-error.ts';
import { isSealed, keyFor, sealOf, type EncryptionNote, type Secret } from './encryption.ts';
import { writeAll, type BackupFile } from './entries.ts';
import type { BackupPlace } from './places.ts';

export interface DumpedCollection extends CollectionShape {
  rows: number;
  entry: BackupFile;
}

/** A line of the list of files. */
export interface DumpedFile extends BackupFile {
  /** In the storage. */
  key: string;
}

/** The previous backup, to which the changes apply. */
export interface BaseBackup {
  id: string;
  moment: string;
}

export interface Manifest {
  /** 2: changes since another backup, and no collections. */
  format: 1 | 2;
  /** Absent in backups of earlier releases, which cannot start a series. */
  id?: string;
  /** State of the database in this backup (core/store/change-feed.ts). Absent in those of earlier releases. */
  moment?: string;
  since?: BaseBackup;
  /** Rows of BSON, each a change, in the order of their commits. */
  changes?: { entry: BackupFile; count: number };
  /** Of the service. */
  version: string;
  /** Migrations that the database has had. */
  databaseVersion: number;
  created: string;
  encryption: EncryptionNote | null;
  collections: DumpedCollection[];
  /** A JSON object on each line. */
  fileList: BackupFile;
  files: number;
  /** Keys that rows name but the storage lacked. */
  missingFiles: string[];
}

interface Sealed {
  manifest: Manifest;
  /** Proof that it was written with the key; null without encryption. */
  seal: string | null;
}

const NAME = 'manifest.json';

export async function writeManifest(at: BackupPlace, manifest: Manifest, key: Uint8Array | undefined): Promise<void> {
  const seal = key ? sealOf(key, JSON.stringify(manifest)) : null;
  const lines = `${JSON.stringify({ manifest, seal } satisfies Sealed, null, 2)}\n`;
  await writeAll(at, NAME, (target) => pipeline(Readable.from([lines]), target));
}

/** @throws BackupError for a folder without a backup, or with one of a newer format */
async function parseManifest(at: BackupPlace): Promise<Sealed> {
  const folder = at.name;
  const found = await at.read(NAME).catch((error: unknown) => {
    if (!(error instanceof FileMissing)) throw error;
    throw new BackupError(`${folder} has no ${NAME}: it is not a backup, or an incomplete one`);
  });
  const lines = await text(found);
  let sealed: Partial<Sealed>;
  try {
    sealed = JSON.parse(lines) as Partial<Sealed>;
  } catch {
    throw new BackupError(`${NAME} of ${folder} is damaged`);
  }
  const { manifest, seal = null } = sealed;
  if (!manifest || !Array.isArray(manifest.collections)) throw new BackupError(`${NAME} of ${folder} is damaged`);
  if (![1, 2].includes(manifest.format)) throw new BackupError(`${folder} is a backup of a newer release`);
  return { manifest, seal };
}

/** @throws BackupError for a folder without a backup, and for another key */
export async function readManifest(
  at: BackupPlace,
  secret: Secret | undefined,
): Promise<{ manifest: Manifest; key: Uint8Array | undefined }> {
  const { manifest, seal } = await parseManifest(at);
  if (!manifest.encryption) return { manifest, key: undefined };
  const key = await keyFor(manifest.encryption, secret);
  if (seal !== null && isSealed(key, JSON.stringify(manifest), seal)) return { manifest, key };
  throw new BackupError('the key or passphrase is not that of the backup, or its manifest was changed');
}
