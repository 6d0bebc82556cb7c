// A sent form. Fields are read with the limits of other bodies; a file is forwarded as a stream, so that it is not held
// in memory (D31, D340).
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import busboy, { type Busboy } from 'busboy';
import { ApiError } from '../../errors.ts';
import { assertNoCoding } from '../../http/request/media-types.ts';
import { sendContinue } from '../../http/request/expect-continue.ts';
import { inTime, readBody, tooLarge, type BodyLimits } from '../../http/request/request-body.ts';

export interface SentFile {
  name: string;
  /** Media type from the browser. */
  mediaType: string;
  content: Readable;
  /** Its minimum size in bytes, by the length of the whole form. */
  atLeast: number;
}

export interface SentForm {
  fields: URLSearchParams;
  /** The chosen one; fields after it are not read. */
  file: SentFile | undefined;
  /** Discards the rest of the form. */
  close(): void;
}

/** Name of the input for a file. */
const FILE_FIELD = 'file';

/** More than any form has. */
const MAX_FIELDS = 5_000;

const tooMany = (): ApiError =>
  new ApiError('payload_too_large', `The form has more than ${MAX_FIELDS} fields.`, { Connection: 'close' });

const URLENCODED = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data';

const malformed = (detail: string): ApiError => new ApiError('bad_request', `The form cannot be read: ${detail}.`);

function openParser(request: IncomingMessage, bytes: number): Busboy {
  try {
    const limits = { fieldSize: bytes + 1, parts: MAX_FIELDS };
    return busboy({ headers: request.headers, defParamCharset: 'utf8', limits });
  } catch (error) {
    throw malformed(error instanceof Error ? error.message : 'no boundary');
  }
}

/** @returns once all fields before the file are read, or all of them */
async function readMultipart(request: IncomingMessage, { bytes, seconds }: BodyLimits): Promise<SentForm> {
  const fields = new URLSearchParams();
  const parser = openParser(request, bytes);
  const onBreak = (): void => {
    if (!request.readableEnded) parser.destroy(malformed('it is incomplete'));
  };
  const close = (): void => {
    request.off('close', onBreak).off('data', count).unpipe(parser);
    parser.destroy();
    // The rest is discarded; the response waits for its end or closes the connection.
    request.resume();
  };
  let size = 0;
  let read = 0;
  let isOpen = false;
  // Other data before the file is limited too: names, headers, and the preamble.
  const count = (chunk: Buffer): void => {
    if (isOpen) return;
    read += chunk.length;
    if (read > 2 * bytes) parser.destroy(tooLarge(bytes));
  };
  const opened = new Promise<SentFile | undefined>((resolve, reject) => {
    // Neither is set for a part without a filename, regardless of its type.
    parser.on('field', (name: string | undefined = '', value: string | undefined = '') => {
      if (isOpen) return;
      size += Buffer.byteLength(name) + Buffer.byteLength(value);
      if (size > bytes) return reject(tooLarge(bytes));
      fields.append(name, value);
    });
    parser.on('partsLimit', () => reject(tooMany()));
    parser.on('file', (name, content, { filename, mimeType }: { filename?: string; mimeType: string }) => {
      // An aborted form fails the file as well; its reader gets the error.
      content.on('error', () => undefined);
      // Without a name no file was chosen, and the content is empty.
      if (name !== FILE_FIELD || !filename) {
        return void content.on('data', () => reject(malformed('a file has no name, or is in another field')));
      }
      isOpen = true;
      const atLeast = Number(request.headers['content-length'] ?? 0) - bytes;
      resolve({ name: filename, mediaType: mimeType, content, atLeast });
    });
    parser.on('error', (error: Error) => reject(error instanceof ApiError ? error : malformed(error.message)));
    parser.on('close', () => resolve(undefined));
  });
  request.on('close', onBreak);
  sendContinue(request);
  // In this order, counted data is already parsed.
  request.pipe(parser);
  request.on('data', count);
  const readFields = (received: (bytes: number) => void) => {
    request.on('data', (chunk: Buffer) => received(chunk.length));
    return opened;
  };
  try {
    return { fields, file: await inTime(readFields, seconds), close };
  } catch (error) {
    close();
    throw error;
  }
}

const mediaTypeOf = ({ headers }: IncomingMessage): string =>
  headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? '';

/**
 * @param takesFile the form has an input for a file
 * @throws ApiError unsupported_media_type, payload_too_large, request_timeout, bad_request
 */
export async function readForm(request: IncomingMessage, limits: BodyLimits, takesFile = false): Promise<SentForm> {
  const type = mediaTypeOf(request);
  assertNoCoding(request.headers, 'the form');
  if (takesFile && type === MULTIPART) return readMultipart(request, limits);
  if (type !== URLENCODED) {
    const detail = `Send ${takesFile ? `${MULTIPART} or ` : ''}${URLENCODED}.`;
    throw new ApiError('unsupported_media_type', { detail, source: { header: 'Content-Type' } });
  }
  const fields = new URLSearchParams((await readBody(request, limits)).toString('utf8'));
  if (fields.size > MAX_FIELDS) throw tooMany();
  return { fields, file: undefined, close: () => undefined };
}
