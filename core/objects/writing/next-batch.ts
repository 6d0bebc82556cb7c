// Which units of work the next batch of a queue (write-queue.ts) consists of.
import type { CollectedWork, ObjectWrite } from '../changes/unit-of-work.ts';
import { changesView } from './write-batch.ts';
import { itemAt } from '../../values.ts';

const MAX_BATCH = 100;
/** A unit that changes more objects or places takes long: it is a batch by itself, and the others do not wait for it. */
const LARGE = 200;
/** Large units of a process at a time. */
const MAX_LARGE = 2;

/** The objects of a unit. */
export interface Touched {
  /** Objects that no other unit of the batch may change. */
  owned: ReadonlySet<number>;
  /** Objects that units of the batch may share, since each only appends to their links. */
  shared: ReadonlySet<number>;
  /** Objects and folders whose places in the tree are written. */
  places: ReadonlySet<number>;
}

/** Stands for the places of all roots, which share one lock; no object has this id. */
const ROOTS = 0;

/** Whether a write changes the rows of its object in the tree. */
const changesPlaces = (write: ObjectWrite): boolean =>
  write.remove === true || changesView(write) || 'permissions' in write.set || write.unset.includes('permissions');

function placesOf({ writes, places }: CollectedWork): Set<number> {
  const ids = new Set(writes.filter(changesPlaces).map(({ id }) => id));
  for (const { steps, below = [] } of places) {
    for (const { objectId, from, to } of steps)
      for (const id of [objectId, from, to]) if (id !== undefined) ids.add(id ?? ROOTS);
    for (const id of below) ids.add(id);
  }
  return ids;
}

export function touchedBy(work: CollectedWork): Touched {
  const { writes, links } = work;
  const appended = links.filter(({ isAppend }) => isAppend);
  const others = links.filter(({ isAppend }) => !isAppend).flatMap(({ otherIds }) => otherIds);
  const owned = new Set([...writes.map(({ id }) => id), ...links.map(({ id }) => id), ...others]);
  const shared = new Set(appended.flatMap(({ otherIds }) => otherIds).filter((id) => !owned.has(id)));
  return { owned, shared, places: placesOf(work) };
}

export interface WaitingUnit extends Touched {
  /** What other units leave to it. */
  claim: Touched;
}

const meets = (ids: ReadonlySet<number>, others: ReadonlySet<number>): boolean => {
  const [fewer, more] = ids.size < others.size ? [ids, others] : [others, ids];
  for (const id of fewer) if (more.has(id)) return true;
  return false;
};

/** A batch from its first write to the end of its commit. */
export interface Flight {
  /** All objects that it changes. */
  touched: ReadonlySet<number>;
  /** Objects and folders whose places it writes. */
  places: ReadonlySet<number>;
  isLarge: boolean;
  /** All its writes have been sent, and the commit is running or has ended. */
  written: Promise<void>;
  /** Never rejected. */
  ended: Promise<void>;
}

export const isLarge = ({ owned, places }: Touched): boolean => Math.max(owned.size, places.size) > LARGE;

/**
 * Takes waiting units that have only shared objects in common, and none with batches that have not ended or with claims of
 * others; the others wait. A unit with a claim does not wait for other claims, so that two of them cannot wait for each
 * other. A large unit is a batch by itself.
 */
export function takeBatch<Unit extends WaitingUnit>(
  queue: Unit[],
  { flights, claims }: { flights: ReadonlySet<Flight>; claims: ReadonlySet<Touched> },
): Unit[] {
  const [owned, shared] = [new Set<number>(), new Set<number>()];
  const batch: Unit[] = [];
  const maySeparate = [...flights].filter((flight) => flight.isLarge).length < MAX_LARGE;
  const isLeftTo = (claim: Touched, { owned: its, shared: also, places }: WaitingUnit): boolean =>
    meets(its, claim.owned) || meets(its, claim.shared) || meets(also, claim.owned) || meets(places, claim.places);
  const isClaimed = (each: WaitingUnit): boolean =>
    !claims.has(each.claim) && [...claims].some((claim) => isLeftTo(claim, each));
  const waitsFor = ({ owned: its, shared: also, places }: WaitingUnit, flight: Flight): boolean =>
    meets(its, flight.touched) || meets(also, flight.touched) || (flight.isLarge && meets(places, flight.places));
  const isFree = (each: WaitingUnit): boolean =>
    !isClaimed(each) &&
    ![...flights].some((flight) => waitsFor(each, flight)) &&
    !(meets(each.owned, owned) || meets(each.owned, shared) || meets(each.shared, owned));
  for (let index = 0; index < queue.length && Math.max(owned.size, batch.length) < MAX_BATCH;) {
    const waiting = itemAt(queue, index);
    if ((isLarge(waiting) && (batch.length > 0 || !maySeparate)) || !isFree(waiting)) {
      index++;
      continue;
    }
    for (const id of waiting.owned) owned.add(id);
    for (const id of waiting.shared) shared.add(id);
    batch.push(waiting);
    queue.splice(index, 1);
    if (isLarge(waiting)) break;
  }
  return batch;
}
