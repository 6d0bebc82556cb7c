// The only way to write objects: a unit of work collects the changes of a request, which are committed all or none. For
// each object it writes its row of `objects`, its change row and its part of the totals too, so that no code can omit
// them. Concurrent units are committed together (write-queue.ts).
import type { RequestContext } from '../../context.ts';
import type { RelationSide } from '../../model/relation-sides.ts';
import type { WriteScope } from '../../resources/resource-type.ts';
import { StaleWork } from '../../store/transactions/ambient-transaction.ts';
import type { ChangeRow } from '../../store/history/changes.ts';
import type { CommittedChange } from '../../store/recorded/committed-changes.ts';
import type { CountDelta } from '../../store/object-counts.ts';
import type { ObjectDocument, ObjectRow } from '../../store/store.ts';
import { type Transaction, isDatabaseError } from '../../store/transactions/transaction.ts';
import type { ObjectRecord, ObjectReference } from '../object-record.ts';
import type { LinkFields } from './link-fields.ts';
import type { LinkChange, WantedLink } from './link-plan.ts';
import type { PlaceSteps } from './place-plan.ts';
import type { LinkageChange } from '../../format/jsonapi/resource-input.ts';

export interface ObjectWrite {
  type: string;
  /** Revision of the type's schema at the validation of the attributes. */
  schema: string;
  id: number;
  /** null for a new object; else the write fails unless this is the stored revision. */
  expectedRevision: number | null;
  /** The whole new document; its uname may be altered to avoid a duplicate. */
  document: ObjectDocument;
  /** Its row of `objects`; null for a change. */
  row: ObjectRow | null;
  /** Changed fields of the document, by stored path; only for a change. */
  set: Record<string, unknown>;
  unset: readonly string[];
  /** Changed fields of the row of `objects`; only for a change. */
  rowSet: Record<string, unknown>;
  /** The new uname that the write gives the object, if any. */
  takesUname: boolean;
  /** The object is purged, with its row; `inTransaction` removes all other rows that belong to it. */
  remove?: true;
  counts: CountDelta;
  change: ChangeRow;
  /** The previous visibility of the object, if the write changes it. */
  viewBefore?: NonNullable<CommittedChange['before']>;
  /** Set when the write changes whether the public sees the object. */
  publication?: NonNullable<CommittedChange['publication']>;
  /** Rows of other collections that belong to the change. Runs in its transaction, perhaps several times. */
  inTransaction?: TransactionStep | undefined;
  /** Runs after the commit; other writes do not wait for it. */
  afterCommit?: () => Promise<unknown>;
}

export type TransactionStep = (transaction: Transaction) => Promise<void>;

/** Writes, and what else runs in their transaction; it may throw RevisionConflict. */
export interface WritesInStep {
  writes: ObjectWrite[];
  inTransaction: TransactionStep;
}

/** The object was changed between reading and writing: read it again. */
export class RevisionConflict extends StaleWork {
  readonly objectId: number;

  constructor(objectId: number) {
    super(`object ${objectId} has changed meanwhile`);
    this.objectId = objectId;
  }
}
/** The model was changed between validating and writing: validate again. */
export class SchemaConflict extends StaleWork {}

/** A change of the links of one object under one of its relations, read from a body (D26, D49). */
export interface LinkRequest {
  context: RequestContext;
  found: ObjectRecord;
  side: RelationSide;
  fields: LinkFields;
  how: LinkageChange;
  wanted: readonly WantedLink[];
  /** The object whose links change, and the objects at their other ends that the request names. */
  id: number;
  otherIds: readonly number[];
  /** The object is created in the same transaction, so that it has no links yet. */
  isNew: boolean;
  /** New links are appended at both ends, and no other link moves: then several requests can share an object. */
  isAppend: boolean;
  /** Points errors to their place in the body. */
  within: <T>(work: () => Promise<T>) => Promise<T>;
  /** Checks the links as the transaction reads them; it may throw. */
  check?: (transaction: Transaction) => Promise<void>;
  /** Called with the changes at each run of the transaction. */
  onWritten?: (changes: readonly LinkChange[]) => void;
}

/** A change of rows of other collections: translations, annotations, streams (D486). */
export interface RowChange {
  context: RequestContext;
  /** Objects that get rows with a copy of their visibility (ObjectView). */
  to?: readonly ObjectReference[];
  /**
   * Runs in the transaction, after the objects, the links and earlier row changes; perhaps several times.
   * @param objects those of `to` that exist and are not in the trash, as the transaction reads them
   */
  write(scope: WriteScope, objects: ReadonlyMap<number, ObjectDocument>): Promise<void>;
}

/** The changes of one request. The database is not changed before the work that fills it has ended. */
export interface UnitOfWork {
  write(...writes: readonly ObjectWrite[]): void;
  link(...requests: readonly LinkRequest[]): void;
  place(...changes: readonly PlaceSteps[]): void;
  /** Rows that belong to objects. Earlier units of a batch write the same rows first. */
  row(...changes: readonly RowChange[]): void;
}

/** The contents of units of work. */
export interface CollectedWork {
  readonly writes: ObjectWrite[];
  readonly links: LinkRequest[];
  readonly places: PlaceSteps[];
  readonly rows: RowChange[];
}

/** A change of rows with a result. */
export type RowsToWrite<T> = Omit<RowChange, 'write'> & {
  write(...args: Parameters<RowChange['write']>): Promise<T>;
};

export interface ObjectWriter {
  /**
   * Runs work, commits its unit, and runs it again when an object or the model has changed since: the last write wins
   * (D60). The work reads all its input at each run.
   * @throws errors of the work; Contention, a 503, after 15 seconds without success
   */
  commit<T>(work: (unit: UnitOfWork) => Promise<T>): Promise<T>;
  /** Writes in a running transaction. @throws RevisionConflict, SchemaConflict, which end the transaction */
  writeIn(write: ObjectWrite, transaction: Transaction): Promise<void>;
  /** Commits a change of rows, and returns the result of its last run. @throws errors of `write`; Contention */
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

/** Runs the part of one unit: its errors, unlike those of the database, end that unit only. @throws UnitFault */
export async function runUnit<T>(unit: CollectedWork, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isDatabaseError(error) || error instanceof UnitFault ? error : new UnitFault(unit, error);
  }
}
