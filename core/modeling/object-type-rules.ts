// Rules for object types and their changes (D547). Pure: the caller passes the number of objects.
import { ApiError, invalidData } from '../errors.ts';
import { alreadyExists } from '../resources/resource-type.ts';
import { immutable, inUse } from '../resources/model-write.ts';
import type { Model } from '../model/model.ts';
import type { ObjectTypeRow } from '../store/rows/model-rows.ts';
import { encodePointer } from '../model/schemas/attribute-validator.ts';
import { assertTypeName } from '../model/names.ts';
import { findPropertyClash } from '../model/name-clashes.ts';
import { resolveModel } from '../model/resolve-model.ts';

export const ROOT_TYPE = 'objects';

export type ObjectTypeFields = Omit<ObjectTypeRow, '_id' | 'revision' | 'created' | 'modified' | 'core_type'>;

/** Attributes of a request. */
export type ObjectTypeInput = Partial<ObjectTypeFields>;

export const OBJECT_TYPE_FIELDS = [
  'name',
  'singular',
  'description',
  'table',
  'associations',
  'hidden',
  'attribute_permissions',
  'is_abstract',
  'parent_name',
  'enabled',
  'translation_rules',
  'is_translatable',
] as const satisfies readonly (keyof ObjectTypeFields)[];

/** Immutable fields of a shipped type. */
const CORE_FIELDS = ['name', 'singular', 'table', 'parent_name', 'is_abstract'] as const;

/** Changes that are impossible while objects of the type, or of its descendants, exist. */
const BOUND_TO_OBJECTS: Readonly<Record<string, string>> = {
  name: 'renamed',
  table: 'put on another table',
  parent_name: 'given another parent',
};

function assertFreeName(field: 'name' | 'singular', value: string, others: readonly ObjectTypeRow[]): void {
  const other = others.find((row) => row.name === value || row.singular === value);
  if (!other) return;
  const detail = `[${field}.unique]: "${value}" is the name or singular of object type "${other.name}" already.`;
  throw alreadyExists(`/data/attributes/${field}`, detail);
}

function assertNames(
  fields: ObjectTypeFields,
  current: ObjectTypeRow | undefined,
  others: readonly ObjectTypeRow[],
): void {
  for (const field of ['name', 'singular'] as const) {
    if (fields[field] === current?.[field]) continue;
    assertTypeName(field, fields[field]);
    assertFreeName(field, fields[field], others);
  }
  if (fields.name === fields.singular) {
    throw invalidData('/data/attributes/singular', '[singular.different]: Name and singular must differ.');
  }
}

function assertParent(fields: ObjectTypeFields, current: ObjectTypeRow | undefined, model: Model): void {
  if (fields.parent_name === null || fields.parent_name === current?.parent_name) return;
  const parent = model.types.get(fields.parent_name);
  const refuse = (rule: string, message: string) =>
    invalidData('/data/attributes/parent_name', `[parent_name.${rule}]: ${message}`);
  if (!parent) throw refuse('_existsIn', `There is no object type "${fields.parent_name.slice(0, 100)}".`);
  if (!parent.abstract) throw refuse('abstract', `"${parent.name}" is not abstract.`);
  if (!parent.enabled) throw refuse('enabled', `"${parent.name}" is not enabled.`);
  if (current && (parent.name === current.name || parent.ancestors.includes(current.name))) {
    throw refuse('cycle', 'A type cannot be its own ancestor.');
  }
}

/** @throws ApiError invalid_data when a custom property has the name of a static attribute or of another property */
function assertAttributes(candidate: ObjectTypeRow, model: Model): void {
  const clash = findPropertyClash(modelWith(candidate, model));
  if (!clash) return;
  const { property, typeName } = clash;
  const detail = `Property "${property.name}" of "${property.object_type_name}" would clash with another attribute of its name in "${typeName}".`;
  throw new ApiError('invalid_data', detail);
}

function modelWith(candidate: ObjectTypeRow, { rows, version }: Model): Model {
  const others = rows.object_types.filter((row) => row._id !== candidate._id);
  return resolveModel({ ...rows, object_types: [...others, candidate] }, version);
}

/** The first of some names that is no attribute of a type or of one below it: a rule for it would have no effect. */
function firstUnknown(candidate: ObjectTypeRow, names: readonly string[], model: Model): string | undefined {
  if (names.length === 0) return undefined;
  const type = modelWith({ ...candidate, hidden: null }, model).types.get(candidate.name);
  const below = (name: string): boolean =>
    [...model.types.values()].some((each) => each.ancestors.includes(candidate.name) && each.attribute.has(name));
  return names.find((name) => !type?.attribute.has(name) && !type?.hidden.has(name) && !below(name));
}

/** @throws ApiError invalid_data for a name that is no attribute of the type */
function assertHidden(candidate: ObjectTypeRow, current: ObjectTypeRow | undefined, model: Model): void {
  const added = (candidate.hidden ?? []).filter((name) => !current?.hidden?.includes(name));
  const unknown = firstUnknown(candidate, added, model);
  if (unknown === undefined) return;
  const detail = `[hidden._existsIn]: "${candidate.name}" has no attribute "${unknown.slice(0, 100)}".`;
  throw invalidData(`/data/attributes/hidden/${(candidate.hidden ?? []).indexOf(unknown)}`, detail);
}

/** Every caller who sees an object can infer these: from its visibility, its path, and its missing translations. */
const READ_BY_ALL: ReadonlySet<string> = new Set(['status', 'uname', 'lang']);

/** @throws ApiError invalid_data for a name that is no attribute of the type, or that every caller reads */
function assertPermitted(candidate: ObjectTypeRow, current: ObjectTypeRow | undefined, model: Model): void {
  const known = current?.attribute_permissions ?? {};
  const rules = Object.entries(candidate.attribute_permissions ?? {});
  const added = rules.map(([name]) => name).filter((name) => !Object.hasOwn(known, name));
  const refuse = (place: string, rule: string, message: string) =>
    invalidData(`/data/attributes/attribute_permissions/${place}`, `[attribute_permissions.${rule}]: ${message}.`);
  const unknown = firstUnknown(candidate, added, model)?.slice(0, 100);
  if (unknown !== undefined) {
    throw refuse(encodePointer(unknown), '_existsIn', `"${candidate.name}" has no attribute "${unknown}"`);
  }
  const [open] = rules.find(([name, { read }]) => READ_BY_ALL.has(name) && read !== null) ?? [];
  if (open !== undefined) throw refuse(`${open}/read`, 'read', `Every caller who sees an object reads its "${open}"`);
}

export const subtypesOf = (model: Model, typeName: string): ObjectTypeRow[] =>
  model.rows.object_types.filter((row) => row.parent_name === typeName);

/** Checks a type in its future state. @throws ApiError invalid_data, already_exists */
export function assertObjectType(candidate: ObjectTypeRow, current: ObjectTypeRow | undefined, model: Model): void {
  const others = model.rows.object_types.filter((row) => row._id !== current?._id);
  assertNames(candidate, current, others);
  assertParent(candidate, current, model);
  assertAttributes(candidate, model);
  assertHidden(candidate, current, model);
  assertPermitted(candidate, current, model);
}

/**
 * Checks the immutable parts of a change. `objects` is the number of objects of the type and its descendants, trash included.
 * @throws ApiError immutable (shipped types), in_use
 */
export function assertChangeable(
  current: ObjectTypeRow,
  next: ObjectTypeRow,
  used: { objects: number; subtypes: number },
): void {
  const changed = new Set<string>(
    OBJECT_TYPE_FIELDS.filter((field) => JSON.stringify(next[field]) !== JSON.stringify(current[field])),
  );
  const fixed = current.core_type ? CORE_FIELDS.find((field) => changed.has(field)) : undefined;
  if (fixed) throw immutable(`"${fixed}" of a core type cannot be changed.`);
  const { objects, subtypes } = used;
  if (objects > 0) {
    const bound = Object.keys(BOUND_TO_OBJECTS).find((field) => changed.has(field));
    if (bound) throw inUse(`Objects of this type exist: it cannot be ${BOUND_TO_OBJECTS[bound]}.`);
  }
  if (changed.has('is_abstract')) {
    if (next.is_abstract && objects > 0) throw inUse('Objects of this type exist: it cannot become abstract.');
    if (!next.is_abstract && subtypes > 0) throw inUse('This type has subtypes: it must stay abstract.');
  }
  if (changed.has('enabled') && !next.enabled && (objects > 0 || subtypes > 0)) {
    throw inUse(`${objects > 0 ? 'Objects of this type exist' : 'This type has subtypes'}: it cannot be disabled.`);
  }
}

/** @throws ApiError immutable (shipped types), in_use */
export function assertRemovable(row: ObjectTypeRow, used: { objects: number; subtypes: number }): void {
  if (row.core_type) throw immutable('Core types are not removable.');
  if (used.subtypes > 0) throw inUse('This type has subtypes.');
  if (used.objects > 0) throw inUse('Objects of this type exist, perhaps in the trash.');
}
