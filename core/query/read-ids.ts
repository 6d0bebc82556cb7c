import { conditionOf, filterOptions, type ListPlan } from './list-plan.ts';
import { readAll } from './page.ts';
import { withRowType } from '../store/untyped-collection.ts';

/** Ids of all matching rows, in no order. @throws ApiError query_too_expensive */
export async function readIds(
  plan: Pick<ListPlan, 'collection' | 'scope' | 'filters' | 'timeLimit' | 'filterCollation'>,
): Promise<number[]> {
  const rows = await readAll(
    withRowType(plan.collection).find<{ _id: number }>(conditionOf(plan), {
      projection: { _id: 1 },
      ...filterOptions(plan),
    }),
  );
  return rows.map((row) => row._id);
}
