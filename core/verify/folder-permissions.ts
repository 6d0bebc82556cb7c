// The permissions of folders, computed from their rows and the folders above, without the stored copies.
import { effectivePermissions } from '../objects/visibility/object-permissions.ts';
import type { ObjectPermissions } from '../store/store.ts';
import { FOLDERS } from '../objects/tree/tree-nodes.ts';
import type { ObjectPermissionRow, TreeRow } from '../store/store.ts';
import { unique, type View } from './check.ts';

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

function permissionsOf(id: number, known: Known, below: readonly number[] = []): ObjectPermissions | undefined {
  const node = known.nodes.get(id);
  // Those of a purged folder cannot be derived any more.
  if (node?.purged_with !== undefined) return node.permissions;
  const own = known.rows.get(id);
  if (own) return effectivePermissions(own, []);
  const parent = node?.parent_id ?? null;
  // Folders in a cycle inherit no permissions.
  if (parent === null || below.includes(parent)) return undefined;
  const above = permissionsOf(parent, known, [...below, id]);
  return above && effectivePermissions([], [above]);
}

/** The rows of folders with the correct permissions. */
export async function withRealPermissions(
  folders: ReadonlyMap<number, TreeRow>,
  view: View,
): Promise<Map<number, TreeRow>> {
  const known: Known = { nodes: new Map(), rows: new Map() };
  for (let ids = [...folders.keys()]; ids.length > 0;) {
    const above = await read(known, ids, view);
    ids = above.filter((id) => !known.nodes.has(id));
  }
  return new Map(
    [...folders].map(([id, { permissions: _kept, ...node }]) => {
      const permissions = permissionsOf(id, known);
      return [id, { ...node, ...(permissions && { permissions }) }];
    }),
  );
}
