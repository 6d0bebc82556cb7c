// Translations and annotations as answers show them: pages and single ones, with what they include, and their objects.
import type { RequestContext } from '../../context.ts';
import type { Page, Resource, ResourceName, SchemaReference } from '../../format/jsonapi/documents.ts';
import type { ListRequest, ReadRequest } from '../../list-request.ts';
import { schemaReferences } from '../object-resource.ts';
import type { ObjectServices } from '../object-services.ts';
import type { FoundObject } from '../read-objects.ts';
import { showObjects, showRelatedTo, type ShownObjects } from '../show-objects.ts';
import type { AttachedKind, AttachedRow } from './attached-kind.ts';
import { findAttached, listAttached } from './attached-rows.ts';
import { objectOfRow } from './object-of-row.ts';

export interface Shown {
  included: readonly Resource[] | undefined;
  /** Of the types of objects in the answer (D25). */
  schema: Record<string, SchemaReference> | undefined;
}

export type AttachedPage<Name extends ResourceName> = Page<Name> & Shown;

export interface ShownAttached<Name extends ResourceName> extends Shown {
  resource: Resource<Name>;
  etag: { revision: number; variant?: string };
}

const schemaOf = ({ types }: Pick<ShownObjects, 'types'>, { url }: RequestContext) =>
  types.size > 0 ? schemaReferences(types, url.base) : undefined;

/** Resources that belong to objects, with what the request includes. @throws ApiError invalid_include */
export async function showWithIncluded<Name extends ResourceName>(
  services: ObjectServices,
  resources: { resources: readonly Resource<Name>[]; type: string },
  request: Pick<ReadRequest, 'include'>,
  context: RequestContext,
): Promise<Shown & { resources: Resource<Name>[] }> {
  const shown = await showRelatedTo(services, resources, request, context);
  return { resources: shown.resources, included: shown.included, schema: schemaOf(shown, context) };
}

/** The object that a resource belongs to. @throws ApiError invalid_include */
export async function showOwner(
  services: ObjectServices,
  found: FoundObject,
  context: RequestContext,
  request: Pick<ReadRequest, 'include' | 'lang'>,
): Promise<Shown & { resource: Resource<'TypedObjects'> }> {
  const shown = await showObjects(services, { found: [found], types: [found.type], isSingle: true }, request, context);
  const [resource] = shown.resources as [Resource<'TypedObjects'>];
  return { resource, included: shown.included, schema: schemaOf(shown, context) };
}

/**
 * @param asked scope: what the rows must meet besides the request's filters
 * @throws ApiError invalid_filter, unsupported_sort, invalid_include, page_not_found, query_too_expensive
 */
export async function listShown<Row extends AttachedRow, Name extends ResourceName>(
  services: ObjectServices,
  asked: { kind: AttachedKind<Row, Name>; scope?: Record<string, unknown> },
  request: ListRequest,
  context: RequestContext,
): Promise<AttachedPage<Name>> {
  const { resources, ...ends } = await listAttached(services, asked, request, context);
  const { type } = asked.kind.resources;
  return { ...(await showWithIncluded(services, { resources, type }, request, context)), ...ends };
}

const NOTHING: Pick<ReadRequest, 'include'> = { include: [] };

/** @throws ApiError invalid_include */
export async function showAttached<Row extends AttachedRow, Name extends ResourceName>(
  services: ObjectServices,
  { kind, row }: { kind: AttachedKind<Row, Name>; row: Row },
  context: RequestContext,
  request = NOTHING,
): Promise<ShownAttached<Name>> {
  const { type, toResource } = kind.resources;
  const shown = await showWithIncluded(services, { resources: [toResource(row)], type }, request, context);
  const [resource] = shown.resources as [Resource<Name>];
  const { included, schema } = shown;
  // What the answer shows of other resources, and what their types hide of this one, is part of its ETag.
  const variant = { variant: JSON.stringify([resource.attributes, included, schema]) };
  return { resource, included, schema, etag: { revision: row.revision, ...variant } };
}

/** The object that a row belongs to. @throws ApiError not_found, authentication_required, forbidden, invalid_include */
export async function showObjectOf<Row extends AttachedRow>(
  services: ObjectServices,
  { kind, id }: { kind: AttachedKind<Row>; id: string },
  context: RequestContext,
  request: Pick<ReadRequest, 'include' | 'lang'> = NOTHING,
): Promise<Shown & { resource: Resource<'TypedObjects'> }> {
  const row = await findAttached(services, kind, id, context);
  return showOwner(services, await objectOfRow(services, row, context), context, request);
}
