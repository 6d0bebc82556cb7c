// Endpoints (D553).
import { endpoints } from '../../core/admin/endpoints.ts';
import type { Handlers } from '../../core/http/handler.ts';
import { rowHandlers, type RowOperationIds } from '../../core/representation/row-handlers.ts';
import type { Services } from '../services.ts';

type Operations = RowOperationIds<'Endpoint', 'Endpoints'>;
const NAMES = { one: 'Endpoint', many: 'Endpoints', id: 'endpoint_id' } as const;

export const endpointHandlers = (services: Services): Pick<Handlers, Operations> => ({
  ...rowHandlers(services.config, NAMES, endpoints(services)),
});
