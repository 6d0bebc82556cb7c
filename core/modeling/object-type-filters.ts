// Filters of object types by relation, parent or object (D524).
import { isList } from '../values.ts';
import type { RequestContext } from '../context.ts';
import type { FilterValue } from '../list-request.ts';
import { isVisible, mayRead, visibilityFor } from '../objects/visibility/visibility.ts';
import { booleanOf, filterError, singleText, type NamedFilter } from '../query/filters.ts';
import { lookUp, type ModelDependencies } from '../resources/model-write.ts';
import type { Model } from '../model/model.ts';
import type { RelationRow } from '../store/rows/model-rows.ts';

/** Children of a type, by id or name. */
const byParent =
  (model: Model): NamedFilter =>
  (value, parameter) => {
    const id = singleText(value, parameter);
    const parent = lookUp(model.rows.object_types, id, (row) => [row.name]);
    if (!parent) throw filterError(parameter, `there is no object type "${id.slice(0, 100)}".`);
    return { parent_name: parent.name };
  };

interface RelationFilter {
  relation: RelationRow;
  /** Sides of the relation itself, for either of its names. */
  sides: readonly ('left' | 'right')[];
  descendants: boolean;
}

function readRelationFilter(model: Model, value: FilterValue, parameter: string): RelationFilter {
  const parts: Readonly<Record<string, FilterValue>> =
    typeof value === 'string' || isList(value) ? { name: value } : value;
  const unknown = Object.keys(parts).find((key) => !['name', 'side', 'descendants'].includes(key));
  if (unknown !== undefined) throw filterError(parameter, `unknown member "${unknown}".`);
  const name = parts['name'] === undefined ? '' : singleText(parts['name'], `${parameter}[name]`);
  const relation = model.relations.get(name);
  if (!relation) throw filterError(`${parameter}[name]`, `there is no relation "${name.slice(0, 100)}".`);
  const descendants =
    parts['descendants'] !== undefined && booleanOf(parts['descendants'], `${parameter}[descendants]`);
  if (parts['side'] === undefined) return { relation, sides: ['left', 'right'], descendants };
  const side = singleText(parts['side'], `${parameter}[side]`);
  if (side !== 'left' && side !== 'right') throw filterError(`${parameter}[side]`, 'left or right is expected.');
  const asLeft = (side === 'left') === (relation.name === name);
  return { relation, sides: [asLeft ? 'left' : 'right'], descendants };
}

/** Types that a relation lists; with `descendants` their descendants as well. */
const byRelation =
  (model: Model): NamedFilter =>
  (value, parameter) => {
    const { relation, sides, descendants } = readRelationFilter(model, value, parameter);
    const listed = new Set(sides.flatMap((side) => relation[`${side}_object_types`]));
    const types = [...model.types.values()].filter(
      (type) => listed.has(type.name) || (descendants && type.ancestors.some((name) => listed.has(name))),
    );
    return { name: { $in: types.map((type) => type.name) } };
  };

/** The type of an object, by id or uname; none for a hidden object (D14). */
const byObject =
  ({ store, clock, modelService }: ModelDependencies, context: RequestContext): NamedFilter =>
  async (value, parameter) => {
    const id = singleText(typeof value === 'object' && 'id' in value ? (value['id'] ?? '') : value, parameter);
    const row = await store.objects.findOne(/^\d{1,15}$/.test(id) ? { _id: Number(id) } : { uname: id });
    const type = row && modelService.current().types.get(row.type);
    const visibility = type && visibilityFor(type, context, clock.now());
    const isSeen = row && visibility && isVisible(row, visibility) && mayRead(row, context.caller);
    return { name: isSeen ? row.type : { $in: [] } };
  };

export const objectTypeFilters = (
  dependencies: ModelDependencies,
  context: RequestContext,
): Readonly<Record<string, NamedFilter>> => {
  const model = dependencies.modelService.current();
  return { parent: byParent(model), by_relation: byRelation(model), object_id: byObject(dependencies, context) };
};
