// Configuration: all of it for administrators, that of context `app` for applications (D43, D53).
import {
  applicationConfigResources,
  applicationConfigScope,
  createApplicationConfig,
  deleteApplicationConfig,
  findApplicationConfig,
  updateApplicationConfig,
} from '../core/admin/application-config.ts';
import {
  configResources,
  createConfigEntry,
  deleteConfigEntry,
  updateConfigEntry,
} from '../core/admin/config-entries.ts';
import type { RequestContext } from '../core/context.ts';
import { parseReadRequest } from '../core/format/jsonapi/list-request.ts';
import type { Handlers } from '../core/http/handler.ts';
import { findRow, listResources } from '../core/resources/resource-type.ts';
import { answerChanged, answerNew, answerOne, answerPage } from '../core/representation/answers.ts';
import { readListRequest } from '../core/representation/list-requests.ts';
import { rowView } from '../core/representation/resource-view.ts';
import type { Services } from './services.ts';

type AdminOperations =
  'listConfigEntries' | 'createConfigEntry' | 'getConfigEntry' | 'updateConfigEntry' | 'deleteConfigEntry';
type PublicOperations =
  | 'listPublicConfigEntries'
  | 'createPublicConfigEntry'
  | 'getPublicConfigEntry'
  | 'updatePublicConfigEntry'
  | 'deletePublicConfigEntry';

function adminHandlers(services: Services): Pick<Handlers, AdminOperations> {
  const { store, config } = services;

  const view = rowView(configResources(store));

  return {
    listConfigEntries: async ({ query, context }) => {
      const request = readListRequest(query, context, config);
      const page = await listResources(configResources(store, context), request, { timeLimit: config.queryTimeLimit });
      return answerPage(view, page, request, context);
    },
    createConfigEntry: async ({ body, context }) => {
      const row = await createConfigEntry(services, body, context);
      return answerNew(view, row, context);
    },
    getConfigEntry: async ({ params, query, context }) => {
      const row = await findRow(configResources(store), params.config_id);
      return answerOne(view, row, parseReadRequest(query), context);
    },
    updateConfigEntry: async ({ params, body, context }) => {
      const row = await updateConfigEntry(services, params.config_id, body, context);
      return answerChanged(view, row, context);
    },
    deleteConfigEntry: async ({ params, context }) => {
      await deleteConfigEntry(services, params.config_id, context);
      return { status: 204 };
    },
  };
}

function publicHandlers(services: Services): Pick<Handlers, PublicOperations> {
  const { store, config } = services;

  const viewFor = (context: RequestContext) => rowView(applicationConfigResources(store, context));

  return {
    listPublicConfigEntries: async ({ query, context }) => {
      const request = readListRequest(query, context, config);
      const scope = await applicationConfigScope(store, context);
      const type = applicationConfigResources(store, context);
      const page = await listResources(type, request, { timeLimit: config.queryTimeLimit }, scope);
      return answerPage(viewFor(context), page, request, context);
    },
    createPublicConfigEntry: async ({ body, context }) => {
      const row = await createApplicationConfig(services, body, context);
      return answerNew(viewFor(context), row, context);
    },
    getPublicConfigEntry: async ({ params, query, context }) => {
      const row = await findApplicationConfig(store, params.config_id, context);
      return answerOne(viewFor(context), row, parseReadRequest(query), context);
    },
    updatePublicConfigEntry: async ({ params, body, context }) => {
      const row = await updateApplicationConfig(services, params.config_id, body, context);
      return answerChanged(viewFor(context), row, context);
    },
    deletePublicConfigEntry: async ({ params, context }) => {
      await deleteApplicationConfig(services, params.config_id, context);
      return { status: 204 };
    },
  };
}

export const configHandlers = (services: Services): Pick<Handlers, AdminOperations | PublicOperations> => ({
  ...adminHandlers(services),
  ...publicHandlers(services),
});
