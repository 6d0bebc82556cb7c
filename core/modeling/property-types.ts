// Property types: JSON Schemas with a name, of which custom properties are made (reference/jsonapi.md 3.4).
import type { RequestContext } from '../context.ts';
import { invalidData } from '../errors.ts';
import { knownAttributes, readCreate, readUpdate, type ResourceBody } from '../format/jsonapi/resource-input.ts';
import { changeRow, insertRow, removeRow, type ResourceType } from '../resources/resource-type.ts';
import type { Field } from '../query/filters.ts';
import type { Store } from '../store/store.ts';
import { formatDateTime } from '../date-values.ts';
import { validateJsonSchema } from '../model/json-schema-check.ts';
import {
  withoutPrecondition,
  changeModel,
  findIn,
  immutable,
  inUse,
  type ModelDependencies,
} from '../resources/model-write.ts';
import type { JsonSchema } from '../json-schema.ts';
import type { Model } from '../model/model.ts';
import type { PropertyTypeRow } from '../store/model-rows.ts';
import { assertGiven, assertPropertyTypeName } from '../model/names.ts';
import { assertDefault } from '../model/property-default.ts';
import { propertyResources } from './property-rows.ts';

export interface PropertyTypeInput {
  name?: string;
  params?: JsonSchema;
}

const FIELDS: ReadonlyMap<string, Field> = new Map<string, Field>([
  ['id', { path: '_id', kind: 'integer' }],
  ['name', { path: 'name', kind: 'string' }],
  ['core_type', { path: 'core_type', kind: 'boolean' }],
  ['created', { path: 'created', kind: 'datetime' }],
  ['modified', { path: 'modified', kind: 'datetime' }],
]);

export const propertyTypeResources = (store: Store): ResourceType<PropertyTypeRow, 'PropertyTypes'> => ({
  type: 'property_types',
  path: '/model/property_types',
  collection: store.propertyTypes,
  fields: FIELDS,
  searchable: ['name'],
  addressedBy: ['name'],
  filters: {},
  toResource: (row) => ({
    id: String(row._id),
    type: 'property_types',
    path: `/model/property_types/${row._id}`,
    attributes: { name: row.name, params: row.params },
    meta: {
      created: formatDateTime(row.created),
      modified: formatDateTime(row.modified),
      core_type: row.core_type,
    },
  }),
});

/** By id or name. @throws ApiError not_found */
export const findPropertyType = (model: Model, id: string): PropertyTypeRow =>
  findIn(model.rows.property_types, { id, type: 'property_types' }, (row) => [row.name]);

function assertParams(params: JsonSchema): void {
  const problem = validateJsonSchema(params);
  if (problem !== undefined) throw invalidData('/data/attributes/params', `[params.valid]: The schema ${problem}`);
}

/** @throws ApiError invalid_data, already_exists, type_conflict, client_id_forbidden */
export async function createPropertyType(
  dependencies: ModelDependencies,
  body: ResourceBody<PropertyTypeInput>,
  context: RequestContext,
): Promise<PropertyTypeRow> {
  const { store, clock } = dependencies;
  const input = readCreate(body, 'property_types');
  assertGiven(input, ['name', 'params']);
  const { name = '', params = {} } = input;
  assertPropertyTypeName(name);
  assertParams(params);
  const now = clock.now();
  const _id = await store.sequences.next('property_types');
  const row = { _id, revision: 1, created: now, modified: now, name, params, core_type: false };
  return changeModel(dependencies, context, (scope) => insertRow(propertyTypeResources(store), row, scope));
}

const isChanged = (row: PropertyTypeRow, input: PropertyTypeInput): boolean =>
  (input.name ?? row.name) !== row.name || JSON.stringify(input.params ?? row.params) !== JSON.stringify(row.params);

/**
 * Values that exist are not validated again; defaults are.
 * @throws ApiError not_found, invalid_data, already_exists, immutable, type_conflict, id_conflict, precondition_failed
 */
export async function updatePropertyType(
  dependencies: ModelDependencies,
  id: string,
  body: ResourceBody<PropertyTypeInput>,
  context: RequestContext,
): Promise<PropertyTypeRow> {
  const { store } = dependencies;
  return changeModel(dependencies, context, async (scope, model) => {
    const current = findPropertyType(model, id);
    const fields = knownAttributes(readUpdate(body, 'property_types', id, current._id), ['name', 'params']);
    if (current.core_type && isChanged(current, fields)) throw immutable('Core property types cannot be changed.');
    if (fields.name !== undefined && fields.name !== current.name) assertPropertyTypeName(fields.name);
    const properties = model.rows.properties.filter((property) => property.property_type_name === current.name);
    if (fields.params !== undefined && isChanged(current, fields)) {
      assertParams(fields.params);
      for (const property of properties) assertDefault(fields.params, property.default_value, property.name);
    }
    const row = await changeRow<PropertyTypeRow>(propertyTypeResources(store), current, fields, scope);
    if (row.name !== current.name) {
      for (const property of properties) {
        await changeRow(
          propertyResources(store),
          property,
          { property_type_name: row.name },
          withoutPrecondition(scope),
        );
      }
    }
    return row;
  });
}

/** @throws ApiError not_found, immutable, in_use, precondition_failed */
export async function deletePropertyType(
  dependencies: ModelDependencies,
  id: string,
  context: RequestContext,
): Promise<void> {
  const { store } = dependencies;
  await changeModel(dependencies, context, async (scope, model) => {
    const row = findPropertyType(model, id);
    if (row.core_type) throw immutable('Core property types are not removable.');
    const user = model.rows.properties.find((property) => property.property_type_name === row.name);
    if (user) throw inUse(`Property type with existing properties: "${user.name}" of "${user.object_type_name}".`);
    await removeRow(propertyTypeResources(store), row, scope);
  });
}
