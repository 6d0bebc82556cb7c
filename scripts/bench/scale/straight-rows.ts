// Rows that are inserted straight in the collections: those of the service's own code, whose writes are collected instead of
// committed, and places in the tree.
import { viewOf } from '../../../core/objects/changes/lock-objects.ts';
import type { ObjectWrite } from '../../../core/objects/changes/unit-of-work.ts';
import type { ObjectServices } from '../../../core/objects/object-services.ts';
import { keysAfter } from '../../../core/objects/tree/sibling-keys.ts';
import type { ChangeRow } from '../../../core/store/history/changes.ts';
import type { ObjectDocument, Store, TreeRow } from '../../../core/store/store.ts';

/** Services whose writer keeps the writes instead of committing them. */
export function collecting(objects: ObjectServices): { services: ObjectServices; take(): ObjectWrite[] } {
  const writes: ObjectWrite[] = [];
  const unit = {
    write: (...more: readonly ObjectWrite[]) => void writes.push(...more),
    link: () => undefined,
    place: () => undefined,
    row: () => undefined,
  };
  return {
    services: { ...objects, writer: { ...objects.writer, commit: (work) => work(unit) } },
    take: () => writes.splice(0),
  };
}

export function groupsOf<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

const UNORDERED = { ordered: false };

/** New objects with their rows, history and totals. */
export async function insertObjects(
  store: Store,
  writes: readonly ObjectWrite[],
  more: readonly ChangeRow[] = [],
): Promise<void> {
  const byType = groupsOf(writes, ({ type }) => type);
  const documents = Array.from(byType, ([type, group]) =>
    store.documents(type).insertMany(
      group.map(({ document }) => document),
      UNORDERED,
    ),
  );
  const rows = writes.flatMap(({ row }) => row ?? []);
  const changes = [...writes.map(({ change }) => change), ...more];
  const others = [store.objects.insertMany(rows, UNORDERED), store.changes.insertMany(changes, UNORDERED)];
  await Promise.all([...documents, ...others]);
  for (const [type, group] of byType) {
    const sum: Record<string, number> = {};
    for (const { counts } of group)
      for (const [name, by] of Object.entries(counts)) sum[`n.${name}`] = (sum[`n.${name}`] ?? 0) + by;
    await store.objectCounts.updateOne({ _id: `${type}:0` }, { $inc: sum });
  }
}

/** Places of folders by number, and where the next child of each goes; that of roots is at -1. */
export interface Places {
  nodes: TreeRow[];
  lastKeys: Map<number, string>;
}

export async function openPlaces(store: Store): Promise<Places> {
  const [last] = await store.trees.find({ parent_id: null }).sort({ key: -1 }).limit(1).toArray();
  return { nodes: [], lastKeys: new Map(last && [[-1, last.key]]) };
}

/** The row of a new place. @param folder number of the parent; undefined for a root */
export async function placedRow(
  store: Store,
  document: ObjectDocument,
  { folder, places }: { folder: number | undefined; places: Places },
): Promise<TreeRow> {
  const parent = folder === undefined ? undefined : places.nodes[folder];
  if (folder !== undefined && !parent) throw new Error(`folder ${folder} has no place yet`);
  const [key = ''] = keysAfter(places.lastKeys.get(folder ?? -1) ?? null, 1);
  places.lastKeys.set(folder ?? -1, key);
  const above = parent
    ? {
        parent_id: parent.object_id,
        parent_node_id: parent._id,
        root_id: parent.root_id,
        ancestors: [...parent.ancestors, parent.object_id],
        depth_level: parent.depth_level + 1,
      }
    : { parent_id: null, parent_node_id: null, root_id: document._id, ancestors: [], depth_level: 0 };
  return {
    _id: await store.sequences.next('trees'),
    object_id: document._id,
    ...above,
    path: `${parent?.path ?? ''}${key}/`,
    key,
    menu: false,
    canonical: false,
    params: null,
    fence: 0,
    object: viewOf(document),
  };
}
