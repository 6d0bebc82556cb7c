// The pictures of objects (service.md 4.14, D33, D569).
import pLimit from 'p-limit';
import type { components } from '../../generated/api.d.ts';
import { refusal } from '../access/authorization.ts';
import type { RequestContext } from '../context.ts';
import { ApiError, notFound } from '../errors.ts';
import type { FileServices } from '../files/file-services.ts';
import { latestStreams } from '../files/streams/stream-owner.ts';
import { downloadPath } from '../files/streams/stream-resource.ts';
import { thumbnailPath } from '../files/thumbnails/read-thumbnails.ts';
import type { ThumbnailOptions } from '../files/thumbnails/thumbnail-options.ts';
import { thumbnailOfSize, type WantedThumbnail } from '../files/thumbnails/thumbnail-settings.ts';
import type { ResolvedType } from '../model/model.ts';
import { findVisible } from '../objects/read-objects.ts';
import type { ObjectRecord } from '../objects/object-record.ts';
import { linkFields } from '../objects/changes/link-fields.ts';
import { findVisibleByIds } from '../objects/visibility/visible-documents.ts';
import { underTimeLimit } from '../query/page.ts';
import { MAX_INCLUDED } from '../resources/include.ts';
import type { StreamRow, ThumbnailRow } from '../store/store.ts';
import { withoutRowType } from '../store/untyped-collection.ts';

type Poster = components['schemas']['PosterData'];

/** Pixels; an absent one follows from the proportions. */
interface PosterSize {
  width?: number | undefined;
  height?: number | undefined;
}

/** An image and its file. */
interface Image {
  id: number;
  stream: StreamRow;
}

interface WantedPoster {
  image: Image;
  wanted: WantedThumbnail;
  /** Existing thumbnails, by stream. */
  made: ReadonlyMap<string, ThumbnailRow>;
}

/** Objects with a relation to images. */
interface Relating {
  objects: readonly ObjectRecord[];
  /** Of the relation. */
  name: string;
  imageTypes: ReadonlyMap<string, ResolvedType>;
}

/** Images of one relation that are tried to find one with a file. */
const MOST_IMAGES = 20;

/** Thumbnails that one request has made at the same time. */
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

/** The files of some images, by the id of the image, without those that are no pictures. */
async function picturesOf(
  { store, objects }: FileServices,
  images: readonly ObjectRecord[],
): Promise<Map<number, Image>> {
  const ids = images.map(({ document }) => document._id);
  const streams = ids.length === 0 ? [] : await latestStreams(store, ids, objects.queryTimeLimit);
  const pictures = [...streams].filter(([, { mime_type }]) => mime_type.startsWith('image/'));
  return new Map(pictures.map(([id, stream]) => [id, { id, stream }]));
}

/** The first images that objects are related to, in the order of the relation, by the id of the object: one read for all. */
async function linkedImages(
  { store, objects: { queryTimeLimit } }: FileServices,
  { objects, name, imageTypes }: Relating,
): Promise<Map<number, number[]>> {
  const parts = objects.flatMap(({ type, document }) => {
    const side = type.sides.get(name);
    const types = side?.types.filter((each) => imageTypes.has(each)) ?? [];
    if (!side || types.length === 0) return [];
    const { me, mine, other, otherType } = linkFields(side);
    return [
      [
        { $match: { [me]: document._id, relation_id: side.relation._id, [otherType]: { $in: types } } },
        { $sort: { [mine]: 1, [other]: 1 } },
        { $limit: MOST_IMAGES },
        { $project: { _id: 0, object: `$${me}`, image: `$${other}` } },
      ],
    ];
  });
  const [first, ...others] = parts;
  if (!first) return new Map();
  const unions = others.map((pipeline) => ({ $unionWith: { coll: store.objectRelations.collectionName, pipeline } }));
  const links = await underTimeLimit(
    withoutRowType(store.objectRelations)
      .aggregate<{ object: number; image: number }>([...first, ...unions], { maxTimeMS: queryTimeLimit })
      .toArray(),
  );
  const linked = new Map<number, number[]>();
  for (const { object, image } of links) linked.set(object, [...(linked.get(object) ?? []), image]);
  return linked;
}

/** Most first images have a file, so the others are rarely read. */
const TRIED = [
  [0, 1],
  [1, MOST_IMAGES],
] as const;

/** The first visible image with a file that each object is related to. The number of reads does not depend on that of the objects. */
async function relatedImages(
  services: FileServices,
  relating: Relating,
  context: RequestContext,
): Promise<Map<number, Image>> {
  const types = [...relating.imageTypes.values()];
  const linked = await linkedImages(services, relating);
  const found = new Map<number, Image>();
  for (const [from, to] of TRIED) {
    const tried = new Map(
      [...linked].filter(([id]) => !found.has(id)).map(([id, images]) => [id, images.slice(from, to)]),
    );
    const ids = [...new Set([...tried.values()].flat())];
    const visible: ObjectRecord[] = [];
    for (let at = 0; at < ids.length; at += MAX_INCLUDED)
      visible.push(
        ...(await findVisibleByIds(services.objects, { types, ids: ids.slice(at, at + MAX_INCLUDED) }, context)),
      );
    const pictures = await picturesOf(services, visible);
    for (const [object, images] of tried) {
      const [first] = images.flatMap((image) => pictures.get(image) ?? []);
      if (first) found.set(object, first);
    }
  }
  return found;
}

/** The images of objects, by their ids: of the relation `poster`, else the object itself, else of the relation `attach`. */
async function imagesOf(
  services: FileServices,
  objects: readonly ObjectRecord[],
  context: RequestContext,
): Promise<Map<number, Image>> {
  const isImage = ([name, { served, abstract, ancestors }]: [string, ResolvedType]): boolean =>
    served && !abstract && [name, ...ancestors].includes('images');
  const imageTypes = new Map([...services.objects.modelService.current().types].filter(isImage));
  const images = await relatedImages(services, { objects, name: 'poster', imageTypes }, context);
  const without = (): ObjectRecord[] => objects.filter(({ document }) => !images.has(document._id));
  const own = await picturesOf(
    services,
    without().filter(({ type }) => imageTypes.has(type.name)),
  );
  for (const [id, image] of own) images.set(id, image);
  const attached = await relatedImages(services, { objects: without(), name: 'attach', imageTypes }, context);
  return new Map([...images, ...attached]);
}

/** Path of the picture; the original for an SVG, and for one that cannot be converted. @throws ApiError service_unavailable */
async function pathOf(services: FileServices, { image: { id, stream }, wanted, made }: WantedPoster): Promise<string> {
  if (stream.mime_type === 'image/svg+xml') return downloadPath(stream._id);
  const row = made.get(stream._id);
  const thumbnail = row ? { row } : await services.thumbnails.thumbnailOf(stream, wanted);
  if ('later' in thumbnail) throw new ApiError('service_unavailable', thumbnail.later, { 'Retry-After': '5' });
  return 'row' in thumbnail ? thumbnailPath(id, thumbnail.row) : downloadPath(stream._id);
}

/** @throws ApiError authentication_required, forbidden, service_unavailable */
async function addressOf(services: FileServices, poster: WantedPoster, context: RequestContext): Promise<string> {
  const { stream } = poster.image;
  const isOpen = !stream.private_url || context.caller.userId !== null;
  const path = isOpen ? await pathOf(services, poster) : undefined;
  const address = path === undefined ? null : services.objects.files.urls.addressOf(path, stream, context);
  if (address === null) throw refusal(context.caller, 'Your roles do not allow reading the file of the image.');
  return address;
}

/** @param requested id or uname of the object @throws ApiError not_found, authentication_required, forbidden, service_unavailable */
export async function getPoster(
  services: FileServices,
  { id, size }: { id: string; size: PosterSize },
  context: RequestContext,
): Promise<Poster> {
  const [poster] = await listPosters(services, { ids: [id], size }, context);
  if (!poster) throw notFound(`An image for "${id.slice(0, 100)}"`);
  return poster;
}

/** In the order of the ids, without those that have no image. @throws ApiError as getPoster does, for any of them */
export async function listPosters(
  services: FileServices,
  { ids, size }: { ids: readonly string[]; size: PosterSize },
  context: RequestContext,
): Promise<Poster[]> {
  const objects = await Promise.all(ids.map((id) => findVisible(services.objects, 'objects', id, context)));
  const images = await imagesOf(services, objects, context);
  const wanted = wantedPoster(size, context);
  const streams = [...images.values()].map(({ stream }) => stream);
  const made = await services.thumbnails.findMade(streams, wanted);
  const some = pLimit(AT_ONCE);
  const posters = objects.flatMap(({ document: { _id: id } }) => {
    const image = images.get(id);
    return image ? some(async () => ({ id, uri: await addressOf(services, { image, wanted, made }, context) })) : [];
  });
  return Promise.all(posters);
}
