// How fast `npm run import` is, and what memory it takes: the same rows, of
// documents, objects, links and history, are then inserted by the driver into collections with the same indexes.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { MongoClient, type Db } from 'mongodb';
import { wholeNumber } from '../command-line.ts';
import { indexesOf } from './fill/deferred-indexes.ts';
import { runBench, say, startBenchDatabase, type Endings } from './bench-database.ts';
import { median } from './measure.ts';

const HELP = `Usage: npm run tool -- bench:import [options]

Imports objects of 2 KB with a relation each, straight on a database, and prints how fast that is beside insertMany of the same
rows into collections with the same indexes, and what memory the import takes in the course of it.

  --objects <n>      default 200000
  --smallest         shows in the shortest time that it works: 50 objects
  --help`;

const endings: Endings = [];

const BODY_LENGTH = 1_700;
const WORDS =
  'the quick brown fox jumps over a lazy dog while seven wizards box in quiet rooms of an old house by the sea'.split(
    ' ',
  );
/** How far apart linked objects are at most. */
const LINK_DISTANCE = 500;
const WRITTEN = ['documents.documents', 'objects', 'object_relations', 'changes'] as const;
const BATCH = 1_000;
const SAMPLE_MS = 500;

function body(number: number): string {
  const words: string[] = [];
  for (let length = 0; length < BODY_LENGTH;) {
    const word = WORDS[(number * 7 + words.length * (1 + (number % 5))) % WORDS.length] ?? '';
    words.push(word);
    length += word.length + 1;
  }
  return words.join(' ');
}

function record(number: number): object {
  const other = number - 1 - ((number * 31) % Math.min(number - 1 || 1, LINK_DISTANCE));
  const attributes = {
    title: `Article number ${number}`,
    status: number % 3 === 0 ? 'draft' : 'on',
    description: WORDS.slice(0, 8 + (number % 5)).join(' '),
    body: body(number),
  };
  const data = [{ type: 'documents', id: `article-${Math.max(1, other)}` }];
  return {
    type: 'documents',
    id: `article-${number}`,
    attributes,
    ...(number > 1 && { relationships: { see_also: { data } } }),
  };
}

async function writeRecords(file: string, count: number): Promise<void> {
  const handle = await open(file, 'w');
  try {
    for (let first = 1; first <= count; first += BATCH) {
      const numbers = Array.from({ length: Math.min(BATCH, count - first + 1) }, (_, index) => first + index);
      await handle.write(numbers.map((number) => `${JSON.stringify(record(number))}\n`).join(''));
    }
  } finally {
    await handle.close();
  }
}

const run = promisify(execFile);

/** Resident memory of a process, MB; undefined when it has ended. */
async function residentOf(pid: number): Promise<number | undefined> {
  const { stdout } = await run('ps', ['-o', 'rss=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
  return stdout.trim() === '' ? undefined : Number(stdout) / 1024;
}

interface Import {
  seconds: number;
  /** Resident memory in the course of it, MB. */
  memory: number[];
}

/** @throws Error when it does not succeed */
async function importFile(file: string, settings: Record<string, string>): Promise<Import> {
  const started = performance.now();
  const script = path.join(import.meta.dirname, '../transfer/import.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', script, file], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const memory: number[] = [];
  const timer = setInterval(() => {
    void residentOf(child.pid ?? 0).then((resident) => resident !== undefined && memory.push(resident));
  }, SAMPLE_MS);
  const [code] = (await once(child, 'close')) as [number | null];
  clearInterval(timer);
  if (code !== 0) throw new Error(`the import ended with ${code}`);
  return { seconds: (performance.now() - started) / 1000, memory };
}

async function copyIndexes(from: Db, to: Db, name: string): Promise<void> {
  const indexes = await indexesOf(from, name);
  if (indexes.length > 0) await to.collection(name).createIndexes(indexes);
}

/** Seconds that the driver takes for all rows of a collection. */
async function insertAgain(from: Db, to: Db, name: string): Promise<number> {
  await copyIndexes(from, to, name);
  let milliseconds = 0;
  let batch: object[] = [];
  const insert = async (): Promise<void> => {
    if (batch.length === 0) return;
    const started = performance.now();
    await to.collection(name).insertMany(batch, { ordered: false, writeConcern: { w: 'majority' } });
    milliseconds += performance.now() - started;
    batch = [];
  };
  for await (const row of from.collection(name).find({}, { batchSize: BATCH })) {
    batch.push(row);
    if (batch.length >= BATCH) await insert();
  }
  await insert();
  return milliseconds / 1000;
}

const quarter = (values: readonly number[], nth: number): readonly number[] =>
  values.slice((values.length * nth) >> 2, (values.length * (nth + 1)) >> 2);

async function measureImport(count: number): Promise<void> {
  const { uri, settingsOf } = await startBenchDatabase(endings);
  const file = path.join(os.tmpdir(), `colophon-bench-${process.pid}.ndjson`);
  endings.push(() => rm(file, { force: true }));
  await writeRecords(file, count);
  const { seconds, memory } = await importFile(file, settingsOf('imported'));
  const client = await MongoClient.connect(uri);
  endings.push(() => client.close());
  const [from, to] = [client.db('imported'), client.db('inserted')];
  let inserted = 0;
  for (const name of WRITTEN) {
    const taken = await insertAgain(from, to, name);
    say(`insertMany of ${name}: ${taken.toFixed(1)} s`);
    inserted += taken;
  }
  const [ours, theirs] = [count / seconds, count / inserted];
  console.log(`import: ${Math.round(ours)} objects a second; insertMany of the same rows: ${Math.round(theirs)}`);
  console.log(`share of insertMany: ${Math.round((100 * ours) / theirs)}% (target 25%)`);
  const resident = [0, 1, 2, 3].map((nth) => `${Math.round(median(quarter(memory, nth)))} MB`);
  console.log(`resident memory by quarters of the time: ${resident.join(', ')}`);
}

await runBench(endings, async () => {
  const { values } = parseArgs({
    options: {
      objects: { type: 'string' },
      smallest: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) return console.log(HELP);
  const { objects = values.smallest ? '50' : '200000' } = values;
  await measureImport(wholeNumber('objects', objects));
});
