// Runs the benchmark (`npm run bench`): one mongod, the service and two floors on it, measured side by side.
import { MongoClient } from 'mongodb';
import { runBench, say, startBenchDatabase, type Endings } from './bench-database.ts';
import type { BenchData } from './cases.ts';
import { compareBodies } from './compare-bodies.ts';
import { copyDocuments, databaseCpu, fillService, readBenchData } from './databases.ts';
import { measure, measureInTurn, measureQuietly, requestsOf, type Figures, type Load } from './measure.ts';
import { readOptions, type Options } from './options.ts';
import { describeProfile } from './profile.ts';
import { readyTime } from './ready-time.ts';
import { cpuTable, disturbedShare, floorTable, speedTable, type Row } from './report.ts';
import { startServer, type BenchServer } from './servers.ts';

const OURS = 'service';
const F1 = 'floor-node';
const F2 = 'floor-express';
const PROFILE_SECONDS = 8;

const endings: Endings = [];

interface Bench {
  client: MongoClient;
  data: BenchData;
  settingsOf(database: string): Record<string, string>;
}

await runBench(endings, async () => {
  const options = readOptions(process.argv.slice(2));
  if (options) await run(options);
});

async function run(options: Options): Promise<void> {
  const bench = await prepare(options);
  if (options.profile) await profile(bench, options);
  else await compare(bench, options);
}

/** Database server, databases and what requests are made of. */
async function prepare({ documents, subtree, cases, profile }: Options): Promise<Bench> {
  const { uri, common, settingsOf } = await startBenchDatabase(endings);
  const client = await MongoClient.connect(uri);
  endings.push(() => client.close());
  const started = performance.now();
  const structure = (profile ? [profile] : cases).some(({ inStructure }) => inStructure);
  common['SCHEMA_REVISION'] = await fillService(settingsOf(OURS), { documents, subtree, structure });
  say(`${documents} documents in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  for (const name of [F1, F2]) await copyDocuments(client.db(OURS), client.db(name));
  const data = await readBenchData(client.db(OURS), settingsOf(OURS));
  say(`${data.publicIds.length} of them public`);
  return { client, data, settingsOf };
}

async function start(bench: Bench, name: string): Promise<BenchServer> {
  const server = await startServer(`${name}.ts`, bench.settingsOf(name));
  endings.push(() => server.stop());
  return server;
}

async function compare(bench: Bench, options: Options): Promise<void> {
  const servers = new Map<string, BenchServer>();
  for (const name of [OURS, F2, F1]) servers.set(name, await start(bench, name));
  await compareBodies(servers, options.cases, bench.data);
  console.log('bodies equal');
  const bare = await measureBare(bench, options);
  const rows: Row[] = [];
  for (const benchCase of options.cases) {
    for (const connections of options.connections) {
      const load: Load = { requests: (data) => requestsOf(benchCase, data), connections };
      const figures = await measureRounds(bench, servers, load, options);
      const [ours, express, node] = [OURS, F2, F1].map((name) => figures.get(name));
      if (!ours || !express || !node) throw new Error('a server was not measured');
      rows.push({ benchCase, connections, ours, express, node });
      say(`${benchCase.name} at ${connections}: ${Math.round((ours.rps / express.rps) * 100)}% of F2`);
    }
  }
  const memory: string[] = [];
  for (const [name, server] of servers) {
    memory.push(`${name} ${Math.round((await server.ask('memory')) / 1e6)} MB`);
    await server.stop();
  }
  const [disturbed, resident] = [disturbedShare(rows), memory.join(', ')];
  console.log(`\n${speedTable(rows, options.judged)}\n\n${cpuTable(rows)}\n\n${floorTable(rows, bare)}\n`);
  console.log(`rounds disturbed by other programs: ${disturbed}`);
  if (!options.judged) return console.log(`resident memory after the run: ${resident}`);
  const ready = await readyTime(bench.settingsOf(OURS));
  console.log(`ready in ${ready.median.toFixed(2)} s, at best ${ready.shortest.toFixed(2)} s (target under 0.8)`);
  console.log(`resident memory after the run: ${resident} (target under 220)`);
}

async function measureRounds(
  { client, data }: Bench,
  servers: ReadonlyMap<string, BenchServer>,
  load: Load,
  { connections, rounds, warmUp, seconds, patient }: Options,
): Promise<Map<string, Figures>> {
  const fire = (server: BenchServer, length: { duration: number } | { amount: number }) =>
    measure(server, data, { ...load, ...length }, () => databaseCpu(client));
  if (load.connections === connections[0]) {
    for (const server of servers.values()) await fire(server, { amount: warmUp });
  }
  return measureInTurn(servers, rounds, (server) => {
    const round = () => fire(server, { duration: seconds });
    return patient ? measureQuietly(round) : round();
  });
}

/** Requests per second of a bare Express route, by connections. */
async function measureBare(bench: Bench, options: Options): Promise<Map<number, number>> {
  const server = await start(bench, 'bare-express');
  const bare = new Map<number, number>();
  for (const connections of options.connections) {
    const load: Load = { requests: () => [{ method: 'GET', path: '/' }], connections };
    const figures = await measureRounds(bench, new Map([['bare', server]]), load, options);
    bare.set(connections, figures.get('bare')?.rps ?? NaN);
  }
  await server.stop();
  return bare;
}

async function profile(bench: Bench, options: Options): Promise<void> {
  const benchCase = options.profile;
  if (!benchCase) return;
  const server = await start(bench, OURS);
  const connections = options.connections.at(-1) ?? 50;
  const load: Load = { requests: (data) => requestsOf(benchCase, data), connections };
  const cpu = () => databaseCpu(bench.client);
  await measure(server, bench.data, { ...load, amount: options.warmUp }, cpu);
  await server.ask('start profile');
  const figures = await measure(server, bench.data, { ...load, duration: PROFILE_SECONDS }, cpu);
  const taken = await server.ask('stop profile');
  console.log(`${benchCase.title} at ${connections} connections, ${Math.round(figures.rps)} rps while profiled`);
  console.log(
    `CPU per request: service ${Math.round(figures.serverCpu)} µs, mongod ${Math.round(figures.databaseCpu)} µs\n`,
  );
  console.log(describeProfile(taken));
}
