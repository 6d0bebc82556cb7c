// How fast `npm run import` is, and what memory it takes: the same rows, of
// documents, objects, links and history, are then inserted by the driver into collections with the same indexes.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs, promisify } from 'node:util';
import type { Db } from 'mongodb';
import { HELP, TEXT, wholeNumber } from '../command-line.ts';
import { indexesOf } from './fill/deferred-indexes.ts';
import { sampleAttributes } from './fill/sample-documents.ts';
import { atEnd, runBench, say, SMALLEST, startBenchDatabase } from './bench-database.ts';
import { quarters } from './measure.ts';

const help = `Usage: npm run tool -- bench:import [options]

Imports objects of 2 KB with a relation each, straight on a database, and prints how fast that is beside insertMany of the same
rows into collections with the same indexes, and what memory the import takes in the course of it.

  --objects <n>      default 200000
  --smallest         shows in the shortest time that it works: 50 objects
  --help`;

/** How far apart linked objects are at most. */
const LINK_DISTANCE = 500;
const WRITTEN = ['documents.documents', 'objects', 'object_relations', 'changes'] as const;
const BATCH = 1_000;
const SAMPLE_MS = 500;

function* lines(count: number): Generator<string> {
  for (let number = 1; number <= count; number++) {
    const { shelf: _shelf, rack: _rack, ...sample } = sampleAttributes(number);
    const attributes = { ...sample, status: number % 3 === 0 ? 'draft' : 'on' };
    const other = number - 1 - ((number * 31) % Math.min(number - 1 || 1, LINK_DISTANCE));
    const data = [{ type: 'documents', id: `article-${Math.max(1, other)}` }];
    const record = {
      type: 'documents',
      id: `article-${number}`,
      attributes,
      ...(number > 1 && { relationships: { see_also: { data } } }),
    };
    yield `${JSON.stringify(record)}\n`;
  }
}

const run = promisify(execFile);

/** Resident memory of a process, MB; undefined when it has ended. */
async function residentOf(pid: number): Promise<number | undefined> {
  const { stdout } = await run('ps', ['-o', 'rss=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
  return stdout.trim() === '' ? undefined : Number(stdout) / 1024;
}

/** @returns `memory`: resident in the course of it, MB. @throws Error when it does not succeed */
async function importFile(file: string, settings: Record<string, string>) {
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

/** Seconds that the driver takes for all rows of a collection. */
async function insertAgain(from: Db, to: Db, name: string): Promise<number> {
  const indexes = await indexesOf(from, name);
  if (indexes.length > 0) await to.collection(name).createIndexes(indexes);
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

async function measureImport(count: number): Promise<void> {
  const { client, settingsOf } = await startBenchDatabase();
  const file = path.join(os.tmpdir(), `colophon-bench-${process.pid}.ndjson`);
  atEnd(() => rm(file, { force: true }));
  await pipeline(lines(count), createWriteStream(file));
  const { seconds, memory } = await importFile(file, settingsOf('imported'));
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
  const resident = quarters(memory).map((each) => `${Math.round(each)} MB`);
  console.log(`resident memory by quarters of the time: ${resident.join(', ')}`);
}

await runBench(async () => {
  const { values } = parseArgs({ options: { objects: TEXT, smallest: SMALLEST, help: HELP } });
  if (values.help) return console.log(help);
  const { objects = values.smallest ? '50' : '200000' } = values;
  await measureImport(wholeNumber('objects', objects));
});
