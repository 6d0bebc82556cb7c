// The order of links after a change of an object's links (D541). Pure: links in, new positions out.
import { itemAt } from '../../values.ts';

/** A stored link, from the end of the changed object. */
export interface StoredLink {
  other: number;
  type: string;
  mine: number;
  theirs: number;
  params: Record<string, unknown> | null;
}

export interface LinkChange extends Pick<StoredLink, 'other' | 'type'> {
  before: StoredLink | undefined;
  /** undefined when the link is removed. */
  after: Pick<StoredLink, 'mine' | 'theirs' | 'params'> | undefined;
  /** Other links of the target move, so that it gets its position. */
  makesRoom: boolean;
}

/** A requested link; undefined members are kept unchanged, or computed. */
export interface WantedLink extends Pick<StoredLink, 'other' | 'type'> {
  priority: number | undefined;
  inv_priority: number | undefined;
  params: Record<string, unknown> | null | undefined;
  /** The object is in the trash, so that only an existing link may lead to it (D768). */
  isTrashed?: boolean;
  pointer: string;
}

export interface PlannedLink {
  before: StoredLink | undefined;
  wanted: WantedLink;
  mine: number;
}

/** Highest position (D133); links after it share it. */
export const MAX_PLACE = 1_000_000_000;

/** The position after the last one. */
export const placeAfter = (last: number): number => Math.min(MAX_PLACE, last + 1);

type Place = Pick<StoredLink, 'other' | 'mine'>;

/** Number of the first items of a sorted list that are below something. */
export function countBelow<Item>(sorted: readonly Item[], isBelow: (item: Item) => boolean): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBelow(itemAt(sorted, middle))) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Inserts links at their requested positions, lowest first; those at the position or after it move up. */
function insert(rest: Place[], pins: readonly Place[]): Place[] {
  const placed: Place[] = [];
  let added = 0;
  let next = 0;
  for (const pin of pins) {
    // Two links with the same requested position follow one another.
    const mine = Math.max(pin.mine, (placed.at(-1)?.mine ?? -1) + 1);
    for (let place = rest[next]; place && place.mine + added < mine; place = rest[++next]) place.mine += added;
    placed.push({ other: pin.other, mine });
    added += 1;
  }
  for (const place of rest.slice(next)) place.mine += added;
  return placed;
}

/** The positions of requested links in the order of the request: those that some of them have, then positions after the last. */
function placesInOrder(ids: readonly number[], places: ReadonlyMap<number, number>, last: number): Map<number, number> {
  const taken = ids.flatMap((id) => places.get(id) ?? []).sort((a, b) => a - b);
  let next = last;
  return new Map(ids.map((id, index) => [id, taken[index] ?? (next = placeAfter(next))]));
}

/**
 * New positions among the links of the changed object, and shifts of its other links by the id at their other end.
 * @param links all of its links by position, or at least the requested ones when `last` is given
 * @param isOrdered the order of the requested links without a position becomes their order (D769); else existing ones keep theirs
 * @param last highest position, for links that are only appended
 */
export function planMyOrder(
  links: readonly StoredLink[],
  change: {
    wanted: readonly WantedLink[];
    removed: ReadonlySet<number>;
    isOrdered: boolean;
    last?: number | undefined;
  },
): { links: PlannedLink[]; shifts: Map<number, number> } {
  const before = new Map(links.map((link) => [link.other, link]));
  const isMoved = ({ other, priority }: WantedLink): boolean =>
    priority !== undefined && before.get(other)?.mine !== priority;
  // Requested positions apply once one of them is new.
  const pinned = change.wanted.some(isMoved) ? change.wanted.filter(({ priority }) => priority !== undefined) : [];
  const pins = pinned.map(({ other, priority }) => ({ other, mine: priority ?? 0 })).sort((a, b) => a.mine - b.mine);
  const taken = new Set([...pins.map(({ other }) => other), ...change.removed]);
  const gone = links.filter(({ other }) => taken.has(other));
  const gaps = gone.map(({ mine }) => mine).sort((a, b) => a - b);
  const rest = links
    .filter(({ other }) => !taken.has(other))
    .map(({ other, mine }) => ({ other, mine: mine - countBelow(gaps, (gap) => gap < mine) }));
  const placed = insert(rest, pins);
  const places = new Map([...rest, ...placed].map(({ other, mine }) => [other, Math.min(MAX_PLACE, mine)]));
  const last = change.last ?? Math.max(rest.at(-1)?.mine ?? 0, placed.at(-1)?.mine ?? 0);
  const free = change.wanted
    .filter(({ other, priority }) => !places.has(other) || (change.isOrdered && priority === undefined))
    .map(({ other }) => other);
  const ordered = placesInOrder(free, places, last);
  const planned = change.wanted.map((wanted) => ({
    before: before.get(wanted.other),
    wanted,
    mine: ordered.get(wanted.other) ?? places.get(wanted.other) ?? last,
  }));
  const requested = new Set(change.wanted.map(({ other }) => other));
  const shifts = new Map<number, number>();
  for (const { other } of rest) {
    const { mine = 0 } = before.get(other) ?? {};
    const by = (places.get(other) ?? mine) - mine;
    if (by !== 0 && !requested.has(other)) shifts.set(other, by);
  }
  return { links: planned, shifts };
}
