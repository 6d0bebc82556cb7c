// Bodies that are bytes: what an upload brings, what a download answers with. Neither is ever whole in memory (D31).
import type { Readable } from 'node:stream';

/** The body of an upload, not read yet. */
export interface BinaryUpload {
  /** The bytes. A client that waits for it begins to send. */
  open(): Readable;
  /** Content-Type as the client sent it, without parameters and in lower case; undefined when it sent none. */
  mediaType: string | undefined;
  /** Content-Length in bytes; undefined when it is not known before the end. */
  length: number | undefined;
  /** The bytes are written as base64 (Content-Transfer-Encoding). */
  base64: boolean;
  /** Whether the client has closed the connection. */
  hasLeft(): boolean;
}

/** Bytes from `start` to `end`, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** What a download answers with; ranges, conditions and HEAD are seen to in core/http/send-binary.ts. */
export interface BinaryAnswer {
  mediaType: string;
  /** Bytes. */
  size: number;
  /** Names the bytes: other bytes have another one. Without quotes. */
  etag: string;
  modified: Date;
  /** Such as Content-Disposition and Cache-Control. */
  headers: Readonly<Record<string, string>>;
  /**
   * Called once at most, and not for HEAD and 304. The first bytes are there when it is done, so that a file that cannot be read
   * is an error like others.
   * @param signal that they are not wanted any more
   */
  open(range: ByteRange | undefined, signal: AbortSignal): Promise<Readable>;
}
