// The objects that the legacy side reaches: the publication, its descendants without a hidden folder in between, and
// objects related to one of these (D565). A hidden object has the same response as one that does not exist.
import { refusal } from '../access/authorization.ts';
import type { RequestContext } from '../context.ts';
import { ApiError, invalidData, invalidParameter, notFound } from '../errors.ts';
import type { ObjectRecord } from '../objects/object-record.ts';
import { hydrateObjects } from '../objects/lists/hydrate-objects.ts';
import { concreteTypesOf, requireType } from '../objects/object-services.ts';
import { purgedAmong } from '../objects/past-objects.ts';
import { findVisible } from '../objects/read-objects.ts';
import { visibleAbove } from '../objects/tree/tree-nodes.ts';
import {
  assertReadable,
  isVisible,
  mayRead,
  visibilityFor,
  visibleTypes,
  visibleTypesFilter,
  withoutTrashCondition,
} from '../objects/visibility/visibility.ts';
import { readAll } from '../query/page.ts';
import { idsOfNames, isObjectId } from '../store/object-names.ts';
import type { ObjectRelationRow, TreeRow } from '../store/store.ts';
import { findPublication, type LegacyServices } from './publication.ts';
import { itemAt, valueOf } from '../values.ts';

export type ReachablePlace = Pick<TreeRow, 'object_id' | 'parent_id' | 'ancestors' | 'canonical' | 'path'>;

interface Candidates {
  publicationId: number;
  ids: readonly number[];
}

/** Places of some objects below the publication, with no hidden folder above them. Two reads. */
export async function placesOnTree(
  { objects }: LegacyServices,
  { publicationId, ids }: Candidates,
  context: RequestContext,
): Promise<ReachablePlace[]> {
  const projection = { _id: 0, object_id: 1, parent_id: 1, ancestors: 1, canonical: 1, path: 1 };
  const places = await readAll(
    objects.store.trees.find<ReachablePlace>({ object_id: { $in: [...ids] } }, { projection }),
  );
  const nodes = places.filter(({ ancestors }) => ancestors[0] === publicationId);
  const visible = await visibleAbove(objects, { nodes }, context);
  return nodes.filter(({ ancestors }) => ancestors.every((id) => visible.has(id)));
}

/** The objects that are the publication or have a place below it. */
export async function onTree(
  services: LegacyServices,
  candidates: Candidates,
  context: RequestContext,
): Promise<Set<number>> {
  const { publicationId, ids } = candidates;
  const placed = new Set((await placesOnTree(services, candidates, context)).map((row) => row.object_id));
  return ids.includes(publicationId) ? placed.add(publicationId) : placed;
}

/** The objects that the legacy side reaches. Five reads for any number of them. @throws ApiError query_too_expensive */
async function reachableAmong(
  services: LegacyServices,
  { publicationId, ids }: Candidates,
  context: RequestContext,
): Promise<Set<number>> {
  const reachable = await onTree(services, { publicationId, ids }, context);
  const others = ids.filter((id) => !reachable.has(id));
  if (others.length === 0) return reachable;
  const { store, queryTimeLimit: maxTimeMS } = services.objects;
  const filter = { $or: [{ left_id: { $in: others } }, { right_id: { $in: others } }] };
  const projection = { _id: 0, left_id: 1, right_id: 1 };
  type Link = Pick<ObjectRelationRow, 'left_id' | 'right_id'>;
  const links = await readAll(store.objectRelations.find<Link>(filter, { projection, maxTimeMS }));
  const ends = [...new Set(links.flatMap(({ left_id: left, right_id: right }) => [left, right]))];
  const placed = await onTree(services, { publicationId, ids: ends }, context);
  for (const { left_id: left, right_id: right } of links) {
    if (placed.has(left)) reachable.add(right);
    if (placed.has(right)) reachable.add(left);
  }
  return new Set(ids.filter((id) => reachable.has(id)));
}

/** Objects by id or nickname, visible by status and dates; roles are ignored. */
async function findByNames(
  { objects }: LegacyServices,
  names: readonly string[],
  context: RequestContext,
): Promise<Map<string, ObjectRecord>> {
  const { store, clock } = objects;
  const ids = await idsOfNames(store, names);
  const filter = { _id: { $in: [...new Set(ids.values())] } };
  const rows = await readAll(store.objects.find(filter, { projection: { type: 1 } }));
  const types = new Set(concreteTypesOf(objects, requireType(objects, 'objects')));
  const visible = (await hydrateObjects(objects, rows)).filter(({ type, document }) => {
    const visibility = types.has(type) ? visibilityFor(type, context, clock.now()) : undefined;
    return visibility && isVisible(document, visibility);
  });
  const byId = new Map(visible.map((found) => [found.document._id, found]));
  return new Map([...ids].flatMap(([name, id]) => (byId.has(id) ? [[name, valueOf(byId, id)]] : [])));
}

/** The same request with access to every object: it distinguishes unreachable objects from restricted ones. */
const asAdmin = (context: RequestContext): RequestContext => ({
  ...context,
  caller: { ...context.caller, isAdmin: true },
});

interface ReachedObjects {
  found: ObjectRecord[];
  publicationId: number;
}

/**
 * The objects with some ids or nicknames, in their order. The number of reads does not depend on that of the names.
 * @throws ApiError not_found (hidden by status, dates or the tree), authentication_required, forbidden (hidden by roles)
 */
export async function reachObjects(
  services: LegacyServices,
  names: readonly string[],
  context: RequestContext,
): Promise<ReachedObjects> {
  const publicationId = (await findPublication(services, context)).document._id;
  const named = await findByNames(services, names, context);
  const ids = [...named.values()].map(({ document }) => document._id);
  const reachable = await reachableAmong(services, { publicationId, ids }, context);
  const areAllOpen = [...named.values()].every(
    ({ document }) => reachable.has(document._id) && mayRead(document, context.caller),
  );
  const forSomeRole = areAllOpen ? reachable : await reachableAmong(services, { publicationId, ids }, asAdmin(context));
  const found = names.map((name) => {
    const object = named.get(name);
    if (!object || !forSomeRole.has(object.document._id)) throw notFound(`objects "${name.slice(0, 100)}"`);
    assertReadable(object.document, context.caller);
    if (!reachable.has(object.document._id))
      throw refusal(context.caller, 'Its place in the tree is for certain roles only.', 'inherited');
    return object;
  });
  return { found, publicationId };
}

export interface ReachedObject {
  found: ObjectRecord;
  publicationId: number;
}

/** The object with an id or nickname. @throws ApiError not_found, authentication_required, forbidden */
export async function reachObject(
  services: LegacyServices,
  name: string,
  context: RequestContext,
): Promise<ReachedObject> {
  const { found, publicationId } = await reachObjects(services, [name], context);
  return { found: itemAt(found, 0), publicationId };
}

/** Types of the visible ones of some objects, users too, by id. One read. @param linked may be in the trash (D768) */
export async function visibleTypesOf(
  { objects }: LegacyServices,
  { ids, linked = [] }: { ids: readonly number[]; linked?: readonly number[] },
  context: RequestContext,
): Promise<Map<number, string>> {
  const { store, modelService, clock } = objects;
  const users = modelService.current().types.get('users');
  const types = [...concreteTypesOf(objects, requireType(objects, 'objects')), ...(users ? [users] : [])];
  const groups = visibleTypes(types, context, clock.now());
  if (groups.length === 0) return new Map();
  const visible = visibleTypesFilter(groups);
  const named = { $and: [{ _id: { $in: [...ids] } }, visible] };
  const kept = { $and: [{ _id: { $in: [...linked] } }, withoutTrashCondition(visible)] };
  const filter = linked.length === 0 ? named : { $or: [named, kept] };
  const rows = await store.objects.find(filter, { projection: { type: 1 } }).toArray();
  return new Map(rows.map((row) => [row._id, row.type]));
}

/**
 * Types of the objects that a body names, in the order of their ids.
 * @param pastTypes types of a purged object that the body may name; it gets the first of them, and no link (D768)
 * @param pointer to an id, for errors
 * @throws ApiError invalid_data for a hidden object and one out of reach
 */
export async function reachableTypes(
  services: LegacyServices,
  {
    publicationId,
    ids,
    linked = [],
    pastTypes = [],
    pointer,
  }: Candidates & {
    linked?: readonly number[];
    pastTypes?: readonly string[];
    pointer(index: number): string;
  },
  context: RequestContext,
): Promise<string[]> {
  const types = await visibleTypesOf(services, { ids, linked }, context);
  const reachable = await reachableAmong(services, { publicationId, ids: [...types.keys()] }, context);
  const absent = pastTypes.length > 0 ? ids.filter((id) => !types.has(id)) : [];
  const purged = await purgedAmong(services.objects, { ids: absent, typeNames: pastTypes }, context);
  return ids.map((id, index) => {
    const type = purged.has(id) ? pastTypes[0] : types.get(id);
    if (type !== undefined && (reachable.has(id) || purged.has(id))) return type;
    throw invalidData(pointer(index), `Object ${id} was not found.`);
  });
}

/** @throws the error of `absent` for a hidden object; ApiError authentication_required, forbidden by permissions (D269) */
export async function assertVisible(
  { objects }: LegacyServices,
  { typeName, id, absent }: { typeName: string; id: number; absent: () => ApiError },
  context: RequestContext,
): Promise<void> {
  await findVisible(objects, typeName, String(id), context).catch((error: unknown) => {
    throw error instanceof ApiError && error.code === 'not_found' ? absent() : error;
  });
}

/** The id of an object in a path. @throws ApiError invalid_parameter */
export function readId(text: string, parameter: string): number {
  if (isObjectId(text)) return Number(text);
  throw invalidParameter(parameter, `${parameter} is the id of an object, a positive integer.`);
}
