// The model of a running service: one immutable snapshot, updated from the database by a change stream. A change of the model
// updates storage in the same transaction (D24: a new type is complete when the POST is answered, in every process).
import type { Logger } from '../log.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { alignIndexes } from '../store/align-indexes.ts';
import {
  doCleanup,
  finishCleanup,
  type BlockingCleanup,
  type IndexCleanup,
  type SearchCleanup,
} from '../store/model-cleanups.ts';
import { createTurns, followSnapshot } from '../store/followed-snapshot.ts';
import {
  buildingOf,
  forgetInModel,
  raiseModelVersion,
  readModelRows,
  readModelState,
  staleSearchOf,
  type Cleanup,
} from '../store/model-state.ts';
import type { Store } from '../store/store.ts';
import type { Transaction } from '../store/transaction.ts';
import { alignSchemas } from './align-schemas.ts';
import { applyModelChange, concreteTypes, findBlocking, needsOtherIndexes } from './apply-model-change.ts';
import { assertNoFieldClash } from './name-clashes.ts';
import { assertIndexable } from './index-limits.ts';
import type { Model, ResolvedType } from './model.ts';
import type { ModelRows } from '../store/model-rows.ts';
import { resolveModel } from './resolve-model.ts';

export interface ModelService {
  /** First path segments of the project's own code: an object type with such a name would be unreachable. */
  readonly ownSegments: ReadonlySet<string>;
  /** The present model of this process; immutable, a new one replaces it. */
  current(): Model;
  /** The stored model. One small read when nothing has changed. */
  refresh(): Promise<Model>;
  /**
   * Changes rows of the model in one transaction and updates collections, indexes and count rows. `work` may run several times;
   * it gets the model as the transaction reads it. When the promise resolves, `current()` is the new model.
   * @throws ApiError `in_use` for the removal of a type with objects; errors of `work`
   */
  change<T>(work: (transaction: Transaction, model: Model) => Promise<T>): Promise<T>;
  /** Calls `listener` with each new model of this process. @returns a function that ends it */
  onChange(listener: (model: Model) => void): () => void;
  /** Ends following the database; resolves when nothing runs any more. */
  close(): Promise<void>;
}

interface Outcome<T> {
  result: T;
  model: Model;
  cleanups: readonly Cleanup[];
}

/** Interval between attempts to make indexes, while the database refuses or is not available. */
const INDEX_WAITS = { first: 1_000, most: 60_000 };

/** Starts work, unless aborted, that continues in the database when this process ends. @returns whether it is done */
async function untilAborted(work: () => Promise<void>, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return false;
  let onAbort = (): void => undefined;
  const aborted = new Promise<boolean>((resolve) => (onAbort = () => resolve(false)));
  signal.addEventListener('abort', onAbort);
  try {
    return await Promise.race([work().then(() => true), aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/** A resolved model with its pending work: search texts to rebuild, indexes under construction. */
export function withPendingWork(model: Model, cleanups: readonly Cleanup[]): Model {
  const building = buildingOf(cleanups);
  const withIndexes = ([name, type]: [string, ResolvedType]): [string, ResolvedType] => {
    const names = building.get(name);
    return [name, names ? { ...type, building: names } : type];
  };
  const types = building.size > 0 ? new Map([...model.types].map(withIndexes)) : model.types;
  return { ...model, types, staleSearch: staleSearchOf(cleanups) };
}

const isSameRows = (a: ModelRows, b: ModelRows): boolean => JSON.stringify(a) === JSON.stringify(b);

async function loadModel(store: Store): Promise<Model> {
  return store.transaction(async (transaction) => {
    const state = await readModelState(store, transaction);
    if (!state) throw new Error('the database holds no model: its migrations have not run');
    return withPendingWork(resolveModel(await readModelRows(store, transaction), state.version), state.cleanups);
  });
}

/** Rebuilds the search texts of a type by the present model; ends early on the signal. */
export type RemakeSearch = (
  parts: { store: Store; model: () => Promise<Model>; signal: AbortSignal },
  typeName: string,
) => Promise<void>;

interface ModelOptions {
  store: Store;
  log: Logger;
  remakeSearch: RemakeSearch;
  ownSegments?: ReadonlySet<string>;
}

export async function openModelService({
  store,
  log,
  remakeSearch,
  ownSegments = new Set(),
}: ModelOptions): Promise<ModelService> {
  await alignSchemas(store);
  const first = await loadModel(store);
  const closing = new AbortController();
  const background = new Set<Promise<void>>();
  const snapshot = followSnapshot({ store, log, state: 'model', first, load: () => loadModel(store) });
  const turns = createTurns();

  const inBackground = (what: string, work: Promise<void>): void => {
    const tracked = work
      .catch((error: unknown) => log.error({ error }, `${what} failed; the next start tries again`))
      .finally(() => background.delete(tracked));
    background.add(tracked);
  };

  async function redoSearch(cleanup: SearchCleanup): Promise<void> {
    const { signal } = closing;
    await remakeSearch({ store, model: snapshot.refresh, signal }, cleanup.type);
    if (signal.aborted) return;
    await forgetInModel(store, cleanup);
    await snapshot.refresh();
  }

  /** Aligns the indexes of a type with the model, and again after a concurrent change of it. */
  async function alignWithModel(typeName: string): Promise<void> {
    const { signal } = closing;
    let type = concreteTypes(await snapshot.refresh()).get(typeName);
    while (type) {
      const made = type;
      if (!(await untilAborted(() => alignIndexes(store, made), signal))) return;
      type = concreteTypes(await snapshot.refresh()).get(typeName);
      if (type && !needsOtherIndexes(made, type)) return;
    }
  }

  /** Retries until it is done: an index that is shown as under construction must be completed. */
  async function redoIndexes(cleanup: IndexCleanup): Promise<void> {
    const { signal } = closing;
    for (let wait = INDEX_WAITS.first; !signal.aborted; wait = Math.min(2 * wait, INDEX_WAITS.most)) {
      try {
        await alignWithModel(cleanup.type);
        if (signal.aborted) return;
        await forgetInModel(store, cleanup);
        await snapshot.refresh();
        return;
      } catch (error) {
        if (signal.aborted) return;
        log.warn({ error, type: cleanup.type }, 'indexes are not made yet, they are tried again');
        await sleep(wait, undefined, { signal, ref: false }).catch(() => undefined);
      }
    }
  }

  function finish(cleanup: Cleanup): Promise<void> {
    if (cleanup.kind === 'search') return redoSearch(cleanup);
    return cleanup.kind === 'index' ? redoIndexes(cleanup) : finishCleanup(store, cleanup, closing.signal);
  }

  async function attempt<T>(
    work: (transaction: Transaction, model: Model) => Promise<T>,
  ): Promise<Outcome<T> | BlockingCleanup> {
    let blocking: BlockingCleanup | undefined;
    const inTransaction = async (transaction: Transaction): Promise<Outcome<T>> => {
      const state = await readModelState(store, transaction);
      const version = state?.version ?? 0;
      const known = snapshot.current();
      const earlier = state?.cleanups ?? [];
      const before =
        version === known.version
          ? known
          : withPendingWork(resolveModel(await readModelRows(store, transaction), version), earlier);
      const result = await work(transaction, before);
      const rows = await readModelRows(store, transaction);
      if (isSameRows(rows, before.rows)) return { result, model: before, cleanups: [] };
      const change = { before, after: resolveModel(rows, version + 1) };
      assertNoFieldClash(change);
      assertIndexable(change);
      blocking = findBlocking(change, earlier);
      if (blocking) throw new Error('a cleanup of an earlier model change has to be done first');
      const cleanups = await applyModelChange(store, change, transaction);
      await raiseModelVersion(store, { version: version + 1, cleanups }, transaction);
      return { result, model: withPendingWork(change.after, [...earlier, ...cleanups]), cleanups };
    };
    try {
      return await store.transaction(inTransaction, { level: 'local' });
    } catch (error) {
      if (blocking) return blocking;
      throw error;
    }
  }

  async function change<T>(work: (transaction: Transaction, model: Model) => Promise<T>): Promise<T> {
    for (;;) {
      const outcome = await attempt(work);
      if ('kind' in outcome) {
        await finishCleanup(store, outcome, closing.signal);
        continue;
      }
      snapshot.adopt(outcome.model);
      // An index on a large collection takes long, and so do the values of a million objects: the answer waits for neither.
      for (const cleanup of outcome.cleanups) {
        if (cleanup.kind === 'search') inBackground('making search texts anew', redoSearch(cleanup));
        else if (cleanup.kind === 'index') inBackground(`indexing ${cleanup.type}`, redoIndexes(cleanup));
        else if (cleanup.kind === 'drop') await doCleanup(store, cleanup);
        else inBackground('removing values', doCleanup(store, cleanup, closing.signal));
      }
      return outcome.result;
    }
  }

  for (const cleanup of (await readModelState(store))?.cleanups ?? []) {
    inBackground('a cleanup left by another process', finish(cleanup));
  }

  return {
    ownSegments,
    current: snapshot.current,
    refresh: snapshot.refresh,
    change: (work) => turns.take(() => change(work)),
    onChange: snapshot.onChange,
    async close() {
      closing.abort();
      await turns.last();
      await Promise.all([snapshot.close(), ...background]);
    },
  };
}
