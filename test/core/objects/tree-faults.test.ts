// The property test of the tree depends on its checker: each kind of fault is found in rows that have it.
import { describe, expect, it } from 'vitest';
import type { TreeRow } from '../../../core/store/store.ts';
import { nestedSetFaults, treeFaults, type TreeState } from '../../support/tree/faults.ts';
import { rankedNumbers, walkedNumbers } from '../../support/tree/numbers.ts';

const view = (type: string) => ({
  type,
  status: 'on' as const,
  visible_from: new Date(0),
  visible_to: new Date(1e12),
  trashed: false,
  created_by: 1,
  reader_roles: null,
  audiences: ['on'],
});

interface Place {
  id: number;
  parent?: number;
  key: string;
  type?: string;
}

/** Two roots; 1 holds 2 and 3, 2 holds 4 and document 6, 3 holds document 6 as well, root 5 holds nothing. */
const PLACES: Place[] = [
  { id: 1, key: 'a0' },
  { id: 2, parent: 1, key: 'a0' },
  { id: 4, parent: 2, key: 'a0' },
  { id: 6, parent: 2, key: 'a00V', type: 'documents' },
  { id: 3, parent: 1, key: 'a1' },
  { id: 6, parent: 3, key: 'Zz', type: 'documents' },
  { id: 5, key: 'a1' },
];

/** Rows as they should be. */
function soundState(): TreeState {
  const nodes: TreeRow[] = [];
  for (const [index, { id, parent = null, key, type = 'folders' }] of PLACES.entries()) {
    const above = nodes.find((node) => node.object_id === parent);
    nodes.push({
      _id: 100 + index,
      object_id: id,
      parent_id: parent,
      parent_node_id: above?._id ?? null,
      root_id: above?.root_id ?? id,
      path: `${above?.path ?? ''}${key}/`,
      key,
      ancestors: above ? [...above.ancestors, above.object_id] : [],
      depth_level: above ? above.depth_level + 1 : 0,
      menu: true,
      canonical: false,
      params: null,
      fence: 0,
      object: view(type),
    });
  }
  const objects = [...new Set(nodes.map((node) => node.object_id))].map((id) => {
    const own = nodes.filter((node) => node.object_id === id);
    const parents = own.flatMap((node) => node.parent_id ?? []);
    const dates = { publish_start: null, publish_end: null };
    return { _id: id, ...view(own[0]?.object.type ?? ''), ...dates, ...(parents.length > 0 && { parents }) };
  });
  return { nodes, objects, documents: structuredClone(objects) };
}

/** The row of one place. */
function node(state: TreeState, id: number, parent: number | null = null): TreeRow {
  const found = state.nodes.find((one) => one.object_id === id && (parent === null || one.parent_id === parent));
  if (!found) throw new Error(`no node of ${id}`);
  return found;
}

const FAULTS: Record<string, { spoil: (state: TreeState) => void; found: RegExp }> = {
  'audiences of a row that are not those of its object': {
    spoil: (state) => state.objects.find(({ _id }) => _id === 4)?.audiences.push('draft'),
    found: /folders 4: audiences of its row are \["on","draft"\], not \["on"\]/,
  },
  'a path that is not that of the parent': {
    spoil: (state) => (node(state, 4).path = 'a1/a0/a0/'),
    found: /folders 4\): path is a1\/a0\/a0\/, should be a0\/a0\/a0\//,
  },
  'a left that the order of siblings does not give': {
    spoil: (state) => (node(state, 3).path = 'a0/Zz/'),
    found: /folders 2\): tree_left is 4 by its path, 2 by a walk/,
  },
  'a cycle': {
    spoil: (state) => Object.assign(node(state, 2), { parent_id: 4, parent_node_id: node(state, 4)._id }),
    found: /no root leads to node 101/,
  },
  'a folder in itself': {
    spoil: (state) => (node(state, 5).parent_id = 5),
    found: /no root leads to node 106/,
  },
  'a wrong depth': { spoil: (state) => (node(state, 4).depth_level = 1), found: /depth_level is 1, should be 2/ },
  'a wrong root': { spoil: (state) => (node(state, 3).root_id = 5), found: /root_id is 5, should be 1/ },
  'wrong folders above': {
    spoil: (state) => (node(state, 4).ancestors = [2]),
    found: /ancestors are 2, should be 1,2/,
  },
  'the node of another folder': {
    spoil: (state) => (node(state, 4).parent_node_id = 100),
    found: /parent_node_id is 100, should be 101/,
  },
  'two siblings with one key': {
    spoil: (state) => Object.assign(node(state, 3), { key: 'a0', path: 'a0/a0/' }),
    found: /two children of 1 have the key a0/,
  },
  'a key of other characters': {
    spoil: (state) => Object.assign(node(state, 5), { key: 'a-', path: 'a-/' }),
    found: /key is a-/,
  },
  'a folder in two places': {
    spoil: (state) =>
      state.nodes.push({ ...node(state, 4), _id: 200, parent_id: 5, parent_node_id: 106, path: 'a1/a0/', root_id: 5 }),
    found: /folder 4 is in two places/,
  },
  'a document twice in a folder': {
    spoil: (state) => state.nodes.push({ ...node(state, 6, 3), _id: 200, key: 'a9', path: 'a0/a1/a9/' }),
    found: /object 6 is twice in 3/,
  },
  'a document at the top': {
    spoil: (state) => Object.assign(node(state, 6, 3), { parent_id: null, parent_node_id: null, path: 'Zz/' }),
    found: /is a root and no folder/,
  },
  'a parent that is not in the tree': {
    spoil: (state) => state.nodes.splice(state.nodes.indexOf(node(state, 5)), 1, { ...node(state, 5), parent_id: 77 }),
    found: /is in 77, which is not a folder/,
  },
  'a node of no object': {
    spoil: (state) => (state.documents = state.documents.filter((one) => one._id !== 5)),
    found: /node 106 .*there is no such object/,
  },
  'a folder without a node': {
    spoil: (state) => state.nodes.pop(),
    found: /folder 5 has no place/,
  },
  'parents of a document that it has left': {
    spoil: (state) => state.nodes.splice(state.nodes.indexOf(node(state, 6, 3)), 1),
    found: /documents 6: parents are \[2,3\], its nodes are in \[2\]/,
  },
  'parents of a row that are behind': {
    spoil: (state) => delete state.objects.find((one) => one._id === 4)?.parents,
    found: /folders 4: parents are \[\], its nodes are in \[2\]/,
  },
  'a view that is behind': {
    spoil: (state) => (node(state, 6, 3).object.status = 'draft'),
    found: /object.status is "draft", the object has "on"/,
  },
  'a folder below one in the trash': {
    spoil: (state) => {
      node(state, 2).object.trashed = true;
      for (const one of [...state.objects, ...state.documents]) if (one._id === 2) one.trashed = true;
    },
    found: /folders 4\) is not in the trash, but its parent 2 is/,
  },
  'two canonical places': {
    spoil: (state) => {
      node(state, 6, 2).canonical = true;
      node(state, 6, 3).canonical = true;
    },
    found: /object 6 has two canonical places/,
  },
};

describe('the checker of the tree', () => {
  it('finds no fault in a correct tree', () => {
    expect(treeFaults(soundState())).toEqual([]);
  });

  it.each(Object.keys(FAULTS))('finds %s', (fault) => {
    const { spoil, found } = FAULTS[fault] ?? { spoil: () => undefined, found: /./ };
    const state = soundState();
    spoil(state);
    expect(treeFaults(state).join('\n')).toMatch(found);
  });

  it('numbers the whole forest as one', () => {
    const { nodes } = soundState();
    const ends = [...walkedNumbers(nodes).values()].map((one) => [one.tree_left, one.tree_right, one.depth_level]);
    expect(ends).toEqual([
      [1, 12, 0],
      [2, 7, 1],
      [3, 4, 2],
      [5, 6, 2],
      [8, 11, 1],
      [9, 10, 2],
      [13, 14, 0],
    ]);
    expect([...rankedNumbers(nodes).values()].map((one) => [one.tree_left, one.tree_right, one.depth_level])).toEqual(
      ends,
    );
  });

  it('finds numbers that are not a nested set', () => {
    const outer = { tree_left: 1, tree_right: 6 };
    const first = { tree_left: 2, tree_right: 3 };
    expect(nestedSetFaults(outer, [first, { tree_left: 4, tree_right: 5 }])).toEqual([]);
    expect(nestedSetFaults(outer, [first])).toEqual(['children end at 3, their parent at 6']);
    expect(nestedSetFaults(outer, [first, { tree_left: 3, tree_right: 5 }])).toEqual(['a node begins at 3 after 3']);
    expect(nestedSetFaults(undefined, [{ tree_left: 1, tree_right: 1 }])).toEqual(['left 1 is not below right 1']);
  });
});
