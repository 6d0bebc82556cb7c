// Reads that callers of the same moment share. Each of them notes its own read (core/store/exact-cache/read-set.ts).
import type { Collection } from 'mongodb';
import type { AccountDocument } from '../rows/account-rows.ts';
import { createBatchedFind } from '../transactions/batched-find.ts';
import { noteSharedRead, type NotedCollections } from '../exact-cache/noted-collections.ts';
import { DOCUMENTS } from '../exact-cache/versions.ts';
import type { CountKey } from '../rows/count-rows.ts';
import { createCountReader } from '../object-counts.ts';
import { OF_OBJECTS, VIEW_PROJECTION, type ObjectDocument, type ObjectRow, type ViewRow } from '../rows/object-rows.ts';

export interface SharedReads {
  /** The document of an object; must not be changed (core/store/transactions/batched-find.ts). */
  findDocument(typeName: string, id: number): Promise<ObjectDocument | null>;
  /** The visibility of an object of any type. */
  findView(id: number): Promise<ViewRow | null>;
  /** The uname of an object, if one has it; from the index alone. */
  findUname(uname: string): Promise<{ uname: string } | null>;
  /** The sign-in data of a user. */
  findAccount(userId: number): Promise<AccountDocument | null>;
  /** Totals of some types (core/store/object-counts.ts). */
  readCounts(types: readonly string[]): Promise<Record<CountKey, number>>;
}

interface Parts extends Pick<NotedCollections, 'content' | 'objectCounts'> {
  documents(typeName: string): Collection<ObjectDocument>;
}

const OF_ACCOUNT = { status: 1, trashed: 1, blocked: 1, role_ids: 1 };
const OF_TOKENS = { token_generation: 1, ended_sessions: 1, kept_session: 1 };

export function createSharedReads({ content, objectCounts, documents }: Parts): SharedReads {
  const finders = new Map<string, (id: number) => Promise<ObjectDocument | null>>();
  const finder = (typeName: string) => {
    let find = finders.get(typeName);
    if (!find) finders.set(typeName, (find = createBatchedFind(documents(typeName))));
    return find;
  };
  const findView = createBatchedFind(content<ObjectRow>('objects'), { projection: VIEW_PROJECTION });
  const findUname = createBatchedFind<{ uname: string }, string>(content('objects'), {
    key: 'uname',
    filter: OF_OBJECTS,
    projection: { _id: 0, uname: 1 },
  });
  const projection = { ...OF_ACCOUNT, ...OF_TOKENS };
  const findAccount = createBatchedFind(documents('users'), { projection });
  const readCounts = createCountReader(objectCounts);
  return {
    findDocument(typeName, id) {
      noteSharedRead(DOCUMENTS + typeName);
      return finder(typeName)(id);
    },
    findView(id) {
      noteSharedRead('objects');
      return findView(id);
    },
    findUname(uname) {
      noteSharedRead('objects');
      return findUname(uname);
    },
    findAccount(id) {
      noteSharedRead(`${DOCUMENTS}users`);
      return findAccount(id);
    },
    readCounts(types) {
      for (const type of types) noteSharedRead(DOCUMENTS + type);
      return readCounts(types);
    },
  };
}
