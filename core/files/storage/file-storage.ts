// Storage of files: one small interface, and an implementation for each kind of storage (D31).
import type { Readable } from 'node:stream';
import type { ByteRange } from '../../network/binary-body.ts';
import { StorageUnavailable } from '../../disk/storage-fault.ts';

/** A file on the disk of this machine that is to be stored. */
export interface LocalFile {
  path: string;
  /** Bytes. */
  size: number;
}

/** Each function may throw StorageUnavailable, and an implementation on the database any error of the database. */
export interface FileStorage {
  /** Stores a file under an unused key. It is readable as a whole or not at all. The local file may be moved. */
  put(key: string, file: LocalFile): Promise<void>;
  /** Stores a copy of a file. @throws FileMissing */
  copy(from: string, to: string): Promise<void>;
  /** The bytes of a file, or a range of them. @throws FileMissing */
  read(key: string, range?: ByteRange): Promise<Readable>;
  /**
   * Removes a file, or the rest of an interrupted `put` or `copy`; a missing file is not an error. A reader at that
   * moment gets the whole file or an error.
   */
  remove(key: string): Promise<void>;
  /** Keys of all files, in no order; files stored or removed during the call may be among them. */
  keys(): AsyncIterable<string>;
  /** Closes connections. */
  close(): Promise<void>;
  /** Of a storage that clients may use themselves (STORAGE_DIRECT). */
  direct?: DirectStorage;
}

/** Headers that the storage sends with a file instead of the service. */
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
  /** Address of a file, valid for a few minutes; its existence is not checked. */
  downloadAddress(key: string, headers: SentHeaders): Promise<string>;
  /**
   * Address to which a client may send the announced file only, any number of times.
   * @param seconds in which the client has to begin
   */
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
