// All changes of a database between two times, from change streams, for backups that hold changes only (D661).
import { randomUUID } from 'node:crypto';
import { BSON, type ChangeStreamDocument, type Db, type Document, type Timestamp } from 'mongodb';
import { isTurnOver, nextTurn } from '../../event-loop-turns.ts';
import type { Store } from '../store.ts';
import { codeOf } from '../../values.ts';
import { EXACT } from './dump.ts';

export { Timestamp } from 'mongodb';

/** A change of a row or a collection. Values have their exact types (dump.ts). */
export interface StoredChange {
  /** When it was committed. All changes of a transaction have the same time. */
  at: Timestamp;
  /** MongoDB's name of it. */
  kind: string;
  collection: string;
  /** `_id` of the row. */
  id?: unknown;
  /** The whole row, of one that was inserted or replaced. */
  row?: Document;
  update?: RowUpdate;
  /** Of a collection: its options or indexes. */
  description?: Document;
  /** New name of a collection. */
  to?: string;
}

/** Differences of a row, by path. */
export interface RowUpdate {
  updatedFields?: Record<string, unknown>;
  removedFields?: readonly string[];
  truncatedArrays?: readonly { field: string; newSize: unknown }[];
  /** The parts of ambiguous paths. */
  disambiguatedPaths?: Record<string, readonly unknown[]>;
}

/** `seconds:number`, by the clock of the database. */
export const momentText = (at: Timestamp): string => `${at.getHighBits() >>> 0}:${at.getLowBits() >>> 0}`;

/** @returns undefined for other text */
export function parseMoment(text: string): Timestamp | undefined {
  const [, t, i] = /^(\d{1,10}):(\d{1,10})$/.exec(text) ?? [];
  return t === undefined || i === undefined ? undefined : new BSON.Timestamp({ t: Number(t), i: Number(i) });
}

/** To the second. */
export const dateOfMoment = (at: Timestamp): Date => new Date((at.getHighBits() >>> 0) * 1_000);

/** Of the first moment after that second. */
export const momentAfter = (date: Date): Timestamp =>
  new BSON.Timestamp({ t: Math.floor(date.getTime() / 1_000) + 1, i: 0 });

/** True when the oplog does not reach back to the requested time: ChangeStreamHistoryLost. */
export const isHistoryLost = (error: unknown): boolean => Number(codeOf(error)) === 286;

/** Kinds that do not change rows or collections. */
const SILENT: ReadonlySet<string> = new Set(['shardCollection', 'refineCollectionShardKey', 'reshardCollection']);

/** The database was dropped or renamed: later changes belong to another one. */
export class DatabaseReplaced extends Error {}

type StreamedChange = ChangeStreamDocument & {
  clusterTime: Timestamp;
  ns?: { coll?: string };
  documentKey?: { _id: unknown };
  fullDocument?: Document;
  updateDescription?: RowUpdate;
  operationDescription?: Document;
  to?: { coll: string };
};

function changeOf(streamed: StreamedChange): StoredChange {
  const {
    operationType: kind,
    clusterTime: at,
    ns,
    documentKey,
    fullDocument: row,
    updateDescription: update,
  } = streamed;
  const { operationDescription: description, to } = streamed;
  if (kind === 'invalidate' || kind === 'dropDatabase') throw new DatabaseReplaced(kind);
  return {
    at,
    kind,
    collection: ns?.coll ?? '',
    ...(documentKey && { id: documentKey._id }),
    ...(row && { row }),
    ...(update && { update }),
    ...(description && { description }),
    ...(to && { to: to.coll }),
  };
}

const WAIT_MS = 500;

/** Row of `state` whose change marks the end: all changes before it have been read when it arrives. */
const MARKED = 'backup';

/**
 * All changes after `since`, up to a time after this call, in the order of their commits; those of a transaction together.
 * @param without collections
 * @returns also the time of the last change, after all were read
 * @throws of its generator: DatabaseReplaced, and errors for which `isHistoryLost` is true
 */
export function changesSince(
  { db, state }: Pick<Store, 'db' | 'state'>,
  since: Timestamp,
  without: ReadonlySet<string>,
) {
  let reached: Timestamp | undefined;
  const mark = randomUUID();
  async function* changes(): AsyncGenerator<StoredChange> {
    const stream = openStream(db, since, without);
    try {
      // Opens it, so that it reads the mark.
      let streamed = await stream.tryNext();
      await state.updateOne({ _id: MARKED }, { $set: { mark } }, { upsert: true });
      for (; reached === undefined; streamed = await stream.tryNext()) {
        if (!streamed) continue;
        // cast: the driver has a type for each kind of change: the members of all are optional here
        const change = changeOf(streamed as StreamedChange);
        if (SILENT.has(change.kind) || change.at.lessThanOrEqual(since)) continue;
        if (isMark(change, mark)) reached = change.at;
        yield change;
        if (isTurnOver()) await nextTurn();
      }
    } finally {
      await stream.close();
    }
  }
  return {
    changes,
    until(): Timestamp {
      if (reached === undefined) throw new Error('not all changes are read');
      return reached;
    },
  };
}

const isMark = ({ collection, update, row }: StoredChange, mark: string): boolean =>
  collection === 'state' && (update?.updatedFields?.['mark'] === mark || row?.['mark'] === mark);

const openStream = (db: Db, since: Timestamp, without: ReadonlySet<string>) =>
  db.watch([{ $match: { 'ns.coll': { $nin: [...without] } } }], {
    ...EXACT,
    startAtOperationTime: since,
    showExpandedEvents: true,
    maxAwaitTimeMS: WAIT_MS,
    batchSize: 1_000,
  });
