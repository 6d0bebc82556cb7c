// The command line of the benchmark.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { FLAG, HELP, TEXT, wholeNumber } from '../command-line.ts';
import { SMALLEST } from './bench-database.ts';
import { CASES, type BenchCase } from './cases.ts';
import type { ScaleOptions } from './scale/scale.ts';

export interface Options {
  cases: readonly BenchCase[];
  documents: number;
  connections: readonly number[];
  /** Number of complete runs, each with new databases. */
  runs: number;
  rounds: number;
  /** Of each round: in seconds, or in requests. */
  round: { duration: number } | { amount: number };
  /** Figures are compared with their targets, and the time of a start is measured. */
  judged: boolean;
  /** Requests before the first round of a case; 0 for none. */
  warmUp: number;
  /** Only this case is run, on the service alone, and its processor profile shown. */
  profile: BenchCase | undefined;
  /** The processor time of the cases is shown by phase, on the service alone. */
  phases: boolean;
  /** Two populations are compared instead. */
  scale: ScaleOptions | undefined;
}

/** How often a scale run does each work. */
const SCALE_TIMES = 100;

/** How long a run is, unless the command line says something else. */
const LENGTHS = {
  // Each request of DELETE takes another document, on three servers: few connections need few documents.
  smallest: { documents: '100', connections: '2', rounds: 1, round: { amount: 6 }, warmUp: 0 },
  quick: { documents: '1000', connections: '10', rounds: 1, round: { amount: 300 }, warmUp: 100 },
  full: { documents: '10000', connections: '10,50', rounds: 3, round: { duration: 2 }, warmUp: 1000 },
};

const help = `Usage: npm run bench -- [options]

Measures the service and two floors, handwritten servers with the same responses, and prints their figures as tables.

  --smallest           the shortest run that shows that it works: 100 documents, 6 requests for each case, no verdict
  --quick              1000 documents, one round of 300 requests at 10 connections: a first impression in two minutes, not a result
  --only <case,...>    only these cases: ${CASES.map(({ name }) => name).join(', ')}
  --documents <n>      number of documents; default 10000
  --connections <n,..> numbers of connections; default 10,50
  --runs <n>           number of complete runs, to show how far their results differ; default 1
  --scale <n>          instead: the cost of a request among n objects and among a hundredth of them, as a table and a chart
  --data <folder>      of --scale: keeps the databases, for the next run, and the report there
  --changes            of --scale: measures large changes too, such as moves and deletions; the databases are not kept then
  --profile <case>     the functions in which the service spends its time in one case
  --phases             the processor time of each case by phase, and its commands; default: patch and post at 1 and 10 connections
  --help`;

const options = {
  ...{ only: TEXT, documents: TEXT, connections: TEXT, profile: TEXT, scale: TEXT, data: TEXT },
  ...{ smallest: SMALLEST, quick: FLAG, changes: FLAG, phases: FLAG, help: HELP },
  runs: { type: 'string', default: '1' },
} as const;

const read = (args: string[]) => parseArgs({ args, options }).values;
type Values = ReturnType<typeof read>;

/** @returns undefined for `--help`, which is shown. @throws Error of one line */
export function readOptions(args: string[]): Options | undefined {
  const values = read(args);
  if (values.help) {
    console.log(help);
    return undefined;
  }
  const { smallest, quick, runs, profile, phases = false } = values;
  const length = LENGTHS[smallest ? 'smallest' : quick ? 'quick' : 'full'];
  const { documents = length.documents, connections = phases ? '1,10' : length.connections } = values;
  return {
    ...length,
    cases: casesNamed(values.only ?? (phases ? 'patch,post' : undefined)),
    documents: wholeNumber('documents', documents),
    connections: connections.split(',').map((text) => wholeNumber('connections', text)),
    runs: wholeNumber('runs', runs),
    judged: !smallest,
    phases,
    profile: profile === undefined ? undefined : caseNamed(profile),
    scale: scaleOptions(values),
  };
}

/** @returns undefined without `--scale` */
function scaleOptions({ scale, data, smallest, changes = false }: Values): ScaleOptions | undefined {
  if (scale === undefined) {
    if (changes) throw new Error('--changes belongs to --scale: see --help');
    return undefined;
  }
  return {
    objects: wholeNumber('scale', scale),
    data: data === undefined ? undefined : path.resolve(data),
    changes,
    times: smallest ? 2 : SCALE_TIMES,
  };
}

/** In the order of all cases, in which those that change something come last. */
function casesNamed(names: string | undefined): readonly BenchCase[] {
  if (names === undefined) return CASES;
  const wanted = names.split(',').map(caseNamed);
  return CASES.filter((each) => wanted.includes(each));
}

export function caseNamed(name: string): BenchCase {
  const found = CASES.find((each) => each.name === name);
  if (!found) throw new Error(`there is no case ${name}: see --help`);
  return found;
}
