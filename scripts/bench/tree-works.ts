// The measurements of a tree: requests over one connection, one after the other.
import type { FilledTree } from './tree-fill.ts';

export interface OpenTree {
  name: string;
  filled: FilledTree;
  url: string;
  /** Access token of an administrator. */
  token: string;
}

interface TreeWork {
  title: string;
  isFor(tree: OpenTree): boolean;
  /** Does it for the n-th time. @returns milliseconds that it took */
  once(tree: OpenTree, turn: number): Promise<number>;
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

async function timed({ url, token }: OpenTree, method: Method, path: string, data?: unknown): Promise<number> {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/vnd.api+json',
    // Of objects of all types it is the legacy envelope that is read.
    accept: path.startsWith('/objects') ? 'application/json' : '*/*',
  };
  const body = data === undefined ? null : JSON.stringify({ data });
  const started = performance.now();
  const response = await fetch(url + path, { method, headers, body });
  const text = await response.text();
  const taken = performance.now() - started;
  if (!response.ok) throw new Error(`${method} ${path} gives ${response.status}: ${text.slice(0, 300)}`);
  return taken;
}

/** One of some ids, another one for each turn until all have had theirs. */
const nth = (ids: readonly number[], turn: number): number => ids[(turn * 7919) % ids.length] ?? 0;

const folder = (id: number) => ({ type: 'folders', id: String(id) });
const document = (id: number) => ({ type: 'documents', id: String(id) });

/** A lowest folder that is far from the one that something of this turn is in. */
const elsewhere = ({ filled: { folderIds } }: OpenTree, turn: number): number =>
  nth(folderIds, turn + Math.floor(folderIds.length / 2) + 1);

/** Folders with about a thousand nodes below each; none in a tree that is not larger itself. */
const thousands = ({ filled: { levels } }: OpenTree): readonly number[] =>
  levels.length > 4 ? (levels.at(-3) ?? []) : [];

const always = (): boolean => true;

const childrenOf = (id: number): string => `/folders/${id}/relationships/children`;

export const TREE_WORKS: readonly TreeWork[] = [
  {
    title: 'add a document to a folder',
    isFor: always,
    async once(tree, turn) {
      const path = childrenOf(elsewhere(tree, turn));
      const data = [document(nth(tree.filled.documentIds, turn))];
      // It is there already by chance, or from a turn before.
      await timed(tree, 'DELETE', path, data);
      return timed(tree, 'POST', path, data);
    },
  },
  {
    title: 'remove a document from a folder',
    isFor: always,
    once: (tree, turn) =>
      timed(tree, 'DELETE', childrenOf(elsewhere(tree, turn)), [document(nth(tree.filled.documentIds, turn))]),
  },
  {
    title: 'make a folder in a folder',
    isFor: always,
    once: (tree, turn) =>
      timed(tree, 'POST', '/folders', {
        type: 'folders',
        attributes: { title: 'A new folder', parent_id: elsewhere(tree, turn) },
      }),
  },
  {
    title: 'move an empty folder',
    isFor: always,
    once: (tree, turn) =>
      timed(
        tree,
        'PATCH',
        `/folders/${nth(tree.filled.emptyIds, turn)}/relationships/parent`,
        folder(elsewhere(tree, turn)),
      ),
  },
  {
    title: 'move a folder of about 1,000 nodes',
    isFor: (tree) => thousands(tree).length > 0,
    once: (tree, turn) => {
      const parents = tree.filled.levels.at(-4) ?? [];
      const target = parents[turn % parents.length] ?? 0;
      return timed(tree, 'PATCH', `/folders/${nth(thousands(tree), turn)}/relationships/parent`, folder(target));
    },
  },
  {
    title: 'GET the parent of a folder, with its numbers',
    isFor: always,
    once: (tree, turn) => timed(tree, 'GET', `/folders/${nth(tree.filled.folderIds, turn)}/parent`),
  },
  {
    title: 'GET the children of a folder',
    isFor: always,
    once: (tree, turn) => timed(tree, 'GET', `/folders/${nth(tree.filled.folderIds, turn)}/children`),
  },
  {
    // It counts all of them, so this one grows with the tree.
    title: 'legacy: descendants of the publication',
    isFor: always,
    once: (tree) => timed(tree, 'GET', `/objects/${tree.filled.levels[0]?.[0]}/descendants`),
  },
  {
    title: 'legacy: descendants of a lowest folder',
    isFor: always,
    once: (tree, turn) => timed(tree, 'GET', `/objects/${nth(tree.filled.folderIds, turn)}/descendants`),
  },
  {
    title: 'legacy: 20 objects with an embedded poster',
    isFor: always,
    once: (tree) => timed(tree, 'GET', `/objects/${tree.filled.posterFolderId}/contents?embed[relations]=poster|1`),
  },
];
