// Categories: labels for the objects of one type, in a tree of their own (reference/jsonapi.md 3.6).
import type { RequestContext } from '../context.ts';
import { invalidData } from '../errors.ts';
import {
  contradiction,
  inRelationship,
  knownAttributes,
  readCreate,
  readUpdate,
  relatedId,
  type ResourceBody,
} from '../format/jsonapi/resource-input.ts';
import { changeRow, findRow, insertRow, removeRow, type WriteScope } from '../resources/resource-type.ts';
import { removeInlineLinks } from '../store/inline-links.ts';
import type { CategoryRow, Store } from '../store/store.ts';
import type { Transaction } from '../store/transaction.ts';
import { categoryResources } from './category-rows.ts';
import { changedLabels, inlineLabel, newLabels, type InlineLabel, type LabelInput } from './labels.ts';
import { immutable, inUse, type ModelDependencies, findObjectType } from '../resources/model-write.ts';
import { writeRows } from '../resources/write-rows.ts';
import type { Model } from '../model/model.ts';
import { assertGiven, assertLabelName } from '../model/names.ts';

export interface CategoryInput extends LabelInput {
  name?: string;
  enabled?: boolean;
  parent_id?: number | null;
  object_type_name?: string;
}

/** A category as an object is sent with it. */
export interface InlineCategory {
  name: string;
  params?: unknown;
}

/** The category and all above it, nearest first. */
async function withAncestors(store: Store, id: number, transaction: Transaction): Promise<CategoryRow[]> {
  const rows: CategoryRow[] = [];
  for (let next: number | null = id; next !== null;) {
    const row: CategoryRow | null = await store.categories.findOne({ _id: next }, { session: transaction });
    if (!row) break;
    rows.push(row);
    next = row.parent_id;
  }
  return rows;
}

/**
 * Checks a new parent, and writes it and all above it, so that a move or a removal of one of them at the same moment
 * conflicts: together the two could make a ring, or an orphan.
 */
async function takeParent(
  store: Store,
  child: { id: number | null; typeName: string; parentId: number },
  transaction: Transaction,
): Promise<void> {
  const pointer = '/data/attributes/parent_id';
  const chain = await withAncestors(store, child.parentId, transaction);
  if (chain[0]?.object_type_name !== child.typeName) {
    throw invalidData(pointer, `[parent_id._existsIn]: "${child.typeName}" has no category ${child.parentId}.`);
  }
  if (chain.some((row) => row._id === child.id)) {
    throw invalidData(pointer, '[parent_id.cycle]: A category cannot be below itself.');
  }
  const filter = { _id: { $in: chain.map((row) => row._id) } };
  await store.categories.updateMany(filter, { $inc: { moves: 1 } as never }, { session: transaction });
}

/** The type must be there when the category is: removing a type removes these rows (core/store/object-counts.ts). */
async function takeType(store: Store, typeName: string, transaction: Transaction): Promise<void> {
  const fence = await store.objectCounts.updateOne(
    { _id: `${typeName}:0` },
    { $inc: { writes: 1 } as never },
    { session: transaction },
  );
  if (fence.matchedCount === 0) throw unknownType(typeName);
}

const unknownType = (typeName: string) =>
  invalidData(
    '/data/attributes/object_type_name',
    `[object_type_name._existsIn]: "${typeName.slice(0, 100)}" is no object type with categories.`,
  );

/** @throws ApiError not_found, type_conflict; invalid_data when the body names another object type than that of the category */
async function assertObjectType(body: ResourceBody<CategoryInput>, typeName: string, model: Model): Promise<void> {
  const id = relatedId(body, 'object_type', 'object_types');
  if (id === undefined) return;
  const name = id && (await inRelationship('object_type', () => findObjectType(model, id).name));
  if (name !== typeName) throw contradiction('object_type', 'object_type_name');
}

/** Id of the parent that a body names as a relationship, else as an attribute. @throws ApiError not_found, type_conflict, invalid_data */
async function parentIn(
  body: ResourceBody<CategoryInput>,
  input: CategoryInput,
  type: ReturnType<typeof categoryResources>,
): Promise<number | null | undefined> {
  const id = relatedId(body, 'parent_category', 'categories');
  if (id === undefined) return input.parent_id;
  const parentId = id === null ? null : (await inRelationship('parent_category', () => findRow(type, id)))._id;
  if ((input.parent_id ?? parentId) !== parentId) throw contradiction('parent_category', 'parent_id');
  return parentId;
}

/** @throws ApiError invalid_data, already_exists, type_conflict, client_id_forbidden, not_found */
export async function createCategory(
  dependencies: ModelDependencies,
  body: ResourceBody<CategoryInput>,
  context: RequestContext,
): Promise<CategoryRow> {
  const { store, modelService, clock } = dependencies;
  const input = readCreate(body, 'categories');
  assertGiven(input, ['name', 'object_type_name']);
  const { name = '', object_type_name: typeName = '', enabled = true } = input;
  assertLabelName(name);
  const model = await modelService.refresh();
  const type = model.types.get(typeName);
  if (!type || type.abstract || !type.associations.has('Categories')) throw unknownType(typeName);
  await assertObjectType(body, typeName, model);
  const parentId = (await parentIn(body, input, categoryResources(store, model))) ?? null;
  const now = clock.now();
  const bookkeeping = { _id: await store.sequences.next('categories'), revision: 1, created: now, modified: now };
  const row = {
    ...bookkeeping,
    name,
    labels: newLabels(name, input),
    enabled,
    parent_id: parentId,
    object_type_name: typeName,
  };
  return writeRows(dependencies, context, async (scope) => {
    await takeType(store, typeName, scope.transaction);
    if (parentId !== null) await takeParent(store, { id: null, typeName, parentId }, scope.transaction);
    return insertRow(categoryResources(store, model), row, scope);
  });
}

async function changeCategory(
  dependencies: ModelDependencies,
  change: { current: CategoryRow; fields: Partial<CategoryRow> },
  scope: WriteScope,
): Promise<CategoryRow> {
  const { store, modelService } = dependencies;
  const { current, fields } = change;
  const parentId = fields.parent_id;
  if (parentId !== undefined && parentId !== null && parentId !== current.parent_id) {
    const child = { id: current._id, typeName: current.object_type_name, parentId };
    await takeParent(store, child, scope.transaction);
  }
  return changeRow(categoryResources(store, modelService.current()), current, fields, scope);
}

/** @throws ApiError not_found, invalid_data, already_exists, immutable, type_conflict, id_conflict, precondition_failed */
export async function updateCategory(
  dependencies: ModelDependencies,
  id: string,
  body: ResourceBody<CategoryInput>,
  context: RequestContext,
): Promise<CategoryRow> {
  const { store, modelService } = dependencies;
  return writeRows(dependencies, context, async (scope) => {
    const current = await findRow(categoryResources(store, modelService.current()), id, scope.transaction);
    const input = readUpdate(body, 'categories', id, current._id);
    if (input.name !== undefined) assertLabelName(input.name);
    if (input.object_type_name !== undefined && input.object_type_name !== current.object_type_name) {
      throw immutable('A category stays with its object type.');
    }
    const model = modelService.current();
    await assertObjectType(body, current.object_type_name, model);
    const parent_id = await parentIn(body, input, categoryResources(store, model));
    const known = knownAttributes({ ...input, ...(parent_id !== undefined && { parent_id }) }, [
      'name',
      'enabled',
      'parent_id',
    ]);
    const fields = { ...known, labels: changedLabels(current.labels, input) };
    return changeCategory(dependencies, { current, fields }, scope);
  });
}

export const parentOf = async (store: Store, row: CategoryRow): Promise<CategoryRow | null> =>
  row.parent_id === null ? null : store.categories.findOne({ _id: row.parent_id });

/**
 * Gives a category another parent, or none.
 * @returns false when it had that one
 * @throws ApiError not_found, invalid_data, precondition_failed
 */
export async function replaceParentCategory(
  dependencies: ModelDependencies,
  id: string,
  parentId: string | null,
  context: RequestContext,
): Promise<boolean> {
  const { store, modelService } = dependencies;
  const type = categoryResources(store, modelService.current());
  return writeRows(dependencies, context, async (scope) => {
    const current = await findRow(type, id, scope.transaction);
    const parent = parentId === null ? null : await findRow(type, parentId, scope.transaction);
    const change = { current, fields: { parent_id: parent?._id ?? null } };
    return (await changeCategory(dependencies, change, scope)) !== current;
  });
}

/** Objects lose the category. @throws ApiError not_found, in_use while it has children, precondition_failed */
export async function deleteCategory(
  dependencies: ModelDependencies,
  id: string,
  context: RequestContext,
): Promise<void> {
  const { store, modelService, clock } = dependencies;
  const type = categoryResources(store, modelService.current());
  const category = await writeRows(dependencies, context, async (scope) => {
    const row = await findRow(type, id, scope.transaction);
    const child = await store.categories.findOne({ parent_id: row._id }, { session: scope.transaction });
    if (child) throw inUse(`Category "${row.name}" has child categories.`);
    await removeRow(type, row, scope);
    return row;
  });
  const link = { field: 'categories', id: category._id } as const;
  await removeInlineLinks(store, { types: [category.object_type_name], link, at: clock.now() }, context);
}

/**
 * What an object of a type stores for the categories it is sent with: names that are unknown to the type or disabled are
 * dropped without a word, and so are repetitions.
 */
export async function resolveCategories(
  store: Store,
  typeName: string,
  input: readonly InlineCategory[],
): Promise<{ id: number; params: unknown }[]> {
  const wanted = new Map(input.map((item) => [item.name, item.params ?? null]));
  if (wanted.size === 0) return [];
  const filter = { object_type_name: typeName, name: { $in: [...wanted.keys()] }, enabled: true };
  const ids = new Map((await store.categories.find(filter).toArray()).map((row) => [row.name, row._id]));
  return [...wanted].flatMap(([name, params]) => {
    const id = ids.get(name);
    return id === undefined ? [] : [{ id, params }];
  });
}

/** Categories as objects show them, by id; those that are disabled or gone are absent. */
export async function categoriesById(store: Store, ids: readonly number[]): Promise<Map<number, InlineLabel>> {
  const rows = await store.categories.find({ _id: { $in: [...ids] }, enabled: true }).toArray();
  return new Map(rows.map((row) => [row._id, inlineLabel(row)]));
}
