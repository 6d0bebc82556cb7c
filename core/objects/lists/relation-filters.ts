// `filter[relation]=id[,id]`: objects with a link to any of some others, each once (D522). `filter[relation.field]=value`: those with
// a link to one that meets the filters (D463). Objects and fields that the caller could not filter by in a list of the related objects
// cannot be used.
import type { RequestContext } from '../../context.ts';
import type { FilterValue } from '../../list-request.ts';
import type { RelationSide, ResolvedType } from '../../model/model.ts';
import {
  filterError,
  listOf,
  MATCH_NONE,
  fieldCondition,
  relatedParameter,
  type Condition,
  type NamedFilter,
  type RelatedFilter,
} from '../../query/filters.ts';
import { readAll, assertFewRows } from '../../query/page.ts';
import type { ObjectServices } from '../object-services.ts';
import { visibleTypes, visibleTypesFilter, visibilityFor, visibleFilter } from '../visibility/visibility.ts';
import { linkFields } from '../changes/link-fields.ts';
import { isObjectId } from '../../store/object-names.ts';
import { filtersInOrder, readIds } from '../../query/list-plan.ts';
import { noteUnindexed, fieldsFor } from './object-fields.ts';
import { withoutRowType } from '../../store/untyped-collection.ts';

function namesIn(value: FilterValue, parameter: string): string[] {
  const names = listOf(value, parameter).map((name) => name.trim());
  if (names.includes('')) throw filterError(parameter, 'ids or unames of objects are expected.');
  return names;
}

/** Ids of the visible objects with some ids or unames. */
async function seenAmong(
  services: ObjectServices,
  names: readonly string[],
  types: readonly ResolvedType[],
  context: RequestContext,
): Promise<number[]> {
  const visible = visibleTypes(types, context, services.clock.now());
  const ids = names.filter((name) => isObjectId(name)).map(Number);
  const unames = names.filter((name) => !isObjectId(name));
  const named = { $or: [{ _id: { $in: ids } }, { uname: { $in: unames } }] };
  const rows = await services.store.objects
    .find({ $and: [named, visibleTypesFilter(visible)] }, { projection: { _id: 1 }, batchSize: names.length })
    .toArray();
  return rows.map(({ _id }) => _id);
}

/** The meaning of a relation's name for some types: their sides of it, each once, and the target types. */
export interface RequestedRelation {
  name: string;
  sourceTypes: readonly ResolvedType[];
  side: RelationSide;
  others: readonly ResolvedType[];
}

/** undefined when none of the types has the relation. */
function relationOf(
  services: ObjectServices,
  sourceTypes: readonly ResolvedType[],
  name: string,
): RequestedRelation | undefined {
  const sides = sourceTypes.flatMap((type) => type.sides.get(name) ?? []);
  const [side] = sides;
  if (!side) return undefined;
  const { types } = services.modelService.current();
  const others = new Set(sides.flatMap((each) => each.types));
  return { name, sourceTypes, side, others: [...others].flatMap((other) => types.get(other) ?? []) };
}

/** Condition for objects of the listed types with a link to any of these. @throws ApiError query_too_expensive */
async function linkedTo(
  services: ObjectServices,
  { name, sourceTypes, side }: RequestedRelation,
  ids: readonly number[],
): Promise<Condition> {
  if (ids.length === 0) return MATCH_NONE;
  const { types } = services.modelService.current();
  const { me, myType, other, otherType } = linkFields(side);
  const mine = sourceTypes.filter((type) => type.sides.has(name)).map((type) => type.name);
  const links = await readAll(
    services.store.objectRelations.find(
      { [other]: { $in: [...ids] }, relation_id: side.relation._id, [myType]: { $in: mine } },
      {
        projection: { _id: 0, [me]: 1, [myType]: 1, [otherType]: 1 },
        maxTimeMS: services.queryTimeLimit,
      },
    ),
  );
  const isLinked = (type: string, leadsTo: string): boolean =>
    types.get(type)?.sides.get(name)?.types.includes(leadsTo) === true;
  const linked = links.filter((link) => isLinked(link[myType], link[otherType])).map((link) => link[me]);
  return { _id: { $in: [...new Set(linked)] } };
}

function relationFilter(
  services: ObjectServices,
  sourceTypes: readonly ResolvedType[],
  name: string,
  context: RequestContext,
): NamedFilter {
  return async (value, parameter) => {
    const names = namesIn(value, parameter);
    const relation = relationOf(services, sourceTypes, name);
    if (!relation) return MATCH_NONE;
    return linkedTo(services, relation, await seenAmong(services, names, relation.others, context));
  };
}

/** Authors and last editors of objects, by id or uname. */
function userFilter(services: ObjectServices, field: string, context: RequestContext): NamedFilter {
  return async (value, parameter) => {
    const users = services.modelService.current().types.get('users');
    const seen = await seenAmong(services, namesIn(value, parameter), users ? [users] : [], context);
    return { [field]: { $in: seen } };
  };
}

/** A filter for each relation that some of the types have. */
export function relationFilters(
  services: ObjectServices,
  types: readonly ResolvedType[],
  context: RequestContext,
): Record<string, NamedFilter> {
  const names = new Set(types.flatMap((type) => [...type.sides.keys()]));
  return {
    ...Object.fromEntries([...names].map((name) => [name, relationFilter(services, types, name, context)])),
    created_by_user: userFilter(services, 'created_by', context),
    modified_by_user: userFilter(services, 'modified_by', context),
  };
}

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
