// Accounts of users at providers (reference/jsonapi.md 9).
import type { RequestContext } from '../core/context.ts';
import { listDocument, singleDocument } from '../core/format/jsonapi/documents.ts';
import { parseListRequest, parseReadRequest, type ReadRequest } from '../core/format/jsonapi/list-request.ts';
import {
  createExternalAuth,
  deleteExternalAuth,
  externalAuthResources,
  updateExternalAuth,
} from '../core/admin/external-auth.ts';
import type { Handlers } from '../core/http/handler.ts';
import { findRow, listResources } from '../core/resources/resource-type.ts';
import type { ExternalAuthRow } from '../core/store/store.ts';
import { pageLimits } from '../core/settings.ts';
import type { Services } from './services.ts';

type Operations =
  'listExternalAuth' | 'createExternalAuth' | 'getExternalAuth' | 'updateExternalAuth' | 'deleteExternalAuth';

export function externalAuthHandlers(services: Services): Pick<Handlers, Operations> {
  const { store, config } = services;
  const type = externalAuthResources(store);

  const single = (row: ExternalAuthRow, context: RequestContext, request?: ReadRequest) => ({
    etag: { revision: row.revision },
    body: () => singleDocument(type.toResource(row), context.url, request),
  });

  return {
    listExternalAuth: async ({ query, context }) => {
      const request = parseListRequest(query, pageLimits(context, config.pageSizeMax));
      const page = await listResources(type, request, { timeLimit: config.queryTimeLimit });
      return { status: 200, body: listDocument(page, request, context.url) };
    },
    createExternalAuth: async ({ body, context }) => {
      const row = await createExternalAuth(services, body, context);
      const Location = `${context.url.base}/admin/external_auth/${row._id}`;
      return { status: 201, headers: { Location }, ...single(row, context) };
    },
    getExternalAuth: async ({ params, query, context }) => {
      const row = await findRow(type, params.external_auth_id);
      return { status: 200, ...single(row, context, parseReadRequest(query)) };
    },
    updateExternalAuth: async ({ params, body, context }) => {
      const row = await updateExternalAuth(services, params.external_auth_id, body, context);
      return { status: 200, ...single(row, context) };
    },
    deleteExternalAuth: async ({ params, context }) => {
      await deleteExternalAuth(services, params.external_auth_id, context);
      return { status: 204 };
    },
  };
}
