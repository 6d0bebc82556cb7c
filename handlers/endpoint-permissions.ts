// Permissions of roles and applications on endpoints (reference/jsonapi.md 2.5).
import type { RequestContext } from '../core/context.ts';
import { listDocument, singleDocument } from '../core/format/jsonapi/documents.ts';
import { parseListRequest, parseReadRequest, type ReadRequest } from '../core/format/jsonapi/list-request.ts';
import {
  createPermission,
  deletePermission,
  permissionResources,
  updatePermission,
} from '../core/admin/endpoint-permissions.ts';
import type { Handlers } from '../core/http/handler.ts';
import { findRow, listResources } from '../core/resources/resource-type.ts';
import type { EndpointPermissionRow } from '../core/store/store.ts';
import { pageLimits } from '../core/settings.ts';
import type { Services } from './services.ts';

type Operations =
  | 'listEndpointPermissions'
  | 'createEndpointPermission'
  | 'getEndpointPermission'
  | 'updateEndpointPermission'
  | 'deleteEndpointPermission';

export function endpointPermissionHandlers(services: Services): Pick<Handlers, Operations> {
  const { store, config } = services;
  const type = permissionResources(store);

  const single = (row: EndpointPermissionRow, context: RequestContext, request?: ReadRequest) => ({
    etag: { revision: row.revision },
    body: () => singleDocument(type.toResource(row), context.url, request),
  });

  return {
    listEndpointPermissions: async ({ query, context }) => {
      const request = parseListRequest(query, pageLimits(context, config.pageSizeMax));
      const page = await listResources(type, request, { timeLimit: config.queryTimeLimit });
      return { status: 200, body: listDocument(page, request, context.url) };
    },
    createEndpointPermission: async ({ body, context }) => {
      const row = await createPermission(services, body, context);
      const Location = `${context.url.base}/admin/endpoint_permissions/${row._id}`;
      return { status: 201, headers: { Location }, ...single(row, context) };
    },
    getEndpointPermission: async ({ params, query, context }) => {
      const row = await findRow(type, params.endpoint_permission_id);
      return { status: 200, ...single(row, context, parseReadRequest(query)) };
    },
    updateEndpointPermission: async ({ params, body, context }) => {
      const row = await updatePermission(services, params.endpoint_permission_id, body, context);
      return { status: 200, ...single(row, context) };
    },
    deleteEndpointPermission: async ({ params, context }) => {
      await deletePermission(services, params.endpoint_permission_id, context);
      return { status: 204 };
    },
  };
}
