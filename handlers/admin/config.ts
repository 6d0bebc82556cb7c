// Configuration: all of it for administrators, that of context `app` for applications (D43, D53).
import { applicationConfig, configEntries } from '../../core/admin/config-entries.ts';
import type { Handlers } from '../../core/http/handler.ts';
import { rowHandlers } from '../../core/representation/row-handlers.ts';
import type { Services } from '../services.ts';

const NAMES = { one: 'ConfigEntry', many: 'ConfigEntries', id: 'config_id' } as const;
const PUBLIC_NAMES = { ...NAMES, one: 'PublicConfigEntry', many: 'PublicConfigEntries' } as const;

export const configHandlers = (services: Services) =>
  ({
    ...rowHandlers(services.config, NAMES, configEntries(services)),
    ...rowHandlers(services.config, PUBLIC_NAMES, applicationConfig(services)),
  }) satisfies Partial<Handlers>;
