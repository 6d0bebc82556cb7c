// The stored rows of the model: object types, properties, property types and relations.
import type { JsonSchema } from '../../json/json-schema.ts';

/** Sets of static attributes that a type can be based on (D547, D548), and the kinds of the objects of these types. */
export const KIND_OF_TABLE = {
  'BEdita/Core.Objects': 'objects',
  'BEdita/Core.Profiles': 'profiles',
  'BEdita/Core.Users': 'users',
  'BEdita/Core.Media': 'media',
  'BEdita/Core.Locations': 'locations',
  'BEdita/Core.Links': 'links',
  'BEdita/Core.Publications': 'publications',
  'BEdita/Core.Folders': 'folders',
} as const;
export type Table = keyof typeof KIND_OF_TABLE;

/** The kind of a type's objects, which determines their rules. */
export type Kind = (typeof KIND_OF_TABLE)[Table];

export const TABLES = Object.keys(KIND_OF_TABLE);

export const ASSOCIATIONS = ['Categories', 'Tags', 'DateRanges', 'Streams', 'Permissions'] as const;
export type Association = (typeof ASSOCIATIONS)[number];

interface Row {
  _id: number;
  revision: number;
  created: Date;
  modified: Date;
}

/** The only roles that may read or write an attribute (D578), by id; null restricts nothing. */
export interface AttributePermission<Role = number> {
  read: Role[] | null;
  write: Role[] | null;
}

export interface ObjectTypeRow extends Row {
  name: string;
  singular: string;
  description: string | null;
  table: Table;
  /** null only for `objects`, the root of all types. */
  parent_name: string | null;
  associations: Association[] | null;
  hidden: string[] | null;
  /** By name of the attribute. */
  attribute_permissions: Record<string, AttributePermission> | null;
  is_abstract: boolean;
  enabled: boolean;
  translation_rules: Record<string, boolean> | null;
  is_translatable: boolean;
  core_type: boolean;
}

export interface PropertyRow extends Row {
  name: string;
  description: string | null;
  label: string | null;
  property_type_name: string;
  object_type_name: string;
  is_nullable: boolean;
  read_only: boolean;
  /** Each concrete type that has it keeps an index of the values (D460). */
  indexed: boolean;
  default_value: unknown;
}

export interface PropertyTypeRow extends Row {
  name: string;
  params: JsonSchema;
  core_type: boolean;
}

export interface RelationRow extends Row {
  name: string;
  label: string;
  inverse_name: string;
  inverse_label: string;
  description: string | null;
  params: JsonSchema | null;
  /** Names of object types; an abstract one includes all its descendants. */
  left_object_types: string[];
  right_object_types: string[];
}

export interface ModelRows {
  object_types: ObjectTypeRow[];
  properties: PropertyRow[];
  property_types: PropertyTypeRow[];
  relations: RelationRow[];
}
