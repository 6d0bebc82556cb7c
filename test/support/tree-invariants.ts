// What always holds of the tree, whatever was done to it, and at the same time.
import { audiencesOf } from '../../core/objects/audiences.ts';
import type { Collection, ObjectView, TreeRow } from '../../core/store/store.ts';
import type { TestService } from './service.ts';

interface Placed {
  _id: number;
  type: string;
  parents?: number[];
}

const byPath = (a: TreeRow, b: TreeRow): number => (a.path < b.path ? -1 : 1);

/** Numbers of the nested set by a walk over parents and keys alone, which knows nothing of paths. */
function walk(rows: readonly TreeRow[]): Map<number, { left: number; right: number; depth: number; root: number }> {
  const children = new Map<number | null, TreeRow[]>();
  for (const row of rows) children.set(row.parent_id, [...(children.get(row.parent_id) ?? []), row]);
  const numbers = new Map<number, { left: number; right: number; depth: number; root: number }>();
  let next = 1;
  const visit = (row: TreeRow, depth: number, root: number): void => {
    const left = next++;
    if (row.object.type === 'folders') {
      for (const child of sorted(children.get(row.object_id))) visit(child, depth + 1, root);
    }
    numbers.set(row._id, { left, right: next++, depth, root });
  };
  const sorted = (list: TreeRow[] = []): TreeRow[] => [...list].sort((a, b) => (a.key < b.key ? -1 : 1));
  for (const root of sorted(children.get(null))) visit(root, 0, root.object_id);
  return numbers;
}

/** Audiences that are not those of the object, of documents, of rows and of what is seen with an object. */
export async function audienceFaults({ service }: Pick<TestService, 'service'>): Promise<string[]> {
  const { store } = service.services;
  const rows = await store.objects.find().toArray();
  const right = new Map(rows.map((row) => [row._id, audiencesOf(row).join()]));
  const faults: string[] = [];
  const check = (what: string, id: number, audiences: readonly string[] | undefined): void => {
    if (audiences?.join() !== right.get(id))
      faults.push(`${what}: audiences ${audiences?.join()}, not ${right.get(id)}`);
  };
  for (const row of rows) {
    check(`row of ${row.type} ${row._id}`, row._id, row.audiences);
    const document = await store.documents(row.type).findOne({ _id: row._id });
    if (document) check(`${row.type} ${row._id}`, row._id, document.audiences);
    if (row.object && row.object_id) check(`object of ${row._id} in the trash`, row.object_id, row.object.audiences);
  }
  const { trees, translations, annotations, streams, objectPermissions } = store;
  for (const collection of [trees, translations, annotations, streams, objectPermissions]) {
    for (const copy of await (collection as unknown as Collection<OwnedCopy>).find().toArray()) {
      if (copy.object) check(`${collection.collectionName} ${copy._id}`, copy.object_id, copy.object.audiences);
    }
  }
  return faults;
}

interface OwnedCopy {
  _id: number;
  object_id: number;
  object?: ObjectView;
}

/** Faults of the whole tree and of who sees what is in it; none when all is well. */
export async function treeFaults({ service }: Pick<TestService, 'service'>): Promise<string[]> {
  const { store } = service.services;
  const rows = (await store.trees.find().toArray()).sort(byPath);
  const faults = await audienceFaults({ service });
  const check = (isRight: boolean, fault: string): void => {
    if (!isRight) faults.push(fault);
  };
  const folders = new Map(rows.filter((row) => row.object.type === 'folders').map((row) => [row.object_id, row]));
  const numbers = walk(rows);
  check(numbers.size === rows.length, `${rows.length - numbers.size} rows hang in the air, or in a ring`);
  rows.forEach((row, rank) => {
    const name = `row ${row._id} of ${row.object.type} ${row.object_id}`;
    const parent = row.parent_id === null ? undefined : folders.get(row.parent_id);
    if (row.parent_id === null) check(row.object.type === 'folders', `${name}: a root that is no folder`);
    else check(parent !== undefined, `${name}: no folder ${row.parent_id}`);
    check(row.parent_node_id === (parent?._id ?? null), `${name}: parent_node_id ${row.parent_node_id}`);
    check(row.path === `${parent?.path ?? ''}${row.key}/`, `${name}: path ${row.path}`);
    const ancestors = parent ? [...parent.ancestors, parent.object_id] : [];
    check(row.ancestors.join() === ancestors.join(), `${name}: ancestors ${row.ancestors.join()}`);
    const walked = numbers.get(row._id);
    const below = rows.filter((each) => each._id !== row._id && each.path.startsWith(row.path)).length;
    const left = 2 * rank - row.depth_level + 1;
    check(walked?.depth === row.depth_level, `${name}: depth ${row.depth_level}`);
    check(walked?.root === row.root_id, `${name}: root ${row.root_id}`);
    check(walked?.left === left && walked.right === left + 2 * below + 1, `${name}: numbers ${left}`);
  });
  const objects = (await store.objects.find().toArray()) as unknown as Placed[];
  const places = new Map<number, number[]>();
  for (const { object_id: id, parent_id: parent } of rows) places.set(id, [...(places.get(id) ?? []), parent ?? 0]);
  for (const object of objects) {
    const document = (await store.documents(object.type).findOne({ _id: object._id })) as unknown as Placed | null;
    if (!document) continue;
    const wanted = (places.get(object._id) ?? []).filter((id) => id !== 0).sort((a, b) => a - b);
    for (const [where, parents] of [
      ['row', object.parents],
      ['document', document.parents],
    ] as const) {
      const shown = [...(parents ?? [])].sort((a, b) => a - b);
      check(
        shown.join() === wanted.join(),
        `${object.type} ${object._id}: parents of the ${where} are ${shown.join()}`,
      );
    }
    check(object.type !== 'folders' || places.get(object._id)?.length === 1, `folder ${object._id}: not one place`);
    places.delete(object._id);
  }
  check(places.size === 0, `places of what is gone: ${[...places.keys()].join()}`);
  return faults;
}
