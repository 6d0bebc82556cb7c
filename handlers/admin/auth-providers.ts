// Providers of accounts outside the service (D558).
import { authProviders } from '../../core/admin/auth-providers.ts';
import type { Handlers } from '../../core/http/handler.ts';
import { rowHandlers } from '../../core/representation/row-handlers.ts';
import type { Services } from '../services.ts';

const NAMES = { one: 'AuthProvider', many: 'AuthProviders', id: 'auth_provider_id' } as const;

export const authProviderHandlers = (services: Services) =>
  ({
    ...rowHandlers(services.config, NAMES, authProviders(services)),
  }) satisfies Partial<Handlers>;
