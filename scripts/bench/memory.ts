// The memory of the service under a mixed load (`npm run tool -- bench:memory`): lists, writes, searches, walks through all
// documents, sign-ins, files, pictures and thumbnails. What it creates it purges, so that the database does not grow and
// the memory should not either.
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { wholeNumber } from '../command-line.ts';
import { runBench, say, startBenchDatabase, type Endings } from './bench-database.ts';
import { fillService } from './fill/fill-service.ts';
import { median } from './measure.ts';
import { table } from './report.ts';
import { FREQUENT_WORD, RARE_WORD, randomFrom, sampleAttributes, text } from './fill/sample-documents.ts';
import { startServer, type BenchServer } from './servers/servers.ts';
import { administratorToken } from './tokens.ts';

const HELP = `Usage: npm run tool -- bench:memory [options]

Sends a mixed load to the service for a while and prints its memory: lists and writes first, then files and pictures as well, then
the rest after the load. Everything that it creates is purged again.

  --minutes <n>       of each of the two loads; default 30
  --connections <n>   requests at the same time; default 4
  --documents <n>     default 10000
  --smallest          shows in the shortest time that it works
  --help

The memory of pictures depends on the allocator: set MALLOC_MMAP_THRESHOLD_ and MALLOC_TRIM_THRESHOLD_ to 131072, as the image and the
unit of systemd do (openapi/docs/operations.md, "Size").`;

const MB = 1_048_576;
const LOOK_MS = 1_000;
const REST_MS = 60_000;
const FILE_BYTES = 4 * MB;
/** Six megapixels. */
const PICTURE = { width: 3_000, height: 2_000, channels: 3 } as const;
const JSON_API = 'application/vnd.api+json';

interface Options {
  seconds: number;
  connections: number;
  documents: number;
  restMs: number;
}

interface Answer {
  data: { id: string };
  links?: { next?: string | null };
  meta?: { thumbnails?: { url: string }[] };
}

/** Sends a request and reads its response. @throws Error for a response that is no success */
type Send = (method: string, path: string, body?: object | Buffer, mediaType?: string) => Promise<Answer>;

interface Turn {
  random: () => number;
  /** Number of documents. */
  documents: number;
}

type Work = (send: Send, turn: Turn) => Promise<void>;

const endings: Endings = [];

async function run({ seconds, connections, documents, restMs }: Options): Promise<void> {
  const database = await startBenchDatabase(endings);
  Object.assign(database.common, { UPLOAD_QUOTA: 'off', SECOND_FACTOR_ROLES: 'off', LOG_LEVEL: 'error' });
  const settings = database.settingsOf('memory');
  await fillService(settings, { documents, subtree: undefined, structure: true });
  say(`${documents} documents`);
  const server = await startServer('service.ts', settings);
  endings.push(() => server.stop());
  const send = senderOf(server.url, await administratorToken(settings));
  const picture = await sharp(randomBytes(PICTURE.width * PICTURE.height * PICTURE.channels), { raw: PICTURE })
    .jpeg({ quality: 60 })
    .toBuffer();
  const content = [walk, list, list, list, read, read, read, search, edit, edit, edit, signIn(database.common)];
  const files = [upload, (by: Send) => show(by, picture)];
  const rows: string[][] = [['ready', ...Array.from({ length: 5 }, () => ''), await shown(server)]];
  const loads = { 'lists and writes': content, 'with files and pictures': [...content, ...files] };
  for (const [title, works] of Object.entries(loads)) {
    rows.push([title, ...(await load({ server, send, works, connections, documents, seconds })), await shown(server)]);
    say(rows.at(-1)?.join('  '));
  }
  await sleep(restMs);
  rows.push([`${restMs / 1_000} s later`, ...Array.from({ length: 5 }, () => ''), await shown(server)]);
  const head = ['MB', '1st quarter', '2nd', '3rd', '4th', 'highest', 'at the end: resident, heap, other'];
  console.log(`\n${table(head, rows)}`);
}

const inMb = (bytes: number): string => (bytes / 1e6).toFixed(0);

async function shown(server: BenchServer): Promise<string> {
  const { rss, heapUsed, external } = await server.send('memory');
  return [rss, heapUsed, external].map(inMb).join(', ');
}

interface Load {
  server: BenchServer;
  send: Send;
  works: readonly Work[];
  connections: number;
  documents: number;
  seconds: number;
}

/** @returns the median of each quarter of the time, and the highest value */
async function load({ server, send, works, connections, documents, seconds }: Load): Promise<string[]> {
  let until = performance.now() + seconds * 1_000;
  let requests = 0;
  const client = async (number: number): Promise<void> => {
    const random = randomFrom(number);
    while (performance.now() < until) {
      const work = works[Math.floor(random() * works.length)];
      await work?.(send, { random, documents }).catch((error: unknown) => {
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
  await Promise.all([watch(), ...Array.from({ length: connections }, (_, number) => client(number))]);
  const quarter = (nth: number): number[] =>
    samples.slice(Math.floor((nth * samples.length) / 4), Math.ceil(((nth + 1) * samples.length) / 4));
  return [...[0, 1, 2, 3].map((nth) => inMb(median(quarter(nth)))), inMb(Math.max(...samples))];
}

function senderOf(url: string, token: string): Send {
  return async (method, path, body, mediaType = JSON_API) => {
    const response = await fetch(new URL(path, url), {
      method,
      headers: {
        accept: '*/*',
        ...(path !== '/auth' && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': mediaType }),
      },
      body: body === undefined || Buffer.isBuffer(body) ? (body ?? null) : JSON.stringify(body),
    });
    const answer = Buffer.from(await response.arrayBuffer());
    if (!response.ok) throw new Error(`${method} ${path} gives ${response.status}: ${answer.toString().slice(0, 300)}`);
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    return (isJson ? JSON.parse(answer.toString()) : {}) as Answer;
  };
}

async function purge(send: Send, type: string, id: string): Promise<void> {
  await send('DELETE', `/${type}/${id}`);
  await send('DELETE', `/trash/${id}`);
}

const anyPage = ({ random, documents }: Turn, size: number): string =>
  `/documents?page[number]=${1 + Math.floor((random() * documents) / size)}&page[size]=${size}`;

const list: Work = async (send, turn) => {
  await send('GET', anyPage(turn, 100));
};

/** A long list, as an export reads it: all pages by cursor. */
const walk: Work = async (send) => {
  let next: string | null | undefined = '/documents?page[after]=&page[size]=100';
  for (let pages = 0; next && pages < 100; pages++) {
    const { pathname, search: query }: URL = new URL(next, 'http://localhost');
    next = (await send('GET', pathname + query)).links?.next;
  }
};

const read: Work = async (send, turn) => {
  await send('GET', anyPage(turn, 1));
};

const search: Work = async (send, { random }) => {
  await send('GET', `/documents?q=${random() < 0.5 ? RARE_WORD : FREQUENT_WORD}`);
};

/** An object from its creation to its purge. */
const edit: Work = async (send, { random }) => {
  const attributes = sampleAttributes(Math.floor(random() * 1_000_000));
  const { data } = await send('POST', '/documents', { data: { type: 'documents', attributes } });
  for (let change = 0; change < 3; change++) {
    const changed = { title: text(40, random) };
    await send('PATCH', `/documents/${data.id}`, { data: { type: 'documents', id: data.id, attributes: changed } });
  }
  await send('GET', `/documents/${data.id}`);
  await purge(send, 'documents', data.id);
};

const signIn =
  ({ ADMIN_PASSWORD: password }: Record<string, string>): Work =>
  async (send) => {
    await send('POST', '/auth', { username: 'admin', password }, 'application/json');
  };

async function upload(send: Send): Promise<void> {
  const { data } = await send('POST', '/streams/upload/file.bin', randomBytes(FILE_BYTES), 'application/octet-stream');
  await send('GET', `/streams/download/${data.id}`);
  await send('DELETE', `/streams/${data.id}`);
}

async function show(send: Send, picture: Buffer): Promise<void> {
  const { data } = await send('POST', '/images/upload/picture.jpg', picture, 'image/jpeg');
  const { meta } = await send('GET', `/media/thumbs/${data.id}`);
  const { pathname, search: query } = new URL(meta?.thumbnails?.[0]?.url ?? '');
  await send('GET', pathname + query);
  await purge(send, 'images', data.id);
}

// At the end, after the constants that it uses.
await runBench(endings, async () => {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string' },
      connections: { type: 'string', default: '4' },
      documents: { type: 'string' },
      smallest: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) return console.log(HELP);
  const { smallest, connections, minutes = '30', documents = smallest ? '200' : '10000' } = values;
  await run({
    seconds: smallest ? 3 : wholeNumber('minutes', minutes) * 60,
    connections: wholeNumber('connections', connections),
    documents: wholeNumber('documents', documents),
    restMs: smallest ? 100 : REST_MS,
  });
});
