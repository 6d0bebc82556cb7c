// The memory of the service under a mixed load (`npm run tool -- bench:memory`): lists, writes, searches, walks through all
// documents, sign-ins, files, pictures and thumbnails. What it creates it purges, so that the database does not grow and
// the memory should not either.
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { create, sendAs, signIn, type Send } from '../admin-requests.ts';
import { HELP, wholeNumber } from '../command-line.ts';
import { atEnd, runBench, say, SMALLEST, startBenchDatabase } from './bench-database.ts';
import { fillService } from './fill/fill-service.ts';
import { FREQUENT_WORD, RARE_WORD, randomFrom, sampleAttributes, text } from './fill/sample-documents.ts';
import { quarters } from './measure.ts';
import { table } from './report.ts';
import { startServer, type BenchServer } from './servers/servers.ts';
import { administratorToken } from './tokens.ts';

const help = `Usage: npm run tool -- bench:memory [options]

Sends a mixed load to the service for a while and prints its memory: lists and writes first, then files and pictures as well, then
the rest after the load. Everything that it creates is purged again. There are 10,000 documents, and 4 requests at the same time.

  --minutes <n>       of each of the two loads; default 30
  --smallest          shows in the shortest time that it works
  --help

The memory of pictures depends on the allocator: set MALLOC_MMAP_THRESHOLD_ and MALLOC_TRIM_THRESHOLD_ to 131072, as the image and the
unit of systemd do (openapi/docs/operations.md, "Size").`;

const CONNECTIONS = 4;
const LOOK_MS = 1_000;
const FILE_BYTES = 4 * 1_048_576;
/** Six megapixels. */
const PICTURE = { width: 3_000, height: 2_000, channels: 3 } as const;

interface Load {
  server: BenchServer;
  send: Send;
  /** Number of documents. */
  documents: number;
  password: string;
  picture: Buffer;
  seconds: number;
}

type Work = (load: Load, random: () => number) => Promise<unknown>;

const inMb = (bytes: number): string => (bytes / 1e6).toFixed(0);

async function shown(server: BenchServer): Promise<string> {
  const { rss, heapUsed, external } = await server.send('memory');
  return [rss, heapUsed, external].map(inMb).join(', ');
}

/** @returns the median of each quarter of the time, and the highest value */
async function underLoad(load: Load, works: readonly Work[]): Promise<string[]> {
  const { server, seconds } = load;
  let until = performance.now() + seconds * 1_000;
  let requests = 0;
  const client = async (number: number): Promise<void> => {
    const random = randomFrom(number);
    while (performance.now() < until) {
      const work = works[Math.floor(random() * works.length)];
      await work?.(load, random).catch((error: unknown) => {
        // The others end as well.
        until = 0;
        throw error;
      });
      requests++;
    }
  };
  const samples: number[] = [];
  const watch = async (): Promise<void> => {
    let minute = 1;
    for (; performance.now() < until; await sleep(Math.min(LOOK_MS, seconds * 50))) {
      samples.push((await server.send('memory')).rss);
      const passed = seconds - (until - performance.now()) / 1_000;
      if (passed < minute * 60) continue;
      say(`${minute++} of ${seconds / 60} minutes, ${requests} tasks, ${await shown(server)} MB`);
    }
  };
  await Promise.all([watch(), ...Array.from({ length: CONNECTIONS }, (_, number) => client(number))]);
  return [...quarters(samples), Math.max(...samples)].map(inMb);
}

async function purge(send: Send, type: string, id: string): Promise<void> {
  await send('DELETE', `/${type}/${id}`);
  await send('DELETE', `/trash/${id}`);
}

const anyPage =
  (size: number): Work =>
  ({ send, documents }, random) =>
    send('GET', `/documents?page[number]=${1 + Math.floor((random() * documents) / size)}&page[size]=${size}`);
const [list, read] = [anyPage(100), anyPage(1)];

/** A long list, as an export reads it: all pages by cursor. */
const walk: Work = async ({ send }) => {
  let next: string | null | undefined = '/documents?page[after]=&page[size]=100';
  for (let pages = 0; next && pages < 100; pages++) {
    const { pathname, search: query }: URL = new URL(next, 'http://localhost');
    next = (await send<{ links?: { next?: string | null } }>('GET', pathname + query)).links?.next;
  }
};

const search: Work = ({ send }, random) => send('GET', `/documents?q=${random() < 0.5 ? RARE_WORD : FREQUENT_WORD}`);

/** An object from its creation to its purge. */
const edit: Work = async ({ send }, random) => {
  const { id } = await create(send, '/documents', sampleAttributes(Math.floor(random() * 1_000_000)));
  for (let change = 0; change < 3; change++) {
    const data = { type: 'documents', id, attributes: { title: text(40, random) } };
    await send('PATCH', `/documents/${id}`, { data });
  }
  await send('GET', `/documents/${id}`);
  await purge(send, 'documents', id);
};

const enter: Work = ({ server, password }) => signIn(server.url, 'admin', password);

interface Uploaded {
  data: { id: string };
}

const upload: Work = async ({ send }) => {
  const file = randomBytes(FILE_BYTES);
  const { data } = await send<Uploaded>('POST', '/streams/upload/file.bin', file, 'application/octet-stream');
  await send('GET', `/streams/download/${data.id}`, undefined, '*/*');
  await send('DELETE', `/streams/${data.id}`);
};

const show: Work = async ({ send, picture }) => {
  const { data } = await send<Uploaded>('POST', '/images/upload/picture.jpg', picture, 'image/jpeg');
  const { meta } = await send<{ meta?: { thumbnails?: { url: string }[] } }>('GET', `/media/thumbs/${data.id}`);
  const { pathname, search: query } = new URL(meta?.thumbnails?.[0]?.url ?? '');
  await send('GET', pathname + query, undefined, '*/*');
  await purge(send, 'images', data.id);
};

const CONTENT = [walk, list, list, list, read, read, read, search, edit, edit, edit, enter];
const LOADS = { 'lists and writes': CONTENT, 'with files and pictures': [...CONTENT, upload, show] };

await runBench(async () => {
  const { values } = parseArgs({
    options: { minutes: { type: 'string', default: '30' }, smallest: SMALLEST, help: HELP },
  });
  if (values.help) return console.log(help);
  const { smallest, minutes } = values;
  const [documents, restMs] = smallest ? [200, 100] : [10_000, 60_000];
  const { common, settingsOf } = await startBenchDatabase();
  Object.assign(common, { UPLOAD_QUOTA: 'off', SECOND_FACTOR_ROLES: 'off', LOG_LEVEL: 'error' });
  const settings = settingsOf('memory');
  await fillService(settings, { documents, structure: true });
  say(`${documents} documents`);
  const server = await startServer('service.ts', settings);
  atEnd(() => server.stop());
  const load: Load = {
    server,
    send: sendAs(server.url, await administratorToken(settings)),
    documents,
    password: common['ADMIN_PASSWORD'] ?? '',
    picture: await sharp(randomBytes(PICTURE.width * PICTURE.height * PICTURE.channels), { raw: PICTURE })
      .jpeg({ quality: 60 })
      .toBuffer(),
    seconds: smallest ? 3 : wholeNumber('minutes', minutes) * 60,
  };
  const nothing = Array.from({ length: 5 }, () => '');
  const rows: string[][] = [['ready', ...nothing, await shown(server)]];
  for (const [title, works] of Object.entries(LOADS)) {
    rows.push([title, ...(await underLoad(load, works)), await shown(server)]);
    say(rows.at(-1)?.join('  '));
  }
  await sleep(restMs);
  rows.push([`${restMs / 1_000} s later`, ...nothing, await shown(server)]);
  const head = ['MB', '1st quarter', '2nd', '3rd', '4th', 'highest', 'at the end: resident, heap, other'];
  console.log(`\n${table(head, rows)}`);
});
