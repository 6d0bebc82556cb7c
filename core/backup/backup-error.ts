import { codeOf } from '../values.ts';

/** The reason why a backup cannot be made or restored, in one line. */
export class BackupError extends Error {}

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'no space is left on the disk',
  EDQUOT: 'no space is left for this user on the disk',
  EACCES: 'this user may not write there',
  EROFS: 'the disk is read-only',
  ENOTDIR: 'a part of the path is not a folder',
};

/** Adds the folder to an error of the file system. */
export function explainDisk(error: unknown, folder: string): unknown {
  const reason = REASONS[String(codeOf(error))];
  return reason === undefined ? error : new BackupError(`${folder}: ${reason}`, { cause: error });
}
