// Rows of several collections as one list, merged by the database: each collection returns at most as many rows as the
// page needs, from its own index.
import type { Document, Store } from '../store/store.ts';
import type { Condition } from './filters.ts';
import type { ListPart, ListPlan } from './list-plan.ts';
import type { ReadRows } from './page.ts';
import { withoutRowType } from '../store/untyped-collection.ts';
import { itemAt } from '../values.ts';

/** The documents of an object type as a part of such a list. */
export const documentsPart = (store: Pick<Store, 'documents'>, type: string, condition: Condition): ListPart => ({
  collection: withoutRowType(store.documents(type)),
  type,
  condition,
});

/** The stages of all parts, one part after the other. @param parts at least one */
function aggregate<Row extends Document>(
  parts: readonly ListPart[],
  stagesOf: (part: ListPart) => Document[],
  { last, timeLimit, collation }: { last: Document[]; timeLimit?: number | undefined } & Pick<ListPlan, 'collation'>,
): Promise<Row[]> {
  const first = itemAt(parts, 0);
  const unions = parts.slice(1).map((part) => ({
    $unionWith: { coll: part.collection.collectionName, pipeline: stagesOf(part) },
  }));
  return first.collection
    .aggregate<Row>([...stagesOf(first), ...unions, ...last], {
      allowDiskUse: true,
      ...(timeLimit !== undefined && { maxTimeMS: timeLimit }),
      ...(collation && { collation }),
    })
    .toArray();
}

/** Number of the rows that meet some conditions in addition to that of their part, counted up to a limit. */
export async function countMerged(
  parts: readonly ListPart[],
  {
    conditions = [],
    limit = Infinity,
    timeLimit,
    filterCollation: collation,
  }: { conditions?: readonly Condition[]; limit?: number } & Partial<
    Pick<ListPlan, 'timeLimit' | 'filterCollation'>
  > = {},
): Promise<number> {
  if (parts.length === 0) return 0;
  const bound = limit === Infinity ? [] : [{ $limit: limit }];
  const stagesOf = ({ condition }: ListPart) => [
    { $match: { $and: [condition, ...conditions] } },
    ...bound,
    { $count: 'count' },
  ];
  const counts = await aggregate<{ count: number }>(parts, stagesOf, { last: [], timeLimit, collation });
  const sum = counts.reduce((all, { count }) => all + count, 0);
  return Math.min(sum, limit);
}

/** Reads the ids, the types and the values of the sort, which an index holds. */
export const mergedRows =
  <Row extends Document>(
    parts: readonly ListPart[],
    { filters, sort: order, sortValues, timeLimit, collation }: ListPlan,
  ): ReadRows<Row> =>
  ({ sort, condition, skip = 0, limit }) => {
    const isOne = parts.length === 1;
    const range = [{ $skip: skip }, { $limit: limit }];
    // A page by cursor needs the values of the sort, even if they are equal for all rows of a range.
    const shown = Object.fromEntries(Object.keys(order).map((path) => [path, 1]));
    const stagesOf = (part: ListPart): Document[] => [
      { $match: { $and: [part.condition, ...filters] } },
      ...(sortValues ? [{ $addFields: sortValues }] : []),
      ...(condition ? [{ $match: condition }] : []),
      { $sort: sort },
      ...(isOne ? range : [{ $limit: skip + limit }]),
      { $project: { ...shown, type: { $literal: part.type } } },
    ];
    return aggregate<Row>(parts, stagesOf, { last: isOne ? [] : [{ $sort: sort }, ...range], timeLimit, collation });
  };
