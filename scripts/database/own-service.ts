// A service in the process of a command, for the rules of the service. Another one may run on the same database.
import { createLog } from '../../core/log.ts';
import { openService, type Service } from '../../core/service/open-service.ts';
import type { OpenDatabase } from './open-database.ts';

/** Limits are for clients, and the jobs are those of the running service. It logs errors only. */
export async function withOwnService<T>(
  { config, uri }: Pick<OpenDatabase, 'config' | 'uri'>,
  work: (service: Service) => Promise<T>,
): Promise<T> {
  const service = await openService({
    config: { ...config, browserUi: false, processRole: 'api', rateLimit: null, requireApiKey: false },
    mongodbUri: uri,
    log: createLog('error'),
  });
  try {
    return await work(service);
  } finally {
    await service.close();
  }
}
