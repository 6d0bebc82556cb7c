// The time from a commit to its effects (`npm run tool -- bench:latency`): a mail handed to its server, a message of a
// webhook, an event in a stream. With --other another checkout is measured in turn, on the same database server.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { SMTPServer } from 'smtp-server';
import { wholeNumber } from '../command-line.ts';
import { runService } from '../service-process.ts';
import { runBench, say, startBenchDatabase, type Endings } from './bench-database.ts';
import { median } from './measure.ts';

const HELP = `Usage: npm run tool -- bench:latency [options]

Measures the time from the response to a write until its mail is with the mail server, its message with the receiver of
a webhook, and its event in a stream, one write at a time.

  --times <n>        writes of each kind; default 100
  --other <folder>   another checkout with its packages, which is measured in turn
  --smallest         shows in the shortest time that it works
  --help`;

const JSON_API = 'application/vnd.api+json';
/** Writes come at random moments, since their effects may wait for a timer. */
const PAUSE_MS = 500;
const LIMIT_MS = 60_000;
/** Writes of one side before those of the other one. */
const IN_TURN = 10;

const endings: Endings = [];
/** When effects were seen (performance.now). */
const seen = new Map<string, number>();
const note = (effect: string): unknown => seen.has(effect) || seen.set(effect, performance.now());

/** @throws Error after a minute */
async function timeOf(effect: string): Promise<number> {
  for (const end = performance.now() + LIMIT_MS; performance.now() < end; await sleep(1)) {
    const at = seen.get(effect);
    if (at !== undefined) return at;
  }
  throw new Error(`not seen within a minute: ${effect}`);
}

const portOf = (server: { address(): unknown }): number => (server.address() as AddressInfo).port;

/** Notes the subjects of mails. @returns its SMTP_URL */
async function startMailServer(): Promise<string> {
  const smtp = new SMTPServer({
    logger: false,
    disableReverseLookup: true,
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, _session, done) {
      let text = '';
      stream.setEncoding('utf8').on('data', (piece: string) => (text += piece));
      stream.on('end', () => {
        note(/^Subject: (.*?)\r?$/m.exec(text)?.[1] ?? '');
        done();
      });
    },
  });
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  endings.push(() => new Promise((resolve) => smtp.close(() => resolve())));
  return `smtp://127.0.0.1:${portOf(smtp.server)}`;
}

/** Notes the subjects of messages, with the path of the receiver. */
async function startReceiver(): Promise<string> {
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (piece: string) => (text += piece));
    request.on('end', () => {
      note(`${request.url} ${(JSON.parse(text) as { subject: string }).subject}`);
      response.writeHead(204).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  endings.push(async () => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${portOf(server)}`;
}

interface Side {
  name: string;
  post(path: string, data: object): Promise<string>;
  /** Notes the subjects of the events of a stream. @returns a function that ends it */
  listen(): Promise<() => void>;
}

async function openSide(
  name: string,
  { url, username, password }: { url: string; username: string; password: string },
): Promise<Side> {
  const signIn = await fetch(`${url}/auth`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: JSON_API },
    body: JSON.stringify({ username, password }),
  });
  const authorization = `Bearer ${((await signIn.json()) as { meta: { jwt: string } }).meta.jwt}`;
  return {
    name,
    async post(target, data) {
      const headers = { 'content-type': JSON_API, accept: JSON_API, authorization };
      const response = await fetch(url + target, { method: 'POST', headers, body: JSON.stringify({ data }) });
      const text = await response.text();
      if (!response.ok) throw new Error(`POST ${target} gives ${response.status}: ${text.slice(0, 300)}`);
      return (JSON.parse(text) as { data: { id: string } }).data.id;
    },
    async listen() {
      const gone = new AbortController();
      const headers = { authorization, accept: 'text/event-stream' };
      const { body } = await fetch(`${url}/feed`, { headers, signal: gone.signal });
      const decoder = new TextDecoder();
      void (async () => {
        for await (const piece of (body ?? []) as AsyncIterable<Uint8Array>)
          for (const [, subject = ''] of decoder.decode(piece).matchAll(/"subject":"([^"]*)"/g))
            note(`stream of ${name} ${subject}`);
      })().catch(() => undefined);
      return () => gone.abort();
    },
  };
}

interface Kind {
  name: string;
  /** Needs an open stream. */
  streams?: true;
  /** Makes one write. @returns its effect */
  write(side: Side, number: number): Promise<string>;
}

const makeDocument = async ({ post }: Side, number: number): Promise<string> =>
  `/documents/${await post('/documents', { type: 'documents', attributes: { title: `Latency ${number}`, status: 'on' } })}`;

const KINDS: readonly Kind[] = [
  {
    name: 'mail',
    async write({ name, post }, number) {
      const subject = `Latency ${name} ${number}`;
      const payload = { to: 'bench@example.org', subject, text: 'Wombats' };
      await post('/admin/async_jobs', { type: 'async_jobs', attributes: { service: 'mail', payload } });
      return subject;
    },
  },
  { name: 'webhook', write: async (side, number) => `/${side.name} ${await makeDocument(side, number)}` },
  {
    name: 'stream',
    streams: true,
    write: async (side, number) => `stream of ${side.name} ${await makeDocument(side, number)}`,
  },
];

/** @returns milliseconds of each write, some negative: an effect may come before the response */
async function measureSide(side: Side, kind: Kind, times: number): Promise<number[]> {
  const end = kind.streams && (await side.listen());
  const found: number[] = [];
  for (let number = 0; number < times; number++) {
    await sleep(Math.random() * PAUSE_MS);
    const effect = await kind.write(side, seen.size);
    const responded = performance.now();
    found.push((await timeOf(effect)) - responded);
  }
  end?.();
  return found;
}

/** @param share from 0 to 1 */
const percentileOf = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? NaN;

await runBench(endings, async () => {
  const { values } = parseArgs({
    options: {
      times: { type: 'string', default: '100' },
      other: { type: 'string' },
      smallest: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) return console.log(HELP);
  const times = values.smallest ? 1 : wholeNumber('times', values.times);
  const database = await startBenchDatabase(endings);
  const [smtpUrl, receiver] = [await startMailServer(), await startReceiver()];
  const open = async (name: string, script?: string): Promise<Side> => {
    const { MONGODB_URI = '' } = database.settingsOf(name);
    const settings = { MONGODB_URI, SMTP_URL: smtpUrl, WEBHOOK_PRIVATE_NETWORKS: 'on', CALLER_RATE: 'off' };
    const service = await runService({ ...settings, JWT_TTL: '1d' }, script);
    endings.push(service.stop);
    const side = await openSide(name, service);
    await side.post('/admin/webhooks', {
      type: 'webhooks',
      attributes: { name: 'latency', url: `${receiver}/${name}`, events: ['colophon.object.created'] },
    });
    return side;
  };
  const sides = [await open('this')];
  if (values.other !== undefined) sides.push(await open('other', path.resolve(values.other, 'scripts/start.mjs')));
  for (const kind of KINDS) {
    const all = new Map<string, number[]>(sides.map(({ name }) => [name, []]));
    // The first ones find nothing loaded.
    if (!values.smallest) for (const side of sides) await measureSide(side, kind, 2);
    for (let done = 0; done < times; done += IN_TURN)
      for (const side of sides)
        all.get(side.name)?.push(...(await measureSide(side, kind, Math.min(IN_TURN, times - done))));
    say(`${kind.name}: done`);
    for (const [name, found] of all) {
      const [middle, high] = [median(found), percentileOf(found, 0.99)].map(Math.round);
      console.log(`${kind.name}, ${name}: median ${middle} ms, p99 ${high} ms, of ${found.length}`);
    }
  }
});
