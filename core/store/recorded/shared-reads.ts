// Reads that callers of the same moment share. Each of them notes its own read (core/store/exact-cache/read-set.ts).
import type { Collection } from 'mongodb';
import type { AccountDocument } from '../rows/account-rows.ts';
import { createBatchedFind } from '../transactions/batched-find.ts';
import { noteSharedRead, type NotedCollections } from '../exact-cache/noted-collections.ts';
import { DOCUMENTS } from '../exact-cache/versions.ts';
import { createCountReader } from '../object-counts.ts';
import { OF_OBJECTS, VIEW_PROJECTION, type ObjectDocument, type ObjectRow, type ViewRow } from '../rows/object-rows.ts';

export type SharedReads = ReturnType<typeof createSharedReads>;

interface Parts extends Pick<NotedCollections, 'content' | 'objectCounts'> {
  documents(typeName: string): Collection<ObjectDocument>;
}

const OF_ACCOUNT = { status: 1, trashed: 1, blocked: 1, role_ids: 1 };
const OF_TOKENS = { token_generation: 1, ended_sessions: 1, kept_session: 1 };

const noting =
  <Key, Found>(name: string, find: (key: Key) => Promise<Found>) =>
  (key: Key): Promise<Found> => {
    noteSharedRead(name);
    return find(key);
  };

export function createSharedReads({ content, objectCounts, documents }: Parts) {
  const finders = new Map<string, (id: number) => Promise<ObjectDocument | null>>();
  const readCounts = createCountReader(objectCounts);
  const named = { key: 'uname', filter: OF_OBJECTS, projection: { _id: 0, uname: 1 } };
  const account = { projection: { ...OF_ACCOUNT, ...OF_TOKENS } };
  return {
    /** The document of an object; must not be changed (core/store/transactions/batched-find.ts). */
    findDocument(typeName: string, id: number): Promise<ObjectDocument | null> {
      let find = finders.get(typeName);
      if (!find) finders.set(typeName, (find = noting(DOCUMENTS + typeName, createBatchedFind(documents(typeName)))));
      return find(id);
    },
    /** The visibility of an object of any type. */
    findView: noting<number, ViewRow | null>(
      'objects',
      createBatchedFind(content<ObjectRow>('objects'), { projection: VIEW_PROJECTION }),
    ),
    /** The uname of an object, if one has it; from the index alone. */
    findUname: noting('objects', createBatchedFind<{ uname: string }, string>(content('objects'), named)),
    /** The sign-in data of a user. */
    findAccount: noting<number, AccountDocument | null>(
      `${DOCUMENTS}users`,
      createBatchedFind(documents('users'), account),
    ),
    /** Totals of some types (core/store/object-counts.ts). */
    readCounts(types: readonly string[]) {
      for (const type of types) noteSharedRead(DOCUMENTS + type);
      return readCounts(types);
    },
  };
}
