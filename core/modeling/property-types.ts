// Property types: named JSON Schemas of custom properties (D549).
import { invalidData } from '../errors.ts';
import { defineResource, type DefinedResource, type AttributesInput } from '../resources/define-resource.ts';
import { updateRow } from '../resources/resource-type.ts';
import { rowOperations, type RowOperations } from '../resources/row-operations.ts';
import type { Store } from '../store/store.ts';
import { validateJsonSchema } from '../model/schemas/json-schema-check.ts';
import {
  withoutPrecondition,
  findIn,
  immutable,
  inUse,
  modelRules,
  type ModelDependencies,
} from '../resources/model-write.ts';
import type { JsonSchema } from '../json/json-schema.ts';
import type { Model } from '../model/model.ts';
import type { PropertyRow, PropertyTypeRow } from '../store/rows/model-rows.ts';
import { assertPropertyTypeName } from '../model/names.ts';
import { assertDefault } from '../model/property-default.ts';
import { propertyResources } from './property-rows.ts';

const propertyTypeResources = (store: Store): DefinedResource<PropertyTypeRow, 'PropertyTypes'> =>
  defineResource<PropertyTypeRow, 'PropertyTypes'>({
    type: 'property_types',
    path: '/model/property_types',
    collection: store.propertyTypes,
    searchable: ['name'],
    addressedBy: ['name'],
    attributes: { name: { kind: 'string' }, params: {} },
    meta: { core_type: { kind: 'boolean', default: false } },
  });

function assertParams(params: JsonSchema): void {
  const problem = validateJsonSchema(params);
  if (problem !== undefined) throw invalidData('/data/attributes/params', `[params.valid]: The schema ${problem}`);
}

const isChanged = (row: PropertyTypeRow, input: AttributesInput<'PropertyTypes'>): boolean =>
  (input.name ?? row.name) !== row.name || JSON.stringify(input.params ?? row.params) !== JSON.stringify(row.params);

const propertiesOf = (model: Model, { name }: PropertyTypeRow): PropertyRow[] =>
  model.rows.properties.filter((property) => property.property_type_name === name);

/** The operations on property types. A change revalidates defaults, but not existing values. */
export function propertyTypes(dependencies: ModelDependencies): RowOperations<PropertyTypeRow, 'PropertyTypes'> {
  const { store, modelService } = dependencies;
  return rowOperations(propertyTypeResources(store), {
    ...modelRules(dependencies),
    find(id, _context, scope) {
      const { rows } = scope?.model ?? modelService.current();
      return findIn(rows.property_types, { id, type: 'property_types' }, (row) => [row.name]);
    },
    check(input, current, { model }) {
      if (current && !isChanged(current, input)) return;
      if (current?.core_type) throw immutable('Core property types cannot be changed.');
      if (input.name !== undefined && input.name !== current?.name) assertPropertyTypeName(input.name);
      if (input.params === undefined) return;
      assertParams(input.params);
      for (const property of current ? propertiesOf(model, current) : []) {
        assertDefault(input.params, property.default_value, property.name);
      }
    },
    async onUpdate(row, before, scope) {
      if (row.name === before.name) return;
      const change = { property_type_name: row.name };
      for (const property of propertiesOf(scope.model, before)) {
        await updateRow(propertyResources(store), property, change, withoutPrecondition(scope));
      }
    },
    checkDelete(row, { model }) {
      if (row.core_type) throw immutable('Core property types are not removable.');
      const user = propertiesOf(model, row)[0];
      if (user) throw inUse(`Property type with existing properties: "${user.name}" of "${user.object_type_name}".`);
    },
  });
}
