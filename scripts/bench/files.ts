// Uploads a large file and downloads it again, and observes the memory of the service (`npm run tool -- bench:files`).
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, request, type IncomingMessage } from 'node:http';
import { mkdir } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { wholeNumber } from '../command-line.ts';
import { runBench, say, startBenchDatabase, type Endings } from './bench-database.ts';
import { administratorToken } from './tokens.ts';
import { table } from './report.ts';
import { startServer, type BenchServer } from './servers/servers.ts';

const HELP = `Usage: npm run tool -- bench:files [options]

Uploads a file over HTTP and downloads it again, three times each, and prints how long that took and by how much the memory
of the service grew. The files must come back as they went.

  --storage <kind>   local, gridfs or s3 (a server made of s3rver); default local
  --size <mb>        default 1024
  --smallest         shows in the shortest time that it works: 1 MB, once
  --help`;

const MB = 1_048_576;
const LOOK_MS = 50;

const endings: Endings = [];

await runBench(endings, async () => {
  const { values } = parseArgs({
    options: {
      storage: { type: 'string', default: 'local' },
      size: { type: 'string' },
      smallest: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) return console.log(HELP);
  const { smallest, storage, size = smallest ? '1' : '1024' } = values;
  await run(storage, wholeNumber('size', size) * MB, smallest ? 1 : 3);
});

async function run(storage: string, size: number, rounds: number): Promise<void> {
  const database = await startBenchDatabase(endings);
  Object.assign(database.common, await storageSettings(storage, database.common['DATA_DIR'] ?? ''), {
    UPLOAD_MAX_SIZE: String(size),
    UPLOAD_QUOTA: 'off',
    LOG_LEVEL: 'warn',
  });
  const settings = database.settingsOf('files');
  const server = await startServer('service.ts', settings);
  endings.push(() => server.stop());
  const token = await administratorToken(settings);
  // The first requests load what all others need.
  const first = await upload(server, token, MB);
  await download(server, token, first.id);
  await sleep(1_000);
  const { rss: before } = await server.send('memory');
  say(`memory of the service: ${shown(before)} MB`);
  const rows: string[][] = [];
  for (let round = 0; round < rounds; round++) {
    const up = await watched(server, () => upload(server, token, size));
    const down = await watched(server, () => download(server, token, up.result.id));
    if (down.result !== up.result.sha1) throw new Error('another file came back than went');
    for (const [title, { seconds, highest }] of Object.entries({ upload: up, download: down })) {
      rows.push([title, seconds.toFixed(1), (size / MB / seconds).toFixed(0), shown(highest - before)]);
      say(rows.at(-1)?.join('  '));
    }
  }
  console.log(`\n${table([`${storage}, ${size / MB} MB`, 's', 'MB/s', 'memory grew by, MB'], rows)}`);
}

function shown(bytes: number): string {
  return (bytes / MB).toFixed(0);
}

async function storageSettings(storage: string, dataDir: string): Promise<Record<string, string>> {
  if (storage === 'local') return {};
  if (storage === 'gridfs') return { STORAGE_URL: 'gridfs:' };
  if (storage !== 's3') throw new Error(`there is no storage ${storage.slice(0, 20)}: see --help`);
  const { default: S3rver } = await import('s3rver');
  const directory = path.join(dataDir, 's3');
  await mkdir(directory);
  const s3rver = new S3rver({ directory, silent: true, vhostBuckets: false, configureBuckets: [{ name: 'bench' }] });
  await s3rver.configureBuckets();
  const server = createServer(s3rver.callback()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  endings.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const credentials = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' };
  return { STORAGE_URL: `s3://bench?endpoint=${endpoint}`, ...credentials };
}

interface Watched<T> {
  result: T;
  seconds: number;
  /** Most memory at any time, bytes. */
  highest: number;
}

async function watched<T>(server: BenchServer, work: () => Promise<T>): Promise<Watched<T>> {
  let highest = 0;
  let done = false;
  const watch = async (): Promise<void> => {
    for (; !done; await sleep(LOOK_MS)) highest = Math.max(highest, (await server.send('memory')).rss);
  };
  const started = performance.now();
  const watching = watch();
  // It fails as well when the service exits, which `work` reports.
  watching.catch(() => undefined);
  const result = await work().finally(() => (done = true));
  const seconds = (performance.now() - started) / 1_000;
  await watching;
  return { result, seconds, highest };
}

/** Of random bytes. */
async function upload(server: BenchServer, token: string, size: number): Promise<{ id: string; sha1: string }> {
  const hash = createHash('sha1');
  const block = randomBytes(MB);
  const sending = request(`${server.url}/streams/upload/bench.bin`, {
    method: 'POST',
    headers: { ...authorized(token), 'Content-Type': 'application/octet-stream', 'Content-Length': size },
  });
  const answered = once(sending, 'response') as Promise<[IncomingMessage]>;
  for (let sent = 0; sent < size; sent += MB) {
    block.writeDoubleLE(sent);
    const bytes = Buffer.from(block);
    hash.update(bytes);
    if (!sending.write(bytes)) await once(sending, 'drain');
  }
  sending.end();
  const [response] = await answered;
  let text = '';
  for await (const chunk of response as AsyncIterable<Buffer>) text += chunk.toString();
  if (response.statusCode !== 201) throw new Error(`upload: ${response.statusCode} ${text}`);
  return { id: (JSON.parse(text) as { data: { id: string } }).data.id, sha1: hash.digest('hex') };
}

/** @returns its SHA-1 */
async function download(server: BenchServer, token: string, id: string): Promise<string> {
  const downloading = request(`${server.url}/streams/download/${id}`, { headers: authorized(token) }).end();
  const [response] = (await once(downloading, 'response')) as [IncomingMessage];
  const hash = createHash('sha1');
  for await (const chunk of response as AsyncIterable<Buffer>) hash.update(chunk);
  if (response.statusCode !== 200) throw new Error(`download: ${response.statusCode}`);
  return hash.digest('hex');
}

function authorized(token: string): { Authorization: string } {
  return { Authorization: `Bearer ${token}` };
}
