// Which object type may hold which media (D32): images hold pictures, videos films, audio sound; files and the project's own
// types directly below media hold anything, and a type of the project below one of these holds what that one does.
import { ApiError } from '../errors.ts';
import type { ResolvedType } from '../model/model.ts';

interface Kind {
  /** What media types begin with. */
  prefix: string;
  /** Types of containers that hold this kind under another name. */
  others: readonly string[];
  called: string;
}

const EITHER = ['application/ogg', 'application/vnd.ms-asf', 'application/vnd.rn-realmedia'];

const KINDS: ReadonlyMap<string, Kind> = new Map([
  ['images', { prefix: 'image/', others: [], called: 'pictures' }],
  ['videos', { prefix: 'video/', others: [...EITHER, 'application/mxf'], called: 'videos' }],
  ['audio', { prefix: 'audio/', others: EITHER, called: 'sound' }],
]);

/**
 * Refuses media that objects of a type do not hold.
 * @param mimeType canonical: lower case, without parameters
 * @param type of the object, or the one that will be made; concrete
 * @throws ApiError file_type_mismatch
 */
export function assertFits(mimeType: string, type: Pick<ResolvedType, 'name' | 'ancestors'>): void {
  const kind = [type.name, ...type.ancestors].map((name) => KINDS.get(name)).find((found) => found !== undefined);
  if (!kind || mimeType.startsWith(kind.prefix) || kind.others.includes(mimeType)) return;
  throw new ApiError('file_type_mismatch', {
    detail: `The file is ${mimeType}, but ${type.name} hold ${kind.called} (${kind.prefix}*) only.`,
    source: { header: 'Content-Type' },
  });
}
