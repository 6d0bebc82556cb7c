// Permissions of roles and applications on endpoints (reference/jsonapi.md 2.5).
import { parseReadRequest } from '../core/format/jsonapi/list-request.ts';
import {
  createPermission,
  deletePermission,
  permissionResources,
  updatePermission,
} from '../core/admin/endpoint-permissions.ts';
import type { Handlers } from '../core/http/handler.ts';
import { findRow, listResources } from '../core/resources/resource-type.ts';
import { answerChanged, answerNew, answerOne, answerPage } from '../core/representation/answers.ts';
import { readListRequest } from '../core/representation/list-requests.ts';
import { rowView } from '../core/representation/resource-view.ts';
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
  const view = rowView(type);

  return {
    listEndpointPermissions: async ({ query, context }) => {
      const request = readListRequest(query, context, config);
      const page = await listResources(type, request, { timeLimit: config.queryTimeLimit });
      return answerPage(view, page, request, context);
    },
    createEndpointPermission: async ({ body, context }) =>
      answerNew(view, await createPermission(services, body, context), context),
    getEndpointPermission: async ({ params, query, context }) =>
      answerOne(view, await findRow(type, params.endpoint_permission_id), parseReadRequest(query), context),
    updateEndpointPermission: async ({ params, body, context }) =>
      answerChanged(view, await updatePermission(services, params.endpoint_permission_id, body, context), context),
    deleteEndpointPermission: async ({ params, context }) => {
      await deletePermission(services, params.endpoint_permission_id, context);
      return { status: 204 };
    },
  };
}
