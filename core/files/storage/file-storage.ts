// Storage of files: one small interface, and an implementation for each kind of storage (D31).
import type { Readable } from 'node:stream';
import type { ByteRange } from '../../binary-body.ts';
import { StorageUnavailable } from '../../storage-fault.ts';

/** A file on the disk of this machine that is to be stored. */
export interface LocalFile {
  path: string;
  /** Bytes. */
  size: number;
}

/** Each function may throw StorageUnavailable, and an implementation on the database any error of the database. */
export interface FileStorage {
  /**
   * Stores a file under an unused key. It is readable as a whole or not at all. The local file may be moved.
   */
  put(key: string, file: LocalFile): Promise<void>;
  /** Stores a copy of a file. @throws FileMissing */
  copy(from: string, to: string): Promise<void>;
  /** The bytes of a file, or a range of them. @throws FileMissing */
  read(key: string, range?: ByteRange): Promise<Readable>;
  /**
   * Removes a file, or what an interrupted `put` or `copy` has left of it; a missing file is no error. A reader at that
   * moment gets the whole file or an error.
   */
  remove(key: string): Promise<void>;
  /** Keys of all files, in no order; files stored or removed meanwhile may be among them. */
  keys(): AsyncIterable<string>;
  /** Closes connections. */
  close(): Promise<void>;
  /** Of a storage that clients may use themselves (STORAGE_DIRECT). */
  direct?: DirectStorage;
}

/** What the storage sends with a file in the place of the service. */
export interface SentHeaders {
  mediaType: string;
  disposition: string;
  cacheControl: string;
}

/** A file that a client announces. */
export interface AnnouncedFile {
  mediaType: string;
  /** Bytes. */
  size: number;
  /** Of the bytes, hex. */
  checksum: { algorithm: 'md5' | 'sha256'; hex: string };
}

/** The request that sends a file to the storage: PUT. */
export interface SignedUpload {
  url: string;
  /** All of them are signed. */
  headers: Readonly<Record<string, string>>;
}

/** Signed addresses, by which clients exchange files with the storage itself (D599). Each function may throw StorageUnavailable. */
export interface DirectStorage {
  /** Where a file is to be had for a few minutes; whether it is there is not looked up. */
  downloadAddress(key: string, headers: SentHeaders): Promise<string>;
  /** Where a client may send the announced file and no other one, as often as it likes. @param seconds until it is to begin */
  uploadAddress(key: string, file: AnnouncedFile, seconds: number): Promise<SignedUpload>;
}

/** A row names a file that the storage does not have. */
export class FileMissing extends Error {
  constructor(key: string) {
    super(`the storage has no file ${key}`);
    this.name = 'FileMissing';
  }
}

/** Turns errors of the local disk into StorageUnavailable. */
export async function onThisMachine<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw new StorageUnavailable(error);
  }
}
