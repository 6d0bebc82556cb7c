// A transaction of a process that has died keeps its rows locked until the server ends it, a minute after it began
// (`transactionLifetimeLimitSeconds`). So each process searches for such transactions and ends them. The database user
// needs no privilege for that: MongoDB lets users list and kill their own sessions.
import type { Binary, Document, MongoClient } from 'mongodb';
import type { Logger } from '../../log.ts';
import { repeat } from '../../timers.ts';
import { APP_NAME } from '../connection/connect.ts';
import type { ReleaseWatch } from '../connection/newer-release.ts';

/** The time between two statements of a transaction is short. */
const INACTIVE_MS = 250;

interface Idle extends Document {
  appName: string;
  lsid: { id: Binary };
  /** Sums of all its time so far. */
  transaction: { timeActiveMicros: number; timeInactiveMicros: number };
}

const ofProcesses = { appName: { $regex: `^${APP_NAME} ` } };

/** By transaction and its active time so far: when it was seen so for the first time. */
type Seen = Map<string, number>;

const keyOf = ({ lsid, transaction }: Idle): string => `${lsid.id.toString('hex')} ${transaction.timeActiveMicros}`;

/** Forgets all other transactions. */
function note(idle: readonly Idle[], seen: Seen): void {
  const before = new Map(seen);
  seen.clear();
  for (const key of idle.map(keyOf)) seen.set(key, before.get(key) ?? performance.now());
}

async function currentOps<Row extends Document>(client: MongoClient, stages: Document[]): Promise<Row[]> {
  const all = { allUsers: false, idleSessions: true, idleConnections: true };
  const pipeline = [{ $currentOp: all }, { $match: ofProcesses }, ...stages];
  return client.db('admin').aggregate<Row>(pipeline, { maxTimeMS: 2_000 }).toArray();
}

/**
 * Ends transactions of processes that have no connection any more, and those without a statement for `stalledMs`: a
 * suspended process retries them when it continues.
 * @returns their number
 */
async function endAbandoned(client: MongoClient, stalledMs: number, seen: Seen): Promise<number> {
  const inactive = { type: 'idleSession', 'transaction.timeInactiveMicros': { $gt: INACTIVE_MS * 1_000 } };
  const idle = await currentOps<Idle>(client, [{ $match: inactive }]);
  const now = performance.now();
  note(idle, seen);
  if (idle.length === 0) return 0;
  const connected = await currentOps<{ _id: string }>(client, [
    { $match: { type: 'op', connectionId: { $exists: true } } },
    { $group: { _id: '$appName' } },
  ]);
  const living = new Set(connected.map(({ _id }) => _id));
  const isStalled = (each: Idle): boolean => now - (seen.get(keyOf(each)) ?? now) > stalledMs;
  const abandoned = idle.filter((each) => !living.has(each.appName) || isStalled(each));
  if (abandoned.length > 0)
    await client.db('admin').command({ killSessions: abandoned.map(({ lsid }) => ({ id: lsid.id })) });
  return abandoned.length;
}

/** Maximum time of a transaction without a statement, ms: longer than a project's own code may run in it. */
export const maxIdleMs = ({ extensionTimeoutSeconds }: { extensionTimeoutSeconds: number }): number =>
  2_000 + 1_000 * Math.max(10, extensionTimeoutSeconds);

/**
 * Looks at the database twice a second for what other processes have left or begun: transactions without a process, and
 * migrations of a newer release.
 * @param stalledMs after which a transaction without a statement counts as one, regardless of its process
 */
export function watchOtherProcesses(
  client: MongoClient,
  { log, stalledMs, release }: { log: Logger; stalledMs: number; release: Pick<ReleaseWatch, 'look'> },
): { close(): Promise<void> } {
  const seen: Seen = new Map();
  let isComplaining = false;
  let search: Promise<void> | undefined;
  async function endTransactions(): Promise<void> {
    try {
      const ended = await endAbandoned(client, stalledMs, seen);
      if (ended > 0) log.warn({ ended }, 'transactions of a dead or suspended process were ended');
      isComplaining = false;
    } catch (error) {
      if (!isComplaining) log.debug({ err: error }, 'transactions of other processes cannot be read');
      isComplaining = true;
    }
    search = undefined;
  }
  const looking = repeat('other processes', {
    log,
    run() {
      // Not awaited: it may take seconds, and a newer release waits a second only.
      search ??= endTransactions();
      return release.look();
    },
  });
  return {
    async close() {
      await looking.close();
      await search;
    },
  };
}
