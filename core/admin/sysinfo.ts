// Versions and memory use of the service, for administrators. No environment variable, no address, no secret.
import type { ModelService } from '../model/model-service.ts';
import { checkDatabase } from '../store/health.ts';
import type { Store } from '../store/store.ts';

export interface SystemInfo {
  version: string;
  node: string;
  platform: string;
  /** Null when the database does not respond. */
  mongodb: string | null;
  /** Seconds. */
  uptime: number;
  /** Bytes. */
  memory: number;
  model_version: number;
}

export async function systemInfo(
  { store, modelService }: { store: Store; modelService: Pick<ModelService, 'current'> },
  version: string,
): Promise<SystemInfo> {
  const database = await checkDatabase(store);
  return {
    version,
    node: process.versions.node,
    platform: `${process.platform} ${process.arch}`,
    mongodb: database.version ?? null,
    uptime: Math.floor(process.uptime()),
    memory: process.memoryUsage.rss(),
    model_version: modelService.current().version,
  };
}
