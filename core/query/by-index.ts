// The order of a sort, read from an index where there is one.
import type { Document } from '../store/store.ts';
import { conditionOf, type Ordering } from './list-plan.ts';
import { readPage } from './page.ts';

/** @param total gives the number of rows where it is known without counting, else undefined */
export const byIndex =
  <Row extends Document>(total?: () => Promise<number | undefined>): Ordering<Row> =>
  (plan) =>
    readPage<Row>(plan.collection as never, { ...plan, filter: conditionOf(plan), ...(total && { total }) });
