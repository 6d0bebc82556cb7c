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
} from './labels.ts';
import type { ModelDependencies } from '../resources/model-write.ts';
import { ownTransaction, writeRows } from '../resources/write-rows.ts';
import { assertLabelName } from '../model/names.ts';

/** A tag in the body of an object. */
export interface InlineTag extends LabelInput {
  name: string;
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

async function findOrInsertTag(
  { store, clock }: TagDependencies,
  { name, ...input }: InlineTag,
  context: RequestContext,
): Promise<TagRow | null> {
  const now = clock.now();
  const fields = { revision: 1, created: now, modified: now, name, labels: newLabels(name, input), enabled: true };
  const row = { _id: await store.sequences.next('tags'), ...fields };
  try {
    return await writeRows({ store, clock }, context, (scope) => insertRow(tagResources(store), row, scope));
  } catch (error) {
    // A concurrent request has created it.
    if (error instanceof ApiError && error.code === 'already_exists') return store.tags.findOne({ name });
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
  const wanted = new Map<string, InlineTag>();
  for (const tag of input) if (!wanted.has(tag.name)) wanted.set(tag.name, tag);
  const known = wanted.size === 0 ? [] : await tags.find({ name: { $in: [...wanted.keys()] } }).toArray();
  const rows = new Map(known.map((row) => [row.name, row]));
  refuseLabels('tags', input, (name) => rows.get(name)?.enabled === false);
  for (const [name, tag] of wanted) {
    const row = rows.get(name) ?? (await findOrInsertTag(dependencies, tag, context));
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
