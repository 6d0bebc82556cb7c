// Stores for tests below HTTP: a migrated database for one file, and model services on it, as many as processes.
import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { systemClock } from '../../../core/clock.ts';
import { ANONYMOUS, SERVICE_CONTEXT, type RequestContext } from '../../../core/context.ts';
import { createLog } from '../../../core/log.ts';
import { seedModel } from '../../../core/migrations/seed-model.ts';
import { createCleanupJobs } from '../../../core/model/cleanup-jobs.ts';
import { openModelService, type ModelService } from '../../../core/model/model-service.ts';
import { connect } from '../../../core/store/connection/connect.ts';
import { migrate } from '../../../core/store/migrations.ts';
import { remakeSearch } from '../../../core/objects/translations/remake-search.ts';
import { createStore, type Store } from '../../../core/store/store.ts';

export const testLog = createLog('silent');

/** A request without a user. */
export const someContext: RequestContext = {
  ...SERVICE_CONTEXT,
  caller: { ...ANONYMOUS, userId: 1, roles: new Set([1]), isAdmin: true },
};

/** The data of one process. */
export interface TestProcess {
  store: Store;
  modelService: ModelService;
  clock: typeof systemClock;
  /** No test checks its permissions here. */
  access: { refresh(): Promise<void> };
}

export interface TestDatabase {
  openStore(): Promise<Store>;
  /** A store and a model service with a separate connection. */
  openProcess(): Promise<TestProcess>;
  close(): Promise<void>;
}

/** An empty database, dropped at the end. */
export function emptyDatabase(): TestDatabase {
  const uri = new URL(inject('mongodbUri'));
  uri.pathname = `/test_${randomUUID().slice(0, 18)}`;
  const stores: Store[] = [];
  const services: ModelService[] = [];
  const openStore = async (): Promise<Store> => {
    const { client, db } = await connect(uri.href);
    const store = createStore(client, db);
    stores.push(store);
    return store;
  };
  return {
    openStore,
    async openProcess() {
      const store = await openStore();
      await migrate(store, [seedModel(systemClock)], testLog);
      const modelService = await openModelService({
        store,
        log: testLog,
        clock: systemClock,
        remakeSearch,
      });
      services.push(modelService);
      const { service } = createCleanupJobs({ store, clock: systemClock, modelService });
      const runJobs = async (): Promise<void> => {
        const open = await store.asyncJobs.find({ service: service.name, completed: null }).toArray();
        for (const job of open) await service.run(job, new AbortController().signal);
      };
      const change: ModelService['change'] = async (work) => {
        const result = await modelService.change(work);
        runJobs().catch(() => undefined);
        return result;
      };
      const access = { refresh: () => Promise.resolve() };
      return { store, modelService: { ...modelService, change }, clock: systemClock, access };
    },
    async close() {
      await Promise.all(services.map((service) => service.close()));
      await stores[0]?.db.dropDatabase();
      await Promise.all(stores.map((store) => store.client.close()));
    },
  };
}
