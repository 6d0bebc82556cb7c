// Tags: labels for objects of every type in the project, created by their first use (D551).
import type { RequestContext } from '../context.ts';
import { ApiError } from '../errors.ts';
import { defineResource, type DefinedResource } from '../resources/define-resource.ts';
import { insertRow } from '../resources/resource-type.ts';
import { rowOperations, type RowOperations } from '../resources/row-operations.ts';
import { removeInlineLinks } from '../store/inline-links.ts';
import type { Store, TagRow } from '../store/store.ts';
import { concreteTypes } from '../model/apply-model-change.ts';
import {
  changedLabels,
  inlineLabel,
  labelOf,
  newLabels,
  keepHidden,
  refuseLabels,
  type InlineLabel,
  type LabelInput,
  type Labels,
} from './labels.ts';
import type { ModelDependencies } from '../resources/model-write.ts';
import { ownTransaction, writeRows } from '../resources/write-rows.ts';
import { assertLabelName } from '../model/names.ts';

/** A tag in the body of an object. */
export interface InlineTag {
  name: string;
  label?: string | null;
  labels?: Labels | null;
}

const tagResources = (store: Store): DefinedResource<TagRow, 'Tags'> =>
  defineResource<TagRow, 'Tags'>({
    type: 'tags',
    path: '/model/tags',
    collection: store.tags,
    searchable: ['name', 'labels.default'],
    addressedBy: ['name'],
    attributes: {
      name: { kind: 'string' },
      labels: { default: {} },
      label: { kind: 'string', path: 'labels.default', computed: (row) => labelOf(row.labels) },
      enabled: { kind: 'boolean', default: true },
    },
  });

type TagDependencies = Pick<ModelDependencies, 'store' | 'clock'>;

/** The operations on tags. Objects lose a tag that is deleted. */
export function tags(dependencies: ModelDependencies): RowOperations<TagRow, 'Tags'> {
  const { store, modelService, clock } = dependencies;
  const rows = rowOperations(tagResources(store), {
    ...ownTransaction(dependencies),
    check(input, current) {
      if (input.name !== undefined) assertLabelName(input.name);
      return { labels: current ? changedLabels(current.labels, input) : newLabels(input.name ?? '', input) };
    },
  });
  return {
    ...rows,
    async delete(id, context) {
      const tag = await rows.delete(id, context);
      const types = [...concreteTypes(modelService.current()).values()].filter((type) => type.associations.has('Tags'));
      const link = { field: 'tags', id: tag._id } as const;
      await removeInlineLinks(store, { types: types.map((type) => type.name), link, at: clock.now() }, context);
      return tag;
    },
  };
}

async function insertTag(
  { store, clock }: TagDependencies,
  fields: Pick<TagRow, 'name' | 'labels' | 'enabled'>,
  context: RequestContext,
): Promise<TagRow> {
  const now = clock.now();
  const row = { _id: await store.sequences.next('tags'), revision: 1, created: now, modified: now, ...fields };
  return writeRows({ store, clock }, context, (scope) => insertRow(tagResources(store), row, scope));
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
    // A concurrent request has created it.
    if (error instanceof ApiError && error.code === 'already_exists') return dependencies.store.tags.findOne({ name });
    throw error;
  }
}

/**
 * The tags that an object stores for those in its body, each once: unknown names become tags immediately, whether the object is
 * written or not.
 * @param stored those of the object before
 * @throws ApiError invalid_data for each disabled tag (D786)
 */
export async function resolveTags(
  dependencies: TagDependencies,
  { input, stored }: { input: readonly InlineTag[]; stored: readonly { id: number }[] },
  context: RequestContext,
): Promise<{ id: number }[]> {
  const { tags } = dependencies.store;
  const wanted = readInlineTags(input);
  const known = wanted.size === 0 ? [] : await tags.find({ name: { $in: [...wanted.keys()] } }).toArray();
  const rows = new Map<string, TagRow>(known.map((row) => [row.name, row]));
  refuseLabels('tags', input, (name) => rows.get(name)?.enabled === false);
  for (const [name, labels] of wanted) {
    if (rows.has(name)) continue;
    const row = await findOrInsertTag(dependencies, { name, input: labels }, context);
    if (row) rows.set(name, row);
  }
  const given = [...wanted.keys()].flatMap((name) => {
    const row = rows.get(name);
    return row?.enabled ? [{ id: row._id }] : [];
  });
  return keepHidden(given, stored, (left) => tags.find({ _id: { $in: left }, enabled: false }).toArray());
}

/** Tags in the form of members of objects, by id, without the disabled and the deleted ones. */
export async function tagsById(store: Store, ids: readonly number[]): Promise<Map<number, InlineLabel>> {
  const rows = await store.tags.find({ _id: { $in: [...ids] }, enabled: true }).toArray();
  return new Map(rows.map((row) => [row._id, inlineLabel(row)]));
}
