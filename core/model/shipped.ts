// The shipped model: object types, property types and relations of a new database, and the static attributes of each
// table. Read once from generated/shipped.json, which is generated from openapi/types/*.yaml. A database copies the
// rows; the attributes stay in code.

import { readFileSync } from 'node:fs';
import type {
  Association,
  ModelRows,
  ObjectTypeRow,
  PropertyRow,
  PropertyTypeRow,
  RelationRow,
  Table,
} from '../store/rows/model-rows.ts';
import type { Attribute } from './model.ts';
import type { JsonSchema } from '../json/json-schema.ts';
import { valueKind } from './value-kind.ts';

interface ShippedAttribute {
  name: string;
  description: string;
  schema: JsonSchema;
  nullable?: boolean;
  read_only?: boolean;
  required?: boolean;
  default?: unknown;
}

interface AttributesFile {
  base: ShippedAttribute[];
  legacy: ShippedAttribute[];
  tables: Record<Table, ShippedAttribute[]>;
  extends: Partial<Record<Table, Table>>;
  associations: Partial<Record<Association, ShippedAttribute>>;
}

type ShippedType = Pick<ObjectTypeRow, 'name' | 'singular' | 'description' | 'table' | 'parent_name'> &
  Partial<Pick<ObjectTypeRow, 'is_abstract' | 'associations' | 'is_translatable'>>;

type ShippedRelation = Omit<RelationRow, '_id' | 'revision' | 'created' | 'modified' | 'params'> &
  Partial<Pick<RelationRow, 'params'>>;

interface Shipped {
  attributes: AttributesFile;
  object_types: ShippedType[];
  property_types: {
    property_types: Pick<PropertyTypeRow, 'name' | 'params'>[];
    properties: Pick<PropertyRow, 'name' | 'description' | 'label' | 'property_type_name' | 'object_type_name'>[];
  };
  relations: ShippedRelation[];
}

/** `publish_start` -> `Publish Start`. */
export const titleOf = (name: string): string =>
  name
    .split('_')
    .filter((word) => word !== '')
    .map((word) => word[0]?.toUpperCase() + word.slice(1))
    .join(' ');

/** Texts are translatable unless the type's `translation_rules` exclude them; codes, names and addresses are not. */
export const isTranslatableSchema = ({ contentMediaType: mediaType }: JsonSchema): boolean =>
  typeof mediaType === 'string' && mediaType.startsWith('text/');

const readShipped = (): Shipped =>
  // cast: generated from openapi/types by the build, which validates it
  JSON.parse(readFileSync(new URL('../../generated/shipped.json', import.meta.url), 'utf8')) as Shipped;

function toAttribute(shipped: ShippedAttribute): Attribute {
  return {
    name: shipped.name,
    kind: valueKind(shipped.schema),
    custom: false,
    path: shipped.name,
    schema: shipped.schema,
    nullable: shipped.nullable ?? false,
    readOnly: shipped.read_only ?? false,
    required: shipped.required ?? false,
    default: shipped.default ?? null,
    title: titleOf(shipped.name),
    description: shipped.description,
    translatable: isTranslatableSchema(shipped.schema),
    indexed: false,
  };
}

const file = readShipped().attributes;
const base = file.base.map(toAttribute);
const legacy = file.legacy.map(toAttribute);
const ofTable: ReadonlyMap<string, Attribute[]> = new Map(
  Object.entries(file.tables).map(([table, attributes]) => [table, attributes.map(toAttribute)]),
);
const inline: ReadonlyMap<string, Attribute> = new Map(
  Object.entries(file.associations).map(([name, attribute]) => [name, toAttribute(attribute)]),
);

/** Tables whose types are no content: without the legacy text attributes (D56). */
const WITHOUT_LEGACY: ReadonlySet<Table> = new Set<Table>(['BEdita/Core.Users', 'BEdita/Core.Folders']);

/** The static attributes of a type with these tables: base, legacy texts (not on the root type), tables. */
export function staticAttributes(tables: Iterable<Table>, isRoot: boolean): Attribute[] {
  const all = new Set<Table>();
  for (const table of tables) {
    const parent = file.extends[table];
    if (parent) all.add(parent);
    all.add(table);
  }
  const hasLegacy = !isRoot && ![...all].some((table) => WITHOUT_LEGACY.has(table));
  return [...base, ...(hasLegacy ? legacy : []), ...[...all].flatMap((table) => ofTable.get(table) ?? [])];
}

/** The attribute that shows an association inline; undefined for one without. */
export const inlineAttribute = (association: Association): Attribute | undefined => inline.get(association);

/** What a type has where nothing else is said. */
export const TYPE_DEFAULTS = {
  description: null,
  associations: null,
  hidden: null,
  attribute_permissions: null,
  is_abstract: false,
  enabled: true,
  translation_rules: null,
  is_translatable: true,
};

/** The rows of a new database; `now` is their date. Each call gives new rows. */
export function shippedRows(now: Date): ModelRows {
  const kept = { revision: 1, created: now, modified: now };
  // Parsed again, so that the caller owns the rows.
  const { object_types: types, property_types: ofProperties, relations } = readShipped();
  const { property_types: propertyTypes, properties } = ofProperties;
  const propertyDefaults = { is_nullable: true, read_only: false, indexed: false, default_value: null };
  return {
    object_types: types.map((row, index) => ({ _id: index + 1, ...kept, ...TYPE_DEFAULTS, core_type: true, ...row })),
    property_types: propertyTypes.map((row, index) => ({ _id: index + 1, ...kept, core_type: true, ...row })),
    properties: properties.map((row, index) => ({ _id: index + 1, ...kept, ...propertyDefaults, ...row })),
    relations: relations.map((row, index) => ({ _id: index + 1, ...kept, params: null, ...row })),
  };
}
