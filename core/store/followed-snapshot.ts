// A snapshot of several rows (the model, the access rules) that follows the database: every change of the rows raises the
// version in their row of `state`, and a change stream on that row notifies every process.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../log.ts';
import { outsideTransaction } from './ambient-transaction.ts';
import type { StateRow, Store } from './store.ts';

export interface FollowedSnapshot<Snapshot> {
  /** The present snapshot of this process; immutable, a new one replaces it. */
  current(): Snapshot;
  /** The snapshot as stored. One small read when nothing has changed. */
  refresh(): Promise<Snapshot>;
  /**
   * Accepts a snapshot that this process has made by changing the rows; one that is older than the current one is
   * ignored.
   */
  adopt(snapshot: Snapshot): void;
  /** Calls `listener` with each new snapshot of this process. @returns a function that ends it */
  onChange(listener: (snapshot: Snapshot) => void): () => void;
  /** Stops following the database. */
  close(): Promise<void>;
}

interface Followed<Snapshot> {
  store: Store;
  log: Logger;
  /** Row of `state` with the version. */
  state: StateRow['_id'];
  first: Snapshot;
  load(): Promise<Snapshot>;
}

const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 2000;

/**
 * Calls `onSignal` whenever the row may have changed, in this or another process: at each event of a change stream, and at
 * least every two seconds while the stream is not available.
 * @returns a function that ends it
 */
function followState(
  { store, log, state }: Pick<Followed<unknown>, 'store' | 'log' | 'state'>,
  onSignal: () => Promise<unknown>,
): () => Promise<void> {
  const closing = new AbortController();
  let stream: ReturnType<typeof watch> | undefined;
  const watch = () => store.state.watch([{ $match: { 'documentKey._id': state } }]);

  async function follow(): Promise<void> {
    for (let wait = FIRST_WAIT_MS; !closing.signal.aborted; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
      try {
        stream = watch();
        await stream.tryNext();
        while (!closing.signal.aborted) {
          // Changes during a gap of the stream are found by reading, so no resume token is stored.
          await onSignal();
          wait = FIRST_WAIT_MS;
          await stream.next();
        }
      } catch (error) {
        if (closing.signal.aborted) break;
        log.warn({ error, state }, 'a change stream broke, it is opened again');
        await stream?.close().catch(() => undefined);
        await sleep(wait, undefined, { signal: closing.signal, ref: false }).catch(() => undefined);
        await onSignal().catch(() => undefined);
      }
    }
  }

  void follow();
  return async () => {
    closing.abort();
    // A running read ends within a second, perhaps on a closed connection; its result is ignored.
    await stream?.close().catch(() => undefined);
  };
}

export function followSnapshot<Snapshot extends { version: number }>(
  followed: Followed<Snapshot>,
): FollowedSnapshot<Snapshot> {
  const { store, log, state, load } = followed;
  let snapshot = followed.first;
  const listeners = new Set<(snapshot: Snapshot) => void>();

  const adopt = (next: Snapshot): void => {
    if (next.version <= snapshot.version) return;
    snapshot = next;
    for (const listener of listeners) {
      try {
        listener(next);
      } catch (error) {
        log.error({ error, state }, 'a listener to changes failed');
      }
    }
  };

  const reload = async (): Promise<Snapshot> => {
    const row = await store.state.findOne({ _id: state });
    if (row && row.version > snapshot.version) adopt(await load());
    return snapshot;
  };

  // At most one reload runs and one waits. Callers during a reload get the next one, since the running one may have read too
  // early.
  let running: Promise<Snapshot> | undefined;
  let waiting: Promise<Snapshot> | undefined;
  const start = (): Promise<Snapshot> => {
    waiting = undefined;
    running = outsideTransaction(reload).finally(() => (running = undefined));
    return running;
  };
  const refresh = (): Promise<Snapshot> => {
    if (!running) return start();
    waiting ??= running.then(start, start);
    return waiting;
  };

  const stopFollowing = followState(followed, refresh);
  return {
    current: () => snapshot,
    refresh,
    adopt,
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close: stopFollowing,
  };
}

/** A queue: without it, all but one of the concurrent transactions on the same rows in one process would be retried. */
export function createQueue(): { take<T>(work: () => Promise<T>): Promise<T>; last(): Promise<unknown> } {
  let last: Promise<unknown> = Promise.resolve();
  return {
    take(work) {
      const turn = last.then(work, work);
      last = turn.catch(() => undefined);
      return turn;
    },
    last: () => last,
  };
}
