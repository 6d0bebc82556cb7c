// The processes of `WORKERS` (Node's cluster): started one after the other by the primary, and again when they end.
import cluster, { type Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import { relayMetrics } from '../core/metrics/worker-metrics.ts';

/** The report of a worker that is ready for requests. */
export interface ReadyWorker {
  /** Where clients on this machine reach it. */
  address: string;
  /** Of the first administrator, when the worker has made the account. */
  adminPassword: string | undefined;
}

export interface Workers {
  /** The report of the first one. */
  first: ReadyWorker;
  processes(): number[];
  /** Waits until all of them have ended their requests. */
  stop(): Promise<void>;
}

export interface WorkersOptions {
  count: number;
  /** Environment of a worker in addition to that of this process. @param index from 0 */
  settings(index: number): Record<string, string>;
  /** Lines for the people who run the service. */
  report(line: string): void;
}

/**
 * glibc returns large blocks at once; without these it keeps the memory of pictures (openapi/docs/operations.md,
 * "Size").
 */
const ALLOCATION = Object.fromEntries(
  ['MALLOC_MMAP_THRESHOLD_', 'MALLOC_TRIM_THRESHOLD_'].map((name) => [name, process.env[name] ?? '131072']),
);

/** Milliseconds before a worker is started again: doubled each time, until one has run for long enough. */
const WAITS = { first: 100, most: 30_000, runs: 60_000 };
/** A worker takes 10 s for requests and as long for jobs at most. */
const STOP_MS = 30_000;

const nameOf = (index: number): string => `worker ${index + 1}`;

/** Reports to the primary that this worker is ready for requests. */
export function reportReady(ready: ReadyWorker): void {
  process.send?.(ready);
}

/** The first one alone, since it fills an empty database. @throws Error when one ends before it is ready */
export async function startWorkers({ count, settings, report }: WorkersOptions): Promise<Workers> {
  const running = new Map<number, Worker>();
  const closing = new AbortController();
  relayMetrics();

  function fork(index: number): { worker: Worker; ready: Promise<ReadyWorker>; ended: Promise<string> } {
    const worker = cluster.fork({ ...ALLOCATION, ...settings(index) });
    running.set(index, worker);
    const ended = new Promise<string>((resolve) => {
      worker.once('exit', (code: number | null, signal: string | null) => resolve(signal ?? `exit code ${code}`));
    });
    const ready = new Promise<ReadyWorker>((resolve) => {
      worker.on('message', (message: object) => 'address' in message && resolve(message as ReadyWorker));
    });
    return { worker, ready, ended };
  }

  /** Starts a worker again whenever it has ended. */
  async function keep(index: number, first: ReturnType<typeof fork>): Promise<void> {
    let wait = WAITS.first;
    let { worker, ended } = first;
    for (;;) {
      const started = performance.now();
      const how = await ended;
      if (closing.signal.aborted) return;
      if (performance.now() - started > WAITS.runs) wait = WAITS.first;
      report(`${nameOf(index)} (process ${worker.process.pid}) has ended (${how}): started again in ${wait / 1000} s`);
      await sleep(wait, undefined, { signal: closing.signal }).catch(() => undefined);
      if (closing.signal.aborted) return;
      wait = Math.min(2 * wait, WAITS.most);
      const next = fork(index);
      void next.ready.then(() => report(`${nameOf(index)} answers again (process ${next.worker.process.pid})`));
      ({ worker, ended } = next);
    }
  }

  async function start(index: number): Promise<ReadyWorker> {
    const forked = fork(index);
    const outcome = await Promise.race([forked.ready, forked.ended]);
    if (typeof outcome === 'string') throw new Error(`${nameOf(index)} did not start (${outcome})`);
    void keep(index, forked);
    return outcome;
  }

  async function stop(): Promise<void> {
    closing.abort();
    const open = [...running.values()].filter((worker) => !worker.isDead());
    const ended = open.map((worker) => new Promise((resolve) => worker.once('exit', resolve)));
    for (const worker of open) worker.process.kill('SIGTERM');
    const inTime = new AbortController();
    const late = sleep(STOP_MS, undefined, { signal: inTime.signal }).then(
      () => open.forEach((worker) => worker.process.kill('SIGKILL')),
      () => undefined,
    );
    await Promise.all(ended);
    inTime.abort();
    await late;
  }

  try {
    const first = await start(0);
    await Promise.all(Array.from({ length: count - 1 }, (_, index) => start(index + 1)));
    const processes = (): number[] => [...running.values()].map((worker) => worker.process.pid ?? 0);
    return { first, processes, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
