// Objects: derived fields of the document, its row of `objects`, and its versions.
import { groupBy, memberOf } from '../values.ts';
import { isSameValue } from '../objects/changes/change-values.ts';
import { audiencesOf } from '../objects/visibility/audiences.ts';
import { objectRow } from '../objects/changes/object-document.ts';
import { effectivePermissions, permissionsOf } from '../objects/visibility/object-permissions.ts';
import { withPermissions } from '../objects/tree/inherited-permissions.ts';
import { FOLDERS, inheritedIn } from '../objects/tree/tree-nodes.ts';
import { publicationBounds } from '../objects/visibility/visibility.ts';
import type { ResolvedType } from '../model/model.ts';
import type {
  Document,
  ObjectDocument,
  ObjectPermissionRow,
  ObjectPermissions,
  ObjectRow,
  TreeRow,
} from '../store/store.ts';
import { byId, shown, unique, type Examine, type Finding, type View } from './check.ts';
import { withRowType } from '../store/untyped-collection.ts';

interface Versions {
  _id: string;
  numbers: number[];
  count: number;
  /** The creation, if it has no number: rows of earlier releases have none (D505). */
  unnumbered: number;
}

/** Data of other rows about some documents. */
interface Surroundings {
  rows: ReadonlyMap<number, ObjectRow>;
  places: ReadonlyMap<number, TreeRow[]>;
  folders: ReadonlyMap<number, TreeRow>;
  permissions: ReadonlyMap<number, ObjectPermissionRow[]>;
  versions: ReadonlyMap<string, Versions>;
}

async function readVersions({ store, transaction }: View, ids: readonly number[]): Promise<Map<string, Versions>> {
  const isUnnumbered = { $and: [{ $eq: ['$user_action', 'create'] }, { $not: ['$version.number'] }] };
  const stages = [
    { $match: { resource_type: 'objects', resource_id: { $in: ids.map(String) } } },
    {
      $group: {
        _id: '$resource_id',
        numbers: { $addToSet: '$version.number' },
        count: { $sum: { $cond: ['$version.number', 1, 0] } },
        unnumbered: { $sum: { $cond: [isUnnumbered, 1, 0] } },
      },
    },
  ];
  return byId(await store.changes.aggregate<Versions>(stages, { session: transaction }).toArray());
}

async function readSurroundings(documents: readonly ObjectDocument[], view: View): Promise<Surroundings> {
  const { store, transaction } = view;
  const ids = documents.map(({ _id }) => _id);
  const rows = await store.objects.find({ _id: { $in: ids } }, { session: transaction }).toArray();
  const places = await store.trees
    .find({ object_id: { $in: ids } }, { session: transaction })
    .sort({ _id: 1 })
    .toArray();
  const parents = unique(places.flatMap(({ parent_id: id }) => id ?? []));
  const folders = await store.trees
    .find({ object_id: { $in: parents }, 'object.type': FOLDERS }, { session: transaction })
    .toArray();
  const permissions = await store.objectPermissions
    .find({ object_id: { $in: ids } }, { session: transaction })
    .toArray();
  return {
    rows: byId(rows),
    places: groupBy(places, (row) => row.object_id),
    folders: new Map(folders.map((row) => [row.object_id, row])),
    permissions: groupBy(permissions, (row) => row.object_id),
    versions: await readVersions(view, ids),
  };
}

/** The places of the document, in its order. */
function parentsOf(document: ObjectDocument, places: readonly TreeRow[]): number[] | undefined {
  const real = places.flatMap(({ parent_id: id }) => id ?? []);
  const known = document.parents ?? [];
  const isSame = known.length === real.length && real.every((id) => known.includes(id));
  if (isSame) return document.parents;
  return real.length > 0 ? real : undefined;
}

function permissionsFor(document: ObjectDocument, around: Surroundings): ObjectPermissions | undefined {
  const own = around.permissions.get(document._id) ?? [];
  if (own.length > 0) return effectivePermissions(own, []);
  return inheritedIn(parentsOf(document, around.places.get(document._id) ?? []) ?? [], around.folders);
}

/** The correct document. */
function rightDocument(document: ObjectDocument, around: Surroundings): ObjectDocument {
  const parents = parentsOf(document, around.places.get(document._id) ?? []);
  const permissions = permissionsFor(document, around);
  const { parents: _parents, ...rest } = withPermissions(document, permissions);
  const right = {
    ...rest,
    ...publicationBounds(document.publish_start, document.publish_end),
    ...(parents && { parents }),
  };
  return { ...right, audiences: audiencesOf(right) };
}

const DERIVED = {
  parents: 'parents',
  permissions: 'permissions',
  reader_roles: 'permissions',
  visible_from: 'publication dates',
  visible_to: 'publication dates',
  audiences: 'audiences',
} as const;

const name = ({ type, _id }: Pick<ObjectDocument, 'type' | '_id'>): string => `${type} ${_id}`;

function changeOf(names: readonly string[], values: Readonly<Record<string, unknown>>): Document {
  const set = names.filter((each) => values[each] !== undefined);
  const unset = names.filter((each) => values[each] === undefined);
  return {
    ...(set.length > 0 && { $set: Object.fromEntries(set.map((each) => [each, values[each]])) }),
    ...(unset.length > 0 && { $unset: Object.fromEntries(unset.map((each) => [each, ''])) }),
  };
}

function documentFindings(document: ObjectDocument, right: ObjectDocument): Finding[] {
  const wrong = Object.entries(DERIVED).filter(([each]) => !isSameValue(document[each], right[each]));
  const names = wrong.map(([each]) => each);
  const mend = ({ store, transaction }: View) => {
    // From then on copies are correct, and a concurrent write is retried.
    const change = { ...changeOf(names, right), $inc: { fence: 1 } };
    return withRowType(store.documents(document.type)).updateOne({ _id: document._id }, change, {
      session: transaction,
    });
  };
  return wrong.map(([each, invariant]) => ({
    invariant,
    detail: `${name(document)}: ${each} is ${shown(document[each])}, should be ${shown(right[each])}`,
    row: document._id,
    mend,
  }));
}

function rowFindings(
  type: ResolvedType,
  { right, row }: { right: ObjectDocument; row: ObjectRow | undefined },
  { model }: View,
): Finding[] {
  const wanted = objectRow(type, right);
  const about = { row: right._id };
  if (!row) {
    const mend = ({ store, transaction }: View) => store.objects.insertOne(wanted, { session: transaction });
    return [{ ...about, invariant: 'rows', detail: `${name(right)}: there is no row of objects`, mend }];
  }
  // Its search text will be rebuilt.
  const isLater = (each: string): boolean => each === 'search' && model.staleSearch.has(type.name);
  const names = unique([...Object.keys(wanted), ...Object.keys(row)]);
  const wrong = names.filter((each) => !isLater(each) && !isSameValue(memberOf(wanted, each), memberOf(row, each)));
  const mend = ({ store, transaction }: View) =>
    store.objects.updateOne({ _id: right._id }, changeOf(wrong, { ...wanted }), { session: transaction });
  return wrong.map((each) => ({
    ...about,
    invariant: each === 'search' ? 'search texts' : 'rows',
    detail: `${name(right)}: ${each} of its row is ${shown(memberOf(row, each))}, should be ${shown(memberOf(wanted, each))}`,
    mend,
  }));
}

/** One for each revision, except those of earlier releases, which come first. */
function versionFindings({ revision, ...document }: ObjectDocument, found: Versions | undefined): Finding[] {
  const numbers = [...(found?.numbers ?? [])].sort((a, b) => a - b);
  const count = found?.count ?? 0;
  const first = numbers[0] ?? revision + 1;
  const fault = (detail: string): Finding[] => [
    { invariant: 'versions', detail: `${name(document)}: ${detail}`, row: document._id },
  ];
  if (count > numbers.length) return fault(`${count} versions have ${numbers.length} numbers`);
  if (first > 1 && !found?.unnumbered) return fault(`the versions before ${first} are missing`);
  if (numbers.length === 0) return [];
  const last = numbers.at(-1);
  if (last !== revision) return fault(`the last version is ${last}, the revision ${revision}`);
  return last - first + 1 === numbers.length ? [] : fault(`${numbers.length} versions from ${first} to ${last}`);
}

/** Documents of the objects of a type. */
export const examineDocuments =
  (typeName: string): Examine<ObjectDocument> =>
  async (documents, view) => {
    const type = view.model.types.get(typeName);
    // It was removed since the scan of its collection began.
    if (!type) return [];
    const around = await readSurroundings(documents, view);
    const isOdd = (each: ObjectDocument): boolean => !isSameValue(permissionsFor(each, around), permissionsOf(each));
    // The stored permissions of a folder may be wrong themselves.
    if (documents.some(isOdd)) around.folders = await withRealPermissions(around.folders, view);
    return documents.flatMap((document) => {
      if (document.type !== typeName) {
        const detail = `${name(document)} is among the documents of ${typeName}`;
        return [{ invariant: 'rows', detail, row: document._id }];
      }
      const right = rightDocument(document, around);
      return [
        ...documentFindings(document, right),
        ...rowFindings(type, { right, row: around.rows.get(document._id) }, view),
        ...versionFindings(document, around.versions.get(String(document._id))),
        ...placeFindings(document, around.places.get(document._id) ?? []),
      ];
    });
  };

/** A folder has one place, and at most one of the places of an object is the canonical one. */
function placeFindings(document: ObjectDocument, places: readonly TreeRow[]): Finding[] {
  const fault = (detail: string): Finding => ({
    invariant: 'tree',
    detail: `${name(document)} ${detail}`,
    row: document._id,
  });
  const canonical = places.filter((place) => place.canonical).length;
  return [
    ...(document.type === FOLDERS && places.length !== 1 ? [fault(`has ${places.length} places`)] : []),
    ...(canonical > 1 ? [fault(`has ${canonical} canonical places`)] : []),
  ];
}

interface Known {
  nodes: Map<number, TreeRow>;
  rows: Map<number, ObjectPermissionRow[]>;
}

/** Adds some folders with their rows. @returns those that they inherit from */
async function read({ nodes, rows }: Known, ids: readonly number[], { store, transaction }: View): Promise<number[]> {
  const filter = { object_id: { $in: [...ids] } };
  const own = await store.objectPermissions.find(filter, { session: transaction }).toArray();
  for (const row of own) rows.set(row.object_id, [...(rows.get(row.object_id) ?? []), row]);
  const found = await store.trees.find({ ...filter, 'object.type': FOLDERS }, { session: transaction }).toArray();
  for (const node of found) nodes.set(node.object_id, node);
  return unique(found.flatMap(({ object_id: id, parent_id: parent }) => (rows.has(id) ? [] : (parent ?? []))));
}

function realPermissions(id: number, known: Known, below: readonly number[] = []): ObjectPermissions | undefined {
  const node = known.nodes.get(id);
  // Those of a purged folder cannot be derived any more.
  if (node?.purged_with !== undefined) return node.permissions;
  const own = known.rows.get(id);
  if (own) return effectivePermissions(own, []);
  const parent = node?.parent_id ?? null;
  // Folders in a cycle inherit no permissions.
  if (parent === null || below.includes(parent)) return undefined;
  const above = realPermissions(parent, known, [...below, id]);
  return above && effectivePermissions([], [above]);
}

/** The rows of folders with the correct permissions. */
async function withRealPermissions(folders: ReadonlyMap<number, TreeRow>, view: View): Promise<Map<number, TreeRow>> {
  const known: Known = { nodes: new Map(), rows: new Map() };
  for (let ids = [...folders.keys()]; ids.length > 0;) {
    const above = await read(known, ids, view);
    ids = above.filter((id) => !known.nodes.has(id));
  }
  return new Map(
    [...folders].map(([id, { permissions: _kept, ...node }]) => {
      const permissions = realPermissions(id, known);
      return [id, { ...node, ...(permissions && { permissions }) }];
    }),
  );
}
