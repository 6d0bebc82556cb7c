// Nested-set numbers of a whole forest, computed in two independent ways: by traversing from parents to children, and
// from the sort paths alone, like the service (D545).
import type { TreeRow } from '../../../core/store/store.ts';

export interface Numbers {
  tree_left: number;
  tree_right: number;
  depth_level: number;
  root_id: number;
}

/** The order of keys and paths, which are ASCII. */
const compare = (left: string, right: string): number => (left < right ? -1 : Number(left > right));

/** Nodes by the folder that they are in, in the order of their keys. */
export function nodesByParent(nodes: readonly TreeRow[]): Map<number | null, TreeRow[]> {
  const groups = new Map<number | null, TreeRow[]>();
  for (const node of nodes) {
    const group = groups.get(node.parent_id);
    if (group) group.push(node);
    else groups.set(node.parent_id, [node]);
  }
  for (const group of groups.values()) group.sort((left, right) => compare(left.key, right.key));
  return groups;
}

/** By walking from the roots; nodes that no root leads to are not in it. The order of the map is the order of the tree. */
export function walkedNumbers(nodes: readonly TreeRow[]): Map<number, Numbers> {
  const groups = nodesByParent(nodes);
  const numbers = new Map<number, Numbers>();
  let next = 1;
  const walk = (node: TreeRow, depth: number, root: number): void => {
    if (numbers.has(node._id)) return;
    const own: Numbers = { tree_left: next++, tree_right: 0, depth_level: depth, root_id: root };
    numbers.set(node._id, own);
    if (node.object.type === 'folders') {
      for (const child of groups.get(node.object_id) ?? []) walk(child, depth + 1, root);
    }
    own.tree_right = next++;
  };
  for (const root of groups.get(null) ?? []) walk(root, 0, root.object_id);
  return numbers;
}

/** From the paths: rank and number of descendants give both ends. */
export function rankedNumbers(nodes: readonly TreeRow[]): Map<number, Omit<Numbers, 'root_id'>> {
  const sorted = nodes.toSorted((left, right) => compare(left.path, right.path));
  const numbers = new Map<number, Omit<Numbers, 'root_id'>>();
  sorted.forEach((node, rank) => {
    let end = rank + 1;
    while (sorted[end]?.path.startsWith(node.path)) end++;
    const depth = node.path.split('/').length - 2;
    const left = 2 * rank - depth + 1;
    numbers.set(node._id, { tree_left: left, tree_right: left + 2 * (end - rank - 1) + 1, depth_level: depth });
  });
  return numbers;
}
