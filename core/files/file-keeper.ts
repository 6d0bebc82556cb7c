// Files and rows are kept in two places that no transaction spans. So every file is announced before its first byte is
// stored, as one that nobody names; the transaction that writes the row which names it claims it. The transaction that
// removes such a row gives it up again. What nobody names in time is removed: nothing is ever lost, or left behind.
import { randomUUID } from 'node:crypto';
import type { Clock } from '../clock.ts';
import { ApiError } from '../errors.ts';
import type { Logger } from '../log.ts';
import type { Store } from '../store/store.ts';
import type { Transaction } from '../store/transaction.ts';
import type { FileStorage, LocalFile } from './storage/file-storage.ts';

/** How long an announced file may take to be stored and claimed; renewed while it is being stored. */
export const LEASE_MS = 10 * 60_000;

export interface FileKeeper {
  storage: FileStorage;
  /** Stores a file; it is removed again unless it is claimed. @returns its key */
  keep(file: LocalFile): Promise<string>;
  /** Stores a copy of a stored file, in the same way. @returns its key */
  copy(key: string): Promise<string>;
  /** In the transaction that writes the row which names it. @throws ApiError service_unavailable when it came too late */
  claim(key: string, transaction: Transaction): Promise<void>;
  /** In the transaction that removes the rows which named them; call `removeNow` after it. */
  giveUp(keys: readonly string[], transaction: Transaction): Promise<void>;
  /** Removes files that nobody names, best effort: what fails is left to `sweep`. */
  removeNow(keys: readonly string[]): Promise<void>;
  /** Removes all files whose time has come. @returns how many */
  sweep(): Promise<number>;
}

export interface FileKeeperParts {
  store: Store;
  storage: FileStorage;
  clock: Clock;
  log: Logger;
}

export function createFileKeeper({ store, storage, clock, log }: FileKeeperParts): FileKeeper {
  const rows = store.unclaimedFiles;
  const lease = (): Date => new Date(clock.now().getTime() + LEASE_MS);

  /** Announces a file, and renews its lease while it is being stored. */
  async function announced(storing: (key: string) => Promise<void>): Promise<string> {
    const key = randomUUID();
    await rows.insertOne({ _id: key, due: lease() }, { writeConcern: { w: 'majority' } });
    const renewal = setInterval(() => {
      rows.updateOne({ _id: key }, { $set: { due: lease() } }).catch(() => undefined);
    }, LEASE_MS / 10);
    try {
      await storing(key);
      return key;
    } catch (error) {
      await removeNow([key]);
      throw error;
    } finally {
      clearInterval(renewal);
    }
  }

  async function removeNow(keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      try {
        await storage.remove(key);
        await rows.deleteOne({ _id: key });
      } catch (error) {
        log.warn({ key, error: (error as Error).message }, 'a file could not be removed yet');
      }
    }
  }

  return {
    storage,
    keep: (file) => announced((key) => storage.keep(key, file)),
    copy: (from) => announced((key) => storage.copy(from, key)),
    async claim(key, session) {
      const { deletedCount } = await rows.deleteOne({ _id: key, taken: { $exists: false } }, { session });
      if (deletedCount === 0) throw new ApiError('service_unavailable', 'The file was not stored in time.');
    },
    async giveUp(keys, session) {
      if (keys.length === 0) return;
      // At once: a reader that has it open goes on reading, or begins anew and is told that it is gone.
      await rows.insertMany(
        keys.map((_id) => ({ _id, due: clock.now() })),
        { session },
      );
    },
    removeNow,
    async sweep() {
      let removed = 0;
      for (;;) {
        const now = clock.now();
        // A claim fails from now on, and other processes leave it alone for a while.
        const row = await rows.findOneAndUpdate(
          { due: { $lte: now } },
          { $set: { due: lease(), taken: true } },
          { sort: { due: 1 } },
        );
        if (!row) return removed;
        await removeNow([row._id]);
        removed++;
      }
    },
  };
}
