// The rules of the tree (D544, D28, D50) on plain ordered lists: the expected result of each operation, computed
// without keys, paths and numbers.
import type { Model } from '../writes/linearize.ts';
import type { Entry, Operation, Position } from './operations.ts';

export interface Forest {
  /** Type of each object that exists, those in the trash too. */
  types: ReadonlyMap<number, Entry['type']>;
  /** Objects in the trash, each with the folder that took it along, if it is one that went with another. */
  trashed: ReadonlyMap<number, number | null>;
  /** Contents of each folder in order, those in the trash too; the roots under null. */
  children: ReadonlyMap<number | null, readonly number[]>;
  /** Objects in the trash whose siblings were ordered without them: their places are undefined. */
  loose: ReadonlySet<number>;
}

const NOTHING: readonly number[] = [];

const childrenIn = ({ children }: Forest, parent: number | null): readonly number[] => children.get(parent) ?? NOTHING;

const isIn = (forest: Forest, parent: number | null, id: number): boolean => childrenIn(forest, parent).includes(id);

/** Folders that an object is in, null among them for a root. */
export const parentsIn = ({ children }: Forest, id: number): (number | null)[] =>
  [...children].filter(([, ids]) => ids.includes(id)).map(([parent]) => parent);

const isFolder = ({ types }: Forest, id: number): boolean => types.get(id) === 'folders';

/** A folder and all folders below it. */
export const foldersFrom = (forest: Forest, folder: number): number[] => [
  folder,
  ...childrenIn(forest, folder)
    .filter((id) => isFolder(forest, id))
    .flatMap((id) => foldersFrom(forest, id)),
];

const isLive = ({ types, trashed }: Forest, id: number, type: Entry['type'] = 'folders'): boolean =>
  types.get(id) === type && !trashed.has(id);

/** What a request may name beside what is live: an object in the trash that has the place, or to remove it (D768). */
const mayName = (forest: Forest, { id, type }: Entry, hasPlace: boolean): boolean =>
  isLive(forest, id, type) || (hasPlace && forest.types.get(id) === type);

const withChildren = (forest: Forest, parent: number | null, ids: readonly number[]): Forest => ({
  ...forest,
  children: new Map(forest.children).set(parent, ids),
});

const without = (forest: Forest, parent: number | null, id: number): Forest =>
  withChildren(
    forest,
    parent,
    childrenIn(forest, parent).filter((other) => other !== id),
  );

/** Where to insert among siblings; those in the trash have places but no positions. */
function indexAt(forest: Forest, siblings: readonly number[], position: Position): number {
  const live = siblings.filter((id) => !forest.trashed.has(id));
  if (position === 'first' || position === 1) return 0;
  if (position === 'last' || position === -1) return siblings.length;
  if (position > 1) {
    const before = live[position - 2];
    return before === undefined ? siblings.length : siblings.indexOf(before) + 1;
  }
  const after = live.at(position + 1);
  return after === undefined ? 0 : siblings.indexOf(after);
}

/** Puts an object into a folder, or moves it within the folder. */
function place(
  forest: Forest,
  parent: number | null,
  { id, position = 'last' }: Pick<Entry, 'id' | 'position'>,
): Forest {
  const siblings = childrenIn(forest, parent).filter((other) => other !== id);
  return withChildren(forest, parent, siblings.toSpliced(indexAt(forest, siblings, position), 0, id));
}

const asNumber = (position: Position): number => (position === 'first' ? 1 : position === 'last' ? -1 : position);

/** Those without a position, then from the end inwards, then from the beginning. */
function inMoveOrder(entries: readonly Entry[]): Entry[] {
  const placed = entries.filter((entry) => entry.position !== undefined);
  const sorted = placed.toSorted((a, b) => Math.abs(asNumber(a.position ?? 1)) - Math.abs(asNumber(b.position ?? 1)));
  const isFromEnd = ({ position = 1 }: Entry): boolean => asNumber(position) < 0;
  return [
    ...entries.filter((entry) => entry.position === undefined),
    ...sorted.filter(isFromEnd),
    ...sorted.filter((entry) => !isFromEnd(entry)),
  ];
}

/** undefined when a folder would be below itself. */
function moveFolder(forest: Forest, folder: number, parent: number | null, position?: Position): Forest | undefined {
  if (parent !== null && foldersFrom(forest, folder).includes(parent)) return undefined;
  const [from = null] = parentsIn(forest, folder);
  if (from === parent && position === undefined) return forest;
  return place(from === parent ? forest : without(forest, from, folder), parent, {
    id: folder,
    ...(position !== undefined && { position }),
  });
}

function addChild(forest: Forest, folder: number, entry: Entry): Forest | undefined {
  if (entry.type === 'folders') return moveFolder(forest, entry.id, folder, entry.position);
  if (isIn(forest, folder, entry.id) && entry.position === undefined) return forest;
  return place(forest, folder, entry);
}

/** A folder becomes a root. */
function removeChild(forest: Forest, folder: number, id: number): Forest {
  if (!isIn(forest, folder, id)) return forest;
  const removed = without(forest, folder, id);
  return isFolder(forest, id) ? place(removed, null, { id }) : removed;
}

/** Whether all entries may enter a folder: a folder that is in another one may not (D50). */
const mayCome = (forest: Forest, folder: number, entries: readonly Entry[]): boolean =>
  entries.every(({ id, type }) => {
    if (type !== 'folders') return true;
    const [parent = null] = parentsIn(forest, id);
    return id !== folder && (parent === null || parent === folder);
  });

type Steps = ((forest: Forest) => Forest | undefined)[];

const withObjectLock = (forest: Forest, steps: Steps): Forest | undefined =>
  steps.reduce<Forest | undefined>((state, step) => state && step(state), forest);

/** All contents that are not in the trash, and those in it that are named, in the requested order. */
function replaceChildren(forest: Forest, folder: number, entries: readonly Entry[]): Forest | undefined {
  const listed = new Set(entries.map(({ id }) => id));
  const before = childrenIn(forest, folder);
  const gone = before.filter((id) => !listed.has(id) && !forest.trashed.has(id));
  const order: number[] = [];
  for (const { id, position } of inMoveOrder(entries)) {
    const number = asNumber(position ?? 'last');
    order.splice(number > 0 ? number - 1 : Math.max(0, order.length + 1 + number), 0, id);
  }
  const moved = withObjectLock(forest, [
    ...gone.map((id) => (state: Forest) => removeChild(state, folder, id)),
    ...entries.map((entry) => (state: Forest) => addChild(state, folder, entry)),
  ]);
  const trashed = before.filter((id) => forest.trashed.has(id) && !listed.has(id));
  // Exactly the present contents, in their present order: no change, also not for those in the trash.
  if (order.join() === before.filter((id) => !trashed.includes(id)).join()) return forest;
  return (
    moved && {
      ...withChildren(moved, folder, [...order, ...trashed]),
      loose: new Set([...forest.loose, ...trashed]),
    }
  );
}

type OfKind<Kind extends Operation['kind']> = Operation & { kind: Kind };

function changeChildren(
  forest: Forest,
  { kind, folder, entries }: OfKind<'add children' | 'replace children' | 'remove children'>,
): Forest | undefined {
  const hasPlace = ({ id }: Entry): boolean => kind === 'remove children' || isIn(forest, folder, id);
  if (!isLive(forest, folder) || !entries.every((entry) => mayName(forest, entry, hasPlace(entry)))) return undefined;
  if (kind === 'remove children') {
    return withObjectLock(
      forest,
      entries.map(
        ({ id }) =>
          (state) =>
            removeChild(state, folder, id),
      ),
    );
  }
  if (!mayCome(forest, folder, entries)) return undefined;
  if (kind === 'replace children') return replaceChildren(forest, folder, entries);
  const steps = inMoveOrder(entries).map((entry) => (state: Forest) => addChild(state, folder, entry));
  return withObjectLock(forest, steps);
}

function changeParents(
  forest: Forest,
  { kind, document, folders, position }: OfKind<'add parents' | 'replace parents' | 'remove parents'>,
): Forest | undefined {
  if (!isLive(forest, document, 'documents')) return undefined;
  const hasPlace = (id: number): boolean => kind === 'remove parents' || isIn(forest, id, document);
  if (!folders.every((id) => mayName(forest, { type: 'folders', id }, hasPlace(id)))) return undefined;
  const current = parentsIn(forest, document).filter((id) => id !== null);
  const gone = {
    'add parents': [],
    'remove parents': folders,
    'replace parents': current.filter((id) => !folders.includes(id) && !forest.trashed.has(id)),
  }[kind];
  const coming = kind === 'remove parents' ? [] : folders;
  const entry: Entry = { type: 'documents', id: document, ...(position !== undefined && { position }) };
  return withObjectLock(forest, [
    ...gone.map((id) => (state: Forest) => without(state, id, document)),
    ...coming.map((id) => (state: Forest) => addChild(state, id, entry)),
  ]);
}

function createFolder(forest: Forest, { parent, id = 0 }: OfKind<'create folder'>): Forest | undefined {
  if (parent !== null && !isLive(forest, parent)) return undefined;
  const known = { ...forest, types: new Map(forest.types).set(id, 'folders' as const) };
  return place(known, parent, { id });
}

/** A folder is trashed with its subfolders; other contents are kept. */
function trash(forest: Forest, { type, id }: Entry): Forest | undefined {
  if (!isLive(forest, id, type)) return undefined;
  const trashed = new Map(forest.trashed);
  const below = type === 'folders' ? foldersFrom(forest, id).slice(1) : [];
  for (const gone of below) if (!trashed.has(gone)) trashed.set(gone, id);
  return { ...forest, trashed: trashed.set(id, null) };
}

/** All possible positions of an object among its siblings. */
const anywhere = (forest: Forest, id: number): Forest[] =>
  parentsIn(forest, id).reduce<Forest[]>(
    (states, parent) =>
      states.flatMap((state) => {
        const siblings = childrenIn(state, parent).filter((other) => other !== id);
        return [...siblings, null].map((_, index) => withChildren(state, parent, siblings.toSpliced(index, 0, id)));
      }),
    [forest],
  );

/**
 * Restores objects to their previous places, folders with those trashed with them; not below a folder that is in the
 * trash.
 */
function restore(forest: Forest, { type, id }: Entry): Forest[] {
  if (forest.types.get(id) !== type || !forest.trashed.has(id)) return [];
  const [parent = null] = parentsIn(forest, id);
  if (type === 'folders' && parent !== null && forest.trashed.has(parent)) return [];
  const below = type === 'folders' ? foldersFrom(forest, id).slice(1) : [];
  const restored = [id, ...below.filter((other) => forest.trashed.get(other) === id)];
  const trashed = new Map([...forest.trashed].filter(([other]) => !restored.includes(other)));
  const loose = new Set([...forest.loose].filter((other) => !restored.includes(other)));
  return restored
    .filter((other) => forest.loose.has(other))
    .reduce<Forest[]>(
      (states, other) => states.flatMap((state) => anywhere(state, other)),
      [{ ...forest, trashed, loose }],
    );
}

/** A folder with all folders below; other contents lose their places in these. */
function purge(forest: Forest, { type, id }: Entry): Forest | undefined {
  if (forest.types.get(id) !== type || !forest.trashed.has(id)) return undefined;
  const gone = new Set(type === 'folders' ? foldersFrom(forest, id) : [id]);
  const isLeft = ([other]: readonly [number | null, unknown]): boolean => other === null || !gone.has(other);
  return {
    types: new Map([...forest.types].filter(isLeft)),
    trashed: new Map([...forest.trashed].filter(isLeft)),
    children: new Map(
      [...forest.children].filter(isLeft).map(([parent, ids]) => [parent, ids.filter((other) => !gone.has(other))]),
    ),
    loose: new Set([...forest.loose].filter((other) => !gone.has(other))),
  };
}

function moveTo(forest: Forest, { folder, parent, position }: OfKind<'move folder'>): Forest | undefined {
  const isPossible = isLive(forest, folder) && (parent === null || isLive(forest, parent));
  return isPossible ? moveFolder(forest, folder, parent, position) : undefined;
}

/** Only from the folder that is the parent (D50). */
function leaveParent(forest: Forest, { folder, parent }: OfKind<'leave parent'>): Forest | undefined {
  const isPossible = isLive(forest, folder) && isLive(forest, parent) && isIn(forest, parent, folder);
  return isPossible ? moveFolder(forest, folder, null) : undefined;
}

type Rules = {
  [Kind in Operation['kind']]: (forest: Forest, operation: OfKind<Kind>) => Forest | Forest[] | undefined;
};

const RULES: Rules = {
  'create folder': createFolder,
  'move folder': moveTo,
  'leave parent': leaveParent,
  'add children': changeChildren,
  'replace children': changeChildren,
  'remove children': changeChildren,
  'add parents': changeParents,
  'replace parents': changeParents,
  'remove parents': changeParents,
  trash,
  restore,
  purge,
};

/** Short text that is equal for equal forests; the search for an order uses it very often. */
function keyOf({ children, trashed, loose }: Forest): string {
  let key = `${[...trashed].join(' ')}~${[...loose].sort().join(' ')}`;
  for (const parent of [...children.keys()].sort()) {
    const ids = children.get(parent) ?? NOTHING;
    if (ids.length > 0) key += `/${parent}:${ids.join(' ')}`;
  }
  return key;
}

/** For people, and to compare: objects in the trash in brackets, those whose places are open last. */
export const describeForest = (forest: Forest, loose: ReadonlySet<number> = forest.loose): string =>
  [...forest.children]
    .filter(([, ids]) => ids.length > 0)
    .sort(([left], [right]) => (left ?? 0) - (right ?? 0))
    .map(([parent, ids]) => {
      const open = ids.filter((id) => loose.has(id)).sort((left, right) => left - right);
      const shown = [...ids.filter((id) => !loose.has(id)), ...open].map((id) =>
        forest.trashed.has(id) ? `(${id})` : id,
      );
      return `${parent ?? 'roots'}: ${shown.join(' ')}`;
    })
    .concat(`trash: ${[...forest.trashed.keys()].sort((left, right) => left - right).join(' ')}`)
    .join('\n');

export const forestModel: Model<Forest, Operation> = {
  apply(state, operation) {
    const rule = RULES[operation.kind] as (forest: Forest, operation: Operation) => Forest | Forest[] | undefined;
    return [rule(state, operation) ?? []].flat();
  },
  key: keyOf,
  isLike: (state, found) => describeForest(state) === describeForest(found, state.loose),
};
