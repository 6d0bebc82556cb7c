// Reads that are never older than earlier reads (D657). A member that was suspended or disconnected may treat itself as
// the primary for some more seconds, and return outdated rows. Requests may use such rows; events, which are delivered
// once, must not.
import type { PrimaryWatch } from '../connection/connect.ts';
import { BACKGROUND_COMMENT } from './event-rows.ts';
import type { Store } from '../store.ts';

export type ReadCurrent = <T>(read: () => Promise<T>) => Promise<T>;

const MOST_ATTEMPTS = 5;
/** A previous primary finds no majority. */
const CONFIRM_MS = 5_000;

/** The reads are repeated when another member has become the primary during them, so they must have no effect. */
export function createCurrentReads({ state }: Pick<Store, 'state'>, { term }: Pick<PrimaryWatch, 'term'>): ReadCurrent {
  /** A majority confirms that the responding member is the primary. */
  const confirm = async (): Promise<void> => {
    const linearizable = { readConcern: { level: 'linearizable' }, maxTimeMS: CONFIRM_MS } as const;
    await state.findOne(
      { _id: 'migrations' },
      { ...linearizable, projection: { _id: 1 }, comment: BACKGROUND_COMMENT },
    );
  };
  return async (read) => {
    for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
      const before = term();
      const result = await read();
      await confirm();
      if (before !== undefined && before === term()) return result;
    }
    throw new Error('the primary changes all the time');
  };
}
