// Providers of accounts outside the service (reference/jsonapi.md 9).
import type { RequestContext } from '../core/context.ts';
import { listDocument, singleDocument } from '../core/format/jsonapi/documents.ts';
import { parseListRequest, parseReadRequest, type ReadRequest } from '../core/format/jsonapi/list-request.ts';
import {
  createAuthProvider,
  deleteAuthProvider,
  authProviderResources,
  updateAuthProvider,
} from '../core/admin/auth-providers.ts';
import type { Handlers } from '../core/http/handler.ts';
import { findRow, listResources } from '../core/resources/resource-type.ts';
import type { AuthProviderRow } from '../core/store/store.ts';
import { pageLimits } from '../core/settings.ts';
import type { Services } from './services.ts';

type Operations =
  'listAuthProviders' | 'createAuthProvider' | 'getAuthProvider' | 'updateAuthProvider' | 'deleteAuthProvider';

export function authProviderHandlers(services: Services): Pick<Handlers, Operations> {
  const { store, config } = services;
  const type = authProviderResources(store);

  const single = (row: AuthProviderRow, context: RequestContext, request?: ReadRequest) => ({
    etag: { revision: row.revision },
    body: () => singleDocument(type.toResource(row), context.url, request),
  });

  return {
    listAuthProviders: async ({ query, context }) => {
      const request = parseListRequest(query, pageLimits(context, config.pageSizeMax));
      const page = await listResources(type, request, { timeLimit: config.queryTimeLimit });
      return { status: 200, body: listDocument(page, request, context.url) };
    },
    createAuthProvider: async ({ body, context }) => {
      const row = await createAuthProvider(services, body, context);
      const Location = `${context.url.base}/admin/auth_providers/${row._id}`;
      return { status: 201, headers: { Location }, ...single(row, context) };
    },
    getAuthProvider: async ({ params, query, context }) => {
      const row = await findRow(type, params.auth_provider_id);
      return { status: 200, ...single(row, context, parseReadRequest(query)) };
    },
    updateAuthProvider: async ({ params, body, context }) => {
      const row = await updateAuthProvider(services, params.auth_provider_id, body, context);
      return { status: 200, ...single(row, context) };
    },
    deleteAuthProvider: async ({ params, context }) => {
      await deleteAuthProvider(services, params.auth_provider_id, context);
      return { status: 204 };
    },
  };
}
