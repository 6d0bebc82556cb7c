// The one way in which objects are written: a unit of work collects what a request changes, and everything that it collects
// is committed or nothing. Each object carries its row of `objects`, its change row and its part of the totals with it, so
// that no caller can forget them. Units that wait at the same moment are committed together (write-queue.ts).
import type { RequestContext } from '../context.ts';
import type { RelationSide } from '../model/relation-sides.ts';
import type { WriteScope } from '../resources/resource-type.ts';
import { StaleWork } from '../store/ambient-transaction.ts';
import type { ChangeRow } from '../store/changes.ts';
import type { CountDelta } from '../store/object-counts.ts';
import type { ObjectDocument, ObjectRow } from '../store/store.ts';
import { type Transaction, isDatabaseError } from '../store/transaction.ts';
import type { ObjectRecord, ObjectReference } from './object-record.ts';
import type { LinkFields } from './relations/link-fields.ts';
import type { LinkageChange, WantedLink } from './relations/link-plan.ts';
import type { LinkChange } from './relations/write-links.ts';
import type { PlaceSteps } from './tree/place-plan.ts';

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
export class RevisionConflict extends StaleWork {
  readonly objectId: number;

  constructor(objectId: number) {
    super(`object ${objectId} has changed meanwhile`);
    this.objectId = objectId;
  }
}
/** The model was changed between validating and writing: validate again. */
export class SchemaConflict extends StaleWork {}

/** A change of the links of one object under one of its relations, read from a body and ready to be made (D26, D49). */
export interface LinkRequest {
  context: RequestContext;
  found: ObjectRecord;
  side: RelationSide;
  fields: LinkFields;
  how: LinkageChange;
  wanted: readonly WantedLink[];
  /** The object whose links are changed, and those at their other ends as far as the request names them. */
  id: number;
  otherIds: readonly number[];
  /** The object is made in the same transaction, so that it has no links yet. */
  isNew: boolean;
  /** New links go behind all others at both ends, and no other link moves: then several requests share an object. */
  isAppend: boolean;
  /** Gives faults their place in the body. */
  within: <T>(work: () => Promise<T>) => Promise<T>;
  /** Looks at the links as they are in the transaction; it may throw. */
  check?: (transaction: Transaction) => Promise<void>;
  /** What has changed, each time that the transaction is run. */
  onWritten?: (changes: readonly LinkChange[]) => void;
}

/** A change of rows of other collections: translations, annotations, streams (D486). */
export interface RowChange {
  context: RequestContext;
  /** Objects that get rows which carry a copy of what decides who sees them (ObjectView). */
  to?: readonly ObjectReference[];
  /**
   * Runs in the transaction, after the objects and links and after other rows that come with them; perhaps several times.
   * @param objects those of `to` that are there and not in the trash, as the transaction sees them
   */
  write(scope: WriteScope, objects: ReadonlyMap<number, ObjectDocument>): Promise<void>;
}

/** What one request changes. It only collects: nothing is written before the work that fills it has ended. */
export interface UnitOfWork {
  /** Objects, with all their rows. */
  write(...writes: readonly ObjectWrite[]): void;
  /** Links, which are added, placed and removed as the transaction sees them. */
  link(...requests: readonly LinkRequest[]): void;
  /** Places in the tree of objects that it writes. */
  place(...changes: readonly PlaceSteps[]): void;
  /** Rows that belong to objects. What other units of a batch have done to the same rows is done before. */
  row(...changes: readonly RowChange[]): void;
}

/** What units of work have collected. */
export interface CollectedWork {
  readonly writes: ObjectWrite[];
  readonly links: LinkRequest[];
  readonly places: PlaceSteps[];
  readonly rows: RowChange[];
}

/** A change of rows that returns what it has written. */
export type RowsToWrite<T> = Omit<RowChange, 'write'> & {
  write(...args: Parameters<RowChange['write']>): Promise<T>;
};

export interface ObjectWriter {
  /**
   * Runs work, commits what it has collected, and runs it again when an object or the model has changed meanwhile: the last
   * write wins (D60). The work reads everything that it decides on by itself each time.
   * @throws what the work throws; Contention, answered with 503, when it does not succeed in 15 seconds
   */
  commit<T>(work: (unit: UnitOfWork) => Promise<T>): Promise<T>;
  /** Writes in a transaction that is under way, by itself. @throws RevisionConflict, SchemaConflict, which end the transaction */
  writeIn(write: ObjectWrite, transaction: Transaction): Promise<void>;
  /**
   * Commits a change of rows by itself, and returns what its last run has returned.
   * @throws what `write` throws; Contention
   */
  writeRows<T>(change: RowsToWrite<T>): Promise<T>;
}

/** A unit of work that cannot be committed, for a reason (`cause`) that concerns no other unit of its batch. */
export class UnitFault extends Error {
  readonly unit: CollectedWork;

  constructor(unit: CollectedWork, cause: unknown) {
    super('a unit of work cannot be committed', { cause });
    this.unit = unit;
  }
}

/** Runs what belongs to one unit: its faults, unlike those of the database, end that unit only. @throws UnitFault */
export async function asUnit<T>(unit: CollectedWork, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isDatabaseError(error) || error instanceof UnitFault ? error : new UnitFault(unit, error);
  }
}
