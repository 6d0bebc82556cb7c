// Runs of scheduled work by Agenda (D970): an error is logged and the run is repeated, unless the next one is due before.
import type { BackoffContext, Job } from 'agenda';
import type { Logger } from '../log.ts';
import type { Store } from '../store/store.ts';
import type { TimerAge } from '../timers.ts';
import { asError } from '../values.ts';
import type { ScheduledWork } from './job-services.ts';

interface Dependencies {
  log: Logger;
  noteRun: ((work: string, outcome: 'success' | 'failure') => void) | undefined;
}

export function scheduledRuns(work: ScheduledWork, { log, noteRun }: Dependencies) {
  /** Of the run that failed last: the time of the next one, ms, and whether it was interrupted. */
  let failed = { nextMs: Infinity, isInterrupted: false };
  return {
    /** @param signal aborted when the run shall end, as it is repeated @throws the error of a failed run */
    async run({ attrs }: Job, signal: AbortSignal): Promise<void> {
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
    /** @returns ms until the run is repeated; null when the next one comes as planned */
    backoff({ attempt }: Pick<BackoffContext, 'attempt'>): number | null {
      if (failed.isInterrupted) return 0;
      // Agenda counts on after the last wait, until a run succeeds.
      const wait = work.waits[(attempt - 1) % (work.waits.length + 1)];
      return wait === undefined || Date.now() + wait >= failed.nextMs ? null : wait;
    },
  };
}

/** When recurring work last ran, in any process, by the time of the machine; also that of schedules of extensions. */
export async function recurringAges({ agendaJobs }: Pick<Store, 'agendaJobs'>): Promise<TimerAge[]> {
  const rows = await agendaJobs.find({ lastFinishedAt: { $type: 'date' } }).toArray();
  return rows.flatMap(({ name, lastFinishedAt }) =>
    lastFinishedAt ? [{ timer: name, seconds: Math.max(0, (Date.now() - lastFinishedAt.getTime()) / 1_000) }] : [],
  );
}

/**
 * Milliseconds between the next two times of a cron expression. The parser is loaded for schedules only.
 * @throws Error for an expression that cannot be read, or is never due
 */
export async function cronGap(cron: string, timeZone: string): Promise<number> {
  const { CronExpressionParser } = await import('cron-parser');
  const times = CronExpressionParser.parse(cron, { tz: timeZone });
  const first = times.next().getTime();
  return times.next().getTime() - first;
}
