// Where the time of a worker goes, for the report at the end of a run (durations.ts). A service that is closed writes it.
import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PerformanceObserver } from 'node:perf_hooks';
import { inject } from 'vitest';

/** Seconds. Those of services and requests overlap, since a test sends several requests at a time. */
export interface Phases {
  /** Until services were open. */
  services: number;
  /** Until requests were answered. */
  requests: number;
  /** Checks of responses against the description. */
  checks: number;
  /** Garbage collection. */
  collection: number;
  /** Of the processor, for the worker. */
  worker: number;
  /** Of the processor, for processes that tests have started and that have ended; 0 where the system does not tell. */
  processes: number;
}

/** The phases of a worker, and what its machine took for the same work (seconds of the processor) during the run. */
export interface WorkerReport {
  phases: Phases;
  calibration: number[];
}

const MS = 1_000;
const CALIBRATION_INTERVAL_MS = 20_000;
/** Linux counts in hundredths of a second, on all common machines. */
const TICKS = 100;

const phases: Phases = { services: 0, requests: 0, checks: 0, collection: 0, worker: 0, processes: 0 };
const calibration: number[] = [];
const fileName = `${process.pid}-${randomUUID()}.json`;
let calibratedAt = -Infinity;

new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) phases.collection += duration / MS;
}).observe({ entryTypes: ['gc'] });

type Timed = 'services' | 'requests' | 'checks';

/** Adds the time of the work to a phase. */
export async function timed<T>(phase: Timed, work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  try {
    return await work();
  } finally {
    phases[phase] += (performance.now() - start) / MS;
  }
}

const processorSeconds = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000_000;
};

/** Fields `cutime` and `cstime` of proc(5), which follow the name in parentheses. */
function secondsOfProcesses(): number {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return (Number(fields[13]) + Number(fields[14])) / TICKS;
  } catch {
    return 0;
  }
}

/** Work of the kind that tests do: text, objects and patterns. */
function calibrate(): void {
  const start = processorSeconds();
  for (let round = 0; round < 300; round++) {
    const rows = Array.from({ length: 50 }, (_, at) => ({
      id: String(at),
      title: `Row ${at} of ${round}`,
      tags: [at],
    }));
    JSON.stringify(JSON.parse(JSON.stringify(rows))).replace(/"title":"(\w+) /g, '$1');
  }
  calibration.push(processorSeconds() - start);
}

/** Writes the report of this worker so far; nothing in runs that make none (vitest.browser.config.ts). */
export function notePhases(): void {
  const folder = inject('phases');
  if (!folder) return;
  if (performance.now() - calibratedAt > CALIBRATION_INTERVAL_MS) {
    calibrate();
    calibratedAt = performance.now();
  }
  const report: WorkerReport = {
    phases: { ...phases, worker: processorSeconds(), processes: secondsOfProcesses() },
    calibration,
  };
  writeFileSync(path.join(folder, fileName), JSON.stringify(report));
}
