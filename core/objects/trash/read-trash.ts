// The trash: a list with filters and search, and single items (service.md 4.11, D29, D161).
import type { RequestContext } from '../../context.ts';
import { notFound } from '../../errors.ts';
import type { ListRequest, PageEnds } from '../../list-request.ts';
import { byIndex } from '../../query/by-index.ts';
import { byRelevance } from '../../query/by-relevance.ts';
import { planList, type ListPart } from '../../query/list-plan.ts';
import { documentsPart } from '../../query/merged-rows.ts';
import { boundedCount, countedRows, noRows, type RowPage } from '../../query/page.ts';
import type { ObjectRow } from '../../store/store.ts';
import { baseFields } from '../lists/object-fields.ts';
import { baseFilters, typeFilter } from '../lists/object-filters.ts';
import { contentTypes, servedTypes, type ObjectServices } from '../object-services.ts';
import { relatedFilter } from '../lists/relation-filters.ts';
import { relevanceOf } from '../search/search-objects.ts';
import {
  visibleOwnerFilterIncludingTrash,
  visibleTrashFilter,
  visibleTypes,
  type VisibleType,
} from '../visibility/visibility.ts';
import type { TrashServices } from './trash-services.ts';
import type { Condition } from '../../query/filters.ts';
import { groupBy, itemAt } from '../../values.ts';
import { isObjectId } from '../../store/object-names.ts';
import { withoutRowType } from '../../store/untyped-collection.ts';

/** An item of the trash, by its row of `objects`. */
export type TrashedRow = Pick<ObjectRow, '_id' | 'type'> & Partial<Pick<ObjectRow, 'revision'>>;

/** Part of the trash, which one audience condition selects. */
interface TrashPart {
  types: readonly string[];
  /** Their rows are only in `objects`: those of translations and annotations. */
  isOwned: boolean;
  condition: Condition;
}

/** With `mine` as the permission of `/trash`. */
const seesOwnOnly = ({ access }: RequestContext): boolean => access.grant('trash', 'read') === 'mine';

/** Types with the same visibility share a part, so that one index range serves them all. */
function trashParts(types: readonly VisibleType[], context: RequestContext, now: Date): Omit<TrashPart, 'isOwned'>[] {
  const groups = visibleTypes(types, context, now).map((group) => ({
    types: group.types,
    condition: visibleTrashFilter(group.visibility),
  }));
  const parts = groupBy(groups, ({ condition }) => JSON.stringify(condition));
  return [...parts.values()].map((same) => ({ ...itemAt(same, 0), types: same.flatMap((group) => group.types) }));
}

/**
 * The items that the caller would see outside of the trash; of translations and annotations those of visible objects. Items that
 * are locked in the trash no longer belong to a caller (D538).
 */
function seenTrash({ objects, kinds }: TrashServices, context: RequestContext): TrashPart[] {
  const now = objects.clock.now();
  const common = { locked: false, ...(seesOwnOnly(context) && { created_by: context.caller.userId }) };
  const ofKinds = kinds.map(({ type }) => ({ name: type }));
  const withObject = visibleOwnerFilterIncludingTrash(visibleTypes(contentTypes(objects), context, now));
  return [
    ...trashParts(servedTypes(objects), context, now).map(({ types, condition }) => {
      return { types, isOwned: false, condition: { $and: [condition, common] } };
    }),
    ...trashParts(ofKinds, context, now).map(({ types, condition }) => {
      return { types, isOwned: true, condition: { $and: [condition, common, withObject] } };
    }),
  ];
}

const rowsOf = ({ types, condition }: TrashPart): Condition => ({ type: { $in: [...types] }, ...condition });

function conditionOf(parts: readonly TrashPart[]): Condition | undefined {
  const conditions = parts.map(rowsOf);
  return conditions.length > 1 ? { $or: conditions } : conditions[0];
}

/** For filters and other orders than by id: merged from the collections of the types, which have an index for each order (D570). */
const mergedParts = ({ store }: ObjectServices, parts: readonly TrashPart[]): ListPart[] =>
  parts.flatMap(({ types, isOwned, condition }) =>
    types.map((type) => {
      const part = documentsPart(store, type, condition);
      if (!isOwned) return part;
      const collection = withoutRowType(store.objects);
      return { ...part, collection, condition: { type, object_id: { $exists: true }, ...condition } };
    }),
  );

async function trashRows(
  services: TrashServices,
  { seen, parts }: { seen: Condition; parts: readonly TrashPart[] },
  request: ListRequest,
  context: RequestContext,
): Promise<RowPage<TrashedRow>> {
  const { objects, kinds } = services;
  const { store, queryTimeLimit } = objects;
  const types = typeFilter(objects, { others: new Set(kinds.map(({ type }) => type)) });
  const plan = await planList(
    {
      collection: store.objects,
      fields: baseFields(objects.modelService.current(), context.caller),
      filters: { ...baseFilters(objects, context), type: types },
      related: relatedFilter(objects, [...objects.modelService.current().types.values()], context),
      scope: [seen],
    },
    request,
    queryTimeLimit,
  );
  if (request.search !== undefined) {
    return byRelevance(relevanceOf(objects, { text: request.search, conditions: [] }))(plan);
  }
  const isOwnOnly = seesOwnOnly(context);
  const isPlain = plan.filters.length === 0 && Object.keys(plan.sort)[0] === '_id' && !isOwnOnly;
  return byIndex<TrashedRow>(async () => {
    if (plan.filters.length > 0 || isOwnOnly) return undefined;
    // One range of the index after the other: together they would be planned as one, which reads more.
    const options = { maxTimeMS: queryTimeLimit, ...countedRows(request) };
    const counts = await Promise.all(parts.map((part) => store.objects.countDocuments(rowsOf(part), options)));
    return boundedCount(
      counts.reduce((sum, each) => sum + each, 0),
      request,
    );
  })({ ...plan, ...(!isPlain && { parts: mergedParts(objects, parts) }) });
}

/** @throws ApiError invalid_filter, unsupported_sort, page_not_found, query_too_expensive */
export async function listTrash(
  services: TrashServices,
  request: ListRequest,
  context: RequestContext,
): Promise<PageEnds & { items: TrashedRow[] }> {
  const parts = seenTrash(services, context);
  const seen = conditionOf(parts);
  if (!seen) return { items: [], ...noRows(request) };
  const { rows: items, ...ends } = await trashRows(services, { seen, parts }, request, context);
  return { items, ...ends };
}

/** By id or uname. @throws ApiError not_found for items outside of the trash, and for hidden ones */
export async function findTrashedRow(services: TrashServices, id: string, context: RequestContext): Promise<ObjectRow> {
  const seen = conditionOf(seenTrash(services, context));
  const address = isObjectId(id) ? { _id: Number(id) } : { uname: id };
  const row = seen && (await services.objects.store.objects.findOne({ $and: [address, seen] }));
  if (!row) throw notFound(`"${id.slice(0, 100)}" in the trash`);
  return row;
}
