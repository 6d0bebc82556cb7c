// The collections of a database, which note what is read from them and raise the version of what is written.
import type { Collection, Db, Document } from 'mongodb';
import { ambientCollection } from '../transactions/ambient-transaction.ts';
import type { ObjectCountRow } from '../rows/count-rows.ts';
import { withTransactionWrites } from '../transactions/transaction-writes.ts';
import { notedCollection } from './noted-collection.ts';
import { CALLER, noteRead, noteUnversioned } from './read-set.ts';
import { DOCUMENTS, raiseAlone } from './versions.ts';

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
