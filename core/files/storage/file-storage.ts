// Where the bytes of files are kept: one small interface, and an implementation for each kind of storage (D31).
import type { Readable } from 'node:stream';
import type { ByteRange } from '../../binary-body.ts';
import { StorageUnavailable } from '../../storage-fault.ts';

/** A file that is to be kept; it lies on the disk of this machine until then. */
export interface LocalFile {
  path: string;
  /** Bytes. */
  size: number;
}

/** Each of its functions may throw StorageUnavailable, and an implementation on the database what the database throws. */
export interface FileStorage {
  /**
   * Keeps a file under a key that is not in use. All of it is there when this is done, and nothing of it is served before.
   * The local file may be gone afterwards.
   */
  keep(key: string, file: LocalFile): Promise<void>;
  /** Another file with the same bytes. @throws FileMissing */
  copy(from: string, to: string): Promise<void>;
  /** The bytes of a file, or some of them. @throws FileMissing */
  read(key: string, range?: ByteRange): Promise<Readable>;
  /**
   * Removes a file, and what an interrupted `keep` or `copy` has left of it; nothing happens when there is none. Who reads
   * it just then gets all of it or an error.
   */
  remove(key: string): Promise<void>;
  /** Lets go of connections. */
  close(): Promise<void>;
}

/** A row names a file that the storage does not have. */
export class FileMissing extends Error {
  constructor(key: string) {
    super(`the storage has no file ${key}`);
    this.name = 'FileMissing';
  }
}

/** Says of what fails on the disk of this machine that it may pass. */
export async function onThisMachine<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw new StorageUnavailable(error);
  }
}
