// A replica set of three real mongods on this machine, whose members can be killed and stopped.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeFolder } from '../../core/disk/make-folder.ts';
import { ownSecret } from '../../core/disk/data-folder.ts';
import { connect, type Connection } from '../../core/store/connection/connect.ts';
import { findMongod } from '../../core/store/mongod/find-mongod.ts';
import { formReplicaSet } from '../../core/store/mongod/form-replica-set.ts';
import { mongodUri } from '../../core/store/mongod/mongod-access.ts';
import { startMongod, type MongodProcess } from '../../core/store/mongod/mongod-process.ts';
import { freePort } from '../loopback-server.ts';
import type { SmallDisk } from './disks.ts';

const NAME = 'faults';
const MEMBERS = 3;

/** Mounts a separate disk at a folder; undefined where this is impossible. */
export type Mount = (folder: string) => Promise<SmallDisk | undefined>;

export interface Member {
  host: string;
  /** The disk of its data, if it has a separate one. */
  disk: SmallDisk | undefined;
  /** Locks its writes, while it still responds. @returns ends the lock */
  holdWrites(): Promise<() => Promise<void>>;
  signal(name: NodeJS.Signals): Promise<void>;
  /** Resolves when the process has ended by itself, or by a signal. */
  ended(): Promise<unknown>;
  /** Waits for the end of the process, and starts it again. */
  restart(): Promise<void>;
}

export interface ReplicaSet {
  /** Of all members. */
  uri: string;
  members: readonly Member[];
  primary(): Promise<Member>;
  secondaries(): Promise<Member[]>;
  connection: Connection;
  close(): Promise<void>;
}

/** Time that a member waits for its requests at a shutdown, ms; 15 s by default. */
const QUIESCE_MS = 200;

const shorten = async (port: number, secret: string): Promise<void> => {
  const { client } = await connect(mongodUri({ port, secret }));
  await client.db('admin').command({ setParameter: 1, shutdownTimeoutMillisForSignaledShutdown: QUIESCE_MS });
  await client.close();
};

interface Started extends Member {
  stop(): Promise<void>;
}

interface Starting {
  folder: string;
  program: string;
  keyFile: string;
  secret: string;
  mount: Mount | undefined;
}

/** Refuses all writes of a mongod, those of replication too. */
async function holdWrites(uri: string): Promise<() => Promise<void>> {
  const { client } = await connect(uri);
  const admin = client.db('admin');
  await admin.command({ fsync: 1, lock: true });
  return async () => {
    await admin.command({ fsyncUnlock: 1 });
    await client.close();
  };
}

async function startMember({ folder, program, keyFile, secret, mount }: Starting): Promise<Started> {
  const port = await freePort();
  const dbPath = path.join(folder, `mongod-${port}`);
  await makeFolder(dbPath);
  const disk = await mount?.(dbPath);
  const options = { program, dbPath, port, replicaSetName: NAME, logFile: `${dbPath}.log`, keyFile, throwaway: false };
  const start = (): Promise<MongodProcess> => startMongod(options);
  let running = await start();
  const pid = async (): Promise<number> => Number(await readFile(path.join(dbPath, 'mongod.lock'), 'utf8'));
  let current = await pid();
  return {
    host: `127.0.0.1:${port}`,
    disk,
    holdWrites: () => holdWrites(mongodUri({ port, secret })),
    ended: () => running.failure,
    // A process that has ended is an error of the promise.
    signal: (name) => Promise.resolve().then(() => void process.kill(current, name)),
    async restart() {
      await running.failure;
      running = await start();
      current = await pid();
      await shorten(port, secret).catch(() => undefined);
    },
    async stop() {
      await running.stop();
      await disk?.unmount();
    },
  };
}

/** @param electionMs without a primary, after which the others elect one; MongoDB's default is 10,000 */
export async function startReplicaSet(folder: string, electionMs: number, mount?: Mount): Promise<ReplicaSet> {
  const { path: program, version } = await findMongod({ mongod: undefined, onProgress: () => undefined });
  const keyFile = path.join(folder, 'mongod.key');
  const secret = await ownSecret(keyFile);
  const members: Started[] = [];
  try {
    for (let n = 0; n < MEMBERS; n++) members.push(await startMember({ folder, program, keyFile, secret, mount }));
    const hosts = members.map(({ host }) => host);
    const port = Number(hosts[0]?.split(':')[1]);
    const several = { hosts, electionTimeoutMillis: electionMs };
    const unchanged = { throwaway: false, version, keptVersion: undefined, onProgress: () => undefined };
    await formReplicaSet({ replicaSetName: NAME, port, secret, several, ...unchanged });
    return await joined(members, secret);
  } catch (error) {
    // Members that run on would keep the command from ending.
    await Promise.all(members.map((member) => member.stop()));
    throw error;
  }
}

async function joined(members: readonly Started[], secret: string): Promise<ReplicaSet> {
  const portOf = ({ host }: Member): number => Number(host.split(':')[1]);
  const [first] = members as [Started];
  const hosts = members.map(({ host }) => host).join(',');
  const uri = mongodUri({ port: portOf(first), secret, replicaSetName: NAME }).replace(
    /@[^/]*\/\?/,
    `@${hosts}/faults?`,
  );
  for (const member of members) await shorten(portOf(member), secret);
  const connection = await connect(`${uri}&readConcernLevel=majority`);

  async function primary(): Promise<Started> {
    for (;;) {
      const hello = await connection.client
        .db('admin')
        .command({ hello: 1 })
        .catch(() => undefined);
      const found = members.find(({ host }) => host === hello?.['primary']);
      if (found) return found;
      await sleep(200);
    }
  }

  return {
    uri,
    members,
    primary,
    async secondaries() {
      const first = await primary();
      return members.filter((member) => member !== first);
    },
    connection,
    async close() {
      await connection.client.close();
      for (const member of members) await member.signal('SIGCONT').catch(() => undefined);
      await Promise.all(members.map((member) => member.stop()));
    },
  };
}
