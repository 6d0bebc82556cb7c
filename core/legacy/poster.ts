// The picture of an object (service.md 4.14, D33, D569).
import pLimit from 'p-limit';
import { refusal } from '../access/authorization.ts';
import type { RequestContext } from '../context.ts';
import { ApiError, notFound } from '../errors.ts';
import type { FileServices } from '../files/file-services.ts';
import { latestStream } from '../files/streams/stream-owner.ts';
import { downloadPath } from '../files/streams/stream-resource.ts';
import { thumbnailPath } from '../files/thumbnails/read-thumbnails.ts';
import type { ThumbnailOptions } from '../files/thumbnails/thumbnail-options.ts';
import { thumbnailOfSize, type WantedThumbnail } from '../files/thumbnails/thumbnail-settings.ts';
import type { ListRequest } from '../list-request.ts';
import type { Model } from '../model/model.ts';
import { findVisible } from '../objects/read-objects.ts';
import type { ObjectRecord } from '../objects/object-record.ts';
import { listRelated } from '../objects/relations/related-objects.ts';
import type { StreamRow } from '../store/store.ts';

export interface Poster {
  /** The requested object. */
  id: number;
  uri: string;
}

/** Pixels; an absent one follows from the proportions. */
export interface PosterSize {
  width?: number | undefined;
  height?: number | undefined;
}

/** An image and its file. */
interface Image {
  id: number;
  stream: StreamRow;
}

const IMAGES = 'images';

/** Images of one relation that are tried to find one with a file. */
const MOST_IMAGES = 20;

/** Concurrent searches for posters in one request. */
const AT_ONCE = 8;

const PROPORTIONAL = { fit: 'contain', or: 'auto' } as const;

/** The default size. */
const DEFAULT: ThumbnailOptions = { w: 130, h: 85, fit: 'crop', or: 'auto' };

function wantedPoster({ width: w, height: h }: PosterSize, context: RequestContext): WantedThumbnail {
  if (w === undefined && h === undefined) return { options: DEFAULT, isPreset: true };
  const given = { ...(w !== undefined && { w }), ...(h !== undefined && { h }) };
  const isWhole = w !== undefined && h !== undefined;
  return thumbnailOfSize(isWhole ? { ...DEFAULT, ...given } : { ...given, ...PROPORTIONAL }, context);
}

const imageTypes = ({ types }: Model): string[] =>
  [...types.values()]
    .filter((type) => !type.abstract && [type.name, ...type.ancestors].includes(IMAGES))
    .map(({ name }) => name);

async function asImage({ store, objects }: FileServices, { type, document }: ObjectRecord): Promise<Image | undefined> {
  if (!imageTypes(objects.modelService.current()).includes(type.name)) return undefined;
  const stream = await latestStream(store, document._id);
  return stream?.mime_type.startsWith('image/') ? { id: document._id, stream } : undefined;
}

const firstImages = (model: Model, { access }: RequestContext): ListRequest => ({
  page: 1,
  pageSize: MOST_IMAGES,
  sort: [],
  textLocale: access.textLocale,
  filters: new Map([['type', imageTypes(model).join(',')]]),
  search: undefined,
  fields: { common: undefined, byType: new Map() },
  include: [],
  count: [],
});

/** The first visible image that an object is related to, in the order of the relation. */
async function relatedImage(
  services: FileServices,
  { found, name }: { found: ObjectRecord; name: string },
  context: RequestContext,
): Promise<Image | undefined> {
  const { objects } = services;
  if (!found.type.sides.has(name)) return undefined;
  const related = await listRelated(
    objects,
    { found: { type: found.type, id: found.document._id }, name },
    firstImages(objects.modelService.current(), context),
    context,
  );
  for (const each of related.found) {
    const image = await asImage(services, each);
    if (image) return image;
  }
  return undefined;
}

const imageOf = async (
  services: FileServices,
  found: ObjectRecord,
  context: RequestContext,
): Promise<Image | undefined> =>
  (await relatedImage(services, { found, name: 'poster' }, context)) ??
  (await asImage(services, found)) ??
  (await relatedImage(services, { found, name: 'attach' }, context));

/**
 * Path of the picture; for an SVG, and for one that cannot be converted, it is the original. @throws ApiError
 * service_unavailable
 */
async function pathOf(services: FileServices, { id, stream }: Image, wanted: WantedThumbnail): Promise<string> {
  if (stream.mime_type === 'image/svg+xml') return downloadPath(stream._id);
  const thumbnail = await services.thumbnails.thumbnailOf(stream, wanted);
  if ('later' in thumbnail) throw new ApiError('service_unavailable', thumbnail.later, { 'Retry-After': '5' });
  return 'row' in thumbnail ? thumbnailPath(id, thumbnail.row) : downloadPath(stream._id);
}

/** @throws ApiError authentication_required, forbidden, service_unavailable */
async function addressOf(
  services: FileServices,
  image: Image,
  wanted: WantedThumbnail,
  context: RequestContext,
): Promise<string> {
  const isOpen = !image.stream.private_url || context.caller.userId !== null;
  const path = isOpen ? await pathOf(services, image, wanted) : undefined;
  const address = path === undefined ? null : services.objects.files.urls.addressOf(path, image.stream, context);
  if (address === null) throw refusal(context.caller, 'Your roles do not allow reading the file of the image.');
  return address;
}

/** undefined without an image. @throws ApiError not_found, authentication_required, forbidden, service_unavailable */
async function posterOf(
  services: FileServices,
  { id, size }: { id: string; size: PosterSize },
  context: RequestContext,
): Promise<Poster | undefined> {
  const found = await findVisible(services.objects, 'objects', id, context);
  const image = await imageOf(services, found, context);
  if (!image) return undefined;
  return { id: found.document._id, uri: await addressOf(services, image, wantedPoster(size, context), context) };
}

/** @param requested id or uname of the object @throws ApiError not_found, authentication_required, forbidden, service_unavailable */
export async function getPoster(
  services: FileServices,
  requested: { id: string; size: PosterSize },
  context: RequestContext,
): Promise<Poster> {
  const poster = await posterOf(services, requested, context);
  if (!poster) throw notFound(`An image for "${requested.id.slice(0, 100)}"`);
  return poster;
}

/** In the order of the ids, without those that have no image. @throws ApiError as getPoster does, for any of them */
export async function listPosters(
  services: FileServices,
  { ids, size }: { ids: readonly string[]; size: PosterSize },
  context: RequestContext,
): Promise<Poster[]> {
  const some = pLimit(AT_ONCE);
  const posters = await Promise.all(ids.map((id) => some(posterOf, services, { id, size }, context)));
  return posters.filter((poster) => poster !== undefined);
}
