import type { Store } from '../store/store.ts';
import type { Transaction } from '../store/transactions/transaction.ts';

/**
 * Raises the version of the access rules in this transaction, so that every process reads them again. Two such changes at the
 * same moment conflict here: the later one sees the result of the earlier one.
 */
export async function raiseAccessVersion(store: Store, transaction: Transaction): Promise<number> {
  const options = { session: transaction, upsert: true, returnDocument: 'after' } as const;
  const state = await store.state.findOneAndUpdate({ _id: 'access' }, { $inc: { version: 1 } }, options);
  return state?.version ?? 1;
}
