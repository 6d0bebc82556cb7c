// The model as a document: the JSON Schema of a type, and a portable export of the project (D552).
import type { components } from '../../generated/api.d.ts';
import { visibleRoleNames } from '../access/role-names.ts';
import type { RequestContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { RESOURCE_SCHEMAS } from '../format/jsonapi/resource-schemas.ts';
import type { Store } from '../store/store.ts';
import type { Model } from '../model/model.ts';
import { withSchemaId } from '../model/schemas/object-type-schema.ts';
import { permissionsByRoleName } from './named-permissions.ts';

/**
 * @returns the schema, false for a type that has no objects itself, and its revision, which changes exactly when it does (D25)
 * @throws ApiError not_found
 */
export function schemaDocument(model: Model, typeName: string, base: string): { body: unknown; revision: string } {
  const type = model.types.get(typeName);
  if (type && (type.abstract || !type.enabled)) return { body: false, revision: 'none' };
  const owner = type ?? RESOURCE_SCHEMAS.get(typeName);
  if (!owner) throw notFound(`Object type "${typeName.slice(0, 100)}"`);
  return { body: withSchemaId(owner.schema, `${base}/model/schema/${owner.name}`), revision: owner.revision };
}

const BOOKKEEPING = new Set(['_id', 'revision', 'created', 'modified', 'moves']);

const portable = (row: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !BOOKKEEPING.has(name)));

/** Rows without ids, dates and revisions; a category names its parent. Of roles, those that the caller may see (D762). */
export async function projectDocument(
  store: Store,
  model: Model,
  context: RequestContext,
): Promise<components['schemas']['ProjectResponse']> {
  const [roles, categories] = await Promise.all([
    store.roles.find().sort({ _id: 1 }).toArray(),
    store.categories.find().sort({ _id: 1 }).toArray(),
  ]);
  const roleNames = visibleRoleNames(context);
  const names = new Map(categories.map((row) => [row._id, row.name]));
  return {
    applications: [],
    roles: roles.filter(({ _id }) => roleNames.has(_id)).map(({ name, description }) => ({ name, description })),
    property_types: model.rows.property_types.map(portable),
    object_types: model.rows.object_types.map((row) => ({
      ...portable(row),
      // Ids of roles are valid in one database only.
      attribute_permissions: permissionsByRoleName(row.attribute_permissions, roleNames),
    })),
    relations: model.rows.relations.map(portable),
    properties: model.rows.properties.map(portable),
    categories: categories.map(({ parent_id, ...row }) => ({
      ...portable(row),
      parent: names.get(parent_id ?? 0) ?? null,
    })),
  };
}
