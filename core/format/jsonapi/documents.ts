// JSON:API documents from resources: links, sparse fields, pagination. Pure (service.md 2.1, D528).
import type { components } from '../../../generated/api.d.ts';
import type { RequestUrl } from '../../context.ts';
import type { FieldSelection, ListRequest, PageEnds } from '../../list-request.ts';
import { RESOURCE_SCHEMAS } from './resource-schemas.ts';

type Schemas = components['schemas'];

/** The described resources, by the schemas that describe them: `Tags` is `TagsResource`. */
export type ResourceName = {
  [Key in keyof Schemas]: Key extends `${infer Name}Resource` ? (null extends Schemas[Key] ? never : Name) : never;
}[keyof Schemas];

/** A resource in its wire form. */
export type Described<Name extends ResourceName> = Schemas[`${Name}Resource`];

/** The described members of `attributes` or `meta`; those of any resource are not known. */
export type MembersOf<Name extends ResourceName, Key extends 'attributes' | 'meta'> = [ResourceName] extends [Name]
  ? Record<string, unknown>
  : Described<Name> extends { [K in Key]: infer Members extends Record<string, unknown> }
    ? Members
    : Record<string, never>;

export interface Identifier {
  id: string;
  type: string;
}

/** An identifier in a request: with an integer id as well. */
export interface BodyIdentifier {
  id: string | number;
  type: string;
}

export interface Relationship {
  data?: Identifier | null | Identifier[];
  /** Number of related objects, when requested with `count`. */
  count?: number;
}

declare const DESCRIBED_BY: unique symbol;

/**
 * A resource from core: wire names and wire values, without links. `Name` is its described resource; documents of it
 * have the type of that schema, so that a handler cannot return another resource.
 */
export interface Resource<Name extends ResourceName = ResourceName> extends Identifier {
  type: Described<Name>['type'];
  /** For the compiler only. */
  readonly [DESCRIBED_BY]?: Name;
  /** Path of the resource from the base, such as `/documents/12`. */
  path: string;
  attributes: MembersOf<Name, 'attributes'>;
  meta: MembersOf<Name, 'meta'>;
  /** The relationships that its type lists; the same record for all of them, so that their links are prepared once. */
  relationships?: Readonly<Record<string, Relationship>>;
  /** The relationships with data in this response: linkage, counts. It may contain names that are not listed. */
  linkage?: Readonly<Record<string, Relationship>> | undefined;
  /** Relationships without endpoints get no links. */
  isUnlinked?: true;
}

export interface SchemaReference {
  $id: string;
  revision: string;
}

/** A page of resources or of identifiers. */
interface PageOf<Item> extends PageEnds {
  resources: readonly Item[];
}

export type Page<Name extends ResourceName = ResourceName> = PageOf<Resource<Name>>;

type Json = Record<string, unknown>;

/** A document about one resource. The type of included resources is not part of it. */
export interface SingleDocument<Data> {
  data: Data;
  links: Schemas['DocumentLinks'];
  meta?: Schemas['DocumentMeta'];
  included?: never[];
}

/** A page of resources or of identifiers. */
export interface ListDocument<Item> {
  data: Item[];
  links: Schemas['ListLinks'];
  meta: Schemas['ListMeta'];
  included?: never[];
}

/** The identifier of a resource with its own relationships. */
export type LinkWithRelationships<Name extends ResourceName> = Omit<Described<Name>, 'attributes' | 'meta'>;

function select(members: Json, fields: FieldSelection, type: string): Json {
  const wanted = fields.byType.get(type) ?? fields.common;
  if (!wanted) return members;
  const selected: Json = {};
  for (const name in members) if (wanted.has(name)) selected[name] = members[name];
  return selected;
}

/** Path segments of a relationship behind those of its resource. */
const linksOf = (name: string) => ({ name, related: `/${name}`, self: `/relationships/${name}` });
type RelationshipLinks = ReturnType<typeof linksOf>;

const prepared = new WeakMap<object, readonly RelationshipLinks[]>();

/** Links of the relationships that a type lists, made once for the record that its resources share. */
function preparedLinks(relationships: NonNullable<Resource['relationships']>): readonly RelationshipLinks[] {
  let links = prepared.get(relationships);
  if (!links) prepared.set(relationships, (links = Object.keys(relationships).map(linksOf)));
  return links;
}

const relationshipObject = (own: string, { related, self }: RelationshipLinks, shown?: Relationship): Json =>
  withShown({ links: { related: own + related, self: own + self } }, shown);

function withShown(object: Json, shown?: Relationship): Json {
  if (shown?.data !== undefined) object['data'] = shown.data;
  if (shown?.count !== undefined) object['meta'] = { count: shown.count };
  return object;
}

const NO_RELATIONSHIPS: NonNullable<Resource['relationships']> = {};

/** Those that the request names: relationships are fields too (D806). @param own URL of the resource */
function relationshipObjects(resource: Resource, own: string, wanted?: ReadonlySet<string>): Json | undefined {
  const isWanted = (name: string): boolean => wanted?.has(name) ?? true;
  const { relationships = NO_RELATIONSHIPS, linkage } = resource;
  const listed = preparedLinks(relationships);
  if (listed.length === 0 && !linkage) return undefined;
  const objects: Json = {};
  for (const links of listed) {
    const { name } = links;
    if (isWanted(name)) objects[name] = relationshipObject(own, links, linkage?.[name] ?? relationships[name]);
  }
  for (const name in linkage) {
    if (Object.hasOwn(objects, name) || !isWanted(name)) continue;
    const shown = linkage[name];
    objects[name] = resource.isUnlinked ? withShown({}, shown) : relationshipObject(own, linksOf(name), shown);
  }
  return wanted && Object.keys(objects).length === 0 ? undefined : objects;
}

/** Values of a resource are `unknown` here: the tests validate every response against its schema. */
function resourceObject<Name extends ResourceName>(
  resource: Resource<Name>,
  base: string,
  fields: FieldSelection,
  withLinks: boolean,
): Described<Name> {
  const own = base + resource.path;
  const object: Json = {
    id: resource.id,
    type: resource.type,
    attributes: select(resource.attributes, fields, resource.type),
    meta: select(resource.meta, fields, resource.type),
  };
  const relationships = relationshipObjects(resource, own, fields.byType.get(resource.type) ?? fields.common);
  if (relationships) object['relationships'] = relationships;
  if (withLinks) object['links'] = { self: own };
  // cast: values are `unknown` here: tests validate every response against the description
  return object as Described<Name>;
}

/** In the form of the request: `page` and `page[size]` exclude each other. */
const numberName = (query: URLSearchParams): string =>
  query.has('page[number]') || query.has('page[size]') ? 'page[number]' : 'page';

const PAGE_PARAMETERS = ['page', 'page[number]', 'page[after]', 'page[before]'];

/** Another page by cursor; an empty one is the first `after`, the last `before`. */
function cursorLink(url: RequestUrl, side: 'after' | 'before', at: string): string {
  const query = new URLSearchParams(url.query);
  for (const name of PAGE_PARAMETERS) query.delete(name);
  query.set(`page[${side}]`, at);
  return `${url.base}${url.rawPath}?${query.toString()}`;
}

/** URL of the request with its query, without tokens; `page` is set or removed for a page. */
export function requestLink(url: RequestUrl, page?: number): string {
  let query = url.query;
  if (page !== undefined) {
    query = new URLSearchParams(query);
    const name = numberName(query);
    query.delete('page');
    query.delete('page[number]');
    if (page > 1) query.set(name, String(page));
  }
  return url.base + url.rawPath + (query.size > 0 ? `?${query.toString()}` : '');
}

const documentLinks = (url: RequestUrl) => ({ self: requestLink(url), home: `${url.base}/home` });

const included = (
  resources: readonly Resource[] | undefined,
  url: RequestUrl,
  fields: FieldSelection,
): { included?: never[] } =>
  // cast: included resources are of many types, which the description lists for each document
  resources ? { included: resources.map((resource) => resourceObject(resource, url.base, fields, true) as never) } : {};

export interface DocumentExtras {
  fields: FieldSelection;
  included?: readonly Resource[] | undefined;
  /** Schemas of the object types in the response (D25); those of other resources are added here. */
  schema?: Readonly<Record<string, SchemaReference>> | undefined;
}

const ALL_FIELDS: FieldSelection = { common: undefined, byType: new Map() };

/** The self link of a document about a new resource, wherever it was posted (D65). @param path of the resource */
export const aboutNew = (path: string, url: RequestUrl): RequestUrl => ({
  ...url,
  rawPath: path,
  query: new URLSearchParams(),
});

/** `meta.schema`: address and revision of the schema of each type with attributes in the response (service.md 2.1, D25). */
function schemaOf(
  resources: Iterable<Resource>,
  url: RequestUrl,
  { schema, included = [] }: ListExtras,
): Record<string, SchemaReference> | undefined {
  const references: Record<string, SchemaReference> = { ...schema };
  for (const { type } of [...resources, ...included]) {
    const owner = RESOURCE_SCHEMAS.get(type);
    if (owner) references[type] ??= { $id: `${url.base}/model/schema/${type}`, revision: owner.revision };
  }
  return Object.keys(references).length > 0 ? references : undefined;
}

/** One resource. */
export function singleDocument<Name extends ResourceName>(
  resource: Resource<Name>,
  url: RequestUrl,
  extras?: DocumentExtras,
): SingleDocument<Described<Name>>;
/** One resource, or null for an empty to-one relationship. */
export function singleDocument<Name extends ResourceName>(
  resource: Resource<Name> | null,
  url: RequestUrl,
  extras?: DocumentExtras,
): SingleDocument<Described<Name> | null>;
export function singleDocument<Name extends ResourceName>(
  resource: Resource<Name> | null,
  url: RequestUrl,
  extras: DocumentExtras = { fields: ALL_FIELDS },
): SingleDocument<Described<Name> | null> {
  const schema = schemaOf(resource ? [resource] : [], url, extras);
  return {
    data: resource && resourceObject(resource, url.base, extras.fields, false),
    ...included(extras.included, url, extras.fields),
    links: documentLinks(url),
    ...(schema && { meta: { schema } }),
  };
}

type PageLinks = Pick<Schemas['ListLinks'], 'first' | 'last' | 'prev' | 'next'>;

/** Of a page by cursor: the ends of the list need no cursor (D470). */
const cursorLinks = (url: RequestUrl, { prev, next }: NonNullable<PageEnds['cursors']>): PageLinks => ({
  first: cursorLink(url, 'after', ''),
  last: cursorLink(url, 'before', ''),
  prev: prev === null ? null : cursorLink(url, 'before', prev),
  next: next === null ? null : cursorLink(url, 'after', next),
});

/** @param pageCount undefined without a total: the last page is then found by cursor */
const numberLinks = (
  url: RequestUrl,
  page: number,
  pageCount: number | undefined,
  { hasNext = pageCount !== undefined && page < pageCount }: PageEnds,
): PageLinks => ({
  first: requestLink(url, 1),
  last: pageCount === undefined ? cursorLink(url, 'before', '') : requestLink(url, pageCount),
  prev: page > 1 ? requestLink(url, page - 1) : null,
  next: hasNext ? requestLink(url, page + 1) : null,
});

/** An empty list has one page (D5). @param available path of the list of possible targets, from the base */
function listFrame(
  page: PageOf<Identifier>,
  { page: number, pageSize, cursor, total }: ListRequest,
  url: RequestUrl,
  available?: string,
): Pick<ListDocument<unknown>, 'links' | 'meta'> {
  const { count, cursors, isAtLeast } = page;
  if (cursor && !cursors) throw new Error('a page by cursor was read as one by number');
  const pageCount = count === undefined || isAtLeast ? undefined : Math.max(1, Math.ceil(count / pageSize));
  const links = cursors ? cursorLinks(url, cursors) : numberLinks(url, number, pageCount, page);
  const isCounted = count !== undefined && total !== 'none';
  return {
    links: { ...documentLinks(url), ...links, ...(available && { available: url.base + available }) },
    meta: {
      pagination: {
        ...(isCounted && { count }),
        ...(typeof total === 'object' && { count_is: isAtLeast ? 'at_least' : 'exact', count_limit: total.limit }),
        ...(!cursor && { page: number }),
        ...(isCounted && pageCount !== undefined && { page_count: pageCount }),
        page_items: page.resources.length,
        page_size: pageSize,
      },
    },
  };
}

type ListExtras = Omit<DocumentExtras, 'fields'> & { available?: string | undefined };

export function listDocument<Name extends ResourceName>(
  page: Page<Name>,
  request: ListRequest,
  url: RequestUrl,
  extras: ListExtras = {},
): ListDocument<Described<Name>> {
  const frame = listFrame(page, request, url, extras.available);
  const schema = page.resources.length > 0 && schemaOf(page.resources, url, extras);
  if (schema) frame.meta.schema = schema;
  return {
    data: page.resources.map((resource) => resourceObject(resource, url.base, request.fields, true)),
    ...included(extras.included, url, request.fields),
    ...frame,
  };
}

/** The identifier of a related object with the params of its link. */
export interface RelatedIdentifier<Relation extends object = object> extends Identifier {
  meta: { relation: Relation };
}

/** A page of identifiers, with the params of their links. */
export const linkListDocument = <Item extends Identifier>(
  page: PageOf<Item>,
  request: ListRequest,
  url: RequestUrl,
  available?: string,
): ListDocument<Item> => ({ data: [...page.resources], ...listFrame(page, request, url, available) });

/** Links that a request has changed. */
export const relatedLinksDocument = <Relation extends object>(
  links: readonly RelatedIdentifier<Relation>[],
  url: RequestUrl,
): SingleDocument<RelatedIdentifier<Relation>[]> => ({ data: [...links], links: documentLinks(url) });

export const linkDocument = <Type extends string>(
  resource: (Identifier & { type: Type }) | null,
  url: RequestUrl,
): SingleDocument<(Identifier & { type: Type }) | null> => ({
  data: resource && { id: resource.id, type: resource.type },
  links: documentLinks(url),
});

/** The identifier of a related resource, with its own relationships (service.md 4.9). */
export function relatedLinkDocument<Name extends ResourceName>(
  resource: Resource<Name>,
  url: RequestUrl,
): SingleDocument<LinkWithRelationships<Name>> {
  const { attributes: _attributes, meta: _meta, ...data } = resourceObject(resource, url.base, ALL_FIELDS, true);
  return { data, links: documentLinks(url) };
}

/** Response of an operation with links only. */
export const linksOnlyDocument = (url: RequestUrl) => ({ links: documentLinks(url) });

/** Links and meta without data (home, status, auth). */
export const metaDocument = <Meta>(meta: Meta, url: RequestUrl) => ({ links: documentLinks(url), meta });
