// Lists of the legacy side, read as those of the JSON:API side (service.md 4.3, reference/legacy.md 2).
import type { RequestContext } from '../context.ts';
import { ApiError } from '../errors.ts';
import { paging, type Paging } from '../format/legacy/envelope.ts';
import type { LegacyQuery } from '../format/legacy/list-query.ts';
import type { LegacyObject } from '../format/legacy/object.ts';
import { typeNamed } from '../format/legacy/type-names.ts';
import type { FilterValue, ListRequest } from '../list-request.ts';
import { listObjects, type ListedType } from '../objects/list-objects.ts';
import type { FoundObject } from '../objects/read-objects.ts';
import { findVisibleIds } from './find-by-ids.ts';
import { findPublication, type LegacyServices } from './publication.ts';
import { findReachable } from './reachable.ts';
import { showLegacyObjects } from './show-legacy-objects.ts';

export interface LegacyPage {
  objects: LegacyObject[];
  paging: Paging;
}

/** @throws ApiError invalid_filter for a type that is not known (D47) */
function typeFilter({ objects }: LegacyServices, names: readonly string[]): string {
  const model = objects.modelService.current();
  const plurals = names.map((name) => {
    const type = typeNamed(name, model);
    if (type !== undefined && type !== 'users') return type;
    const detail = `There is no type "${name.slice(0, 100)}".`;
    throw new ApiError('invalid_filter', { detail, source: { parameter: 'filter[object_type]' } });
  });
  return [...new Set(plurals)].join(',');
}

/** The same request as the JSON:API side would have it. @throws ApiError invalid_filter */
export function listRequest(
  services: LegacyServices,
  query: LegacyQuery,
  filters: Readonly<Record<string, FilterValue>>,
): ListRequest {
  const asked = new Map<string, FilterValue>(Object.entries(filters));
  if (query.objectTypes) asked.set('type', typeFilter(services, query.objectTypes));
  if (query.substring !== undefined) asked.set('title', { like: query.substring });
  return {
    page: query.page,
    pageSize: query.pageSize,
    sort: [],
    filters: asked,
    search: query.search,
    fields: { common: undefined, byType: new Map() },
    include: [],
    count: [],
  };
}

/** A page past the end is empty here (D5). */
export async function pageOf(
  services: LegacyServices,
  listed: ListedType,
  request: ListRequest,
  context: RequestContext,
): Promise<{ found: readonly FoundObject[]; count: number }> {
  try {
    return await listObjects(services.objects, listed, request, context);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'page_not_found') throw error;
    const { count } = await listObjects(services.objects, listed, { ...request, page: 1, pageSize: 1 }, context);
    return { found: [], count };
  }
}

/** Descendants of the publication. @throws ApiError not_found, invalid_filter, query_too_expensive */
export async function listPublication(
  services: LegacyServices,
  query: LegacyQuery,
  context: RequestContext,
): Promise<LegacyPage> {
  const publication = await findPublication(services, context);
  const publicationId = publication.document._id;
  const request = listRequest(services, query, { ancestor: String(publicationId) });
  const { found, count } = await pageOf(services, { typeName: 'objects' }, request, context);
  const objects = await showLegacyObjects(services, { found, publicationId }, context);
  return { objects, paging: paging(query, { items: objects.length, total: count }) };
}

/** Objects in the order of their ids. @throws ApiError not_found, authentication_required, forbidden for any of them */
export async function listByIds(
  services: LegacyServices,
  ids: readonly string[],
  context: RequestContext,
): Promise<LegacyObject[]> {
  const { found, publication } = await findVisibleIds(services, ids, context);
  return showLegacyObjects(services, { found, publicationId: publication.document._id }, context);
}

/** @throws ApiError not_found, authentication_required, forbidden */
export async function getLegacyObject(
  services: LegacyServices,
  id: string,
  context: RequestContext,
): Promise<{ shown: LegacyObject; revision: number }> {
  const { found, publication } = await findReachable(services, id, context);
  const [shown] = (await showLegacyObjects(
    services,
    { found: [found], publicationId: publication.document._id },
    context,
  )) as [LegacyObject];
  return { shown, revision: found.document.revision };
}
