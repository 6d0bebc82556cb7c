// Errors of the file storage, and how they differ from other errors.

/** The storage is unreachable, full or refuses access; a retry may succeed. The message is one line for the log. */
export class StorageUnavailable extends Error {
  constructor(cause: unknown) {
    super(`the file storage cannot be used: ${messageOf(cause)}`, { cause });
    this.name = 'StorageUnavailable';
  }
}

/** Some errors of connections have no text but that of their parts. */
export function messageOf(error: unknown): string {
  const { message, code, errors } = error as { message?: string; code?: string; errors?: unknown[] };
  const said = message || (errors?.[0] as Error | undefined)?.message || code || String(error);
  return said.split('\n')[0] ?? '';
}

/** A disk that is full, over its quota, broken or read-only; too many open files. */
const DISK_FAULTS = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EMFILE', 'ENFILE']);

/** True for errors that say that files cannot be kept or read just now. */
export const isStorageUnavailable = (error: unknown): boolean =>
  error instanceof StorageUnavailable || DISK_FAULTS.has((error as NodeJS.ErrnoException | undefined)?.code ?? '');
