// Places in the tree. The data of a place about its ancestors is derived from parent_id and key alone.
import { isSameValue } from '../objects/changes/change-values.ts';
import { permissionsOf } from '../objects/visibility/object-permissions.ts';
import { isPlaceSlug } from '../objects/tree/place-slugs.ts';
import { FOLDERS } from '../objects/tree/tree-nodes.ts';
import type { ObjectDocument, TreeRow } from '../store/store.ts';
import { byId, shown, unique, type Examine, type Finding, type View } from './check.ts';
import { copyFindings, ownersOf } from './examine-copies.ts';

/** More folders above than any place has (D59). */
const MAX_STEPS = 102;

const DERIVED = ['parent_node_id', 'path', 'ancestors', 'depth_level', 'root_id'] as const;
type Derived = Pick<TreeRow, (typeof DERIVED)[number]>;

const name = (row: TreeRow): string => `place ${row._id} of object ${row.object_id}`;

type Folders = Map<number, TreeRow>;

/** Adds existing folders by id. */
async function readFolders(folders: Folders, ids: readonly number[], { store, transaction }: View): Promise<void> {
  const missing = unique(ids).filter((id) => !folders.has(id));
  if (missing.length === 0) return;
  const filter = { object_id: { $in: missing }, 'object.type': FOLDERS };
  for (const row of await store.trees.find(filter, { session: transaction }).toArray()) folders.set(row.object_id, row);
}

/** The derived fields of a row in a folder; null for a root. */
const placeIn = (parent: TreeRow | null, { object_id: id, key }: TreeRow): Derived => ({
  parent_node_id: parent ? parent._id : null,
  path: `${parent ? parent.path : ''}${key}/`,
  ancestors: parent ? [...parent.ancestors, parent.object_id] : [],
  depth_level: parent ? parent.depth_level + 1 : 0,
  root_id: parent ? parent.root_id : id,
});

const parentIn = (folders: Folders, row: TreeRow): TreeRow | null | undefined =>
  row.parent_id === null ? null : folders.get(row.parent_id);

const fits = (row: TreeRow, parent: TreeRow | null): boolean => {
  const right = placeIn(parent, row);
  return DERIVED.every((each) => isSameValue(row[each], right[each]));
};

/** The rows above, up to a root; undefined when none is reached. */
function chainOf(row: TreeRow, folders: Folders): TreeRow[] | undefined {
  const chain = [row];
  for (let last = row; last.parent_id !== null; chain.unshift(last)) {
    const next = folders.get(last.parent_id);
    if (!next || chain.length > MAX_STEPS) return undefined;
    last = next;
  }
  return chain;
}

/** The right fields of a row, derived from its root down; undefined for a row without a root. */
function rightPlace(row: TreeRow, folders: Folders): Derived | undefined {
  const chain = chainOf(row, folders);
  if (!chain) return undefined;
  let above: TreeRow | null = null;
  for (const each of chain) above = { ...each, ...placeIn(above, each) };
  return above ?? undefined;
}

/** Of rows that do not fit their parents: the fault may be the parent's. */
async function derivedFindings(rows: readonly TreeRow[], folders: Folders, view: View): Promise<Finding[]> {
  for (let level = [...folders.values()]; level.length > 0;) {
    const known = new Set(folders.keys());
    await readFolders(
      folders,
      level.flatMap(({ parent_id: id }) => id ?? []),
      view,
    );
    level = [...folders.values()].filter(({ object_id: id }) => !known.has(id));
  }
  return rows.flatMap((row) => {
    const right = rightPlace(row, folders);
    const about = { invariant: 'tree', row: row._id };
    if (!right) return [{ ...about, detail: `no root leads to ${name(row)}` }];
    const wrong = DERIVED.filter((each) => !isSameValue(row[each], right[each]));
    const set = Object.fromEntries(wrong.map((each) => [each, right[each]]));
    const mend = ({ store, transaction }: View) =>
      store.trees.updateOne({ _id: row._id }, { $set: set, $inc: { fence: 1 } }, { session: transaction });
    return wrong.map((each) => ({
      ...about,
      detail: `${name(row)}: ${each} is ${shown(row[each])}, should be ${shown(right[each])}`,
      mend,
    }));
  });
}

function permissionFindings(row: TreeRow, document: ObjectDocument | undefined): Finding[] {
  const wanted = document && row.object.type === FOLDERS ? permissionsOf(document) : undefined;
  if (!document || isSameValue(row.permissions, wanted)) return [];
  const mend = ({ store, transaction }: View) => {
    const change = wanted ? { $set: { permissions: wanted } } : { $unset: { permissions: '' as const } };
    return store.trees.updateOne({ _id: row._id }, { ...change, $inc: { fence: 1 } }, { session: transaction });
  };
  const detail = `${name(row)}: permissions are ${shown(row.permissions)}, should be ${shown(wanted)}`;
  return [{ invariant: 'permissions', detail, row: row._id, mend }];
}

const faultsOf = (row: TreeRow, faults: readonly (string | false | undefined)[]): Finding[] =>
  faults
    .filter((fault) => typeof fault === 'string')
    .map((fault) => ({ invariant: 'tree', detail: `${name(row)} ${fault}`, row: row._id }));

/** Faults that the rest of the database cannot repair. */
function ruleFindings(row: TreeRow, parent: TreeRow | null | undefined): Finding[] {
  const isFolder = row.object.type === FOLDERS;
  const isLeft = isFolder && parent?.object.trashed && !row.object.trashed;
  return faultsOf(row, [
    parent === undefined && `is in ${row.parent_id}, which is not a folder of the tree`,
    parent === null && !isFolder && 'is at the top and of no folder',
    !/^[0-9A-Za-z]+$/.test(row.key) && `has the key ${shown(row.key)}`,
    row.slug !== undefined && !isPlaceSlug(row.slug) && `has the slug ${shown(row.slug)}`,
    isLeft && `is not in the trash, but its parent ${row.parent_id} is`,
  ]);
}

/** Purged folders with objects that have not been removed from them (core/objects/tree/purged-folders.ts). */
function purgedFindings(row: TreeRow, document: ObjectDocument | undefined): Finding[] {
  if (row.purged_with === undefined) return [];
  return faultsOf(row, [
    document && 'is marked as purged, and the object is there',
    row.object.type !== FOLDERS && 'is marked as purged, and of no folder',
    !row.object.trashed && 'is marked as purged, and not in the trash',
  ]);
}

export const examinePlaces: Examine<TreeRow> = async (rows, view) => {
  const folders: Folders = new Map();
  await readFolders(
    folders,
    rows.flatMap(({ parent_id: id }) => id ?? []),
    view,
  );
  const owners = await ownersOf(rows, view);
  const unfit = rows.filter((row) => {
    const parent = parentIn(folders, row);
    return parent !== undefined && !fits(row, parent);
  });
  const documents = byId([...owners.values()]);
  const kept = rows.filter((row) => row.purged_with === undefined);
  return [
    ...rows.flatMap((row) => ruleFindings(row, parentIn(folders, row))),
    ...rows.flatMap((row) => permissionFindings(row, documents.get(row.object_id))),
    ...copyFindings('trees', kept, owners),
    ...rows.flatMap((row) => purgedFindings(row, documents.get(row.object_id))),
    ...(await derivedFindings(unfit, folders, view)),
  ];
};
