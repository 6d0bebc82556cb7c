// A snapshot of several rows (the model, the access rules) that follows the database: every change of the rows raises the
// version in their row of `state`, and a change stream on that row notifies every process.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../log.ts';
import { sharedRead } from '../shared-read.ts';
import { outsideTransaction } from './transactions/ambient-transaction.ts';
import type { StateRow, Store } from './store.ts';

interface Followed<Snapshot> {
  store: Store;
  log: Logger;
  /** Row of `state` with the version. */
  state: FollowedRow;
  first: Snapshot;
  load(): Promise<Snapshot>;
}

/** Rows of `state`. */
const FOLLOWED = ['model', 'access'] as const satisfies StateRow['_id'][];
type FollowedRow = (typeof FOLLOWED)[number];

const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 2000;

type Signals = Map<StateRow['_id'], () => Promise<unknown>>;

/** Those of a process; a follower that is added after the stream was opened begins with a signal. */
const followers = new WeakMap<Store, { signals: Signals; close: () => Promise<void> }>();

/**
 * Calls the signal of each row whenever the row may have changed, in this or another process: at each event of a change
 * stream, and at least every two seconds while the stream is not available. One stream for all rows, since MongoDB
 * examines each write for each stream (D933).
 * @returns a function that ends it
 */
function followRows({ store, log }: Pick<Followed<unknown>, 'store' | 'log'>, signals: Signals): () => Promise<void> {
  const closing = new AbortController();
  let stream: ReturnType<typeof watch> | undefined;
  const watch = () =>
    store.state.watch([{ $match: { 'documentKey._id': { $in: FOLLOWED } } }, { $project: { documentKey: 1 } }]);
  // Changes during a gap of the stream are found by reading, so no resume token is stored.
  const signalAll = () => Promise.all(Array.from(signals.values(), (signal) => signal()));

  async function follow(): Promise<void> {
    for (let wait = FIRST_WAIT_MS; !closing.signal.aborted; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
      try {
        stream = watch();
        await stream.tryNext();
        await signalAll();
        while (!closing.signal.aborted) {
          wait = FIRST_WAIT_MS;
          const change = await stream.next();
          if ('documentKey' in change) await signals.get(change.documentKey._id)?.();
        }
      } catch (error) {
        if (closing.signal.aborted) break;
        log.warn({ error }, 'a change stream broke, it is opened again');
        await stream?.close().catch(() => undefined);
        await sleep(wait, undefined, { signal: closing.signal, ref: false }).catch(() => undefined);
        await signalAll().catch(() => undefined);
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

/** @returns a function that ends the signals, and the stream after the last of them */
function followState(
  { store, log, state }: Pick<Followed<unknown>, 'store' | 'log' | 'state'>,
  onSignal: () => Promise<unknown>,
): () => Promise<void> {
  let follower = followers.get(store);
  if (follower) void onSignal().catch(() => undefined);
  else {
    const signals: Signals = new Map();
    follower = { signals, close: followRows({ store, log }, signals) };
    followers.set(store, follower);
  }
  const { signals, close } = follower;
  signals.set(state, onSignal);
  return async () => {
    signals.delete(state);
    if (signals.size > 0) return;
    followers.delete(store);
    await close();
  };
}

export function followSnapshot<Snapshot extends { version: number }>(followed: Followed<Snapshot>) {
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

  const refresh = sharedRead(() => outsideTransaction(reload));
  return {
    /** The present snapshot of this process; immutable, a new one replaces it. */
    current: (): Snapshot => snapshot,
    /** The snapshot as stored. One small read when nothing has changed. */
    refresh,
    /** Accepts a snapshot that this process has made by changing the rows, unless it is older than the current one. */
    adopt,
    /** Calls `listener` with each new snapshot of this process. @returns a function that ends it */
    onChange(listener: (snapshot: Snapshot) => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Stops following the database. */
    close: followState(followed, refresh),
  };
}
