// Endpoints (D553).
import { endpoints } from '../../core/admin/endpoints.ts';
import type { Handlers } from '../../core/http/handler.ts';
import { rowHandlers } from '../../core/representation/row-handlers.ts';
import type { Services } from '../services.ts';

const NAMES = { one: 'Endpoint', many: 'Endpoints', id: 'endpoint_id' } as const;

export const endpointHandlers = (services: Services) =>
  ({
    ...rowHandlers(services.config, NAMES, endpoints(services)),
  }) satisfies Partial<Handlers>;
