// Relations between object types: two names, two sides, and a schema of the parameters of links (D550, D48).
import type { RequestContext } from '../context.ts';
import { ApiError, invalidData } from '../errors.ts';
import {
  inRelationship,
  namedAt,
  pointerToId,
  readLinkage,
  relatedIds,
  type LinkageData,
  type ResourceBody,
  type LinkageChange,
} from '../format/jsonapi/resource-input.ts';
import { alreadyExists, updateRow } from '../resources/resource-type.ts';
import { rowOperations, type RowOperations } from '../resources/row-operations.ts';
import { validateJsonSchema } from '../model/schemas/json-schema-check.ts';
import { changeModel, findIn, modelRules, findObjectType, type ModelDependencies } from '../resources/model-write.ts';
import type { JsonSchema } from '../json/json-schema.ts';
import type { Model } from '../model/model.ts';
import { removedAmong } from '../store/rows/removed-rows.ts';
import type { RelationRow } from '../store/rows/model-rows.ts';
import { assertRelationName, humanize } from '../model/names.ts';
import { ROOT_TYPE } from './object-type-rules.ts';
import { isSymmetric } from '../model/relation-sides.ts';
import type { Store } from '../store/store.ts';
import type { Transaction } from '../store/transactions/transaction.ts';
import { defineResource, type DefinedResource } from '../resources/define-resource.ts';

export type RelationEnd = 'left_object_types' | 'right_object_types';
/** By id, name or inverse name. @throws ApiError not_found */
export const findRelation = (model: Model, id: string): RelationRow =>
  findIn(model.rows.relations, { id, type: 'relations' }, (row) => [row.name, row.inverse_name]);

/** Neither name may be in use by another relation, as name or inverse name; they may be equal (D48). */
function assertNames(
  names: Pick<RelationRow, 'name' | 'inverse_name'>,
  current: RelationRow | undefined,
  model: Model,
): void {
  for (const field of ['name', 'inverse_name'] as const) {
    const value = names[field];
    if (value === current?.[field]) continue;
    assertRelationName(field, value);
    const pointer = `/data/attributes/${field}`;
    const other = model.relations.get(value);
    if (other && other._id !== current?._id) {
      throw alreadyExists(pointer, `[${field}.unique]: "${value}" is a name of relation "${other.name}" already.`);
    }
    if (model.types.get(ROOT_TYPE)?.attribute.has(value)) {
      throw invalidData(pointer, `[${field}.allowed]: "${value}" is an attribute of every object.`);
    }
  }
}

/** A symmetric relation has a row for each direction of a link, another one has one (D48). @throws ApiError in_use */
async function assertSymmetryKept(
  store: Store,
  { before, after }: Record<'before' | 'after', Pick<RelationRow, '_id' | 'name' | 'inverse_name'>>,
  transaction: Transaction,
): Promise<void> {
  if (isSymmetric(before) === isSymmetric(after)) return;
  const link = await store.objectRelations.findOne({ relation_id: before._id }, { session: transaction });
  if (!link) return;
  const detail = `Objects are related by "${before.name}": its names must stay ${isSymmetric(before) ? 'equal' : 'different'}.`;
  throw new ApiError('in_use', detail);
}

function assertParams(params: JsonSchema | null | undefined): void {
  if (params === null || params === undefined) return;
  const pointer = '/data/attributes/params';
  const problem = validateJsonSchema(params);
  if (problem !== undefined) throw invalidData(pointer, `[params.valid]: The schema ${problem}`);
  if (params['type'] !== undefined && params['type'] !== 'object') {
    throw invalidData(pointer, '[params.valid]: The schema must be that of an object.');
  }
}

const SIDES = ['left_object_types', 'right_object_types'] as const;
const NO_SIDES: Pick<RelationRow, RelationEnd> = { left_object_types: [], right_object_types: [] };

/** Names of object types that linkage names by `ids`. @throws ApiError not_found */
const namesOf = (model: Model, data: LinkageData, ids: readonly string[]): Promise<string[]> => {
  const pointerTo = (id: string) => () => pointerToId(data, id);
  return Promise.all(ids.map((id) => namedAt(pointerTo(id), () => findObjectType(model, id).name)));
};

/** Names of the object types on each side in a body; a side without a member is unchanged. */
async function sidesIn(
  body: ResourceBody<object>,
  current: RelationRow | undefined,
  { store, model }: { store: Store; model: Model },
): Promise<Pick<RelationRow, RelationEnd>> {
  const { left_object_types, right_object_types } = current ?? NO_SIDES;
  const sides = { left_object_types, right_object_types };
  for (const side of SIDES) {
    const ids = relatedIds(body, side, 'object_types');
    if (!ids) continue;
    const gone = current ? await removedAmong(store, 'object_types', ids) : new Set<string>();
    const kept = ids.filter((id) => !gone.has(id));
    const data = body.data.relationships?.[side]?.data ?? [];
    const given = [...new Set(await inRelationship(side, () => namesOf(model, data, kept)))];
    if (!isSameSet(given, sides[side])) sides[side] = given;
  }
  return sides;
}

/** The operations on relations, with the object types on their sides (D408). */
export function relations(dependencies: ModelDependencies): RowOperations<RelationRow, 'Relations'> {
  const { store, modelService } = dependencies;
  return rowOperations(relationResources(store), {
    ...modelRules(dependencies),
    find: (id, _context, scope) => findRelation(scope?.model ?? modelService.current(), id),
    async check(input, current, { model, transaction }, body) {
      const { name = '', inverse_name = '' } = { ...current, ...input };
      assertNames({ name, inverse_name }, current, model);
      assertParams(input.params);
      if (current) {
        await assertSymmetryKept(store, { before: current, after: { ...current, name, inverse_name } }, transaction);
        return sidesIn(body, current, { store, model });
      }
      const { label = humanize(name), inverse_label = humanize(inverse_name) } = input;
      return { label, inverse_label, ...(await sidesIn(body, current, { store, model })) };
    },
  });
}

function changedNames(current: readonly string[], given: readonly string[], how: LinkageChange): string[] {
  switch (how) {
    case 'add':
      return [...new Set([...current, ...given])];
    case 'remove':
      return current.filter((name) => !given.includes(name));
    case 'replace':
      return [...new Set(given)];
  }
}

const isSameSet = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((name) => b.includes(name));

/**
 * Adds, replaces or removes the object types (by id or name) on one side of a relation.
 * @returns false when nothing changed
 * @throws ApiError not_found, type_conflict, precondition_failed
 */
export async function changeObjectTypes(
  dependencies: ModelDependencies,
  relation: { id: string; side: RelationEnd },
  change: { how: LinkageChange; data: LinkageData },
  context: RequestContext,
): Promise<boolean> {
  const { store } = dependencies;
  const ids = readLinkage(change.data, 'object_types');
  return changeModel(dependencies, context, async (scope, model) => {
    const current = findRelation(model, relation.id);
    const listed = current[relation.side];
    const removed = change.how === 'add' ? new Set<string>() : await removedAmong(store, 'object_types', ids);
    const kept = ids.filter((id) => !removed.has(id));
    const names = changedNames(listed, await namesOf(model, change.data, kept), change.how);
    const fields = { [relation.side]: isSameSet(names, listed) ? listed : names };
    return (await updateRow<RelationRow>(relationResources(store), current, fields, scope)) !== current;
  });
}

export const relationResources = (store: Store): DefinedResource<RelationRow, 'Relations'> =>
  defineResource<RelationRow, 'Relations'>({
    type: 'relations',
    path: '/model/relations',
    collection: store.relations,
    searchable: ['name', 'inverse_name', 'description', 'label', 'inverse_label'],
    addressedBy: ['name', 'inverse_name'],
    attributes: {
      name: { kind: 'string' },
      label: { kind: 'string', default: undefined },
      inverse_name: { kind: 'string' },
      inverse_label: { kind: 'string', default: undefined },
      description: { kind: 'string', default: null },
      params: { default: null },
    },
    relationships: ['left_object_types', 'right_object_types'],
  });
