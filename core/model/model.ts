// The runtime model: types, properties and relations resolved into one immutable snapshot, made from rows by resolve-model.ts.
// A model change makes a new snapshot.

import type { JsonSchema } from '../json/json-schema.ts';
import type { AttributeRoles } from './attribute-roles.ts';
import type {
  Association,
  Kind,
  ModelRows,
  ObjectTypeRow,
  PropertyTypeRow,
  RelationRow,
} from '../store/rows/model-rows.ts';

/** Kinds of attribute values: their storage, comparison and casts from query strings. */
export type ValueKind =
  | 'string'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'datetime' // stored as a Date, shown as ISO 8601 with offset (D45)
  | 'date' // stored and shown as YYYY-MM-DD
  | 'array'
  | 'object'
  | 'json'; // any JSON value

export interface Attribute {
  name: string;
  kind: ValueKind;
  /** True for a property of /model/properties; its value is stored under `custom.{name}`. */
  custom: boolean;
  /** Stored path: `title`, `custom.area`. */
  path: string;
  /** Schema of a non-null value, without `nullable`; OpenAPI 3.0 and JSON Schema forms are made from it. */
  schema: JsonSchema;
  nullable: boolean;
  /** Shown in meta and never set by clients. */
  readOnly: boolean;
  /** Required on create (custom property that is not nullable and has no default). */
  required: boolean;
  default: unknown;
  title: string;
  description: string | null;
  translatable: boolean;
  /** A custom property with an index, which may still be under construction. */
  indexed: boolean;
}

export interface TypeRelation {
  /** The name on this side. */
  name: string;
  label: string;
  side: 'left' | 'right';
  relation: RelationRow;
  /** Names of the target types, as listed in the relation. */
  types: string[];
}

/** A relation from the side of one concrete type (core/model/relation-sides.ts). */
export interface RelationSide {
  /** As seen from here. */
  name: string;
  relation: RelationRow;
  /** Side of these objects in stored links; always left in a symmetric relation, which has a row for each direction. */
  side: 'left' | 'right';
  symmetric: boolean;
  /** Names of the concrete target types with an endpoint, in the order of their ids; never empty. */
  types: readonly string[];
  /** Names of the target types in the relation, sorted. */
  listed: readonly string[];
}

export interface ResolvedType {
  row: ObjectTypeRow;
  kind: Kind;
  name: string;
  singular: string;
  /** Parent first, `objects` last. */
  ancestors: string[];
  /** Enabled concrete types that this one includes: itself, or the descendants of an abstract type. */
  concreteTypes: string[];
  /** Names of all concrete types of content, enabled or not; the same for every type. */
  contentTypes: readonly string[];
  abstract: boolean;
  /** Enabled with all its ancestors; a disabled type has no endpoint. */
  enabled: boolean;
  /** Has an endpoint now: enabled, and its table is implemented (UNSERVED_TABLES are not). */
  served: boolean;
  associations: ReadonlySet<Association>;
  /** In order: base, static of the table, inline associations (categories, tags, date_ranges), custom. */
  attributes: readonly Attribute[];
  attribute: ReadonlyMap<string, Attribute>;
  /** Names that the type or an ancestor hides; none of them is among the attributes (D422). */
  hidden: ReadonlySet<string>;
  /** The attributes that only some roles read or write, by name (D578). */
  attributeRoles: ReadonlyMap<string, AttributeRoles>;
  relations: readonly TypeRelation[];
  /** Relations of its objects, by their name on that side; none for an abstract type. */
  sides: ReadonlyMap<string, RelationSide>;
  /** The content of `/model/schema/{type}`, without `$id` (which needs the public URL). */
  schema: JsonSchema;
  /** CRC-32 of the schema without descriptions, and of the roles that read its attributes, decimal (D25, D578). */
  revision: string;
  /** Locale of its indexes of texts; null in a database of an earlier release, until it is set (D800). */
  textLocale: string | null;
  /** Names of the indexes of its collection that are under construction (core/model/model-service.ts). */
  building: ReadonlySet<string>;
}

export interface Model {
  /** Rises with every model change (the `model` row of the store). */
  version: number;
  rows: ModelRows;
  /** Locale of the indexes of texts, as in every type. */
  textLocale: string | null;
  /** By plural name. */
  types: ReadonlyMap<string, ResolvedType>;
  /** Singular name -> plural name. */
  plurals: ReadonlyMap<string, string>;
  propertyTypes: ReadonlyMap<string, PropertyTypeRow>;
  /** By name and by inverse name. */
  relations: ReadonlyMap<string, RelationRow>;
  /** Types whose stored search texts may hold words of newly hidden attributes (D423). */
  staleSearch: ReadonlySet<string>;
}
