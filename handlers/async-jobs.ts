// Work that is done later (D43, D52, reference/jsonapi.md 9).
import { createJob, deleteJob, findJob, jobResources, jobScope, updateJob } from '../core/admin/async-jobs.ts';
import { parseReadRequest } from '../core/format/jsonapi/list-request.ts';
import type { HandlerInput, Handlers } from '../core/http/handler.ts';
import { listResources, type ResourceType } from '../core/resources/resource-type.ts';
import type { AsyncJobRow } from '../core/store/store.ts';
import { answerChanged, answerNew, answerOne, answerPage } from '../core/representation/answers.ts';
import { readListRequest } from '../core/representation/list-requests.ts';
import { rowView } from '../core/representation/resource-view.ts';
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

  // The same for both paths, which differ in the permissions that guard them.
  const list =
    (type: Type) =>
    async ({ query, context }: Pick<HandlerInput<'listAsyncJobs'>, 'query' | 'context'>) => {
      const request = readListRequest(query, context, config);
      const page = await listResources(type, request, { timeLimit: config.queryTimeLimit }, jobScope(context));
      return answerPage(rowView(type), page, request, context);
    };
  const create =
    (type: Type) =>
    async ({ body, context }: Pick<HandlerInput<'createAsyncJob'>, 'body' | 'context'>) =>
      answerNew(rowView(type), await createJob(services, body, context), context);
  const get =
    (type: Type) =>
    async ({ params, query, context }: Pick<HandlerInput<'getAsyncJob'>, 'params' | 'query' | 'context'>) => {
      const row = await findJob(type, params.async_job_id, context);
      return answerOne(rowView(type), row, parseReadRequest(query), context);
    };

  return {
    listAsyncJobs: list(adminType),
    createAsyncJob: create(adminType),
    getAsyncJob: get(adminType),
    updateAsyncJob: async ({ params, body, context }) => {
      const row = await updateJob(services, params.async_job_id, body, context);
      return answerChanged(rowView(adminType), row, context);
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
