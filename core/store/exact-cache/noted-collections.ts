// The collections of a database, which note what is read from them and raise the version of what is written.
import type { Collection, Db, Document } from 'mongodb';
import { ambientCollection, presentTransaction, sessionIn, WRITES } from '../transactions/ambient-transaction.ts';
import type { ObjectCountRow } from '../rows/count-rows.ts';
import { withTransactionWrites } from '../transactions/transaction-writes.ts';
import { CALLER, noteRead, noteUnversioned, presentReads } from './read-set.ts';
import { DOCUMENTS, raiseAlone, noteWrite } from './versions.ts';
import { overrideMethods, type CallOriginal, type Method } from '../override-methods.ts';

const VERSIONED: ReadonlySet<string> = new Set([
  'objects',
  'categories',
  'tags',
  'object_permissions',
  'object_relations',
  'trees',
  'translations',
  'annotations',
  'streams',
]);

/** Those of content. Users have no version, since each sign-in changes one, without a transaction. */
const isVersioned = (name: string): boolean =>
  VERSIONED.has(name) || (name.startsWith(DOCUMENTS) && name !== `${DOCUMENTS}users`);

/** What a read set may name, in an order that depends on the types only. */
export const versionedCollections = (types: Iterable<string>): readonly string[] => [
  CALLER,
  ...VERSIONED,
  ...[...types]
    .map((type) => DOCUMENTS + type)
    .filter(isVersioned)
    .sort(),
];

/** The caller reads rows of a collection, in a query that others share. */
export const noteSharedRead = (name: string): void => (isVersioned(name) ? noteRead(name) : noteUnversioned());

export type NotedCollections = ReturnType<typeof notedCollections>;

export function notedCollections(db: Db) {
  const objectCounts = ambientCollection(withTransactionWrites<ObjectCountRow>(db, 'object_counts'), 'content');
  const raise = (name: string): Promise<void> => raiseAlone(objectCounts, name);
  const noted = <Row extends Document>(name: string, kind: 'content' | 'other'): Collection<Row> =>
    notedCollection(ambientCollection(withTransactionWrites<Row>(db, name), kind), {
      isVersioned,
      raiseAlone: isVersioned(name) ? raise : undefined,
    });
  return {
    /** For reads and writes of content, in the ambient transaction if there is one. */
    content: <Row extends Document>(name: string) => noted<Row>(name, 'content'),
    other: <Row extends Document>(name: string) => noted<Row>(name, 'other'),
    /** Its reads are not noted. */
    objectCounts,
  };
}

const READS = ['find', 'findOne', 'countDocuments', 'distinct', 'aggregate'] as const;
/** They show what no version tells. */
const OTHER_READS = ['estimatedDocumentCount', 'count', 'watch', 'indexes', 'listIndexes', 'indexInformation'] as const;

/** Other collections that the stages of an aggregation read. */
function* joinedIn(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    if (name === '$unionWith' && typeof member === 'string') yield member;
    else if ((name === 'from' || name === 'coll') && typeof member === 'string') yield member;
    else yield* joinedIn(member);
  }
}

interface Noted {
  /** undefined: it has no version, and what is read from it is not kept. */
  raiseAlone: ((name: string) => Promise<void>) | undefined;
  isVersioned(name: string): boolean;
}

/** @param collection whose reads and writes are noted, in the ambient transaction if there is one */
function notedCollection<Row extends Document>(
  collection: Collection<Row>,
  { raiseAlone, isVersioned }: Noted,
): Collection<Row> {
  const { collectionName: name } = collection;
  const note = (read: string): void => (isVersioned(read) ? noteRead(read) : noteUnversioned());
  const read =
    (method: string, call: CallOriginal): Method =>
    (...args) => {
      if (presentReads()) for (const each of [name, ...(method === 'aggregate' ? joinedIn(args[0]) : [])]) note(each);
      return call(method, args);
    };
  const otherRead =
    (method: string, call: CallOriginal): Method =>
    (...args) => {
      noteUnversioned();
      return call(method, args);
    };
  const write =
    (
      method: string,
      at: number,
      { call, raise }: { call: CallOriginal; raise: (name: string) => Promise<void> },
    ): Method =>
    (...args) => {
      const session = sessionIn(args[at]) ?? presentTransaction();
      if (session) noteWrite(name, session);
      const done = call(method, args);
      return session ? done : raisedAfter(Promise.resolve(done), () => raise(name));
    };
  return overrideMethods(collection, (call) => ({
    ...Object.fromEntries(READS.map((method) => [method, read(method, call)])),
    ...Object.fromEntries(OTHER_READS.map((method) => [method, otherRead(method, call)])),
    ...(raiseAlone &&
      Object.fromEntries(
        Object.entries(WRITES).map(([method, at]) => [method, write(method, at, { call, raise: raiseAlone })]),
      )),
  }));
}

/** A write that fails may have written some of its rows. */
async function raisedAfter(write: Promise<unknown>, raise: () => Promise<void>): Promise<unknown> {
  try {
    return await write;
  } finally {
    await raise();
  }
}
