// Whether responses agree with the tree in the database.
import type { TreeRow } from '../../../core/store/store.ts';
import type { Answer, ServiceRequest } from '../processes/service-processes.ts';
import { nodesByParent, walkedNumbers, type Numbers } from './numbers.ts';

export type SendRequest = (request: ServiceRequest) => Promise<Answer>;

interface ShownResource {
  id: string;
  type: string;
  meta: { path?: string; relation?: Record<string, unknown> };
}

interface Shown<Data> {
  data: Data;
  meta?: { pagination?: { count: number } };
}

/** The tree in the database, made ready for many comparisons. */
export interface ExpectedTree {
  byId: ReadonlyMap<number, TreeRow>;
  folder: ReadonlyMap<number, TreeRow>;
  children: ReadonlyMap<number | null, TreeRow[]>;
  numbers: ReadonlyMap<number, Numbers>;
}

export const expectedTree = (nodes: readonly TreeRow[]): ExpectedTree => ({
  byId: new Map(nodes.map((node) => [node._id, node])),
  folder: new Map(nodes.filter((node) => node.object.type === 'folders').map((node) => [node.object_id, node])),
  children: nodesByParent(nodes),
  numbers: walkedNumbers(nodes),
});

const isLive = (node: TreeRow): boolean => !node.object.trashed;

/** Compares fields, and returns those that differ. */
const differences = (
  where: string,
  shown: Record<string, unknown> | undefined,
  expected: Record<string, unknown>,
): string[] =>
  Object.entries(expected)
    .filter(([name, value]) => shown?.[name] !== value)
    .map(
      ([name, value]) => `${where}: ${name} is ${JSON.stringify(shown?.[name])}, should be ${JSON.stringify(value)}`,
    );

/** The faults in responses about one folder that is not in the trash. */
export async function shownFaults(send: SendRequest, tree: ExpectedTree, folderId: number): Promise<string[]> {
  const node = tree.folder.get(folderId);
  if (!node) return [`no node of ${folderId}`];
  const liveIn = (parent: number | null): TreeRow[] => (tree.children.get(parent) ?? []).filter(isLive);
  const [folder, parent, content] = await Promise.all([
    send({ method: 'GET', path: `/folders/${folderId}` }),
    send({ method: 'GET', path: `/folders/${folderId}/parent` }),
    send({ method: 'GET', path: `/folders/${folderId}/children?page_size=100` }),
  ]);
  const shownFolder = (folder.body as Shown<ShownResource>).data;
  const shownParent = (parent.body as Shown<ShownResource | null>).data;
  const shownChildren = content.body as Shown<ShownResource[]>;
  const above: number[] = [];
  for (let one: TreeRow | undefined = node; one; one = tree.byId.get(one.parent_node_id ?? 0))
    above.unshift(one.object_id);
  const faults = differences(`GET /folders/${folderId}`, shownFolder.meta, { path: `/${above.join('/')}` });

  const at = `GET /folders/${folderId}/parent`;
  const { parent_id, parent_node_id, root_id, object_id, _id: id } = node;
  if (parent_id === null) faults.push(...differences(at, { data: shownParent }, { data: null }));
  else {
    const position = liveIn(parent_id).indexOf(node) + 1;
    const places = { id, object_id, parent_id, parent_node_id, root_id, position };
    const expected = { ...places, ...tree.numbers.get(id) };
    faults.push(...differences(at, shownParent?.meta.relation, expected));
    faults.push(...differences(at, { id: shownParent?.id }, { id: String(parent_id) }));
  }

  const inside = liveIn(folderId);
  const list = `GET /folders/${folderId}/children`;
  const order = shownChildren.data.map((child) => child.id).join(' ');
  faults.push(...differences(list, { order }, { order: inside.map((child) => child.object_id).join(' ') }));
  faults.push(...differences(list, { ...shownChildren.meta?.pagination }, { count: inside.length }));
  for (const [index, child] of shownChildren.data.entries()) {
    const expected = inside[index];
    if (!expected) continue;
    const { depth_level, menu, canonical } = expected;
    const shown = { position: index + 1, depth_level, menu, canonical };
    faults.push(...differences(`${list} ${child.id}`, child.meta.relation, shown));
  }
  return faults;
}
