// Objects as separate documents, each like the response to a GET of it: for readers that get objects without a request.
import type { RequestContext } from '../context.ts';
import type { Described, SingleDocument } from '../format/jsonapi/documents.ts';
import { parseListRequest, type RawQuery } from '../format/jsonapi/list-request.ts';
import type { ListRequest } from '../list-request.ts';
import { listObjects } from '../objects/lists/list-objects.ts';
import type { ObjectServices } from '../objects/object-services.ts';
import { FOLDERS } from '../objects/tree/tree-nodes.ts';
import { answerOne, answerPage } from './responses.ts';
import { objectPage, objectView, typesOfEndpoint } from './object-views.ts';

/** `filter`, `fields` and `include` as in a query. */
export type DocumentQuery = Pick<RawQuery, 'filter' | 'fields' | 'include'>;

export type ObjectDocuments = ReadonlyMap<number, SingleDocument<Described<'TypedObjects' | 'Folders'>>>;

const requestOf = (query: DocumentQuery, most: number, { access }: RequestContext): ListRequest => ({
  ...parseListRequest(query, { size: most, max: most, count: most, textLocale: access.textLocale }),
  total: 'none',
});

/**
 * Those of the objects of a type that the caller sees and that meet the filter, like the response to a GET of each, by id.
 * @throws ApiError invalid_filter, invalid_include, query_too_expensive, not_found
 */
export async function objectDocuments(
  services: ObjectServices,
  { typeName, ids }: { typeName: string; ids: readonly number[] },
  query: DocumentQuery,
  context: RequestContext,
): Promise<ObjectDocuments> {
  const request = requestOf(query, ids.length, context);
  const scope = { _id: { $in: [...ids] } };
  const { found } = await listObjects(services, { typeName, scope }, request, context);
  const view = objectView(services, typeName === FOLDERS ? 'Folders' : 'TypedObjects');
  const documents = found.map(async (record) => {
    const path = `/${typeName}/${record.document._id}`;
    const url = { ...context.url, path, rawPath: path };
    const { body } = await answerOne(view, record, request, { ...context, url });
    return [record.document._id, body()] as const;
  });
  return new Map(await Promise.all(documents));
}

/** @throws ApiError as objectDocuments does, for a query that no object can be read with */
export async function assertDocumentQuery(
  services: ObjectServices,
  typeName: string,
  query: DocumentQuery,
  context: RequestContext,
): Promise<void> {
  const request = requestOf(query, 1, context);
  const found = await listObjects(services, { typeName, scope: { _id: { $in: [] } } }, request, context);
  const types = typesOfEndpoint(services, typeName);
  const page = objectPage(services, { name: typeName === FOLDERS ? 'Folders' : 'TypedObjects', types }, found);
  await answerPage(page.view, page, request, context);
}
