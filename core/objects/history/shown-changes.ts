// The values in rows of the history, without those that are hidden from the caller (D422, D578).
import type { RequestContext } from '../../context.ts';
import type { Resource } from '../../format/jsonapi/documents.ts';
import { formatDateTime } from '../../date-values.ts';
import type { Model, ResolvedType } from '../../model/model.ts';
import type { ChangeRow } from '../../store/changes.ts';
import { unescapeKeys } from '../../store/stored-keys.ts';
import type { ObjectServices } from '../object-services.ts';
import { auditShown, readerOf, readableValues, viewer, type AttributeReader } from '../shown-attributes.ts';
import { keepIds, visibleIds, type Changed } from './named-objects.ts';

/** A change with the values that the caller sees. */
export interface ShownChange {
  row: ChangeRow;
  changed: Changed;
}

/** Types of the objects of some rows, by resource type and id; a purged object has none. */
async function typesOfRows(
  { store, modelService }: ObjectServices,
  rows: readonly ChangeRow[],
): Promise<(row: Pick<ChangeRow, 'resource_type' | 'resource_id'>) => ResolvedType | undefined> {
  const idsOf = (type: string) =>
    rows.filter((row) => row.resource_type === type).map((row) => Number(row.resource_id));
  const ofOwned = { projection: { 'object.type': 1 } };
  const [objects, translations, annotations] = await Promise.all([
    store.objects.find({ _id: { $in: idsOf('objects') } }, { projection: { type: 1 } }).toArray(),
    store.translations.find({ _id: { $in: idsOf('translations') } }, ofOwned).toArray(),
    store.annotations.find({ _id: { $in: idsOf('annotations') } }, ofOwned).toArray(),
  ]);
  // Their ids come from one sequence.
  const names = new Map(objects.map((row) => [row._id, row.type]));
  for (const { _id, object } of [...translations, ...annotations]) names.set(_id, object.type);
  const { types } = modelService.current();
  return ({ resource_type: kind, resource_id: id }) =>
    CONTENT.has(kind) ? types.get(names.get(Number(id)) ?? '') : undefined;
}

const CONTENT: ReadonlySet<string> = new Set(['objects', 'translations', 'annotations']);

/** Values without those that the type hides. For purged objects, whose type is unknown, without those that any type hides. */
function withoutHidden(
  { resource_type: kind, changed }: Pick<ChangeRow, 'resource_type' | 'changed'>,
  type: ResolvedType | undefined,
  { types }: Model,
): Changed {
  const hiding = type ? [type] : [...types.values()];
  const without = (values: Changed): Changed =>
    Object.fromEntries(Object.entries(values).filter(([name]) => !hiding.some(({ hidden }) => hidden.has(name))));
  if (kind === 'objects') return without(changed);
  const fields = changed['translated_fields'];
  if (kind !== 'translations' || typeof fields !== 'object' || fields === null) return changed;
  return { ...changed, translated_fields: without(fields as Changed) };
}

/** A change of a translation without the fields that a caller does not see in it. */
function withoutUnseen(changed: Changed, type: ResolvedType, to: AttributeReader): Changed {
  const fields = changed['translated_fields'];
  if (typeof fields !== 'object' || fields === null) return changed;
  return { ...changed, translated_fields: readableValues(type, fields as Changed, to) };
}

/**
 * The visible values of each row. Only administrators see those of purged objects, since their visibility is unknown.
 */
export async function shownValues(
  services: ObjectServices,
  rows: readonly ChangeRow[],
  context: RequestContext,
): Promise<(row: ChangeRow) => Changed> {
  const { caller } = context;
  const model = services.modelService.current();
  const typeOf = await typesOfRows(services, rows);
  if (caller.isAdmin) {
    for (const row of rows) {
      const type = row.resource_type === 'objects' ? typeOf(row) : undefined;
      if (type) auditShown({ type, document: { _id: Number(row.resource_id) } }, context);
    }
    return (row) => withoutHidden(row, typeOf(row), model);
  }
  const named = rows.flatMap((row) => {
    const type = row.resource_type === 'objects' ? typeOf(row) : undefined;
    return type ? [{ type, changed: row.changed }] : [];
  });
  const isSeen = await visibleIds(services, named, context);
  return (row) => {
    const type = typeOf(row);
    if (!type) return {};
    const changed = withoutHidden(row, type, model);
    if (row.resource_type === 'translations') return withoutUnseen(changed, type, viewer(caller));
    if (row.resource_type !== 'objects') return changed;
    return readableValues(type, keepIds({ type, changed }, isSeen), readerOf(Number(row.resource_id), caller));
  };
}

export const changeResource = ({ row, changed }: ShownChange): Resource<'History'> => {
  const id = String(row._id);
  return {
    id,
    type: 'history',
    // There is no read of a single row: this is the list with one row.
    path: `/history?filter%5Bid%5D=${id}`,
    attributes: {},
    meta: {
      resource_id: row.resource_id,
      resource_type: row.resource_type,
      created: formatDateTime(row.created),
      user_id: row.user_id,
      application_id: row.application_id,
      user_action: row.user_action,
      changed: unescapeKeys(changed),
    },
  };
};
