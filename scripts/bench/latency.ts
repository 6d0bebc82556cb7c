// The time from a commit to its effects (`npm run tool -- bench:latency`): a mail handed to its server, a message of a
// webhook, an event in a stream.
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { SMTPServer } from 'smtp-server';
import { create, sendAs, signIn, type Send } from '../admin-requests.ts';
import { HELP } from '../command-line.ts';
import { listenOnLoopback } from '../loopback-server.ts';
import { runService } from '../service-process.ts';
import { atEnd, runBench, SMALLEST, startBenchDatabase } from './bench-database.ts';
import { median, percentile } from './measure.ts';

const help = `Usage: npm run tool -- bench:latency [options]

Measures the time from the response to a write until its mail is with the mail server, its message with the receiver of
a webhook, and its event in a stream, one write at a time: 100 writes of each kind.

  --smallest         shows in the shortest time that it works
  --help`;

const TIMES = 100;
/** Writes come at random moments, since their effects may wait for a timer. */
const PAUSE_MS = 500;
const LIMIT_MS = 60_000;

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

/** Notes the subjects of mails. @returns its SMTP_URL */
async function startMailServer(): Promise<string> {
  const smtp = new SMTPServer({
    logger: false,
    disableReverseLookup: true,
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, _session, done) {
      void text(stream).then((mail) => {
        note(/^Subject: (.*?)\r?$/m.exec(mail)?.[1] ?? '');
        done();
      });
    },
  });
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  atEnd(() => new Promise<void>((resolve) => smtp.close(() => resolve())));
  return `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`;
}

/** Notes the subjects of messages. */
async function startReceiver(): Promise<string> {
  const server = await listenOnLoopback(async (request, response) => {
    note(`webhook ${(JSON.parse(await text(request)) as { subject: string }).subject}`);
    response.writeHead(204).end();
  });
  atEnd(server.close);
  return server.url;
}

/** Notes the subjects of the events of a stream. @returns a function that ends it */
async function listen(url: string, token: string): Promise<() => void> {
  const gone = new AbortController();
  const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' };
  const { body } = await fetch(`${url}/feed`, { headers, signal: gone.signal });
  const decoder = new TextDecoder();
  void (async () => {
    for await (const piece of (body ?? []) as AsyncIterable<Uint8Array>)
      for (const [, subject = ''] of decoder.decode(piece).matchAll(/"subject":"([^"]*)"/g)) note(`stream ${subject}`);
  })().catch(() => undefined);
  return () => gone.abort();
}

async function makeDocument(send: Send, number: number): Promise<string> {
  const { id } = await create(send, '/documents', { title: `Latency ${number}`, status: 'on' });
  return `/documents/${id}`;
}

/** Each makes one write, and returns its effect. */
const KINDS: Readonly<Record<string, (send: Send, number: number) => Promise<string>>> = {
  async mail(send, number) {
    const subject = `Latency ${number}`;
    const payload = { to: 'bench@example.org', subject, text: 'Wombats' };
    await create(send, '/admin/async_jobs', { service: 'mail', payload });
    return subject;
  },
  webhook: async (send, number) => `webhook ${await makeDocument(send, number)}`,
  stream: async (send, number) => `stream ${await makeDocument(send, number)}`,
};

await runBench(async () => {
  const { values } = parseArgs({ options: { smallest: SMALLEST, help: HELP } });
  if (values.help) return console.log(help);
  const { MONGODB_URI = '' } = (await startBenchDatabase()).settingsOf('latency');
  const [smtpUrl, receiver] = [await startMailServer(), await startReceiver()];
  const settings = { MONGODB_URI, SMTP_URL: smtpUrl, WEBHOOK_PRIVATE_NETWORKS: 'on', CALLER_RATE: 'off' };
  const { url, username, password, stop } = await runService({ ...settings, JWT_TTL: '1d' });
  atEnd(stop);
  const token = await signIn(url, username, password);
  const send = sendAs(url, token);
  const events = ['colophon.object.created'];
  await create(send, '/admin/webhooks', { name: 'latency', url: receiver, events });
  for (const [name, write] of Object.entries(KINDS)) {
    const end = name === 'stream' ? await listen(url, token) : undefined;
    /** @returns milliseconds, which are negative if the effect comes before the response */
    const measured = async (): Promise<number> => {
      await sleep(Math.random() * PAUSE_MS);
      const effect = await write(send, seen.size);
      const responded = performance.now();
      return (await timeOf(effect)) - responded;
    };
    // The first ones find nothing loaded.
    if (!values.smallest) for (let first = 0; first < 2; first++) await measured();
    const found: number[] = [];
    while (found.length < (values.smallest ? 1 : TIMES)) found.push(await measured());
    end?.();
    const [middle, high] = [median(found), percentile(found, 0.99)].map(Math.round);
    console.log(`${name}: median ${middle} ms, p99 ${high} ms, of ${found.length}`);
  }
});
