// The stages that make the type: property types, the object type, its properties.
import type { components } from '../../generated/api.d.ts';
import { answerOf, readAll, type DemoClient } from './connection.ts';
import {
  countryType,
  properties,
  propertyTypes,
  type PropertyAttributes,
  type PropertyTypeAttributes,
} from './country-model.ts';
import type { Stage } from './stage.ts';

type Schemas = components['schemas'];

export const propertyTypeStage = (client: DemoClient): Stage<PropertyTypeAttributes> => ({
  name: 'property types',
  size: propertyTypes.length,
  inFlight: 1,
  async open() {
    const rows = await readAll((query) => answerOf(client.GET('/model/property_types', { params: { query } })));
    return {
      wanted: propertyTypes,
      nameOf: (item) => item.name,
      find: (item) => rows.find((row) => row.attributes.name === item.name),
      create(item) {
        const attributes = { ...item, params: item.params };
        const body = { data: { type: 'property_types', attributes } };
        return answerOf(client.POST('/model/property_types', { body }));
      },
      update(id, changes) {
        const attributes = changes as Schemas['PropertyTypesUpdateAttributes'];
        const params = { path: { property_type_id: id } };
        const body = { data: { type: 'property_types', id, attributes } };
        return answerOf(client.PATCH('/model/property_types/{property_type_id}', { params, body }));
      },
    };
  },
});

export const objectTypeStage = (client: DemoClient): Stage<typeof countryType> => ({
  name: 'object types',
  size: 1,
  inFlight: 1,
  async open() {
    const rows = await readAll((query) => answerOf(client.GET('/model/object_types', { params: { query } })));
    return {
      wanted: [countryType],
      nameOf: (item) => item.name,
      find: (item) => rows.find((row) => row.attributes.name === item.name),
      create(attributes) {
        const body = { data: { type: 'object_types', attributes } };
        return answerOf(client.POST('/model/object_types', { body }));
      },
      update(id, attributes) {
        const params = { path: { object_type_id: id } };
        const body = { data: { type: 'object_types', id, attributes } };
        return answerOf(client.PATCH('/model/object_types/{object_type_id}', { params, body }));
      },
    };
  },
});

export const propertyStage = (client: DemoClient): Stage<PropertyAttributes> => ({
  name: 'properties',
  size: properties.length,
  // One after another also keeps them in the order of their table.
  inFlight: 1,
  async open() {
    const filter = { 'filter[object_type]': countryType.name, 'filter[type]': 'dynamic' } as const;
    const rows = await readAll((query) =>
      answerOf(client.GET('/model/properties', { params: { query: { ...query, ...filter } } })),
    );
    const own = new Map(
      rows
        .filter((row) => row.attributes.object_type_name === countryType.name)
        .map((row) => [row.attributes.name, row] as const),
    );
    return {
      wanted: properties,
      nameOf: (item) => item.name,
      find: (item) => own.get(item.name),
      create(attributes) {
        const body = { data: { type: 'properties', attributes } };
        return answerOf(client.POST('/model/properties', { body }));
      },
      update(id, attributes) {
        const params = { path: { property_id: id } };
        const body = { data: { type: 'properties', id, attributes } };
        return answerOf(client.PATCH('/model/properties/{property_id}', { params, body }));
      },
    };
  },
});
