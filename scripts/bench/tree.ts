// Measures changes of a small tree and a large one side by side (`npm run bench:tree`): they should cost the same.
import { parseArgs } from 'node:util';
import { MongoClient } from 'mongodb';
import { createLog } from '../../core/log.ts';
import { readConfig } from '../../core/config/config.ts';
import { createStore } from '../../core/store/store.ts';
import { openService } from '../open-service.ts';
import { runBench, say, startBenchDatabase, type BenchDatabase, type Endings } from './bench-database.ts';
import { administratorToken } from './tokens.ts';
import { median } from './measure.ts';
import { table } from './report.ts';
import { startServer } from './servers.ts';
import { treeFaults } from './tree-faults.ts';
import { fillTree } from './tree-fill.ts';
import { TREE_WORKS, type OpenTree } from './tree-works.ts';

const HELP = `Usage: npm run bench:tree -- [options]

Adds a child to a folder, moves a leaf and more, in a small tree and in a large one in turn, over HTTP. Prints the median
times and how they relate; checks that both trees are whole before and afterwards.

  --smallest    shows in the shortest time that it works: trees of 100 and 200 nodes, each work done twice
  --small <n>   nodes of the small tree; default 1000
  --large <n>   nodes of the large tree; default 100000
  --times <n>   how often each is done; default 300
  --help`;

const USUAL = { small: '1000', large: '100000', times: '300' };
const SMALLEST = { small: '100', large: '200', times: '2' };

const endings: Endings = [];

await runBench(endings, async () => {
  const { values } = parseArgs({
    options: {
      smallest: { type: 'boolean', default: false },
      small: { type: 'string' },
      large: { type: 'string' },
      times: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) return console.log(HELP);
  const defaults = values.smallest ? SMALLEST : USUAL;
  const { small, large, times } = { ...defaults, ...values };
  await run([wholeNumber(small), wholeNumber(large)], wholeNumber(times));
});

function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new Error(`${text.slice(0, 20)} is not a whole number from 1: see --help`);
  return Number(text);
}

function shown(value: number, digits: number): string {
  return Number.isNaN(value) ? '-' : value.toFixed(digits);
}

async function run(sizes: readonly number[], times: number): Promise<void> {
  const database = await startBenchDatabase(endings);
  const client = await MongoClient.connect(database.uri);
  endings.push(() => client.close());
  const trees: OpenTree[] = [];
  for (const [index, size] of sizes.entries()) trees.push(await openTree(database, `tree${index}`, size));
  await check(client, trees);
  const rows: string[][] = [];
  for (const { title, isFor, once } of TREE_WORKS) {
    const taken = trees.map((): number[] => []);
    for (let turn = 0; turn < times; turn++) {
      for (const [index, tree] of trees.entries()) if (isFor(tree)) taken[index]?.push(await once(tree, turn));
    }
    const medians = taken.map((all) => median(all));
    const [small = NaN, large = NaN] = medians;
    const ratio = large / small;
    rows.push([title, ...medians.map((time) => shown(time, 2)), shown(ratio, 2)]);
    say(`${title}: ${shown(ratio, 2)}`);
  }
  await check(client, trees);
  const heads = trees.map(({ filled }) => `ms, ${filled.nodes} nodes`);
  console.log(`\n${table(['work', ...heads, 'ratio'], rows)}`);
}

/** A tree in a separate database, with a service for it. */
async function openTree(database: BenchDatabase, name: string, size: number): Promise<OpenTree> {
  const settings = database.settingsOf(name);
  const config = readConfig(settings);
  const service = await openService({ config, mongodbUri: config.mongodbUri ?? '', log: createLog('warn') });
  const started = performance.now();
  const filled = await fillTree(service.services.objects, size);
  await service.close();
  say(`${filled.nodes} nodes, ${filled.levels.length} levels, in ${shown((performance.now() - started) / 1000, 1)} s`);
  // The publication of the legacy side is this tree.
  const server = await startServer('service.ts', { ...settings, LEGACY_ROOT: String(filled.levels[0]?.[0]) });
  endings.push(() => server.stop());
  return { name, filled, url: server.url, token: await administratorToken(settings) };
}

/** @throws Error when a tree is not whole */
async function check(client: MongoClient, trees: readonly OpenTree[]): Promise<void> {
  for (const { name } of trees) {
    const faults = await treeFaults(createStore(client, client.db(name)));
    if (faults.length > 0) throw new Error(`${name}: ${faults.length} faults, such as: ${faults[0]}`);
  }
  say('the trees are whole');
}
