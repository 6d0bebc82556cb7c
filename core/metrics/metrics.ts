// Metrics in the text format of Prometheus (D637), of all processes of `WORKERS`. Counts from the database are read on each request.
import type { EventEmitter } from 'node:events';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { timerAges, type TimerAge } from '../timers.ts';
import { sumOf, watchOtherWorkers } from './worker-metrics.ts';

/** A completed request. */
export interface AnsweredRequest {
  /** undefined when no operation matched. */
  operationId: string | undefined;
  /** undefined when the client disconnected before the response. */
  status: number | undefined;
  seconds: number;
  /** Code of an error. */
  code: string | undefined;
}

interface MetricsSources {
  version: string;
  /** Driver events of connection pools. */
  client: Pick<EventEmitter, 'on' | 'off'>;
  /** Jobs that are not completed. */
  jobCounts: () => Promise<readonly { service: string; status: string; count: number }[]>;
  storedFiles: () => Promise<{ bytes: number; files: number }>;
  /** Of timers that run in one process at a time. */
  recurringAges: () => Promise<readonly TimerAge[]>;
  uploadsUnderWay: () => number;
}

export type Metrics = ReturnType<typeof createMetrics>;

/** Of the driver. */
interface PoolEvent {
  address: string;
  connectionId: unknown;
}

/** Event loop, memory, garbage collection and CPU: once for a process, regardless of its number of services. */
let processRegistry: Registry | undefined;

function registryOfProcess(): Registry {
  if (!processRegistry) {
    processRegistry = new Registry();
    collectDefaultMetrics({ register: processRegistry });
  }
  return processRegistry;
}

export function createMetrics(sources: MetricsSources) {
  const registry = new Registry();
  const registers = [registry];
  /** Metrics from one process for all. */
  const common = new Registry();
  const info = { name: 'colophon_info', help: 'The version, as a label.', labelNames: ['version'] };
  new Gauge({ ...info, registers: [common] }).set({ version: sources.version }, 1);
  const processes = new Gauge({
    name: 'colophon_processes',
    help: 'Processes of this service that these metrics are of.',
    registers: [common],
  });
  const runs = new Counter({
    name: 'colophon_job_runs_total',
    help: 'Runs of jobs in this process; mails are those of the service "mail".',
    labelNames: ['service', 'outcome'],
    registers,
  });
  const batches = new Histogram({
    name: 'colophon_write_batch_size',
    help: 'Writes that were committed in one transaction.',
    buckets: [1, 2, 5, 10, 20, 50, 100],
    registers,
  });
  const refused = new Counter({
    name: 'colophon_load_refusals_total',
    help: 'Requests that were refused by a limit of load: requests, loop_delay, turns, rate, bodies, transfers, streams.',
    labelNames: ['limit'],
    registers,
  });
  new Gauge({
    name: 'colophon_uploads_in_progress',
    help: 'Uploads that are coming in.',
    registers,
    collect() {
      this.set(sources.uploadsUnderWay());
    },
  });
  const ofRequests = requestMetrics(registers);
  const responseCache = cacheMetrics(registers);
  new Gauge({
    name: 'colophon_timer_age_seconds',
    help: 'Time since the last successful run of each timer of this process; of several processes the longest.',
    labelNames: ['timer'],
    registers,
    aggregator: 'max',
    collect() {
      for (const { timer, seconds } of timerAges()) this.set({ timer }, seconds);
    },
  });
  const readStored = countStored([common], sources);
  const unwatch = watchPool(registers, sources.client);
  const own = Registry.merge([registryOfProcess(), registry]);
  const others = watchOtherWorkers(own);
  return {
    ...ofRequests,
    jobRun: (service: string, outcome: 'success' | 'failure') => runs.inc({ service, outcome }),
    batchCommitted: (units: number) => batches.observe(units),
    /** @param limit of load, by which a request was refused */
    loadRefused: (limit: string) => refused.inc({ limit }),
    /** Of the kept responses (D910). */
    responseCache,
    async text(): Promise<string> {
      const [collected] = await Promise.all([others.collect(), readStored()]);
      processes.set(collected.length + 1);
      const summed = collected.length === 0 ? own : sumOf([await own.getMetricsAsJSON(), ...collected]);
      return `${await summed.metrics()}${await common.metrics()}`;
    },
    close(): void {
      unwatch();
      others.close();
    },
  };
}

function requestMetrics(registers: Registry[]) {
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to the end of its answer, by operation and status.',
    labelNames: ['operation', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const inProgress = new Gauge({
    name: 'http_requests_in_progress',
    help: 'Requests that are not answered yet.',
    registers,
  });
  const errors = new Counter({
    name: 'http_errors_total',
    help: 'Answers that are errors, by code; query_too_expensive is a query over its time limit.',
    labelNames: ['code'],
    registers,
  });
  return {
    requestBegun: () => inProgress.inc(),
    requestAnswered({ operationId: operation = 'none', status, seconds, code }: AnsweredRequest): void {
      inProgress.dec();
      requests.observe({ operation, status: status ?? 'aborted' }, seconds);
      if (code !== undefined) errors.inc({ code });
    },
  };
}

function cacheMetrics(registers: Registry[]) {
  const looked = new Counter({
    name: 'colophon_response_cache_total',
    help: 'Reads whose response may be kept, by outcome: hit, validated (304 for a response that the client has), miss, and stale for a kept one that was outdated.',
    labelNames: ['outcome'],
    registers,
  });
  const evicted = new Counter({
    name: 'colophon_response_cache_evictions_total',
    help: 'Kept responses that made room for others.',
    registers,
  });
  let bytes = (): number => 0;
  new Gauge({
    name: 'colophon_response_cache_bytes',
    help: 'Bytes of the kept responses.',
    registers,
    collect() {
      this.set(bytes());
    },
  });
  return {
    looked: (outcome: 'hit' | 'miss' | 'stale') => looked.inc({ outcome }),
    evicted: () => evicted.inc(),
    /** @param read the bytes of all kept responses, now */
    watch(read: () => number): void {
      bytes = read;
    },
  };
}

/** Metrics from the database. While it cannot be read the gauges have no values, and `colophon_database_up` is 0. @returns reads it */
function countStored(
  registers: Registry[],
  { jobCounts, storedFiles, recurringAges }: MetricsSources,
): () => Promise<void> {
  const jobs = new Gauge({
    name: 'colophon_jobs',
    help: 'Jobs that are not completed, by service and state.',
    labelNames: ['service', 'state'],
    registers,
  });
  const bytes = new Gauge({ name: 'colophon_stored_bytes', help: 'Bytes of the files of streams.', registers });
  const files = new Gauge({ name: 'colophon_stored_files', help: 'Files of streams.', registers });
  const ages = new Gauge({
    name: 'colophon_recurring_age_seconds',
    help: 'Time since the last run of each timer that runs in one process at a time, in any of them.',
    labelNames: ['timer'],
    registers,
  });
  const up = new Gauge({
    name: 'colophon_database_up',
    help: 'Whether the database could be read for these metrics.',
    registers,
  });
  return async () => {
    jobs.reset();
    ages.reset();
    bytes.remove();
    files.remove();
    try {
      const [counts, stored, recurring] = await Promise.all([jobCounts(), storedFiles(), recurringAges()]);
      for (const { service, status, count } of counts) jobs.set({ service, state: status }, count);
      for (const { timer, seconds } of recurring) ages.set({ timer }, seconds);
      bytes.set(stored.bytes);
      files.set(stored.files);
      up.set(1);
    } catch {
      up.set(0);
    }
  };
}

/** Connections that were made before are counted when they are used. */
function watchPool(registers: Registry[], client: MetricsSources['client']): () => void {
  const open = new Set<string>();
  const inUse = new Set<string>();
  let waiting = 0;
  new Gauge({
    name: 'mongodb_pool_connections',
    help: 'Connections to the database: open ones, those in use, and requests that wait for one.',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'open' }, open.size);
      this.set({ state: 'in_use' }, inUse.size);
      this.set({ state: 'waiting' }, waiting);
    },
  });
  const failures = new Counter({
    name: 'mongodb_pool_checkout_failures_total',
    help: 'Requests that got no connection.',
    registers,
  });
  const keyOf = ({ address, connectionId }: PoolEvent): string => `${address} ${connectionId}`;
  const changes: Record<string, (event: PoolEvent) => void> = {
    connectionCreated: (event) => open.add(keyOf(event)),
    connectionClosed(event) {
      open.delete(keyOf(event));
      inUse.delete(keyOf(event));
    },
    connectionCheckOutStarted: () => waiting++,
    connectionCheckedOut(event) {
      waiting = Math.max(0, waiting - 1);
      open.add(keyOf(event));
      inUse.add(keyOf(event));
    },
    connectionCheckedIn: (event) => inUse.delete(keyOf(event)),
    connectionCheckOutFailed() {
      waiting = Math.max(0, waiting - 1);
      failures.inc();
    },
  };
  for (const [name, change] of Object.entries(changes)) client.on(name, change);
  return () => {
    for (const [name, change] of Object.entries(changes)) client.off(name, change);
  };
}
