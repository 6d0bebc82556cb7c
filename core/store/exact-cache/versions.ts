// A version for each collection of content, raised by every transaction that writes to it, in the transaction itself: while
// it is the same, so is the content (D910). The versions are kept in rows of `object_counts`, which most transactions change
// anyway, in slots as the totals: each row only grows, so an equal sum proves that none of them has changed.
import type { AnyBulkWriteOperation, Collection } from 'mongodb';
import { SLOTS, type ObjectCountRow } from '../rows/count-rows.ts';
import { sharedRead } from '../../shared-read.ts';
import { aggregateSmall } from '../transactions/small-reads.ts';
import type { Transaction } from '../transactions/transaction.ts';
import { withoutRowType } from '../untyped-collection.ts';

/** Begins the name of the collection of an object type. */
export const DOCUMENTS = 'documents.';
/** No object type has such a name. */
const OTHER = '~';
/** Raised when rows were written without the store: by a migration, a restore or a repair. Part of every state. */
export const EVERYTHING = `${OTHER}everything`;

/** `type` of the rows with the version of a collection. */
export const versionTypeOf = (collection: string): string =>
  collection.startsWith(DOCUMENTS) ? collection.slice(DOCUMENTS.length) : OTHER + collection;

/** False for rows that only have a version. */
export const isTotal = ({ type }: Pick<ObjectCountRow, 'type'>): boolean => !type.startsWith(OTHER);

interface Written {
  /** Not raised yet. */
  open: Set<string>;
  raised: Set<string>;
}

const written = new WeakMap<Transaction, Written>();

/** The transaction writes to a collection. */
export function noteWrite(collection: string, transaction: Transaction): void {
  const type = versionTypeOf(collection);
  const known = written.get(transaction) ?? { open: new Set(), raised: new Set() };
  written.set(transaction, known);
  if (!known.raised.has(type)) known.open.add(type);
}

/** Forgets the writes of an earlier run. */
export const forgetWrites = (transaction: Transaction): boolean => written.delete(transaction);

/** The types of rows that the transaction still has to raise, which are noted as raised. */
function takeOpen(transaction: Transaction, isTaken: (type: string) => boolean): string[] {
  const known = written.get(transaction);
  if (!known) return [];
  const taken = [...known.open].filter(isTaken);
  for (const type of taken) {
    known.open.delete(type);
    known.raised.add(type);
  }
  return taken;
}

/** Types of objects have their rows; another write of a deleted type must not bring one back. */
function raise(type: string, slot: number): AnyBulkWriteOperation<ObjectCountRow> {
  const filter = { _id: `${type}:${slot}` };
  if (!type.startsWith(OTHER)) return { updateOne: { filter, update: { $inc: { version: 1 } } } };
  return { updateOne: { filter, update: { $inc: { version: 1 }, $setOnInsert: { type } }, upsert: true } };
}

const randomSlot = (): number => Math.floor(Math.random() * SLOTS);

/**
 * What a change of totals raises in its own command: it has raised the version of its types.
 * @param types of objects, whose rows the command changes
 */
export function raisedBeside(
  types: ReadonlySet<string>,
  slot: number,
  transaction: Transaction,
): AnyBulkWriteOperation<ObjectCountRow>[] {
  takeOpen(transaction, (type) => types.has(type));
  return takeOpen(transaction, (type) => type.startsWith(OTHER)).map((type) => raise(type, slot));
}

/** Raises what the transaction has written and not raised yet; no command if there is nothing. */
export async function raiseWritten(counts: Collection<ObjectCountRow>, transaction: Transaction): Promise<void> {
  const open = takeOpen(transaction, () => true);
  if (open.length === 0) return;
  const slot = randomSlot();
  await counts.bulkWrite(
    open.map((type) => raise(type, slot)),
    { session: transaction, ordered: false },
  );
}

/** After a write without a transaction, before it is acknowledged. */
export async function raiseAlone(counts: Collection<ObjectCountRow>, collection: string): Promise<void> {
  await counts.bulkWrite([raise(versionTypeOf(collection), randomSlot())]);
}

/** Nothing that was kept before is given any more. */
export async function raiseEverything(counts: Collection<ObjectCountRow>, transaction?: Transaction): Promise<void> {
  // Not by one: a restored database may have had as many raisings as the one before it.
  const by = 1 + Math.floor(Math.random() * 2 ** 40);
  const row = { _id: `${EVERYTHING}:0` };
  const change = { $inc: { version: by }, $setOnInsert: { type: EVERYTHING } };
  await counts.updateOne(row, change, { upsert: true, ...(transaction && { session: transaction }) });
}

/** Types of rows, or all. */
export type VersionedTypes = ReadonlySet<string> | 'all';

/** Reads versions; concurrent callers share a read. @returns by type of row; absent ones have none */
export const createVersionReader = (
  counts: Collection<ObjectCountRow>,
): ((types: VersionedTypes) => Promise<ReadonlyMap<string, number>>) =>
  sharedRead((wanted: readonly VersionedTypes[]) => sumVersions(counts, together(wanted)));

const together = (wanted: readonly VersionedTypes[]): VersionedTypes =>
  wanted.includes('all') ? 'all' : new Set(wanted.flatMap((types) => [...types]));

async function sumVersions(
  counts: Collection<ObjectCountRow>,
  types: VersionedTypes,
): Promise<ReadonlyMap<string, number>> {
  const rows = await aggregateSmall<{ _id: string; version: number }>(withoutRowType(counts), [
    { $match: types === 'all' ? {} : { type: { $in: [...types] } } },
    { $group: { _id: '$type', version: { $sum: '$version' } } },
  ]);
  return new Map(rows.map(({ _id, version }) => [_id, version]));
}
