// The model of a running service: one immutable snapshot, updated from the database by a change stream. A change of the
// model updates storage in the same transaction (D24: a new type is complete in every process when the response to the
// POST is sent).
import pLimit from 'p-limit';
import type { Clock } from '../clock.ts';
import type { Logger } from '../log.ts';
import { alignIndexes } from '../store/indexes/compare-indexes.ts';
import {
  dropCollection,
  finishCleanup,
  type BlockingCleanup,
  type IndexCleanup,
  type Progress,
  type SearchCleanup,
} from '../store/model-cleanups.ts';
import { followSnapshot } from '../store/followed-snapshot.ts';
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
import type { Transaction } from '../store/transactions/transaction.ts';
import {
  applyModelChange,
  concreteTypes,
  findBlocking,
  needsOtherIndexes,
  schemaVersionOf,
} from './apply-model-change.ts';
import { assertNoFieldClash, assertNoLookAlikes } from './name-clashes.ts';
import { assertIndexable } from './index-limits.ts';
import { cleanupJob } from './cleanup-jobs.ts';
import type { Model, ResolvedType } from './model.ts';
import { resolveModel } from './resolve-model.ts';

export interface ModelService {
  /** First path segments of the project's own code: an object type with such a name would be unreachable. */
  readonly extensionSegments: ReadonlySet<string>;
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
  /** Gives the indexes of texts the order of a language, in the background; the same locale again changes nothing. */
  orderTexts(locale: string): Promise<void>;
  /** Calls `listener` with each new model of this process. @returns a function that ends it */
  onChange(listener: (model: Model) => void): () => void;
  /** Does work that a model change has left; another process may do the same at the same time. */
  finish(cleanup: Cleanup, progress: Progress): Promise<void>;
  /** Stops following the database; resolves when no work is running any more. */
  close(): Promise<void>;
}

interface Outcome<T> {
  result: T;
  model: Model;
  drops: readonly DropCleanup[];
}

type DropCleanup = Cleanup & { kind: 'drop' };

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

async function loadModel(store: Store): Promise<Model> {
  return store.transaction(async (transaction) => {
    const state = await readModelState(store, transaction);
    if (!state) throw new Error('the database holds no model: its migrations have not run');
    const model = resolveModel(await readModelRows(store, transaction), state.version, state.textLocale);
    return withPendingWork(model, state.cleanups);
  });
}

/** Rebuilds the search texts of a type by the present model; ends early on the signal. */
export type RemakeSearch = (
  parts: { store: Store; model: () => Promise<Model> },
  typeName: string,
  progress: Progress,
) => Promise<void>;

interface ModelOptions {
  store: Store;
  log: Logger;
  clock: Clock;
  remakeSearch: RemakeSearch;
  extensionSegments?: ReadonlySet<string>;
}

interface FinisherParts extends Pick<ModelOptions, 'store' | 'remakeSearch'> {
  refresh(): Promise<Model>;
  /** Ends the work early. */
  closing: AbortSignal;
}

/** Does the cleanups after a change of the model. */
function createFinisher({ store, remakeSearch, refresh, closing }: FinisherParts): ModelService['finish'] {
  async function redoSearch(cleanup: SearchCleanup, progress: Progress): Promise<void> {
    await remakeSearch({ store, model: refresh }, cleanup.type, progress);
    if (progress.signal?.aborted) return;
    await forgetInModel(store, cleanup);
    await refresh();
  }

  /** Aligns the indexes of a type with the model, and again after a concurrent change of it. */
  async function redoIndexes(cleanup: IndexCleanup, signal: AbortSignal): Promise<void> {
    let type = concreteTypes(await refresh()).get(cleanup.type);
    while (type) {
      const made = type;
      if (!(await untilAborted(() => alignIndexes(store, made), signal))) return;
      type = concreteTypes(await refresh()).get(cleanup.type);
      if (type && !needsOtherIndexes(made, type)) break;
    }
    await forgetInModel(store, cleanup);
    await refresh();
  }

  return (cleanup, progress) => {
    const signal = AbortSignal.any([closing, ...(progress.signal ? [progress.signal] : [])]);
    if (cleanup.kind === 'index') return redoIndexes(cleanup, signal);
    const ended = { ...progress, signal };
    return cleanup.kind === 'search' ? redoSearch(cleanup, ended) : finishCleanup(store, cleanup, ended);
  };
}

const NO_STATE = { version: 0, cleanups: [], textLocale: null };

/** A model as a transaction reads it. */
async function readModel(store: Store, current: () => Model, transaction: Transaction) {
  const state = (await readModelState(store, transaction)) ?? NO_STATE;
  const { version, cleanups, textLocale } = state;
  const known = current();
  if (version === known.version) return { ...state, before: known };
  const read = resolveModel(await readModelRows(store, transaction), version, textLocale);
  return { ...state, before: withPendingWork(read, cleanups) };
}

/** @param locale of the texts, if it changes */
async function attempt<T>(
  { store, clock }: Pick<ModelOptions, 'store' | 'clock'>,
  current: () => Model,
  work: (transaction: Transaction, model: Model) => Promise<T>,
  locale?: string,
): Promise<Outcome<T> | BlockingCleanup> {
  let blocking: BlockingCleanup | undefined;
  const inTransaction = async (transaction: Transaction): Promise<Outcome<T>> => {
    const { before, cleanups: earlier, version, textLocale } = await readModel(store, current, transaction);
    const result = await work(transaction, before);
    const rows = await readModelRows(store, transaction);
    const ordered = locale ?? textLocale;
    const isSame = JSON.stringify(rows) === JSON.stringify(before.rows) && ordered === before.textLocale;
    if (isSame) return { result, model: before, drops: [] };
    const change = { before, after: resolveModel(rows, version + 1, ordered) };
    assertNoFieldClash(change);
    assertNoLookAlikes(change);
    assertIndexable(change);
    blocking = findBlocking(change, earlier);
    if (blocking) throw new Error('a cleanup of an earlier model change has to be done first');
    const cleanups = await applyModelChange(store, change, transaction);
    await raiseModelVersion(store, { version: version + 1, textLocale: ordered, cleanups }, transaction);
    const isDrop = (cleanup: Cleanup): cleanup is DropCleanup => cleanup.kind === 'drop';
    const jobs = cleanups.filter((each) => !isDrop(each)).map((each) => cleanupJob(each, clock.now()));
    if (jobs.length > 0) await store.asyncJobs.insertMany(jobs, { session: transaction });
    const model = withPendingWork(change.after, [...earlier, ...cleanups]);
    return { result, model, drops: cleanups.filter(isDrop) };
  };
  try {
    return await store.transaction(inTransaction, { level: 'local' });
  } catch (error) {
    if (blocking) return blocking;
    throw error;
  }
}

export async function openModelService(options: ModelOptions): Promise<ModelService> {
  const { store, log, remakeSearch, extensionSegments = new Set() } = options;
  await alignSchemas(store);
  const first = await loadModel(store);
  const closing = new AbortController();
  const snapshot = followSnapshot({ store, log, state: 'model', first, load: () => loadModel(store) });
  // Without turns, all but one of the concurrent transactions on the same rows in one process would be retried.
  const turn = pLimit(1);

  const finish = createFinisher({ store, remakeSearch, refresh: snapshot.refresh, closing: closing.signal });

  async function change<T>(work: (transaction: Transaction, model: Model) => Promise<T>, locale?: string): Promise<T> {
    for (;;) {
      const outcome = await attempt(options, snapshot.current, work, locale);
      if ('kind' in outcome) {
        await finishCleanup(store, outcome, { signal: closing.signal });
        continue;
      }
      snapshot.adopt(outcome.model);
      // The name of the type may be reused immediately.
      for (const drop of outcome.drops) await dropCollection(store, drop);
      return outcome.result;
    }
  }

  return {
    extensionSegments,
    current: snapshot.current,
    refresh: snapshot.refresh,
    change: (work) => turn(() => change(work)),
    async orderTexts(locale) {
      if (snapshot.current().textLocale === locale) return;
      await turn(() => change(() => Promise.resolve(), locale));
    },
    onChange: snapshot.onChange,
    finish,
    async close() {
      closing.abort();
      // Those that were taken before.
      await turn(() => undefined);
      await snapshot.close();
    },
  };
}

/**
 * A release may resolve the same model to other schemas than the previous one: the totals of types then have revisions that
 * differ from those of all writes, which are refused. The start sets them to those of this release (D596). Writes of processes
 * of another release are refused from then on, until these are replaced.
 */
async function alignSchemas(store: Store): Promise<void> {
  await store.transaction(async (transaction) => {
    const options = { session: transaction };
    const state = await readModelState(store, transaction);
    if (!state) return;
    const types = concreteTypes(resolveModel(await readModelRows(store, transaction), state.version));
    const stages = [{ $group: { _id: { type: '$type', schema: '$schema' } } }];
    const found = store.objectCounts.aggregate<{ _id: { type: string; schema: string } }>(stages, options);
    const stale = new Set(
      (await found.toArray()).flatMap(({ _id: { type: name, schema } }) => {
        const type = types.get(name);
        return type && schemaVersionOf(type) !== schema ? [type] : [];
      }),
    );
    for (const type of stale)
      await store.objectCounts.updateMany({ type: type.name }, { $set: { schema: schemaVersionOf(type) } }, options);
  });
}
