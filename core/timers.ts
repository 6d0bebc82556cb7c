// All work that repeats by itself: each has its row here, which /metrics and GET /admin/sysinfo show (D885).
import type { Logger } from './log.ts';
import { sharedRead } from './shared-read.ts';
import { asError } from './values.ts';

interface Timer {
  /** Between the end of a run and the next one, ms. */
  everyMs: number;
  /** By Agenda once for all processes (core/jobs/job-queue.ts), or in each process, which has the state that it is about. */
  runsIn: 'one_process' | 'each_process';
  does: string;
  whenLate: string;
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

export const TIMERS = {
  'remove old jobs': {
    everyMs: HOUR_MS,
    runsIn: 'one_process',
    does: 'removes ended jobs, secrets that have expired and responses that are no longer kept',
    whenLate: 'they take space; what has expired is refused all the same',
  },
  'remove old deliveries': {
    everyMs: HOUR_MS,
    runsIn: 'one_process',
    does: 'removes deliveries of webhooks from their log after a week',
    whenLate: 'the log is longer',
  },
  'remove unused files': {
    everyMs: 5 * MINUTE_MS,
    runsIn: 'one_process',
    does: 'removes stored files without an owner, and uploads whose link has expired',
    whenLate: 'they take space',
  },
  'finish purges': {
    everyMs: 5 * MINUTE_MS,
    runsIn: 'one_process',
    does: 'creates the job of a purge that has none any more',
    whenLate: 'rows of purged folders stay; nobody sees them',
  },
  'finish changes of the model': {
    everyMs: MINUTE_MS,
    runsIn: 'one_process',
    does: 'creates the job of a change of the model that has none any more',
    whenLate: 'values of removed properties take space; nobody sees them',
  },
  events: {
    everyMs: 500,
    runsIn: 'each_process',
    does: 'writes the events of publication dates that have passed, gives committed events of killed processes their numbers, and hands new events to webhooks, listeners of extensions and streams; twice as often while streams wait',
    whenLate:
      'messages, calls and pieces of streams come later, in the same order; visibility follows the dates by itself',
  },
  'other processes': {
    everyMs: 500,
    runsIn: 'each_process',
    does: 'asks whether a newer release migrates the database, so that this process must stop writing, and ends transactions of processes that have died, so that their rows can be written',
    whenLate:
      'a newer release waits a second for it before its first migration; writes of these rows wait, a minute at most',
  },
  'own uploads': {
    everyMs: 5 * MINUTE_MS,
    runsIn: 'each_process',
    does: 'removes remains of aborted uploads from the folder of this machine',
    whenLate: 'they take space',
  },
} as const satisfies Record<string, Timer>;

type TimerName = keyof typeof TIMERS;
type NameIn<Where> = { [Name in TimerName]: (typeof TIMERS)[Name]['runsIn'] extends Where ? Name : never }[TimerName];
export type RecurringName = NameIn<'one_process'>;
type RepeatedName = NameIn<'each_process'>;

export interface TimerAge {
  /** Its name, or that of a schedule of an extension. */
  timer: string;
  /** Since the last run. */
  seconds: number;
}

/** Ends of the last runs in this process (performance.now). */
const ended = new Map<TimerName, number>();

/** Of each timer that runs in this process; a few times its interval at most. */
export const timerAges = (): TimerAge[] =>
  [...ended].map(([timer, at]) => ({ timer, seconds: (performance.now() - at) / 1_000 }));

/**
 * Repeats work, one run at a time. A failed run is reported, and the next one follows as usual.
 * @param everyMs for an interval that changes
 */
export function repeat(
  name: RepeatedName,
  { run, log, everyMs = () => TIMERS[name].everyMs }: { run(): Promise<void>; log: Logger; everyMs?: () => number },
) {
  let isClosing = false;
  let last: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  const shared = sharedRead(async () => {
    await run();
    ended.set(name, performance.now());
  });
  const start = (): Promise<void> => (last = shared());
  const later = (): void => {
    if (isClosing) return;
    timer = setTimeout(() => {
      start()
        .catch((error: unknown) => {
          if (!isClosing) log.warn({ error: asError(error).message, timer: name }, 'a timer has failed, and goes on');
        })
        .finally(later);
    }, everyMs()).unref();
  };
  later();
  return {
    /** One more run, after the one under way. @throws its error */
    settle: start,
    /** Waits for the run under way. */
    async close(): Promise<void> {
      isClosing = true;
      clearTimeout(timer);
      await last?.catch(() => undefined);
    },
  };
}
