// Runs units of work (unit-of-work.ts): commits their contents, and runs them again after a conflict.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../clock.ts';
import type { ModelService } from '../../model/model-service.ts';
import { isInTransaction } from '../../store/transactions/ambient-transaction.ts';
import type { Store } from '../../store/store.ts';
import { contentionDeadline, Contention } from '../../store/transactions/transaction.ts';
import {
  RevisionConflict,
  SchemaConflict,
  type CollectedWork,
  type ObjectWrite,
  type ObjectWriter,
  type RowChange,
  type RowsToWrite,
  type UnitOfWork,
} from '../changes/unit-of-work.ts';
import { createWriteQueue, type CommitTerms, type WriteQueue } from './write-queue.ts';

export interface ObjectWriterParts {
  store: Store;
  modelService: Pick<ModelService, 'current' | 'refresh'>;
  clock: Clock;
  /** Called with each write before its commit; it refuses the write by throwing (D348). */
  propose?: (write: ObjectWrite) => Promise<void>;
  /** Is called with the number of units that one transaction has committed. */
  noteBatch?: (units: number) => void;
}

const MAX_WAIT_MS = 200;
type ObjectLocks = <T>(id: number, work: () => Promise<T>) => Promise<T>;

/** @returns a function that runs work on the same object one after the other */
function createObjectLocks(): ObjectLocks {
  const pending = new Map<number, Promise<unknown>>();
  return <T>(id: number, work: () => Promise<T>): Promise<T> => {
    // An ambient transaction takes no lock: holders of the lock may wait for rows that it has written.
    if (isInTransaction()) return work();
    const turn = (pending.get(id) ?? Promise.resolve()).then(work, work);
    const settled = turn
      .catch(() => undefined)
      .finally(() => {
        if (pending.get(id) === settled) pending.delete(id);
      });
    pending.set(id, settled);
    return turn;
  };
}

/** Two writers on one queue: the second, for consequences of a change, skips the listeners that can refuse a write. */
export function createObjectWriters(parts: ObjectWriterParts): {
  writer: ObjectWriter;
  unproposedWriter: ObjectWriter;
} {
  const queue = createWriteQueue(parts, parts.noteBatch);
  const withObjectLock = createObjectLocks();
  const { propose: _propose, ...others } = parts;
  return {
    writer: createObjectWriter(parts, queue, withObjectLock),
    unproposedWriter: createObjectWriter(others, queue, withObjectLock),
  };
}

function createObjectWriter(
  { modelService, propose }: ObjectWriterParts,
  queue: WriteQueue,
  withObjectLock: ObjectLocks,
): ObjectWriter {
  async function filled<T>(collected: CollectedWork, work: (unit: UnitOfWork) => Promise<T>): Promise<T> {
    const end = queue.announce();
    try {
      const result = await work({
        write: (...writes) => void collected.writes.push(...writes),
        link: (...requests) => void collected.links.push(...requests),
        place: (...changes) => void collected.places.push(...changes),
        row: (...changes) => void collected.rows.push(...changes),
      });
      if (propose) for (const write of collected.writes) await propose(write);
      return result;
    } finally {
      end();
    }
  }

  async function attempt<T>(work: (unit: UnitOfWork) => Promise<T>, terms: CommitTerms): Promise<T> {
    const collected: CollectedWork = { writes: [], links: [], places: [], rows: [] };
    const result = await filled(collected, work);
    if (Object.values(collected).every(({ length }) => length === 0)) return result;
    await queue.commit(collected, terms).catch((error: unknown) => {
      if (error instanceof RevisionConflict) terms.claim.add(collected);
      throw error;
    });
    terms.claim.release();
    for (const { afterCommit } of collected.writes) await afterCommit?.();
    return result;
  }

  const writer: ObjectWriter = {
    writeIn: queue.writeIn,
    async writeRows<T>({ write, ...change }: RowsToWrite<T>) {
      let result: T | undefined;
      const keepResult: RowChange['write'] = async (...args) => {
        result = await write(...args);
      };
      await writer.commit(async (unit) => unit.row({ ...change, write: keepResult }));
      // cast: the commit has run `write`, or has thrown
      return result as T;
    },
    async commit(work) {
      const terms = { deadline: contentionDeadline(), claim: queue.newClaim() };
      let run = () => attempt(work, terms);
      try {
        for (let wait = 1; ; wait = Math.min(2 * wait, MAX_WAIT_MS)) {
          try {
            return await run();
          } catch (error) {
            if (error instanceof SchemaConflict) await modelService.refresh();
            else if (error instanceof RevisionConflict) {
              const { objectId } = error;
              terms.claim.add(objectId);
              run = () => withObjectLock(objectId, () => attempt(work, terms));
            } else throw error;
            if (performance.now() > terms.deadline) throw new Contention(error);
            if (wait > 1) await sleep(Math.random() * wait);
          }
        }
      } finally {
        terms.claim.release();
      }
    },
  };
  return writer;
}
