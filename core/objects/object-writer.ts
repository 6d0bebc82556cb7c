// The one way in which objects are written: a unit of work collects what a request changes, and everything that it collects
// is committed or nothing. Each object carries its row of `objects`, its change row and its part of the totals with it, so
// that no caller can forget them. Units that wait at the same moment are committed together (write-queue.ts).
import { setTimeout as sleep } from 'node:timers/promises';
import type { ChangeRow } from '../store/changes.ts';
import type { CountDelta } from '../store/object-counts.ts';
import type { ObjectDocument, ObjectRow, Store } from '../store/store.ts';
import { contentionDeadline, Contention, type Transaction } from '../store/transaction.ts';
import type { LinkRequest } from './relations/link-request.ts';
import { createWriteQueue, type WriteQueue } from './write-queue.ts';

export interface ObjectWrite {
  type: string;
  /** Revision of the type's schema that the attributes were validated with. */
  schema: string;
  id: number;
  /** null for a new object; else the write counts only if the stored revision is still this one. */
  expectedRevision: number | null;
  /** The whole new document; its uname may be altered to avoid a clash. */
  document: ObjectDocument;
  /** Its row of `objects`; null for a change. */
  row: ObjectRow | null;
  /** Changed fields of the document, by stored path; only for a change. */
  set: Record<string, unknown>;
  /** Stored paths to remove; only for a change. */
  unset: readonly string[];
  /** Changed fields of the row of `objects`; only for a change. */
  rowSet: Record<string, unknown>;
  /** The uname that the write gives the object, if it is a new one. */
  takesUname: boolean;
  /** The object goes for good, with its row; `inTransaction` removes what else belongs to it. */
  remove?: true;
  counts: CountDelta;
  change: ChangeRow;
  /** Rows of other collections that belong to the change. Runs in its transaction, perhaps several times. */
  inTransaction?: TransactionStep | undefined;
  /** Runs once the write is committed; other writes do not wait for it. */
  afterCommit?: () => Promise<unknown>;
}

export type TransactionStep = (transaction: Transaction) => Promise<void>;

/** The object was changed by somebody else between reading and writing: read it again. */
export class RevisionConflict extends Error {
  readonly objectId: number;

  constructor(objectId: number) {
    super(`object ${objectId} has changed meanwhile`);
    this.objectId = objectId;
  }
}
/** The model was changed between validating and writing: validate again. */
export class SchemaConflict extends Error {}

/** What one request changes. It only collects: nothing is written before the work that fills it has ended. */
export interface UnitOfWork {
  /** Objects, with all their rows. */
  write(...writes: readonly ObjectWrite[]): void;
  /** Links, which are added, placed and removed as the transaction sees them. */
  link(...requests: readonly LinkRequest[]): void;
}

/** What units of work have collected. */
export interface CollectedWork {
  readonly writes: ObjectWrite[];
  readonly links: LinkRequest[];
}

export interface ObjectWriter {
  /**
   * Runs work, commits what it has collected, and runs it again when an object or the model has changed meanwhile: the last
   * write wins (D60). The work reads everything that it decides on by itself each time.
   * @throws what the work throws; Contention, answered with 503, when it does not succeed in 15 seconds
   */
  commit<T>(work: (unit: UnitOfWork) => Promise<T>): Promise<T>;
  /** Writes in a transaction that is under way, by itself. @throws RevisionConflict, SchemaConflict, which end the transaction */
  writeIn(write: ObjectWrite, session: Transaction): Promise<void>;
  /** Runs work on some objects after all other work of this process that waits for one of them. */
  inTurn<T>(objectIds: Iterable<number>, work: () => Promise<T>): Promise<T>;
}

export interface ObjectWriterParts {
  store: Store;
  /** Reads the model again, if it has changed. */
  refreshModel: () => Promise<unknown>;
  /** Is called with each write before it is committed, and refuses it by throwing (D348). */
  propose?: (write: ObjectWrite) => Promise<void>;
}

const MAX_WAIT_MS = 200;
/** More turns than this cost more than the conflicts that they prevent. */
const MAX_TURNS = 50;

/** @returns a function that lets pieces of work on the same objects run one after the other */
function createTurns(): ObjectWriter['inTurn'] {
  const turns = new Map<number, Promise<unknown>>();
  const inTurnOf = <T>(id: number, work: () => Promise<T>): Promise<T> => {
    const turn = (turns.get(id) ?? Promise.resolve()).then(work, work);
    const settled = turn
      .catch(() => undefined)
      .finally(() => {
        if (turns.get(id) === settled) turns.delete(id);
      });
    turns.set(id, settled);
    return turn;
  };
  // In the order of the ids, so that no two pieces of work wait for each other.
  return <T>(objectIds: Iterable<number>, work: () => Promise<T>) => {
    const ids = [...new Set(objectIds)].sort((a, b) => a - b).slice(0, MAX_TURNS);
    return ids.reduceRight<() => Promise<T>>((inner, id) => () => inTurnOf(id, inner), work)();
  };
}

/** Two writers on one queue: the second does not propose what it writes, for what follows from a change that is made. */
export function createObjectWriters(parts: ObjectWriterParts): {
  writer: ObjectWriter;
  unproposedWriter: ObjectWriter;
} {
  const queue = createWriteQueue(parts.store);
  const inTurn = createTurns();
  const { propose: _propose, ...others } = parts;
  return {
    writer: createObjectWriter(parts, queue, inTurn),
    unproposedWriter: createObjectWriter(others, queue, inTurn),
  };
}

function createObjectWriter(
  { refreshModel, propose }: ObjectWriterParts,
  queue: WriteQueue,
  inTurn: ObjectWriter['inTurn'],
): ObjectWriter {
  async function attempt<T>(work: (unit: UnitOfWork) => Promise<T>, deadline: number): Promise<T> {
    const collected: CollectedWork = { writes: [], links: [] };
    const result = await work({
      write: (...writes) => void collected.writes.push(...writes),
      link: (...requests) => void collected.links.push(...requests),
    });
    if (collected.writes.length + collected.links.length === 0) return result;
    if (propose) for (const write of collected.writes) await propose(write);
    await queue.commit(collected, deadline);
    for (const { afterCommit } of collected.writes) await afterCommit?.();
    return result;
  }

  return {
    inTurn,
    writeIn: queue.writeIn,
    async commit(work) {
      const deadline = contentionDeadline();
      let run = () => attempt(work, deadline);
      for (let wait = 1; ; wait = Math.min(2 * wait, MAX_WAIT_MS)) {
        try {
          return await run();
        } catch (error) {
          if (error instanceof SchemaConflict) await refreshModel();
          else if (error instanceof RevisionConflict) {
            const { objectId } = error;
            run = () => inTurn([objectId], () => attempt(work, deadline));
          } else throw error;
          if (performance.now() > deadline) throw new Contention(error);
          if (wait > 1) await sleep(Math.random() * wait);
        }
      }
    },
  };
}
