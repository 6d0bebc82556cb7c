// Thumbnails of media objects: of the latest version of the file of each (D563).
import type { components } from '../../../generated/api.d.ts';
import type { RequestContext } from '../../context.ts';
import { invalidParameter } from '../../errors.ts';
import { requireType, concreteTypesOf } from '../../objects/object-services.ts';
import { findVisible } from '../../objects/read-objects.ts';
import type { ObjectRecord } from '../../objects/object-record.ts';
import { findVisibleByIds } from '../../objects/visibility/visible-documents.ts';
import type { StreamRow, ThumbnailRow } from '../../store/store.ts';
import type { FileServices } from '../file-services.ts';
import { isStorageUnavailable } from '../../disk/storage-fault.ts';
import { latestStreams } from '../streams/stream-owner.ts';
import { downloadPath } from '../streams/stream-resource.ts';
import { EXTENSIONS } from './make-picture.ts';
import { thumbnailLimit, type WantedThumbnail } from './thumbnail-settings.ts';

export type ThumbnailEntry = components['schemas']['ThumbnailEntry'];

export const thumbnailPath = (objectId: number, { _id, mime_type }: Pick<ThumbnailRow, '_id' | 'mime_type'>): string =>
  `/media/thumbs/${objectId}/${_id}.${EXTENSIONS[mime_type] ?? 'bin'}`;

interface ThumbnailRequest {
  wanted: WantedThumbnail;
  context: RequestContext;
}

const NOT_YOURS = 'Your roles do not allow reading the file.';

const none = (message: string) => ({ ready: false, url: null, acceptable: false, message });

/** Data that is read for all entries together. */
interface Known {
  /** The latest one of each object. */
  streams: ReadonlyMap<number, StreamRow>;
  /** Existing thumbnails, by stream. */
  made: ReadonlyMap<string, ThumbnailRow>;
}

async function entryOf(
  services: FileServices,
  { document }: ObjectRecord,
  { streams, made }: Known,
  { wanted, context }: ThumbnailRequest,
): Promise<ThumbnailEntry> {
  const id = document._id;
  const stream = streams.get(id);
  if (!stream) {
    const { provider_thumbnail: url } = document;
    return typeof url === 'string' && url !== '' ? { id, ready: true, url } : { id, ...none('There is no file.') };
  }
  const of = { id, uuid: stream._id };
  const { urls } = services.objects.files;
  if (!stream.mime_type.startsWith('image/')) return { ...of, ...none('The file is not an image.') };
  if (stream.private_url && context.caller.userId === null) {
    return { ...of, ready: false, url: null, message: 'The file is only for users who are signed in.' };
  }
  // Browsers scale it as needed.
  if (stream.mime_type === 'image/svg+xml') {
    const url = urls.addressOf(downloadPath(stream._id), stream, context);
    return url === null ? { ...of, ready: false, url, message: NOT_YOURS } : { ...of, ready: true, url };
  }
  const row = made.get(stream._id);
  const thumbnail = row ? { row } : await services.thumbnails.thumbnailOf(stream, wanted);
  if ('later' in thumbnail) return { ...of, ready: false, url: null, message: thumbnail.later };
  if ('refused' in thumbnail) return { ...of, ...none(thumbnail.refused) };
  return { ...of, ready: true, url: urls.addressOf(thumbnailPath(id, thumbnail.row), stream, context) };
}

/** @throws ApiError not_found; authentication_required, forbidden when only certain roles may see the object */
export async function getThumbnails(
  services: FileServices,
  id: string,
  wanted: WantedThumbnail,
  context: RequestContext,
): Promise<ThumbnailEntry[]> {
  const found = await findVisible(services.objects, 'media', id, context);
  return entriesOf(services, [found], { wanted, context });
}

/**
 * In the order of the ids; hidden objects, and objects that are not media, are omitted.
 * @throws ApiError invalid_parameter for more than the configured maximum; StorageUnavailable when none can be shown
 */
export async function listThumbnails(
  services: FileServices,
  ids: readonly number[],
  wanted: WantedThumbnail,
  context: RequestContext,
): Promise<ThumbnailEntry[]> {
  const limit = thumbnailLimit(context);
  if (ids.length > limit) {
    throw invalidParameter('ids', `Cannot generate thumbnails for more than ${limit} media at once`);
  }
  const types = concreteTypesOf(services.objects, requireType(services.objects, 'media'));
  const found = await findVisibleByIds(services.objects, { types, ids }, context);
  return entriesOf(services, found, { wanted, context });
}

/** Reads do not depend on the number of objects, except for thumbnails that have to be made. @throws StorageUnavailable */
async function entriesOf(
  services: FileServices,
  found: readonly ObjectRecord[],
  requested: ThumbnailRequest,
): Promise<ThumbnailEntry[]> {
  if (found.length === 0) return [];
  const ids = found.map(({ document }) => document._id);
  const streams = await latestStreams(services.store, ids, services.objects.queryTimeLimit);
  const made = await services.thumbnails.findMade([...streams.values()], requested.wanted);
  const results = await Promise.all(found.map((each) => entryOrFault(services, each, { streams, made }, requested)));
  const [fault] = results.flatMap((result) => ('error' in result ? [result] : []));
  // Only the error can be shown.
  if (fault && results.every((result) => 'error' in result)) throw fault.error;
  return results.map((result) => ('error' in result ? result.entry : result));
}

/** An error of the storage for one does not affect the others. */
async function entryOrFault(
  services: FileServices,
  found: ObjectRecord,
  known: Known,
  requested: ThumbnailRequest,
): Promise<ThumbnailEntry | { error: unknown; entry: ThumbnailEntry }> {
  try {
    return await entryOf(services, found, known, requested);
  } catch (error) {
    if (!isStorageUnavailable(error)) throw error;
    const message = 'The file storage is unavailable at present.';
    return { error, entry: { id: found.document._id, ready: false, url: null, message } };
  }
}
