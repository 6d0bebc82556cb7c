// Work that a process repeats by itself, without Agenda: each has its row here.
import type { Logger } from './log.ts';
import { asError } from './values.ts';

interface Timer {
  /** Between the end of a run and the next one, ms. */
  everyMs: number;
  does: string;
  whenLate: string;
}

/** Of events. What one process at a time repeats is a recurring job (core/jobs/job-services.ts). */
export const TIMERS = {
  'number events': {
    everyMs: 1_000,
    does: 'gives committed events of killed processes their numbers, and notices the numbers of other processes',
    whenLate: 'such events reach the feed, webhooks and listeners later; those of this process do not wait for it',
  },
  'read events': {
    everyMs: 500,
    does: 'hands new events to webhooks and to listeners of extensions',
    whenLate: 'messages and calls come later, in the same order',
  },
  'publication dates': {
    everyMs: 500,
    does: 'writes the events of publication dates that have passed',
    whenLate: 'the events come later, with their dates; the visibility of the objects follows the dates by itself',
  },
} as const satisfies Record<string, Timer>;

export type TimerName = keyof typeof TIMERS;

/** Ends of the last runs in this process (performance.now). */
const ended = new Map<TimerName, number>();

/** Seconds since the last run of each timer that runs in this process; a few times its interval at most. */
export const timerAges = (): { timer: TimerName; seconds: number }[] =>
  [...ended].map(([timer, at]) => ({ timer, seconds: (performance.now() - at) / 1_000 }));

export interface Repeated {
  /** One more run, after the one under way. @throws its error */
  settle(): Promise<void>;
  /** Waits for the run under way. */
  close(): Promise<void>;
}

/**
 * Repeats work, one run at a time. A failed run is reported, and the next one follows as usual.
 * @param everyMs for an interval that changes
 */
export function repeat(
  name: TimerName,
  { run, log, everyMs = () => TIMERS[name].everyMs }: { run(): Promise<void>; log: Logger; everyMs?: () => number },
): Repeated {
  let isClosing = false;
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  const start = (): Promise<void> =>
    (running ??= run()
      .then(() => void ended.set(name, performance.now()))
      .finally(() => (running = undefined)));
  const later = (): void => {
    if (isClosing) return;
    timer = setTimeout(() => {
      start()
        .catch((error: unknown) => {
          if (isClosing) return;
          log.warn(
            { error: asError(error).message, timer: name },
            'events: work in the background failed, and goes on',
          );
        })
        .finally(later);
    }, everyMs()).unref();
  };
  later();
  return {
    async settle() {
      await running?.catch(() => undefined);
      await start();
    },
    async close() {
      isClosing = true;
      clearTimeout(timer);
      await running?.catch(() => undefined);
    },
  };
}
