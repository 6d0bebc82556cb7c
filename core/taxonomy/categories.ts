// Categories: labels for the objects of one type, which form a tree (D551).
import type { RequestContext } from '../context.ts';
import { invalidData } from '../errors.ts';
import {
  contradiction,
  inRelationship,
  namedAt,
  relatedId,
  type ResourceBody,
} from '../format/jsonapi/resource-input.ts';
import type { AttributesInput } from '../resources/define-resource.ts';
import { updateRow, findRow } from '../resources/resource-type.ts';
import { rowOperations, type RowOperations } from '../resources/row-operations.ts';
import { removeInlineLinks } from '../store/inline-links.ts';
import type { CategoryLink } from '../store/rows/object-rows.ts';
import type { CategoryRow, Store } from '../store/store.ts';
import type { Transaction } from '../store/transactions/transaction.ts';
import { categoryResources } from './category-rows.ts';
import { changedLabels, inlineLabel, keepHidden, newLabels, refuseLabels, type InlineLabel } from './labels.ts';
import { immutable, inUse, type ModelDependencies, findObjectType } from '../resources/model-write.ts';
import { ownTransaction, writeRows } from '../resources/write-rows.ts';
import type { Model } from '../model/model.ts';
import { assertLabelName } from '../model/names.ts';

/** A category in the body of an object. */
export interface InlineCategory {
  name: string;
  params?: unknown;
}

/** Nearest first. */
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
 * Checks a parent that a category does not have yet, and locks it and its ancestors, so that a concurrent move or removal of
 * one of them conflicts: both together could create a cycle or an orphan.
 */
async function takeNewParent(
  store: Store,
  child: Pick<CategoryRow, 'object_type_name' | 'parent_id'> & { _id: number | null },
  parentId: number | null | undefined,
  transaction: Transaction,
): Promise<void> {
  if (parentId === undefined || parentId === null || parentId === child.parent_id) return;
  const pointer = '/data/attributes/parent_id';
  const chain = await withAncestors(store, parentId, transaction);
  if (chain[0]?.object_type_name !== child.object_type_name) {
    throw invalidData(pointer, `[parent_id._existsIn]: "${child.object_type_name}" has no category ${parentId}.`);
  }
  if (chain.some((row) => row._id === child._id)) {
    throw invalidData(pointer, '[parent_id.cycle]: A category cannot be its own ancestor.');
  }
  const filter = { _id: { $in: chain.map((row) => row._id) } };
  await store.categories.updateMany(filter, { $inc: { moves: 1 } }, { session: transaction });
}

/** The type must exist in the transaction: removing a type removes its categories (core/store/object-counts.ts). */
async function takeType(store: Store, typeName: string, transaction: Transaction): Promise<void> {
  const filter = { _id: `${typeName}:0` };
  const fence = await store.objectCounts.updateOne(filter, { $inc: { writes: 1 } }, { session: transaction });
  if (fence.matchedCount === 0) throw unknownType(typeName);
}

function assertHasCategories(model: Model, typeName: string): void {
  const type = model.types.get(typeName);
  if (!type || type.abstract || !type.associations.has('Categories')) throw unknownType(typeName);
}

const unknownType = (typeName: string) =>
  invalidData(
    '/data/attributes/object_type_name',
    `[object_type_name._existsIn]: "${typeName.slice(0, 100)}" is not an object type with categories.`,
  );

/** @throws ApiError not_found, type_conflict; invalid_data when the body names another object type than that of the category */
async function assertObjectType(body: ResourceBody<object>, typeName: string, model: Model): Promise<void> {
  const id = relatedId(body, 'object_type', 'object_types');
  if (id === undefined) return;
  const name =
    id && (await inRelationship('object_type', () => namedAt('/data/id', () => findObjectType(model, id).name)));
  if (name !== typeName) throw contradiction('object_type', 'object_type_name');
}

/** Id of the parent that a body names as a relationship, else as an attribute. @throws ApiError not_found, type_conflict, invalid_data */
async function parentIn(
  body: ResourceBody<object>,
  input: AttributesInput<'Categories'>,
  type: ReturnType<typeof categoryResources>,
): Promise<number | null | undefined> {
  const id = relatedId(body, 'parent_category', 'categories');
  if (id === undefined) return input.parent_id;
  const find = (name: string) =>
    inRelationship('parent_category', () => namedAt('/data/id', () => findRow(type, name)));
  const parentId = id === null ? null : (await find(id))._id;
  if ((input.parent_id ?? parentId) !== parentId) throw contradiction('parent_category', 'parent_id');
  return parentId;
}

/** The operations on categories. Objects lose a category that is deleted. */
export function categories(dependencies: ModelDependencies): RowOperations<CategoryRow, 'Categories'> {
  const { store, modelService, clock } = dependencies;
  const type = categoryResources(store, () => modelService.current());
  const rows = rowOperations(type, {
    ...ownTransaction(dependencies),
    async check(input, current, { transaction }, body) {
      if (input.name !== undefined) assertLabelName(input.name);
      const { object_type_name: typeName = current?.object_type_name ?? '' } = input;
      if (current && typeName !== current.object_type_name)
        throw immutable('A category cannot be moved to another object type.');
      const model = current ? modelService.current() : await modelService.refresh();
      if (!current) assertHasCategories(model, typeName);
      await assertObjectType(body, typeName, model);
      const parentId = await parentIn(body, input, type);
      if (!current) await takeType(store, typeName, transaction);
      const child = current ?? { _id: null, object_type_name: typeName, parent_id: null };
      await takeNewParent(store, child, parentId, transaction);
      const labels = current ? changedLabels(current.labels, input) : newLabels(input.name ?? '', input);
      return { labels, parent_id: parentId };
    },
    async checkDelete(row, { transaction }) {
      const child = await store.categories.findOne({ parent_id: row._id }, { session: transaction });
      if (child) throw inUse(`Category "${row.name}" has child categories.`);
    },
  });
  return {
    ...rows,
    async delete(id, context) {
      const category = await rows.delete(id, context);
      const link = { field: 'categories', id: category._id } as const;
      await removeInlineLinks(store, { types: [category.object_type_name], link, at: clock.now() }, context);
      return category;
    },
  };
}

export const parentOf = async (store: Store, row: CategoryRow): Promise<CategoryRow | null> =>
  row.parent_id === null ? null : store.categories.findOne({ _id: row.parent_id });

/**
 * Gives a category another parent, or none.
 * @returns false when it had that parent already
 * @throws ApiError not_found, invalid_data, precondition_failed
 */
export async function replaceParentCategory(
  dependencies: ModelDependencies,
  id: string,
  parentId: string | null,
  context: RequestContext,
): Promise<boolean> {
  const { store, modelService } = dependencies;
  const type = categoryResources(store, () => modelService.current());
  return writeRows(dependencies, context, async (scope) => {
    const { transaction } = scope;
    const current = await findRow(type, id, transaction);
    const parent = parentId === null ? null : await namedAt('/data/id', () => findRow(type, parentId, transaction));
    const parent_id = parent?._id ?? null;
    await takeNewParent(store, current, parent_id, transaction);
    return (await updateRow(type, current, { parent_id }, scope)) !== current;
  });
}

/**
 * The categories that an object of a type stores for those in its body, each once.
 * @param stored those of the object before
 * @throws ApiError invalid_data for each name without an enabled category of the type (D786)
 */
export async function resolveCategories(
  store: Store,
  typeName: string,
  input: readonly InlineCategory[],
  stored: readonly CategoryLink[],
): Promise<CategoryLink[]> {
  const wanted = new Map(input.map((item) => [item.name, item.params ?? null]));
  const filter = { object_type_name: typeName, name: { $in: [...wanted.keys()] }, enabled: true };
  const rows = wanted.size === 0 ? [] : await store.categories.find(filter).toArray();
  const ids = new Map(rows.map((row) => [row.name, row._id]));
  refuseLabels('categories', input, (name) => !ids.has(name));
  const given = [...wanted].flatMap(([name, params]) => {
    const id = ids.get(name);
    return id === undefined ? [] : [{ id, params }];
  });
  return keepHidden(given, stored, (left) => store.categories.find({ _id: { $in: left }, enabled: false }).toArray());
}

/** Categories in the form of members of objects, by id, without the disabled and the deleted ones. */
export async function categoriesById(store: Store, ids: readonly number[]): Promise<Map<number, InlineLabel>> {
  const rows = await store.categories.find({ _id: { $in: [...ids] }, enabled: true }).toArray();
  return new Map(rows.map((row) => [row._id, inlineLabel(row)]));
}
