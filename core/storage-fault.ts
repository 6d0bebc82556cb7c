// Errors of the file storage, and how they differ from other errors.

/** The storage is unreachable, full or refuses access; a retry may succeed. The message is one line for the log. */
export class StorageUnavailable extends Error {
  constructor(cause: unknown) {
    super(`the file storage cannot be used: ${messageOf(cause)}`, { cause });
    this.name = 'StorageUnavailable';
  }
}

/** Some connection errors have text in their parts only. */
export function messageOf(error: unknown): string {
  const { message, code, errors } = error as { message?: string; code?: string; errors?: unknown[] };
  const said = message || (errors?.[0] as Error | undefined)?.message || code || String(error);
  return said.split('\n')[0] ?? '';
}

/** A full, broken or read-only disk, an exceeded quota, or too many open files. */
const DISK_FAULTS = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EMFILE', 'ENFILE']);

/** True for errors that mean that files cannot be stored or read at present. */
export const isStorageUnavailable = (error: unknown): boolean =>
  error instanceof StorageUnavailable || DISK_FAULTS.has((error as NodeJS.ErrnoException | undefined)?.code ?? '');
