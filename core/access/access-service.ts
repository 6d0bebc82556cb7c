// The access rules of a running service: one snapshot, which a change stream updates at once in every process.
import pLimit from 'p-limit';
import type { Logger } from '../log.ts';
import { followSnapshot } from '../store/followed-snapshot.ts';
import type { Store } from '../store/store.ts';
import type { Transaction } from '../store/transactions/transaction.ts';
import { raiseAccessVersion } from './access-version.ts';
import { resolveAccess, type AccessRows, type AccessSnapshot } from './access-rules.ts';

export type AccessService = Awaited<ReturnType<typeof openAccessService>>;

interface AccessOptions extends Pick<AccessRows, 'extensionEndpoints' | 'defaults'> {
  store: Store;
  log: Logger;
}

async function readRows(
  { store, extensionEndpoints, defaults }: AccessOptions,
  transaction: Transaction,
): Promise<AccessRows> {
  const options = { session: transaction } as const;
  // One after the other: a MongoDB transaction runs one operation at a time.
  return {
    applications: await store.applications.find({}, options).toArray(),
    endpoints: await store.endpoints.find({}, options).toArray(),
    permissions: await store.endpointPermissions.find({}, options).toArray(),
    config: await store.config.find({}, options).toArray(),
    roles: await store.roles.find({}, options).toArray(),
    hasObjectPermissions: (await store.objectPermissions.findOne({}, { ...options, projection: { _id: 1 } })) !== null,
    ...(extensionEndpoints && { extensionEndpoints }),
    ...(defaults && { defaults }),
  };
}

const load = (options: AccessOptions): Promise<AccessSnapshot> =>
  options.store.transaction(async (transaction) => {
    const state = await options.store.state.findOne({ _id: 'access' }, { session: transaction });
    return resolveAccess(await readRows(options, transaction), state?.version ?? 0);
  });

export async function openAccessService(options: AccessOptions) {
  const { store, log } = options;
  const first = await load(options);
  const snapshot = followSnapshot({ store, log, state: 'access', first, load: () => load(options) });
  // Without turns, all but one of the concurrent transactions on the same rows in one process would be retried.
  const turn = pLimit(1);

  async function change<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const outcome = await store.transaction(async (transaction) => {
      const version = await raiseAccessVersion(store, transaction);
      const result = await work(transaction);
      return { result, after: resolveAccess(await readRows(options, transaction), version) };
    });
    snapshot.adopt(outcome.after);
    return outcome.result;
  }

  return {
    current: snapshot.current,
    refresh: snapshot.refresh,
    onChange: snapshot.onChange,
    /**
     * Changes rows of the rules (applications, endpoints, permissions, configuration, roles, and object permissions when the
     * first is added or the last removed) in one transaction. `work` may run several times. When the promise resolves, the rules
     * are in force in this process.
     */
    change: <T>(work: (transaction: Transaction) => Promise<T>) => turn(() => change(work)),
    async close(): Promise<void> {
      // Those that were taken before.
      await turn(() => undefined);
      await snapshot.close();
    },
  };
}
