// Bodies of bytes: uploads and downloads. Neither is ever whole in memory (D31).
import type { Readable } from 'node:stream';

/** The body of an upload, not read yet. */
export interface BinaryUpload {
  /** The bytes. Reading them sends 100 Continue to a client that waits for it. */
  open(): Readable;
  /** Content-Type as the client sent it, without parameters and in lower case; undefined when it sent none. */
  mediaType: string | undefined;
  /** Content-Length in bytes; undefined when it is unknown. */
  length: number | undefined;
  /** The bytes are encoded as base64 (Content-Transfer-Encoding). */
  base64: boolean;
  /** Whether the client has closed the connection. */
  hasLeft(): boolean;
}

/** Bytes from `start` to `end`, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** The content of a download; core/http/response/send-binary.ts handles ranges, conditions and HEAD. */
export interface BinaryResponse {
  mediaType: string;
  /** Bytes. */
  size: number;
  /** ETag without quotes: other bytes have another one. */
  etag: string;
  modified: Date;
  /** Another address of the file, for clients that follow redirects; unused for HEAD and conditional requests. */
  elsewhere?: (() => Promise<string>) | undefined;
  /** Such as Content-Disposition and Cache-Control. */
  headers: Readonly<Record<string, string>>;
  /**
   * Called once at most, and not for HEAD and 304. It resolves when the first bytes are available, so that an unreadable file
   * is an ordinary error.
   * @param signal aborts the download
   */
  open(range: ByteRange | undefined, signal: AbortSignal): Promise<Readable>;
}
