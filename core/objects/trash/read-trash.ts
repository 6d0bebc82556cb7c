// The trash: a list with filters and search, and single items (service.md 4.11, D29, D161).
import type { RequestContext } from '../../context.ts';
import { notFound } from '../../errors.ts';
import type { ListRequest, PageEnds } from '../../list-request.ts';
import { byIndex } from '../../query/by-index.ts';
import { byRelevance } from '../../query/by-relevance.ts';
import { planList } from '../../query/list-plan.ts';
import { TRASH_INDEX_NAME } from '../../store/indexes.ts';
import { boundedCount, countedRows, noRows, type RowPage } from '../../query/page.ts';
import type { ObjectRow } from '../../store/store.ts';
import { baseFields } from '../object-fields.ts';
import { baseFilters, typeFilter } from '../object-filters.ts';
import { requireType, concreteTypesOf } from '../object-services.ts';
import { relatedFilter } from '../relations/related-filters.ts';
import { relevanceOf } from '../search-objects.ts';
import {
  visibleOwnerFilterIncludingTrash,
  visibleFilter,
  visibleTypes,
  withoutTrashCondition,
  type SeenType,
} from '../visibility.ts';
import type { TrashServices } from './trash-services.ts';
import { isObjectId } from '../../store/object-names.ts';

type Condition = Record<string, unknown>;
/** An item of the trash, by its row of `objects`. */
export type TrashedRow = Pick<ObjectRow, '_id' | 'type'> & Partial<Pick<ObjectRow, 'revision'>>;

/** Conditions on rows of `objects`. */
interface SeenTrash {
  /** Condition on all rows of the trash. */
  common: Condition;
  /** One for objects, one for translations and annotations: only the former are counted on an index alone. */
  parts: readonly Condition[];
}

const either = (conditions: readonly Condition[]): Condition =>
  conditions.length === 1 && conditions[0] ? conditions[0] : { $or: conditions };

/** Types with the same visibility share a condition, so that one index serves them all. */
function seenOf(types: readonly SeenType[], context: RequestContext, now: Date): Condition | undefined {
  const seen = new Map<string, { type: { $in: string[] } }>();
  for (const group of visibleTypes(types, context, now)) {
    const filter = withoutTrashCondition(visibleFilter(group.visibility));
    const key = JSON.stringify(filter);
    const same = seen.get(key);
    if (same) same.type.$in.push(...group.types);
    else seen.set(key, { type: { $in: [...group.types] }, ...filter });
  }
  return seen.size > 0 ? either([...seen.values()]) : undefined;
}

/**
 * The items that the caller would see outside of the trash, only the own ones with `mine` as the permission of `/trash`; of
 * translations and annotations those of visible objects. Items that are locked there belong to no caller any more (D538).
 */
function seenTrash({ objects, kinds }: TrashServices, context: RequestContext): SeenTrash {
  const { caller, access } = context;
  const now = objects.clock.now();
  const served = [...objects.modelService.current().types.values()].filter((type) => type.served && !type.abstract);
  const content = concreteTypesOf(objects, requireType(objects, 'objects'));
  const common = {
    trashed: true,
    locked: false,
    ...(access.grant('trash', 'read') === 'mine' && { created_by: caller.userId }),
  };
  const own = seenOf(served, context, now);
  const others = seenOf(
    kinds.map(({ type }) => ({ name: type })),
    context,
    now,
  );
  const withObject = visibleOwnerFilterIncludingTrash(visibleTypes(content, context, now));
  const parts = [own, others && { $and: [others, withObject] }].filter((part) => part !== undefined);
  return { common, parts };
}

/** undefined for nothing. */
const conditionOf = ({ common, parts }: SeenTrash): Condition | undefined =>
  parts.length > 0 ? { ...common, ...either(parts) } : undefined;

async function trashRows(
  services: TrashServices,
  trash: SeenTrash & { seen: Condition },
  request: ListRequest,
  context: RequestContext,
): Promise<RowPage<TrashedRow>> {
  const { objects, kinds } = services;
  const { store, queryTimeLimit } = objects;
  const { seen, common, parts } = trash;
  const types = typeFilter(objects, { others: new Set(kinds.map(({ type }) => type)) });
  const plan = await planList(
    {
      collection: store.objects,
      fields: baseFields(objects.modelService.current()),
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
  return byIndex<TrashedRow>(async () => {
    if (plan.filters.length > 0) return undefined;
    // The hint is needed: other indexes would read every object.
    const options = { hint: TRASH_INDEX_NAME, maxTimeMS: queryTimeLimit, ...countedRows(request) };
    const counts = await Promise.all(
      parts.map((part) => store.objects.countDocuments({ ...common, ...part }, options)),
    );
    const counted = counts.reduce((sum, each) => sum + each, 0);
    return boundedCount(counted, request);
  })(plan);
}

/** @throws ApiError invalid_filter, unsupported_sort, page_not_found, query_too_expensive */
export async function listTrash(
  services: TrashServices,
  request: ListRequest,
  context: RequestContext,
): Promise<PageEnds & { items: TrashedRow[] }> {
  const trash = seenTrash(services, context);
  const seen = conditionOf(trash);
  if (!seen) {
    return { items: [], ...noRows(request) };
  }
  const { rows: items, ...ends } = await trashRows(services, { ...trash, seen }, request, context);
  return { items, ...ends };
}

/** By id or uname. @throws ApiError not_found for items outside of the trash, and for hidden ones */
export async function findTrashedRow(services: TrashServices, id: string, context: RequestContext): Promise<ObjectRow> {
  const seen = conditionOf(seenTrash(services, context));
  const address = isObjectId(id) ? { _id: Number(id) } : { uname: id };
  const row = seen && (await services.objects.store.objects.findOne({ $and: [address, seen] } as object));
  if (!row) throw notFound(`"${id.slice(0, 100)}" in the trash`);
  return row;
}
