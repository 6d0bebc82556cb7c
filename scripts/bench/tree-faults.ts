// Whether a tree is whole, in one pass over it, so that very large ones can be checked. The tests have a stricter check for
// small ones.
import { isDeepStrictEqual } from 'node:util';
import type { Store, TreeRow } from '../../core/store/store.ts';
import { placeIn } from '../../core/verify/examine-places.ts';

type Placed = Pick<TreeRow, 'parent_id' | 'object_id'>;

async function parentFaults(store: Store, rows: readonly Placed[]): Promise<string[]> {
  const wanted = new Map<number, number[]>();
  for (const { object_id: id, parent_id: parent } of rows) {
    const parents = wanted.get(id) ?? [];
    if (parent !== null) parents.push(parent);
    wanted.set(id, parents);
  }
  const faults: string[] = [];
  const collections = [store.objects, store.documents('folders'), store.documents('documents')];
  for (const collection of collections) {
    const options = { projection: { parents: 1, type: 1 } };
    for await (const { _id, parents = [] } of collection.find({}, options)) {
      const shown = [...parents].sort().join();
      const stored = (wanted.get(_id) ?? []).sort().join();
      if (shown !== stored) faults.push(`object ${_id}: is in ${stored}, ${collection.collectionName} says ${shown}`);
    }
  }
  return faults;
}

/** None when all is well. */
export async function treeFaults(store: Store): Promise<string[]> {
  const rows = await store.trees.find().sort({ path: 1 }).toArray();
  const folders = new Map(rows.filter(({ object }) => object.type === 'folders').map((row) => [row.object_id, row]));
  const faults = rows.flatMap((row) => {
    const parent = row.parent_id === null ? null : folders.get(row.parent_id);
    const isRight = parent !== undefined && isDeepStrictEqual({ ...row, ...placeIn(parent, row) }, row);
    return isRight ? [] : [`row ${row._id} of ${row.object.type} ${row.object_id} does not fit its parent`];
  });
  return [...faults, ...(await parentFaults(store, rows))];
}
