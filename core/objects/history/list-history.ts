// `/history`: who changed what (reference/jsonapi.md 4.6), read from the rows that every write adds.
import type { RequestContext } from '../../context.ts';
import type { Resource } from '../../format/jsonapi/documents.ts';
import type { ListRequest } from '../../list-request.ts';
import { formatDateTime } from '../../model/date-values.ts';
import { changeId, type ChangeRow } from '../../store/changes.ts';
import { filterConditions, filterError, sortSpecification, type Field } from '../../store/conditions.ts';
import { readPage } from '../../store/page.ts';
import { showWithIncluded, type AttachedPage } from '../attached/show-attached.ts';
import type { ObjectServices } from '../object-services.ts';
import { isPrivate, seesPrivate } from '../private-attributes.ts';
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

/** What a caller sees of the values of each row: of what is gone nobody can say any more whom it was hidden from. */
async function shownValues(
  services: ObjectServices,
  rows: readonly ChangeRow[],
  context: RequestContext,
): Promise<(row: ChangeRow) => Changed> {
  const { store, modelService } = services;
  const { caller } = context;
  if (caller.isAdmin) return (row) => row.changed;
  const idsOf = (type: string) =>
    rows.filter((row) => row.resource_type === type).map((row) => Number(row.resource_id));
  const projection = { type: 1 };
  const [objects, ...attached] = await Promise.all([
    store.objects.find({ _id: { $in: idsOf('objects') } }, { projection }).toArray(),
    store.translations.find({ _id: { $in: idsOf('translations') } }, { projection }).toArray(),
    store.annotations.find({ _id: { $in: idsOf('annotations') } }, { projection }).toArray(),
  ]);
  const typeOf = new Map(objects.map((row) => [row._id, row.type]));
  const others = new Set(attached.flat().map((row) => row._id));
  const { types } = modelService.current();
  const named = rows.flatMap(({ resource_type: kind, resource_id: id, changed }) => {
    const type = kind === 'objects' ? types.get(typeOf.get(Number(id)) ?? '') : undefined;
    return type ? [{ type, changed }] : [];
  });
  const isSeen = await seenIds(services, named, context);
  return ({ resource_type: kind, resource_id: text, changed }) => {
    const id = Number(text);
    if (kind !== 'objects') return others.has(id) ? changed : {};
    const type = types.get(typeOf.get(id) ?? '');
    if (!type) return {};
    const shown = keepIds({ type, changed }, isSeen);
    if (seesPrivate(id, caller)) return shown;
    return Object.fromEntries(Object.entries(shown).filter(([name]) => !isPrivate(type, name)));
  };
}

const toResource = (row: ChangeRow, changed: Changed): Resource => {
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
      changed,
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
): Promise<AttachedPage> {
  if (request.search !== undefined) throw filterError('filter[query]', 'there is no text to search in.');
  const filters = await filterConditions(request.filters, {}, FIELDS);
  const sort = sortSpecification(request.sort, FIELDS);
  const conditions = [...filters, ...(await historyScope(services, filters, context))];
  const { rows, count } = await readPage(services.store.changes, {
    filter: conditions.length > 0 ? { $and: conditions } : {},
    sort,
    page: request.page,
    pageSize: request.pageSize,
    timeLimit: services.queryTimeLimit,
    // Rows are only ever added: that of a moment ago is right, and needs no reading of them all.
    ...(conditions.length === 0 && { total: () => services.store.changes.estimatedDocumentCount() }),
  });
  const valuesOf = await shownValues(services, rows, context);
  const resources = rows.map((row) => toResource(row, valuesOf(row)));
  return { ...(await showWithIncluded(services, { resources, type: 'history' }, request, context)), count };
}
