// Uploads a large file and downloads it again, and observes the memory of the service (`npm run tool -- bench:files`).
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { HELP } from '../command-line.ts';
import { listenOnLoopback } from '../loopback-server.ts';
import { atEnd, runBench, say, SMALLEST, startBenchDatabase } from './bench-database.ts';
import { administratorToken } from './tokens.ts';
import { table } from './report.ts';
import { startServer, type BenchServer } from './servers/servers.ts';

const help = `Usage: npm run tool -- bench:files [options]

Uploads a file of 1 GB over HTTP and downloads it again, three times each, and prints how long that took and by how much the memory
of the service grew. The files must come back as they went.

  --storage <kind>   local, gridfs or s3 (a server made of s3rver); default local
  --smallest         shows in the shortest time that it works: 1 MB, once
  --help`;

const MB = 1_048_576;
const LOOK_MS = 50;

await runBench(async () => {
  const { values } = parseArgs({
    options: { storage: { type: 'string', default: 'local' }, smallest: SMALLEST, help: HELP },
  });
  if (values.help) return console.log(help);
  await (values.smallest ? run(values.storage, MB, 1) : run(values.storage, 1024 * MB, 3));
});

async function run(storage: string, size: number, rounds: number): Promise<void> {
  const database = await startBenchDatabase();
  Object.assign(database.common, await storageSettings(storage, database.common['DATA_DIR'] ?? ''), {
    UPLOAD_MAX_SIZE: String(size),
    UPLOAD_QUOTA: 'off',
    LOG_LEVEL: 'warn',
  });
  const settings = database.settingsOf('files');
  const server = await startServer('service.ts', settings);
  atEnd(() => server.stop());
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
  const server = await listenOnLoopback(s3rver.callback());
  atEnd(server.close);
  const credentials = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' };
  return { STORAGE_URL: `s3://bench?endpoint=${server.url}`, ...credentials };
}

/** @returns `highest`: most memory at any time, bytes */
async function watched<T>(server: BenchServer, work: () => Promise<T>) {
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
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/octet-stream', 'Content-Length': size },
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
  const answer = await text(response);
  if (response.statusCode !== 201) throw new Error(`upload: ${response.statusCode} ${answer}`);
  return { id: (JSON.parse(answer) as { data: { id: string } }).data.id, sha1: hash.digest('hex') };
}

/** @returns its SHA-1 */
async function download(server: BenchServer, token: string, id: string): Promise<string> {
  const headers = { Authorization: `Bearer ${token}` };
  const downloading = request(`${server.url}/streams/download/${id}`, { headers }).end();
  const [response] = (await once(downloading, 'response')) as [IncomingMessage];
  const hash = createHash('sha1');
  await pipeline(response, hash);
  if (response.statusCode !== 200) throw new Error(`download: ${response.statusCode}`);
  return hash.digest('hex');
}
