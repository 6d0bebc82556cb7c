// Relationships of model resources: their links and `include`. The snapshot has all of them but categories, which are
// read once for all resources of a response.
import { visibleRoleNames } from '../access/role-names.ts';
import type { RequestContext } from '../context.ts';
import { notFound } from '../errors.ts';
import type { Resource } from '../format/jsonapi/documents.ts';
import type { IncludableRelations, RelatedLoader } from '../resources/include.ts';
import type { CategoryRow, Store } from '../store/store.ts';
import { categoryResources } from '../taxonomy/category-rows.ts';
import type { Model } from '../model/model.ts';
import type { ObjectTypeRow, RelationRow } from '../store/rows/model-rows.ts';
import { objectTypeResource } from './object-types.ts';
import { relationResources, type RelationEnd } from './relations.ts';

/** Relations with a type, or an ancestor of it, on a side. */
export function relationsOf(model: Model, row: ObjectTypeRow, side: RelationEnd): RelationRow[] {
  const names = [row.name, ...(model.types.get(row.name)?.ancestors ?? [])];
  return model.rows.relations.filter((relation) => relation[side].some((name) => names.includes(name)));
}

/** Types that a relation lists on a side, in the order of their ids. */
export const objectTypesOf = (model: Model, relation: RelationRow, side: RelationEnd): ObjectTypeRow[] =>
  model.rows.object_types.filter((row) => relation[side].includes(row.name));

const typeNamed = (model: Model, name: string | null): ObjectTypeRow | undefined => model.types.get(name ?? '')?.row;

export const parentOfType = (model: Model, row: ObjectTypeRow): ObjectTypeRow | undefined =>
  typeNamed(model, row.parent_name);

/** @throws ApiError not_found when the type has been deleted since, and the category with it */
export function objectTypeOfCategory(model: Model, row: CategoryRow): ObjectTypeRow {
  const type = typeNamed(model, row.object_type_name);
  if (!type) throw notFound(`categories "${row._id}"`);
  return type;
}

/** A loader over rows that are in memory. */
const fromSnapshot =
  <Row extends { _id: number }>(rows: readonly Row[], related: (row: Row) => Resource[]): RelatedLoader =>
  (resources) => {
    const byId = new Map(rows.map((row) => [String(row._id), row]));
    const load = (id: string): Resource[] => {
      const row = byId.get(id);
      return row ? related(row) : [];
    };
    return Promise.resolve(new Map(resources.map(({ id }) => [id, load(id)])));
  };

const attributeOf = (resource: Resource, name: string): string => String(resource.attributes[name]);

/** Categories by one of their fields, for the values of the resources. */
async function readCategories(
  store: Store,
  model: Model,
  filter: { field: '_id' | 'parent_id'; values: readonly number[] },
): Promise<Map<string, Resource[]>> {
  const { toResource } = categoryResources(store, () => model);
  const found = store.categories.find({ [filter.field]: { $in: [...filter.values] } }).sort({ _id: 1 });
  const groups = new Map<string, Resource[]>();
  for (const row of await found.toArray()) {
    const key = String(row[filter.field]);
    groups.set(key, [...(groups.get(key) ?? []), toResource(row)]);
  }
  return groups;
}

export function modelRelations(
  store: Store,
  model: Model,
  context: Pick<RequestContext, 'access' | 'caller'>,
): IncludableRelations {
  const roleNames = visibleRoleNames(context);
  const typeResource = (row: ObjectTypeRow): Resource => objectTypeResource(row, model, roleNames);
  const { object_types: types, relations } = model.rows;
  const { toResource: relationResource } = relationResources(store);
  const relationsOn = (side: RelationEnd) =>
    fromSnapshot(types, (row) => relationsOf(model, row, side).map((relation) => relationResource(relation)));
  const typesOn = (side: RelationEnd) =>
    fromSnapshot(relations, (row) => objectTypesOf(model, row, side).map(typeResource));

  const named = (name: string | null): Resource[] => {
    const type = typeNamed(model, name);
    return type ? [typeResource(type)] : [];
  };
  const objectType: RelatedLoader = (resources) => {
    const load = (resource: Resource): Resource[] => named(attributeOf(resource, 'object_type_name'));
    return Promise.resolve(new Map(resources.map((resource) => [resource.id, load(resource)])));
  };
  const parentCategory: RelatedLoader = async (resources) => {
    const parentIds = resources.map((resource) => resource.attributes['parent_id']);
    const values = parentIds.filter((id) => typeof id === 'number');
    const parents = await readCategories(store, model, { field: '_id', values });
    return new Map(resources.map((resource) => [resource.id, parents.get(attributeOf(resource, 'parent_id')) ?? []]));
  };
  const childCategories: RelatedLoader = (resources) =>
    readCategories(store, model, { field: 'parent_id', values: resources.map((resource) => Number(resource.id)) });

  return {
    object_types: {
      left_relations: { toMany: true, load: relationsOn('left_object_types') },
      right_relations: { toMany: true, load: relationsOn('right_object_types') },
      parent: { toMany: false, load: fromSnapshot(types, (row) => named(row.parent_name)) },
    },
    relations: {
      left_object_types: { toMany: true, load: typesOn('left_object_types') },
      right_object_types: { toMany: true, load: typesOn('right_object_types') },
    },
    categories: {
      object_type: { toMany: false, load: objectType },
      parent_category: { toMany: false, load: parentCategory },
      child_categories: { toMany: true, load: childCategories },
    },
  };
}
