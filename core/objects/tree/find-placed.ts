// The objects that a body names by type and id: one read for each type, hidden objects count as missing.
import type { RequestContext } from '../../context.ts';
import { ApiError, invalidData, notFound } from '../../errors.ts';
import type { ResolvedType } from '../../model/model.ts';
import type { BodyIdentifier } from '../../format/jsonapi/documents.ts';
import type { ObjectServices } from '../object-services.ts';
import type { ObjectRecord } from '../object-record.ts';
import { isVisible, mayRead, visibilityFor, visibleFilter } from '../visibility.ts';
import { idsOfNames } from '../../store/object-names.ts';
import type { ObjectDocument, Store } from '../../store/store.ts';

/** `at` points to the item. */
const typeConflict = (at: string, detail: string): ApiError =>
  new ApiError('type_conflict', { detail, source: { pointer: `${at}/type` } });

/** @throws ApiError type_conflict for types without places in the tree: users, abstract and unknown types */
function placedType({ modelService }: ObjectServices, name: string, at: string): ResolvedType {
  const type = modelService.current().types.get(name);
  if (type?.served && !type.abstract && type.kind !== 'users') return type;
  throw typeConflict(at, `Objects of type "${name.slice(0, 100)}" have no place in the tree.`);
}

/** Distinguishes an object of another type from a missing one. */
async function missing(
  { store, modelService, clock }: ObjectServices,
  { id, at, name }: { id: number | undefined; at: string; name: string },
  context: RequestContext,
): Promise<ApiError> {
  const row = id === undefined ? null : await store.objects.findOne({ _id: id });
  const type = row && modelService.current().types.get(row.type);
  const visibility = type && visibilityFor(type, context, clock.now());
  const seen = visibility && (await store.objects.findOne({ _id: row._id, ...visibleFilter(visibility) }));
  if (seen && row.type !== name) return typeConflict(at, `Object ${row._id} is of type "${row.type}".`);
  const { message: detail } = notFound(`${name} "${id ?? ''}"`);
  return new ApiError('not_found', { detail, source: { pointer: `${at}/id` } });
}

/** A single one shares its read with other requests. */
async function readDocuments(store: Store, typeName: string, ids: readonly number[]): Promise<ObjectDocument[]> {
  const [id, ...others] = ids;
  if (id === undefined) return [];
  if (others.length > 0)
    return store
      .documents(typeName)
      .find({ _id: { $in: [...ids] } })
      .toArray();
  const document = await store.findDocument(typeName, id);
  return document ? [document] : [];
}

/**
 * In the order of the list.
 * @param pointer to an item, for errors
 * @throws ApiError type_conflict, not_found, invalid_data for a duplicate
 */
export async function findPlaced(
  services: ObjectServices,
  items: readonly BodyIdentifier[],
  context: RequestContext,
  pointer = (index: number): string => `/data/${index}`,
): Promise<ObjectRecord[]> {
  const { store, clock } = services;
  const types = items.map((item, index) => placedType(services, item.type, pointer(index)));
  const ids = await idsOfNames(
    services.store,
    items.map((item) => String(item.id)),
  );
  const wanted = new Map<ResolvedType, number[]>();
  types.forEach((type, index) => {
    const id = ids.get(String(items[index]?.id));
    if (id !== undefined) wanted.set(type, [...(wanted.get(type) ?? []), id]);
  });
  const found = new Map<string, ObjectRecord>();
  await Promise.all(
    [...wanted].map(async ([type, list]) => {
      const visibility = visibilityFor(type, context, clock.now());
      if (!visibility) return;
      for (const document of await readDocuments(store, type.name, list)) {
        const isSeen = isVisible(document, visibility) && mayRead(document, context.caller);
        if (isSeen) found.set(`${type.name}/${document._id}`, { type, document });
      }
    }),
  );
  const seen = new Set<number>();
  const result: ObjectRecord[] = [];
  for (const [index, { id: name, type }] of items.entries()) {
    const id = ids.get(String(name));
    const object = found.get(`${type}/${id}`);
    if (!object) throw await missing(services, { id, at: pointer(index), name: type }, context);
    if (seen.has(object.document._id)) {
      throw invalidData(pointer(index), `[object_id.isPositionUnique]: Object ${id} is listed twice.`);
    }
    seen.add(object.document._id);
    result.push(object);
  }
  return result;
}
