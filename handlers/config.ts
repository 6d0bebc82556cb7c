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
import { listDocument, singleDocument } from '../core/format/jsonapi/documents.ts';
import { parseListRequest, parseReadRequest, type ReadRequest } from '../core/format/jsonapi/list-request.ts';
import type { Handlers } from '../core/http/handler.ts';
import { findRow, listResources } from '../core/resources/resource-type.ts';
import type { ConfigRow } from '../core/store/store.ts';
import { pageLimits } from '../core/settings.ts';
import type { Services } from './services.ts';

type AdminOperations =
  'listConfigEntries' | 'createConfigEntry' | 'getConfigEntry' | 'updateConfigEntry' | 'deleteConfigEntry';
type PublicOperations =
  | 'listPublicConfigEntries'
  | 'createPublicConfigEntry'
  | 'getPublicConfigEntry'
  | 'updatePublicConfigEntry'
  | 'deletePublicConfigEntry';

const location = (context: RequestContext, path: string, row: ConfigRow): string =>
  `${context.url.base}${path}/${encodeURIComponent(row._id)}`;

function adminHandlers(services: Services): Pick<Handlers, AdminOperations> {
  const { store, config } = services;

  const single = (row: ConfigRow, context: RequestContext, request?: ReadRequest) => ({
    etag: { revision: row.revision },
    body: () => singleDocument(configResources(store).toResource(row), context.url, request),
  });

  return {
    listConfigEntries: async ({ query, context }) => {
      const request = parseListRequest(query, pageLimits(context, config.pageSizeMax));
      const page = await listResources(configResources(store, context), request, { timeLimit: config.queryTimeLimit });
      return { status: 200, body: listDocument(page, request, context.url) };
    },
    createConfigEntry: async ({ body, context }) => {
      const row = await createConfigEntry(services, body, context);
      return { status: 201, headers: { Location: location(context, '/admin/config', row) }, ...single(row, context) };
    },
    getConfigEntry: async ({ params, query, context }) => {
      const row = await findRow(configResources(store), params.config_id);
      return { status: 200, ...single(row, context, parseReadRequest(query)) };
    },
    updateConfigEntry: async ({ params, body, context }) => {
      const row = await updateConfigEntry(services, params.config_id, body, context);
      return { status: 200, ...single(row, context) };
    },
    deleteConfigEntry: async ({ params, context }) => {
      await deleteConfigEntry(services, params.config_id, context);
      return { status: 204 };
    },
  };
}

function publicHandlers(services: Services): Pick<Handlers, PublicOperations> {
  const { store, config } = services;

  const single = (row: ConfigRow, context: RequestContext, request?: ReadRequest) => ({
    // Of one name, an application sees its own entry and the others the global one.
    etag: { revision: row.revision, variant: row._id },
    body: () => singleDocument(applicationConfigResources(store, context).toResource(row), context.url, request),
  });

  return {
    listPublicConfigEntries: async ({ query, context }) => {
      const request = parseListRequest(query, pageLimits(context, config.pageSizeMax));
      const scope = await applicationConfigScope(store, context);
      const type = applicationConfigResources(store, context);
      const page = await listResources(type, request, { timeLimit: config.queryTimeLimit }, scope);
      return { status: 200, body: listDocument(page, request, context.url) };
    },
    createPublicConfigEntry: async ({ body, context }) => {
      const row = await createApplicationConfig(services, body, context);
      return { status: 201, headers: { Location: location(context, '/config', row) }, ...single(row, context) };
    },
    getPublicConfigEntry: async ({ params, query, context }) => {
      const row = await findApplicationConfig(store, params.config_id, context);
      return { status: 200, ...single(row, context, parseReadRequest(query)) };
    },
    updatePublicConfigEntry: async ({ params, body, context }) => {
      const row = await updateApplicationConfig(services, params.config_id, body, context);
      return { status: 200, ...single(row, context) };
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
