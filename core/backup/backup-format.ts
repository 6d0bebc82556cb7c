// What a backup consists of.
import type { CollectionShape } from '../store/history/dump.ts';
import type { EncryptionNote } from './encryption.ts';
import type { BackupFile } from './entries.ts';

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
  /** State of the database in this backup (core/store/history/change-feed.ts). Absent in those of earlier releases. */
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
