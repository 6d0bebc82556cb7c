// Finds faults in the rows of the tree and of the objects in it. Uses only parent_id and key as correct.
import { audiencesOf } from '../../../core/objects/visibility/audiences.ts';
import type { ObjectDocument, ObjectRow, ObjectView, TreeRow } from '../../../core/store/store.ts';
import { nodesByParent, rankedNumbers, walkedNumbers, type Numbers } from './numbers.ts';

/** All data of the tree in the database. */
export interface TreeState {
  nodes: TreeRow[];
  /** Rows of `objects`. */
  objects: Pick<ObjectRow, '_id' | 'type' | 'trashed' | 'parents' | 'audiences'>[];
  documents: (Pick<ObjectDocument, '_id' | 'parents' | 'publish_start' | 'publish_end' | keyof ObjectView> & {
    trashed_with?: number;
  })[];
}

const MAX_DEPTH = 100;

/** One line for each fault; none when all is right. */
export function treeFaults(state: TreeState): string[] {
  return [
    ...placeFaults(state.nodes),
    ...numberFaults(state.nodes),
    ...nodeFaults(state.nodes),
    ...objectFaults(state),
    ...audienceFaults(state),
    ...trashFaults(state.nodes),
  ];
}

const name = (node: TreeRow): string => `node ${node._id} (${node.object.type} ${node.object_id})`;

const foldersById = (nodes: readonly TreeRow[]): Map<number | null, TreeRow> =>
  new Map(nodes.filter((node) => node.object.type === 'folders').map((node) => [node.object_id, node]));

function repeated(values: readonly string[]): string[] {
  const seen = new Set<string>();
  return values.filter((value) => seen.has(value) || !seen.add(value));
}

/** Valid places: one for a folder, one in each folder for other objects, parents that are folders, no cycle. */
function placeFaults(nodes: readonly TreeRow[]): string[] {
  const folders = nodes.filter((node) => node.object.type === 'folders');
  const folderIds = new Set(folders.map((node) => node.object_id));
  const reached = walkedNumbers(nodes);
  return [
    ...repeated(nodes.map((node) => String(node._id))).map((id) => `two nodes ${id}`),
    ...repeated(folders.map((node) => String(node.object_id))).map((id) => `folder ${id} is in two places`),
    ...repeated(nodes.map((node) => `${node.object_id} is twice in ${node.parent_id}`)).map((text) => `object ${text}`),
    ...repeated(nodes.map((node) => `${node.parent_id} have the key ${node.key}`)).map(
      (text) => `two children of ${text}`,
    ),
    ...nodes
      .filter((node) => node.parent_id !== null && !folderIds.has(node.parent_id))
      .map((node) => `${name(node)} is in ${node.parent_id}, which is not a folder of the tree`),
    ...nodes
      .filter((node) => node.parent_id === null && node.object.type !== 'folders')
      .map((node) => `${name(node)} is a root and no folder`),
    ...nodes.filter((node) => !reached.has(node._id)).map((node) => `no root leads to ${name(node)}`),
  ];
}

/** Left and right: those that the paths give against those of a walk, and the rules of a nested set by themselves. */
function numberFaults(nodes: readonly TreeRow[]): string[] {
  const walked = walkedNumbers(nodes);
  const ranked = rankedNumbers(nodes);
  const faults: string[] = [];
  for (const node of nodes) {
    const byWalk = walked.get(node._id);
    const byPath = ranked.get(node._id);
    if (!byWalk || !byPath) continue;
    for (const field of ['tree_left', 'tree_right', 'depth_level'] as const) {
      if (byWalk[field] !== byPath[field])
        faults.push(`${name(node)}: ${field} is ${byPath[field]} by its path, ${byWalk[field]} by a walk`);
    }
  }
  const folder = foldersById(nodes);
  for (const [parent, children] of nodesByParent(nodes)) {
    const above = folder.get(parent);
    const outer = above && ranked.get(above._id);
    const inner = children.flatMap((node) => ranked.get(node._id) ?? []);
    if (parent === null || outer)
      faults.push(...nestedSetFaults(outer, inner).map((fault) => `in ${parent}: ${fault}`));
  }
  return faults;
}

type Ends = Pick<Numbers, 'tree_left' | 'tree_right'>;

/** Children in their order are adjacent without a gap, and fill their parent; roots begin with 1. */
export function nestedSetFaults(outer: Ends | undefined, inner: readonly Ends[]): string[] {
  const faults: string[] = [];
  let before = outer?.tree_left ?? 0;
  for (const { tree_left: left, tree_right: right } of inner) {
    if (left >= right) faults.push(`left ${left} is not below right ${right}`);
    if (left !== before + 1) faults.push(`a node begins at ${left} after ${before}`);
    before = right;
  }
  if (outer && inner.length > 0 && outer.tree_right !== before + 1)
    faults.push(`children end at ${before}, their parent at ${outer.tree_right}`);
  return faults;
}

/** Fields that a node keeps of where it is. */
function nodeFaults(nodes: readonly TreeRow[]): string[] {
  const walked = walkedNumbers(nodes);
  const folder = foldersById(nodes);
  const faults: string[] = [];
  for (const node of nodes) {
    const numbers = walked.get(node._id);
    if (!numbers) continue;
    const parent = folder.get(node.parent_id);
    const expect = (field: keyof TreeRow, expected: unknown): void => {
      if (node[field] !== expected)
        faults.push(`${name(node)}: ${field} is ${String(node[field])}, should be ${String(expected)}`);
    };
    expect('depth_level', numbers.depth_level);
    expect('root_id', numbers.root_id);
    expect('parent_node_id', parent?._id ?? null);
    expect('path', `${parent?.path ?? ''}${node.key}/`);
    const above = parent ? [...parent.ancestors, parent.object_id] : [];
    if (above.join() !== node.ancestors.join())
      faults.push(`${name(node)}: ancestors are ${node.ancestors.join()}, should be ${above.join()}`);
    if (!/^[0-9A-Za-z]+$/.test(node.key)) faults.push(`${name(node)}: key is ${node.key}`);
    if (node.object.type === 'folders' && numbers.depth_level >= MAX_DEPTH) faults.push(`${name(node)} is too deep`);
  }
  const canonical = nodes.filter((node) => node.canonical).map((node) => String(node.object_id));
  faults.push(...repeated(canonical).map((id) => `object ${id} has two canonical places`));
  return faults;
}

const VIEW_FIELDS = [
  'type',
  'status',
  'visible_from',
  'visible_to',
  'trashed',
  'created_by',
  'reader_roles',
  'audiences',
] as const;

const text = (value: unknown): string => JSON.stringify(value ?? null);

/** The audiences are derived from it (core/objects/visibility/audiences.ts). */
function audienceFaults({ objects, documents }: TreeState): string[] {
  const row = new Map(objects.map((one) => [one._id, one]));
  return documents.flatMap((one) => {
    const wanted = text(audiencesOf(one));
    const kept = { document: text(one.audiences), row: text(row.get(one._id)?.audiences) };
    return Object.entries(kept)
      .filter(([, audiences]) => audiences !== wanted)
      .map(([where, audiences]) => `${one.type} ${one._id}: audiences of its ${where} are ${audiences}, not ${wanted}`);
  });
}

/** Copies of data between nodes and objects. */
function objectFaults({ nodes, objects, documents }: TreeState): string[] {
  const document = new Map(documents.map((one) => [one._id, one]));
  const row = new Map(objects.map((one) => [one._id, one]));
  const places = new Map<number, number[]>();
  const faults: string[] = [];
  for (const node of nodes) {
    const found = document.get(node.object_id);
    if (!found || !row.has(node.object_id)) {
      faults.push(`${name(node)}: there is no such object`);
      continue;
    }
    if (node.parent_id !== null) places.set(node.object_id, [...(places.get(node.object_id) ?? []), node.parent_id]);
    for (const field of VIEW_FIELDS) {
      if (text(node.object[field]) !== text(found[field]))
        faults.push(
          `${name(node)}: object.${field} is ${text(node.object[field])}, the object has ${text(found[field])}`,
        );
    }
  }
  const placed = new Set(nodes.map((node) => node.object_id));
  for (const one of [...documents, ...objects]) {
    const kept = (one.parents ?? []).toSorted((left, right) => left - right);
    const real = (places.get(one._id) ?? []).toSorted((left, right) => left - right);
    if (text(kept) !== text(real))
      faults.push(`${one.type} ${one._id}: parents are ${text(kept)}, its nodes are in ${text(real)}`);
    if (one.type === 'folders' && !placed.has(one._id)) faults.push(`folder ${one._id} has no place`);
  }
  return faults;
}

/** The subfolders of a folder in the trash are in the trash too. */
function trashFaults(nodes: readonly TreeRow[]): string[] {
  const trashed = nodes.filter((node) => node.object.type === 'folders' && node.object.trashed);
  const ids = new Set(trashed.map((node) => node.object_id));
  return nodes
    .filter((node) => node.object.type === 'folders' && !node.object.trashed && ids.has(node.parent_id ?? 0))
    .map((node) => `${name(node)} is not in the trash, but its parent ${node.parent_id} is`);
}
