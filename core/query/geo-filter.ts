// filter[geo] of types with coordinates: nearest first, with the distance (D525).
import { isList } from '../values.ts';
import type { FilterValue } from '../list-request.ts';
import { filterError, listOf } from './filters.ts';

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
