// Providers of accounts outside the service (reference/jsonapi.md 9).
import { parseReadRequest } from '../core/format/jsonapi/list-request.ts';
import {
  createAuthProvider,
  deleteAuthProvider,
  authProviderResources,
  updateAuthProvider,
} from '../core/admin/auth-providers.ts';
import type { Handlers } from '../core/http/handler.ts';
import { findRow, listResources } from '../core/resources/resource-type.ts';
import { answerChanged, answerNew, answerOne, answerPage } from '../core/representation/answers.ts';
import { readListRequest } from '../core/representation/list-requests.ts';
import { rowView } from '../core/representation/resource-view.ts';
import type { Services } from './services.ts';

type Operations =
  'listAuthProviders' | 'createAuthProvider' | 'getAuthProvider' | 'updateAuthProvider' | 'deleteAuthProvider';

export function authProviderHandlers(services: Services): Pick<Handlers, Operations> {
  const { store, config } = services;
  const type = authProviderResources(store);
  const view = rowView(type);

  return {
    listAuthProviders: async ({ query, context }) => {
      const request = readListRequest(query, context, config);
      const page = await listResources(type, request, { timeLimit: config.queryTimeLimit });
      return answerPage(view, page, request, context);
    },
    createAuthProvider: async ({ body, context }) =>
      answerNew(view, await createAuthProvider(services, body, context), context),
    getAuthProvider: async ({ params, query, context }) =>
      answerOne(view, await findRow(type, params.auth_provider_id), parseReadRequest(query), context),
    updateAuthProvider: async ({ params, body, context }) =>
      answerChanged(view, await updateAuthProvider(services, params.auth_provider_id, body, context), context),
    deleteAuthProvider: async ({ params, context }) => {
      await deleteAuthProvider(services, params.auth_provider_id, context);
      return { status: 204 };
    },
  };
}
