// Units of work that wait at the same time are committed in one transaction: a batch needs as many commands as a single
// unit, and each unit is still all or nothing.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isInTransaction } from '../../store/transactions/ambient-transaction.ts';
import { SLOTS } from '../../store/rows/count-rows.ts';
import { Contention, type Transaction } from '../../store/transactions/transaction.ts';
import { causeOf, createBatchCommit, type CommitBatch, type Waiting } from './commit-batch.ts';
import { isLarge, takeBatch, touchedBy, type Flight, type Touched } from './next-batch.ts';
import type { CollectedWork, ObjectWrite } from '../changes/unit-of-work.ts';
import { givenUnames, writeBatch, type BatchParts } from './write-batch.ts';

export interface WriteQueue {
  /** Announces a unit that is being filled, for which the next batch waits a moment, until the result is called. */
  announce(): () => void;
  /** To be released when the unit has ended. */
  newClaim(): Claim;
  /** @throws RevisionConflict, SchemaConflict, Contention, and errors of its steps */
  commit(work: CollectedWork, terms: CommitTerms): Promise<void>;
  /** One write in a running transaction. @throws RevisionConflict, SchemaConflict */
  writeIn(write: ObjectWrite, transaction: Transaction): Promise<void>;
}

/**
 * What other units leave to one that has conflicted, while it is filled again (D713): otherwise a large unit would conflict again
 * and again with others.
 */
export interface Claim {
  readonly of: Touched;
  /** Adds all objects and places of a unit, or one object. */
  add(objects: CollectedWork | number): void;
  release(): void;
}

export interface CommitTerms {
  /** By `performance.now()`. */
  deadline: number;
  claim: Claim;
}

/** Time that a batch waits for units that are being filled. */
const GATHER_MS = 2;

/** @param before the slot of a transaction that may not be committed yet */
const slotAfter = (before: number): number => (before + 1 + Math.floor(Math.random() * (SLOTS - 1))) % SLOTS;

/** Units that are being filled, for which the next batch waits a moment. */
function createGathering() {
  let filling = 0;
  let lastAnnounced = 0;
  let onAllFilled: (() => void) | undefined;

  function announce(): () => void {
    filling++;
    lastAnnounced = performance.now();
    return () => {
      filling--;
      if (filling === 0) onAllFilled?.();
    };
  }

  /** Concurrent requests read their objects first: a batch with all of them costs less for each. */
  async function gather(): Promise<void> {
    if (filling === 0 || performance.now() - lastAnnounced > GATHER_MS) return;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      timer = setTimeout(resolve, GATHER_MS);
      onAllFilled = resolve;
    });
    clearTimeout(timer);
    onAllFilled = undefined;
  }

  return { announce, gather };
}

/** Claims of units that are filled again. @param onRelease called when one has ended */
function createClaims(onRelease: () => void) {
  const claims = new Set<Touched>();

  function newClaim(): Claim {
    const of = { owned: new Set<number>(), shared: new Set<number>(), places: new Set<number>() };
    return {
      of,
      add(objects) {
        // Its own writes may be what the others wait for.
        if (isInTransaction()) return;
        if (typeof objects === 'number') of.owned.add(objects);
        else {
          const { owned, shared, places } = touchedBy(objects);
          for (const id of owned) of.owned.add(id);
          for (const id of shared) of.shared.add(id);
          for (const id of places) of.places.add(id);
        }
        claims.add(of);
      },
      release() {
        if (claims.delete(of)) onRelease();
      },
    };
  }

  return { claims, newClaim };
}

/** Commits a batch; `flights` has it until it has ended. */
function beginFlight(batch: readonly Waiting[], commitBatch: CommitBatch, flights: Set<Flight>): Flight {
  let onWritten: (() => void) | undefined;
  const whenWritten = new Promise<void>((resolve) => (onWritten = resolve));
  const ended = commitBatch(batch, true, onWritten)
    .catch((error: unknown) => {
      // Promises that are settled already do not change.
      for (const { reject } of batch) reject(error);
    })
    .finally(() => flights.delete(flight));
  const flight: Flight = {
    touched: new Set(batch.flatMap(({ owned, shared }) => [...owned, ...shared])),
    places: new Set(batch.flatMap(({ places }) => [...places])),
    isLarge: batch.some(isLarge),
    written: Promise.race([whenWritten, ended]),
    ended,
  };
  flights.add(flight);
  return flight;
}

/** Ends units that have waited for large ones until their deadline. */
function rejectLate(queue: Waiting[]): void {
  const now = performance.now();
  for (const late of queue.filter(({ deadline }) => deadline <= now)) {
    queue.splice(queue.indexOf(late), 1);
    late.reject(new Contention(new Error('a large change of the same objects goes on')));
  }
}

async function existing(store: BatchParts['store'], unames: readonly string[]): Promise<string[]> {
  const found = await Promise.all(unames.map((uname) => store.findUname(uname)));
  return found.flatMap((row) => row?.uname ?? []);
}

async function writeAlone(
  parts: BatchParts,
  unit: CollectedWork,
  slot: number,
  transaction: Transaction,
): Promise<void> {
  try {
    await writeBatch(parts, { units: [unit], slot, taken: undefined }, transaction);
  } catch (error) {
    throw causeOf(error, unit);
  }
}

export function createWriteQueue(parts: BatchParts, noteBatch?: (units: number) => void): WriteQueue {
  const { store } = parts;
  const queue: Waiting[] = [];
  let isRunning = false;
  const flights = new Set<Flight>();
  let lastCommit = Promise.resolve();
  let slot = Math.floor(Math.random() * SLOTS);
  let onArrival: (() => void) | undefined;

  const nextSlot = (): number => (slot = slotAfter(slot));
  const { announce, gather } = createGathering();
  const { claims, newClaim } = createClaims(() => onArrival?.());
  const commitBatch = createBatchCommit(parts, nextSlot, noteBatch);

  /** Until another unit arrives, a batch ends, or the first deadline passes. */
  async function changeOfQueue(): Promise<void> {
    if (queue.length === 0) return;
    let timer: NodeJS.Timeout | undefined;
    const happened = new Promise<void>((resolve) => {
      onArrival = resolve;
      timer = setTimeout(resolve, Math.max(1, Math.min(...queue.map((each) => each.deadline)) - performance.now()));
    });
    await Promise.race([happened, ...[...flights].map(({ ended }) => ended)]);
    clearTimeout(timer);
    onArrival = undefined;
  }

  /**
   * One batch at a time: units that wait make the next one larger, and so cheaper for each (measured). The next one is
   * written while the last one is committed, which is mainly a wait for the disk (D571), and while large ones run
   * (D573).
   */
  async function run(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    // Requests whose objects were read together arrive here in one turn of the event loop.
    await nextTurn();
    while (queue.length > 0) {
      await gather();
      const batch = takeBatch(queue, { flights, claims });
      rejectLate(queue);
      if (batch.length === 0) await changeOfQueue();
      else {
        const flight = beginFlight(batch, commitBatch, flights);
        if (flight.isLarge) continue;
        await flight.written;
        await lastCommit;
        lastCommit = flight.ended;
      }
    }
    isRunning = false;
  }

  const writeNow = (unit: CollectedWork, transaction: Transaction): Promise<void> =>
    writeAlone(parts, unit, nextSlot(), transaction);

  const wait = (work: CollectedWork, { deadline, claim }: CommitTerms): Promise<void> =>
    new Promise<void>((resolve, reject) => {
      const taken = existing(store, givenUnames(work.writes));
      // Its batch awaits it.
      taken.catch(() => undefined);
      queue.push({ work, deadline, claim: claim.of, taken, ...touchedBy(work), resolve, reject });
      onArrival?.();
      void run();
    });

  /** Units wait for each other, except in an ambient transaction, where the next step reads their writes. */
  const commit = (work: CollectedWork, terms: CommitTerms): Promise<void> =>
    isInTransaction() ? store.transaction((transaction) => writeNow(work, transaction)) : wait(work, terms);

  return {
    announce,
    newClaim,
    commit,
    writeIn: (write, transaction) => writeNow({ writes: [write], links: [], places: [], rows: [] }, transaction),
  };
}
