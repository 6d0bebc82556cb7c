// Load on one server, and rounds over several: short ones in turn, so that a slow moment of the machine affects them all.
import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import type { BenchCase, BenchData } from './cases.ts';
import type { DatabaseUse } from './databases.ts';
import { writeMeanwhile } from './write-meanwhile.ts';
import type { BenchServer } from './servers/servers.ts';

/** How often autocannon looks whether it has to end. */
const SAMPLE_MS = 50;
/** Interval of polling the database, until it examines fewer keys and documents than this in between. */
const SETTLE_MS = 50;
const SETTLE_LOOKS = 100;
const IDLE = 20;
/** Share of all processors that other programs may use in a round; beside busier ones it says little. */
const QUIET = 0.12;

export interface Load {
  requests: (data: BenchData) => autocannon.Request[];
  connections: number;
  /** How long: in seconds, or in requests. */
  duration?: number;
  amount?: number;
  /** No round has more requests. */
  most?: number;
  /** Writes that another client sends meanwhile. */
  writes?: BenchCase['writes'];
}

export interface Figures {
  /** Requests per second. */
  rps: number;
  /** Time of a response, milliseconds. */
  p50: number;
  p99: number;
  /** Processor time per request, of the server and of the database, in microseconds. */
  serverCpu: number;
  databaseCpu: number;
  /** Index keys and documents that the database has examined per request. */
  keys: number;
  documents: number;
  /** Commands that the database has run per request, by name; those of the measurement itself are left out. */
  commands: ReadonlyMap<string, number>;
  /** 1 when other programs used much of the machine during the round, else 0. */
  disturbed: number;
}

/** Requests of one connection. */
export function requestsOf({ request, repeated }: BenchCase, data: BenchData): autocannon.Request[] {
  if (repeated !== undefined) return Array.from({ length: repeated }, () => request(data));
  return [{ ...request(data), setupRequest: (sent) => ({ ...sent, ...request(data) }) }];
}

/** @param share from 0 to 1 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

/** Milliseconds that all processors together have been busy. */
const busyTime = (): number =>
  os.cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0);

/** Waits until the database has finished the last requests, with or without a response. @returns its use until then */
async function settled(databaseUse: () => Promise<DatabaseUse>): Promise<DatabaseUse> {
  let use = await databaseUse();
  for (let look = 0; look < SETTLE_LOOKS; look++) {
    await sleep(SETTLE_MS);
    const before = use;
    use = await databaseUse();
    if (use.keys + use.documents - before.keys - before.documents < IDLE) break;
  }
  return use;
}

/** @throws Error for a response other than 2xx and 304 */
export async function measure(
  server: BenchServer,
  data: BenchData,
  load: Load,
  databaseUse: () => Promise<DatabaseUse>,
): Promise<Figures> {
  const usedCpu = (): number => {
    const { user, system } = process.cpuUsage();
    return user + system;
  };
  const used = async () => ({ database: await settled(databaseUse), server: await server.send('cpu'), own: usedCpu() });
  const { requests, most: _most, writes = 0, ...amount } = load;
  // Times of autocannon are whole milliseconds, and it ends a while after the last response.
  const times: number[] = [];
  /** The last response that is none of 2xx. */
  let refusal = '';
  let ended = NaN;
  const setupClient: autocannon.Options['setupClient'] = (client) => {
    client.setRequests(requests(data));
    let body = '';
    client.on('body', (bytes: Buffer) => (body = bytes.toString()));
    client.on('response', (status, _bytes, time) => {
      if (status > 304) refusal = body.slice(0, 300);
      times.push(time);
      ended = performance.now();
    });
  };
  const [before, busy, started] = [await used(), busyTime(), performance.now()];
  const options = { url: server.url, sampleInt: SAMPLE_MS, setupClient, ...amount } as autocannon.Options;
  const stopWriting = writeMeanwhile(server, data, writes);
  const { non2xx, errors, timeouts, statusCodeStats, ...result } = await autocannon(options);
  await stopWriting();
  const refused = non2xx - result['3xx'];
  const [wall, busyFor, after] = [performance.now() - started, busyTime() - busy, await used()];
  if (refused + errors + timeouts > 0) {
    const answers = Object.entries(statusCodeStats ?? {}).map(([status, { count }]) => `${count} times ${status}`);
    throw new Error(`${server.name}: ${answers.join(', ')}, ${errors} errors, ${timeouts} timeouts; ${refusal}`);
  }
  const answers = Math.max(1, result['2xx'] + result['3xx']);
  // The last ones are executed although no client waits for their responses.
  const sent = Math.max(answers, result.requests.sent);
  const [serverCpu, databaseCpu] = [after.server - before.server, after.database.cpu - before.database.cpu];
  const ours = serverCpu + databaseCpu + after.own - before.own;
  return {
    rps: (answers / (ended - started)) * 1_000,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    serverCpu: serverCpu / sent,
    databaseCpu: databaseCpu / sent,
    keys: (after.database.keys - before.database.keys) / sent,
    documents: (after.database.documents - before.database.documents) / sent,
    commands: commandsBetween(before.database.commands, after.database.commands, sent),
    disturbed: (busyFor - ours / 1_000) / (wall * os.cpus().length) > QUIET ? 1 : 0,
  };
}

function commandsBetween(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
  requests: number,
): Map<string, number> {
  const counted = [...after].map(([name, count]) => [name, (count - (before.get(name) ?? 0)) / requests] as const);
  return new Map(counted.filter(([name, count]) => count > 0 && name !== 'serverStatus'));
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2;
}

/** Medians of each quarter of a course of values. */
export const quarters = (values: readonly number[]): number[] =>
  [0, 1, 2, 3].map((nth) =>
    median(values.slice(Math.floor((nth * values.length) / 4), Math.ceil(((nth + 1) * values.length) / 4))),
  );

function medianFigures(rounds: readonly Figures[]): Figures {
  const of = (member: Exclude<keyof Figures, 'commands'>): number => median(rounds.map((round) => round[member]));
  return {
    rps: of('rps'),
    p50: of('p50'),
    p99: of('p99'),
    serverCpu: of('serverCpu'),
    databaseCpu: of('databaseCpu'),
    keys: of('keys'),
    documents: of('documents'),
    commands: rounds[0]?.commands ?? new Map(),
    disturbed: rounds.reduce((sum, round) => sum + round.disturbed, 0) / rounds.length,
  };
}

/** Medians of some rounds by server; the order changes with each round. */
export async function measureInTurn(
  servers: ReadonlyMap<string, BenchServer>,
  rounds: number,
  once: (server: BenchServer) => Promise<Figures>,
): Promise<Map<string, Figures>> {
  const measured = [...servers].map(([name, server]) => ({ name, server, figures: [] as Figures[] }));
  for (let round = 0; round < rounds; round++) {
    const first = round % measured.length;
    for (const { server, figures } of [...measured.slice(first), ...measured.slice(0, first)])
      figures.push(await once(server));
  }
  return new Map(measured.map(({ name, figures }) => [name, medianFigures(figures)]));
}
