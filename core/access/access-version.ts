import type { Store } from '../store/store.ts';
import type { Transaction } from '../store/transactions/transaction.ts';

/** Every process reads the rules again. Of two such changes at once the later sees the result of the earlier. */
export async function raiseAccessVersion(store: Store, transaction: Transaction): Promise<number> {
  const options = { session: transaction, upsert: true, returnDocument: 'after' } as const;
  const state = await store.state.findOneAndUpdate({ _id: 'access' }, { $inc: { version: 1 } }, options);
  return state?.version ?? 1;
}
