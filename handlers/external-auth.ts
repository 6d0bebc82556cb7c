// Accounts of users at providers (reference/jsonapi.md 9).
import { parseReadRequest } from '../core/format/jsonapi/list-request.ts';
import {
  createExternalAuth,
  deleteExternalAuth,
  externalAuthResources,
  updateExternalAuth,
} from '../core/admin/external-auth.ts';
import type { Handlers } from '../core/http/handler.ts';
import { findRow, listResources } from '../core/resources/resource-type.ts';
import { answerChanged, answerNew, answerOne, answerPage } from '../core/representation/answers.ts';
import { readListRequest } from '../core/representation/list-requests.ts';
import { rowView } from '../core/representation/resource-view.ts';
import type { Services } from './services.ts';

type Operations =
  'listExternalAuth' | 'createExternalAuth' | 'getExternalAuth' | 'updateExternalAuth' | 'deleteExternalAuth';

export function externalAuthHandlers(services: Services): Pick<Handlers, Operations> {
  const { store, config } = services;
  const type = externalAuthResources(store);
  const view = rowView(type);

  return {
    listExternalAuth: async ({ query, context }) => {
      const request = readListRequest(query, context, config);
      const page = await listResources(type, request, { timeLimit: config.queryTimeLimit });
      return answerPage(view, page, request, context);
    },
    createExternalAuth: async ({ body, context }) =>
      answerNew(view, await createExternalAuth(services, body, context), context),
    getExternalAuth: async ({ params, query, context }) =>
      answerOne(view, await findRow(type, params.external_auth_id), parseReadRequest(query), context),
    updateExternalAuth: async ({ params, body, context }) =>
      answerChanged(view, await updateExternalAuth(services, params.external_auth_id, body, context), context),
    deleteExternalAuth: async ({ params, context }) => {
      await deleteExternalAuth(services, params.external_auth_id, context);
      return { status: 204 };
    },
  };
}
