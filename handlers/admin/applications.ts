// Applications, for administrators and, without their keys, for all callers (D18, D554).
import { applications, publicApplications } from '../../core/admin/applications.ts';
import type { Handlers } from '../../core/http/handler.ts';
import { readHandlers, rowHandlers } from '../../core/representation/row-handlers.ts';
import type { Services } from '../services.ts';

const NAMES = { one: 'Application', many: 'Applications', id: 'application_id' } as const;
const PUBLIC_NAMES = { ...NAMES, one: 'PublicApplication', many: 'PublicApplications' } as const;

/** Responses that may show a new key. */
const NO_STORE = { 'Cache-Control': 'no-store' } as const;

export function applicationHandlers(services: Services) {
  const rows = rowHandlers(services.config, NAMES, applications(services));
  return {
    ...rows,
    createApplication: async (call) => {
      const { headers, ...answer } = await rows.createApplication(call);
      return { ...answer, headers: { ...headers, ...NO_STORE } };
    },
    updateApplication: async (call) => ({ ...(await rows.updateApplication(call)), headers: NO_STORE }),
    ...readHandlers(services.config, PUBLIC_NAMES, publicApplications(services.store)),
  } satisfies Partial<Handlers>;
}
