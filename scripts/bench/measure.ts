// Load on one server, and rounds over several: short ones in turn, so that a slow moment of the machine affects them all.
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import type { BenchCase, BenchData } from './cases.ts';
import type { DatabaseUse } from './databases.ts';
import { writeMeanwhile } from './write-meanwhile.ts';
import { busyTime, isDisturbed, waitForQuiet } from './quiet-machine.ts';
import type { BenchServer } from './servers/servers.ts';

/** How often autocannon looks whether it has to end. */
const SAMPLE_MS = 50;
/** Interval of polling the database, until it examines fewer keys and documents than this in between. */
const SETTLE_MS = 50;
const SETTLE_LOOKS = 100;
const IDLE = 20;
const QUIET_WAIT_MS = 30_000;
const QUIET_ATTEMPTS = 5;

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
function percentile(sorted: Float64Array, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

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
  const sorted = Float64Array.from(times).sort();
  const [serverCpu, databaseCpu] = [after.server - before.server, after.database.cpu - before.database.cpu];
  const ours = serverCpu + databaseCpu + after.own - before.own;
  return {
    rps: (answers / (ended - started)) * 1_000,
    p50: percentile(sorted, 0.5),
    p99: percentile(sorted, 0.99),
    serverCpu: serverCpu / sent,
    databaseCpu: databaseCpu / sent,
    keys: (after.database.keys - before.database.keys) / sent,
    documents: (after.database.documents - before.database.documents) / sent,
    commands: commandsBetween(before.database.commands, after.database.commands, sent),
    disturbed: isDisturbed(busyFor, ours / 1_000, wall) ? 1 : 0,
  };
}

function commandsBetween(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
  requests: number,
): Map<string, number> {
  const counted = [...after].map(([name, count]): [string, number] => [
    name,
    (count - (before.get(name) ?? 0)) / requests,
  ]);
  return new Map(counted.filter(([name, count]) => count > 0 && name !== 'serverStatus'));
}

/** The figures of `once` on a quiet machine, if possible: waits for it, and repeats after a disturbance. */
export async function measureQuietly(once: () => Promise<Figures>): Promise<Figures> {
  for (let attempt = 1; ; attempt++) {
    await waitForQuiet(QUIET_WAIT_MS);
    const figures = await once();
    if (figures.disturbed === 0 || attempt === QUIET_ATTEMPTS) return figures;
  }
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2;
}

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
  const names = [...servers.keys()];
  const figures = new Map<string, Figures[]>(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < names.length; turn++) {
      const name = names[(round + turn) % names.length] ?? '';
      const server = servers.get(name);
      if (server) figures.get(name)?.push(await once(server));
    }
  }
  return new Map([...figures].map(([name, all]) => [name, medianFigures(all)]));
}
