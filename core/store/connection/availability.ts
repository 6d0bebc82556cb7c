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
function causesOf(error: unknown, seen = new Set<Error>()): Set<Error> {
  if (!(error instanceof Error) || seen.has(error)) return seen;
  seen.add(error);
  causesOf(error.cause, seen);
  if ('errorResponse' in error) causesOf(error.errorResponse, seen);
  if (error instanceof AggregateError) for (const each of error.errors) causesOf(each, seen);
  return seen;
}

/** True when a condition holds for an error of the driver, or for one of its causes. */
export const someCause = (error: unknown, is: (cause: MongoError) => boolean): boolean =>
  [...causesOf(error)].some((cause) => cause instanceof MongoError && is(cause));

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
export const isUnavailable = (error: unknown): boolean =>
  someCause(
    error,
    (each) =>
      UNREACHABLE.some((kind) => each instanceof kind) ||
      AWAY.has(Number(each.code)) ||
      each.hasErrorLabel(HANDSHAKE) ||
      OF_POOLS.has(each.name),
  );

/** True when the driver found no server for the operation within its time limit. */
export const hasNoPrimary = (error: unknown): boolean =>
  someCause(error, (each) => each instanceof MongoServerSelectionError);

/** True when a majority has not confirmed a write within its time: it may have been done, and a retry takes as long. */
export const isUnconfirmed = (error: unknown): boolean =>
  someCause(error, ({ code }) => UNCONFIRMED.includes(Number(code)));
