// Resources other than objects that a body may still name after their removal: what was shown can be taken back (D768).
import type { Store } from '../store.ts';

/** Those of some ids whose resources were removed; ids are never reused. @param type of the resources, as `roles` */
export async function removedAmong(
  { changes }: Pick<Store, 'changes'>,
  type: string,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const filter = {
    resource_type: type,
    resource_id: { $in: [...ids] },
    user_action: { $in: ['remove', 'trash'] },
  } as const;
  const rows = await changes.find(filter, { projection: { _id: 0, resource_id: 1 } }).toArray();
  return new Set(rows.map((row) => row.resource_id));
}
