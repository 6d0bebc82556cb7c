// The media that each object type accepts (D32): images accept pictures, videos films, audio sound; files and the project's own
// types directly below media accept all; a type of the project below one of these accepts the same as that one.
import { ApiError } from '../errors.ts';
import type { ResolvedType } from '../model/model.ts';
import { atContentType } from './media/media-names.ts';

const EITHER = ['application/ogg', 'application/vnd.ms-asf', 'application/vnd.rn-realmedia'];

/** By type: the prefix of media types, and types of containers that hold this kind under another name. */
const KINDS = new Map([
  ['images', { prefix: 'image/', others: [], called: 'pictures' }],
  ['videos', { prefix: 'video/', others: [...EITHER, 'application/mxf'], called: 'videos' }],
  ['audio', { prefix: 'audio/', others: EITHER, called: 'sound' }],
]);

/**
 * Refuses media that the type does not accept.
 * @param mimeType canonical: lower case, without parameters
 * @param type concrete type of the object, existing or new
 * @throws ApiError file_type_mismatch
 */
export function assertFits(mimeType: string, type: Pick<ResolvedType, 'name' | 'ancestors'>): void {
  const kind = [type.name, ...type.ancestors].map((name) => KINDS.get(name)).find((found) => found !== undefined);
  if (!kind || mimeType.startsWith(kind.prefix) || kind.others.includes(mimeType)) return;
  const detail = `The file is ${mimeType}, but ${type.name} hold ${kind.called} (${kind.prefix}*) only.`;
  throw new ApiError('file_type_mismatch', atContentType(detail));
}
