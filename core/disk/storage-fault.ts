// Errors of the file storage, and how they differ from other errors.
import { codeOf, hasCode } from '../values.ts';

/** The storage is unreachable, full or refuses access; a retry may succeed. The message is one line for the log. */
export class StorageUnavailable extends Error {
  constructor(cause: unknown) {
    super(`the file storage cannot be used: ${messageOf(cause)}`, { cause });
    this.name = 'StorageUnavailable';
  }
}

/** Some connection errors have text in their parts only. */
export function messageOf(error: unknown): string {
  const said = textOf(error) || textOf(error instanceof AggregateError && error.errors[0]) || codeOf(error);
  return String(said || error).split('\n')[0] ?? '';
}

const textOf = (error: unknown): string => (error instanceof Error ? error.message : '');

/** A full, broken or read-only disk, an exceeded quota, or too many open files. */
const DISK_FAULTS = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EMFILE', 'ENFILE']);

/** True for errors that mean that files cannot be stored or read at present. */
export const isStorageUnavailable = (error: unknown): boolean =>
  error instanceof StorageUnavailable || hasCode(error, ...DISK_FAULTS);
