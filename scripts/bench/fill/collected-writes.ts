// Writes of the service's own code that are collected instead of committed, and inserted straight in the collections.
import type { ObjectServices } from '../../../core/objects/object-services.ts';
import type { ObjectWrite } from '../../../core/objects/changes/unit-of-work.ts';
import type { ChangeRow } from '../../../core/store/history/changes.ts';
import type { Store } from '../../../core/store/store.ts';

/** Services whose writer keeps the writes instead of committing them. */
export function collecting(objects: ObjectServices): { services: ObjectServices; take(): ObjectWrite[] } {
  let writes: ObjectWrite[] = [];
  const unit = {
    write: (...more: readonly ObjectWrite[]) => void writes.push(...more),
    link: () => undefined,
    place: () => undefined,
    row: () => undefined,
  };
  return {
    services: { ...objects, writer: { ...objects.writer, commit: (work) => work(unit) } },
    take() {
      const taken = writes;
      writes = [];
      return taken;
    },
  };
}

export function groupsOf<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

/** New objects with their rows, history and totals. */
export async function insertObjects(
  store: Store,
  writes: readonly ObjectWrite[],
  more: readonly ChangeRow[],
): Promise<void> {
  const unordered = { ordered: false };
  const byType = groupsOf(writes, ({ type }) => type);
  const documents = [...byType].map(([type, group]) =>
    store.documents(type).insertMany(
      group.map(({ document }) => document),
      unordered,
    ),
  );
  const rows = writes.flatMap(({ row }) => row ?? []);
  const changes = [...writes.map(({ change }) => change), ...more];
  await Promise.all([
    ...documents,
    store.objects.insertMany(rows, unordered),
    store.changes.insertMany(changes, unordered),
  ]);
  for (const [type, group] of byType) {
    const sum: Record<string, number> = {};
    for (const { counts } of group)
      for (const [name, by] of Object.entries(counts)) sum[`n.${name}`] = (sum[`n.${name}`] ?? 0) + by;
    await store.objectCounts.updateOne({ _id: `${type}:0` }, { $inc: sum });
  }
}
