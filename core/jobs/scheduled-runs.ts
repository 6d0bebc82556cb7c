// Runs of scheduled work by Agenda (D970): an error is logged and the run is repeated, unless the next one is due before.
import type { BackoffContext, Job } from 'agenda';
import type { Logger } from '../log.ts';
import { asError } from '../values.ts';
import type { ScheduledWork } from './job-services.ts';

interface Dependencies {
  log: Logger;
  noteRun: ((work: string, outcome: 'success' | 'failure') => void) | undefined;
}

export interface ScheduledRuns {
  /** @param signal aborted when the run shall end, as it is repeated @throws the error of a failed run */
  run(job: Job, signal: AbortSignal): Promise<void>;
  /** @returns ms until the run is repeated; null when the next one comes as planned */
  backoff(context: Pick<BackoffContext, 'attempt'>): number | null;
}

export function scheduledRuns(work: ScheduledWork, { log, noteRun }: Dependencies): ScheduledRuns {
  /** Of the run that failed last: the time of the next one, ms, and whether it was interrupted. */
  let failed = { nextMs: Infinity, isInterrupted: false };
  return {
    async run({ attrs }, signal) {
      try {
        await work.run(signal);
      } catch (error) {
        failed = { nextMs: attrs.nextRunAt?.getTime() ?? Infinity, isInterrupted: signal.aborted };
        if (!signal.aborted) {
          noteRun?.(work.name, 'failure');
          log.warn({ error: asError(error).message, schedule: work.name }, 'jobs: a scheduled run failed');
        }
        throw error;
      }
      noteRun?.(work.name, 'success');
    },
    backoff({ attempt }) {
      if (failed.isInterrupted) return 0;
      // Agenda counts on after the last wait, until a run succeeds.
      const wait = work.waits[(attempt - 1) % (work.waits.length + 1)];
      return wait === undefined || Date.now() + wait >= failed.nextMs ? null : wait;
    },
  };
}
