// A collection that notes each read and each write (read-set.ts, versions.ts).
import type { Collection, Document } from 'mongodb';
import { overrideMethods, type CallOriginal, type Method } from '../override-methods.ts';
import { presentTransaction, sessionIn, WRITES } from '../transactions/ambient-transaction.ts';
import { noteRead, noteUnversioned, presentReads } from './read-set.ts';
import { noteWrite } from './versions.ts';

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
export function notedCollection<Row extends Document>(
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
