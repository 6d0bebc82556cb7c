// The one way in which objects are written. Writes that wait at the same moment are committed together: a batch costs as
// many statements as a single write does, and each write is still all or nothing. Every write carries its row of `objects`,
// its change row, its uname and its part of the totals (design: Data).
import { changeCounts, SLOTS, type CountDelta } from '../store/object-counts.ts';
import { insertChanges, type ChangeRow } from '../store/changes.ts';
import { noteObject, type ObjectNote } from '../store/object-notes.ts';
import type {
  AnyBulkWriteOperation,
  Collection,
  Document,
  ObjectDocument,
  ObjectRow,
  Store,
  UnameRow,
} from '../store/store.ts';
import { isDuplicateKey, type Transaction } from '../store/transaction.ts';
import { withSuffix } from './uname.ts';

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
  uname: { take: string; release: string | null } | null;
  /** The object goes for good, with its row and uname; `also` removes what else belongs to it. */
  remove?: true;
  counts: CountDelta;
  change: ChangeRow;
  /** Rows of other collections that belong to the change. Runs in its transaction, perhaps several times. */
  also?: ((transaction: Transaction) => Promise<void>) | undefined;
  /** Runs once the write is committed; other writes do not wait for it. */
  afterwards?: () => Promise<void>;
}

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
class UnameConflict extends Error {}

export interface ObjectWriter {
  /** @throws RevisionConflict, SchemaConflict */
  write(write: ObjectWrite): Promise<void>;
  /** Writes of different objects that are all or nothing together. @throws RevisionConflict, SchemaConflict */
  writeAll(writes: readonly ObjectWrite[]): Promise<void>;
  /**
   * Writes in a transaction that is under way, by itself; `afterwards` is left to the caller.
   * @throws RevisionConflict, SchemaConflict, which end the transaction
   */
  writeIn(write: ObjectWrite, session: Transaction): Promise<void>;
  /** Runs work on one object after all other work of this process that waits for the same object. */
  inTurn<T>(objectId: number, work: () => Promise<T>): Promise<T>;
}

const MAX_BATCH = 50;
/** One at a time: what waits meanwhile makes the next batch larger, and so cheaper for each (measured). */
const MAX_RUNNING = 1;
const MAX_UNAME_ATTEMPTS = 10;

interface Pending {
  writes: readonly ObjectWrite[];
  resolve: () => void;
  reject: (error: unknown) => void;
}

/** What a write does, for those who are told of it. */
export function noteOf({ id, type, change }: ObjectWrite): ObjectNote {
  const { user_action: action, user_id, created: at } = change;
  return { id, type, action, changed: Object.keys(change.changed), user_id, at };
}

const groupByType = (writes: readonly ObjectWrite[]): Map<string, ObjectWrite[]> => {
  const groups = new Map<string, ObjectWrite[]>();
  for (const write of writes) {
    const group = groups.get(write.type);
    if (group) group.push(write);
    else groups.set(write.type, [write]);
  }
  return groups;
};

/** What an object changes of its view (ObjectView); type and author stay. */
const VIEW_FIELDS = ['status', 'visible_from', 'visible_to', 'trashed', 'reader_roles', 'audiences'] as const;

const changesView = ({ expectedRevision, rowSet }: ObjectWrite): boolean =>
  expectedRevision !== null && VIEW_FIELDS.some((name) => name in rowSet);

/** Undefined fields are removed. */
function rowUpdate(rowSet: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const entries = Object.entries(rowSet);
  const removed = entries.filter(([, value]) => value === undefined).map(([name]) => [name, '']);
  const set = entries.filter(([, value]) => value !== undefined);
  return {
    ...(set.length > 0 && { $set: Object.fromEntries(set) as unknown }),
    ...(removed.length > 0 && { $unset: Object.fromEntries(removed) as unknown }),
  };
}

function documentOperation(write: ObjectWrite): object {
  if (write.expectedRevision === null) return { insertOne: { document: write.document } };
  const filter = {
    _id: write.id,
    revision: write.expectedRevision,
    // What was added meanwhile would be seen as the object was before, or would be left behind.
    ...((write.remove ?? changesView(write)) && { fence: write.document.fence ?? null }),
  };
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
  if (!write.uname || write.uname.take === uname) return;
  write.uname.take = uname;
  write.document.uname = uname;
  if (write.row) write.row.uname = uname;
  if (write.expectedRevision !== null) {
    write.set['uname'] = uname;
    write.rowSet['uname'] = uname;
  }
  write.change.changed['uname'] = uname;
}

export function createObjectWriter(store: Store): ObjectWriter {
  const queue: Pending[] = [];
  const turns = new Map<number, Promise<unknown>>();
  const freeSlots = Array.from({ length: SLOTS }, (_, slot) => slot).sort(() => Math.random() - 0.5);
  let running = 0;

  /** Alters unames that an earlier write of the batch takes as well. */
  function separateUnames(writes: readonly ObjectWrite[], taken: Set<string>): void {
    for (const write of writes) {
      if (!write.uname) continue;
      if (taken.has(write.uname.take)) setUname(write, withSuffix(write.uname.take));
      taken.add(write.uname.take);
    }
  }

  /** Unames of the batch that other objects have. */
  async function takenUnames(writes: readonly ObjectWrite[]): Promise<Set<string>> {
    const wanted = writes.flatMap((write) => write.uname?.take ?? []);
    const rows = await store.unames.find({ _id: { $in: wanted } }).toArray();
    return new Set(rows.map((row) => row._id));
  }

  async function writeUnames(writes: readonly ObjectWrite[], session: Transaction): Promise<void> {
    const released = writes.flatMap((write) => (write.remove ? write.document.uname : (write.uname?.release ?? [])));
    if (released.length > 0) await store.unames.deleteMany({ _id: { $in: released } }, { session });
    const rows = writes.flatMap((write): UnameRow[] =>
      write.uname ? [{ _id: write.uname.take, object_id: write.id, type: write.type }] : [],
    );
    if (rows.length === 0) return;
    try {
      await store.unames.insertMany(rows, { session, ordered: true });
    } catch (error) {
      throw isDuplicateKey(error) ? new UnameConflict() : error;
    }
  }

  async function writeDocuments(type: string, writes: readonly ObjectWrite[], session: Transaction): Promise<void> {
    const collection = store.documents(type);
    const result = await collection.bulkWrite(writes.map(documentOperation) as never, { session, ordered: true });
    const done = result.insertedCount + result.matchedCount + result.deletedCount;
    if (done !== writes.length) throw new RevisionConflict(writes[0]?.id ?? 0);
  }

  async function writeRows(writes: readonly ObjectWrite[], slot: number, session: Transaction): Promise<void> {
    // First, since it is what may well fail.
    await writeUnames(writes, session);
    for (const [type, group] of groupByType(writes)) {
      const delta: CountDelta = {};
      for (const { counts } of group) {
        for (const key of Object.keys(counts) as (keyof CountDelta)[])
          delta[key] = (delta[key] ?? 0) + (counts[key] ?? 0);
      }
      for (const schema of new Set(group.map((write) => write.schema))) {
        const known = await changeCounts(store.objectCounts, { type, schema, slot, delta }, session);
        if (!known) throw new SchemaConflict();
        for (const key of Object.keys(delta) as (keyof CountDelta)[]) delta[key] = 0;
      }
      await writeDocuments(type, group, session);
    }
    await store.objects.bulkWrite(writes.map(rowOperation), { session, ordered: false });
    await insertChanges(
      store.changes,
      writes.map((write) => write.change),
      session,
    );
    await writeViews(writes, session);
    for (const write of writes) noteObject(noteOf(write), session);
    for (const { also } of writes) await also?.(session);
  }

  const commit = (writes: readonly ObjectWrite[], slot: number): Promise<void> =>
    store.transaction((session) => writeRows(writes, slot, session));

  /** Brings the rows that are seen with an object in line with it. */
  async function writeViews(writes: readonly ObjectWrite[], session: Transaction): Promise<void> {
    const changed = writes.filter((write) => write.document.fence !== undefined && changesView(write));
    if (changed.length === 0) return;
    const updates = changed.map(({ id, rowSet }) => {
      const fields = VIEW_FIELDS.filter((name) => name in rowSet).map((name) => [`object.${name}`, rowSet[name]]);
      return { updateMany: { filter: { object_id: id }, update: { $set: Object.fromEntries(fields) as never } } };
    });
    const { trees, translations, annotations, streams, objectPermissions, objects } = store;
    for (const collection of [trees, translations, annotations, streams, objectPermissions, objects])
      await (collection as unknown as Collection<Document>).bulkWrite(updates, { session, ordered: false });
  }

  /** Unames are seldom taken, so that is not looked up before a commit has failed for it. */
  async function commitWithFreeUnames(writes: readonly ObjectWrite[], slot: number): Promise<void> {
    separateUnames(writes, new Set());
    for (let attempt = 1; ; attempt++) {
      try {
        return await commit(writes, slot);
      } catch (error) {
        if (!(error instanceof UnameConflict) || attempt >= MAX_UNAME_ATTEMPTS) throw error;
        separateUnames(writes, await takenUnames(writes));
      }
    }
  }

  async function commitBatch(batch: readonly Pending[], slot: number): Promise<void> {
    try {
      await commitWithFreeUnames(
        batch.flatMap((pending) => pending.writes),
        slot,
      );
      for (const pending of batch) pending.resolve();
    } catch (error) {
      // One of several is at fault: each is tried by itself, so that only that one fails, and with its own error.
      if (batch.length > 1) for (const pending of batch) await commitBatch([pending], slot);
      else batch[0]?.reject(error);
    }
  }

  function takeBatch(): Pending[] {
    const ids = new Set<number>();
    const batch: Pending[] = [];
    // Two changes of one object never share a batch: the second would not match the revision that the first leaves.
    for (let index = 0; index < queue.length && ids.size < MAX_BATCH;) {
      const pending = queue[index];
      if (!pending || pending.writes.some((write) => ids.has(write.id))) {
        index++;
        continue;
      }
      for (const write of pending.writes) ids.add(write.id);
      batch.push(pending);
      queue.splice(index, 1);
    }
    return batch;
  }

  function run(): void {
    while (queue.length > 0 && running < MAX_RUNNING) {
      const slot = freeSlots.pop() ?? 0;
      running++;
      void commitBatch(takeBatch(), slot).finally(() => {
        running--;
        freeSlots.push(slot);
        run();
      });
    }
  }

  const writeAll: ObjectWriter['writeAll'] = async (writes) => {
    await new Promise<void>((resolve, reject) => {
      queue.push({ writes, resolve, reject });
      run();
    });
    for (const { afterwards } of writes) await afterwards?.();
  };

  return {
    write: (write) => writeAll([write]),
    writeAll,
    writeIn: (write, session) => writeRows([write], Math.floor(Math.random() * SLOTS), session),
    inTurn(objectId, work) {
      const turn = (turns.get(objectId) ?? Promise.resolve()).then(work, work);
      const settled = turn
        .catch(() => undefined)
        .finally(() => {
          if (turns.get(objectId) === settled) turns.delete(objectId);
        });
      turns.set(objectId, settled);
      return turn;
    },
  };
}
