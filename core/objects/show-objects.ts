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
}

export interface ShownObjects {
  resources: Resource[];
  /** undefined when nothing was asked for. */
  included: Resource[] | undefined;
  /** Types of all objects in the answer; meta.schema names them. */
  types: ReadonlySet<ResolvedType>;
}

type ReadPart = Pick<ReadRequest, 'include' | 'lang'>;

const NO_LINKAGE: Linkage = new Map();

type Show = (item: Related, options?: Partial<ResourceOptions>) => Resource;

/** How the items of an answer become resources; labels and names are read once for all objects among them. */
async function resourceMaker(
  { store }: ObjectServices,
  objects: readonly Related[],
  linkage: Linkage,
  context: RequestContext,
): Promise<Show> {
  const documents = objects.filter(isObjectItem).map(({ found }) => found.document);
  const labels = await inlineLabels(store, documents);
  const common = { labels, roleNames: context.access.roleNames, caller: context.caller };
  return (item, options) =>
    withLinkage(isObjectItem(item) ? objectResource(item.found, { ...common, ...options }) : item, linkage);
}

const typesOf = (items: readonly Related[]): Set<ResolvedType> =>
  new Set(items.filter(isObjectItem).map(({ found }) => found.type));

/** With a language asked for, translations come along as if they had been asked for (reference/jsonapi.md 1.5). */
function pathsOf({ include, lang }: ReadPart, found: readonly FoundObject[]): ReadRequest['include'] {
  const isTranslated = lang !== undefined && found.some(({ type }) => type.row.is_translatable);
  return isTranslated ? [...include, ['translations']] : include;
}

/**
 * One read for each level of `include` and loader, and two for the labels of all categories and tags.
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
  const show = await resourceMaker(services, all, linkage, context);
  const { baseOnly = false, distances, relation } = shown;
  const resources = primary.map((item) => {
    const resource = show(item, { baseOnly, distances });
    const meta = relation?.get(item.found.document._id);
    if (meta) resource.meta['relation'] = meta;
    return resource;
  });
  const included = isAsked ? items.map((item) => show(item)) : undefined;
  await addFolderPaths(services.store, [...resources, ...(included ?? [])]);
  return { resources, included, types: typesOf(all) };
}

/**
 * The same for resources of one type that are related to objects, such as translations.
 * @throws ApiError invalid_include
 */
export async function showRelatedTo(
  services: ObjectServices,
  shown: { resources: readonly Resource[]; type: string },
  { include }: Pick<ReadRequest, 'include'>,
  context: RequestContext,
): Promise<ShownObjects> {
  if (include.length === 0) return { resources: [...shown.resources], included: undefined, types: new Set() };
  const { items, linkage } = await followPaths<Related>(
    { items: shown.resources, types: [shown.type] },
    include,
    objectRelationships(services, context),
  );
  const show = await resourceMaker(services, items, linkage, context);
  const included = items.map((item) => show(item));
  await addFolderPaths(services.store, included);
  return {
    resources: shown.resources.map((item) => show(item)),
    included,
    types: typesOf(items),
  };
}
