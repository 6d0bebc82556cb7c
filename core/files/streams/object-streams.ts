// The streams of the media objects in a response (D530): one read for all objects, and none without a media object.
import type { RequestContext } from '../../context.ts';
import type { Identifier, Relationship, Resource } from '../../format/jsonapi/documents.ts';
import type { ObjectServices } from '../../objects/object-services.ts';
import { STREAMS } from '../../objects/owned-files.ts';
import type { ObjectRecord } from '../../objects/object-record.ts';
import { isShown, viewer } from '../../objects/visibility/shown-attributes.ts';
import { MAX_INCLUDED } from '../../resources/include.ts';
import { underTimeLimit } from '../../query/page.ts';
import type { StreamRow } from '../../store/store.ts';
import { pastStreamsFilter } from './past-streams.ts';
import { downloadPath, streamResource } from './stream-resource.ts';

type Services = Pick<ObjectServices, 'store' | 'modelService' | 'clock' | 'files' | 'queryTimeLimit'>;

/** Condition on streams of visible objects; undefined when all are hidden. */
export function readableStreamsFilter(
  services: Pick<ObjectServices, 'modelService' | 'clock'>,
  context: RequestContext,
): Record<string, unknown> | undefined {
  const { access, caller } = context;
  const grant = access.grant(STREAMS, 'read');
  if (grant === 'none') return undefined;
  return { ...pastStreamsFilter(services, context), ...(grant === 'mine' && { created_by: caller.userId }) };
}

/** Maximum of listed streams of one object, and of included ones in a response with a single object: the latest ones. */
const MAX_LISTED = 1000;
const MAX_OWN_INCLUDED = 100;

/** Streams of one object, latest version first. */
interface OfObject {
  ids: readonly string[];
  count: number;
  /** The included ones. */
  rows: readonly StreamRow[];
}

type Filter = Record<string, unknown>;

/** With the latest one of each object: streams are not gathered in one row of the database, since their number is unlimited. */
async function readLatest({ store, queryTimeLimit }: Services, filter: Filter): Promise<Map<number, OfObject>> {
  const found = await underTimeLimit(
    store.streams
      .aggregate<OfObject & { _id: number }>(
        [
          { $match: filter },
          { $sort: { object_id: 1, version: -1 } },
          {
            $group: {
              _id: '$object_id',
              ids: { $firstN: { n: MAX_LISTED, input: '$_id' } },
              count: { $sum: 1 },
              rows: { $firstN: { n: 1, input: '$$ROOT' } },
            },
          },
        ],
        { maxTimeMS: queryTimeLimit, batchSize: MAX_INCLUDED },
      )
      .toArray(),
  );
  return new Map(found.map((each) => [each._id, each]));
}

/** @returns the streams of one object, with as many rows as it includes */
async function readAll(services: Services, objectId: number, filter: Filter): Promise<Map<number, OfObject>> {
  const limits = { maxTimeMS: services.queryTimeLimit, limit: MAX_OWN_INCLUDED + 1, batchSize: MAX_OWN_INCLUDED + 2 };
  const rows = await underTimeLimit(services.store.streams.find(filter, limits).sort({ version: -1 }).toArray());
  if (rows.length === 0) return new Map();
  const ids = rows.map(({ _id }) => _id);
  if (rows.length <= MAX_OWN_INCLUDED) return new Map([[objectId, { ids, count: ids.length, rows }]]);
  const listed = (await readLatest(services, filter)).get(objectId) ?? { ids, count: ids.length };
  return new Map([[objectId, { ...listed, rows: rows.slice(0, MAX_OWN_INCLUDED) }]]);
}

/** @returns the visible streams, by object id; objects without streams are omitted */
async function readStreams(
  services: Services,
  objectIds: readonly number[],
  all: boolean,
  context: RequestContext,
): Promise<Map<number, OfObject>> {
  const seen = readableStreamsFilter(services, context);
  const [only] = objectIds;
  if (!seen || only === undefined) return new Map();
  const filter = { object_id: { $in: [...objectIds] }, ...seen };
  return all && objectIds.length === 1 ? readAll(services, only, filter) : readLatest(services, filter);
}

const NO_STREAMS: OfObject = { ids: [], count: 0, rows: [] };

/** The files of the media objects in a response. */
export type ObjectFiles = Awaited<ReturnType<typeof mediaFacts>>;

/**
 * All streams of the one media object in a response about one resource are included, else the latest one of each (D205).
 * @throws ApiError query_too_expensive
 */
export async function mediaFacts(
  services: Services,
  { ids, isSingle, isCounted }: { ids: readonly number[]; isSingle: boolean; isCounted: boolean },
  context: RequestContext,
) {
  const streams = await readStreams(services, ids, isSingle, context);
  return {
    /** For `relationships.streams`. */
    linkageOf(objectId: number): Relationship {
      const { ids: streamIds, count } = streams.get(objectId) ?? NO_STREAMS;
      const data = streamIds.map((id) => ({ id, type: STREAMS }));
      return isCounted ? { data, count } : { data };
    },
    /** `meta.media_url`. */
    urlOf({ type, document }: ObjectRecord): unknown {
      const [latest] = streams.get(document._id)?.rows ?? [];
      if (latest) return services.files.urls.addressOf(downloadPath(latest._id), latest, context);
      return isShown(type, 'provider_url', viewer(context.caller)) ? (document['provider_url'] ?? null) : null;
    },
    /** The streams to include, by object id. */
    rowsOf: (objectId: number): readonly StreamRow[] => streams.get(objectId)?.rows ?? [],
  };
}

/** `include=streams`: one read for all objects of a level. */
export function streamsRelationship(services: Services, context: RequestContext) {
  const { store, files, queryTimeLimit } = services;
  async function load(objects: readonly Identifier[]): Promise<Map<string, Resource[]>> {
    const related = new Map<string, Resource[]>();
    const seen = readableStreamsFilter(services, context);
    if (!seen) return related;
    const filter = { object_id: { $in: objects.map(({ id }) => Number(id)) }, ...seen };
    const limits = { maxTimeMS: queryTimeLimit, limit: MAX_INCLUDED + 1, batchSize: MAX_INCLUDED + 2 };
    const rows = await underTimeLimit(store.streams.find(filter, limits).sort({ object_id: 1, version: -1 }).toArray());
    for (const row of rows) {
      const id = String(row.object_id);
      related.set(id, [...(related.get(id) ?? []), streamResource(row, files.urls, context)]);
    }
    return related;
  }
  return { toMany: true, load, types: [STREAMS] };
}
