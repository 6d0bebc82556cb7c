// Files and rows are kept in two places that no transaction spans. So every file is announced before its first byte is
// stored, as one that nobody names; the transaction that writes the row which names it claims it. The transaction that
// removes such a row gives it up again. What nobody names in time is removed: nothing is ever lost, or left behind.
import { randomUUID } from 'node:crypto';
import { utimes } from 'node:fs/promises';
import pLimit from 'p-limit';
import type { Clock } from '../clock.ts';
import { ApiError } from '../errors.ts';
import type { Logger } from '../log.ts';
import type { Filter, Store, UnclaimedFileRow } from '../store/store.ts';
import type { Transaction } from '../store/transaction.ts';
import type { FileStorage, LocalFile } from './storage/file-storage.ts';

/** How long an announced file may take to be stored and claimed; renewed while it is being stored. */
export const LEASE_MS = 10 * 60_000;

/** Files that one request removes at the same time. */
const AT_ONCE = 8;

/** After so many files that could not be removed a sweep ends; the next one begins with others. */
const MAX_FAILURES = 20;

export interface FileKeeper {
  storage: FileStorage;
  /** Stores a file; it is removed again unless it is claimed. @returns its key */
  keep(file: LocalFile): Promise<string>;
  /** Stores a copy of a stored file, in the same way. @returns its key */
  copy(key: string): Promise<string>;
  /** In the transaction that writes the row which names it. @throws ApiError service_unavailable when it came too late */
  claim(key: string, transaction: Transaction): Promise<void>;
  /** As `claim`, all of them or none. @param keys each once */
  claimAll(keys: readonly string[], transaction: Transaction): Promise<void>;
  /** In the transaction that removes the rows which named them; call `removeNow` after it. */
  giveUp(keys: readonly string[], transaction: Transaction): Promise<void>;
  /** Removes those of them that nobody names, whatever the caller believes; what fails is left to `sweep`. */
  removeNow(keys: readonly string[]): Promise<void>;
  /**
   * Removes all files whose time has come, in any number of processes at the same time. What the storage does not remove is
   * left for the next time. @returns how many
   * @param signal ends it early
   * @throws when the database fails
   */
  sweep(signal?: AbortSignal): Promise<number>;
}

export interface FileKeeperParts {
  store: Store;
  storage: FileStorage;
  clock: Clock;
  log: Logger;
  /** ms */
  lease?: number;
}

export function createFileKeeper(parts: FileKeeperParts): FileKeeper {
  const { store, storage, clock, log, lease: leaseMs = LEASE_MS } = parts;
  const rows = store.unclaimedFiles;
  const lease = (): Date => new Date(clock.now().getTime() + leaseMs);
  const renew = async (_id: string): Promise<boolean> => {
    const { matchedCount } = await rows.updateOne({ _id, taken: { $exists: false } }, { $set: { due: lease() } });
    return matchedCount > 0;
  };

  /** Announces a file, and renews its lease while it is being stored. @param local that is not to be swept meanwhile */
  async function announced(storing: (key: string) => Promise<void>, local?: LocalFile): Promise<string> {
    const key = randomUUID();
    await rows.insertOne({ _id: key, due: lease() });
    const renewal = setInterval(() => {
      void Promise.allSettled([renew(key), local && utimes(local.path, clock.now(), clock.now())]);
    }, leaseMs / 10);
    try {
      await storing(key);
      // This process may have stood still for so long that others have removed the file, before the last of it was stored.
      if (!(await renew(key))) throw tooLate();
      return key;
    } catch (error) {
      // Announced anew, should others have removed it before the last of it came.
      await rows.updateOne({ _id: key }, { $set: { due: lease() } }, { upsert: true }).catch(() => undefined);
      await removeNow([key]);
      throw error;
    } finally {
      clearInterval(renewal);
    }
  }

  /**
   * Takes a file that nobody names, for `removeTaken`. From here on a claim fails, also one of a transaction that is under way
   * or whose outcome its process does not know: it either has taken the row away, or meets this change of it.
   * @returns its key, undefined when there is none
   */
  async function take(filter: Filter<UnclaimedFileRow>): Promise<string | undefined> {
    // Other processes leave it alone for a while; when this one dies here, they see to it then.
    const row = await rows.findOneAndUpdate(filter, { $set: { due: lease(), taken: true } }, { sort: { due: 1 } });
    return row?._id;
  }

  async function removeTaken(key: string): Promise<void> {
    await storage.remove(key);
    await rows.deleteOne({ _id: key });
  }

  async function removeNow(keys: readonly string[]): Promise<void> {
    const some = pLimit(AT_ONCE);
    const remove = async (key: string): Promise<void> => {
      try {
        const taken = await take({ _id: key });
        if (taken !== undefined) await removeTaken(taken);
      } catch (error) {
        log.warn({ key, error: (error as Error).message }, 'a file could not be removed yet');
      }
    };
    await Promise.all(keys.map((key) => some(remove, key)));
  }

  async function claimAll(keys: readonly string[], transaction: Transaction): Promise<void> {
    const { deletedCount } = await rows.deleteMany(
      { _id: { $in: [...keys] }, taken: { $exists: false } },
      { session: transaction },
    );
    if (deletedCount < keys.length) throw tooLate();
  }

  return {
    storage,
    keep: (file) => announced((key) => storage.keep(key, file), file),
    copy: (from) => announced((key) => storage.copy(from, key)),
    claim: (key, transaction) => claimAll([key], transaction),
    claimAll,
    async giveUp(keys, transaction) {
      if (keys.length === 0) return;
      // At once: a reader that has it open goes on reading, or begins anew and is told that it is gone.
      await rows.insertMany(
        keys.map((_id) => ({ _id, due: clock.now() })),
        { session: transaction },
      );
    },
    removeNow,
    async sweep(signal) {
      const due = { $lte: clock.now() };
      const failures: Error[] = [];
      let removed = 0;
      // One that cannot be removed is no reason to keep the others; many are a storage that is away.
      while (!signal?.aborted && failures.length < MAX_FAILURES) {
        const key = await take({ due });
        if (key === undefined) break;
        await removeTaken(key).then(
          () => removed++,
          (error: Error) => failures.push(error),
        );
      }
      const [first] = failures;
      if (first) log.warn({ files: failures.length, error: first.message }, 'files could not be removed yet');
      return removed;
    },
  };
}

const tooLate = (): ApiError => new ApiError('service_unavailable', 'The file was not stored in time.');
