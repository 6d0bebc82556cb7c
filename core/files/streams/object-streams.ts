// The streams of the media objects in an answer (reference/jsonapi.md 3.2, App. A 8): one read for all objects together, and
// none when there is no media object among them.
import type { RequestContext } from '../../context.ts';
import type { Identifier, Resource } from '../../format/jsonapi/documents.ts';
import type { ResolvedType } from '../../model/model.ts';
import type { ObjectServices } from '../../objects/object-services.ts';
import { keyOf, MAX_INCLUDED } from '../../resources/include.ts';
import { underTimeLimit } from '../../store/page.ts';
import type { ObjectDocument, StreamRow } from '../../store/store.ts';
import { downloadPath, streamResource } from './stream-resource.ts';

export const STREAMS = 'streams';

export const hasStreams = (type: Pick<ResolvedType, 'associations'>): boolean => type.associations.has('Streams');

type Services = Pick<ObjectServices, 'store' | 'streamUrls' | 'queryTimeLimit'>;

/** Condition on streams of objects that the caller sees; undefined when none is seen. */
function seenOfSeen({ access, caller }: RequestContext): Record<string, unknown> | undefined {
  const grant = access.grant(STREAMS, 'read');
  if (grant === 'none') return undefined;
  return grant === 'mine' ? { created_by: caller.userId } : {};
}

/** Streams of one object, latest version first. */
interface OfObject {
  ids: readonly string[];
  /** What is included of them. */
  rows: readonly StreamRow[];
}

/**
 * @param all whether all their streams are included, or only the latest one of each
 * @returns what the caller sees, by object id; objects without such streams are left out
 */
async function readStreams(
  { store, queryTimeLimit }: Services,
  objectIds: readonly number[],
  all: boolean,
  context: RequestContext,
): Promise<Map<number, OfObject>> {
  const seen = seenOfSeen(context);
  if (!seen) return new Map();
  const rows = all ? { $push: '$$ROOT' } : { $firstN: { n: 1, input: '$$ROOT' } };
  const found = await underTimeLimit(
    store.streams
      .aggregate<OfObject & { _id: number }>(
        [
          { $match: { object_id: { $in: [...objectIds] }, ...seen } },
          { $sort: { object_id: 1, version: -1 } },
          { $group: { _id: '$object_id', ids: { $push: '$_id' }, rows } },
        ],
        { maxTimeMS: queryTimeLimit, batchSize: objectIds.length + 1 },
      )
      .toArray(),
  );
  return new Map(found.map((each) => [each._id, each]));
}

/** An object of an answer and the resource that shows it. */
export interface ShownObject {
  document: ObjectDocument;
  resource: Resource;
}

export interface StreamsToAdd {
  /** Media objects of the answer, primary ones and included ones. */
  objects: readonly ShownObject[];
  /** All streams are included, not only the latest one of each object. */
  all: boolean;
  isCounted: boolean;
  /** Other resources of the answer: what is among them is not included once more. */
  others: Iterable<Identifier>;
}

const NO_STREAMS: OfObject = { ids: [], rows: [] };

/** Adds `relationships.streams` and `meta.media_url`. @returns the streams to include */
export async function addStreams(
  services: Services,
  { objects, all, isCounted, others }: StreamsToAdd,
  context: RequestContext,
): Promise<Resource[]> {
  const ids = [...new Set(objects.map(({ document }) => document._id))];
  const found = await readStreams(services, ids, all, context);
  const { streamUrls } = services;
  for (const { document, resource } of objects) {
    const { ids: streamIds, rows } = found.get(document._id) ?? NO_STREAMS;
    const [latest] = rows;
    const data = streamIds.map((id) => ({ id, type: STREAMS }));
    const streams = { ...resource.relationships?.[STREAMS], data, ...(isCounted && { count: data.length }) };
    resource.relationships = { ...resource.relationships, [STREAMS]: streams };
    resource.meta['media_url'] = latest
      ? streamUrls.addressOf(downloadPath(latest._id), latest, context)
      : (document['provider_url'] ?? null);
  }
  const taken = new Set([...others].map(keyOf));
  return [...found.values()]
    .flatMap(({ rows }) => rows)
    .filter((row) => !taken.has(keyOf({ type: STREAMS, id: row._id })))
    .map((row) => streamResource(row, streamUrls, context));
}

/** `include=streams`: one read for all objects of a level. */
export function streamsRelationship({ store, streamUrls, queryTimeLimit }: Services, context: RequestContext) {
  async function load(objects: readonly Identifier[]): Promise<Map<string, Resource[]>> {
    const related = new Map<string, Resource[]>();
    const seen = seenOfSeen(context);
    if (!seen) return related;
    const filter = { object_id: { $in: objects.map(({ id }) => Number(id)) }, ...seen };
    const limits = { maxTimeMS: queryTimeLimit, limit: MAX_INCLUDED + 1, batchSize: MAX_INCLUDED + 2 };
    const rows = await underTimeLimit(store.streams.find(filter, limits).sort({ object_id: 1, version: -1 }).toArray());
    for (const row of rows) {
      const id = String(row.object_id);
      related.set(id, [...(related.get(id) ?? []), streamResource(row, streamUrls, context)]);
    }
    return related;
  }
  return { toMany: true, load, types: [STREAMS] };
}
