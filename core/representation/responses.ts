// Functions that make responses: documents and ETags, represented by a view (core/representation/resource-view.ts).
import type { RequestContext } from '../context.ts';
import {
  aboutNew,
  linkDocument,
  linkListDocument,
  listDocument,
  relatedLinkDocument,
  singleDocument,
  type Described,
  type Identifier,
  type LinkWithRelationships,
  type ListDocument,
  type Resource,
  type ResourceName,
  type SingleDocument,
} from '../format/jsonapi/documents.ts';
import { jsonChecksum } from '../json/json-in-slices.ts';
import type { ListRequest, PageEnds, ReadRequest } from '../list-request.ts';
import type { IdentifierOf, Represented, ResourceView } from './resource-view.ts';

/** The state of one resource, from which core/http makes an ETag (D60). */
export interface ResourceState {
  revision: number | string;
  variant: string;
}

/** A response with one resource; its body is made when it is sent, and not for 304 and HEAD. */
export interface SingleResponse<Name extends ResourceName, Status extends number = 200> {
  status: Status;
  etag: ResourceState;
  body: () => SingleDocument<Described<Name>>;
}

/** A response to the creation of a resource, with its location. */
export interface NewResponse<Name extends ResourceName> extends SingleResponse<Name, 201> {
  headers: { Location: string };
}

export interface PageResponse<Item> {
  status: 200;
  body: ListDocument<Item>;
}

export interface ToOneResponse<Data> {
  status: 200;
  body: SingleDocument<Data>;
}

/** A page of the found items. */
export interface ItemPage<Item> extends PageEnds {
  items: readonly Item[];
  /** Path and query of the list of possible targets, from the base. */
  available?: string | undefined;
}

/** The parameters of a request without a query. */
export const NO_QUERY: ReadRequest = { fields: { common: undefined, byType: new Map() }, include: [], count: [] };

export const showsCounts = ({ count }: Pick<ReadRequest, 'count'>): boolean => count === 'all' || count.length > 0;

/** @param shown parts of the response that the revision does not cover, of other resources too */
export const stateOf = (revision: number | string, shown: unknown): ResourceState => ({
  revision,
  variant: JSON.stringify(shown),
});

/** Its schemas, the parts that a view names, and the whole response as soon as it shows other resources (D450). */
function variantOf<Item, Name extends ResourceName>(
  view: Pick<ResourceView<Item, Name>, 'unversioned'>,
  resource: Resource<Name>,
  { included, schema }: Represented<Name>,
  request: ReadRequest,
): string | Promise<string> {
  const schemas = Object.values(schema ?? {}).map(({ revision }) => revision);
  const parts = included === undefined && !showsCounts(request) ? view.unversioned?.(resource) : undefined;
  // A few names and labels are not worth slices.
  return parts === undefined ? jsonChecksum({ resource, included, schemas }) : JSON.stringify({ parts, schemas });
}

interface OneResource<Name extends ResourceName> {
  resource: Resource<Name>;
  etag: ResourceState;
  body(url: RequestContext['url']): SingleDocument<Described<Name>>;
}

async function representOne<Item, Name extends ResourceName>(
  view: ResourceView<Item, Name>,
  item: Item,
  request: ReadRequest,
  context: RequestContext,
): Promise<OneResource<Name>> {
  const represented = await view.represent([item], { ...request, isSingle: true }, context);
  const [resource] = represented.resources;
  if (!resource) throw new Error('a view represents every item');
  const { included, schema } = represented;
  return {
    resource,
    etag: { revision: view.revision(item), variant: await variantOf(view, resource, represented, request) },
    body: (url) => singleDocument(resource, url, { fields: request.fields, included, schema }),
  };
}

/** One resource, at the path of the request. @throws ApiError invalid_include, query_too_expensive */
export async function answerOne<Item, Name extends ResourceName>(
  view: ResourceView<Item, Name>,
  item: Item,
  request: ReadRequest,
  context: RequestContext,
): Promise<SingleResponse<Name>> {
  const { etag, body } = await representOne(view, item, request, context);
  return { status: 200, etag, body: () => body(context.url) };
}

/** A changed resource. */
export const answerChanged = <Item, Name extends ResourceName>(
  view: ResourceView<Item, Name>,
  item: Item,
  context: RequestContext,
): Promise<SingleResponse<Name>> => answerOne(view, item, NO_QUERY, context);

/** A new resource: its location, and a document about it wherever it was posted (D65). */
export async function answerNew<Item, Name extends ResourceName>(
  view: ResourceView<Item, Name>,
  item: Item,
  context: RequestContext,
): Promise<NewResponse<Name>> {
  const { resource, etag, body } = await representOne(view, item, NO_QUERY, context);
  const { path } = resource;
  const headers = { Location: context.url.base + path };
  return { status: 201, headers, etag, body: () => body(aboutNew(path, context.url)) };
}

/** The target of a relationship to one. @throws ApiError as answerOne does */
export function answerToOne<Item, Name extends ResourceName>(
  view: ResourceView<Item, Name>,
  item: Item,
  request: ReadRequest,
  context: RequestContext,
): Promise<ToOneResponse<Described<Name>>>;
/** The same for a relationship that may be empty. */
export function answerToOne<Item, Name extends ResourceName>(
  view: ResourceView<Item, Name>,
  item: Item | undefined,
  request: ReadRequest,
  context: RequestContext,
): Promise<ToOneResponse<Described<Name> | null>>;
export async function answerToOne<Item, Name extends ResourceName>(
  view: ResourceView<Item, Name>,
  item: Item | undefined,
  request: ReadRequest,
  context: RequestContext,
): Promise<ToOneResponse<Described<Name> | null>> {
  const items = item === undefined ? [] : [item];
  const { resources, included, schema } = await view.represent(items, { ...request, isSingle: true }, context);
  const extras = { fields: request.fields, included, schema };
  return { status: 200, body: singleDocument<Name>(resources[0] ?? null, context.url, extras) };
}

/** A page of resources. @throws ApiError invalid_include, query_too_expensive */
export async function answerPage<Item, Name extends ResourceName>(
  view: ResourceView<Item, Name>,
  { items, available, ...ends }: ItemPage<Item>,
  request: ListRequest,
  context: RequestContext,
): Promise<PageResponse<Described<Name>>> {
  const { resources, included, schema } = await view.represent(items, { ...request, isSingle: false }, context);
  const extras = { included, schema, available };
  return { status: 200, body: listDocument({ resources, ...ends }, request, context.url, extras) };
}

/** A page of identifiers. */
export const answerIdentifiers = <Item extends Identifier>(
  { items, available, ...ends }: ItemPage<Item>,
  request: ListRequest,
  { url }: RequestContext,
): PageResponse<Item> => ({
  status: 200,
  body: linkListDocument({ resources: items, ...ends }, request, url, available),
});

/** The identifier in a relationship to one, if any. */
export const answerIdentifier = <Name extends ResourceName>(
  identifier: IdentifierOf<Name> | null,
  { url }: RequestContext,
): ToOneResponse<IdentifierOf<Name> | null> => ({ status: 200, body: linkDocument(identifier, url) });

/** The identifier in a relationship that is never empty, with its own relationships (service.md 4.9). */
export async function answerOwnerIdentifier<Item, Name extends ResourceName>(
  view: ResourceView<Item, Name>,
  item: Item,
  context: RequestContext,
): Promise<ToOneResponse<LinkWithRelationships<Name>>> {
  const { resource } = await representOne(view, item, NO_QUERY, context);
  return { status: 200, body: relatedLinkDocument(resource, context.url) };
}
