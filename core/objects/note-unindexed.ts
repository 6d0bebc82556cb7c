// Lists of objects say which of their fields they read no index for (D462).
import type { RequestContext } from '../context.ts';
import type { ListRequest } from '../list-request.ts';
import type { Model, ResolvedType } from '../model/model.ts';
import type { Fields } from '../query/filters.ts';
import { unindexed } from '../query/unindexed.ts';
import { propertyIndexName } from '../store/indexes.ts';
import type { ObjectServices } from './object-services.ts';

const OBJECTS = 'objects';

/** Id of the custom property that a type has under a name. */
const propertyOf = ({ rows }: Model, type: ResolvedType, name: string): number | undefined =>
  type.attribute.get(name)?.custom
    ? rows.properties.find(
        (row) =>
          row.name === name && (row.object_type_name === type.name || type.ancestors.includes(row.object_type_name)),
      )?._id
    : undefined;

/**
 * Names fields of one type that are filtered or sorted by without an index.
 * @param type undefined for lists over all types, which know no custom properties
 */
export function noteUnindexedFields(
  context: Pick<RequestContext, 'noteUnindexed'>,
  { model, type }: { model: Model; type: ResolvedType | undefined },
  names: readonly string[],
): void {
  for (const field of names) {
    const property = type && propertyOf(model, type, field);
    const building = type?.building.has(propertyIndexName(field)) === true;
    context.noteUnindexed({ type: type?.name ?? OBJECTS, field, property, building });
  }
}

/** Names the fields of a list that it reads no index for. @param list.type undefined for a list over several types */
export function noteUnindexed(
  { modelService }: Pick<ObjectServices, 'modelService'>,
  { type, fields }: { type: ResolvedType | undefined; fields: Fields },
  request: Pick<ListRequest, 'filters' | 'sort'>,
  context: Pick<RequestContext, 'noteUnindexed'>,
): void {
  const names = unindexed(fields, request.filters.keys(), request.sort);
  noteUnindexedFields(context, { model: modelService.current(), type }, names);
}
