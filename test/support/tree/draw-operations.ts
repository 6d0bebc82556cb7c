// Random concurrent changes of a tree: sensible ones, wrong ones, and some that conflict.
import type { Random } from '../writes/random.ts';
import { foldersFrom, parentsIn, type Forest } from './forest.ts';
import type { Entry, Operation, Position } from './operations.ts';

interface Material {
  random: Random;
  forest: Forest;
  /** Objects that are not in the trash. */
  folders: number[];
  documents: number[];
  trashed: number[];
  withTrash: boolean;
}

type Draw = (material: Material) => Operation[];

const POSITIONS: Position[] = ['first', 'last', 1, 2, 3, 4, 7, 1000, -1, -2, -3, -1000];

const drawPosition = (random: Random, probability: number): { position?: Position } =>
  random.chance(probability) ? { position: random.pick(POSITIONS) } : {};

const drawDocuments = ({ random, documents }: Material): Entry[] =>
  random.some(documents, random.between(1, 3)).map((id) => ({
    type: 'documents',
    id,
    ...drawPosition(random, 0.4),
    ...(random.chance(0.2) && { canonical: true as const }),
  }));

const entryOf = (forest: Forest, id: number): Entry => ({ type: forest.types.get(id) ?? 'folders', id });

const childrenOf = ({ forest }: Material, folder: number): number[] =>
  (forest.children.get(folder) ?? []).filter((id) => !forest.trashed.has(id));

const rootsOf = ({ forest, folders }: Material): number[] => folders.filter((id) => parentsIn(forest, id)[0] === null);

const move = ({ random }: Material, folder: number, parent: number | null): Operation => ({
  kind: 'move folder',
  folder,
  parent,
  ...(parent !== null && drawPosition(random, 0.5)),
});

const moveAnywhere: Draw = (material) => {
  const { random, folders } = material;
  return [move(material, random.pick(folders), random.chance(0.15) ? null : random.pick(folders))];
};

const leaveParent: Draw = ({ random, forest, folders }) => {
  const folder = random.pick(folders);
  return [{ kind: 'leave parent', folder, parent: parentsIn(forest, folder)[0] ?? random.pick(folders) }];
};

const createSomewhere: Draw = ({ random, folders }) => [
  { kind: 'create folder', title: 'Created', parent: random.chance(0.1) ? null : random.pick(folders) },
];

const addDocuments: Draw = (material) => [
  { kind: 'add children', folder: material.random.pick(material.folders), entries: drawDocuments(material) },
];

/** Mostly roots, which may be placed; sometimes one that is in another folder, which may not. */
const addFolder: Draw = (material) => {
  const { random, folders } = material;
  const id = random.pick(random.chance(0.8) ? rootsOf(material).concat(folders.slice(0, 1)) : folders);
  const entry: Entry = { type: 'folders', id, ...drawPosition(random, 0.5) };
  return [
    { kind: 'add children', folder: random.pick(folders), entries: [entry, ...drawDocuments(material).slice(1)] },
  ];
};

const reorderChildren: Draw = (material) => {
  const { random, forest, folders } = material;
  const folder = random.pick(folders);
  const entries = random.some(childrenOf(material, folder), 3).map((id) => ({
    ...entryOf(forest, id),
    ...drawPosition(random, 0.9),
  }));
  return entries.length === 0 ? moveAnywhere(material) : [{ kind: 'add children', folder, entries }];
};

/** The same contents in another order, or with something more or less. */
const replaceChildren: Draw = (material) => {
  const { random, forest, folders } = material;
  const folder = random.pick(folders);
  const children = childrenOf(material, folder);
  const kept = random.some(children, random.chance(0.5) ? children.length : children.length - 1);
  const added = random.chance(0.4) ? drawDocuments(material).filter(({ id }) => !kept.includes(id)) : [];
  const entries = [...kept.map((id) => ({ ...entryOf(forest, id), ...drawPosition(random, 0.1) })), ...added];
  return [{ kind: 'replace children', folder, entries }];
};

const removeChildren: Draw = (material) => {
  const { random, forest, folders } = material;
  const folder = random.pick(folders);
  const entries = random.some(childrenOf(material, folder), 2).map((id) => entryOf(forest, id));
  return entries.length === 0 ? addDocuments(material) : [{ kind: 'remove children', folder, entries }];
};

const changeParents: Draw = (material) => {
  const { random, documents, folders } = material;
  if (documents.length === 0) return createSomewhere(material);
  return [
    {
      kind: random.pick(['add parents', 'add parents', 'replace parents', 'remove parents'] as const),
      document: random.pick(documents),
      folders: random.some(folders, random.between(1, 2)),
      ...drawPosition(random, 0.3),
    },
  ];
};

const trashOne: Draw = ({ random, folders, documents }) => {
  const id = random.pick(random.chance(0.6) ? folders : documents.concat(folders.slice(-1)));
  return [{ kind: 'trash', type: documents.includes(id) ? 'documents' : 'folders', id }];
};

/** Folders in a ring, each moved under the next. */
const crossMoves: Draw = (material) => {
  const ring = material.random.some(material.folders, material.random.between(2, 3));
  return ring.map((folder, index) => move(material, folder, ring[(index + 1) % ring.length] as number));
};

const moveUnderDescendant: Draw = (material) => {
  const { random, forest, folders } = material;
  const folder = random.pick(folders);
  return [move(material, folder, random.pick(foldersFrom(forest, folder)))];
};

const moveOneTwice: Draw = (material) => {
  const { random, folders } = material;
  const folder = random.pick(folders);
  return random.some([...folders, null], 3).map((parent) => move(material, folder, parent));
};

const trashAndFill: Draw = (material) => {
  const { random, folders } = material;
  const folder = random.pick(folders);
  return [
    { kind: 'add children', folder, entries: drawDocuments(material) },
    { kind: 'trash', type: 'folders', id: folder },
    { kind: 'create folder', title: 'Late', parent: folder },
    move(material, random.pick(folders), folder),
  ];
};

const crowd: Draw = (material) => {
  const folder = material.random.pick(material.folders);
  return material.documents.slice(0, 4).map((id) => ({
    kind: 'add children',
    folder,
    entries: [{ type: 'documents', id, position: material.random.pick(['first', 2, 'last'] as const) }],
  }));
};

/** One document into several folders, each as the canonical place. */
const crowdOfParents: Draw = (material) => {
  const { random, documents, folders } = material;
  if (documents.length === 0) return [];
  const id = random.pick(documents);
  return random
    .some(folders, 3)
    .map((folder) => ({ kind: 'add children', folder, entries: [{ type: 'documents', id, canonical: true }] }));
};

/** Objects that are in the trash already, or are trashed concurrently. */
const leaveTrash: Draw = (material) => {
  const { random, forest, folders, documents, trashed, withTrash } = material;
  if (!withTrash) return trashOne(material);
  const known = trashed.length > 0 && random.chance(0.5);
  const { type, id } = entryOf(forest, random.pick(known ? trashed : folders.concat(documents.slice(0, 1))));
  const leave: Operation = { kind: random.chance(0.75) ? 'restore' : 'purge', type, id };
  return known ? [leave] : [{ kind: 'trash', type, id }, createSomewhere(material)[0] ?? leave, leave];
};

const DRAWS: [weight: number, draw: Draw][] = [
  [8, moveAnywhere],
  [1, leaveParent],
  [3, createSomewhere],
  [4, addDocuments],
  [3, addFolder],
  [4, reorderChildren],
  [4, replaceChildren],
  [3, removeChildren],
  [4, changeParents],
  [2, trashOne],
  [3, crossMoves],
  [2, moveUnderDescendant],
  [2, moveOneTwice],
  [2, trashAndFill],
  [2, crowd],
  [1, crowdOfParents],
  [2, leaveTrash],
];

const WEIGHTED = DRAWS.flatMap(([weight, draw]) => Array.from({ length: weight }, () => draw));

/**
 * Operations on a forest that has at least one folder out of the trash.
 * @param withTrash whether to restore and purge as well
 */
export function drawOperations(
  random: Random,
  forest: Forest,
  { count, withTrash }: { count: number; withTrash: boolean },
): Operation[] {
  const ids = [...forest.types.keys()];
  const live = ids.filter((id) => !forest.trashed.has(id));
  const isFolder = (id: number): boolean => forest.types.get(id) === 'folders';
  const material: Material = {
    random,
    forest,
    folders: live.filter(isFolder),
    documents: live.filter((id) => !isFolder(id)),
    trashed: ids.filter((id) => forest.trashed.has(id)),
    withTrash,
  };
  const operations: Operation[] = [];
  while (operations.length < count) operations.push(...random.pick(WEIGHTED)(material));
  return operations.slice(0, count);
}
