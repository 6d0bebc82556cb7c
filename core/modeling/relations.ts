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
import { changeModel, findIn, modelRules, type ModelDependencies, findObjectType } from '../resources/model-write.ts';
import type { JsonSchema } from '../json/json-schema.ts';
import type { Model } from '../model/model.ts';
import { removedAmong } from '../store/rows/removed-rows.ts';
import type { RelationRow } from '../store/rows/model-rows.ts';
import { assertRelationName, humanize } from '../model/names.ts';
import { ROOT_TYPE } from './object-type-rules.ts';
import { relationResources } from './relation-rows.ts';
import { isSymmetric } from '../model/relation-sides.ts';
import type { Store } from '../store/store.ts';
import type { Transaction } from '../store/transactions/transaction.ts';

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

/** Names of object types that linkage names by `ids`. @throws ApiError not_found */
const namesOf = (model: Model, data: LinkageData, ids: readonly string[]): Promise<string[]> =>
  Promise.all(
    ids.map((id) =>
      namedAt(
        () => pointerToId(data, id),
        () => findObjectType(model, id).name,
      ),
    ),
  );

/** Names of the object types on each side in a body; a side without a member is unchanged. */
async function sidesIn(
  body: ResourceBody<object>,
  current: Pick<RelationRow, RelationEnd>,
  { model, removed }: { model: Model; removed: (ids: readonly string[]) => Promise<ReadonlySet<string>> },
): Promise<Pick<RelationRow, RelationEnd>> {
  const sides = { left_object_types: current.left_object_types, right_object_types: current.right_object_types };
  for (const side of SIDES) {
    const ids = relatedIds(body, side, 'object_types');
    if (!ids) continue;
    const gone = await removed(ids);
    const kept = ids.filter((id) => !gone.has(id));
    const data = body.data.relationships?.[side]?.data ?? [];
    const given = await inRelationship(side, () => namesOf(model, data, kept));
    if (!isSameSet([...new Set(given)], current[side])) sides[side] = [...new Set(given)];
  }
  return sides;
}

const NO_SIDES = { left_object_types: [], right_object_types: [] };

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
        const removed = (ids: readonly string[]) => removedAmong(store, 'object_types', ids);
        return sidesIn(body, current, { model, removed });
      }
      const { label = humanize(name), inverse_label = humanize(inverse_name) } = input;
      return {
        label,
        inverse_label,
        ...(await sidesIn(body, NO_SIDES, { model, removed: () => Promise.resolve(new Set()) })),
      };
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
    const removed = change.how === 'add' ? new Set<string>() : await removedAmong(store, 'object_types', ids);
    const kept = ids.filter((id) => !removed.has(id));
    const given = await namesOf(model, change.data, kept);
    const names = changedNames(current[relation.side], given, change.how);
    const isSame = isSameSet(names, current[relation.side]);
    const fields = { [relation.side]: isSame ? current[relation.side] : names };
    return (await updateRow<RelationRow>(relationResources(store), current, fields, scope)) !== current;
  });
}
