// Cleanups after a model change, which run after its commit: collections of deleted types, values of deleted properties, links
// of deleted relations. (Search texts and indexes need the model: core/model/model-service.ts.) The `model` row lists each
// until it is done; any process may do it, more than once.
import { setTimeout as sleep } from 'node:timers/promises';
import { forgetCleanup, readModelState, type Cleanup } from './model-state.ts';
import type { Store } from './store.ts';
import type { Transaction } from './transactions/transaction.ts';

const BATCH_SIZE = 500;
const TAKE_OVER_AFTER_MS = 10_000;
const POLL_MS = 50;

/** The progress of work, and the signal that ends it early. */
export interface Progress {
  signal?: AbortSignal;
  /** Called with the number of rows in each step. */
  onStep?(rows: number): Promise<void>;
}

export const isSameCleanup = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

async function isRecorded(store: Store, cleanup: Cleanup, transaction?: Transaction): Promise<boolean> {
  const state = await readModelState(store, transaction);
  return state?.cleanups.some((other) => isSameCleanup(other, cleanup)) === true;
}

/** Drops the collection of a type, after the commit of the change. */
export async function dropCollection(store: Store, cleanup: Cleanup & { kind: 'drop' }): Promise<void> {
  await store.documents(cleanup.type).drop();
  await forgetCleanup(store, cleanup);
}

/**
 * Unsets the values of one batch, in the order of the ids since no index finds them. The record is read in the same
 * transaction, so that values of a new property with the same name are never removed.
 * @returns ids in ascending order; fewer than a batch at the end
 */
async function unsetBatch(
  store: Store,
  cleanup: Cleanup & { kind: 'unset' },
  { type, after }: { type: string; after: number },
): Promise<number[]> {
  return store.transaction(async (transaction) => {
    if (!(await isRecorded(store, cleanup, transaction))) return [];
    const path = `custom.${cleanup.property}`;
    const documents = store.documents(type);
    const rows = await documents
      .find({ _id: { $gt: after }, [path]: { $exists: true } }, { session: transaction, projection: { _id: 1 } })
      .sort({ _id: 1 })
      .limit(BATCH_SIZE)
      .toArray();
    const ids = rows.map((row) => row._id);
    // The revision does not change: the values became invisible together with the property.
    await documents.updateMany({ _id: { $in: ids } }, { $unset: { [path]: '' } }, { session: transaction });
    return ids;
  });
}

async function unsetValues(
  store: Store,
  cleanup: Cleanup & { kind: 'unset' },
  { signal, onStep }: Progress,
): Promise<void> {
  for (const type of cleanup.types) {
    for (let after: number | undefined = 0; after !== undefined;) {
      const ids = await unsetBatch(store, cleanup, { type, after });
      await onStep?.(ids.length);
      if (signal?.aborted) return;
      after = ids.length === BATCH_SIZE ? ids.at(-1) : undefined;
    }
  }
  await forgetCleanup(store, cleanup);
}

/** Ids of relations are never reused, and no link is added once its relation is deleted, so there are no conflicts. */
async function removeLinks(
  store: Store,
  cleanup: Cleanup & { kind: 'unlink' },
  { signal, onStep }: Progress,
): Promise<void> {
  const { relation_id } = cleanup;
  for (;;) {
    if (signal?.aborted) return;
    const rows = await store.objectRelations
      .find({ relation_id }, { projection: { _id: 1 }, limit: BATCH_SIZE })
      .toArray();
    if (rows.length === 0) break;
    await store.objectRelations.deleteMany({ _id: { $in: rows.map((row) => row._id) } });
    await onStep?.(rows.length);
  }
  await forgetCleanup(store, cleanup);
}

export type SearchCleanup = Cleanup & { kind: 'search' };
export type IndexCleanup = Cleanup & { kind: 'index' };

/** Cleanups that a later change of the model may have to wait for. */
export type BlockingCleanup = Exclude<Cleanup, SearchCleanup | IndexCleanup>;

export const mayBlock = (cleanup: Cleanup): cleanup is BlockingCleanup =>
  cleanup.kind !== 'search' && cleanup.kind !== 'index';

/** Completes a cleanup, a drop only when another process must have ended it: a transaction cannot undo that. */
export async function finishCleanup(store: Store, cleanup: BlockingCleanup, progress: Progress): Promise<void> {
  if (cleanup.kind === 'unset') return unsetValues(store, cleanup, progress);
  if (cleanup.kind === 'unlink') return removeLinks(store, cleanup, progress);
  for (let waited = 0; waited < TAKE_OVER_AFTER_MS; waited += POLL_MS) {
    if (progress.signal?.aborted || !(await isRecorded(store, cleanup))) return;
    await sleep(POLL_MS, undefined, { ref: false });
  }
  await dropCollection(store, cleanup);
}
