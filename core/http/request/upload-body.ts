// Bodies of files: forwarded as a stream, without being held in memory (D31).
import type { IncomingMessage } from 'node:http';
import type { BinaryUpload } from '../../network/binary-body.ts';
import { ApiError } from '../../errors.ts';
import type { Operation } from '../routing/operation.ts';
import { assertNoCoding, bodyType } from './media-types.ts';
import { sendContinue } from './expect-continue.ts';

/** Whether the body of an operation may be of any type. */
export const takesFile = (operation: Operation): boolean => operation.consumes.includes('*/*');

/** @throws ApiError unsupported_media_type for a content coding */
export function openUpload(request: IncomingMessage): BinaryUpload {
  const { headers } = request;
  assertNoCoding(headers, 'the file');
  const transfer = String(headers['content-transfer-encoding'] ?? 'binary')
    .trim()
    .toLowerCase();
  if (!['binary', '8bit', '7bit', 'identity', 'base64'].includes(transfer)) {
    const header = 'Content-Transfer-Encoding';
    throw new ApiError('unsupported_media_type', { detail: `${header} must be base64 or binary.`, source: { header } });
  }
  const length = headers['content-length'];
  return {
    open() {
      sendContinue(request);
      return request;
    },
    mediaType: bodyType(headers) || undefined,
    length: length === undefined ? undefined : Number(length),
    base64: transfer === 'base64',
    hasLeft: () => request.socket.destroyed,
  };
}
