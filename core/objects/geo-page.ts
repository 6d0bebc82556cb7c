import type { ResolvedType } from '../model/model.ts';
import { assertByNumber } from '../query/cursor.ts';
import { sortSpecification } from '../query/sort.ts';
import { assertPageExists, underTimeLimit } from '../query/page.ts';
import type { ObjectDocument } from '../store/store.ts';
import type { GeoQuery } from './geo-filter.ts';
import type { ListInput } from './list-input.ts';
import { fieldsFor } from './object-fields.ts';
import { visibleFilter } from './visibility.ts';

/**
 * A page of objects with coordinates, nearest first unless a sort is asked for, with distances in metres.
 * @throws ApiError page_not_found, query_too_expensive
 */
export async function geoPage(
  input: ListInput,
  type: ResolvedType,
  geo: GeoQuery,
  conditions: readonly Record<string, unknown>[],
): Promise<{ rows: ObjectDocument[]; count: number; distances: Map<number, number> }> {
  const { services, request, visible } = input;
  assertByNumber(request, 'distance');
  const collection = services.store.documents(type.name);
  const near = {
    $geoNear: {
      near: { type: 'Point', coordinates: [geo.longitude, geo.latitude] },
      key: 'geo',
      distanceField: '_distance',
      spherical: true,
      query: { $and: [...visible.map(({ visibility }) => visibleFilter(visibility)), ...conditions] },
      ...(geo.radius !== undefined && { maxDistance: geo.radius }),
    },
  };
  const sort =
    request.sort.length > 0 ? [{ $sort: sortSpecification(request.sort, fieldsFor(type, input.context.caller)) }] : [];
  const options = { maxTimeMS: services.queryTimeLimit };
  const [rows, [total]] = await underTimeLimit(
    Promise.all([
      collection
        .aggregate<ObjectDocument & { _distance: number }>(
          [near, ...sort, { $skip: (request.page - 1) * request.pageSize }, { $limit: request.pageSize }],
          options,
        )
        .toArray(),
      collection.aggregate<{ count: number }>([near, { $count: 'count' }], options).toArray(),
    ]),
  );
  const count = total?.count ?? 0;
  assertPageExists(request.page, request.pageSize, count);
  const distances = new Map(rows.map((row) => [row._id, Math.round(row._distance)]));
  return { rows, count, distances };
}
