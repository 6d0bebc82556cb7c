// Forms a replica set of new mongod processes: of one, or of several for tests.
import { setTimeout as sleep } from 'node:timers/promises';
import { MongoClient, MongoServerError, type Db } from 'mongodb';
import { mongodUri } from './mongod-access.ts';

const primaryTimeoutMs = 30_000;
/** AlreadyInitialized and NotYetInitialized: errors while the configuration is being loaded. */
const loadingCodes = [23, 94];

interface Access {
  port: number;
  secret: string;
}

interface FormOptions extends Access {
  replicaSetName: string;
  /** Majority writes do not wait for the journal, for tests. Applies to a new folder only. */
  throwaway: boolean;
  /** Version of mongod, and the version that last used the data, if any. */
  version: string;
  keptVersion: string | undefined;
  onProgress: (line: string) => void;
  /** Of several members. */
  several?: { hosts: readonly string[]; electionTimeoutMillis: number };
}

/**
 * Gives new data its configuration, and waits until the mongod on `port` of this machine, or one of several, is primary.
 * @throws Error when there is no primary after 30 s.
 */
export async function formReplicaSet(options: FormOptions): Promise<void> {
  await withClient(options, async (client) => {
    const admin = client.db('admin');
    for (const end = Date.now() + primaryTimeoutMs; ; await sleep(10)) {
      const hello = await admin.command({ hello: 1 });
      if (hello['isWritablePrimary'] || (options.several && hello['primary'] !== undefined)) break;
      if (Date.now() > end) throw new Error('mongod did not become primary in 30 s');
      if (hello['isreplicaset']) await initiate(admin, hostOf(options.port), options);
    }
    await raiseCompatibility(admin, options);
  });
}

async function initiate(admin: Db, host: string, { replicaSetName, throwaway, several }: FormOptions): Promise<void> {
  const { electionTimeoutMillis = 0 } = several ?? {};
  const heartbeatIntervalMillis = Math.min(2_000, electionTimeoutMillis / 4);
  const config = {
    _id: replicaSetName,
    // All at once: one by one, the members change the configuration too, and a change made meanwhile is refused.
    members: (several?.hosts ?? [host]).map((each, _id) => ({ _id, host: each })),
    ...(several && { settings: { electionTimeoutMillis, heartbeatIntervalMillis } }),
    writeConcernMajorityJournalDefault: !throwaway,
  };
  try {
    await admin.command({ replSetInitiate: config });
  } catch (error) {
    if (!(error instanceof MongoServerError && loadingCodes.includes(Number(error.code)))) throw error;
  }
}

/** Writes a new port into a replica set of one that runs as a standalone: a member would wait for its old address. */
export async function changePort({ port, secret }: Access): Promise<void> {
  await withClient({ port, secret }, async (client) => {
    const configurations = client.db('local').collection('system.replset');
    await configurations.updateOne({}, { $set: { 'members.0.host': hostOf(port) } });
  });
}

async function withClient({ port, secret }: Access, work: (client: MongoClient) => Promise<void>): Promise<void> {
  const client = new MongoClient(mongodUri({ port, secret }), { serverSelectionTimeoutMS: 10_000 });
  try {
    await work(client);
  } finally {
    await client.close();
  }
}

const hostOf = (port: number): string => `127.0.0.1:${port}`;

/** Without it the series after the next could not open the data, which remains usable after a failure. */
async function raiseCompatibility(admin: Db, { version, keptVersion, onProgress }: FormOptions): Promise<void> {
  const [series, keptSeries] = [version, keptVersion].map((text) => text?.split('.').slice(0, 2).join('.'));
  if (keptSeries === undefined || keptSeries === series) return;
  const confirm = Number.parseInt(version) >= 7 ? { confirm: true } : {};
  await admin.command({ setFeatureCompatibilityVersion: series, ...confirm }).catch((error: Error) => {
    onProgress(`the data stays in the format of MongoDB ${keptSeries}: ${error.message}`);
  });
}
