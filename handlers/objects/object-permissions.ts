// Permissions of roles on objects (D20).
import type { Handlers } from '../../core/http/handler.ts';
import { objectPermissionResources, objectPermissions } from '../../core/objects/changes/object-permission-resource.ts';
import { createObjectPermission, deleteObjectPermission } from '../../core/objects/permissions/permission-rows.ts';
import { answerNew } from '../../core/representation/responses.ts';
import { rowView } from '../../core/representation/resource-view.ts';
import { readHandlers } from '../../core/representation/row-handlers.ts';
import { noContent } from '../../core/representation/plain-responses.ts';
import type { Services } from '../services.ts';

const NAMES = { one: 'ObjectPermission', many: 'ObjectPermissions', id: 'object_permission_id' } as const;

export function objectPermissionHandlers(services: Services) {
  const { objects, config } = services;
  const view = rowView(objectPermissionResources(objects.store));

  return {
    ...readHandlers(config, NAMES, objectPermissions(objects)),
    createObjectPermission: async ({ body, context }) =>
      answerNew(view, await createObjectPermission(services, body, context), context),
    deleteObjectPermission: ({ params, context }) =>
      noContent(deleteObjectPermission(services, params.object_permission_id, context)),
  } satisfies Partial<Handlers>;
}
