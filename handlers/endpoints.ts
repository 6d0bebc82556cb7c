// Endpoints (reference/jsonapi.md 2.5).
import type { RequestContext } from '../core/context.ts';
import { listDocument, singleDocument } from '../core/format/jsonapi/documents.ts';
import { parseListRequest, parseReadRequest, type ReadRequest } from '../core/format/jsonapi/list-request.ts';
import { createEndpoint, deleteEndpoint, endpointResources, updateEndpoint } from '../core/admin/endpoints.ts';
import type { Handlers } from '../core/http/handler.ts';
import { findRow, listResources } from '../core/resources/resource-type.ts';
import type { EndpointRow } from '../core/store/store.ts';
import { pageLimits } from '../core/settings.ts';
import type { Services } from './services.ts';

type Operations = 'listEndpoints' | 'createEndpoint' | 'getEndpoint' | 'updateEndpoint' | 'deleteEndpoint';

export function endpointHandlers(services: Services): Pick<Handlers, Operations> {
  const { store, config } = services;
  const type = endpointResources(store);

  const single = (row: EndpointRow, context: RequestContext, request?: ReadRequest) => ({
    etag: { revision: row.revision },
    body: () => singleDocument(type.toResource(row), context.url, request),
  });

  return {
    listEndpoints: async ({ query, context }) => {
      const request = parseListRequest(query, pageLimits(context, config.pageSizeMax));
      const page = await listResources(type, request, { timeLimit: config.queryTimeLimit });
      return { status: 200, body: listDocument(page, request, context.url) };
    },
    createEndpoint: async ({ body, context }) => {
      const row = await createEndpoint(services, body, context);
      const Location = `${context.url.base}/admin/endpoints/${row._id}`;
      return { status: 201, headers: { Location }, ...single(row, context) };
    },
    getEndpoint: async ({ params, query, context }) => {
      const row = await findRow(type, params.endpoint_id);
      return { status: 200, ...single(row, context, parseReadRequest(query)) };
    },
    updateEndpoint: async ({ params, body, context }) => {
      const row = await updateEndpoint(services, params.endpoint_id, body, context);
      return { status: 200, ...single(row, context) };
    },
    deleteEndpoint: async ({ params, context }) => {
      await deleteEndpoint(services, params.endpoint_id, context);
      return { status: 204 };
    },
  };
}
