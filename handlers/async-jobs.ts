// Work that is done later (D43, D52, reference/jsonapi.md 9).
import { createJob, deleteJob, findJob, jobResources, jobScope, updateJob } from '../core/admin/async-jobs.ts';
import type { RequestContext } from '../core/context.ts';
import { listDocument, singleDocument } from '../core/format/jsonapi/documents.ts';
import { parseListRequest, parseReadRequest, type ReadRequest } from '../core/format/jsonapi/list-request.ts';
import type { HandlerInput, Handlers } from '../core/http/handler.ts';
import { listResources, type ResourceType } from '../core/resources/resource-type.ts';
import type { AsyncJobRow } from '../core/store/store.ts';
import { pageLimits } from '../core/settings.ts';
import type { Services } from './services.ts';

type Operations =
  | 'listAsyncJobs'
  | 'createAsyncJob'
  | 'getAsyncJob'
  | 'updateAsyncJob'
  | 'deleteAsyncJob'
  | 'listPublicAsyncJobs'
  | 'createPublicAsyncJob'
  | 'getPublicAsyncJob';

export function asyncJobHandlers(services: Services): Pick<Handlers, Operations> {
  const { config } = services;
  const adminType = jobResources(services, '/admin/async_jobs');
  const publicType = jobResources(services, '/async_jobs');
  type Type = ResourceType<AsyncJobRow, 'AsyncJobs'>;

  const single = (type: Type, row: AsyncJobRow, context: RequestContext, request?: ReadRequest) => ({
    // The status goes on with time, the revision does not.
    etag: { revision: row.revision, variant: String(type.toResource(row).meta['status']) },
    body: () => singleDocument(type.toResource(row), context.url, request),
  });
  // The same for both paths, which differ in the permissions that guard them.
  const list =
    (type: Type) =>
    async ({ query, context }: Pick<HandlerInput<'listAsyncJobs'>, 'query' | 'context'>) => {
      const request = parseListRequest(query, pageLimits(context, config.pageSizeMax));
      const page = await listResources(type, request, { timeLimit: config.queryTimeLimit }, jobScope(context));
      return { status: 200 as const, body: listDocument(page, request, context.url) };
    };
  const create =
    (type: Type) =>
    async ({ body, context }: Pick<HandlerInput<'createAsyncJob'>, 'body' | 'context'>) => {
      const row = await createJob(services, body, context);
      const Location = `${context.url.base}${type.path}/${row._id}`;
      return { status: 201 as const, headers: { Location }, ...single(type, row, context) };
    };
  const get =
    (type: Type) =>
    async ({ params, query, context }: Pick<HandlerInput<'getAsyncJob'>, 'params' | 'query' | 'context'>) => {
      const row = await findJob(type, params.async_job_id, context);
      return { status: 200 as const, ...single(type, row, context, parseReadRequest(query)) };
    };

  return {
    listAsyncJobs: list(adminType),
    createAsyncJob: create(adminType),
    getAsyncJob: get(adminType),
    updateAsyncJob: async ({ params, body, context }) => {
      const row = await updateJob(services, params.async_job_id, body, context);
      return { status: 200, ...single(adminType, row, context) };
    },
    deleteAsyncJob: async ({ params, context }) => {
      await deleteJob(services, params.async_job_id, context);
      return { status: 204 };
    },
    listPublicAsyncJobs: list(publicType),
    createPublicAsyncJob: create(publicType),
    getPublicAsyncJob: get(publicType),
  };
}
