// The progress of a running job, in its payload.
import type { Store } from '../store/store.ts';

/** Interval between stored figures of the progress. */
const NOTE_MS = 500;

/** @param member of the payload, a number; `done` the count of earlier runs */
export function jobProgress(
  { asyncJobs }: Pick<Store, 'asyncJobs'>,
  { id, member, done }: { id: string; member: string; done: number },
) {
  let noted = performance.now();
  const note = async (): Promise<void> => {
    await asyncJobs.updateOne({ _id: id }, { $set: { [`payload.${member}`]: done }, $inc: { revision: 1 } });
    noted = performance.now();
  };
  return {
    /** Adds to the count. */
    async step(more: number): Promise<void> {
      done += more;
      if (performance.now() - noted > NOTE_MS) await note();
    },
    /** Stores the count. @returns it */
    async end(): Promise<number> {
      await note();
      return done;
    },
  };
}
