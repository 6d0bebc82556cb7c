// Numbered migrations, run once each under a lock at the start of a process, recorded in `state`.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../log.ts';
import type { StateRow, Store } from './store.ts';
import { isDuplicateKey } from './transaction.ts';

/** One step from a version of the database to the next. It may run again after a crash, so it must be safe to repeat. */
export interface Migration {
  name: string;
  run(store: Store): Promise<void>;
}

interface MigrationsRow extends StateRow {
  /** Process that migrates. */
  locked_by?: string;
  /** Expiry of the lock by the clock of the database; the process renews it. */
  locked_until?: Date;
}

const LEASE_MS = 30_000;
const POLL_MS = 25;

const stateOf = (store: Store) => store.db.collection<MigrationsRow>('state');

const leaseEnd = { $dateAdd: { startDate: '$$NOW', unit: 'millisecond', amount: LEASE_MS } };

const isFree = { $lt: [{ $ifNull: ['$locked_until', new Date(0)] }, '$$NOW'] };

/** Acquires the lock. @returns false when another process holds it */
async function takeLock(store: Store, me: string): Promise<boolean> {
  try {
    const row = await stateOf(store).findOneAndUpdate(
      { _id: 'migrations' },
      [
        {
          $set: {
            version: { $ifNull: ['$version', 0] },
            locked_by: { $cond: [isFree, me, '$locked_by'] },
            locked_until: { $cond: [isFree, leaseEnd, '$locked_until'] },
          },
        },
      ],
      { upsert: true, returnDocument: 'after' },
    );
    return row?.locked_by === me;
  } catch (error) {
    // Two processes inserted the row at the same moment.
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

const releaseLock = (store: Store, me: string) =>
  stateOf(store).updateOne({ _id: 'migrations', locked_by: me }, { $unset: { locked_by: '', locked_until: '' } });

/** Row of `state` in a database that a restore has not finished (core/backup/restore-backup.ts). */
export const RESTORE_ROW = 'restore';

/** Number of migrations that the database has had; 0 for an empty one. @throws Error of one line for an incomplete one */
export async function readVersion(store: Store): Promise<number> {
  const rows = await stateOf(store)
    .find({ _id: { $in: ['migrations', RESTORE_ROW] } })
    .toArray();
  if (rows.some(({ _id }) => _id === RESTORE_ROW)) {
    throw new Error('a restore into this database was cut off: run npm run restore again');
  }
  return rows[0]?.version ?? 0;
}

function assertNotNewer(version: number, known: number): void {
  if (version > known) {
    throw new Error(
      `the database is at version ${version} and this release knows ${known} only: start a newer release`,
    );
  }
}

async function runAll(store: Store, migrations: readonly Migration[], me: string, log: Logger): Promise<void> {
  const version = await readVersion(store);
  assertNotNewer(version, migrations.length);
  for (const [index, migration] of migrations.entries()) {
    if (index < version) continue;
    const started = performance.now();
    await migration.run(store);
    const result = await stateOf(store).updateOne(
      { _id: 'migrations', locked_by: me },
      { $set: { version: index + 1 } },
      { writeConcern: { w: 'majority' } },
    );
    if (result.matchedCount === 0)
      throw new Error(`migration ${index + 1} took too long: another process has the lock`);
    log.info({ migration: migration.name, ms: Math.round(performance.now() - started) }, 'migrated');
  }
}

async function runLocked(store: Store, migrations: readonly Migration[], me: string, log: Logger): Promise<void> {
  const renewal = setInterval(() => {
    stateOf(store)
      .updateOne({ _id: 'migrations', locked_by: me }, [{ $set: { locked_until: leaseEnd } }])
      .catch((error: unknown) => log.warn({ error }, 'the lock of the migrations could not be renewed'));
  }, LEASE_MS / 3);
  renewal.unref();
  try {
    await runAll(store, migrations, me, log);
  } finally {
    clearInterval(renewal);
    await releaseLock(store, me);
  }
}

/**
 * Runs the missing migrations in order; waits for another process that does so. One read when none is missing.
 * @throws Error of one line for a database of a newer release
 */
export async function migrate(store: Store, migrations: readonly Migration[], log: Logger): Promise<void> {
  const me = randomUUID();
  for (;;) {
    const version = await readVersion(store);
    assertNotNewer(version, migrations.length);
    if (version === migrations.length) return;
    if (await takeLock(store, me)) return runLocked(store, migrations, me, log);
    await sleep(POLL_MS);
  }
}
