// Objects as an answer shows them: resources with their relationships, and what is included with them (D8).
import type { RequestContext } from '../context.ts';
import { addStreams, hasStreams, STREAMS, type ShownObject } from '../files/streams/object-streams.ts';
import type { Resource, ResourceName } from '../format/jsonapi/documents.ts';
import type { ReadRequest } from '../list-request.ts';
import type { ResolvedType } from '../model/model.ts';
import { followPaths, withLinkage, type Linkage } from '../resources/include.ts';
import { isObjectItem, objectItem, type ObjectItem, type Related } from './object-item.ts';
import { objectRelationships } from './object-relationships.ts';
import { inlineLabels, objectResource, type ResourceOptions } from './object-resource.ts';
import type { ObjectServices } from './object-services.ts';
import { countRelated } from './relations/count-related.ts';
import type { FoundObject } from './read-objects.ts';
import { addFolderPaths } from './tree/tree-nodes.ts';

export interface ObjectsToShow {
  found: readonly FoundObject[];
  /** Types that they may be of: a relationship to include must exist for one of them. */
  types: readonly ResolvedType[];
  /** Only base attributes and custom ones with a value, as in lists over all types. */
  baseOnly?: boolean;
  /** Metres by object id, for filter[geo]. */
  distances?: ReadonlyMap<number, number> | undefined;
  /** `meta.relation` by object id: how each is related to what was asked about. */
  relation?: ReadonlyMap<number, object>;
  /** It is the answer about one object: all streams of media objects are included, in lists the latest one of each. */
  isSingle?: boolean;
}

export interface ShownObjects<Name extends ResourceName = 'TypedObjects'> {
  resources: Resource<Name>[];
  /** undefined when nothing was asked for. */
  included: Resource[] | undefined;
  /** Types of all objects in the answer; meta.schema names them. */
  types: ReadonlySet<ResolvedType>;
}

/** What of a request decides what is shown besides the objects. */
export type ReadPart = Pick<ReadRequest, 'include' | 'lang'> & Partial<Pick<ReadRequest, 'count'>>;

const NO_LINKAGE: Linkage = new Map();

/** Whether an answer shows counts of related objects. */
export const isCounted = <Request extends Partial<Pick<ReadRequest, 'count'>>>(
  request: Request,
): request is Request & Pick<ReadRequest, 'count'> =>
  request.count === 'all' || (request.count !== undefined && request.count.length > 0);

interface Show {
  (item: ObjectItem, options?: Partial<ResourceOptions>): Resource<'TypedObjects'>;
  <Name extends ResourceName>(item: Resource<Name>): Resource<Name>;
  (item: Related): Resource;
}

/** How the items of an answer become resources; labels and names are read once for all objects among them. */
async function resourceMaker(
  services: ObjectServices,
  items: readonly Related[],
  { linkage, request }: { linkage: Linkage; request: Partial<Pick<ReadRequest, 'count'>> },
  context: RequestContext,
): Promise<Show> {
  const objects = items.filter(isObjectItem);
  const [labels, counts] = await Promise.all([
    inlineLabels(
      services.store,
      objects.map(({ found }) => found.document),
    ),
    isCounted(request) ? countRelated(services, objects, request.count, context) : NO_LINKAGE,
  ]);
  const common = { labels, roleNames: context.access.roleNames, caller: context.caller };
  return ((item: Related, options?: Partial<ResourceOptions>) => {
    const resource = isObjectItem(item) ? objectResource(item.found, { ...common, ...options }) : item;
    return withLinkage<ResourceName>(withLinkage<ResourceName>(resource, linkage), counts);
  }) as Show;
}

/** Their streams, when there are media objects among them; undefined when there is none. */
async function addStreamsOf(
  services: ObjectServices,
  shown: { items: readonly Related[]; resources: readonly Resource[]; types: ReadonlySet<ResolvedType> },
  { isSingle = false, count }: { isSingle?: boolean | undefined; count?: ReadRequest['count'] | undefined },
  context: RequestContext,
): Promise<Resource[] | undefined> {
  if (![...shown.types].some(hasStreams)) return undefined;
  const objects = shown.items.flatMap((item, index): ShownObject[] => {
    const resource = shown.resources[index];
    return resource && isObjectItem(item) && hasStreams(item.found.type)
      ? [{ document: item.found.document, resource }]
      : [];
  });
  const isStreamCount = count === 'all' || count?.includes(STREAMS) === true;
  return addStreams(services, { objects, all: isSingle, isCounted: isStreamCount, others: shown.resources }, context);
}

const typesOf = (items: readonly Related[]): Set<ResolvedType> =>
  new Set(items.filter(isObjectItem).map(({ found }) => found.type));

/** With a language asked for, translations come along as if they had been asked for (reference/jsonapi.md 1.5). */
function pathsOf({ include, lang }: ReadPart, found: readonly FoundObject[]): ReadRequest['include'] {
  const isTranslated = lang !== undefined && found.some(({ type }) => type.row.is_translatable);
  return isTranslated ? [...include, ['translations']] : include;
}

/**
 * One read for each level of `include` and loader, two for counts, and two for the labels of all categories and tags.
 * @throws ApiError invalid_include
 */
export async function showObjects(
  services: ObjectServices,
  shown: ObjectsToShow,
  request: ReadPart,
  context: RequestContext,
): Promise<ShownObjects> {
  const primary = shown.found.map(objectItem);
  const paths = pathsOf(request, shown.found);
  const isAsked = paths.length > 0 || request.lang !== undefined;
  const { items, linkage } =
    paths.length > 0
      ? await followPaths<Related>(
          { items: primary, types: shown.types.map((type) => type.name) },
          paths,
          objectRelationships(services, context, request.lang),
        )
      : { items: [], linkage: NO_LINKAGE };
  const all = [...primary, ...items];
  const show = await resourceMaker(services, all, { linkage, request }, context);
  const { baseOnly = false, distances, relation } = shown;
  const resources = primary.map((item) => {
    const resource = show(item, { baseOnly, distances });
    const meta = relation?.get(item.found.document._id);
    if (meta) resource.meta['relation'] = meta;
    return resource;
  });
  const related = items.map((item) => show(item));
  const types = typesOf(all);
  const resourcesOfAll = related.length > 0 ? [...resources, ...related] : resources;
  const [streams] = await Promise.all([
    addStreamsOf(
      services,
      { items: all, resources: resourcesOfAll, types },
      { isSingle: shown.isSingle, count: request.count },
      context,
    ),
    addFolderPaths(services, resourcesOfAll, context),
  ]);
  const included = isAsked || streams ? [...related, ...(streams ?? [])] : undefined;
  return { resources, included, types };
}

/**
 * The same for resources of one type that are related to objects, such as translations.
 * @throws ApiError invalid_include
 */
export async function showRelatedTo<Name extends ResourceName>(
  services: ObjectServices,
  shown: { resources: readonly Resource<Name>[]; type: string },
  { include }: Pick<ReadRequest, 'include'>,
  context: RequestContext,
): Promise<ShownObjects<Name>> {
  if (include.length === 0) {
    return { resources: [...shown.resources], included: undefined, types: new Set() };
  }
  const { items, linkage } = await followPaths<Related>(
    { items: shown.resources, types: [shown.type] },
    include,
    objectRelationships(services, context),
  );
  const show = await resourceMaker(services, items, { linkage, request: {} }, context);
  const related = items.map((item) => show(item));
  const resources = shown.resources.map((item) => show(item));
  const types = typesOf(items);
  const [streams = []] = await Promise.all([
    addStreamsOf(
      services,
      { items: [...items, ...shown.resources], resources: [...related, ...resources], types },
      {},
      context,
    ),
    addFolderPaths(services, related, context),
  ]);
  const included = [...related, ...streams];
  return { resources, included, types };
}
