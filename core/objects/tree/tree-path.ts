// `/trees/{path}`: the object at the end of a path of ids, unames and slugs from a root (D43, D546, D842).
import type { RequestContext } from '../../context.ts';
import { ApiError } from '../../errors.ts';
import { contentTypes, type ObjectServices } from '../object-services.ts';
import { findVisible } from '../read-objects.ts';
import type { ObjectRecord } from '../object-record.ts';
import { isShown, viewer } from '../visibility/shown-attributes.ts';
import { visibleOwnerFilter, visibleTypes } from '../visibility/visibility.ts';
import { idsOfNames } from '../../store/object-names.ts';

/** The depth of the tree, and one for an object in the deepest folder. */
const MAX_STEPS = 101;

const invalidPath = (): ApiError => new ApiError('not_found', 'Invalid path.');

/** Ids of the segments where some are slugs, which only the folder before them tells; an id or uname comes first. */
async function idsAlong(
  { store }: ObjectServices,
  pieces: readonly string[],
  named: readonly number[],
): Promise<number[]> {
  const ids: number[] = [];
  for (const [index, slug] of pieces.entries()) {
    const id = named[index] ?? -1;
    const filter = { parent_id: ids.at(-1) ?? null, $or: [{ object_id: id }, { slug }] };
    const rows = await store.trees.find(filter, { projection: { object_id: 1 } }).toArray();
    const found = rows.find((row) => row.object_id === id) ?? rows[0];
    if (!found) throw invalidPath();
    ids.push(found.object_id);
  }
  return ids;
}

/** Whether each of the objects is a visible child of the previous one; who may read the last one is checked later. */
async function isPath(
  { store }: ObjectServices,
  ids: readonly number[],
  visible: ReturnType<typeof visibleOwnerFilter>,
): Promise<boolean> {
  if (ids.includes(-1) || new Set(ids).size !== ids.length) return false;
  const steps = ids.map((id, index) => ({ object_id: id, parent_id: ids[index - 1] ?? null }));
  const filter = { $or: steps, $and: [{ $or: [visible, { object_id: ids.at(-1) }] }] };
  return (await store.trees.find(filter, { projection: { object_id: 1 } }).toArray()).length === ids.length;
}

/** @throws ApiError not_found when a segment is no visible child of the previous one; as findVisible for the last one */
export async function findByPath(
  services: ObjectServices,
  path: string,
  context: RequestContext,
): Promise<{ found: ObjectRecord; unamePath: string }> {
  const pieces = path.split('/');
  if (pieces.length > MAX_STEPS || pieces.includes('')) throw invalidPath();
  const { store, clock } = services;
  const visible = visibleOwnerFilter(visibleTypes(contentTypes(services), context, clock.now()));
  const named = await idsOfNames(store, pieces);
  let ids = pieces.map((piece) => named.get(piece) ?? -1);
  if (!(await isPath(services, ids, visible))) {
    ids = await idsAlong(services, pieces, ids);
    if (!(await isPath(services, ids, visible))) throw invalidPath();
  }
  const objects = await store.objects.find({ _id: { $in: ids } }, { projection: { uname: 1, type: 1 } }).toArray();
  const found = await findVisible(services, 'objects', String(ids.at(-1)), context).catch((error: unknown) => {
    throw error instanceof ApiError && error.code === 'not_found' ? invalidPath() : error;
  });
  const model = services.modelService.current();
  const nameOf = ({ _id, type: typeName, uname }: (typeof objects)[number]): string => {
    const type = model.types.get(typeName);
    return type && isShown(type, 'uname', viewer(context.caller)) ? uname : String(_id);
  };
  // Ids where unames are hidden.
  const names = new Map(objects.map((row) => [row._id, nameOf(row)]));
  return { found, unamePath: `/${ids.map((id) => names.get(id) ?? '').join('/')}` };
}
