// The tree remains correct under concurrent changes (D28, D59): random trees, changed by requests to two processes.
// After every round the rows are checked, the responses are compared with them, and an order of the requests is
// searched in which a simple model gives the same responses and ends in the same tree.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findOrder } from '../../support/writes/linearize.ts';
import { createRandom, type Random } from '../../support/writes/random.ts';
import { startServiceProcesses, type ServiceProcesses } from '../../support/processes/service-processes.ts';
import { drawOperations } from '../../support/tree/draw-operations.ts';
import { treeFaults, type TreeState } from '../../support/tree/faults.ts';
import { describeForest, forestModel } from '../../support/tree/forest.ts';
import { expectedTree, shownFaults } from '../../support/tree/http-faults.ts';
import { describeOperation } from '../../support/tree/operations.ts';
import {
  clearAway,
  createdIds,
  forestOf,
  growTree,
  readTree,
  runAtOnce,
  type TreeCall,
} from '../../support/tree/rounds.ts';

const SEED = Number(process.env['SEED'] ?? Math.floor(Math.random() * 1e9));
const TREES = Number(process.env['TREES'] ?? 80);
const IN_FLIGHT = 8;
/** Rounds whose trees are kept next to those that are changed. */
const OLD_ROUNDS = 5;
/** Whether objects are restored from the trash and purged as well. */
const WITH_TRASH = true;
/** The possible results of a change of the tree: done, bad, missing. */
const STATUSES = [200, 201, 204, 400, 404];

let processes: ServiceProcesses;

beforeAll(async () => {
  processes = await startServiceProcesses(2);
});

afterAll(() => processes.stop());

const describeCall = ({ operation, status, began, ended, error }: TreeCall): string =>
  `${began.toFixed(1)}-${ended.toFixed(1)} ${status} ${describeOperation(operation)} ${error}`;

/** All data of the tree, except that of some objects: a round must not change it. */
const others = ({ nodes }: TreeState, ids: ReadonlySet<number>): string[] =>
  nodes
    .filter((node) => !ids.has(node.object_id))
    .map((node) => `${node._id} ${node.path} ${node.menu} ${node.canonical} ${node.object.trashed}`)
    .sort();

async function answerFaults(state: TreeState, ids: ReadonlySet<number>, random: Random): Promise<string[]> {
  const tree = expectedTree(state.nodes);
  const folders = [...ids].filter((id) => tree.folder.get(id)?.object.trashed === false);
  const faults = random
    .some(folders, 2)
    .map((id, index) => shownFaults((request) => processes.send(index % 2, request), tree, id));
  return (await Promise.all(faults)).flat();
}

interface Round {
  /** Objects of its trees. */
  ids: ReadonlySet<number>;
  faults: string[];
}

/** Makes random trees, one in each process, and changes them together. */
async function playRound(random: Random, inFlight: number, before: TreeState): Promise<Round> {
  const { store } = processes;
  const seeds = Array.from({ length: processes.count }, () => random.below(2 ** 31));
  const trees = await Promise.all(seeds.map((seed, process) => growTree(processes, process, createRandom(seed))));
  const grown = { ids: new Set(trees.flatMap((tree) => [...tree.ids])), calls: trees.flatMap((tree) => tree.calls) };
  const start = forestOf(await readTree(store, grown.ids), grown.ids);
  const options = { count: random.between(8, 12), withTrash: WITH_TRASH };
  const calls = await runAtOnce(processes, drawOperations(random, start, options), inFlight);
  const ids = new Set([...grown.ids, ...createdIds(calls)]);
  const state = await readTree(store);
  const end = forestOf(state, ids);

  const refused = grown.calls.filter((call) => !call.accepted).map((call) => `refused: ${describeCall(call)}`);
  const odd = calls.filter((call) => !STATUSES.includes(call.status)).map((call) => `status: ${describeCall(call)}`);
  const faults = [...refused, ...odd, ...treeFaults(state)];
  if (others(before, ids).join('\n') !== others(state, ids).join('\n')) faults.push('other trees have changed');
  faults.push(...(await answerFaults(state, ids, random)));
  if (!findOrder(forestModel, { start, calls, end })) {
    const log = [...calls].sort((left, right) => left.began - right.began).map(describeCall);
    faults.push(`no order explains\n${log.join('\n')}\nfrom\n${describeForest(start)}\nto\n${describeForest(end)}`);
  }
  return { ids, faults };
}

describe(`the tree, with seed ${SEED}`, () => {
  it(`is consistent after every round of ${TREES} random trees`, async () => {
    const random = createRandom(SEED);
    const rounds: Round[] = [];
    for (let round = 1; round * processes.count <= TREES; round++) {
      const before = await readTree(processes.store);
      // Now and then one request after the other, so that an error of the rules shows by itself.
      const played = await playRound(random, round % 5 === 0 ? 1 : IN_FLIGHT, before);
      const where = `SEED=${SEED}, round ${round} of ${TREES / processes.count}`;
      expect(played.faults, `${where}\n${played.faults.join('\n')}`).toEqual([]);
      rounds.push(played);
      if (rounds.length > OLD_ROUNDS) await clearAway(processes.store, rounds.shift()?.ids ?? new Set());
    }
    expect(processes.complaints()).toBe('');
  });
});
