import {
  MongoClientClosedError,
  MongoError,
  MongoNetworkError,
  MongoNotConnectedError,
  MongoServerClosedError,
  MongoServerSelectionError,
  MongoTopologyClosedError,
} from 'mongodb';

/** An error and what it was made of: the driver wraps those of a bulk write, and we wrap errors too. */
export function* causesOf(error: unknown): Generator {
  const seen = new Set<unknown>();
  for (let waiting = [error]; waiting.length > 0;) {
    const next: unknown[] = [];
    for (const each of waiting) {
      if (!(each instanceof Error) || seen.has(each)) continue;
      seen.add(each);
      yield each;
      next.push(each.cause, (each as { errorResponse?: unknown }).errorResponse);
      if (each instanceof AggregateError) next.push(...(each.errors as unknown[]));
    }
    waiting = next;
  }
}

/**
 * Codes of a server that ends, or that is not the primary (any more): InterruptedAtShutdown, InterruptedDueToReplStateChange,
 * NotWritablePrimary, NotPrimaryNoSecondaryOk, NotPrimaryOrSecondary, PrimarySteppedDown, ShutdownInProgress.
 */
const STATE_CHANGES = [11600, 11602, 10107, 13435, 13436, 189, 91];
/** Of one that begins, or does not reach others: NotYetInitialized, ReadConcernMajorityNotAvailableYet, HostUnreachable, NetworkTimeout, SocketException. */
const NOT_THERE_YET = [94, 134, 6, 89, 9001];
const AWAY: ReadonlySet<number> = new Set([...STATE_CHANGES, ...NOT_THERE_YET]);

const isLeaving = (error: unknown): boolean => error instanceof MongoError && AWAY.has(Number(error.code));

/** Classes that the driver does not export: the pool of a server that is gone, and no connection for a long time. */
const OF_POOLS: ReadonlySet<string> = new Set(['MongoPoolClosedError', 'MongoWaitQueueTimeoutError']);

const UNREACHABLE = [
  MongoServerSelectionError,
  MongoNetworkError,
  MongoNotConnectedError,
  MongoTopologyClosedError,
  MongoServerClosedError,
  MongoClientClosedError,
];

/** True for errors that say that the database cannot be reached just now. */
export function isUnavailable(error: unknown): boolean {
  for (const each of causesOf(error)) {
    if (UNREACHABLE.some((kind) => each instanceof kind) || isLeaving(each)) return true;
    if (each instanceof MongoError && OF_POOLS.has(each.name)) return true;
  }
  return false;
}

/** True when no server was found that takes the operation, for as long as the driver looks for one. */
export function hasNoPrimary(error: unknown): boolean {
  for (const each of causesOf(error)) if (each instanceof MongoServerSelectionError) return true;
  return false;
}
