// Properties of object types: custom ones are created, changed and deleted, static ones only read (D549).
import type { RequestContext } from '../context.ts';
import { invalidData, notFound } from '../errors.ts';
import type { ListRequest, PageEnds } from '../list-request.ts';
import { knownAttributes, readCreate, readUpdate, type ResourceBody } from '../format/jsonapi/resource-input.ts';
import { inMemory } from '../query/in-memory.ts';
import { planList } from '../query/list-plan.ts';
import { searchCondition } from '../query/search-terms.ts';
import { alreadyExists, updateRow, insertRow, removeRow } from '../resources/resource-type.ts';
import { filterError, singleText, type NamedFilter } from '../query/filters.ts';
import type { Store } from '../store/store.ts';
import type { Transaction } from '../store/transactions/transaction.ts';
import { concreteBelow, countObjects } from '../model/apply-model-change.ts';
import { changeModel, immutable, inUse, lookUp, type ModelDependencies } from '../resources/model-write.ts';
import type { Model } from '../model/model.ts';
import type { PropertyRow } from '../store/rows/model-rows.ts';
import { assertGiven, assertPropertyName } from '../model/names.ts';
import { findPropertyClash } from '../model/name-clashes.ts';
import { assertDefault } from '../model/property-default.ts';
import { PROPERTY_FIELDS, propertyResources, type AnyProperty } from './property-rows.ts';
import { resolveModel } from '../model/resolve-model.ts';
import { staticProperties } from './static-properties.ts';

const INPUT_FIELDS = [
  'name',
  'description',
  'label',
  'property_type_name',
  'object_type_name',
  'is_nullable',
  'read_only',
  'indexed',
  'default_value',
] as const satisfies readonly (keyof PropertyRow)[];

export type PropertyInput = Partial<Pick<PropertyRow, (typeof INPUT_FIELDS)[number]>>;

const customProperties = (model: Model): AnyProperty[] =>
  model.rows.properties.map((row) => ({ ...row, is_static: false }));

/** Own and inherited properties of a type. */
const ofObjectType =
  (model: Model): NamedFilter =>
  (value, parameter) => {
    const name = singleText(value, parameter);
    const row = lookUp(model.rows.object_types, name, (each) => [each.name, each.singular]);
    const type = model.types.get(row?.name ?? '');
    if (!type) throw filterError(parameter, `there is no object type "${name.slice(0, 100)}".`);
    return { object_type_name: { $in: [type.name, ...type.ancestors] } };
  };

const ofKind: NamedFilter = (value, parameter) => {
  const kind = singleText(value, parameter);
  if (kind === 'both') return {};
  if (kind !== 'static' && kind !== 'dynamic') throw filterError(parameter, 'static, dynamic or both is expected.');
  return { is_static: kind === 'static' };
};

/** A page of properties of both kinds; all of them are in the snapshot. */
export async function listProperties(model: Model, request: ListRequest): Promise<PageEnds & { items: AnyProperty[] }> {
  const listing = {
    collection: undefined,
    fields: PROPERTY_FIELDS,
    filters: { object_type: ofObjectType(model), type: ofKind },
    scope: request.search === undefined ? [] : [searchCondition(request.search, ['name', 'description'])],
  };
  // cast: an interface has no index signature; every member is a value
  const all = [...customProperties(model), ...staticProperties(model)] as (AnyProperty & Record<string, unknown>)[];
  const { rows: items, ...ends } = await inMemory(all)(await planList(listing, request, 0));
  return { items, ...ends };
}

/** A property of either kind. @throws ApiError not_found */
export function findProperty(model: Model, id: string): AnyProperty {
  const property =
    customProperties(model).find((row) => String(row._id) === id) ??
    staticProperties(model).find((row) => row._id === id);
  if (!property) throw notFound(`properties "${id.slice(0, 100)}"`);
  return property;
}

/** @throws ApiError not_found, immutable for a static one */
function findCustom(model: Model, id: string): PropertyRow {
  const { _id } = findProperty(model, id);
  const row = model.rows.properties.find((each) => each._id === _id);
  if (!row) throw immutable('Static properties are part of the shipped type.');
  return row;
}

/** @throws ApiError already_exists when the type, an ancestor or a descendant has the name */
function assertFreeName(candidate: PropertyRow, model: Model): void {
  const { name, object_type_name: typeName } = candidate;
  const type = model.types.get(typeName);
  const properties = [...model.rows.properties, candidate];
  const clash = findPropertyClash(resolveModel({ ...model.rows, properties }, model.version));
  const hidden = type?.hidden.has(name);
  if (!clash && !hidden) return;
  const where = clash?.typeName ?? typeName;
  throw alreadyExists('/data/attributes/name', `[name.unique]: "${name}" is an attribute of "${where}" already.`);
}

/** Existing objects would have no value for it. */
async function assertNullableWhereUsed(
  store: Store,
  model: Model,
  row: PropertyRow,
  transaction: Transaction,
): Promise<void> {
  if (row.is_nullable || row.read_only || (row.default_value ?? null) !== null) return;
  if ((await countObjects(store, concreteBelow(model, row.object_type_name), transaction)) === 0) return;
  const demand = `"${row.name}" must be nullable or have a default value`;
  throw inUse(`Objects of type "${row.object_type_name}" exist: ${demand}.`);
}

function propertyTypeOf(model: Model, name: string) {
  const type = model.propertyTypes.get(name);
  if (type) return type;
  const detail = `[property_type_name._existsIn]: There is no property type "${name.slice(0, 100)}".`;
  throw invalidData('/data/attributes/property_type_name', detail);
}

/** @throws ApiError invalid_data, already_exists, in_use, type_conflict, client_id_forbidden */
export async function createProperty(
  dependencies: ModelDependencies,
  body: ResourceBody<PropertyInput>,
  context: RequestContext,
): Promise<PropertyRow> {
  const { store, clock } = dependencies;
  const input = knownAttributes(readCreate(body, 'properties'), INPUT_FIELDS);
  assertGiven(input, ['name', 'property_type_name', 'object_type_name']);
  const { name = '', property_type_name = '', object_type_name = '' } = input;
  assertPropertyName(name);
  const now = clock.now();
  let id: number | undefined;
  return changeModel(dependencies, context, async (scope, model) => {
    const { params } = propertyTypeOf(model, property_type_name);
    if (!model.types.has(object_type_name)) {
      const detail = `[object_type_name._existsIn]: There is no object type "${object_type_name.slice(0, 100)}".`;
      throw invalidData('/data/attributes/object_type_name', detail);
    }
    assertDefault(params, input.default_value);
    const flags = { is_nullable: true, read_only: false, indexed: false };
    const defaults = { description: null, label: null, default_value: null, ...flags };
    const names = { name, property_type_name, object_type_name };
    const candidate = { ...defaults, ...input, ...names, _id: 0, revision: 1, created: now, modified: now };
    assertFreeName(candidate, model);
    await assertNullableWhereUsed(store, model, candidate, scope.transaction);
    id ??= await store.sequences.next('properties');
    return insertRow(propertyResources(store), { ...candidate, _id: id }, scope);
  });
}

async function hasValues(store: Store, model: Model, row: PropertyRow, transaction: Transaction): Promise<boolean> {
  const filter = { [`custom.${row.name}`]: { $exists: true, $ne: null } };
  for (const type of concreteBelow(model, row.object_type_name)) {
    if (await store.documents(type).findOne(filter, { session: transaction })) return true;
  }
  return false;
}

/**
 * Name and object type are immutable; the property type changes only while no object has a value.
 * @throws ApiError not_found, invalid_data, immutable, in_use, type_conflict, id_conflict, precondition_failed
 */
export async function updateProperty(
  dependencies: ModelDependencies,
  id: string,
  body: ResourceBody<PropertyInput>,
  context: RequestContext,
): Promise<PropertyRow> {
  const { store } = dependencies;
  return changeModel(dependencies, context, async (scope, model) => {
    const current = findCustom(model, id);
    const fields = knownAttributes(readUpdate(body, 'properties', id), INPUT_FIELDS);
    for (const field of ['name', 'object_type_name'] as const) {
      if (fields[field] !== undefined && fields[field] !== current[field]) {
        throw immutable(`"${field}" of a property cannot be changed.`);
      }
    }
    const next: PropertyRow = { ...current, ...fields };
    assertDefault(propertyTypeOf(model, next.property_type_name).params, next.default_value);
    if (
      next.property_type_name !== current.property_type_name &&
      (await hasValues(store, model, current, scope.transaction))
    ) {
      throw inUse(`Objects have values of "${current.name}": its property type cannot be changed.`);
    }
    const wasRequired = !current.is_nullable && !current.read_only && (current.default_value ?? null) === null;
    if (!wasRequired) await assertNullableWhereUsed(store, model, next, scope.transaction);
    return updateRow<PropertyRow>(propertyResources(store), current, fields, scope);
  });
}

/** The values of objects are removed in the background. @throws ApiError not_found, immutable, precondition_failed */
export async function deleteProperty(
  dependencies: ModelDependencies,
  id: string,
  context: RequestContext,
): Promise<void> {
  const { store } = dependencies;
  await changeModel(dependencies, context, async (scope, model) => {
    await removeRow(propertyResources(store), findCustom(model, id), scope);
  });
}
