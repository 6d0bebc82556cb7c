// What a legacy request names and the caller does not see is as if it were not there: the same answer, to the letter.
import type { RequestContext } from '../context.ts';
import { ApiError, invalidData } from '../errors.ts';
import { requireType, concreteTypesOf } from '../objects/object-services.ts';
import { findVisible } from '../objects/read-objects.ts';
import { visibleTypes, visibleTypesFilter } from '../objects/visibility.ts';
import type { LegacyServices } from './publication.ts';
import { reachableAmong } from './reachable.ts';

/** Types of those of some objects that the caller sees, by id. One read. */
export async function seenTypes(
  { objects }: LegacyServices,
  ids: readonly number[],
  context: RequestContext,
): Promise<Map<number, string>> {
  const { store, modelService, clock } = objects;
  // Relations may lead to users too.
  const users = modelService.current().types.get('users');
  const types = [...concreteTypesOf(objects, requireType(objects, 'objects')), ...(users ? [users] : [])];
  const groups = visibleTypes(types, context, clock.now());
  if (groups.length === 0) return new Map();
  const filter = { $and: [{ _id: { $in: [...ids] } }, visibleTypesFilter(groups)] };
  const rows = await store.objects.find(filter, { projection: { type: 1 } }).toArray();
  return new Map(rows.map((row) => [row._id, row.type]));
}

/**
 * Types of the objects that a body names, in the order of their ids.
 * @param pointer to an id, for errors
 * @throws ApiError invalid_data for what is not seen or not reached
 */
export async function namedTypes(
  services: LegacyServices,
  { publicationId, ids, pointer }: { publicationId: number; ids: readonly number[]; pointer(index: number): string },
  context: RequestContext,
): Promise<string[]> {
  const types = await seenTypes(services, ids, context);
  const reached = await reachableAmong(services, { publicationId, ids: [...types.keys()] }, context);
  return ids.map((id, index) => {
    const type = types.get(id);
    if (type !== undefined && reached.has(id)) return type;
    throw invalidData(pointer(index), `Object ${id} was not found.`);
  });
}

/** @throws what `absent` makes for an object that is hidden; ApiError authentication_required, forbidden by permissions (D269) */
export async function assertSeen(
  { objects }: LegacyServices,
  { typeName, id, absent }: { typeName: string; id: string; absent: () => ApiError },
  context: RequestContext,
): Promise<void> {
  await findVisible(objects, typeName, id, context).catch((error: unknown) => {
    throw error instanceof ApiError && error.code === 'not_found' ? absent() : error;
  });
}
