// Runs the benchmark (`npm run bench`): one mongod, the service and two floors on it, measured side by side.
import { atEnd, runBench, say, startBenchDatabase, undo, type BenchDatabase } from './bench-database.ts';
import { DEEP, sparesOf, type BenchCase, type BenchData } from './cases.ts';
import { compareBodies, SAMPLES } from './compare-bodies.ts';
import { copyDocuments, databaseUse, readBenchData } from './databases.ts';
import { fillService } from './fill/fill-service.ts';
import { measure, measureInTurn, requestsOf, type Figures, type Load } from './measure.ts';
import { readOptions, type Options } from './options.ts';
import { probePaging } from './probe-paging.ts';
import type { Profiler } from 'node:inspector';
import { phaseTables, sharesOf, type PhaseColumn } from './phases.ts';
import { describeProfile } from './profile.ts';
import { readyTime } from './ready-time.ts';
import { disturbedShare, floorTable, mainTable, plainTable, shareOf, spreadTable, type Row } from './report.ts';
import { runScale } from './scale/scale.ts';
import { startServer, type BenchServer } from './servers/servers.ts';

const OURS = 'service';
const F1 = 'floor-node';
const F2 = 'floor-express';
const PLAIN = 'plain-express';
const PROFILE_SECONDS = 8;

interface Bench extends BenchDatabase {
  data: BenchData;
  service: BenchServer;
}

await runBench(async () => {
  const options = readOptions(process.argv.slice(2));
  if (options?.scale) await runScale(options.scale);
  else if (options) await run(options);
});

async function run(options: Options): Promise<void> {
  if (options.phases) return showPhases(await prepare(options), options);
  if (options.profile) return profile(await prepare(options), options.profile, options);
  const runs: Row[][] = [];
  while (runs.length < options.runs) {
    if (options.runs > 1) console.log(`\nrun ${runs.length + 1} of ${options.runs}`);
    runs.push(await compare(await prepare(options), options));
    await undo();
  }
  if (runs.length > 1) console.log(`\n${spreadTable(runs, options.judged)}`);
}

/** Database server, databases, the service, and what requests are made of. */
async function prepare({ documents, cases, profile, phases }: Options): Promise<Bench> {
  const database = await startBenchDatabase();
  const { client, common, settingsOf } = database;
  const started = performance.now();
  const structure = (profile ? [profile] : cases).some(({ inStructure }) => inStructure);
  const filled = await fillService(settingsOf(OURS), { documents, structure });
  common['SCHEMA_REVISIONS'] = JSON.stringify(filled.revisions);
  say(`${documents} documents in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  for (const name of [F1, F2, PLAIN]) await copyDocuments(client.db(OURS), client.db(name), filled);
  const stored = await readBenchData(client.db(OURS), settingsOf(OURS), filled);
  say(`${stored.publicIds.length} of them public`);
  const service = await start(settingsOf, OURS, profile !== undefined || phases);
  const data = { ...stored, ...(await probePaging(service, stored.publicIds.length * DEEP.public)) };
  return { ...database, data, service };
}

async function start(settingsOf: Bench['settingsOf'], name: string, isProfiled = false): Promise<BenchServer> {
  const server = await startServer(`${name}.ts`, settingsOf(name), isProfiled);
  atEnd(() => server.stop());
  return server;
}

async function compare(bench: Bench, options: Options): Promise<Row[]> {
  const servers = new Map([[OURS, bench.service]]);
  for (const name of [F2, F1]) servers.set(name, await start(bench.settingsOf, name));
  const measured = options.cases.filter((each) => each.missing?.(bench.data) === undefined);
  const leftOut = options.cases.flatMap(({ name, missing }) => {
    const reason = missing?.(bench.data);
    return reason === undefined ? [] : [`${name} is left out: ${reason}`];
  });
  for (const line of leftOut) say(line);
  const items = await compareBodies(servers, measured, bench.data);
  console.log('bodies equal');
  const bare = await measureBare(bench, options);
  const plain = await start(bench.settingsOf, PLAIN);
  const rows: Row[] = [];
  for (const benchCase of measured) {
    for (const connections of options.connections) {
      const load: Load = {
        requests: (data) => requestsOf(benchCase, data),
        connections,
        writes: benchCase.writes,
        ...(benchCase.usesUp && { most: shareOfSpares(bench.data, options) }),
      };
      const measured = new Map(benchCase.against === undefined ? servers : [[OURS, bench.service]]);
      if (benchCase.plainTarget !== undefined) measured.set(PLAIN, plain);
      const figures = await measureRounds(bench, measured, load, options).catch((error: unknown) => {
        throw new Error(`${benchCase.name} at ${connections}: ${String(error)}`);
      });
      const row = { benchCase, connections, items: items.get(benchCase.name) ?? NaN, ...figuresOf(figures) };
      rows.push(row);
      const share = Math.round(shareOf(row, rows) * 100);
      say(`${benchCase.name} at ${connections}: ${share}% of ${benchCase.against ?? 'F2'}`);
    }
  }
  const memory: string[] = [];
  for (const [name, server] of servers) {
    memory.push(`${name} ${Math.round((await server.send('memory')).rss / 1e6)} MB`);
    await server.stop();
  }
  await plain.stop();
  console.log(
    `\n${mainTable(rows, options.judged)}\n\n${plainTable(rows, options.judged)}\n\n${floorTable(rows, bare)}\n`,
  );
  for (const line of leftOut) console.log(line);
  const unanswered = measured.flatMap(({ name, against }) => (against === undefined ? [] : [name]));
  if (unanswered.length > 0) console.log(`the floors do not answer ${unanswered.join(', ')}`);
  console.log(`rounds disturbed by other programs: ${disturbedShare(rows)}`);
  await reportProcess(bench, options, memory.join(', '));
  return rows;
}

/** Requests of a round that uses up documents: there are as many rounds for each server and number of connections. */
function shareOfSpares(data: BenchData, { connections, rounds, warmUp }: Options): number {
  const servers = 4;
  const warmUps = warmUp > 0 ? 1 : 0;
  return Math.floor((sparesOf(data) - SAMPLES) / (servers * (rounds * connections.length + warmUps)));
}

function figuresOf(figures: ReadonlyMap<string, Figures>): Pick<Row, 'ours' | 'floors' | 'plain'> {
  const [ours, express, node, plain] = [OURS, F2, F1, PLAIN].map((name) => figures.get(name));
  if (!ours) throw new Error('the service was not measured');
  return { ours, floors: express && node && { express, node }, plain };
}

async function reportProcess({ settingsOf }: Bench, { judged }: Options, resident: string): Promise<void> {
  if (!judged) return console.log(`resident memory after the run: ${resident}`);
  const ready = await readyTime(settingsOf(OURS));
  console.log(`ready in ${ready.median.toFixed(2)} s, at best ${ready.shortest.toFixed(2)} s (target under 0.8)`);
  console.log(`resident memory after the run: ${resident} (target under 220)`);
}

async function measureRounds(
  { client, data }: Bench,
  servers: ReadonlyMap<string, BenchServer>,
  load: Load,
  { connections, rounds, warmUp, round }: Options,
): Promise<Map<string, Figures>> {
  const fire = async (server: BenchServer, given: Options['round']): Promise<Figures> => {
    const length = load.most === undefined ? given : { amount: load.most };
    // No connection goes without a request.
    const amount = 'amount' in length ? { amount: Math.max(length.amount, load.connections) } : length;
    const use = () => databaseUse(client);
    const figures = await measure(server, data, { ...load, ...amount }, use);
    // Not one response within the round: it is as long as one takes for each connection.
    return Number.isNaN(figures.rps) ? measure(server, data, { ...load, amount: load.connections }, use) : figures;
  };
  if (warmUp > 0 && load.connections === connections[0]) {
    for (const server of servers.values()) await fire(server, { amount: warmUp });
  }
  return measureInTurn(servers, rounds, (server) => fire(server, round));
}

/** Requests per second of a bare Express route, by connections. */
async function measureBare(bench: Bench, options: Options): Promise<Map<number, number>> {
  const server = await start(bench.settingsOf, 'bare-express');
  const bare = new Map<number, number>();
  for (const connections of options.connections) {
    const load: Load = { requests: () => [{ method: 'GET', path: '/' }], connections };
    const figures = await measureRounds(bench, new Map([['bare', server]]), load, options);
    bare.set(connections, figures.get('bare')?.rps ?? NaN);
  }
  await server.stop();
  return bare;
}

interface Profiled {
  figures: Figures;
  profile: Profiler.Profile;
}

/** @throws Error when the service does not support the case */
async function takeProfile(bench: Bench, benchCase: BenchCase, connections: number, warmUp: number): Promise<Profiled> {
  const { client, data, service } = bench;
  const reason = benchCase.missing?.(data);
  if (reason !== undefined) throw new Error(`${benchCase.name} cannot be measured: ${reason}`);
  const load: Load = { requests: (given) => requestsOf(benchCase, given), connections };
  const use = () => databaseUse(client);
  if (warmUp > 0) await measure(service, data, { ...load, amount: warmUp }, use);
  await service.send('start profile');
  const figures = await measure(service, data, { ...load, duration: PROFILE_SECONDS }, use);
  return { figures, profile: await service.send('stop profile') };
}

async function profile(bench: Bench, benchCase: BenchCase, options: Options): Promise<void> {
  const connections = options.connections.at(-1) ?? 50;
  const taken = await takeProfile(bench, benchCase, connections, options.warmUp);
  const { rps, serverCpu, databaseCpu } = taken.figures;
  console.log(`${benchCase.title} at ${connections} connections, ${Math.round(rps)} rps while profiled`);
  console.log(`CPU per request: service ${Math.round(serverCpu)} µs, mongod ${Math.round(databaseCpu)} µs\n`);
  console.log(describeProfile(taken.profile));
}

/** Microseconds of the processor by phase, for each case and number of connections. */
async function showPhases(bench: Bench, { cases, connections, warmUp }: Options): Promise<void> {
  const columns: PhaseColumn[] = [];
  for (const benchCase of cases) {
    for (const each of connections) {
      const { figures, profile: taken } = await takeProfile(bench, benchCase, each, warmUp);
      columns.push({ title: `${benchCase.name} at ${each}`, figures, shares: sharesOf(taken) });
    }
  }
  console.log(phaseTables(columns));
}
