// Objects as an answer shows them: resources with their relationships, and what is included with them (D8).
import type { RequestContext } from '../context.ts';
import type { Resource } from '../format/jsonapi/documents.ts';
import type { ReadRequest } from '../list-request.ts';
import type { ResolvedType } from '../model/model.ts';
import { followPaths, withLinkage, type Linkage } from '../resources/include.ts';
import { isObjectItem, objectItem, type Related } from './object-item.ts';
import { objectRelationships } from './object-relationships.ts';
import { inlineLabels, objectResource, type ResourceOptions } from './object-resource.ts';
import type { ObjectServices } from './object-services.ts';
import { countRelated } from './relations/count-related.ts';
import type { FoundObject } from './read-objects.ts';

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
}

export interface ShownObjects {
  resources: Resource[];
  /** undefined when nothing was asked for. */
  included: Resource[] | undefined;
  /** Types of all objects in the answer; meta.schema names them. */
  types: ReadonlySet<ResolvedType>;
}

/** What of a request decides what is shown besides the objects. */
export type ReadPart = Pick<ReadRequest, 'include'> & Partial<Pick<ReadRequest, 'count'>>;

const NO_LINKAGE: Linkage = new Map();

/** Whether an answer shows counts of related objects. */
export const isCounted = <Request extends Partial<Pick<ReadRequest, 'count'>>>(
  request: Request,
): request is Request & Pick<ReadRequest, 'count'> =>
  request.count === 'all' || (request.count !== undefined && request.count.length > 0);

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
  const isAsked = request.include.length > 0;
  const { items, linkage } = isAsked
    ? await followPaths<Related>(
        { items: primary, types: shown.types.map((type) => type.name) },
        request.include,
        objectRelationships(services, context),
      )
    : { items: [], linkage: NO_LINKAGE };
  const objects = [...primary, ...items.filter(isObjectItem)];
  const [labels, counts] = await Promise.all([
    inlineLabels(
      services.store,
      objects.map(({ found }) => found.document),
    ),
    isCounted(request) ? countRelated(services, objects, request.count, context) : NO_LINKAGE,
  ]);
  const { roleNames } = context.access;
  const common = { labels, roleNames, caller: context.caller };
  const resourceOf = (item: Related, options: ResourceOptions): Resource =>
    withLinkage(withLinkage(isObjectItem(item) ? objectResource(item.found, options) : item, linkage), counts);
  const { baseOnly = false, distances, relation } = shown;
  const resources = primary.map((item) => {
    const resource = resourceOf(item, { ...common, baseOnly, distances });
    const meta = relation?.get(item.found.document._id);
    if (meta) resource.meta['relation'] = meta;
    return resource;
  });
  return {
    resources,
    included: isAsked ? items.map((item) => resourceOf(item, common)) : undefined,
    types: new Set(objects.map(({ found }) => found.type)),
  };
}
