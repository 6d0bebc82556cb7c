// The plan of a list, made once from its request; an Ordering returns a page of rows for it, and their number.
import type { ListRequest } from '../list-request.ts';
import type { Collection, Document } from '../store/store.ts';
import { collationOf, type Collation } from '../store/indexes/text-order.ts';
import { filterConditions, type Condition, type Fields, type NamedFilter, type RelatedFilter } from './filters.ts';
import {
  boundedCount,
  countedStage,
  numberedPage,
  readAll,
  underTimeLimit,
  type RequestedPage,
  type RowPage,
} from './page.ts';
import { sortSpecification, sortsLists, sortValues } from './sort.ts';
import { comparesTexts, exactCondition, sortsTexts } from './text-order.ts';
import { withRowType } from '../store/untyped-collection.ts';

/** A source of lists: the rows of a collection, and the fields that requests may use. */
export interface Listing {
  collection: unknown;
  /** Fields that can be filtered and sorted by. */
  fields: Fields;
  /** Filters with special meanings. */
  filters?: Readonly<Record<string, NamedFilter>>;
  /** `filter[relation.field]`, if the rows have relations (D463). */
  related?: RelatedFilter;
  /** Conditions on every row: the visibility for the caller, and the subject of the list. */
  scope: readonly Condition[];
}

/** The rows of one collection in a list that is merged from several. */
export interface ListPart {
  collection: Collection<Document>;
  /** Their `type`. */
  type: string;
  /** Conditions in addition to the filters of the request. */
  condition: Condition;
}

export interface ListPlan {
  collection: Collection<Document>;
  scope: readonly Condition[];
  /** If the list is merged from collections: these, instead of `collection` and `scope`. */
  parts?: readonly ListPart[] | undefined;
  /** The filters of the request. */
  filters: readonly Condition[];
  /** The request names an order; without it the order is that of the list. */
  isSorted: boolean;
  /** By id unless the request names an order. */
  sort: Record<string, 1 | -1>;
  /** No field of the sort may be a list: reversed, it would have another position. */
  isReversible: boolean;
  /** The order of texts, if the sort or a filter needs it (D800). */
  collation?: Collation | undefined;
  /** The same for reads without the sort: only if a filter needs it. */
  filterCollation?: Collation | undefined;
  sortValues: Record<string, Condition> | undefined;
  projection?: Document | undefined;
  requested: RequestedPage;
  /** Milliseconds that the database may take (D7). */
  timeLimit: number;
}

/**
 * A page of the planned list, in one of the orders that a list can have.
 * @throws ApiError page_not_found, query_too_expensive; by cursor invalid_parameter, unsupported_sort
 */
export type Ordering<Row> = (plan: ListPlan) => Promise<RowPage<Row>>;

/** Filters and the order of texts that they need. @param isInTextOrder whether the sort needs it anyway */
export function filtersInOrder(
  conditions: readonly Condition[],
  fields: Fields,
  textLocale: string,
  isInTextOrder = false,
): Pick<ListPlan, 'filters' | 'filterCollation'> {
  const filterCollation = comparesTexts(conditions, fields) ? collationOf(textLocale) : undefined;
  const isExact = isInTextOrder || filterCollation !== undefined;
  return { filters: isExact ? conditions.map((each) => exactCondition(each, fields)) : conditions, filterCollation };
}

/** @throws ApiError invalid_filter, unsupported_sort */
export async function planList(
  { collection, fields, filters = {}, related, scope }: Listing,
  request: Pick<ListRequest, 'filters' | 'sort' | 'page' | 'pageSize' | 'cursor' | 'total' | 'textLocale'>,
  timeLimit: number,
): Promise<ListPlan> {
  const { page, pageSize, total, textLocale } = request;
  const conditions = await filterConditions(request.filters, filters, fields, related);
  const isInTextOrder = sortsTexts(request.sort, fields);
  const { filterCollation, filters: exact } = filtersInOrder(conditions, fields, textLocale, isInTextOrder);
  // A cursor is a place in one order.
  const cursor =
    request.cursor && isInTextOrder
      ? { ...request.cursor, filters: `${request.cursor.filters} ${textLocale}` }
      : request.cursor;
  return {
    // cast: only the list in memory has no collection, and it reads none
    collection: collection as Collection<Document>,
    scope,
    // In memory equality is exact in any order.
    filters: collection === undefined ? conditions : exact,
    collation: isInTextOrder ? collationOf(textLocale) : filterCollation,
    filterCollation,
    isSorted: request.sort.length > 0,
    sort: sortSpecification(request.sort, fields, cursor),
    isReversible: !sortsLists(request.sort, fields),
    sortValues: sortValues(request.sort, fields),
    requested: { page, pageSize, cursor, total },
    timeLimit,
  };
}

/** All conditions on the rows of the list, as one. */
export function conditionOf({ scope, filters }: Pick<ListPlan, 'scope' | 'filters'>): Condition {
  const all = [...scope, ...filters];
  return all.length === 1 && all[0] ? all[0] : all.length === 0 ? {} : { $and: all };
}

/** Options of a read by the conditions of a list, without its sort. */
export const filterOptions = ({ timeLimit, filterCollation }: Pick<ListPlan, 'timeLimit' | 'filterCollation'>) => ({
  maxTimeMS: timeLimit,
  ...(filterCollation && { collation: filterCollation }),
});

/** Options of a read in the order of a list. */
export const sortOptions = ({ timeLimit, collation }: Pick<ListPlan, 'timeLimit' | 'collation'>) => ({
  maxTimeMS: timeLimit,
  ...(collation && { collation }),
});

/** Ids of all matching rows, in no order. @throws ApiError query_too_expensive */
export async function readIds(
  plan: Pick<ListPlan, 'collection' | 'scope' | 'filters' | 'timeLimit' | 'filterCollation'>,
): Promise<number[]> {
  const options = { projection: { _id: 1 }, ...filterOptions(plan) };
  const rows = await readAll(withRowType(plan.collection).find<{ _id: number }>(conditionOf(plan), options));
  return rows.map((row) => row._id);
}

/**
 * A page by number of the rows that an aggregation finds, and the total, read in parallel.
 * @param stages those that find the rows, those that sort them, and those for the rows of the page
 * @throws ApiError page_not_found, query_too_expensive
 */
export async function aggregatedPage<Row extends Document>(
  collection: Collection<Document>,
  { found, sort, last = [] }: Record<'found' | 'sort', readonly Document[]> & { last?: readonly Document[] },
  requested: RequestedPage,
  options: ReturnType<typeof sortOptions> & { allowDiskUse?: boolean },
): Promise<RowPage<Row>> {
  const range = [{ $skip: (requested.page - 1) * requested.pageSize }, { $limit: requested.pageSize + 1 }];
  const counted = [...found, ...countedStage(requested), { $count: 'count' }];
  const [rows, [total]] = await underTimeLimit(
    Promise.all([
      collection.aggregate<Row>([...found, ...sort, ...range, ...last], options).toArray(),
      collection.aggregate<{ count: number }>(counted, options).toArray(),
    ]),
  );
  return numberedPage(rows, boundedCount(total?.count ?? 0, requested), requested);
}
