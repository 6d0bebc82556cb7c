// Sends hostile requests until the time is up, judges each response, and watches the memory of the service.
import { setTimeout as sleep } from 'node:timers/promises';
import type { OpenApiDocument } from '../../core/description/openapi-document.ts';
import { CommandError } from '../command-line.ts';
import { operationsOf, templateOf, type Operation } from '../contract/operations.ts';
import { createRandom, shuffled } from '../faults/random.ts';
import { CATEGORIES, type Category } from './corpus.ts';
import { faultOf, repeatLine } from './judge.ts';
import { makeRequest, type MadeRequest } from './make-request.ts';
import { send, type Answer } from './message.ts';
import { openWorld, type World } from './world.ts';

export interface FuzzOptions {
  service: { url: string; username: string; password: string };
  metricsToken: string;
  seed: number;
  minutes: number;
  /** At most so many requests. */
  requests: number | undefined;
  /** Just this one. */
  only: number | undefined;
  /** Milliseconds that are too many, for one request. */
  slow: number;
  /** Megabytes that are too many. */
  memory: number;
  say(line: string): void;
}

interface Row {
  requests: number;
  /** By the first digit of the status; 0 for those without a response. */
  statuses: number[];
  slowest: { milliseconds: number; operation: string };
}

export interface FuzzResult {
  rows: Map<Category, Row>;
  operations: { requested: number; all: number };
  memory: { first: number; most: number; last: number };
  faults: { title: string; operation: string; repeat: string; answer: string }[];
}

const AT_ONCE = 4;
const TIMEOUT_MS = 30_000;
const RAW_TIMEOUT_MS = 3_000;
const MOST_FAULTS = 50;
const MEMORY_EVERY_MS = 2_000;

/** One of each kind: copies for other types are handled by the same code. */
async function readOperations(url: string, seed: number): Promise<Operation[]> {
  const answer = await fetch(`${url}/openapi.json?side=all`);
  const all = operationsOf((await answer.json()) as OpenApiDocument);
  const typed = all.flatMap(({ path }) => /^\/(\w+)\/\{object_id\}\/versions$/.exec(path)?.[1] ?? []);
  const types = new Set([...typed, 'folders', 'users'].filter((name) => name !== 'documents' && name !== 'images'));
  const seen = new Set<string>();
  const some = all.filter((operation) => {
    const template = templateOf(operation, { types, relations: new Set() });
    return !seen.has(template) && Boolean(seen.add(template));
  });
  return shuffled(some, createRandom(seed));
}

async function readMemory({ service: { url }, metricsToken }: FuzzOptions): Promise<number> {
  const answer = await fetch(`${url}/metrics`, { headers: { Authorization: `Bearer ${metricsToken}` } });
  const bytes = /^process_resident_memory_bytes\S* ([\d.e+]+)$/m.exec(await answer.text())?.[1];
  return Math.round(Number(bytes ?? 0) / 2 ** 20);
}

const emptyRow = (): Row => ({
  requests: 0,
  statuses: [0, 0, 0, 0, 0, 0],
  slowest: { milliseconds: 0, operation: '' },
});

/** @returns ends it */
function watchMemory(options: FuzzOptions, memory: FuzzResult['memory']): () => Promise<void> {
  const watching = new AbortController();
  const watch = async (): Promise<void> => {
    while (!watching.signal.aborted) {
      memory.last = await readMemory(options);
      memory.most = Math.max(memory.most, memory.last);
      await sleep(MEMORY_EVERY_MS, undefined, { signal: watching.signal }).catch(() => undefined);
    }
  };
  const watched = watch();
  return async () => {
    watching.abort();
    await watched;
  };
}

async function assertReady(url: string): Promise<void> {
  const alive = await fetch(`${url}/ready`).then(
    ({ ok }) => ok,
    () => false,
  );
  if (!alive) throw new CommandError('the service is not ready any more');
}

export async function fuzz(options: FuzzOptions): Promise<FuzzResult> {
  const { service, seed, slow, say } = options;
  const world = await openWorld(service);
  const operations = await readOperations(service.url, seed);
  const rows = new Map(CATEGORIES.map((category) => [category, emptyRow()]));
  const requested = new Set<string>();
  const faults: FuzzResult['faults'] = [];
  const known = new Set<string>();
  const first = await readMemory(options);
  const memory = { first, most: first, last: first };
  const end = performance.now() + options.minutes * 60_000;
  const { hostname: host, port } = world.url;
  const place = { host, port: Number(port) };

  const exchange = ({ message }: MadeRequest): Promise<Answer> =>
    send(message, place, message.raw ? RAW_TIMEOUT_MS : TIMEOUT_MS);

  function note(title: string, made: MadeRequest, { head, text }: Answer): void {
    const { operationId } = made.operation;
    // The same fault of the same operation is reported once.
    const key = `${operationId} ${title.replace(/\d+ ms/, '')}`;
    if (known.has(key) || faults.length >= MOST_FAULTS) return;
    known.add(key);
    const answer = `${head.split('\r\n')[0]} ${text.slice(0, 300)}`;
    faults.push({ title, operation: operationId, repeat: repeatLine(made, seed), answer });
    say(`FAULT ${operationId}: ${title}\n  ${faults.at(-1)?.repeat.slice(0, 2_000)}\n  ${answer}`);
  }

  function count({ category, operation }: MadeRequest, { status, milliseconds }: Answer): void {
    const row = rows.get(category) ?? emptyRow();
    row.requests += 1;
    const digit = Math.floor(status / 100);
    row.statuses[digit] = (row.statuses[digit] ?? 0) + 1;
    if (milliseconds > row.slowest.milliseconds) row.slowest = { milliseconds, operation: operation.operationId };
    requested.add(operation.operationId);
  }

  async function one(number: number): Promise<void> {
    const made = makeRequest(number, seed, operations, world);
    let answer = await exchange(made);
    // Another one may have held it up: a slow request is slow twice.
    if (/^(?:slow|no answer within)/.test(faultOf(made, answer, slow) ?? '')) answer = await exchange(made);
    count(made, answer);
    const fault = faultOf(made, answer, slow);
    if (fault !== undefined) note(fault, made, answer);
    if (answer.status === 401) await world.renew(made.kind);
    if (answer.status === 201) noteUpload(answer, world);
  }

  let next = 0;
  const isOver = (): boolean => performance.now() > end || next >= (options.requests ?? Infinity);
  async function work(): Promise<void> {
    while (!isOver()) await one(next++);
  }
  if (options.only !== undefined) await one(options.only);
  else {
    const stopWatching = watchMemory(options, memory);
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    await stopWatching();
  }
  await assertReady(service.url);
  if (memory.most > options.memory)
    faults.push({
      title: `${memory.most} MB of memory`,
      operation: '',
      repeat: `npm run fuzz -- --seed ${seed}`,
      answer: '',
    });
  return { rows, operations: { requested: requested.size, all: operations.length }, memory, faults };
}

function noteUpload({ text }: Answer, world: World): void {
  const id = /"type":"streams","id":"([0-9a-f-]{36})"|"id":"([0-9a-f-]{36})","type":"streams"/.exec(text);
  const found = id?.[1] ?? id?.[2];
  if (found !== undefined) world.noteStream(found);
}
