// Lists of objects report the fields that they filter or sort by without an index (D462).
import type { RequestContext } from '../../context.ts';
import type { ListRequest, SortField } from '../../list-request.ts';
import type { Model, ResolvedType } from '../../model/model.ts';
import type { Fields } from '../../query/filters.ts';
import { propertyIndexName } from '../../store/indexes/indexes.ts';

const OBJECTS = 'objects';

/**
 * Names of the fields that a list filters or sorts by without an index, each once; filters that are no fields are
 * omitted.
 */
function unindexed(fields: Fields, filters: Iterable<string>, sort: readonly SortField[]): string[] {
  const names = new Set([...filters, ...sort.map(({ field }) => field)]);
  return [...names].filter((name) => fields.get(name)?.indexed === false);
}

/** Id of the custom property that a type has under a name. */
const propertyOf = ({ rows }: Model, type: ResolvedType, name: string): number | undefined =>
  type.attribute.get(name)?.custom
    ? rows.properties.find(
        (row) =>
          row.name === name && (row.object_type_name === type.name || type.ancestors.includes(row.object_type_name)),
      )?._id
    : undefined;

interface ReadFields {
  /** undefined for lists of several types, which have no custom properties. */
  type: ResolvedType | undefined;
  fields: Fields;
  filters: ListRequest['filters'];
  sort: ListRequest['sort'];
}

/** Reports fields without an index that the list filters or sorts by. Not for lists that read few objects in any case. */
export function noteUnindexed(
  context: Pick<RequestContext, 'noteUnindexed'>,
  model: Model,
  { type, fields, filters, sort }: ReadFields,
): void {
  for (const field of unindexed(fields, filters.keys(), sort)) {
    const property = type && propertyOf(model, type, field);
    const building = type?.building.has(propertyIndexName(field)) === true;
    context.noteUnindexed({ type: type?.name ?? OBJECTS, field, property, building });
  }
}
