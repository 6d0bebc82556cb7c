// What ten webhooks cost writes (`npm run tool -- bench:webhooks`): the same service on two databases, one of them with webhooks that get every
// event. Only one process runs at a time, so that messages which are sent later do not slow the other one down.
import { parseArgs } from 'node:util';
import { create, sendAs } from '../admin-requests.ts';
import { HELP } from '../command-line.ts';
import { listenOnLoopback } from '../loopback-server.ts';
import { atEnd, runBench, SMALLEST, startBenchDatabase, type BenchDatabase } from './bench-database.ts';
import type { BenchData } from './cases.ts';
import { databaseUse, readBenchData } from './databases.ts';
import { fillService } from './fill/fill-service.ts';
import { measure, median, requestsOf, type Figures } from './measure.ts';
import { caseNamed } from './options.ts';
import { startServer } from './servers/servers.ts';
import { administratorToken } from './tokens.ts';

const help = `Usage: npm run tool -- bench:webhooks [options]

Measures POST and PATCH at 10 connections without webhooks and with ten that get every event, in turn, in a process that both answers and delivers:
five rounds of 8 s each.

  --smallest         shows in the shortest time that it works
  --help`;

const WEBHOOKS = 10;
/** Share of the rate that webhooks may cost. */
const TARGET = 0.1;
const CONNECTIONS = 10;
const CASES = ['post', 'patch'].map(caseNamed);
const FULL = { documents: 10_000, rounds: 5, warmUp: 300, round: { duration: 8 } };
const SHORT = { documents: 100, rounds: 1, warmUp: 10, round: { amount: 40 } };

interface Side {
  settings: Record<string, string>;
  data: BenchData;
  /** Of each case, by round. */
  figures: Figures[][];
}

async function prepareSide({ client, settingsOf }: BenchDatabase, name: string, documents: number): Promise<Side> {
  const own = { WEBHOOK_PRIVATE_NETWORKS: 'on', SECOND_FACTOR_ROLES: 'off', LOG_LEVEL: 'error' };
  const settings = { ...settingsOf(name), ...own };
  const filled = await fillService(settings, { documents, structure: false });
  const stored = await readBenchData(client.db(name), settings, filled);
  const data = { ...stored, cursor: undefined, hasOptionalTotal: false, listTag: undefined };
  return { settings, data, figures: CASES.map(() => []) };
}

/** @throws Error when the service refuses one */
async function makeWebhooks({ settings }: Side, receiver: string): Promise<void> {
  const server = await startServer('service.ts', settings);
  const send = sendAs(server.url, await administratorToken(settings));
  for (let number = 1; number <= WEBHOOKS; number++)
    await create(send, '/admin/webhooks', { name: `hook-${number}`, url: `${receiver}/${number}` });
  await server.stop();
}

/** One round of each case, in a separate process. */
async function measureSide(
  { settings, data, figures }: Side,
  { client }: BenchDatabase,
  { warmUp, round }: typeof FULL | typeof SHORT,
): Promise<void> {
  const server = await startServer('service.ts', settings);
  for (const [index, benchCase] of CASES.entries()) {
    const load = { requests: (given: BenchData) => requestsOf(benchCase, given), connections: CONNECTIONS };
    await measure(server, data, { ...load, amount: warmUp }, () => databaseUse(client));
    figures[index]?.push(await measure(server, data, { ...load, ...round }, () => databaseUse(client)));
  }
  await server.stop();
}

await runBench(async () => {
  const { values } = parseArgs({ options: { smallest: SMALLEST, help: HELP } });
  if (values.help) return console.log(help);
  const length = values.smallest ? SHORT : FULL;
  const database = await startBenchDatabase();
  /** Messages that have come. */
  let count = 0;
  const receiver = await listenOnLoopback((request, response) => {
    request.resume().on('end', () => {
      count++;
      response.writeHead(204).end();
    });
  });
  atEnd(receiver.close);
  const plain = await prepareSide(database, 'without', length.documents);
  const hooked = await prepareSide(database, 'with', length.documents);
  await makeWebhooks(hooked, receiver.url);
  for (let round = 0; round < length.rounds; round++)
    for (const side of round % 2 === 0 ? [plain, hooked] : [hooked, plain]) await measureSide(side, database, length);
  for (const [index, { title }] of CASES.entries()) {
    const [without, with10] = [plain, hooked].map(({ figures }) =>
      median((figures[index] ?? []).map(({ rps }) => rps)),
    );
    const loss = 1 - (with10 ?? NaN) / (without ?? NaN);
    const judgement = values.smallest ? '' : ` (${loss <= TARGET ? 'met' : 'missed'}: at most ${TARGET * 100}%)`;
    const rates = `${Math.round(without ?? NaN)} requests a second without webhooks, ${Math.round(with10 ?? NaN)} with ${WEBHOOKS}`;
    console.log(`${title}: ${rates}: ${(loss * 100).toFixed(1)}% lost${judgement}`);
  }
  console.log(`${count} messages delivered in this time`);
});
