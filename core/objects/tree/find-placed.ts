// The objects that a body names by type and id: one read for each type, hidden objects count as missing.
import type { RequestContext } from '../../context.ts';
import { ApiError, invalidData, notFound } from '../../errors.ts';
import type { ResolvedType } from '../../model/model.ts';
import type { BodyIdentifier } from '../../format/jsonapi/documents.ts';
import type { ObjectServices } from '../object-services.ts';
import type { ObjectRecord } from '../object-record.ts';
import { purgedAmong, seesOrSaw } from '../past-objects.ts';
import { visibilityFor, visibleFilter } from '../visibility/visibility.ts';
import { idsOfNames } from '../../store/object-names.ts';
import type { ObjectDocument, Store } from '../../store/store.ts';

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
  const filter = { _id: { $in: [...ids] } };
  if (others.length > 0) return store.documents(typeName).find(filter).toArray();
  const document = await store.findDocument(typeName, id);
  return document ? [document] : [];
}

/** An object that a body names. */
export interface PlacedItem<Item> {
  item: Item;
  found: ObjectRecord;
  at: string;
}

/** A body that names objects, and what it may name beside visible ones (D768). */
export interface PlacedBody<Item> {
  items: readonly Item[];
  /** To an item, for errors. */
  pointer?: (index: number) => string;
  /** Whether an object in the trash has the place in question. */
  isThere?: (found: ObjectRecord) => boolean;
  /** Purged objects are omitted instead of missing. */
  mayBePurged?: boolean;
}

/** In the order of the list. @throws ApiError type_conflict, not_found, invalid_data for a duplicate */
export async function findPlacedItems<Item extends BodyIdentifier>(
  services: ObjectServices,
  { items, pointer = (index) => `/data/${index}`, isThere = () => false, mayBePurged = false }: PlacedBody<Item>,
  context: RequestContext,
): Promise<PlacedItem<Item>[]> {
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
  const purged = new Set<number>();
  await Promise.all(
    [...wanted].map(async ([type, list]) => {
      const visibility = visibilityFor(type, context, clock.now());
      const documents = await readDocuments(store, type.name, list);
      for (const document of documents) {
        const isSeen = seesOrSaw(document, visibility, context.caller);
        if (isSeen && (!document.trashed || isThere({ type, document })))
          found.set(`${type.name}/${document._id}`, { type, document });
      }
      if (!mayBePurged) return;
      const known = new Set(documents.map(({ _id }) => _id));
      const absent = list.filter((id) => !known.has(id));
      for (const id of await purgedAmong(services, { ids: absent, typeNames: [type.name] }, context)) purged.add(id);
    }),
  );
  const seen = new Set<number>();
  const result: PlacedItem<Item>[] = [];
  for (const [index, item] of items.entries()) {
    const id = ids.get(String(item.id));
    const object = found.get(`${item.type}/${id}`);
    const at = pointer(index);
    if (!object && id !== undefined && purged.has(id)) continue;
    if (!object) throw await missing(services, { id, at, name: item.type }, context);
    if (seen.has(object.document._id)) {
      throw invalidData(at, `[object_id.isPositionUnique]: Object ${id} is listed twice.`);
    }
    seen.add(object.document._id);
    result.push({ item, found: object, at });
  }
  return result;
}

/** The visible objects that a body names, in the order of the list. @throws ApiError as findPlacedItems */
export async function findPlaced(
  services: ObjectServices,
  items: readonly BodyIdentifier[],
  context: RequestContext,
  pointer?: (index: number) => string,
): Promise<ObjectRecord[]> {
  const placed = await findPlacedItems(services, { items, ...(pointer && { pointer }) }, context);
  return placed.map(({ found }) => found);
}
