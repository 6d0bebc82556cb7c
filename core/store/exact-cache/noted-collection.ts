// A collection that notes each read and each write (read-set.ts, versions.ts).
import type { Collection, Document } from 'mongodb';
import { presentTransaction, WRITES } from '../ambient-transaction.ts';
import type { Transaction } from '../transaction.ts';
import { noteRead, noteUnversioned, presentReads } from './read-set.ts';
import { noteWrite } from './versions.ts';

type Method = (...args: unknown[]) => unknown;

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
  const methods = collection as unknown as Record<string, Method>;
  const own = Object.create(collection) as Record<string, Method>;
  const call = (method: string, args: readonly unknown[]): unknown => methods[method]?.call(collection, ...args);
  const note = (read: string): void => (isVersioned(read) ? noteRead(read) : noteUnversioned());
  for (const method of READS)
    own[method] = (...args) => {
      if (presentReads()) for (const read of [name, ...(method === 'aggregate' ? joinedIn(args[0]) : [])]) note(read);
      return call(method, args);
    };
  for (const method of OTHER_READS)
    own[method] = (...args) => {
      noteUnversioned();
      return call(method, args);
    };
  if (raiseAlone)
    for (const [method, at] of Object.entries(WRITES))
      own[method] = (...args) => {
        const { session = presentTransaction() } = (args[at] ?? {}) as { session?: Transaction };
        if (session) noteWrite(name, session);
        return session
          ? call(method, args)
          : raisedAfter(call(method, args) as Promise<unknown>, () => raiseAlone(name));
      };
  return own as unknown as Collection<Row>;
}

/** A write that fails may have written some of its rows. */
async function raisedAfter(write: Promise<unknown>, raise: () => Promise<void>): Promise<unknown> {
  try {
    return await write;
  } finally {
    await raise();
  }
}
