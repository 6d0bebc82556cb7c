// `/history`: who changed what (reference/jsonapi.md 4.6), read from the rows that every write adds.
import type { RequestContext } from '../../context.ts';
import type { Resource } from '../../format/jsonapi/documents.ts';
import type { ListRequest } from '../../list-request.ts';
import { formatDateTime } from '../../model/date-values.ts';
import type { Model, ResolvedType } from '../../model/model.ts';
import { changeId, type ChangeRow } from '../../store/changes.ts';
import { filterConditions, filterError, type Field } from '../../query/filters.ts';
import { sortSpecification } from '../../query/sort.ts';
import { readPage } from '../../query/page.ts';
import { unescapeKeys } from '../../store/stored-keys.ts';
import { showWithIncluded, type AttachedPage } from '../attached/show-attached.ts';
import type { ObjectServices } from '../object-services.ts';
import { seerOf, shownOf } from '../shown-attributes.ts';
import { historyScope } from './history-scope.ts';
import { keepIds, seenIds, type Changed } from './named-objects.ts';

function readId(text: string, parameter: string): NonNullable<ReturnType<typeof changeId>> {
  const id = changeId(text);
  if (!id) throw filterError(parameter, `"${text.slice(0, 50)}" is no id of a change.`);
  return id;
}

const FIELDS: ReadonlyMap<string, Field> = new Map<string, Field>([
  ['id', { path: '_id', kind: 'string', read: readId }],
  ['resource_id', { path: 'resource_id', kind: 'string' }],
  ['resource_type', { path: 'resource_type', kind: 'string' }],
  ['created', { path: 'created', kind: 'datetime' }],
  ['user_id', { path: 'user_id', kind: 'integer' }],
  ['application_id', { path: 'application_id', kind: 'integer' }],
  ['user_action', { path: 'user_action', kind: 'string' }],
]);

/** Types of the objects that some rows are about, by the resource types and ids of these: what is gone has none. */
async function typesOfRows(
  { store, modelService }: ObjectServices,
  rows: readonly ChangeRow[],
): Promise<(row: Pick<ChangeRow, 'resource_type' | 'resource_id'>) => ResolvedType | undefined> {
  const idsOf = (type: string) =>
    rows.filter((row) => row.resource_type === type).map((row) => Number(row.resource_id));
  const ofAttached = { projection: { 'object.type': 1 } };
  const [objects, translations, annotations] = await Promise.all([
    store.objects.find({ _id: { $in: idsOf('objects') } }, { projection: { type: 1 } }).toArray(),
    store.translations.find({ _id: { $in: idsOf('translations') } }, ofAttached).toArray(),
    store.annotations.find({ _id: { $in: idsOf('annotations') } }, ofAttached).toArray(),
  ]);
  // Their ids are of one sequence (D10).
  const names = new Map(objects.map((row) => [row._id, row.type]));
  for (const { _id, object } of [...translations, ...annotations]) names.set(_id, object.type);
  const { types } = modelService.current();
  return ({ resource_type: kind, resource_id: id }) =>
    CONTENT.has(kind) ? types.get(names.get(Number(id)) ?? '') : undefined;
}

const CONTENT: ReadonlySet<string> = new Set(['objects', 'translations', 'annotations']);

/** Values without those that the type hides; of what is gone without those that any type hides, since its own is not known. */
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

/** What a caller sees of the values of each row: of what is gone nobody can say any more whom it was hidden from. */
async function shownValues(
  services: ObjectServices,
  rows: readonly ChangeRow[],
  context: RequestContext,
): Promise<(row: ChangeRow) => Changed> {
  const { caller } = context;
  const model = services.modelService.current();
  const typeOf = await typesOfRows(services, rows);
  if (caller.isAdmin) return (row) => withoutHidden(row, typeOf(row), model);
  const named = rows.flatMap((row) => {
    const type = row.resource_type === 'objects' ? typeOf(row) : undefined;
    return type ? [{ type, changed: row.changed }] : [];
  });
  const isSeen = await seenIds(services, named, context);
  return (row) => {
    const type = typeOf(row);
    if (!type) return {};
    const changed = withoutHidden(row, type, model);
    if (row.resource_type !== 'objects') return changed;
    return shownOf(type, keepIds({ type, changed }, isSeen), seerOf(Number(row.resource_id), caller));
  };
}

const toResource = (row: ChangeRow, changed: Changed): Resource<'History'> => {
  const id = String(row._id);
  return {
    id,
    type: 'history',
    // There are no single ones: this is the list with just this row.
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

/**
 * Oldest first, unless a sort is asked for.
 * @throws ApiError invalid_filter, unsupported_sort, invalid_include, page_not_found, query_too_expensive
 */
export async function listHistory(
  services: ObjectServices,
  request: ListRequest,
  context: RequestContext,
): Promise<AttachedPage<'History'>> {
  if (request.search !== undefined) throw filterError('filter[query]', 'there is no text to search in.');
  const filters = await filterConditions(request.filters, {}, FIELDS);
  const sort = sortSpecification(request.sort, FIELDS, request.cursor);
  const conditions = [...filters, ...(await historyScope(services, filters, context))];
  const { rows, ...ends } = await readPage(services.store.changes, {
    filter: conditions.length > 0 ? { $and: conditions } : {},
    sort,
    asked: request,
    timeLimit: services.queryTimeLimit,
    // Rows are only ever added: that of a moment ago is right, and needs no reading of them all.
    ...(conditions.length === 0 && { total: () => services.store.changes.estimatedDocumentCount() }),
  });
  const valuesOf = await shownValues(services, rows, context);
  const resources = rows.map((row) => toResource(row, valuesOf(row)));
  return { ...(await showWithIncluded(services, { resources, type: 'history' }, request, context)), ...ends };
}
