// The writes of a batch of units of work in its transaction: the same few commands for one unit as for many.
import { omitUndefined } from '../../resources/row-operations.ts';
import { writeScope } from '../../resources/write-rows.ts';
import { recordChanges } from '../../store/history/changes.ts';
import { changeCounts, type CountChange } from '../../store/object-counts.ts';
import { takenUnames, UNAME_INDEX } from '../../store/object-names.ts';
import { recordChangeOfObject, type CommittedChange } from '../../store/recorded/committed-changes.ts';
import type { AnyBulkWriteOperation, Document, ObjectRow, Store } from '../../store/store.ts';
import { isDuplicateIn, RunAgain, type Transaction } from '../../store/transactions/transaction.ts';
import {
  RevisionConflict,
  SchemaConflict,
  type CollectedWork,
  type ObjectWrite,
  runUnit,
} from '../changes/unit-of-work.ts';
import { writeLinkRequests, type LinkParts } from '../relations/write-link-requests.ts';
import { writePlaces } from '../tree/place-steps.ts';
import { lockAll } from '../changes/lock-objects.ts';
import { withSuffix } from '../../uname.ts';
import { withRowType } from '../../store/untyped-collection.ts';
import { groupBy } from '../../values.ts';

export type BatchParts = LinkParts;

/** The event of a write. */
export function noteOf({ id, type, change, viewBefore: before, publication }: ObjectWrite): CommittedChange {
  const { user_action: action, user_id, created: at } = change;
  const noted = { id, type, action, changed: Object.keys(change.changed), user_id, at };
  return { ...noted, ...(before && { before }), ...(publication && { publication }) };
}

/** Changes of the object's visibility (ObjectView); type and author do not change. */
const VIEW_FIELDS = ['status', 'visible_from', 'visible_to', 'trashed', 'reader_roles', 'audiences'] as const;

export const changesView = ({ expectedRevision, rowSet }: ObjectWrite): boolean =>
  expectedRevision !== null && VIEW_FIELDS.some((name) => name in rowSet);

/** Undefined fields are removed. */
function rowUpdate(rowSet: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const removed = Object.entries(rowSet).flatMap(([name, value]) => (value === undefined ? [[name, '']] : []));
  const set = omitUndefined(rowSet);
  return {
    ...(Object.keys(set).length > 0 && { $set: set }),
    ...(removed.length > 0 && { $unset: Object.fromEntries(removed) }),
  };
}

/** The stored document before a change. */
const expected = (write: ObjectWrite): Document => ({
  _id: write.id,
  revision: write.expectedRevision,
  // Rows that are added concurrently would have the previous visibility, or would not be removed.
  ...((write.remove ?? changesView(write)) && {
    fence: write.document.fence ?? null,
    link_fence: write.document.link_fence ?? null,
  }),
});

function documentOperation(write: ObjectWrite): object {
  if (write.expectedRevision === null) return { insertOne: { document: write.document } };
  const filter = expected(write);
  if (write.remove) return { deleteOne: { filter } };
  const removed = Object.fromEntries(write.unset.map((path) => [path, '']));
  const update = { $set: write.set, ...(write.unset.length > 0 && { $unset: removed }) };
  return { updateOne: { filter, update } };
}

function rowOperation(write: ObjectWrite): AnyBulkWriteOperation<ObjectRow> {
  if (write.row) return { insertOne: { document: write.row } };
  const filter = { _id: write.id };
  return write.remove ? { deleteOne: { filter } } : { updateOne: { filter, update: rowUpdate(write.rowSet) } };
}

function setUname(write: ObjectWrite, uname: string): void {
  write.document.uname = uname;
  if (write.row) write.row.uname = uname;
  if (write.expectedRevision !== null) {
    write.set['uname'] = uname;
    write.rowSet['uname'] = uname;
  }
  write.change.changed['uname'] = uname;
}

/** Unames that some writes give to their objects. */
export const givenUnames = (writes: readonly ObjectWrite[]): string[] =>
  writes.flatMap(({ takesUname, document }) => (takesUname ? document.uname : []));

/** Changes unames that other objects, or earlier writes of the batch, already have. */
function freeUnames(writes: readonly ObjectWrite[], taken: Set<string>): void {
  for (const write of writes.filter(({ takesUname }) => takesUname)) {
    if (taken.has(write.document.uname)) setUname(write, withSuffix(write.document.uname));
    taken.add(write.document.uname);
  }
}

/** Writes whose objects were changed since they were read; checked after their batch has failed. */
export async function changedSince(store: Store, writes: readonly ObjectWrite[]): Promise<ObjectWrite[]> {
  const changed: ObjectWrite[] = [];
  const changes = writes.filter(({ expectedRevision }) => expectedRevision !== null);
  for (const [type, group] of groupBy(changes, (write) => write.type)) {
    const filter = { _id: { $in: group.map(({ id }) => id) } };
    const stored = store.documents(type).find(filter, { projection: { revision: 1, fence: 1, link_fence: 1 } });
    const byId = new Map((await stored.toArray()).map((document) => [document._id, document]));
    const isSame = (write: ObjectWrite): boolean => {
      const now = byId.get(write.id);
      return (
        now !== undefined && Object.entries(expected(write)).every(([name, value]) => (now[name] ?? null) === value)
      );
    };
    changed.push(...group.filter((write) => !isSame(write)));
  }
  return changed;
}

async function writeDocuments(store: Store, writes: readonly ObjectWrite[], transaction: Transaction): Promise<void> {
  for (const [type, group] of groupBy(writes, (write) => write.type)) {
    // cast: the driver requires the fields of one type; documents differ in theirs
    const operations = group.map(documentOperation) as never;
    const result = await store.documents(type).bulkWrite(operations, { session: transaction, ordered: true });
    const done = result.insertedCount + result.matchedCount + result.deletedCount;
    if (done !== group.length) throw new RevisionConflict(group[0]?.id ?? 0);
  }
}

async function writeRows(store: Store, writes: readonly ObjectWrite[], transaction: Transaction): Promise<void> {
  if (writes.length === 0) return;
  // Writes that release a uname run before those that may use it.
  const ordered = [...writes.filter(({ row }) => !row), ...writes.filter(({ row }) => row)];
  try {
    await store.objects.bulkWrite(ordered.map(rowOperation), { session: transaction, ordered: true });
  } catch (error) {
    // Another process has used it since the check of this one.
    if (isDuplicateIn(error, UNAME_INDEX.name)) throw new RunAgain('a uname was taken');
    throw error;
  }
}

/** Updates the rows that have a copy of an object's visibility. */
async function writeViews(store: Store, writes: readonly ObjectWrite[], transaction: Transaction): Promise<void> {
  const changed = writes.filter((write) => write.document.fence !== undefined && changesView(write));
  if (changed.length === 0) return;
  const updates = changed.map(({ id, rowSet }) => {
    const fields = VIEW_FIELDS.filter((name) => name in rowSet).map((name) => [`object.${name}`, rowSet[name]]);
    return { updateMany: { filter: { object_id: id }, update: { $set: Object.fromEntries(fields) } } };
  });
  const { trees, translations, annotations, streams, objectPermissions, objects } = store;
  for (const collection of [trees, translations, annotations, streams, objectPermissions, objects])
    await withRowType(collection).bulkWrite(updates, { session: transaction, ordered: false });
}

/** Rows that belong to objects, in the order of the units: each sees the writes of those before it. */
async function writeRowChanges(
  { store, clock }: BatchParts,
  units: readonly CollectedWork[],
  transaction: Transaction,
): Promise<void> {
  const references = units.flatMap(({ rows }) => rows.flatMap(({ to = [] }) => to));
  const objects = await lockAll(store, references, { fence: 'fence' }, transaction);
  for (const unit of units) {
    for (const change of unit.rows) {
      const scope = writeScope({ clock }, change.context, transaction);
      await runUnit(unit, () => change.write(scope, objects));
    }
  }
}

interface BatchToWrite {
  units: readonly CollectedWork[];
  /** Of the totals (core/store/object-counts.ts). */
  slot: number;
  /** The existing ones of the unames that the units give; they are read when it is undefined. */
  taken: Set<string> | undefined;
}

/** @throws UnitFault of one unit; RevisionConflict, SchemaConflict of an unknown one; RunAgain */
export async function writeBatch(
  parts: BatchParts,
  { units, slot, taken }: BatchToWrite,
  transaction: Transaction,
): Promise<void> {
  const { store } = parts;
  const writes = units.flatMap((unit) => unit.writes);
  freeUnames(writes, taken ?? (await takenUnames(store, givenUnames(writes))));
  await writeDocuments(store, writes, transaction);
  await writeRows(store, writes, transaction);
  const linked = await writeLinkRequests(parts, units, transaction);
  const counts: CountChange[] = [
    ...writes.map(({ type, schema, counts: delta }) => ({ type, schema, delta })),
    ...linked.fences,
  ];
  if (!(await changeCounts(store.objectCounts, { slot, changes: counts }, transaction))) throw new SchemaConflict();
  recordChanges([...writes.map(({ change }) => change), ...linked.changes], transaction);
  await writeViews(store, writes, transaction);
  for (const note of [...writes.map(noteOf), ...linked.notes]) recordChangeOfObject(note, transaction);
  for (const unit of units)
    for (const { inTransaction } of unit.writes)
      if (inTransaction) await runUnit(unit, () => inTransaction(transaction));
  await writePlaces(store, units, transaction);
  await writeRowChanges(parts, units, transaction);
}
