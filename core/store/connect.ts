/** Connects to MongoDB and refuses one that the service cannot work with. Messages never show the URI's credentials. */
import {
  MongoClient,
  MongoError,
  MongoServerSelectionError,
  type Db,
  type Document,
  type MongoClientOptions,
} from 'mongodb';

export interface Connection {
  client: MongoClient;
  /** The database that the URI names, or `colophon`. */
  db: Db;
}

const defaultDatabase = 'colophon';
const selectionTimeoutMs = 3_000;
/** Said by the `hello` of MongoDB 6.0. */
const oldestWireVersion = 17;

/**
 * @throws Error of one line: the URI cannot be read, nothing answers within 3 s, the credentials are refused,
 * it is a standalone, or older than 6.0.
 */
export async function connect(uri: string): Promise<Connection> {
  const where = hostsOf(uri);
  const client = makeClient(uri, { serverSelectionTimeoutMS: selectionTimeoutMs });
  try {
    refuseUnfit(await client.db('admin').command({ hello: 1 }), where);
    return { client, db: client.db(databaseOf(uri)) };
  } catch (error) {
    await client.close();
    throw await explain(error, uri, where);
  }
}

function makeClient(uri: string, options: MongoClientOptions): MongoClient {
  try {
    return new MongoClient(uri, {
      ...options,
      appName: 'colophon',
      retryWrites: true,
      writeConcern: { w: 'majority' },
    });
  } catch {
    // The driver's message may repeat the URI, and so a password.
    throw new Error('MONGODB_URI cannot be read: it takes mongodb://[user:password@]host:port/database?options');
  }
}

/** @throws Error when what answers is a standalone, not initiated or too old. */
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
  return isForeign ? new Error(`MongoDB at ${where}: ${message}`, { cause: error }) : (error as Error);
}

/**
 * A server that is no member of the replica set in the URI is ignored by the driver as if it did not answer. Asked
 * directly, it says what it is. Only a URI with one host allows that.
 */
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
    return error instanceof MongoError ? undefined : (error as Error);
  } finally {
    await client.close();
  }
}

function hostsOf(uri: string): string {
  return /^mongodb(?:\+srv)?:\/\/(?:[^@/]*@)?([^/?]+)/.exec(uri)?.[1] ?? 'MONGODB_URI';
}

function databaseOf(uri: string): string {
  const name = /^mongodb(?:\+srv)?:\/\/[^/?]+\/([^?]+)/.exec(uri)?.[1];
  return name === undefined ? defaultDatabase : decodeURIComponent(name);
}
