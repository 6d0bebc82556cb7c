// Accounts of users at providers (D558).
import { externalAuth } from '../../core/admin/external-auth.ts';
import type { Handlers } from '../../core/http/handler.ts';
import { rowHandlers } from '../../core/representation/row-handlers.ts';
import type { Services } from '../services.ts';

const NAMES = { one: 'ExternalAuth', many: 'ExternalAuth', id: 'external_auth_id' } as const;

export const externalAuthHandlers = (services: Services) =>
  ({
    ...rowHandlers(services.config, NAMES, externalAuth(services)),
  }) satisfies Partial<Handlers>;
