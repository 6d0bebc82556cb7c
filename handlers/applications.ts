// Applications, for administrators and, without their keys, for everybody (D18, reference/jsonapi.md 2.4).
import {
  applicationResources,
  createApplication,
  deleteApplication,
  publicApplicationResources,
  updateApplication,
} from '../core/admin/applications.ts';
import type { RequestContext } from '../core/context.ts';
import { listDocument, singleDocument } from '../core/format/jsonapi/documents.ts';
import { parseListRequest, parseReadRequest, type ReadRequest } from '../core/format/jsonapi/list-request.ts';
import type { Handlers } from '../core/http/handler.ts';
import { findRow, listResources } from '../core/resources/resource-type.ts';
import { notFound } from '../core/errors.ts';
import type { ApplicationRow } from '../core/store/store.ts';
import { pageLimits } from '../core/settings.ts';
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

  const single = (row: ApplicationRow, context: RequestContext, request?: ReadRequest) => ({
    etag: { revision: row.revision, variant: context.caller.isAdmin ? 'keys' : '' },
    body: () => singleDocument(applicationResources(store, context.caller).toResource(row), context.url, request),
  });

  return {
    listApplications: async ({ query, context }) => {
      const request = parseListRequest(query, pageLimits(context, config.pageSizeMax));
      const page = await listResources(applicationResources(store, context.caller), request, limits);
      return { status: 200, body: listDocument(page, request, context.url) };
    },
    createApplication: async ({ body, context }) => {
      const row = await createApplication(services, body, context);
      const Location = `${context.url.base}/admin/applications/${row._id}`;
      return { status: 201, headers: { Location }, ...single(row, context) };
    },
    getApplication: async ({ params, query, context }) => {
      const row = await findRow(applicationResources(store, context.caller), params.application_id);
      return { status: 200, ...single(row, context, parseReadRequest(query)) };
    },
    updateApplication: async ({ params, body, context }) => {
      const row = await updateApplication(services, params.application_id, body, context);
      return { status: 200, ...single(row, context) };
    },
    deleteApplication: async ({ params, context }) => {
      await deleteApplication(services, params.application_id, context);
      return { status: 204 };
    },
    listPublicApplications: async ({ query, context }) => {
      const request = parseListRequest(query, pageLimits(context, config.pageSizeMax));
      const page = await listResources(publicType, request, limits, [{ enabled: true }]);
      return { status: 200, body: listDocument(page, request, context.url) };
    },
    getPublicApplication: async ({ params, query, context }) => {
      const row = await findRow(publicType, params.application_id);
      if (!row.enabled) throw notFound(`applications "${params.application_id.slice(0, 100)}"`);
      const body = () => singleDocument(publicType.toResource(row), context.url, parseReadRequest(query));
      return { status: 200, etag: { revision: row.revision }, body };
    },
  };
}
