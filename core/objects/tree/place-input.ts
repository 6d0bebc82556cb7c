// The place in a request: `meta.relation` of an identifier (D544). Pure.
import { invalidData } from '../../errors.ts';
import type { BodyIdentifier } from '../../format/jsonapi/documents.ts';
import { assertContentSize } from '../../model/content-size.ts';
import { escapeKeys } from '../../store/stored-keys.ts';
import type { PlaceOptions } from '../changes/place-plan.ts';

export interface PlaceItem extends BodyIdentifier {
  meta?: {
    relation?: Omit<PlaceOptions, 'slugAt'> & { position?: unknown };
  };
}

export interface RequestedPosition extends PlaceOptions {
  /** From 1, or from the end with -1 as the last. */
  position?: number | undefined;
}

/** JSON pointers to the items of a body, which is a list or a single one. */
export const pointersOf =
  (data: PlaceItem | readonly PlaceItem[] | null) =>
  (index: number): string =>
    Array.isArray(data) ? `/data/${index}` : '/data';

const MAX_POSITION = 1_000_000_000;

function positionOf(value: unknown, pointer: string): number | undefined {
  if (value === undefined) return undefined;
  if (value === 'first') return 1;
  if (value === 'last') return -1;
  const at = `${pointer}/meta/relation/position`;
  if (value === '' || value === null) throw invalidData(at, '[position._empty]: This field cannot be left empty');
  if (value === 0)
    throw invalidData(at, '[position.notEquals]: Positions are counted from 1, or from the end with -1.');
  if (typeof value === 'number' && Number.isInteger(value)) {
    return Math.max(-MAX_POSITION, Math.min(MAX_POSITION, value));
  }
  throw invalidData(at, '[position.inList]: An integer, "first" or "last" is expected.');
}

/** @throws ApiError invalid_data for an invalid position, and for params that are too large */
export function parsePosition(item: PlaceItem, pointer: string): RequestedPosition {
  const { position, menu, canonical, params, slug } = item.meta?.relation ?? {};
  if (params) assertContentSize(params, 'params', `${pointer}/meta/relation/params`);
  const named = slug === undefined ? {} : { slug, slugAt: `${pointer}/meta/relation/slug` };
  return { position: positionOf(position, pointer), menu, canonical, params: escapeKeys(params), ...named };
}

export const isWithoutPosition = (place: RequestedPosition): boolean =>
  Object.values(place).every((value) => value === undefined);

/** Order in which items are placed so that each ends at the requested position: those without a position first. */
export function inMoveOrder<Item extends { place: RequestedPosition }>(items: readonly Item[]): Item[] {
  const rank = ({ place: { position } }: Item): [number, number] =>
    position === undefined ? [0, 0] : position < 0 ? [1, -position] : [2, position];
  return [...items].sort((a, b) => rank(a)[0] - rank(b)[0] || rank(a)[1] - rank(b)[1]);
}

/** The requested order of a whole list: that of the list, except for items with a position. */
export function inTargetOrder<Item extends { place: RequestedPosition }>(items: readonly Item[]): Item[] {
  const list = items.filter(({ place }) => place.position === undefined);
  for (const item of inMoveOrder(items)) {
    const { position } = item.place;
    if (position === undefined) continue;
    const index = position > 0 ? position - 1 : Math.max(0, list.length + 1 + position);
    list.splice(index, 0, item);
  }
  return list;
}
