// Load on one server, and rounds over several: short ones in turn, so that a slow moment of the machine hits them all.
import autocannon from 'autocannon';
import type { BenchCase, BenchData } from './cases.ts';
import { busyTime, isDisturbed, waitForQuiet } from './quiet-machine.ts';
import type { BenchServer } from './servers.ts';

const QUIET_WAIT_MS = 30_000;
const QUIET_ATTEMPTS = 5;

export interface Load {
  requests: (data: BenchData) => autocannon.Request[];
  connections: number;
  /** How long: in seconds, or in requests. */
  duration?: number;
  amount?: number;
}

export interface Figures {
  /** Requests per second. */
  rps: number;
  /** Milliseconds. */
  p99: number;
  /** Processor time for each request, of the server and of the database, in microseconds. */
  serverCpu: number;
  databaseCpu: number;
  /** 1 when other programs had much of the machine meanwhile, else 0. */
  disturbed: number;
}

/** Requests of one connection. */
export function requestsOf({ request, repeated }: BenchCase, data: BenchData): autocannon.Request[] {
  if (repeated !== undefined) return Array.from({ length: repeated }, () => request(data));
  return [{ ...request(data), setupRequest: (sent) => ({ ...sent, ...request(data) }) }];
}

/** @throws Error when anything but 2xx comes back */
export async function measure(
  server: BenchServer,
  data: BenchData,
  load: Load,
  databaseCpu: () => Promise<number>,
): Promise<Figures> {
  const usedCpu = async (): Promise<[server: number, database: number, own: number]> => {
    const { user, system } = process.cpuUsage();
    return [await server.ask('cpu'), await databaseCpu(), user + system];
  };
  const { requests, ...amount } = load;
  const setupClient: autocannon.Options['setupClient'] = (client) => client.setRequests(requests(data));
  const [before, busy, started] = [await usedCpu(), busyTime(), performance.now()];
  const result = await autocannon({ url: server.url, sampleInt: 250, setupClient, ...amount } as autocannon.Options);
  const [wall, busyFor, after] = [performance.now() - started, busyTime() - busy, await usedCpu()];
  const { non2xx, errors, timeouts, latency, duration } = result;
  if (non2xx + errors + timeouts > 0) {
    throw new Error(`${server.url}: ${non2xx} answers not 2xx, ${errors} errors, ${timeouts} timeouts`);
  }
  const answers = Math.max(1, result['2xx']);
  const [serverCpu, database, own] = [after[0] - before[0], after[1] - before[1], after[2] - before[2]];
  return {
    rps: answers / duration,
    p99: latency.p99,
    serverCpu: serverCpu / answers,
    databaseCpu: database / answers,
    disturbed: isDisturbed(busyFor, (serverCpu + database + own) / 1_000, wall) ? 1 : 0,
  };
}

/** The figures of `once` on a quiet machine, if one is to be had: waits for it, and tries again after a disturbance. */
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
  const of = (member: keyof Figures): number => median(rounds.map((round) => round[member]));
  return {
    rps: of('rps'),
    p99: of('p99'),
    serverCpu: of('serverCpu'),
    databaseCpu: of('databaseCpu'),
    disturbed: rounds.reduce((sum, round) => sum + round.disturbed, 0) / rounds.length,
  };
}

/** Medians of some rounds by server; who comes first changes with each round. */
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
