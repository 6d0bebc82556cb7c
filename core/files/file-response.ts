// A stored file as a response. No upload may run as a page or script of this site: it is downloaded instead of displayed,
// displayed only in a sandbox, and its type is not guessed (every response has `nosniff`).
import { create as contentDisposition } from 'content-disposition';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import type { BinaryResponse, ByteRange } from '../network/binary-body.ts';
import { ApiError, notFound } from '../errors.ts';
import type { FileServices } from './file-services.ts';
import { ANY_BYTES } from './media/media-names.ts';
import { isFileKey } from './storage/file-key.ts';
import { FileMissing, type SentHeaders } from './storage/file-storage.ts';

/** Caching. `public`: by shared caches too; `secret`: by no cache. */
export type Audience = 'public' | 'private' | 'secret';

export interface ServedFile {
  /** Key in the storage. */
  key: string;
  name: string;
  mimeType: string;
  /** Bytes. */
  size: number;
  /** Identifies the bytes; ASCII. */
  hash: string;
  modified: Date;
  audience: Audience;
  /** The client accepts a redirect to the storage. */
  redirect?: boolean;
  /** Only for files that the service itself has made. */
  disposition?: 'attachment' | 'inline';
}

/** Caches revalidate each time, since a file may be hidden or replaced at any time. */
const CACHE_CONTROL: Readonly<Record<Audience, string>> = {
  public: 'public, no-cache',
  private: 'private, no-cache',
  secret: 'private, no-store',
};

const POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox";

/** Types that browsers run as scripts despite other headers; multipart types too. */
const NEVER_NAMED = /^(?:[^/]+\/(?:[^/]*\+)?(?:x-)?(?:java|ecma|live|j)script.*|multipart\/.*|message\/.*)$/;

/** Types, no XML, that no browser runs or opens as a page even without nosniff and the policy, which only the service sends. */
const INERT =
  /^(?:(?:image|audio|video|font)\/(?![^/]*\+xml$)[^/]+|application\/(?:octet-stream|pdf|zip|gzip|x-7z-compressed|x-tar))$/;

const MEDIA_TYPE = /^[a-z0-9!#$&^_.+-]{1,127}\/[a-z0-9!#$&^_.+-]{1,127}$/;

/** Time limit of the storage for the first bytes, ms. */
const FIRST_BYTES_MS = 30_000;

/** @throws ApiError, in `open`: not_found when the file is not in the storage, service_unavailable when it cannot be read */
export function fileResponse(
  { fileStore, log }: Pick<FileServices, 'fileStore' | 'log'>,
  file: ServedFile,
  patience = FIRST_BYTES_MS,
): BinaryResponse {
  const isNamed = MEDIA_TYPE.test(file.mimeType) && !NEVER_NAMED.test(file.mimeType);
  const mediaType = isNamed ? file.mimeType : ANY_BYTES;
  const disposition = contentDisposition(file.name, { type: file.disposition ?? 'attachment' });
  return {
    elsewhere: file.redirect ? addressInStorage(fileStore, file, { mediaType, disposition }) : undefined,
    mediaType,
    size: file.size,
    etag: `${file.hash}.${crc32(`${mediaType}|${disposition}`).toString(36)}`,
    modified: file.modified,
    headers: {
      'Content-Disposition': disposition,
      'Content-Security-Policy': POLICY,
      // Pages of other sites may show it.
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Cache-Control': CACHE_CONTROL[file.audience],
    },
    open: (range, signal) => openFile({ fileStore, log, patience }, file.key, range, signal),
  };
}

/** Undefined if only the service may send it. */
function addressInStorage(
  { storage: { direct } }: FileServices['fileStore'],
  { key, mimeType, audience }: ServedFile,
  headers: Pick<SentHeaders, 'mediaType' | 'disposition'>,
): BinaryResponse['elsewhere'] {
  if (!direct || !INERT.test(mimeType) || !isFileKey(key)) return undefined;
  return () => direct.downloadAddress(key, { ...headers, cacheControl: CACHE_CONTROL[audience] });
}

async function openFile(
  { fileStore, log, patience }: Pick<FileServices, 'fileStore' | 'log'> & { patience: number },
  key: string,
  range: ByteRange | undefined,
  signal: AbortSignal,
): Promise<Readable> {
  try {
    const content = await fileStore.storage.read(key, range);
    await awaitFirstBytes(content, signal, patience);
    return content;
  } catch (error) {
    if (signal.aborted) throw error;
    if (error instanceof FileMissing) {
      // Removed since, or lost.
      log.warn({ key }, 'the storage does not have a file');
      throw notFound('The file');
    }
    log.error({ key, err: error }, 'a file cannot be read');
    throw new ApiError('service_unavailable', 'The file cannot be read at present.', { 'Retry-After': '5' });
  }
}

async function awaitFirstBytes(content: Readable, signal: AbortSignal, patience: number): Promise<void> {
  const tooSlow = (): unknown => content.destroy(new Error(`the storage has sent no data for ${patience / 1_000} s`));
  const timer = setTimeout(tooSlow, patience);
  try {
    signal.throwIfAborted();
    if (content.readableLength === 0) await once(content, 'readable', { signal });
  } catch (error) {
    content.destroy();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
