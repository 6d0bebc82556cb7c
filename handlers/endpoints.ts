// Endpoints (reference/jsonapi.md 2.5).
import { parseReadRequest } from '../core/format/jsonapi/list-request.ts';
import { createEndpoint, deleteEndpoint, endpointResources, updateEndpoint } from '../core/admin/endpoints.ts';
import type { Handlers } from '../core/http/handler.ts';
import { findRow, listResources } from '../core/resources/resource-type.ts';
import { answerChanged, answerNew, answerOne, answerPage } from '../core/representation/answers.ts';
import { readListRequest } from '../core/representation/list-requests.ts';
import { rowView } from '../core/representation/resource-view.ts';
import type { Services } from './services.ts';

type Operations = 'listEndpoints' | 'createEndpoint' | 'getEndpoint' | 'updateEndpoint' | 'deleteEndpoint';

export function endpointHandlers(services: Services): Pick<Handlers, Operations> {
  const { store, config } = services;
  const type = endpointResources(store);
  const view = rowView(type);

  return {
    listEndpoints: async ({ query, context }) => {
      const request = readListRequest(query, context, config);
      const page = await listResources(type, request, { timeLimit: config.queryTimeLimit });
      return answerPage(view, page, request, context);
    },
    createEndpoint: async ({ body, context }) =>
      answerNew(view, await createEndpoint(services, body, context), context),
    getEndpoint: async ({ params, query, context }) =>
      answerOne(view, await findRow(type, params.endpoint_id), parseReadRequest(query), context),
    updateEndpoint: async ({ params, body, context }) =>
      answerChanged(view, await updateEndpoint(services, params.endpoint_id, body, context), context),
    deleteEndpoint: async ({ params, context }) => {
      await deleteEndpoint(services, params.endpoint_id, context);
      return { status: 204 };
    },
  };
}
