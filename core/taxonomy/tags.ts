// Tags: labels for objects of every type, project wide, made as they are used (reference/jsonapi.md 3.6).
import type { RequestContext } from '../context.ts';
import { ApiError } from '../errors.ts';
import type { Resource } from '../format/jsonapi/documents.ts';
import { knownAttributes, readCreate, readUpdate, type ResourceBody } from '../format/jsonapi/resource-input.ts';
import { changeRow, findRow, insertRow, removeRow, type ResourceType } from '../resources/resource-type.ts';
import type { Field } from '../query/filters.ts';
import { removeInlineLinks } from '../store/inline-links.ts';
import type { Store, TagRow } from '../store/store.ts';
import { concreteTypes } from '../model/apply-model-change.ts';
import { formatDateTime } from '../date-values.ts';
import {
  changedLabels,
  inlineLabel,
  labelOf,
  newLabels,
  type InlineLabel,
  type LabelInput,
  type Labels,
} from './labels.ts';
import { type ModelDependencies } from '../resources/model-write.ts';
import { writeRows } from '../resources/write-rows.ts';
import { assertGiven, assertLabelName } from '../model/names.ts';

export interface TagInput extends LabelInput {
  name?: string;
  enabled?: boolean;
}

/** A tag as an object is sent with it. */
export interface InlineTag {
  name: string;
  label?: string | null;
  labels?: Labels | null;
}

const FIELDS: ReadonlyMap<string, Field> = new Map<string, Field>([
  ['id', { path: '_id', kind: 'integer' }],
  ['name', { path: 'name', kind: 'string' }],
  ['label', { path: 'labels.default', kind: 'string' }],
  ['enabled', { path: 'enabled', kind: 'boolean' }],
  ['created', { path: 'created', kind: 'datetime' }],
  ['modified', { path: 'modified', kind: 'datetime' }],
]);

const toResource = (row: TagRow): Resource<'Tags'> => ({
  id: String(row._id),
  type: 'tags',
  path: `/model/tags/${row._id}`,
  attributes: { name: row.name, labels: row.labels, label: labelOf(row.labels), enabled: row.enabled },
  meta: { created: formatDateTime(row.created), modified: formatDateTime(row.modified) },
});

export const tagResources = (store: Store): ResourceType<TagRow, 'Tags'> => ({
  type: 'tags',
  path: '/model/tags',
  collection: store.tags,
  fields: FIELDS,
  searchable: ['name', 'labels.default'],
  addressedBy: ['name'],
  filters: {},
  toResource,
});

type TagDependencies = Pick<ModelDependencies, 'store' | 'clock'>;

async function insertTag(
  { store, clock }: TagDependencies,
  fields: Pick<TagRow, 'name' | 'labels' | 'enabled'>,
  context: RequestContext,
): Promise<TagRow> {
  const now = clock.now();
  const row = { _id: await store.sequences.next('tags'), revision: 1, created: now, modified: now, ...fields };
  return writeRows({ store, clock }, context, (scope) => insertRow(tagResources(store), row, scope));
}

/** @throws ApiError invalid_data, already_exists, type_conflict, client_id_forbidden */
export async function createTag(
  dependencies: TagDependencies,
  body: ResourceBody<TagInput>,
  context: RequestContext,
): Promise<TagRow> {
  const input = readCreate(body, 'tags');
  assertGiven(input, ['name']);
  const name = input.name ?? '';
  assertLabelName(name);
  return insertTag(dependencies, { name, labels: newLabels(name, input), enabled: input.enabled ?? true }, context);
}

/** @throws ApiError not_found, invalid_data, already_exists, type_conflict, id_conflict, precondition_failed */
export async function updateTag(
  dependencies: TagDependencies,
  id: string,
  body: ResourceBody<TagInput>,
  context: RequestContext,
): Promise<TagRow> {
  const type = tagResources(dependencies.store);
  return writeRows(dependencies, context, async (scope) => {
    const current = await findRow(type, id, scope.transaction);
    const input = readUpdate(body, 'tags', id, current._id);
    if (input.name !== undefined) assertLabelName(input.name);
    const fields = { ...knownAttributes(input, ['name', 'enabled']), labels: changedLabels(current.labels, input) };
    return changeRow(type, current, fields, scope);
  });
}

/** Objects lose the tag. @throws ApiError not_found, precondition_failed */
export async function deleteTag(dependencies: ModelDependencies, id: string, context: RequestContext): Promise<void> {
  const { store, modelService, clock } = dependencies;
  const type = tagResources(store);
  const tag = await writeRows(dependencies, context, async (scope) => {
    const row = await findRow(type, id, scope.transaction);
    await removeRow(type, row, scope);
    return row;
  });
  const types = [...concreteTypes(modelService.current()).values()].filter((each) => each.associations.has('Tags'));
  const link = { field: 'tags', id: tag._id } as const;
  await removeInlineLinks(store, { types: types.map((each) => each.name), link, at: clock.now() }, context);
}

function readInlineTags(input: readonly InlineTag[]): Map<string, LabelInput> {
  const wanted = new Map<string, LabelInput>();
  for (const { name, ...labels } of input) if (!wanted.has(name)) wanted.set(name, labels);
  return wanted;
}

async function findOrInsertTag(
  dependencies: TagDependencies,
  tag: { name: string; input: LabelInput },
  context: RequestContext,
): Promise<TagRow | null> {
  const { name, input } = tag;
  try {
    return await insertTag(dependencies, { name, labels: newLabels(name, input), enabled: true }, context);
  } catch (error) {
    // Another request made it at this moment.
    if (error instanceof ApiError && error.code === 'already_exists') return dependencies.store.tags.findOne({ name });
    throw error;
  }
}

/**
 * What an object stores for the tags it is sent with: unknown names become tags, at once and for good; disabled ones are
 * dropped, and so are repetitions.
 */
export async function resolveTags(
  dependencies: TagDependencies,
  input: readonly InlineTag[],
  context: RequestContext,
): Promise<{ id: number }[]> {
  const wanted = readInlineTags(input);
  if (wanted.size === 0) return [];
  const known = await dependencies.store.tags.find({ name: { $in: [...wanted.keys()] } }).toArray();
  const rows = new Map<string, TagRow>(known.map((row) => [row.name, row]));
  for (const [name, labels] of wanted) {
    if (rows.has(name)) continue;
    const row = await findOrInsertTag(dependencies, { name, input: labels }, context);
    if (row) rows.set(name, row);
  }
  return [...wanted.keys()].flatMap((name) => {
    const row = rows.get(name);
    return row?.enabled ? [{ id: row._id }] : [];
  });
}

/** Tags as objects show them, by id; those that are disabled or gone are absent. */
export async function tagsById(store: Store, ids: readonly number[]): Promise<Map<number, InlineLabel>> {
  const rows = await store.tags.find({ _id: { $in: [...ids] }, enabled: true }).toArray();
  return new Map(rows.map((row) => [row._id, inlineLabel(row)]));
}
