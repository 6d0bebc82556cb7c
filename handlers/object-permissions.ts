// Roles that objects are for (D20).
import { parseReadRequest } from '../core/format/jsonapi/list-request.ts';
import type { Handlers } from '../core/http/handler.ts';
import {
  findObjectPermission,
  listObjectPermissions,
  objectPermissionResources,
} from '../core/objects/own-permissions.ts';
import { createObjectPermission, deleteObjectPermission } from '../core/objects/permission-rows.ts';
import { answerNew, answerOne, answerPage } from '../core/representation/answers.ts';
import { readListRequest } from '../core/representation/list-requests.ts';
import { rowView } from '../core/representation/resource-view.ts';
import type { Services } from './services.ts';

type Operations = 'listObjectPermissions' | 'createObjectPermission' | 'getObjectPermission' | 'deleteObjectPermission';

export function objectPermissionHandlers(services: Services): Pick<Handlers, Operations> {
  const { objects, config } = services;
  const type = objectPermissionResources(objects.store);
  const view = rowView(type);

  return {
    listObjectPermissions: async ({ query, context }) => {
      const request = readListRequest(query, context, config);
      const page = await listObjectPermissions(objects, request, context);
      return answerPage(view, page, request, context);
    },
    createObjectPermission: async ({ body, context }) =>
      answerNew(view, await createObjectPermission(services, body, context), context),
    getObjectPermission: async ({ params, query, context }) =>
      answerOne(
        view,
        await findObjectPermission(objects, params.object_permission_id, context),
        parseReadRequest(query),
        context,
      ),
    deleteObjectPermission: async ({ params, context }) => {
      await deleteObjectPermission(services, params.object_permission_id, context);
      return { status: 204 };
    },
  };
}
