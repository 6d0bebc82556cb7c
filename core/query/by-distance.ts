// filter[geo] of types with coordinates: nearest first, with the distance (D427, D525).
import type { FilterValue } from '../list-request.ts';
import type { Document } from '../store/store.ts';
import { isList } from '../values.ts';
import { assertByNumber } from './cursor.ts';
import { filterError, listOf } from './filters.ts';
import { aggregatedPage, conditionOf, sortOptions, type Ordering } from './list-plan.ts';

export interface GeoQuery {
  /** Degrees. */
  latitude: number;
  longitude: number;
  /** Metres. */
  radius: number | undefined;
}

const PARAMETER = 'filter[geo]';

/** @throws ApiError `invalid_filter` */
export function parseGeo(value: FilterValue): GeoQuery {
  const parts = typeof value === 'object' && !isList(value) ? value : {};
  const unknown = Object.keys(parts).find((name) => name !== 'center' && name !== 'radius');
  if (unknown) throw filterError(`${PARAMETER}[${unknown}]`, 'center or radius is expected.');
  const center = parts['center'] === undefined ? [] : listOf(parts['center'], `${PARAMETER}[center]`);
  if (center.length !== 2 || center.some((part) => part.trim() === '')) {
    throw filterError(`${PARAMETER}[center]`, 'missing or empty coordinates.');
  }
  const [latitude = NaN, longitude = NaN] = center.map(Number);
  if (!(Math.abs(latitude) <= 90)) throw filterError(`${PARAMETER}[center]`, 'bad geo data format: invalid latitude.');
  if (!(Math.abs(longitude) <= 180))
    throw filterError(`${PARAMETER}[center]`, 'bad geo data format: invalid longitude.');
  const radius = parts['radius'] === undefined ? undefined : Number(parts['radius']);
  if (radius !== undefined && !(radius >= 0 && radius < 1e9))
    throw filterError(`${PARAMETER}[radius]`, 'a number of metres is expected.');
  return { latitude, longitude, radius };
}

/** Rows with their distance in metres, nearest first by default. */
export const byDistance =
  <Row extends Document>({ longitude, latitude, radius }: GeoQuery): Ordering<Row & { _distance: number }> =>
  async (plan) => {
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
    const stages = { found: [near], sort: plan.isSorted ? [{ $sort: plan.sort }] : [] };
    return aggregatedPage(plan.collection, stages, plan.requested, sortOptions(plan));
  };
