/** Events while processes are killed (`npm run test:events`): receivers of events end with the state of the service. */
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createStore } from '../../core/store/store.ts';
import { FLAG, HELP, inLines, runCommandLine, TEXT, wholeNumber } from '../command-line.ts';
import { runEvents, type EventsResult, type EventsSettings } from './run.ts';
import { KINDS } from '../faults/kinds.ts';
import { createRandom, shuffled } from '../faults/random.ts';
import { startReplicaSet } from '../faults/replica-set.ts';
import { startService, type FaultyService } from '../faults/service-process.ts';

const help = `Usage: npm run test:events [-- options]

Starts three members of a replica set and two processes of the service on this machine. Eight clients write; a receiver of webhooks fails
for a tenth of the messages; a listener to the feed is disconnected every few seconds; processes are killed, stopped and ended in turn.
At the end the receiver's copy must equal the state of the service, no event may be missing or in the wrong order for its object, and
repeated messages must have the same id.

  --smallest       500 writes, and a fault each second
  --writes N       acknowledged writes; default 100000
  --seed N         the same seed makes the same order of faults; default 1
  --help           shows this

The exit code is 0 when all events were received correctly.`;

const options = { writes: TEXT, seed: TEXT, smallest: FLAG, help: HELP };

const USUAL = { writes: 100_000, faultEveryMs: 5_000, cutMs: 4_000, stoppedMs: 4_000, electionMs: 2_000 };
const SMALLEST = { writes: 500, faultEveryMs: 1_000, cutMs: 1_000, stoppedMs: 1_500, electionMs: 1_000 };
const CLIENTS = 8;
/** For what waits for its next attempt at the end. */
const PATIENCE_MS = 600_000;

async function runOn(folder: string, settings: EventsSettings & typeof USUAL): Promise<EventsResult> {
  const { stoppedMs, electionMs } = settings;
  const replicaSet = await startReplicaSet(folder, electionMs);
  const services: FaultyService[] = [];
  try {
    const password = randomBytes(12).toString('hex');
    const environment = {
      MONGODB_URI: replicaSet.uri,
      DATA_DIR: path.join(folder, 'data'),
      ADMIN_PASSWORD: password,
      JWT_SECRET: password.repeat(2),
      JWT_TTL: '7d',
      LOG_LEVEL: 'error',
      WEBHOOK_PRIVATE_NETWORKS: 'on',
    };
    for (const name of ['A', 'B']) services.push(await startService(name, environment));
    const store = createStore(replicaSet.connection.client, replicaSet.connection.db);
    const random = createRandom(settings.seed);
    let queue: string[] = [];
    const fault = async (): Promise<string> => {
      if (queue.length === 0) queue = shuffled(Object.keys(KINDS), random);
      const kind = queue.shift() ?? '';
      await KINDS[kind]?.({ replicaSet, services, random, stoppedMs });
      return kind;
    };
    const urls = services.map(({ url }) => url);
    return await runEvents({ urls, password, store, fault }, settings, (line) => console.error(line));
  } finally {
    for (const service of services) await service.stop();
    await replicaSet.close();
  }
}

await runCommandLine({ help, read: () => parseArgs({ options }), fail: inLines('test:events') }, async ({ values }) => {
  const otherwise = values.smallest ? SMALLEST : USUAL;
  const settings = {
    ...otherwise,
    writes: wholeNumber('writes', values.writes, otherwise.writes),
    clients: CLIENTS,
    seed: wholeNumber('seed', values.seed, 1),
    patienceMs: PATIENCE_MS,
  };
  const folder = await mkdtemp(path.join(os.tmpdir(), 'colophon-events-'));
  await mkdir(path.join(folder, 'data'), { mode: 0o700 });
  try {
    const { wrong, caughtUpMs, ...counts } = await runOn(folder, settings);
    const shown = Object.entries(counts).map(([name, count]) => `${name} ${count}`);
    console.log(
      `${shown.join(', ')}; all events were received ${(caughtUpMs / 1_000).toFixed(0)} s after the last write`,
    );
    for (const line of wrong.slice(0, 50)) console.log(`WRONG ${line}`);
    if (wrong.length > 0) process.exitCode = 1;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
