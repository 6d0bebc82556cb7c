// What ten webhooks cost writes (`npm run tool -- bench:webhooks`): the same service on two databases, one of them with webhooks that get every
// event. Only one process runs at a time, so that messages which are sent later do not slow the other one down.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { MongoClient } from 'mongodb';
import { wholeNumber } from '../command-line.ts';
import { runBench, startBenchDatabase, type BenchDatabase, type Endings } from './bench-database.ts';
import { CASES, type BenchCase, type BenchData } from './cases.ts';
import { databaseUse, readBenchData } from './databases.ts';
import { fillService } from './fill/fill-service.ts';
import { measure, median, requestsOf, type Figures } from './measure.ts';
import { startServer } from './servers/servers.ts';
import { administratorToken } from './tokens.ts';

const HELP = `Usage: npm run tool -- bench:webhooks [options]

Measures POST and PATCH at 10 connections without webhooks and with ten that get every event, in turn, in a process that both answers and delivers.

  --rounds <n>       of each; default 5
  --seconds <n>      of a round; default 8
  --smallest         shows in the shortest time that it works
  --help`;

const WEBHOOKS = 10;
/** Share of the rate that webhooks may cost. */
const TARGET = 0.1;
const CONNECTIONS = 10;
const WARM_UP = 300;
const CASE_NAMES = ['post', 'patch'];

const endings: Endings = [];

interface Side {
  name: string;
  settings: Record<string, string>;
  data: BenchData;
}

interface Receiver {
  url: string;
  /** Messages that it has got. */
  count: () => number;
}

async function startReceiver(): Promise<Receiver> {
  let count = 0;
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      count++;
      response.writeHead(204).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  endings.push(async () => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, count: () => count };
}

async function prepareSide(database: BenchDatabase, name: string, documents: number): Promise<Side> {
  const settings: Record<string, string> = {
    ...database.settingsOf(name),
    WEBHOOK_PRIVATE_NETWORKS: 'on',
    SECOND_FACTOR_ROLES: 'off',
    LOG_LEVEL: 'error',
  };
  const filled = await fillService(settings, { documents, subtree: undefined, structure: false });
  const client = await MongoClient.connect(settings['MONGODB_URI'] ?? '');
  const stored = await readBenchData(client.db(), settings, filled);
  await client.close();
  return { name, settings, data: { ...stored, cursor: undefined, hasOptionalTotal: false, listTag: undefined } };
}

/** @throws Error when the service refuses one */
async function makeWebhooks({ settings }: Side, receiver: Receiver): Promise<void> {
  const server = await startServer('service.ts', settings);
  const type = 'application/vnd.api+json';
  const headers = { authorization: `Bearer ${await administratorToken(settings)}`, 'content-type': type };
  for (let number = 1; number <= WEBHOOKS; number++) {
    const attributes = { name: `hook-${number}`, url: `${receiver.url}/${number}` };
    const body = JSON.stringify({ data: { type: 'webhooks', attributes } });
    const response = await fetch(`${server.url}/admin/webhooks`, { method: 'POST', headers, body });
    if (!response.ok) throw new Error(`POST /admin/webhooks gives ${response.status}: ${await response.text()}`);
  }
  await server.stop();
}

/** One round of each case, in a separate process. */
async function measureSide(
  { settings, data }: Side,
  cases: readonly BenchCase[],
  {
    length,
    warmUp,
    client,
  }: { length: { duration: number } | { amount: number }; warmUp: number; client: MongoClient },
): Promise<Figures[]> {
  const server = await startServer('service.ts', settings);
  const figures: Figures[] = [];
  for (const benchCase of cases) {
    const load = { requests: (given: BenchData) => requestsOf(benchCase, given), connections: CONNECTIONS };
    await measure(server, data, { ...load, amount: warmUp }, () => databaseUse(client));
    figures.push(await measure(server, data, { ...load, ...length }, () => databaseUse(client)));
  }
  await server.stop();
  return figures;
}

await runBench(endings, async () => {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '8' },
      smallest: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) return console.log(HELP);
  const { smallest } = values;
  const [rounds, duration] = [wholeNumber('rounds', values.rounds), wholeNumber('seconds', values.seconds)];
  const database = await startBenchDatabase(endings);
  const client = await MongoClient.connect(database.uri);
  endings.push(() => client.close());
  const receiver = await startReceiver();
  const documents = smallest ? 100 : 10_000;
  const sides = [await prepareSide(database, 'without', documents), await prepareSide(database, 'with', documents)];
  await makeWebhooks(sides[1] as Side, receiver);
  const cases = CASES.filter(({ name }) => CASE_NAMES.includes(name));
  const length = smallest ? { amount: 40 } : { duration };
  const all = new Map<string, Figures[][]>(sides.map(({ name }) => [name, []]));
  for (let round = 0; round < (smallest ? 1 : rounds); round++)
    for (const side of round % 2 === 0 ? sides : [...sides].reverse())
      all.get(side.name)?.push(await measureSide(side, cases, { length, warmUp: smallest ? 10 : WARM_UP, client }));
  for (const [index, { title }] of cases.entries()) {
    const rate = (side: string): number => median((all.get(side) ?? []).map((figures) => figures[index]?.rps ?? NaN));
    const loss = 1 - rate('with') / rate('without');
    const judgement = smallest ? '' : ` (${loss <= TARGET ? 'met' : 'missed'}: at most ${TARGET * 100}%)`;
    const rates = `${Math.round(rate('without'))} requests a second without webhooks, ${Math.round(rate('with'))} with ${WEBHOOKS}`;
    console.log(`${title}: ${rates}: ${(loss * 100).toFixed(1)}% lost${judgement}`);
  }
  console.log(`${receiver.count()} messages delivered in this time`);
});
