// Nearest first (D427).
import type { Document } from '../store/store.ts';
import { assertByNumber } from './cursor.ts';
import type { GeoQuery } from './geo-filter.ts';
import { conditionOf, type Ordering } from './list-plan.ts';
import { boundedCount, countedStage, numberedPage, underTimeLimit } from './page.ts';

/** Rows with their distance in metres, nearest first by default. */
export const byDistance =
  <Row extends Document>({ longitude, latitude, radius }: GeoQuery): Ordering<Row & { _distance: number }> =>
  async (plan) => {
    const { page: number, pageSize } = plan.requested;
    assertByNumber(plan.requested, 'distance');
    const near = {
      $geoNear: {
        near: { type: 'Point', coordinates: [longitude, latitude] },
        key: 'geo',
        distanceField: '_distance',
        spherical: true,
        query: conditionOf(plan),
        ...(radius !== undefined && { maxDistance: radius }),
      },
    };
    const sort = plan.isSorted ? [{ $sort: plan.sort }] : [];
    const page = [{ $skip: (number - 1) * pageSize }, { $limit: pageSize + 1 }];
    const options = { maxTimeMS: plan.timeLimit, ...(plan.collation && { collation: plan.collation }) };
    const [rows, [total]] = await underTimeLimit(
      Promise.all([
        plan.collection.aggregate<Row & { _distance: number }>([near, ...sort, ...page], options).toArray(),
        plan.collection
          .aggregate<{ count: number }>([near, ...countedStage(plan.requested), { $count: 'count' }], options)
          .toArray(),
      ]),
    );
    return numberedPage(rows, boundedCount(total?.count ?? 0, plan.requested), plan.requested);
  };
