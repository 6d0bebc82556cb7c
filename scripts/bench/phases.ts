// Where the processor time of a request goes, by phase (issue 42): each sample of a profile belongs to the innermost
// function whose phase is known, so that the rows add up to the whole.
import type { Profiler } from 'node:inspector';
import type { Figures } from './measure.ts';
import { stacksOf } from './profile.ts';
import { table } from './report.ts';

/** A phase, and where its functions stand. The first that fits a function is its phase. */
const PHASES: readonly [phase: string, place: RegExp][] = [
  ['garbage collection', /^\(garbage collector\)/],
  ['driver: BSON', /^\S+ bson\//],
  ['driver: commands and sessions', /^\S+ mongodb\//],
  [
    'driver: commands and sessions',
    / core\/store\/[\w/-]*(ambient-transaction|closed-connections|batched-find|small-reads)/,
  ],
  ['events, followers and webhooks', / core\/(events|webhooks)\//],
  [
    'events, followers and webhooks',
    / core\/store\/[\w/-]*(change-feed|event-rows|committed-changes|followed-snapshot|replay-changes)/,
  ],
  ['events, followers and webhooks', / core\/objects\/[\w/-]*(dated-events|feed)/],
  ['jobs', / (core\/jobs\/|@?agenda|@hokify)/],
  ['audit, metrics and log', / (core\/(audit|metrics|log|tracing)|pino|sonic-boom)/],
  ['token and permissions', / (core\/access\/|core\/accounts\/|passport|jose|node:internal\/crypto)/],
  [
    'body and validation',
    / (core\/http\/[\w/-]*(request-body|take-body)|core\/json\/(exact-json|json-schema)|ajv|openapi-backend)/,
  ],
  ['response', / core\/(http\/response|json\/json-in-slices|representation|format)/],
  [
    'planning',
    / core\/objects\/([\w/-]*(object-changes|plan-objects|object-input|write-objects|reader-text|search-text)|relations|tree)/,
  ],
  ['planning', / core\/(resources|query|model|texts|uname|date-values)/],
  [
    'writing: queue and batch',
    / core\/objects\/writing\/(write-queue|commit-batch|write-batch|next-batch|unit-of-work|object-writer|lock-objects)/,
  ],
  [
    'writing: queue and batch',
    / core\/store\/(transactions\/transaction|recorded\/recorded-transaction|object-counts|history\/changes)/,
  ],
  ['reading', / core\/(objects|store)\//],
  ['request: dispatch and steps', / (core\/http\/|handlers\/|express|router|scripts\/)/],
];

const REST = 'Node: sockets, streams and promises';

/** Share of the busy time by phase, the largest first; they add up to 1. */
export function sharesOf(profile: Profiler.Profile): Map<string, number> {
  const stacks = stacksOf(profile);
  const known = new Map<string, string | undefined>();
  for (const place of new Set(stacks.flatMap(({ places }) => places)))
    known.set(place, PHASES.find(([, pattern]) => pattern.test(place))?.[0]);
  const times = new Map<string, number>();
  for (const { places, time } of stacks) {
    const phase = places.map((place) => known.get(place)).find((each) => each !== undefined) ?? REST;
    times.set(phase, (times.get(phase) ?? 0) + time);
  }
  const whole = total([...times.values()]);
  return new Map([...times].sort(([, a], [, b]) => b - a).map(([phase, time]) => [phase, time / whole]));
}

export interface PhaseColumn {
  title: string;
  figures: Figures;
  /** Of the service's time, by phase. */
  shares: ReadonlyMap<string, number>;
}

const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** Microseconds of the service's processor for each request by phase, and the commands that it sends. */
export function phaseTables(columns: readonly PhaseColumn[]): string {
  const titles = columns.map(({ title }) => title);
  const rowsOf = (names: Iterable<string>, of: (column: PhaseColumn, name: string) => number, digits: number) => {
    const sums = Array.from(new Set(names), (name) => [name, columns.map((each) => of(each, name))] as const);
    const largestFirst = sums.sort(([, a], [, b]) => total(b) - total(a));
    return largestFirst.map(([name, values]) => [name, ...values.map((value) => value.toFixed(digits))]);
  };
  const phases = columns.flatMap(({ shares }) => [...shares.keys()]);
  const commands = columns.flatMap(({ figures }) => [...figures.commands.keys()]);
  const whole = (name: string, of: (figures: Figures) => number) => [
    name,
    ...columns.map(({ figures }) => Math.round(of(figures)).toString()),
  ];
  return [
    table(
      ['µs of the service for a request', ...titles],
      [
        ...rowsOf(phases, ({ figures, shares }, name) => figures.serverCpu * (shares.get(name) ?? 0), 0),
        whole('service, measured', ({ serverCpu }) => serverCpu),
        whole('database, measured', ({ databaseCpu }) => databaseCpu),
      ],
    ),
    table(
      ['commands for a request', ...titles],
      [
        ...rowsOf(commands, ({ figures }, name) => figures.commands.get(name) ?? 0, 2),
        ['together', ...columns.map(({ figures }) => total([...figures.commands.values()]).toFixed(2))],
      ],
    ),
  ].join('\n\n');
}
