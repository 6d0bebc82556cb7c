// One round of the property test: a random tree is made, changed by many concurrent requests, and read from the
// database.
import type { Random } from '../writes/random.ts';
import type { ServiceProcesses } from '../processes/service-processes.ts';
import type { Store } from '../../../core/store/store.ts';
import type { Call } from '../writes/linearize.ts';
import type { TreeState } from './faults.ts';
import type { Forest } from './forest.ts';
import { nodesByParent } from './numbers.ts';
import { requestOf, type Operation } from './operations.ts';

export interface TreeCall extends Call<Operation> {
  status: number;
  /** Body of a response that refuses. */
  error: string;
}

const TYPES = ['folders', 'documents'];

/** All that the database holds of the tree, or of some objects. */
export async function readTree(store: Store, ids?: ReadonlySet<number>): Promise<TreeState> {
  const wanted = ids && { $in: [...ids] };
  const objects = { type: { $in: TYPES }, ...(wanted && { _id: wanted }) };
  const [nodes, rows, ...documents] = await Promise.all([
    store.trees.find(wanted ? { object_id: wanted } : {}).toArray(),
    store.objects.find(objects, { projection: { search: 0 } }).toArray(),
    ...TYPES.map((type) =>
      store
        .documents(type)
        .find(wanted ? { _id: wanted } : {})
        .toArray(),
    ),
  ]);
  return { nodes, objects: rows, documents: documents.flat() };
}

/** Removes whole trees directly from the database, so that the data to check remains small. */
export async function clearAway(store: Store, ids: ReadonlySet<number>): Promise<void> {
  const wanted = { $in: [...ids] };
  await Promise.all([
    store.trees.deleteMany({ object_id: wanted }),
    store.objects.deleteMany({ _id: wanted }),
    ...TYPES.map((type) => store.documents(type).deleteMany({ _id: wanted })),
  ]);
}

/** Some objects of the tree, as the model has them. */
export function forestOf({ nodes, documents }: TreeState, ids: ReadonlySet<number>): Forest {
  const own = documents.filter(({ _id }) => ids.has(_id));
  const places = nodes.filter((node) => ids.has(node.object_id));
  const children = [...nodesByParent(places)].map(
    ([parent, group]) => [parent, group.map((node) => node.object_id)] as const,
  );
  return {
    types: new Map(own.map(({ _id, type }) => [_id, type === 'folders' ? 'folders' : 'documents'])),
    trashed: new Map(own.filter(({ trashed }) => trashed).map((one) => [one._id, one.trashed_with ?? null])),
    children: new Map(children),
    loose: new Set(),
  };
}

/** Makes the requests, so many at a time, in turn to the processes. */
export async function runAtOnce(
  processes: Pick<ServiceProcesses, 'send' | 'count'>,
  operations: readonly Operation[],
  inFlight: number,
): Promise<TreeCall[]> {
  const calls: TreeCall[] = [];
  const waiting = [...operations];
  const work = async (process: number): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const began = performance.now();
      const { status, body, text } = await processes.send(process, requestOf(next));
      const ended = performance.now();
      const accepted = status < 300;
      const made = next.kind === 'create folder' && accepted;
      const operation = made ? { ...next, id: Number((body as { data: { id: string } }).data.id) } : next;
      calls.push({ operation, status, accepted, began, ended, error: accepted ? '' : text });
    }
  };
  await Promise.all(Array.from({ length: inFlight }, (_, index) => work(index % processes.count)));
  return calls;
}

export const createdIds = (calls: readonly TreeCall[]): number[] =>
  calls.flatMap(({ operation }) => (operation.kind === 'create folder' ? (operation.id ?? []) : []));

type OneProcess = Pick<ServiceProcesses, 'send' | 'count'>;

async function makeDocuments({ send }: OneProcess, count: number): Promise<number[]> {
  const made = Array.from({ length: count }, async (_, index) => {
    const body = { data: { type: 'documents', attributes: { title: `Document ${index}`, status: 'on' } } };
    const answer = await send(0, { method: 'POST', path: '/documents', body });
    return Number((answer.body as { data: { id: string } }).data.id);
  });
  return Promise.all(made);
}

export interface GrownTree {
  ids: Set<number>;
  calls: TreeCall[];
}

/**
 * A random tree with one or more roots, level by level, with some documents. One process makes it, since concurrent
 * requests to one process are cheap.
 */
export async function growTree(processes: ServiceProcesses, process: number, random: Random): Promise<GrownTree> {
  const one: OneProcess = { count: 1, send: (_, request) => processes.send(process, request) };
  const count = random.between(3, 7);
  const documents = makeDocuments(one, random.between(1, 3));
  const calls: TreeCall[] = [];
  const folders: number[] = [];
  let level: (number | null)[] = random.chance(0.3) ? [null, null] : [null];
  while (folders.length < count) {
    const parents =
      folders.length === 0 ? level : Array.from({ length: random.between(1, 5) }, () => random.pick(level));
    const creations = parents.map((parent): Operation => ({ kind: 'create folder', title: 'Folder', parent }));
    const made = await runAtOnce(one, creations, creations.length);
    const ids = createdIds(made);
    calls.push(...made);
    folders.push(...ids);
    // Now and then on the same level again, so that trees are wide as well.
    level = random.chance(0.3) && level[0] !== null ? [...level, ...ids] : ids;
  }
  const entries = (await documents).map((id) => ({ type: 'documents' as const, id }));
  const additions = random.some(folders, 2).map((folder): Operation => ({
    kind: 'add children',
    folder,
    entries: random.some(entries, random.between(1, 3)),
  }));
  calls.push(...(await runAtOnce(one, additions, additions.length)));
  return { ids: new Set([...folders, ...(await documents)]), calls };
}
