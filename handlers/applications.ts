// Applications, for administrators and, without their keys, for everybody (D18, reference/jsonapi.md 2.4).
import {
  applicationResources,
  createApplication,
  deleteApplication,
  publicApplicationResources,
  updateApplication,
} from '../core/admin/applications.ts';
import type { RequestContext } from '../core/context.ts';
import { parseReadRequest } from '../core/format/jsonapi/list-request.ts';
import type { Handlers } from '../core/http/handler.ts';
import { findRow, listResources } from '../core/resources/resource-type.ts';
import { notFound } from '../core/errors.ts';
import { answerChanged, answerNew, answerOne, answerPage } from '../core/representation/answers.ts';
import { readListRequest } from '../core/representation/list-requests.ts';
import { rowView } from '../core/representation/resource-view.ts';
import type { Services } from './services.ts';

type Operations =
  | 'listApplications'
  | 'createApplication'
  | 'getApplication'
  | 'updateApplication'
  | 'deleteApplication'
  | 'listPublicApplications'
  | 'getPublicApplication';

export function applicationHandlers(services: Services): Pick<Handlers, Operations> {
  const { store, config } = services;
  const limits = { timeLimit: config.queryTimeLimit };
  const publicType = publicApplicationResources(store);

  const publicView = rowView(publicType);
  const typeFor = ({ caller }: RequestContext) => applicationResources(store, caller);
  const viewFor = (context: RequestContext) => rowView(typeFor(context));

  return {
    listApplications: async ({ query, context }) => {
      const request = readListRequest(query, context, config);
      return answerPage(viewFor(context), await listResources(typeFor(context), request, limits), request, context);
    },
    createApplication: async ({ body, context }) =>
      answerNew(viewFor(context), await createApplication(services, body, context), context),
    getApplication: async ({ params, query, context }) => {
      const row = await findRow(typeFor(context), params.application_id);
      return answerOne(viewFor(context), row, parseReadRequest(query), context);
    },
    updateApplication: async ({ params, body, context }) => {
      const row = await updateApplication(services, params.application_id, body, context);
      return answerChanged(viewFor(context), row, context);
    },
    deleteApplication: async ({ params, context }) => {
      await deleteApplication(services, params.application_id, context);
      return { status: 204 };
    },
    listPublicApplications: async ({ query, context }) => {
      const request = readListRequest(query, context, config);
      const page = await listResources(publicType, request, limits, [{ enabled: true }]);
      return answerPage(publicView, page, request, context);
    },
    getPublicApplication: async ({ params, query, context }) => {
      const row = await findRow(publicType, params.application_id);
      if (!row.enabled) throw notFound(`applications "${params.application_id.slice(0, 100)}"`);
      return answerOne(publicView, row, parseReadRequest(query), context);
    },
  };
}
