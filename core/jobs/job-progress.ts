// The progress of a running job, in its payload.
import type { Store } from '../store/store.ts';

/** Interval between stored figures of the progress. */
const NOTE_MS = 500;

export interface JobProgress {
  /** Adds to the count. */
  step(more: number): Promise<void>;
  /** Stores the count. @returns it */
  end(): Promise<number>;
}

/** @param member of the payload, a number; `done` the count of earlier runs */
export function jobProgress(
  { asyncJobs }: Pick<Store, 'asyncJobs'>,
  { id, member, done }: { id: string; member: string; done: number },
): JobProgress {
  let noted = performance.now();
  const note = async (): Promise<void> => {
    await asyncJobs.updateOne({ _id: id }, { $set: { [`payload.${member}`]: done }, $inc: { revision: 1 } });
    noted = performance.now();
  };
  return {
    async step(more) {
      done += more;
      if (performance.now() - noted > NOTE_MS) await note();
    },
    async end() {
      await note();
      return done;
    },
  };
}
