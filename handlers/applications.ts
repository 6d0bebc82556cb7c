// Applications, for administrators and, without their keys, for all callers (D18, D554).
import { applications, publicApplications } from '../core/admin/applications.ts';
import type { Handlers } from '../core/http/handler.ts';
import { readHandlers, rowHandlers, type RowOperationIds } from '../core/representation/row-handlers.ts';
import type { Services } from './services.ts';

type Operations = RowOperationIds<'Application', 'Applications'> | 'listPublicApplications' | 'getPublicApplication';
const NAMES = { one: 'Application', many: 'Applications', id: 'application_id' } as const;
const PUBLIC_NAMES = { ...NAMES, one: 'PublicApplication', many: 'PublicApplications' } as const;

export const applicationHandlers = (services: Services): Pick<Handlers, Operations> => ({
  ...rowHandlers(services.config, NAMES, applications(services)),
  ...readHandlers(services.config, PUBLIC_NAMES, publicApplications(services.store)),
});
