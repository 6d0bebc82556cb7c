// Object types: reading, creating, changing and deleting them, with the rows that name them (D547).
import { isDeepStrictEqual } from 'node:util';
import { visibleRoleNames } from '../access/role-names.ts';
import { renameEndpoint } from '../admin/endpoints.ts';
import type { RequestContext } from '../context.ts';
import { ApiError } from '../errors.ts';
import type { Resource } from '../format/jsonapi/documents.ts';
import {
  contradiction,
  inRelationship,
  knownAttributes,
  namedAt,
  readCreate,
  readUpdate,
  relatedId,
  type ResourceBody,
} from '../format/jsonapi/resource-input.ts';
import { updateRow, insertRow, removeRow, type ResourceType, type WriteScope } from '../resources/resource-type.ts';
import type { Field, NamedFilter } from '../query/filters.ts';
import type { CategoryRow, Store } from '../store/store.ts';
import type { Transaction } from '../store/transactions/transaction.ts';
import { concreteBelow, countObjects } from '../model/apply-model-change.ts';
import { categoryResources } from '../taxonomy/category-rows.ts';
import { formatDateTime } from '../date-values.ts';
import { withoutPrecondition, changeModel, findObjectType, type ModelDependencies } from '../resources/model-write.ts';
import type { Model } from '../model/model.ts';
import { TYPE_DEFAULTS } from '../model/shipped.ts';
import type { ObjectTypeRow, PropertyRow } from '../store/rows/model-rows.ts';
import { assertGiven, assertUnusedSegment, camelCase } from '../model/names.ts';
import {
  assertChangeable,
  assertObjectType,
  assertRemovable,
  OBJECT_TYPE_FIELDS,
  ROOT_TYPE,
  subtypesOf,
  type ObjectTypeFields,
  type ObjectTypeInput,
} from './object-type-rules.ts';
import { permissionsByRoleId, permissionsByRoleName, type NamedPermissions } from './named-permissions.ts';
import { propertyResources } from './property-rows.ts';
import { relationResources } from './relations.ts';

const FIELDS: ReadonlyMap<string, Field> = new Map<string, Field>([
  ['id', { path: '_id', kind: 'integer' }],
  ['name', { path: 'name', kind: 'string' }],
  ['singular', { path: 'singular', kind: 'string' }],
  ['description', { path: 'description', kind: 'string' }],
  ['table', { path: 'table', kind: 'string' }],
  ['associations', { path: 'associations', kind: 'array', itemKind: 'string' }],
  ['hidden', { path: 'hidden', kind: 'array', itemKind: 'string' }],
  ['is_abstract', { path: 'is_abstract', kind: 'boolean' }],
  ['parent_name', { path: 'parent_name', kind: 'string' }],
  ['enabled', { path: 'enabled', kind: 'boolean' }],
  ['is_translatable', { path: 'is_translatable', kind: 'boolean' }],
  ['core_type', { path: 'core_type', kind: 'boolean' }],
  ['created', { path: 'created', kind: 'datetime' }],
  ['modified', { path: 'modified', kind: 'datetime' }],
]);

const RELATIONSHIPS = { left_relations: {}, right_relations: {}, parent: {} };

export const objectTypeResource = (
  row: ObjectTypeRow,
  model: Model,
  roleNames: ReadonlyMap<number, string>,
): Resource<'ObjectTypes'> => ({
  id: String(row._id),
  type: 'object_types',
  path: `/model/object_types/${row._id}`,
  attributes: {
    ...knownAttributes(row, OBJECT_TYPE_FIELDS),
    attribute_permissions: permissionsByRoleName(row.attribute_permissions, roleNames),
  },
  meta: {
    created: formatDateTime(row.created),
    modified: formatDateTime(row.modified),
    alias: camelCase(row.name),
    relations: (model.types.get(row.name)?.relations ?? []).map((relation) => relation.name),
    core_type: row.core_type,
  },
  relationships: RELATIONSHIPS,
});

export const objectTypeResources = (
  store: Store,
  model: Model,
  filters: Readonly<Record<string, NamedFilter>> = {},
): ResourceType<ObjectTypeRow, 'ObjectTypes'> => ({
  type: 'object_types',
  path: '/model/object_types',
  collection: store.objectTypes,
  fields: FIELDS,
  searchable: ['name', 'singular', 'description'],
  addressedBy: ['name'],
  filters,
  toResource: (row, context) => objectTypeResource(row, model, context ? visibleRoleNames(context) : new Map()),
});

export const OBJECT_TYPE_DEFAULTS: Omit<ObjectTypeFields, 'name' | 'singular'> = {
  ...TYPE_DEFAULTS,
  table: 'BEdita/Core.Objects',
  parent_name: ROOT_TYPE,
};

/** Only the root has no parent; the root is the default. */
const withParent = <Fields extends ObjectTypeInput>(fields: Fields, current?: ObjectTypeRow): Fields =>
  fields.parent_name === null && current?.parent_name !== null ? { ...fields, parent_name: ROOT_TYPE } : fields;

async function usesOf(store: Store, model: Model, typeName: string, transaction: Transaction) {
  const objects = await countObjects(store, concreteBelow(model, typeName), transaction);
  return { objects, subtypes: subtypesOf(model, typeName).length };
}

/** Attributes of a body, with names of roles. */
export type ObjectTypeBody = Omit<ObjectTypeInput, 'attribute_permissions'> & {
  attribute_permissions?: NamedPermissions | null;
};

/**
 * Only administrators change them: a role that writes the model would open attributes to itself (D761). What others see of
 * them may be sent back.
 * @throws ApiError forbidden, invalid_data
 */
async function withRoleIds(
  store: Store,
  { attribute_permissions: named, ...input }: ObjectTypeBody,
  { context, transaction }: WriteScope,
  current?: ObjectTypeRow,
): Promise<ObjectTypeInput> {
  if (named === undefined) return input;
  if (!context.caller.isAdmin) {
    const shown = permissionsByRoleName(current?.attribute_permissions, visibleRoleNames(context));
    if (isDeepStrictEqual(named, shown)) return input;
    const source = { pointer: '/data/attributes/attribute_permissions' };
    throw new ApiError('forbidden', { detail: 'Only administrators change "attribute_permissions".', source });
  }
  return { ...input, attribute_permissions: await permissionsByRoleId(store, named, transaction) };
}

/** What no caller sees is opened by administrators only, as above. @throws ApiError forbidden */
function assertKeepsHidden(current: ObjectTypeRow, next: ObjectTypeRow, { context }: WriteScope): void {
  const opened = (current.hidden ?? []).find((name) => !next.hidden?.includes(name));
  if (context.caller.isAdmin || opened === undefined) return;
  const source = { pointer: '/data/attributes/hidden' };
  throw new ApiError('forbidden', { detail: `Only administrators take "${opened}" from "hidden".`, source });
}

/** Attributes, with the parent that the body names as a relationship. @throws ApiError not_found, type_conflict, invalid_data */
async function parentIn(
  body: ResourceBody<ObjectTypeBody>,
  input: ObjectTypeInput,
  model: Model,
): Promise<ObjectTypeInput> {
  const id = relatedId(body, 'parent', 'object_types');
  if (id === undefined) return input;
  const find = () => (id === null ? null : namedAt('/data/id', () => findObjectType(model, id).name));
  const parent_name = await inRelationship('parent', find);
  if ((input.parent_name ?? parent_name) !== parent_name) throw contradiction('parent', 'parent_name');
  return { ...input, parent_name };
}

/**
 * When it resolves the type has its collection, indexes and count rows (D24).
 * @throws ApiError invalid_data, already_exists, type_conflict, client_id_forbidden
 */
export async function createObjectType(
  dependencies: ModelDependencies,
  body: ResourceBody<ObjectTypeBody>,
  context: RequestContext,
): Promise<ObjectTypeRow> {
  const { store, modelService, clock } = dependencies;
  const attributes = knownAttributes(readCreate(body, 'object_types'), OBJECT_TYPE_FIELDS);
  assertGiven(attributes, ['name', 'singular']);
  const { name = '', singular = '' } = attributes;
  assertUnusedSegment(name, modelService.extensionSegments);
  const now = clock.now();
  let id: number | undefined;
  return changeModel(dependencies, context, async (scope, model) => {
    const bookkeeping = { _id: 0, revision: 1, created: now, modified: now, core_type: false };
    const given = await withRoleIds(store, attributes, scope);
    const input = withParent(await parentIn(body, given, model));
    const candidate = { ...OBJECT_TYPE_DEFAULTS, ...input, name, singular, ...bookkeeping };
    assertObjectType(candidate, undefined, model);
    id ??= await store.sequences.next('object_types');
    return insertRow(objectTypeResources(store, model), { ...candidate, _id: id }, scope);
  });
}

/** Rows that name a type get its new name. */
async function renameEverywhere(
  store: Store,
  model: Model,
  rename: { from: string; to: string },
  scope: WriteScope,
): Promise<void> {
  const { from, to } = rename;
  const ofType = { object_type_name: to };
  for (const row of subtypesOf(model, from)) {
    await updateRow(objectTypeResources(store, model), row, { parent_name: to }, scope);
  }
  for (const row of propertiesOf(model, from)) await updateRow(propertyResources(store), row, ofType, scope);
  await changeSides(store, model, (names) => names.map((name) => (name === from ? to : name)), scope);
  const categories = categoryResources(store, () => model);
  for (const row of await categoriesOf(store, from, scope)) await updateRow(categories, row, ofType, scope);
  await renameEndpoint(store, rename, scope);
}

const propertiesOf = (model: Model, typeName: string): PropertyRow[] =>
  model.rows.properties.filter((row) => row.object_type_name === typeName);

const categoriesOf = (store: Store, typeName: string, { transaction }: WriteScope): Promise<CategoryRow[]> =>
  store.categories.find({ object_type_name: typeName }, { session: transaction }).toArray();

async function changeSides(
  store: Store,
  model: Model,
  change: (names: string[]) => string[],
  scope: WriteScope,
): Promise<void> {
  for (const row of model.rows.relations) {
    const [left_object_types, right_object_types] = [change(row.left_object_types), change(row.right_object_types)];
    await updateRow(relationResources(store), row, { left_object_types, right_object_types }, scope);
  }
}

async function changeObjectType(
  dependencies: ModelDependencies,
  change: { current: ObjectTypeRow; input: ObjectTypeInput; model: Model },
  scope: WriteScope,
): Promise<ObjectTypeRow> {
  const { store, modelService } = dependencies;
  const { current, input, model } = change;
  const fields = withParent(input, current);
  const next = { ...current, ...fields };
  assertKeepsHidden(current, next, scope);
  assertChangeable(current, next, await usesOf(store, model, current.name, scope.transaction));
  assertObjectType(next, current, model);
  if (next.name !== current.name) assertUnusedSegment(next.name, modelService.extensionSegments);
  const row = await updateRow<ObjectTypeRow>(objectTypeResources(store, model), current, fields, scope);
  if (row.name !== current.name) {
    await renameEverywhere(store, model, { from: current.name, to: row.name }, withoutPrecondition(scope));
  }
  return row;
}

/** @throws ApiError not_found, invalid_data, already_exists, immutable, in_use, type_conflict, id_conflict, precondition_failed */
export async function updateObjectType(
  dependencies: ModelDependencies & { access: { refresh(): Promise<unknown> } },
  id: string,
  body: ResourceBody<ObjectTypeBody>,
  context: RequestContext,
): Promise<ObjectTypeRow> {
  const changed = await changeModel(dependencies, context, async (scope, model) => {
    const current = findObjectType(model, id);
    const attributes = knownAttributes(readUpdate(body, 'object_types', id, current._id), OBJECT_TYPE_FIELDS);
    const given = await withRoleIds(dependencies.store, attributes, scope, current);
    const input = await parentIn(body, given, model);
    return changeObjectType(dependencies, { current, input, model }, scope);
  });
  // The endpoint gets the new name too.
  await dependencies.access.refresh();
  return changed;
}

/**
 * Gives a type another parent (id or name), the root for null.
 * @returns false when nothing changed
 * @throws ApiError as updateObjectType does
 */
export async function replaceObjectTypeParent(
  dependencies: ModelDependencies,
  id: string,
  parentId: string | null,
  context: RequestContext,
): Promise<boolean> {
  return changeModel(dependencies, context, async (scope, model) => {
    const current = findObjectType(model, id);
    const find = (name: string) => namedAt('/data/id', () => findObjectType(model, name).name);
    const parent_name = parentId === null ? null : await find(parentId);
    return (await changeObjectType(dependencies, { current, input: { parent_name }, model }, scope)) !== current;
  });
}

/**
 * Deletes a type with its properties and categories; relations are updated.
 * @throws ApiError not_found, immutable, in_use, precondition_failed
 */
export async function deleteObjectType(
  dependencies: ModelDependencies,
  id: string,
  context: RequestContext,
): Promise<void> {
  const { store } = dependencies;
  await changeModel(dependencies, context, async (scope, model) => {
    const row = findObjectType(model, id);
    assertRemovable(row, await usesOf(store, model, row.name, scope.transaction));
    await removeRow(objectTypeResources(store, model), row, scope);
    const along = withoutPrecondition(scope);
    for (const property of propertiesOf(model, row.name)) await removeRow(propertyResources(store), property, along);
    await changeSides(store, model, (names) => names.filter((name) => name !== row.name), along);
    const categories = categoryResources(store, () => model);
    for (const category of await categoriesOf(store, row.name, scope)) await removeRow(categories, category, along);
  });
}
