// A scale run (`npm run bench -- --scale`): the same population small and large, and the cost of a request in each.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { MongoClient } from 'mongodb';
import { readConfig } from '../../../core/config/config.ts';
import { createLog } from '../../../core/log.ts';
import { openService, type Service } from '../../../core/service/open-service.ts';
import { JSON_API, sendAs, type Send } from '../../admin-requests.ts';
import { listenOnLoopback } from '../../loopback-server.ts';
import { atEnd, say, startBenchDatabase, type BenchDatabase } from '../bench-database.ts';
import { databaseUse } from '../databases.ts';
import { byAdministrator } from '../fill/fill-service.ts';
import { median } from '../measure.ts';
import { CHANGED_NAMES, changesTable, measureChanges, type ChangeFigures } from './scale-changes.ts';
import { differences, fillOverHttp } from './scale-check.ts';
import { fillStraight } from './scale-fill.ts';
import { makeScaleModel } from './scale-model.ts';
import { planOf, type ScalePlan } from './scale-plan.ts';
import { scaleChart, scaleTable, type ScaleFigures, type ScaleRow } from './scale-report.ts';
import { COUNT_LIMIT, namedNumbers, SCALE_WORKS, type ScaleWork, type ScaleWorld } from './scale-works.ts';
import { startServer, type BenchServer } from '../servers/servers.ts';
import { administratorToken } from '../tokens.ts';

export interface ScaleOptions {
  /** Objects of the large population; the small one has a share of it. */
  objects: number;
  /** Folder that keeps the databases and the report; undefined: all is thrown away. */
  data: string | undefined;
  /** Each work is done so many times, in each population in turn. */
  times: number;
  /** Large changes are measured as well, after which the populations are not kept. */
  changes: boolean;
}

const SMALL_SHARE = 100;
const MOST_CHECKED = 1_000;
/** Types with one object, for so many objects each. */
const OBJECTS_OF_TYPE = 300;
const MOST_TYPES = 300;
const PROGRESS_MS = 5_000;

interface World extends ScaleWorld {
  name: string;
  server: BenchServer;
  token: string;
}

const count = (value: number): string => value.toLocaleString('en-US');

/** Says how far it is, every few seconds and at the end. */
function progressOf(name: string) {
  let last = performance.now();
  return (what: string, done: number, of: number): void => {
    if (done < of && performance.now() - last < PROGRESS_MS) return;
    last = performance.now();
    say(`${name}: ${count(done)} of ${count(of)} ${what}`);
  };
}

/** Works on a database with a service in this process, which is served as well. */
async function withService<T>(
  settings: Record<string, string>,
  work: (service: Service, send: Send) => Promise<T>,
): Promise<T> {
  const config = readConfig(settings);
  const service = await openService({ config, mongodbUri: config.mongodbUri ?? '', log: createLog('error') });
  const server = await listenOnLoopback(service.app);
  try {
    return await work(service, sendAs(server.url, await administratorToken(settings)));
  } finally {
    await server.close();
    await service.close();
  }
}

async function makeTypes(send: Send, plan: ScalePlan, name: string): Promise<void> {
  const progress = progressOf(name);
  await makeScaleModel(send, plan.nearlyEmptyTypes, (done, of) => progress('types', done, of));
}

/** The databases that earlier runs have filled. */
const runsIn = (client: MongoClient) => client.db('scale_runs').collection<{ _id: string; plan: ScalePlan }>('filled');

const nameOf = ({ objects }: ScalePlan): string => `scale_${objects}`;

async function isKept(client: MongoClient, plan: ScalePlan): Promise<boolean> {
  const kept = await runsIn(client).findOne({ _id: nameOf(plan) });
  return kept !== null && isDeepStrictEqual(kept.plan, plan);
}

async function fill({ client, settingsOf }: BenchDatabase, plan: ScalePlan): Promise<void> {
  const name = nameOf(plan);
  await client.db(name).dropDatabase();
  const started = performance.now();
  await withService(settingsOf(name), async ({ services: { objects } }, send) => {
    await makeTypes(send, plan, name);
    await fillStraight({ objects, plan, context: byAdministrator, progress: progressOf(name) });
  });
  await runsIn(client).replaceOne({ _id: name }, { plan }, { upsert: true });
  say(`${name}: filled in ${((performance.now() - started) / 1_000).toFixed(0)} s`);
}

/** @throws Error when rows that are written straight are others than those that the service writes */
async function check({ client, settingsOf }: BenchDatabase, objects: number): Promise<void> {
  const plan = planOf(objects, 2);
  const names = ['scale_check_straight', 'scale_check_http'] as const;
  for (const [index, name] of names.entries()) {
    await client.db(name).dropDatabase();
    await withService(settingsOf(name), async ({ services }, send) => {
      await makeTypes(send, plan, name);
      const filling = { objects: services.objects, plan, context: byAdministrator, progress: progressOf(name) };
      await (index === 0 ? fillStraight(filling) : fillOverHttp(send, plan));
    });
  }
  const found = await differences(client.db(names[0]), client.db(names[1]));
  if (found.length > 0)
    throw new Error(`rows written straight are others than those of requests:\n${found.join('\n')}`);
  for (const name of names) await client.db(name).dropDatabase();
  say(`${count(objects)} objects written straight are those made over HTTP, but for ids and times`);
}

async function openWorld({ client, common, settingsOf }: BenchDatabase, plan: ScalePlan): Promise<World> {
  const name = nameOf(plan);
  const settings = { ...settingsOf(name), LOG_LEVEL: 'error', COUNT_LIMIT: String(COUNT_LIMIT) };
  const server = await startServer('service.ts', settings);
  atEnd(() => server.stop());
  const rows = client.db(name).collection<{ _id: number; uname: string }>('objects');
  const named = await rows
    .find({ uname: { $in: [...namedNumbers(plan), ...CHANGED_NAMES] } }, { projection: { uname: 1 } })
    .toArray();
  const ids = new Map(named.map(({ _id, uname }) => [uname, String(_id)]));
  return {
    name,
    plan,
    server,
    token: await administratorToken(settings),
    password: common['ADMIN_PASSWORD'] ?? '',
    idOf: (uname) => ids.get(uname) ?? '',
    made: [],
  };
}

/** @returns milliseconds of each response, and the processor time of all of them */
async function perform(
  world: World,
  work: ScaleWork,
  { turns, client }: { turns: readonly number[]; client: MongoClient },
): Promise<{ times: number[]; serviceCpu: number; databaseCpu: number }> {
  const used = async () => ({ service: await world.server.send('cpu'), database: (await databaseUse(client)).cpu });
  const before = await used();
  const times: number[] = [];
  for (const turn of turns) {
    const { method, path: target, body } = work.request(world, turn);
    const headers = {
      accept: JSON_API,
      'content-type': target === '/auth' ? 'application/json' : JSON_API,
      ...(target !== '/auth' && { authorization: `Bearer ${world.token}` }),
    };
    const started = performance.now();
    const response = await fetch(world.server.url + target, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
    });
    const answer = await response.text();
    times.push(performance.now() - started);
    if (!response.ok) {
      const message = `${method} ${target} gives ${response.status}: ${answer.slice(0, 300)}`;
      throw answer.includes('query_too_expensive') ? new TooExpensive(message) : new Error(message);
    }
    if (work.makes) world.made.push((JSON.parse(answer) as { data: { id: string } }).data.id);
  }
  const after = await used();
  return {
    times,
    serviceCpu: (after.service - before.service) / times.length,
    databaseCpu: (after.database - before.database) / times.length,
  };
}

/** A query that the service has ended at its time limit. */
class TooExpensive extends Error {}

const ROUNDS = 5;

type Round = Awaited<ReturnType<typeof perform>>;

/** The first round has warmed caches up. */
function figuresOf([, ...rounds]: readonly Round[]): ScaleFigures {
  return {
    ms: median(rounds.flatMap(({ times }) => times)),
    serviceCpu: median(rounds.map(({ serviceCpu }) => serviceCpu)),
    databaseCpu: median(rounds.map(({ databaseCpu }) => databaseCpu)),
  };
}

/** Rounds in turn, so that a slow moment of the machine meets both. */
async function measureWork(
  worlds: readonly [World, World],
  work: ScaleWork,
  { times, client }: { times: number; client: MongoClient },
): Promise<[ScaleFigures, ScaleFigures]> {
  const rounds = Math.min(ROUNDS, times);
  const each = Math.max(1, Math.ceil(Math.min(times, work.most ?? times) / rounds));
  const [small, large]: [Round[], Round[]] = [[], []];
  for (let round = 0; round <= rounds; round++) {
    const turns = Array.from({ length: each }, (_, index) => round * each + index);
    small.push(await perform(worlds[0], work, { turns, client }));
    large.push(await perform(worlds[1], work, { turns, client }));
  }
  return [figuresOf(small), figuresOf(large)];
}

/** @returns a table */
async function reportChanges(
  [small, large]: readonly [World, World],
  client: MongoClient,
  sizes: readonly [number, number],
): Promise<string> {
  // A run that is ended in between leaves populations that are no longer those of their plans.
  await runsIn(client).deleteMany({ _id: { $in: [small.name, large.name] } });
  const open = (world: World) => ({ world, url: world.server.url, send: sendAs(world.server.url, world.token) });
  const shown = ({ completed, longestRead, longestWrite }: ChangeFigures): string =>
    `${completed.toFixed(2)} s (reads up to ${longestRead.toFixed(0)} ms, writes up to ${longestWrite.toFixed(0)} ms)`;
  const rows = await measureChanges([open(small), open(large)], (row) =>
    say(`${row.title}: ${shown(row.small)}, ${shown(row.large)}`),
  );
  return changesTable(rows, sizes);
}

export async function runScale({ objects, data, times, changes }: ScaleOptions): Promise<void> {
  const database = await startBenchDatabase(data);
  const { client } = database;
  const types = Math.min(MOST_TYPES, Math.ceil(objects / OBJECTS_OF_TYPE));
  const sizes = [Math.max(20, Math.round(objects / SMALL_SHARE)), objects] as const;
  const [small, large] = [planOf(sizes[0], types), planOf(sizes[1], types)];
  const missing: ScalePlan[] = [];
  for (const plan of [small, large]) if (!(await isKept(client, plan))) missing.push(plan);
  if (missing.length > 0) await check(database, Math.min(objects, MOST_CHECKED));
  for (const plan of missing) await fill(database, plan);
  const worlds = [await openWorld(database, small), await openWorld(database, large)] as const;
  const rows: ScaleRow[] = [];
  const refused: string[] = [];
  for (const work of SCALE_WORKS) {
    try {
      const [few, many] = await measureWork(worlds, work, { times, client });
      rows.push({ title: work.title, isFlat: work.isFlat, small: few, large: many });
      say(`${work.title}: ${few.ms.toFixed(2)} and ${many.ms.toFixed(2)} ms`);
    } catch (error) {
      if (work.isFlat || !(error instanceof TooExpensive)) throw error;
      refused.push(`${work.title}: refused (query_too_expensive) among ${count(objects)} objects`);
      say(`${work.title}: refused, ${error.message}`);
    }
  }
  const tables = [scaleTable(rows, sizes), ...refused];
  if (changes) tables.push(await reportChanges(worlds, client, sizes));
  const report = tables.join('\n\n');
  console.log(`\n${report}`);
  if (data === undefined) return;
  await writeFile(path.join(data, 'scale.md'), `${report}\n`);
  await writeFile(path.join(data, 'scale.svg'), scaleChart(rows, sizes));
  say(`written: scale.md and scale.svg in ${data}`);
}
