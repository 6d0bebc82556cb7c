import {
  MongoClientClosedError,
  MongoError,
  MongoNetworkError,
  MongoNotConnectedError,
  MongoOperationTimeoutError,
  MongoParseError,
  MongoServerClosedError,
  MongoServerSelectionError,
  MongoTopologyClosedError,
  MongoUnexpectedServerResponseError,
} from 'mongodb';

/** An error and its causes: the driver wraps those of a bulk write, and we wrap errors too. */
export function* causesOf(error: unknown): Generator {
  const seen = new Set<unknown>();
  for (let waiting = [error]; waiting.length > 0;) {
    const next: unknown[] = [];
    for (const each of waiting) {
      if (!(each instanceof Error) || seen.has(each)) continue;
      seen.add(each);
      yield each;
      next.push(each.cause, 'errorResponse' in each && each.errorResponse);
      if (each instanceof AggregateError) next.push(...each.errors);
    }
    waiting = next;
  }
}

/**
 * Codes of a server that shuts down, or is not the primary (any more): InterruptedAtShutdown,
 * InterruptedDueToReplStateChange, NotWritablePrimary, NotPrimaryNoSecondaryOk, NotPrimaryOrSecondary,
 * PrimarySteppedDown, ShutdownInProgress.
 */
const STATE_CHANGES = [11600, 11602, 10107, 13435, 13436, 189, 91];
/**
 * Of a server that starts, or cannot reach other members: NotYetInitialized, ReadConcernMajorityNotAvailableYet,
 * HostUnreachable, HostNotFound, NetworkTimeout, SocketException, FailedToSatisfyReadPreference,
 * NetworkInterfaceExceededTimeLimit; KeyNotFound (no key yet for the time of the cluster).
 */
const NOT_THERE_YET = [94, 134, 6, 7, 89, 9001, 133, 202, 211];
/** Of a majority that does not confirm: WriteConcernTimeout, UnsatisfiableWriteConcern. */
const UNCONFIRMED = [64, 100];
/** Of operations lost with a server, or ended from outside: CursorNotFound, CursorKilled, QueryPlanKilled, Interrupted. */
const ENDED = [43, 237, 175, 11601];
/**
 * Of a server that is overloaded, or whose disk is full: ExceededTimeLimit, TemporarilyUnavailable,
 * IngressRequestRateLimitExceeded, OutOfDiskSpace.
 */
const OVERLOADED = [262, 365, 462, 14031];
const AWAY: ReadonlySet<number> = new Set([
  ...STATE_CHANGES,
  ...NOT_THERE_YET,
  ...UNCONFIRMED,
  ...ENDED,
  ...OVERLOADED,
]);

/** Of a connection that could not be made, for any reason that the server reports. */
const HANDSHAKE = 'HandshakeError';

const isLeaving = (error: unknown): boolean =>
  error instanceof MongoError && (AWAY.has(Number(error.code)) || error.hasErrorLabel(HANDSHAKE));

/** Classes that the driver does not export: the pool of a lost server, and no connection for a long time. */
const OF_POOLS: ReadonlySet<string> = new Set(['MongoPoolClosedError', 'MongoWaitQueueTimeoutError']);

/** The last three: no reply in time, a truncated one, and a server that was replaced by another one. */
const UNREACHABLE = [
  MongoServerSelectionError,
  MongoNetworkError,
  MongoNotConnectedError,
  MongoTopologyClosedError,
  MongoServerClosedError,
  MongoClientClosedError,
  MongoOperationTimeoutError,
  MongoParseError,
  MongoUnexpectedServerResponseError,
];

/** True for errors that mean that the database is unavailable at the moment. */
export function isUnavailable(error: unknown): boolean {
  for (const each of causesOf(error)) {
    if (UNREACHABLE.some((kind) => each instanceof kind) || isLeaving(each)) return true;
    if (each instanceof MongoError && OF_POOLS.has(each.name)) return true;
  }
  return false;
}

/** True when the driver found no server for the operation within its time limit. */
export function hasNoPrimary(error: unknown): boolean {
  for (const each of causesOf(error)) if (each instanceof MongoServerSelectionError) return true;
  return false;
}

/** True when a majority has not confirmed a write within its time: it may have been done, and a retry takes as long. */
export function isUnconfirmed(error: unknown): boolean {
  for (const each of causesOf(error))
    if (each instanceof MongoError && UNCONFIRMED.includes(Number(each.code))) return true;
  return false;
}
