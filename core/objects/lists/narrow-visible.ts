// Filters that restrict the types or audiences of a list, without a condition on the objects themselves: a page that is
// filtered by type or status alone is read from the index as one without filters is (D439).
import type { FilterValue, ListRequest } from '../../list-request.ts';
import { listOf, type Fields } from '../../query/filters.ts';
import { STATUS_LEVELS, typesNamed } from './object-filters.ts';
import type { ObjectServices } from '../object-services.ts';
import { STATUSES, type Visibility, type VisibleTypes } from '../visibility/visibility.ts';

type Filters = ListRequest['filters'];
type Narrowing = (group: VisibleTypes) => VisibleTypes;

const isPlain = (value: FilterValue): boolean => typeof value === 'string' || Array.isArray(value);

const withVisibility =
  (change: (visibility: Visibility) => Visibility): Narrowing =>
  (group) => ({ ...group, visibility: change(group.visibility) });

const ofStatuses = (wanted: (status: string) => boolean): Narrowing =>
  withVisibility((visibility) => ({ ...visibility, requested: (visibility.requested ?? STATUSES).filter(wanted) }));

const nothingOf = ofStatuses(() => false);

/** `on` and within its dates. */
const availableOnly: Narrowing = (group) => {
  const narrowed = ofStatuses((status) => status === 'on')(group);
  return { ...narrowed, visibility: { ...narrowed.visibility, dated: true, allOwn: false } };
};

const isTrue = (value: FilterValue): boolean => value === '' || value === '1' || value === 'true';

/** The part of a group that meets a filter; undefined for other filters, and for invalid ones. */
function narrowingOf(
  services: Pick<ObjectServices, 'modelService'>,
  [name, value]: [name: string, value: FilterValue],
  fields: Fields,
): Narrowing | undefined {
  const isShown = (...names: string[]): boolean =>
    names.every((each) => fields.get(each)?.shown === undefined && fields.has(each));
  if (name === 'type' && isPlain(value)) {
    const named = new Set(typesNamed(services, { value, parameter: 'filter[type]' }));
    return (group) => {
      const types = group.types.filter((each) => named.has(each));
      if (types.length === group.types.length) return group;
      return { ...(types.length > 0 ? group : nothingOf(group)), types, areAllContent: false };
    };
  }
  if (name === 'status' && isPlain(value) && isShown('status')) {
    const wanted = listOf(value, 'filter[status]');
    return ofStatuses((status) => wanted.includes(status));
  }
  if (name === 'status_level' && typeof value === 'string' && isShown('status')) {
    const level = Object.hasOwn(STATUS_LEVELS, value) ? STATUS_LEVELS[value] : undefined;
    return level === undefined
      ? undefined
      : ofStatuses((status) => level === null || level.some((each) => each === status));
  }
  if (name === 'available' && isTrue(value) && isShown('status', 'publish_start', 'publish_end')) return availableOnly;
  return undefined;
}

const seesSomething = ({ types, visibility: { requested } }: VisibleTypes): boolean =>
  types.length > 0 && requested?.length !== 0;

/** The visible groups after the filters on types and audiences, and the other filters. @throws ApiError invalid_filter */
export function narrowVisible(
  services: Pick<ObjectServices, 'modelService'>,
  { visible, filters }: { visible: readonly VisibleTypes[]; filters: Filters },
  fields: Fields,
): { visible: readonly VisibleTypes[]; filters: Filters } {
  const left = new Map(filters);
  let narrowed = visible;
  for (const filter of filters) {
    const narrowing = narrowingOf(services, filter, fields);
    if (!narrowing) continue;
    left.delete(filter[0]);
    narrowed = narrowed.map(narrowing);
  }
  const some = narrowed.filter(seesSomething);
  // One group is kept, so that other errors of the request are still reported.
  return { visible: some.length > 0 ? some : narrowed.slice(0, 1), filters: left };
}
