// Roles that objects are for (D20).
import type { RequestContext } from '../core/context.ts';
import { listDocument, singleDocument } from '../core/format/jsonapi/documents.ts';
import { parseListRequest, parseReadRequest, type ReadRequest } from '../core/format/jsonapi/list-request.ts';
import type { Handlers } from '../core/http/handler.ts';
import {
  findObjectPermission,
  listObjectPermissions,
  objectPermissionResources,
} from '../core/objects/own-permissions.ts';
import { createObjectPermission, deleteObjectPermission } from '../core/objects/permission-rows.ts';
import type { ObjectPermissionRow } from '../core/store/store.ts';
import { pageLimits } from '../core/settings.ts';
import type { Services } from './services.ts';

type Operations = 'listObjectPermissions' | 'createObjectPermission' | 'getObjectPermission' | 'deleteObjectPermission';

export function objectPermissionHandlers(services: Services): Pick<Handlers, Operations> {
  const { objects, config } = services;
  const type = objectPermissionResources(objects.store);

  const single = (row: ObjectPermissionRow, context: RequestContext, request?: ReadRequest) => ({
    etag: { revision: row.revision },
    body: () => singleDocument(type.toResource(row), context.url, request),
  });

  return {
    listObjectPermissions: async ({ query, context }) => {
      const request = parseListRequest(query, pageLimits(context, config.pageSizeMax));
      const page = await listObjectPermissions(objects, request, context);
      return { status: 200, body: listDocument(page, request, context.url) };
    },
    createObjectPermission: async ({ body, context }) => {
      const row = await createObjectPermission(services, body, context);
      const Location = `${context.url.base}/object_permissions/${row._id}`;
      return { status: 201, headers: { Location }, ...single(row, context) };
    },
    getObjectPermission: async ({ params, query, context }) => {
      const row = await findObjectPermission(objects, params.object_permission_id, context);
      return { status: 200, ...single(row, context, parseReadRequest(query)) };
    },
    deleteObjectPermission: async ({ params, context }) => {
      await deleteObjectPermission(services, params.object_permission_id, context);
      return { status: 204 };
    },
  };
}
