// Commits the units of a batch in one transaction; if it fails, those that are not at fault are committed again.
import { isUnavailable } from '../../store/connection/availability.ts';
import { Contention, type Transaction } from '../../store/transactions/transaction.ts';
import type { WaitingUnit } from './next-batch.ts';
import { RevisionConflict, type CollectedWork, UnitFault } from '../changes/unit-of-work.ts';
import { changedSince, writeBatch, type BatchParts } from './write-batch.ts';

export interface Waiting extends WaitingUnit {
  work: CollectedWork;
  deadline: number;
  /** Existing ones of the unames that it gives, read while it waits. */
  taken: Promise<readonly string[]>;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/** The error of a unit whose batch has failed. */
export function causeOf(error: unknown, { writes }: CollectedWork): unknown {
  if (error instanceof UnitFault) return error.cause;
  return error instanceof RevisionConflict ? new RevisionConflict(writes[0]?.id ?? error.objectId) : error;
}

/** @param onWritten called when all is written, before it is committed */
export type CommitBatch = (batch: readonly Waiting[], isFirst?: boolean, onWritten?: () => void) => Promise<void>;

/** @param nextSlot of the counters that a transaction changes @param noteBatch called after each commit */
export function createBatchCommit(
  parts: BatchParts,
  nextSlot: () => number,
  noteBatch?: (units: number) => void,
): CommitBatch {
  const { store } = parts;

  async function commitBatch(batch: readonly Waiting[], isFirst = true, onWritten?: () => void): Promise<void> {
    const deadline = Math.min(...batch.map((each) => each.deadline));
    const units = batch.map(({ work }) => work);
    try {
      // A name may have been taken since: the next attempt reads them again.
      let taken = isFirst ? new Set((await Promise.all(batch.map((each) => each.taken))).flat()) : undefined;
      const write = (transaction: Transaction) => {
        const toWrite = { units, slot: nextSlot(), taken };
        taken = undefined;
        return writeBatch(parts, toWrite, transaction);
      };
      await store.transaction(write, { deadline, ...(onWritten && { onWritten }) });
      noteBatch?.(batch.length);
      for (const { resolve } of batch) resolve();
    } catch (error) {
      await settle(batch, error, isFirst);
    }
  }

  /**
   * Rejects the units that cannot be committed, and commits the others: in halves once there are several faults, since
   * each fault repeats all writes. A fault may be caused by another unit of the same, uncommitted batch: the unit is
   * retried separately, after the others.
   */
  async function settle(batch: readonly Waiting[], error: unknown, isFirst: boolean): Promise<void> {
    const faulty = await atFault(batch, error);
    const others = batch.filter((each) => !faulty?.includes(each));
    const isAgain = error instanceof UnitFault && others.length > 0;
    if (!isAgain) for (const { work, reject } of faulty ?? []) reject(causeOf(error, work));
    const size = !faulty ? 1 : isFirst ? others.length : Math.ceil(others.length / 2);
    for (let at = 0; at < others.length; at += size) await commitBatch(others.slice(at, at + size), false);
    if (isAgain) for (const each of faulty ?? []) await commitBatch([each], false);
  }

  /** Units that caused an error; undefined when only a separate retry of each shows it. */
  async function atFault(batch: readonly Waiting[], error: unknown): Promise<readonly Waiting[] | undefined> {
    if (batch.length === 1 || isUnavailable(error)) return batch;
    if (error instanceof UnitFault) return batch.filter(({ work }) => work === error.unit);
    if (error instanceof Contention) return batch.filter(({ deadline }) => deadline <= performance.now());
    if (!(error instanceof RevisionConflict)) return undefined;
    const changed = await changedSince(
      store,
      batch.flatMap(({ work }) => work.writes),
    );
    return changed.length === 0
      ? undefined
      : batch.filter(({ work }) => work.writes.some((each) => changed.includes(each)));
  }

  return commitBatch;
}
