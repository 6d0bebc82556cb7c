// Connects to MongoDB, and refuses a server that does not meet the requirements. Messages never show the URI's credentials.
import { randomUUID } from 'node:crypto';
import {
  MongoClient,
  MongoError,
  MongoServerSelectionError,
  type Db,
  type Document,
  type MongoClientOptions,
} from 'mongodb';
import { endWaitsOfClosedConnections } from './closed-connections.ts';
import { asError } from '../../values.ts';

export interface Connection {
  client: MongoClient;
  /** The database that the URI names, or `colophon`. */
  db: Db;
  primary: PrimaryWatch;
}

/** Whether there is a server that accepts writes. */
export type PrimaryWatch = ReturnType<typeof watchPrimary>;

const defaultDatabase = 'colophon';
/** Begins the name of each process in the database's list of operations. */
export const APP_NAME = 'colophon';

/**
 * An unresponsive server is noticed by its heartbeats, within 2.5 s, and all waiting operations fail then; while
 * heartbeats arrive, operations have no time limit. With the time to find another server, a request gets its response
 * within 5 s.
 */
const patience: MongoClientOptions = {
  heartbeatFrequencyMS: 500,
  connectTimeoutMS: 2_000,
  serverSelectionTimeoutMS: 2_000,
};

/** Options in the URI take precedence. */
const patienceOf = (uri: string): MongoClientOptions =>
  Object.fromEntries(Object.entries(patience).filter(([name]) => !new RegExp(`[?&]${name}=`, 'i').test(uri)));
/** From the `hello` of MongoDB 6.0. */
const oldestWireVersion = 17;

export interface ConnectOptions {
  /** The client emits an event for each command. */
  monitorCommands?: boolean;
  /** How long a write waits for a majority of the members, ms; without a limit by default. */
  confirmMs?: number;
}

/**
 * @throws Error of one line: the URI is invalid, no server responds within 2 s, the credentials are refused, the server
 * is a standalone, or older than 6.0.
 */
export async function connect(
  uri: string,
  { monitorCommands = false, confirmMs }: ConnectOptions = {},
): Promise<Connection> {
  const where = hostsOf(uri);
  const isGiven = confirmMs !== undefined && !/[?&]wtimeout(MS)?=/i.test(uri);
  const client = makeClient(uri, {
    ...patienceOf(uri),
    ...(monitorCommands && { monitorCommands }),
    writeConcern: { w: 'majority', ...(isGiven && { wtimeoutMS: confirmMs }) },
  });
  // Before the first reply of a member.
  const primary = watchPrimary(client);
  try {
    refuseUnfit(await client.db('admin').command({ hello: 1 }), where);
    return { client, db: client.db(databaseOf(uri)), primary };
  } catch (error) {
    await client.close();
    throw await explain(error, uri, where);
  }
}

function makeClient(uri: string, options: MongoClientOptions): MongoClient {
  endWaitsOfClosedConnections();
  try {
    return new MongoClient(uri, {
      writeConcern: { w: 'majority' },
      ...options,
      appName: `${APP_NAME} ${randomUUID()}`,
      retryWrites: true,
    });
  } catch {
    // The driver's message may repeat the URI, and so a password.
    throw new Error('MONGODB_URI cannot be read: it takes mongodb://[user:password@]host:port/database?options');
  }
}

const TAKES_WRITES: ReadonlySet<string> = new Set(['RSPrimary', 'Mongos', 'LoadBalancer']);

/** An unresponsive server is noticed within 2.5 s: requests get their responses within 5. */
const LOST_AFTER_MS = 2_000;

/** Follows the driver's events about the servers. */
function watchPrimary(client: MongoClient) {
  let awaySince: number | undefined;
  let timer: NodeJS.Timeout | undefined;
  let term: string | undefined;
  const listeners: (() => void)[] = [];
  client.on('topologyDescriptionChanged', ({ newDescription }) => {
    const primary = [...newDescription.servers.values()].find(({ type }) => TAKES_WRITES.has(type));
    term = primary?.electionId ? `${primary.address} ${primary.electionId.toHexString()}` : undefined;
    if (primary) {
      clearTimeout(timer);
      awaySince = timer = undefined;
    } else {
      awaySince ??= performance.now();
      timer ??= setTimeout(() => listeners.forEach((listener) => listener()), LOST_AFTER_MS).unref();
    }
  });
  return {
    /** Names the primary and its election; undefined while there is none, and behind a router of shards. */
    term: () => term,
    /** Milliseconds since the primary was lost; 0 while there is one. */
    awayMs: () => (awaySince === undefined ? 0 : performance.now() - awaySince),
    /** Calls `listener` each time that this has lasted for two seconds. */
    onLost: (listener: () => void) => void listeners.push(listener),
  };
}

/** @throws Error when the server is a standalone, not initiated or too old. */
function refuseUnfit(hello: Document, where: string): void {
  const isInitiated = hello['setName'] !== undefined || hello['msg'] === 'isdbgrid';
  if (!isInitiated) {
    const state = hello['isreplicaset'] ? 'is one not initiated:' : 'is a standalone: start it with --replSet and';
    throw new Error(`Colophon needs a replica set, MongoDB at ${where} ${state} run rs.initiate() there`);
  }
  if (hello['maxWireVersion'] < oldestWireVersion) {
    throw new Error(`MongoDB 6.0 or later is needed, and the one at ${where} is older`);
  }
}

async function explain(error: unknown, uri: string, where: string): Promise<Error> {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof MongoServerSelectionError) {
    const found = /timed out/.test(message) ? await findUnfit(uri, where) : undefined;
    return found ?? new Error(`no MongoDB to work with at ${where}: ${message}; check MONGODB_URI`, { cause: error });
  }
  const isForeign = error instanceof MongoError || (error instanceof Error && 'code' in error);
  return isForeign ? new Error(`MongoDB at ${where}: ${message}`, { cause: error }) : asError(error);
}

/** The driver ignores a server that is no member of the replica set of the URI: a direct connection shows its state. */
async function findUnfit(uri: string, where: string): Promise<Error | undefined> {
  if (where.includes(',') || uri.startsWith('mongodb+srv')) return undefined;
  const bare = uri.replace(/([?&])replicaSet=[^&]*&?/, '$1');
  const client = makeClient(bare, { directConnection: true, serverSelectionTimeoutMS: 1_000 });
  try {
    const hello = await client.db('admin').command({ hello: 1 });
    refuseUnfit(hello, where);
    return new Error(
      `MongoDB at ${where} has no primary that this URI leads to: its replica set is ${hello['setName']}`,
    );
  } catch (error) {
    return error instanceof MongoError ? undefined : asError(error);
  } finally {
    await client.close();
  }
}

const hostsOf = (uri: string): string => /^mongodb(?:\+srv)?:\/\/(?:[^@/]*@)?([^/?]+)/.exec(uri)?.[1] ?? 'MONGODB_URI';

const databaseOf = (uri: string): string =>
  decodeURIComponent(/^mongodb(?:\+srv)?:\/\/[^/?]+\/([^?]+)/.exec(uri)?.[1] ?? defaultDatabase);
