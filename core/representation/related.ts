// A relationship of a resource: the endpoint of the related resources (`/users/1/roles`), and the one of their identifiers
// (`/users/1/relationships/roles`).
import type { RequestContext } from '../context.ts';
import {
  linksOnlyDocument,
  type Described,
  type Identifier,
  type LinkWithRelationships,
  type ResourceName,
} from '../format/jsonapi/documents.ts';
import { parseReadRequest } from '../format/jsonapi/list-request.ts';
import type { ListRequest } from '../list-request.ts';
import {
  answerIdentifier,
  answerIdentifiers,
  answerOwnerIdentifier,
  answerPage,
  answerToOne,
  type ItemPage,
  type PageResponse,
  type ToOneResponse,
} from './responses.ts';
import { readListRequest, type PageConfig } from './list-requests.ts';
import type { IdentifierOf, ResourceView } from './resource-view.ts';

/** The input of a handler of a related endpoint. */
export interface RelatedCall<Params> {
  params: Params;
  query: object;
  context: RequestContext;
}

/** A page of related resources. */
export interface RelatedItems<Item, Name extends ResourceName> extends ItemPage<Item> {
  view: ResourceView<Item, Name>;
}

/** The same, with `meta.relation` of each link. */
export interface LinkedItems<Item, Name extends ResourceName, Link extends Identifier> extends RelatedItems<
  Item,
  Name
> {
  /** The identifier with it; undefined for a resource that is not linked any more. */
  linkOf(item: Item): Link | undefined;
}

interface ToMany<Params, Name extends ResourceName, Link extends Identifier> {
  resources(call: RelatedCall<Params>): Promise<PageResponse<Described<Name>>>;
  identifiers(call: RelatedCall<Params>): Promise<PageResponse<Link>>;
}

type ListRelated<Params, Page> = (params: Params, request: ListRequest, context: RequestContext) => Promise<Page>;

/** Both endpoints of a relationship to many, whose links have no data. */
export const relatedToMany = <Params, Item, Name extends ResourceName>(
  config: PageConfig,
  list: ListRelated<Params, RelatedItems<Item, Name>>,
): ToMany<Params, Name, IdentifierOf<Name>> =>
  linkedToMany(config, async (params, request, context) => {
    const page = await list(params, request, context);
    return { ...page, linkOf: (item: Item) => page.view.identify(item) };
  });

/** Both endpoints of a relationship to many. */
export function linkedToMany<Params, Item, Name extends ResourceName, Link extends Identifier>(
  config: PageConfig,
  list: ListRelated<Params, LinkedItems<Item, Name, Link>>,
): ToMany<Params, Name, Link> {
  return {
    async resources({ params, query, context }) {
      const request = readListRequest(query, context, config);
      const page = await list(params, request, context);
      return answerPage(page.view, page, request, context);
    },
    async identifiers({ params, query, context }) {
      const request = readListRequest(query, context, config);
      const { items, linkOf, ...page } = await list(params, request, context);
      return answerIdentifiers({ ...page, items: items.flatMap((item) => linkOf(item) ?? []) }, request, context);
    },
  };
}

interface ToOne<Params, Name extends ResourceName, Data = Described<Name> | null> {
  resource(call: RelatedCall<Params>): Promise<ToOneResponse<Data>>;
  identifier(call: RelatedCall<Params>): Promise<ToOneResponse<IdentifierOf<Name> | null>>;
}

/** The target of a relationship to one. */
export interface RelatedItem<Item, Name extends ResourceName, Found = Item> {
  view: ResourceView<Item, Name>;
  item: Found;
}

type FindRelated<Params, Related> = (params: Params, context: RequestContext) => Related | Promise<Related>;

/** Both endpoints of a relationship to one. */
export function relatedToOne<Params, Item, Name extends ResourceName>(
  find: FindRelated<Params, RelatedItem<Item, Name>>,
): ToOne<Params, Name, Described<Name>>;
/** Both endpoints of a relationship to one that may be empty. */
export function relatedToOne<Params, Item, Name extends ResourceName>(
  find: FindRelated<Params, RelatedItem<Item, Name, Item | undefined>>,
): ToOne<Params, Name>;
export function relatedToOne<Params, Item, Name extends ResourceName>(
  find: FindRelated<Params, RelatedItem<Item, Name, Item | undefined>>,
): ToOne<Params, Name> {
  return {
    async resource({ params, query, context }) {
      const request = parseReadRequest(query);
      const { view, item } = await find(params, context);
      return answerToOne(view, item, request, context);
    },
    async identifier({ params, context }) {
      const { view, item } = await find(params, context);
      return answerIdentifier<Name>(item === undefined ? null : view.identify(item), context);
    },
  };
}

interface ToOwner<Params, Name extends ResourceName> {
  resource(call: RelatedCall<Params>): Promise<ToOneResponse<Described<Name>>>;
  identifier(call: RelatedCall<Params>): Promise<ToOneResponse<LinkWithRelationships<Name>>>;
}

/** Both endpoints of the relationship to a resource's owner, which always exists. */
export const relatedToOwner = <Params, Item, Name extends ResourceName>(
  view: ResourceView<Item, Name>,
  find: (params: Params, context: RequestContext) => Promise<Item>,
): ToOwner<Params, Name> => ({
  async resource({ params, query, context }) {
    const request = parseReadRequest(query);
    return answerToOne(view, await find(params, context), request, context);
  },
  identifier: async ({ params, context }) => answerOwnerIdentifier(view, await find(params, context), context),
});

/** The response to a change of a relationship without data of its links; 204 without a change. */
export const answerLinkChange = (isChanged: boolean, { url }: Pick<RequestContext, 'url'>) =>
  isChanged ? ({ status: 200, body: linksOnlyDocument(url) } as const) : ({ status: 204 } as const);
