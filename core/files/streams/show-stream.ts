// Answers about streams: one of them, pages of them, and the object of one.
import type { RequestContext } from '../../context.ts';
import {
  aboutNew,
  singleDocument,
  type Described,
  type Page,
  type Resource,
  type SingleDocument,
} from '../../format/jsonapi/documents.ts';
import type { ListRequest, ReadRequest } from '../../format/jsonapi/list-request.ts';
import { showOwner, showWithIncluded, type Shown } from '../../objects/attached/show-attached.ts';
import { findVisible } from '../../objects/read-objects.ts';
import type { StreamRow } from '../../store/store.ts';
import type { FileServices } from '../file-services.ts';
import { findStream, listStreams } from './read-streams.ts';
import { streamResource } from './stream-resource.ts';

type Services = Pick<FileServices, 'objects'>;

export interface StreamAnswer {
  /** Its version stands among the attributes too, as version operations show it (D57). */
  versioned?: boolean;
}

export interface Answer {
  etag: { revision: number; variant: string };
  body: () => SingleDocument<Described<'Streams'>>;
}

type Shows = Partial<Shown> & Partial<Pick<ReadRequest, 'fields'>>;

function answer(
  row: StreamRow,
  resource: Resource<'Streams'>,
  url: RequestContext['url'],
  { included, schema, fields = { common: undefined, byType: new Map() } }: Shows = {},
): Answer {
  const { attributes, meta, relationships } = resource;
  // What its address looks like depends on who asks, and on the time (core/files/url-signer.ts).
  const variant = JSON.stringify([attributes, meta['url'], relationships, included, schema]);
  return {
    etag: { revision: row.revision, variant },
    body: () => singleDocument(resource, url, { fields, included, schema }),
  };
}

/** @param row a stream that the caller sees @returns its ETag, and a document about it wherever it was made (D65) */
export function showStream(
  { objects }: Services,
  row: StreamRow,
  context: RequestContext,
  { versioned = false }: StreamAnswer = {},
): Answer {
  const resource = streamResource(row, objects.streamUrls, context);
  if (versioned) resource.attributes['version'] = row.version;
  return answer(row, resource, aboutNew(resource.path, context.url));
}

/**
 * A stream with what the request asks for besides.
 * @throws ApiError not_found, invalid_include; authentication_required, forbidden when its object is for certain roles only
 */
export async function readShownStream(
  services: FileServices,
  id: string,
  request: ReadRequest,
  context: RequestContext,
): Promise<Answer> {
  const { objects } = services;
  const row = await findStream(services, id, context);
  const resources = [streamResource(row, objects.streamUrls, context)];
  const shown = await showWithIncluded(objects, { resources, type: 'streams' }, request, context);
  const { fields } = request;
  return answer(row, shown.resources[0] as Resource<'Streams'>, context.url, { ...shown, fields });
}

/**
 * @param ids only these
 * @throws ApiError invalid_filter, unsupported_sort, invalid_include, page_not_found, query_too_expensive
 */
export async function listShownStreams(
  services: FileServices,
  ids: readonly string[] | undefined,
  request: ListRequest,
  context: RequestContext,
): Promise<Page<'Streams'> & Shown> {
  const scope = ids ? [{ _id: { $in: [...ids] } }] : [];
  const { resources, ...ends } = await listStreams(services, request, context, scope);
  const shown = await showWithIncluded(services.objects, { resources, type: 'streams' }, request, context);
  return { ...shown, ...ends };
}

/**
 * The object of a stream; undefined for a stream without one.
 * @throws ApiError not_found, invalid_include; authentication_required, forbidden
 */
export async function showObjectOfStream(
  services: FileServices,
  id: string,
  request: Pick<ReadRequest, 'include' | 'lang'>,
  context: RequestContext,
): Promise<(Shown & { resource: Resource<'TypedObjects'> }) | undefined> {
  const { object_id: objectId } = await findStream(services, id, context);
  if (objectId === null) return undefined;
  const found = await findVisible(services.objects, 'objects', String(objectId), context);
  return showOwner(services.objects, found, context, request);
}
