// The metrics of all processes of `WORKERS` (D595): each gets those of the others through the primary.
import cluster, { type Worker } from 'node:cluster';
import type { MetricObjectWithValues, MetricValue, Registry } from 'prom-client';
import { AggregatorRegistry } from 'prom-client';

type Metrics = MetricObjectWithValues<MetricValue<string>>[];

/** Between the primary and its workers. The id names the requesting worker and its request. */
type Message =
  | { metrics: 'request'; id: string }
  | { metrics: 'reply'; id: string; values: Metrics }
  | { metrics: 'all'; id: string; values: Metrics[] };

/** A process that is busy for longer is omitted, as `colophon_processes` shows. */
const WAIT_MS = 2_000;

const isMessage = (message: unknown): message is Message =>
  typeof message === 'object' && message !== null && 'metrics' in message;

/** In the primary: forwards a request to the other workers, and their responses to the requesting one. */
export function relayMetrics(): void {
  const open = new Map<string, { values: Metrics[]; missing: number; end: () => void }>();

  function pass(requester: Worker, id: string): void {
    const others = Object.values(cluster.workers ?? {}).filter(
      (each) => each && each !== requester && each.isConnected(),
    );
    const values: Metrics[] = [];
    const end = (): void => {
      clearTimeout(timer);
      open.delete(id);
      if (requester.isConnected()) requester.send({ metrics: 'all', id, values } satisfies Message);
    };
    const timer = setTimeout(end, WAIT_MS);
    open.set(id, { values, missing: others.length, end });
    if (others.length === 0) end();
    for (const each of others) each?.send({ metrics: 'request', id } satisfies Message);
  }

  cluster.on('message', (worker, message: unknown) => {
    if (!isMessage(message)) return;
    if (message.metrics === 'request') return pass(worker, message.id);
    const question = open.get(message.id);
    if (message.metrics !== 'reply' || !question) return;
    question.values.push(message.values);
    question.missing--;
    if (question.missing === 0) question.end();
  });
}

/** In a worker: responds to the others, and collects theirs. @param own the metrics that each process counts */
export function watchOtherWorkers(own: Registry): { collect(): Promise<Metrics[]>; close(): void } {
  const { worker } = cluster;
  if (!worker) return { collect: () => Promise.resolve([]), close: () => undefined };
  const waiting = new Map<string, (values: Metrics[]) => void>();
  let requested = 0;
  async function answer(message: unknown): Promise<void> {
    if (!isMessage(message)) return;
    if (message.metrics === 'all') waiting.get(message.id)?.(message.values);
    if (message.metrics !== 'request') return;
    process.send?.({ metrics: 'reply', id: message.id, values: await own.getMetricsAsJSON() } satisfies Message);
  }
  const listen = (message: unknown): void => void answer(message);
  process.on('message', listen);
  return {
    async collect() {
      const id = `${worker.id} ${requested++}`;
      const values = await new Promise<Metrics[]>((resolve) => {
        // The primary has a separate time limit.
        const timer = setTimeout(() => resolve([]), 2 * WAIT_MS);
        waiting.set(id, (each) => {
          clearTimeout(timer);
          resolve(each);
        });
        process.send?.({ metrics: 'request', id } satisfies Message);
      });
      waiting.delete(id);
      return values;
    },
    close: () => void process.off('message', listen),
  };
}

/** The maximum, since a mean would hide one blocked process among many. */
const WORST = /_lag_p99_seconds$/;

/** Sums of counters and similar metrics; metrics of prom-client name their method of aggregation. */
export function sumOf(all: readonly Metrics[]): Registry {
  const marked = all.map((metrics) =>
    metrics.map((metric) => (WORST.test(metric.name) ? { ...metric, aggregator: 'max' } : metric)),
  );
  return AggregatorRegistry.aggregate(marked);
}
