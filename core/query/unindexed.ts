// Which fields of a list have no index, so that the database reads all rows for them (D462).
import type { SortField } from '../list-request.ts';
import type { Fields } from './filters.ts';

/** Names of the fields that a list filters or sorts by without an index, each once; filters that are no fields are left out. */
export function unindexed(fields: Fields, filters: Iterable<string>, sort: readonly SortField[]): string[] {
  const names = new Set([...filters, ...sort.map(({ field }) => field)]);
  return [...names].filter((name) => fields.get(name)?.indexed === false);
}
