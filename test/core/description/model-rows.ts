// Rows of a model for tests: the shipped ones with additions of a test; only the differences are written out.

import type { Attribute, Model, ResolvedType } from '../../../core/model/model.ts';
import type { JsonSchema } from '../../../core/json/json-schema.ts';
import type {
  ModelRows,
  ObjectTypeRow,
  PropertyRow,
  PropertyTypeRow,
  RelationRow,
} from '../../../core/store/rows/model-rows.ts';
import { resolveModel } from '../../../core/model/resolve-model.ts';
import { shippedRows, TYPE_DEFAULTS } from '../../../core/model/shipped.ts';

const kept = { revision: 1, created: new Date(0), modified: new Date(0) };

export interface Additions {
  types?: (Partial<ObjectTypeRow> & Pick<ObjectTypeRow, 'name' | 'singular'>)[];
  properties?: (Partial<PropertyRow> & Pick<PropertyRow, 'name' | 'object_type_name' | 'property_type_name'>)[];
  propertyTypes?: { name: string; params: JsonSchema }[];
  relations?: (Partial<RelationRow> & Pick<RelationRow, 'name' | 'inverse_name'>)[];
}

/** The shipped rows and, with ids from 101, the added ones. */
export function rowsWith({ types = [], properties = [], propertyTypes = [], relations = [] }: Additions): ModelRows {
  const rows = shippedRows(new Date(0));
  const typeDefaults: Omit<ObjectTypeRow, '_id' | 'name' | 'singular'> = {
    ...kept,
    ...TYPE_DEFAULTS,
    table: 'BEdita/Core.Objects',
    parent_name: 'objects',
    core_type: false,
  };
  const propertyDefaults = {
    ...kept,
    description: null,
    label: null,
    is_nullable: true,
    read_only: false,
    indexed: false,
    default_value: null,
  };
  const relationDefaults = {
    ...kept,
    label: 'Label',
    inverse_label: 'Inverse label',
    description: null,
    params: null,
    left_object_types: ['objects'],
    right_object_types: ['objects'],
  };
  return {
    object_types: [...rows.object_types, ...types.map((row, index) => ({ _id: 101 + index, ...typeDefaults, ...row }))],
    properties: [
      ...rows.properties,
      ...properties.map((row, index) => ({ _id: 101 + index, ...propertyDefaults, ...row })),
    ],
    property_types: [
      ...rows.property_types,
      ...propertyTypes.map((row, index): PropertyTypeRow => ({ _id: 101 + index, ...kept, core_type: false, ...row })),
    ],
    relations: [
      ...rows.relations,
      ...relations.map((row, index) => ({ _id: 101 + index, ...relationDefaults, ...row })),
    ],
  };
}

export const modelWith = (additions: Additions = {}): Model => resolveModel(rowsWith(additions), 1);

export function typeOf(model: Model, name: string): ResolvedType {
  const type = model.types.get(name);
  if (!type) throw new Error(`no type ${name}`);
  return type;
}

export function attributeOf(type: ResolvedType, name: string): Attribute {
  const attribute = type.attribute.get(name);
  if (!attribute) throw new Error(`no attribute ${name}`);
  return attribute;
}

/** A type `countries` with one nullable property for each of the property types, all shipped ones by default. */
export function countries(
  properties: Additions['properties'] = [],
  propertyTypes: Additions['propertyTypes'] = [],
): Model {
  return modelWith({
    types: [{ name: 'countries', singular: 'country', associations: ['Categories', 'Tags'] }],
    properties: properties.map((row) => ({ ...row, object_type_name: 'countries' })),
    propertyTypes,
  });
}
