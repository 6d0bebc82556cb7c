// Bulk writes of a transaction as commands of the server (D932). The driver's `bulkWrite` and `insertMany` do the same with
// half as much processor time again: they prepare a retry of each write, and a transaction is retried as a whole.
import {
  MongoServerError,
  ObjectId,
  type BulkWriteOptions,
  type ClientSession,
  type Collection,
  type Db,
  type Document,
} from 'mongodb';

/** MongoDB accepts commands of 16 MB and 100,000 writes: larger ones are left to the driver, which divides them. */
const MOST_BYTES = 8 * 1024 * 1024;
const MOST_WRITES = 10_000;

/** The member of a command with its writes, and that of the result with their number. */
const KINDS = {
  insert: { member: 'documents', count: 'insertedCount' },
  update: { member: 'updates', count: 'matchedCount' },
  delete: { member: 'deletes', count: 'deletedCount' },
} as const;

interface Run {
  kind: keyof typeof KINDS;
  statements: Document[];
}

type Operation = Readonly<Record<string, Document>>;

/** The row with its id, which it keeps, as in the driver. */
const withId = (row: Document): Document => {
  row['_id'] ??= new ObjectId();
  return row;
};

const insertion = (document: Document): Run => ({ kind: 'insert', statements: [withId(document)] });

/** @returns undefined for an operation that is left to the driver */
function runOf(operation: Operation): Run | undefined {
  const [name, parts = {}] = Object.entries(operation)[0] ?? [];
  if (name === 'insertOne') return insertion(parts['document']);
  const { filter: q, update: u, ...options } = parts;
  if (name === 'updateOne') return { kind: 'update', statements: [{ q, u, ...options }] };
  if (name === 'updateMany') return { kind: 'update', statements: [{ q, u, ...options, multi: true }] };
  return name === 'deleteOne' ? { kind: 'delete', statements: [{ q, ...options, limit: 1 }] } : undefined;
}

/** Successive writes of one kind together. */
function joined(runs: readonly Run[]): Run[] {
  const all: Run[] = [];
  for (const run of runs) {
    const last = all.at(-1);
    if (last?.kind === run.kind) last.statements.push(...run.statements);
    else all.push(run);
  }
  return all;
}

/** Bytes that a value takes in BSON at most: faster than `calculateObjectSize` of the driver, which counts exactly. */
export function bytesAtMost(value: unknown): number {
  if (typeof value === 'string') return 8 + 3 * value.length;
  if (typeof value !== 'object' || value === null) return 32;
  if (value instanceof Uint8Array) return 32 + value.byteLength;
  let bytes = 32;
  for (const name of Object.keys(value)) bytes += 8 + 3 * name.length + bytesAtMost(Reflect.get(value, name));
  return bytes;
}

const fits = ({ statements }: Run): boolean =>
  statements.length <= MOST_WRITES && bytesAtMost(statements) <= MOST_BYTES;

interface Reply {
  n: number;
  errorLabels?: string[];
  upserted?: unknown[];
  writeErrors?: [Document, ...Document[]];
}

/**
 * @returns the part of a result that the service uses; `matchedCount` is without upserted rows
 * @throws MongoServerError of the first write that fails
 */
async function send(
  collection: { db: Db; name: string },
  runs: readonly Run[],
  { session, ordered }: TransactionWrite,
) {
  const counts = { insertedCount: 0, matchedCount: 0, deletedCount: 0, upsertedCount: 0 };
  for (const { kind, statements } of runs) {
    const { member, count } = KINDS[kind];
    const command = { [kind]: collection.name, ordered, [member]: statements };
    // cast: the members of the reply to a write command
    const reply = (await collection.db.command(command, { session })) as Document & Reply;
    const { n, upserted = [], writeErrors, errorLabels } = reply;
    if (writeErrors) throw new MongoServerError({ ...writeErrors[0], ...(errorLabels && { errorLabels }) });
    counts[count] += n - upserted.length;
    counts.upsertedCount += upserted.length;
  }
  return counts;
}

interface TransactionWrite {
  session: ClientSession;
  ordered: boolean;
}

/** @returns undefined outside of a transaction, and for options that only the driver knows */
function ofTransaction({ session, ordered = true, ...others }: BulkWriteOptions): TransactionWrite | undefined {
  return session?.inTransaction() && Object.keys(others).length === 0 ? { session, ordered } : undefined;
}

/** @returns the collection, with its own way of bulk writes in transactions */
export function withTransactionWrites<Row extends Document>(db: Db, name: string): Collection<Row> {
  const collection = db.collection(name);
  const write = (all: readonly (Run | undefined)[], options: TransactionWrite) => {
    const runs = joined(all.filter((run) => run !== undefined));
    return all.length > 0 && !all.includes(undefined) && runs.every(fits)
      ? send({ db, name }, runs, options)
      : undefined;
  };
  const methods = {
    bulkWrite(operations: readonly Operation[], options: BulkWriteOptions = {}) {
      const own = ofTransaction(options);
      // cast: `Operation` has the driver's form, but for rows of any type
      return (own && write(operations.map(runOf), own)) ?? collection.bulkWrite(operations as never, options);
    },
    insertMany(rows: readonly Document[], options: BulkWriteOptions = {}) {
      const own = ofTransaction(options);
      return (own && write(rows.map(insertion), own)) ?? collection.insertMany(rows, options);
    },
  };
  // cast: of the results only the counts are used
  return Object.assign(Object.create(collection), methods) as Collection<Row>;
}
