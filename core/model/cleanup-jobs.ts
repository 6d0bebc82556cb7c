// The jobs that finish a change of the model: removing values and links, making search texts and indexes. The remaining work is in the
// `model` row, not in the job: a deleted job is created again.
import type { Clock } from '../clock.ts';
import { jobProgress } from '../jobs/job-progress.ts';
import { newJob } from '../jobs/job-rows.ts';
import { recurring, type Continued } from '../jobs/job-services.ts';
import { isSameCleanup, type Progress } from '../store/model-cleanups.ts';
import { readModelState, type Cleanup } from '../store/model-state.ts';
import type { AsyncJobRow, Store } from '../store/store.ts';

/** `service` of the jobs. */
const MODEL_CHANGE = 'model_change';
const ATTEMPTS = 20;
const WAITS = [1_000, 10_000, 60_000];

/** To be inserted with the change of the model, then woken. */
export const cleanupJob = (cleanup: Cleanup, now: Date): AsyncJobRow =>
  newJob({ service: MODEL_CHANGE, payload: { ...cleanup, done: 0 }, max_attempts: ATTEMPTS }, now);

const DONE = {
  drop: 'collections dropped',
  unset: 'values removed',
  unlink: 'links removed',
  search: 'search texts made',
  index: 'indexes made',
} as const satisfies Record<Cleanup['kind'], string>;

interface Parts {
  store: Store;
  clock: Clock;
  modelService: { finish(cleanup: Cleanup, progress: Progress): Promise<void> };
}

export function createCleanupJobs({ store, clock, modelService }: Parts): Continued {
  const pending = async (): Promise<readonly Cleanup[]> => (await readModelState(store))?.cleanups ?? [];

  const isOf = ({ payload }: Pick<AsyncJobRow, 'payload'>, cleanup: Cleanup): boolean => {
    const { done: _done, total: _total, ...change } = payload ?? {};
    return isSameCleanup(change, cleanup);
  };

  /** Stores the total, if an index has it. */
  async function noteTotal(id: string, cleanup: Cleanup): Promise<void> {
    if (cleanup.kind !== 'unlink') return;
    const total = await store.objectRelations.countDocuments({ relation_id: cleanup.relation_id });
    const unset = { _id: id, 'payload.total': { $exists: false } };
    await store.asyncJobs.updateOne(unset, { $set: { 'payload.total': total } });
  }

  async function run(job: AsyncJobRow, signal: AbortSignal): Promise<string[]> {
    const cleanup = (await pending()).find((each) => isOf(job, each));
    if (!cleanup) return ['It was done already.'];
    const { _id: id, payload } = job;
    await noteTotal(id, cleanup);
    const progress = jobProgress(store, { id, member: 'done', done: Number(payload?.['done'] ?? 0) });
    await modelService.finish(cleanup, { signal, onStep: (rows) => progress.step(rows) });
    if (cleanup.kind === 'index' && !signal.aborted) await progress.step(cleanup.indexes.length);
    const done = await progress.end();
    signal.throwIfAborted();
    return [`${DONE[cleanup.kind]}: ${done}`];
  }

  async function find(): Promise<void> {
    const cleanups = await pending();
    if (cleanups.length === 0) return;
    const open = await store.asyncJobs.find({ service: MODEL_CHANGE, due: { $type: 'date' } }).toArray();
    for (const cleanup of cleanups.filter((each) => !open.some((job) => isOf(job, each)))) {
      await store.asyncJobs.insertOne(cleanupJob(cleanup, clock.now()));
    }
  }

  return {
    service: { name: MODEL_CHANGE, waits: WAITS, resumes: true, run },
    recurring: recurring('finish changes of the model', find),
  };
}
