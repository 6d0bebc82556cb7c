// Rows of object types, properties, property types and relations -> the snapshot of the service. Pure: no storage; inheritance,
// and which types are enabled and served, are decided here only.

import { attributeRoles, readingRules } from './attribute-roles.ts';
import { inlineRefs } from './schemas/inline-refs.ts';
import {
  KIND_OF_TABLE,
  type Association,
  type Kind,
  type ModelRows,
  type ObjectTypeRow,
  type PropertyRow,
  type RelationRow,
  type Table,
} from '../store/rows/model-rows.ts';
import type { Attribute, Model, ResolvedType, TypeRelation } from './model.ts';
import type { JsonSchema } from '../json/json-schema.ts';
import { ENGLISH } from '../languages.ts';
import { objectTypeSchema } from './schemas/object-type-schema.ts';
import { relationSides, type RelationSide } from './relation-sides.ts';
import { inlineAttribute, isTranslatableSchema, staticAttributes, titleOf } from './shipped.ts';
import { splitNull, valueKind } from './value-kind.ts';
import { itemAt } from '../values.ts';

/** Accounts and folders have separate rules and paths, each for one type; other types cannot use their table. */
const ONE_TYPE: Partial<Record<Kind, string>> = { users: 'users', folders: 'folders' };

const isServedTable = (table: Table, typeName: string): boolean =>
  (ONE_TYPE[KIND_OF_TABLE[table]] ?? typeName) === typeName;

const NONE: ReadonlySet<string> = new Set();
const NO_SIDES: ReadonlyMap<string, RelationSide> = new Map();

type PropertySchema = ReturnType<typeof splitNull>;

/** A type's row with those of its ancestors, itself first; `isRooted` is false when the chain is broken or cyclic. */
interface Lineage {
  rows: ObjectTypeRow[];
  isRooted: boolean;
}

function traceLineage(row: ObjectTypeRow, byName: ReadonlyMap<string, ObjectTypeRow>): Lineage {
  const rows = [row];
  let parentName = row.parent_name;
  while (parentName !== null) {
    const parent = byName.get(parentName);
    if (!parent || rows.includes(parent)) return { rows, isRooted: false };
    rows.push(parent);
    parentName = parent.parent_name;
  }
  return { rows, isRooted: true };
}

/** A POST refuses property types that cannot be inlined; a stored one would allow any value. */
function readPropertyType(params: JsonSchema): PropertySchema {
  try {
    return splitNull(inlineRefs(params));
  } catch {
    return { schema: {}, nullable: true };
  }
}

function toAttribute(row: PropertyRow, { schema, nullable }: PropertySchema): Attribute {
  const isUnset = row.default_value === null || row.default_value === undefined;
  return {
    name: row.name,
    kind: valueKind(schema),
    custom: true,
    path: `custom.${row.name}`,
    schema,
    nullable: nullable || row.is_nullable,
    readOnly: row.read_only,
    required: !row.is_nullable && !row.read_only && isUnset,
    default: row.default_value ?? null,
    title: row.label ?? titleOf(row.name),
    description: row.description,
    translatable: isTranslatableSchema(schema),
    indexed: row.indexed,
  };
}

/** The custom attributes that each type defines itself, by type name, oldest first. */
function customAttributes(rows: ModelRows): Map<string, Attribute[]> {
  const schemas = new Map(rows.property_types.map((row) => [row.name, readPropertyType(row.params)]));
  const byType = new Map<string, Attribute[]>();
  for (const row of [...rows.properties].sort((a, b) => a._id - b._id)) {
    const attribute = toAttribute(row, schemas.get(row.property_type_name) ?? { schema: {}, nullable: true });
    const list = byType.get(row.object_type_name);
    if (list) list.push(attribute);
    else byType.set(row.object_type_name, [attribute]);
  }
  return byType;
}

/** The attributes that a type or one of its ancestors hides (D422). */
const hiddenIn = ({ rows }: Lineage): ReadonlySet<string> => new Set(rows.flatMap((row) => row.hidden ?? []));

/** All attributes of a type by name, in the order of ResolvedType. A static one is never hidden by a custom one. */
function collectAttributes(lineage: Lineage, associations: ReadonlySet<Association>, custom: Map<string, Attribute[]>) {
  const rootFirst = [...lineage.rows].reverse();
  const row = itemAt(lineage.rows, 0);
  const tables = rootFirst.map((ancestor) => ancestor.table);
  const attributes = new Map<string, Attribute>();
  const inline = [...associations].map(inlineAttribute).filter((attribute) => attribute !== undefined);
  for (const attribute of [...staticAttributes(tables, row.parent_name === null), ...inline]) {
    attributes.set(attribute.name, attribute);
  }
  for (const attribute of rootFirst.flatMap((ancestor) => custom.get(ancestor.name) ?? [])) {
    if (attributes.get(attribute.name)?.custom !== false) attributes.set(attribute.name, attribute);
  }
  for (const name of hiddenIn(lineage)) attributes.delete(name);
  applyTranslationRules(attributes, row);
  return attributes;
}

/** Types share attributes, so one that differs here is copied. */
function applyTranslationRules(attributes: Map<string, Attribute>, row: ObjectTypeRow): void {
  for (const attribute of attributes.values()) {
    const translatable = row.is_translatable && (row.translation_rules?.[attribute.name] ?? attribute.translatable);
    if (translatable !== attribute.translatable) attributes.set(attribute.name, { ...attribute, translatable });
  }
}

/** The sides of a relation that a type has: one or both; once only when the relation is symmetric (D48). */
function seeRelation(relation: RelationRow, names: ReadonlySet<string>): TypeRelation[] {
  const { left_object_types: left, right_object_types: right } = relation;
  const isLeft = left.some((name) => names.has(name));
  const isRight = right.some((name) => names.has(name));
  const { name, label, inverse_name, inverse_label } = relation;
  const fromLeft: TypeRelation = { name, label, side: 'left', relation, types: right };
  const fromRight: TypeRelation = { name: inverse_name, label: inverse_label, side: 'right', relation, types: left };
  if (isLeft && isRight && name === inverse_name) return [{ ...fromLeft, types: [...new Set([...right, ...left])] }];
  return [...(isLeft ? [fromLeft] : []), ...(isRight ? [fromRight] : [])];
}

/** Concrete types by their ancestors, themselves included. */
function collectConcreteTypes(lineages: readonly Lineage[]): Map<string, string[]> {
  const concrete = new Map<string, string[]>();
  for (const lineage of lineages) {
    const name = lineage.rows[0]?.name ?? '';
    if (lineage.rows[0]?.is_abstract || !isEnabled(lineage)) continue;
    for (const row of lineage.rows) concrete.set(row.name, [...(concrete.get(row.name) ?? []), name]);
  }
  return concrete;
}

const isEnabled = ({ rows, isRooted }: Lineage): boolean => isRooted && rows.every((row) => row.enabled);

/** Users are accounts (D51). */
const isContent = ({ is_abstract: isAbstract, table }: ObjectTypeRow): boolean =>
  !isAbstract && KIND_OF_TABLE[table] !== 'users';

/**
 * Resolves rows into a model: types with their inherited attributes, associations and relations, their JSON Schema and its
 * revision. `textLocale` is that of indexes of texts. Rows were validated when they were written; a type without a path to the root is disabled.
 */
export function resolveModel(rows: ModelRows, version: number, textLocale: string | null = ENGLISH): Model {
  const byName = new Map(rows.object_types.map((row) => [row.name, row]));
  const lineages = rows.object_types.map((row) => traceLineage(row, byName));
  const concreteTypes = collectConcreteTypes(lineages);
  const contentTypes = rows.object_types.filter(isContent).map(({ name }) => name);
  const custom = customAttributes(rows);
  const relations = [...rows.relations].sort((a, b) => a._id - b._id);

  const resolveType = (lineage: Lineage): Omit<ResolvedType, 'sides'> => {
    const row = itemAt(lineage.rows, 0);
    const enabled = isEnabled(lineage);
    const associations = new Set([...lineage.rows].reverse().flatMap((ancestor) => ancestor.associations ?? []));
    const attribute = collectAttributes(lineage, associations, custom);
    const names = new Set(lineage.rows.map((ancestor) => ancestor.name));
    const roles = attributeRoles(lineage.rows, attribute);
    const parts = {
      attributes: [...attribute.values()],
      associations,
      relations: relations.flatMap((relation) => seeRelation(relation, names)),
    };
    return {
      row,
      kind: KIND_OF_TABLE[row.table],
      name: row.name,
      singular: row.singular,
      ancestors: lineage.rows.slice(1).map((ancestor) => ancestor.name),
      concreteTypes: concreteTypes.get(row.name) ?? [],
      contentTypes,
      abstract: row.is_abstract,
      enabled,
      served: enabled && lineage.rows.every((ancestor) => isServedTable(ancestor.table, row.name)),
      ...parts,
      attribute,
      hidden: hiddenIn(lineage),
      attributeRoles: roles,
      ...objectTypeSchema(parts, readingRules(roles)),
      textLocale,
      building: NONE,
    };
  };

  const resolved = new Map(lineages.map((lineage) => [lineage.rows[0]?.name ?? '', resolveType(lineage)]));
  const sides = relationSides(relations, resolved);

  return {
    version,
    rows,
    staleSearch: NONE,
    textLocale,
    types: new Map([...resolved].map(([name, type]) => [name, { ...type, sides: sides.get(name) ?? NO_SIDES }])),
    plurals: new Map(rows.object_types.map((row) => [row.singular, row.name])),
    propertyTypes: new Map(rows.property_types.map((row) => [row.name, row])),
    relations: new Map(
      relations.flatMap((relation) => [
        [relation.name, relation],
        [relation.inverse_name, relation],
      ]),
    ),
  };
}
