// Files and rows are stored in two places that no transaction spans. So each file has a row in `unclaimed_files` before its
// first byte is stored. The transaction that writes the row of a stream deletes it (commit); the transaction that removes a
// stream inserts it again (release). A sweep removes the files that still have such a row after a time limit: no file is
// lost, and none is left behind.
import { randomUUID } from 'node:crypto';
import { utimes } from 'node:fs/promises';
import pLimit from 'p-limit';
import type { Clock } from '../clock.ts';
import { ApiError } from '../errors.ts';
import type { Logger } from '../log.ts';
import type { Filter, Store, UnclaimedFileRow } from '../store/store.ts';
import type { Transaction } from '../store/transactions/transaction.ts';
import { areFilesHeld } from './file-hold.ts';
import type { FileStorage, LocalFile } from './storage/file-storage.ts';
import { asError } from '../values.ts';

/** Time in which a new file is to be stored and committed; it is extended while bytes arrive. */
export const LEASE_MS = 10 * 60_000;

/** Files that one request removes at the same time. */
const AT_ONCE = 8;

/** Failed removals after which a sweep ends; the next sweep starts with other files. */
const MAX_FAILURES = 20;

export type FileStore = ReturnType<typeof createFileStore>;

export interface FileStoreParts {
  store: Store;
  storage: FileStorage;
  clock: Clock;
  log: Logger;
  /** ms */
  lease?: number;
}

export function createFileStore(parts: FileStoreParts) {
  const { store, storage, clock, log, lease: leaseMs = LEASE_MS } = parts;
  const rows = store.unclaimedFiles;
  const lease = (): Date => new Date(clock.now().getTime() + leaseMs);
  const renew = async (_id: string): Promise<boolean> => {
    const { matchedCount } = await rows.updateOne({ _id, taken: { $exists: false } }, { $set: { due: lease() } });
    return matchedCount > 0;
  };
  const { purge, sweep } = createRemoval(parts, lease);

  /** Inserts the row of a new file, and renews its lease while it is stored. @param local its copy on disk, kept from being swept */
  async function announced(storing: (key: string) => Promise<void>, local?: LocalFile): Promise<string> {
    const key = randomUUID();
    await rows.insertOne({ _id: key, due: lease() });
    const renewal = setInterval(() => {
      void Promise.allSettled([renew(key), local && utimes(local.path, clock.now(), clock.now())]);
    }, leaseMs / 10);
    try {
      await storing(key);
      // A suspended process may lose its lease: another process has then removed the file before its last byte was stored.
      if (!(await renew(key))) throw tooLate();
      return key;
    } catch (error) {
      // Another process may have removed the row before the last byte arrived.
      await rows.updateOne({ _id: key }, { $set: { due: lease() } }, { upsert: true }).catch(() => undefined);
      await purge([key]);
      throw error;
    } finally {
      clearInterval(renewal);
    }
  }

  return {
    storage,
    /** Stores a file, which a sweep removes unless it is committed. @returns its key */
    put: (file: LocalFile): Promise<string> => announced((key) => storage.put(key, file), file),
    /**
     * Stores a copy of a stored file, in the same way.
     * @param check of the copy, which is not swept during the check; if the check fails it is swept later
     * @returns its key
     * @throws FileMissing, errors of `check`
     */
    copy: (from: string, check?: (key: string) => Promise<void>): Promise<string> =>
      announced(async (key) => {
        await storage.copy(from, key);
        await check?.(key);
      }),
    /**
     * Records the key of a file that a client stores and that is removed in any case.
     * @param due not before the client's address has expired
     */
    async expect(key: string, due: Date, transaction: Transaction): Promise<void> {
      await rows.insertOne({ _id: key, due }, { session: transaction });
    },
    /** Removes an expected file earlier than recorded. */
    async advance(key: string, due: Date, transaction: Transaction): Promise<void> {
      await rows.updateOne({ _id: key }, { $min: { due } }, { session: transaction });
    },
    /** Removes an expected file before it is due; another one may be sent and is removed then. A failure is left to `sweep`. */
    async dismiss(key: string): Promise<void> {
      await storage.remove(key).catch((error: unknown) => warnOf(log, key, error));
    },
    /** In the transaction that writes the row of the file. @throws ApiError service_unavailable after the time limit */
    commit: (key: string, transaction: Transaction): Promise<void> => commitFiles(rows, [key], transaction),
    /** The same for several files, all or none. @param keys without duplicates */
    commitAll: (keys: readonly string[], transaction: Transaction): Promise<void> =>
      commitFiles(rows, keys, transaction),
    /** In the transaction that removes the rows of the files; call `purge` after it. */
    async release(keys: readonly string[], transaction: Transaction): Promise<void> {
      if (keys.length === 0) return;
      // Without a delay: an open download continues, or is started again and gets a 404.
      await rows.insertMany(
        keys.map((_id) => ({ _id, due: clock.now() })),
        { session: transaction },
      );
    },
    purge,
    sweep,
  };
}

/** Removal of files that are not committed. @param lease end of one that begins now */
function createRemoval({ store, storage, clock, log }: FileStoreParts, lease: () => Date) {
  const rows = store.unclaimedFiles;

  /**
   * Locks an uncommitted file, for `removeTaken`. From here on a commit fails, also in a running transaction or in one of
   * unknown outcome: either it has deleted the row, or it conflicts with this change of it.
   * @returns its key, undefined when there is none
   */
  async function take(filter: Filter<UnclaimedFileRow>): Promise<string | undefined> {
    // Other processes skip it until the lease ends. Should this process die here, they remove the file then.
    if (await areFilesHeld(store)) return undefined;
    const row = await rows.findOneAndUpdate(filter, { $set: { due: lease(), taken: true } }, { sort: { due: 1 } });
    return row?._id;
  }

  async function removeTaken(key: string): Promise<void> {
    await storage.remove(key);
    await rows.deleteOne({ _id: key });
  }

  async function remove(key: string): Promise<void> {
    try {
      const taken = await take({ _id: key });
      if (taken !== undefined) await removeTaken(taken);
    } catch (error) {
      warnOf(log, key, error);
    }
  }

  return {
    /** Removes those files that are not committed; a failed removal is left to `sweep`. */
    async purge(keys: readonly string[]): Promise<void> {
      await pLimit(AT_ONCE).map(keys, remove);
    },
    /**
     * Removes all files past their time limit; several processes may sweep at the same time. A failed removal is left to
     * the next sweep.
     * @param signal ends it early
     * @returns the number of removed files
     * @throws when the database fails
     */
    async sweep(signal?: AbortSignal): Promise<number> {
      const failures: Error[] = [];
      let removed = 0;
      // One failure does not stop the sweep; many failures mean that the storage is not available.
      while (!signal?.aborted && failures.length < MAX_FAILURES) {
        const key = await take({ due: { $lte: clock.now() } });
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

const warnOf = (log: Logger, key: string, error: unknown): void =>
  log.warn({ key, error: asError(error).message }, 'a file could not be removed yet');

async function commitFiles(
  rows: Store['unclaimedFiles'],
  keys: readonly string[],
  transaction: Transaction,
): Promise<void> {
  const filter = { _id: { $in: [...keys] }, taken: { $exists: false } };
  const { deletedCount } = await rows.deleteMany(filter, { session: transaction });
  if (deletedCount < keys.length) throw tooLate();
}

const tooLate = (): ApiError => new ApiError('service_unavailable', 'The file was not stored in time.');
