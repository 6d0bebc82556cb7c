import {
  MongoError,
  MongoNetworkError,
  MongoNotConnectedError,
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

/** Codes of a server that ends, or that is not the primary (any more): InterruptedAtShutdown, InterruptedDueToReplStateChange, NotWritablePrimary, NotPrimaryNoSecondaryOk, NotPrimaryOrSecondary, PrimarySteppedDown, ShutdownInProgress. */
const STATE_CHANGES: ReadonlySet<number> = new Set([11600, 11602, 10107, 13435, 13436, 189, 91]);

const isLeaving = (error: unknown): boolean => error instanceof MongoError && STATE_CHANGES.has(Number(error.code));

/** True for errors that say that the database cannot be reached just now. */
export function isUnavailable(error: unknown): boolean {
  for (const each of causesOf(error)) {
    if (
      each instanceof MongoServerSelectionError ||
      each instanceof MongoNetworkError ||
      each instanceof MongoNotConnectedError ||
      each instanceof MongoTopologyClosedError ||
      isLeaving(each)
    )
      return true;
  }
  return false;
}

/** True when no server was found that takes the operation, for as long as the driver looks for one. */
export function hasNoPrimary(error: unknown): boolean {
  for (const each of causesOf(error)) if (each instanceof MongoServerSelectionError) return true;
  return false;
}
