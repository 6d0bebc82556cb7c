// The bytes of a thumbnail, for callers who see its object or have a signed address (D14, D33, D179).
import { refusal } from '../../access/authorization.ts';
import type { BinaryResponse } from '../../network/binary-body.ts';
import type { RequestContext } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { findVisible } from '../../objects/read-objects.ts';
import type { StreamRow, ThumbnailRow } from '../../store/store.ts';
import { fileResponse } from '../file-response.ts';
import type { FileServices } from '../file-services.ts';
import { isSigned, type SignedQuery } from '../url-signer.ts';
import { findUntrashed } from '../streams/read-streams.ts';
import { EXTENSIONS } from './make-picture.ts';
import { latestStream } from '../streams/stream-owner.ts';
import { thumbnailPath } from './read-thumbnails.ts';
import { isObjectId } from '../../store/object-names.ts';

const NAME = /^([0-9a-f-]{36}-[0-9a-f]{24})\.([a-z]{3,4})$/;

interface Addressed {
  objectId: string;
  fileName: string;
}

/** Of the present bytes of the object; undefined for any other name. */
async function findThumbnail(
  services: FileServices,
  { objectId, fileName }: Addressed,
): Promise<{ row: ThumbnailRow; stream: StreamRow } | undefined> {
  const [, id, extension] = NAME.exec(fileName) ?? [];
  if (id === undefined || !isObjectId(objectId)) return undefined;
  const row = await services.store.thumbnails.findOne({ _id: id });
  if (!row || EXTENSIONS[row.mime_type] !== extension) return undefined;
  const stream = await latestStream(services.store, Number(objectId));
  const isCurrent = stream?._id === row.stream_id && stream.file_key === row.made_of;
  return isCurrent ? { row, stream } : undefined;
}

/** @throws ApiError not_found; invalid_signature, expired_signature; authentication_required, forbidden to this caller */
export async function downloadThumbnail(
  services: FileServices,
  { signed, ...addressed }: Addressed & { signed: SignedQuery },
  context: RequestContext,
): Promise<BinaryResponse> {
  const { objectId, fileName } = addressed;
  const hasSignature = isSigned(services, `/media/thumbs/${objectId}/${fileName}`, signed);
  if (!hasSignature) await findVisible(services.objects, 'media', objectId, context);
  const found = await findThumbnail(services, addressed);
  if (!found) throw notFound(`Thumbnail "${fileName.slice(0, 100)}"`);
  const { row, stream } = found;
  if (hasSignature) await findUntrashed(services, stream._id);
  else if (stream.private_url && context.caller.userId === null) {
    throw refusal(context.caller, 'The thumbnail is read by signed addresses only.');
  }
  const isPublic = services.objects.files.urls.isPublic(stream, 'media');
  return fileResponse(services, {
    key: row.file_key,
    name: thumbnailPath(Number(objectId), row).split('/').at(-1) ?? '',
    mimeType: row.mime_type,
    size: row.file_size,
    hash: row._id,
    modified: row.created,
    audience: stream.private_url ? 'secret' : isPublic ? 'public' : 'private',
    disposition: 'inline',
  });
}
