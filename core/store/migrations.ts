// Numbered migrations, run once each under a lock at the start of a process, recorded in `state`.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../log.ts';
import { isRowLeaseFree, ROW_LEASE_MS, rowLeaseEnd, takeRowLease, type LeaseRow } from './lease.ts';
import type { Store } from './store.ts';
import { raiseEverything } from './exact-cache/versions.ts';

/** The position of a migration. It is stored in the database, so that a run after a crash continues there. */
export interface MigrationProgress {
  /** Id of the last row that an earlier run has finished; 0 without one. */
  position: number;
  /** After each batch. @param position of its last row, for a migration in the order of ids */
  note(rows: number, position?: number): Promise<void>;
}

/** One step from a version of the database to the next. It may run again after a crash, so it must be safe to repeat. */
export interface Migration {
  name: string;
  run(store: Store, progress?: MigrationProgress): Promise<void>;
}

/** A running migration, for observers. */
export interface MigrationStep {
  name: string;
  /** From 1. */
  number: number;
  total: number;
  /** Rows so far. */
  rows: number;
  isDone: boolean;
}

/** @throws errors, which end the migrations; completed ones are kept */
export type OnMigrationStep = (step: MigrationStep) => void;

interface MigrationsRow extends LeaseRow {
  /** The version that it migrates to. */
  target?: number;
  /** The position at which the next migration continues. */
  position?: number;
}

const POLL_MS = 25;
/** Time between the lock and the first migration, in which other processes notice the lock. */
const DRAIN_MS = 2_500;

const stateOf = (store: Store) => store.db.collection<MigrationsRow>('state');

/** Acquires the lock. @returns false when another process holds it */
const takeLock = (store: Store, me: string, target: number): Promise<boolean> =>
  takeRowLease(store, 'migrations', me, {
    version: { $ifNull: ['$version', 0] },
    target: { $cond: [isRowLeaseFree, target, '$target'] },
  });

const releaseLock = (store: Store, me: string) =>
  stateOf(store).updateOne(
    { _id: 'migrations', locked_by: me },
    { $unset: { locked_by: '', locked_until: '', target: '' } },
  );

/** Whether a newer release has migrated the database, or does so. False while that cannot be read. */
export function isDatabaseNewer(store: Store, known: number): Promise<boolean> {
  const migrates = { $and: [{ $gt: ['$target', known] }, { $gt: ['$locked_until', '$$NOW'] }] };
  const filter = { _id: 'migrations' as const, $or: [{ version: { $gt: known } }, { $expr: migrates }] };
  return stateOf(store)
    .findOne(filter)
    .then((row) => row !== null)
    .catch(() => false);
}

/** Row of `state` in a database that a restore has not finished (core/backup/restore-backup.ts). */
export const RESTORE_ROW = 'restore';

/** Number of migrations that the database has had; 0 for an empty one. @throws Error of one line for an incomplete one */
export async function readVersion(store: Store): Promise<number> {
  const rows = await stateOf(store)
    .find({ _id: { $in: ['migrations', RESTORE_ROW] } })
    .toArray();
  if (rows.some(({ _id }) => _id === RESTORE_ROW)) {
    throw new Error('a restore into this database was interrupted: run npm run restore again');
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

/** Rows of a migration between two lines of the log. */
const LOGGED_ROWS = 100_000;

interface Run {
  store: Store;
  migrations: readonly Migration[];
  /** Of the process, for the lock. */
  me: string;
  log: Logger;
  onStep?: OnMigrationStep | undefined;
}

function progressOf({ store, me, log, onStep }: Run, step: MigrationStep, position: number): MigrationProgress {
  return {
    position,
    async note(rows, last) {
      const logged = Math.floor(step.rows / LOGGED_ROWS);
      step.rows += rows;
      if (last !== undefined) {
        await stateOf(store).updateOne({ _id: 'migrations', locked_by: me }, { $set: { position: last } });
      }
      if (Math.floor(step.rows / LOGGED_ROWS) > logged)
        log.info({ migration: step.name, rows: step.rows }, 'migrating');
      onStep?.(step);
    },
  };
}

const msSince = (begun: number): number => Math.round(performance.now() - begun);

async function runAll(run: Run): Promise<void> {
  const { store, migrations, me, log, onStep } = run;
  const version = await readVersion(store);
  assertNotNewer(version, migrations.length);
  const position = (await stateOf(store).findOne({ _id: 'migrations' }))?.position ?? 0;
  const begun = performance.now();
  for (const [index, migration] of migrations.entries()) {
    if (index < version) continue;
    const started = performance.now();
    const step = { name: migration.name, number: index + 1, total: migrations.length, rows: 0, isDone: false };
    onStep?.(step);
    await migration.run(store, progressOf(run, step, index === version ? position : 0));
    const result = await stateOf(store).updateOne(
      { _id: 'migrations', locked_by: me },
      { $set: { version: index + 1 }, $unset: { position: '' } },
      { writeConcern: { w: 'majority' } },
    );
    if (result.matchedCount === 0)
      throw new Error(`migration ${index + 1} took too long: another process has the lock`);
    if (version > 0) log.info({ migration: migration.name, ms: msSince(started) }, 'migrated');
    onStep?.({ ...step, isDone: true });
  }
  // The first rows of an empty database, in one line.
  if (version === 0) log.info({ version: migrations.length, ms: msSince(begun) }, 'filled the empty database');
}

async function runLocked(run: Run): Promise<void> {
  const { store, me, log } = run;
  const renewal = setInterval(() => {
    stateOf(store)
      .updateOne({ _id: 'migrations', locked_by: me }, [{ $set: { locked_until: rowLeaseEnd } }])
      .catch((error: unknown) => log.warn({ error }, 'the lock of the migrations could not be renewed'));
  }, ROW_LEASE_MS / 3);
  renewal.unref();
  try {
    await runAll(run);
    await raiseEverything(store.objectCounts);
  } finally {
    clearInterval(renewal);
    await releaseLock(store, me);
  }
}

/**
 * Runs the missing migrations in order; waits for another process that does so. One read when none is missing.
 * @throws Error of one line for a database of a newer release
 */
export async function migrate(
  store: Store,
  migrations: readonly Migration[],
  log: Logger,
  onStep?: OnMigrationStep,
): Promise<number> {
  const me = randomUUID();
  for (;;) {
    const version = await readVersion(store);
    assertNotNewer(version, migrations.length);
    if (version === migrations.length) return version;
    if (await takeLock(store, me, migrations.length)) {
      // During this time processes of an older release see the lock, and stop writing (newer-release.ts).
      if (version > 0) await sleep(DRAIN_MS);
      await runLocked({ store, migrations, me, log, onStep });
      return migrations.length;
    }
    await sleep(POLL_MS);
  }
}
