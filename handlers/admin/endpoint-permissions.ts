// Permissions of roles and applications on endpoints (D553).
import { endpointPermissions } from '../../core/admin/endpoint-permissions.ts';
import type { Handlers } from '../../core/http/handler.ts';
import { rowHandlers } from '../../core/representation/row-handlers.ts';
import type { Services } from '../services.ts';

const NAMES = { one: 'EndpointPermission', many: 'EndpointPermissions', id: 'endpoint_permission_id' } as const;

export const endpointPermissionHandlers = (services: Services) =>
  ({
    ...rowHandlers(services.config, NAMES, endpointPermissions(services)),
  }) satisfies Partial<Handlers>;
