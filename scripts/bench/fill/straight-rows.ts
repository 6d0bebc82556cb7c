// Very many objects with places in the tree, written straight into the service's database as its own code would leave
// them. Only changes are not recorded.
import { keysAfter } from '../../../core/objects/tree/sibling-keys.ts';
import { viewOf } from '../../../core/objects/changes/lock-objects.ts';
import type { ObjectDocument, ObjectRow, Store, TreeRow } from '../../../core/store/store.ts';

const BATCH = 2_000;

/** An object to copy, as it is stored. */
interface Original {
  document: ObjectDocument;
  row: ObjectRow;
}

/** A copy that is to be made, with its place. */
interface PlacedCopy {
  original: Original;
  parent: ParentNode;
  key: string;
}

type ParentNode = Pick<TreeRow, '_id' | 'object_id' | 'root_id' | 'path' | 'ancestors' | 'depth_level'>;

/** The row of a new place. @param parent undefined for a root */
export async function placedRow(
  store: Store,
  document: ObjectDocument,
  { parent, key }: { parent: ParentNode | undefined; key: string },
): Promise<TreeRow> {
  return {
    _id: await store.sequences.next('trees'),
    object_id: document._id,
    parent_id: parent?.object_id ?? null,
    parent_node_id: parent?._id ?? null,
    root_id: parent?.root_id ?? document._id,
    path: `${parent?.path ?? ''}${key}/`,
    key,
    ancestors: parent ? [...parent.ancestors, parent.object_id] : [],
    depth_level: parent ? parent.depth_level + 1 : 0,
    menu: false,
    canonical: false,
    params: null,
    fence: 0,
    object: viewOf(document),
  };
}

/** Makes the copies, only of documents that are neither in the trash nor have publication dates. */
async function writeCopies(store: Store, copies: readonly PlacedCopy[]): Promise<void> {
  const byType = new Map<string, ObjectDocument[]>();
  const rows: ObjectRow[] = [];
  const nodes: TreeRow[] = [];
  const counts = new Map<string, number>();
  for (const copy of copies) {
    const { document, row } = copy.original;
    const _id = await store.sequences.next('objects');
    const own = { _id, uname: `${document.type}-${_id}`, parents: [copy.parent.object_id] };
    const made: ObjectDocument = { ...document, ...own, fence: 1 };
    byType.set(made.type, [...(byType.get(made.type) ?? []), made]);
    rows.push({ ...row, ...own });
    nodes.push(await placedRow(store, made, copy));
    const key = `${made.type} ${made.status}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  for (const [type, documents] of byType) await store.documents(type).insertMany(documents);
  await store.objects.insertMany(rows);
  await store.trees.insertMany(nodes);
  for (const [key, count] of counts) {
    const [type, status] = key.split(' ');
    await store.objectCounts.updateOne({ _id: `${type}:0` }, { $inc: { [`n.${status}`]: count } });
  }
}

/** Of the last child of a folder, or of the last root; null where there is none. */
export async function lastKey(store: Store, parentId: number | null): Promise<string | null> {
  const [last] = await store.trees.find({ parent_id: parentId }).sort({ key: -1 }).limit(1).toArray();
  return last?.key ?? null;
}

/** Copies of the objects of a type; each of some folders gets the same number of them after its children. */
export async function copyIntoFolders(
  store: Store,
  { type, count, folderIds }: { type: string; count: number; folderIds: readonly number[] },
): Promise<void> {
  const documents = await store.documents(type).find({ trashed: false }).sort({ _id: 1 }).limit(count).toArray();
  const rows = await store.objects.find({ _id: { $in: documents.map((document) => document._id) } }).toArray();
  const rowOf = new Map(rows.map((row) => [row._id, row]));
  const originals = documents.map((document) => ({ document, row: rowOf.get(document._id) as ObjectRow }));
  const each = Math.ceil(count / folderIds.length);
  const copies: PlacedCopy[] = [];
  for (const parentId of folderIds) {
    const parent = await store.trees.findOne({ object_id: parentId });
    if (!parent) throw new Error(`no folder ${parentId}`);
    const last = await lastKey(store, parentId);
    for (const key of keysAfter(last, Math.min(each, count - copies.length)))
      copies.push({ original: originals[copies.length % originals.length] as Original, parent, key });
  }
  for (let start = 0; start < copies.length; start += BATCH)
    await writeCopies(store, copies.slice(start, start + BATCH));
}
