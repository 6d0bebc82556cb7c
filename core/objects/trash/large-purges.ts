// The job that continues the purge of a folder with many children (core/objects/tree/purged-folders.ts).
import { ANONYMOUS, SERVICE_CONTEXT, type Access, type Caller, type RequestContext } from '../../context.ts';
import { jobProgress } from '../../jobs/job-progress.ts';
import { newJob, originOf } from '../../jobs/job-rows.ts';
import { JobFailed, recurring, type Continued } from '../../jobs/job-services.ts';
import type { AsyncJobRow } from '../../store/store.ts';
import type { ObjectServices } from '../object-services.ts';
import { countRemainingChildren, finishPurge } from '../tree/purged-folders.ts';

/** `service` of the jobs. */
const PURGE = 'purge';
const ATTEMPTS = 10;
const WAITS = [10_000, 60_000, 600_000];

/** A job that removes some objects from a purged folder. To be inserted with the purge, then woken. */
export const purgeJob = (
  { folderId, objects }: { folderId: number; objects: number },
  now: Date,
  context?: RequestContext,
): AsyncJobRow =>
  newJob(
    {
      service: PURGE,
      payload: { folder_id: folderId, objects, detached: 0 },
      max_attempts: ATTEMPTS,
      ...(context && originOf(context)),
    },
    now,
  );

export function createLargePurges(
  objects: ObjectServices,
  { accessOf }: { accessOf(caller: Caller): Access },
): Continued {
  const { store, clock } = objects;

  const contextOf = (userId: number | null): RequestContext => {
    const caller = { ...ANONYMOUS, userId };
    return { ...SERVICE_CONTEXT, caller, access: accessOf(caller) };
  };

  async function run({ _id, payload }: AsyncJobRow, signal: AbortSignal): Promise<string[]> {
    const folderId = payload?.['folder_id'];
    if (typeof folderId !== 'number') throw new JobFailed('The payload takes folder_id.', { final: true });
    const progress = jobProgress(store, { id: _id, member: 'detached', done: Number(payload?.['detached'] ?? 0) });
    await finishPurge(objects, folderId, { contextOf, onStep: (some) => progress.step(some), signal });
    return [`folder ${folderId}: ${await progress.end()} objects have lost their places in it`];
  }

  async function find(): Promise<void> {
    const purged = await store.trees.distinct('purged_with', { purged_with: { $exists: true } });
    if (purged.length === 0) return;
    const open = await store.asyncJobs.find({ service: PURGE, due: { $type: 'date' } }).toArray();
    const known = new Set(open.map(({ payload }) => payload?.['folder_id']));
    for (const folderId of purged.filter((id): id is number => typeof id === 'number' && !known.has(id))) {
      const job = purgeJob({ folderId, objects: await countRemainingChildren(objects, folderId) }, clock.now());
      await store.asyncJobs.insertOne(job);
    }
  }

  return {
    service: { name: PURGE, waits: WAITS, resumes: true, run },
    recurring: recurring('finish purges', find),
  };
}
