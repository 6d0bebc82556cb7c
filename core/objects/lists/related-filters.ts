// `filter[relation.field]=value`: objects with a link to one that meets the filters (D463). Fields and objects that the caller
// could not filter by in a list of the related objects cannot be used here.
import type { RequestContext } from '../../context.ts';
import type { FilterValue } from '../../list-request.ts';
import type { ResolvedType } from '../../model/model.ts';
import {
  fieldCondition,
  filterError,
  relatedParameter,
  type Condition,
  type RelatedFilter,
} from '../../query/filters.ts';
import { assertFewRows } from '../../query/page.ts';
import { filtersInOrder, readIds } from '../../query/list-plan.ts';
import { noteUnindexed } from './note-unindexed.ts';
import { fieldsFor } from './object-fields.ts';
import type { ObjectServices } from '../object-services.ts';
import { visibilityFor, visibleFilter } from '../visibility/visibility.ts';
import { linkedTo, relationOf } from './relation-filters.ts';
import { withoutRowType } from '../../store/untyped-collection.ts';

type Filters = ReadonlyMap<string, FilterValue>;

/** A target type of the relation, with a condition for each filter on one of its fields. */
interface RelatedType {
  type: ResolvedType;
  conditions: readonly Condition[];
}

/** @throws ApiError invalid_filter for a field that no type has, or an operator or value that the field does not support */
function relatedTypes(
  types: readonly ResolvedType[],
  { relation, filters }: { relation: string; filters: Filters },
  context: RequestContext,
): RelatedType[] {
  const fieldsOf = new Map(types.map((type) => [type, fieldsFor(type, context.caller)]));
  const unknown = [...filters.keys()].find((name) => ![...fieldsOf.values()].some((fields) => fields.has(name)));
  if (unknown !== undefined) {
    const detail = `the objects of relation "${relation}" have no field "${unknown.slice(0, 100)}".`;
    throw filterError(relatedParameter(relation, unknown), detail);
  }
  return types.map((type) => ({
    type,
    conditions: [...filters].flatMap(([name, value]) => {
      const field = fieldsOf.get(type)?.get(name);
      return field ? [fieldCondition(field, value, relatedParameter(relation, name))] : [];
    }),
  }));
}

/** Ids of the visible objects of a type that meet the conditions. @throws ApiError query_too_expensive */
async function findOfType(
  { store, clock, queryTimeLimit }: ObjectServices,
  { type, conditions }: RelatedType,
  context: RequestContext,
): Promise<number[]> {
  const visibility = visibilityFor(type, context, clock.now());
  if (!visibility) return [];
  return readIds({
    collection: withoutRowType(store.documents(type.name)),
    scope: [visibleFilter(visibility)],
    ...filtersInOrder(conditions, fieldsFor(type, context.caller), context.access.textLocale),
    timeLimit: queryTimeLimit,
  });
}

/** The filters of lists of some types through their relations. */
export function relatedFilter(
  services: ObjectServices,
  sourceTypes: readonly ResolvedType[],
  context: RequestContext,
): RelatedFilter {
  return async (relation, filters) => {
    const known = relationOf(services, sourceTypes, relation);
    if (!known) {
      const [field = ''] = filters.keys();
      throw filterError(relatedParameter(relation, field), `there is no relation "${relation.slice(0, 100)}" here.`);
    }
    const related = relatedTypes(known.others, { relation, filters }, context);
    // One object has to meet all filters, so types that lack one of the fields have none.
    const able = related.filter(({ conditions }) => conditions.length === filters.size);
    const model = services.modelService.current();
    for (const { type } of able)
      noteUnindexed(context, model, { type, fields: fieldsFor(type, context.caller), filters, sort: [] });
    const ids = (await Promise.all(able.map((each) => findOfType(services, each, context)))).flat();
    assertFewRows(ids.length);
    return linkedTo(services, known, ids);
  };
}
