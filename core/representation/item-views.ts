// Views of objects, and of resources that belong to them or include them: items are followed along `include`, then all objects
// among them become resources together, with shared reads.
import { visibleRoleNames } from '../access/role-names.ts';
import type { RequestContext } from '../context.ts';
import { mapInSlices } from '../event-loop-turns.ts';
import { hasStreams, STREAMS } from '../objects/owned-files.ts';
import { streamResource } from '../files/streams/stream-resource.ts';
import type { Relationship, Resource, ResourceName } from '../format/jsonapi/documents.ts';
import { ApiError } from '../errors.ts';
import type { Model, ResolvedType } from '../model/model.ts';
import { isObjectItem, type ObjectItem, type Related } from '../objects/object-record.ts';
import { objectResource, schemaReferences } from '../objects/object-resource.ts';
import type { ObjectServices } from '../objects/object-services.ts';
import { auditShown } from '../objects/visibility/shown-attributes.ts';
import {
  followPaths,
  joinLinkage,
  keyOf,
  type Followed,
  type Linkage,
  type RelationLookup,
} from '../resources/include.ts';
import { factsInMeta, readFacts, wantedOf } from './object-facts.ts';
import { objectRelationships } from './object-relationships.ts';
import type { ResourceView, ViewRequest } from './resource-view.ts';

/** The differences between these views. */
export interface ItemKind<Item, Name extends ResourceName> extends Omit<ResourceView<Item, Name>, 'represent'> {
  /** An item before all items of a response become resources. */
  toRelated(item: Item, context: RequestContext): Related;
  /** Names of the possible types of the items: one of them must have a relationship to include. None when unknown. */
  typesOf(items: readonly Item[]): readonly string[];
  /** Relationships to include; by default those of all resources that lead to objects. */
  relationships?(context: RequestContext): RelationLookup<Related>;
  /** Streams of media objects are linked, and not included. */
  omitsStreams?: boolean;
  /** Objects show base attributes only, as in lists of several types. */
  baseOnly?: boolean | undefined;
  /** Additions to the `meta` of an object in this response, by id. */
  metaOf?(id: number): Readonly<Record<string, unknown>> | undefined;
}

/** A requested language includes its translations (D526). */
function pathsOf({ include, lang }: ViewRequest, items: readonly Related[]): ViewRequest['include'] {
  const isTranslated =
    lang !== undefined && items.some((item) => isObjectItem(item) && item.found.type.row.is_translatable);
  return isTranslated ? [...include, ['translations']] : include;
}

/**
 * A name to count must be a relation of a possible type; of included objects and of unknown types, one of any type.
 * @throws ApiError invalid_parameter
 */
function assertCountable(model: Model, types: readonly string[], { count, include }: ViewRequest): void {
  if (count === 'all' || count.length === 0) return;
  const possible = types.flatMap((name) => model.types.get(name) ?? []);
  const isAny = types.length === 0 || include.length > 0;
  const isKnown = (name: string): boolean =>
    (isAny && (name === STREAMS || model.relations.has(name))) ||
    possible.some((type) => type.sides.has(name) || (name === STREAMS && hasStreams(type)));
  const unknown = count.find((name) => !isKnown(name));
  if (unknown === undefined) return;
  const detail = `"${unknown.slice(0, 100)}" is not a relation here: count takes names of relations, or all.`;
  throw new ApiError('invalid_parameter', { detail, source: { parameter: 'count' } });
}

const NOTHING: Followed<never> = { items: [], linkage: new Map() };

interface Completion {
  items: readonly Related[];
  primary: number;
  linkage: Linkage;
  kind: Pick<ItemKind<never, ResourceName>, 'baseOnly' | 'metaOf' | 'omitsStreams'>;
}

interface Completed {
  resources: Resource[];
  /** To include; undefined without a media object. */
  streams: Resource[] | undefined;
  types: ReadonlySet<ResolvedType>;
}

async function complete(
  services: ObjectServices,
  { items, primary, linkage, kind }: Completion,
  request: ViewRequest,
  context: RequestContext,
): Promise<Completed> {
  const objects = items.filter(isObjectItem);
  const facts = await readFacts(services, objects, request, context);
  for (const { found } of objects) auditShown(found, context);
  const { labels, counts, media } = facts;
  const roleNames = visibleRoleNames(context);

  const isPlain = linkage.size === 0 && counts.size === 0 && !media;
  const linkageOf = (item: Related): Readonly<Record<string, Relationship>> | undefined => {
    if (isPlain) return undefined;
    const key = keyOf(item);
    const hasMedia = media && isObjectItem(item) && hasStreams(item.found.type);
    const streams = hasMedia ? { [STREAMS]: media.linkageOf(item.found.document._id) } : undefined;
    return joinLinkage(linkage.get(key), counts.get(key), streams);
  };
  const objectOf = (item: ObjectItem, isPrimary: boolean): Resource => {
    const added = isPrimary ? kind.metaOf?.(item.found.document._id) : undefined;
    const found = factsInMeta(facts, item.found);
    return objectResource(item.found, {
      labels,
      roleNames,
      caller: context.caller,
      baseOnly: isPrimary && kind.baseOnly,
      wanted: wantedOf(request.fields, item.type),
      meta: added && found ? { ...added, ...found } : (added ?? found),
      linkage: linkageOf(item),
    });
  };
  const rowOf = (resource: Resource): Resource => {
    const shown = linkageOf(resource);
    return shown ? { ...resource, linkage: joinLinkage(resource.linkage, shown) } : resource;
  };

  const resources = await mapInSlices(items, (item, index) =>
    isObjectItem(item) ? objectOf(item, index < primary) : rowOf(item),
  );
  const taken = media && new Set(items.map(keyOf));
  const streams =
    media &&
    !kind.omitsStreams &&
    objects
      .flatMap(({ found }) => media.rowsOf(found.document._id))
      .filter((row) => !taken?.has(keyOf({ type: STREAMS, id: row._id })))
      .map((row) => streamResource(row, services.files.urls, context));
  return { resources, streams: streams || undefined, types: new Set(objects.map(({ found }) => found.type)) };
}

/** A view of items that lead to objects or are objects. */
export function itemView<Item, Name extends ResourceName>(
  services: ObjectServices,
  kind: ItemKind<Item, Name>,
): ResourceView<Item, Name> {
  const { toRelated, typesOf, relationships, ...view } = kind;

  const represent: ResourceView<Item, Name>['represent'] = async (items, request, context) => {
    const types = typesOf(items);
    if (items.length === 0 && types.length === 0)
      return { resources: [], ...(request.isIncluding && { included: [] }) };
    assertCountable(services.modelService.current(), types, request);
    const primary = await mapInSlices(items, (item) => toRelated(item, context));
    const paths = pathsOf(request, primary);
    const lookup = () => relationships?.(context) ?? objectRelationships(services, context, request.lang);
    const { items: related, linkage } =
      paths.length > 0 ? await followPaths({ items: primary, types }, paths, lookup()) : NOTHING;
    const all = related.length > 0 ? [...primary, ...related] : primary;
    const completion = { items: all, primary: primary.length, linkage, kind };
    const { resources, streams, types: shown } = await complete(services, completion, request, context);
    const isRequested = request.isIncluding === true || paths.length > 0 || request.lang !== undefined;
    return {
      // cast: the first resources are those of the items, whose type is `Name`
      resources: (related.length > 0 ? resources.slice(0, primary.length) : resources) as Resource<Name>[],
      included: isRequested || streams ? [...resources.slice(primary.length), ...(streams ?? [])] : undefined,
      schema: shown.size > 0 ? schemaReferences(shown, context.url.base) : undefined,
    };
  };

  return { ...view, represent };
}
