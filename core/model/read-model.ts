// Reading resources of the model with what they include.
import type { Page, Resource, ResourceName } from '../format/jsonapi/documents.ts';
import type { ListRequest, ReadRequest } from '../format/jsonapi/list-request.ts';
import { includeRelated, joinRelations, type IncludableRelations } from '../resources/include.ts';
import { listResources, type ReadLimits, type ResourceRow, type ResourceType } from '../resources/resource-type.ts';
import type { ModelDependencies } from './model-write.ts';
import { modelRelations } from './model-relations.ts';

type ReadDependencies = Pick<ModelDependencies, 'store' | 'modelService'>;

export interface PageWithIncluded<Name extends ResourceName> extends Page<Name> {
  included: readonly Resource[] | undefined;
}

interface ListLimits extends ReadLimits {
  /** Only these rows. */
  ids?: readonly number[];
  /** Only those that meet it as well. */
  scope?: Readonly<Record<string, unknown>>;
  /** What can be included besides the model. */
  relations?: IncludableRelations;
}

/**
 * A page of rows as resources.
 * @throws ApiError invalid_filter, unsupported_sort, invalid_include, page_not_found, query_too_expensive
 */
export async function listModelResources<Row extends ResourceRow, Name extends ResourceName>(
  { store, modelService }: ReadDependencies,
  resourceType: ResourceType<Row, Name>,
  request: ListRequest,
  { ids, scope, relations: more = {}, ...limits }: ListLimits,
): Promise<PageWithIncluded<Name>> {
  const scopes = [...(ids ? [{ _id: { $in: [...ids] } as never }] : []), ...(scope ? [scope] : [])];
  const page = await listResources(resourceType, request, limits, scopes);
  const relations = joinRelations(modelRelations(store, modelService.current()), more);
  const { resources, included } = await includeRelated(page.resources, resourceType.type, request.include, relations);
  return { ...page, resources, included };
}

/** A resource with what it includes, of the model and of `more`. @throws ApiError invalid_include */
export async function withIncluded<Name extends ResourceName>(
  { store, modelService }: ReadDependencies,
  resource: Resource<Name>,
  request: Pick<ReadRequest, 'include'>,
  more: IncludableRelations = {},
): Promise<{ resource: Resource<Name>; included: readonly Resource[] | undefined }> {
  const relations = joinRelations(modelRelations(store, modelService.current()), more);
  const { resources, included } = await includeRelated([resource], resource.type, request.include, relations);
  return { resource: resources[0] ?? resource, included };
}
