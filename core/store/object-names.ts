// Objects by their unames, which an index of `objects` keeps unique in the project (D10).
import { OF_OBJECTS } from './rows/object-rows.ts';
import type { Store } from './store.ts';
import type { Transaction } from './transactions/transaction.ts';

const objectsNamed = (unames: readonly string[]): object => ({ uname: { $in: [...unames] }, ...OF_OBJECTS });

export interface NamedObject {
  _id: number;
  type: string;
  uname: string;
  trashed: boolean;
}

/** Keeps unames unique; translations and annotations in the trash may have the name of an object. */
export const UNAME_INDEX = { key: { uname: 1, object_id: 1 }, name: 'unique_uname', unique: true } as const;

/** Those of the names that belong to objects, in the trash or not. */
export async function findByUnames(
  { objects }: Pick<Store, 'objects'>,
  unames: readonly string[],
  transaction?: Transaction,
): Promise<NamedObject[]> {
  if (unames.length === 0) return [];
  const filter = objectsNamed(unames);
  const options = { projection: { uname: 1, type: 1, trashed: 1 }, ...(transaction && { session: transaction }) };
  return objects.find<NamedObject>(filter, options).toArray();
}

/** The taken ones of some unames; read from the index alone. */
export async function takenUnames(
  { objects }: Pick<Store, 'objects'>,
  unames: readonly string[],
): Promise<Set<string>> {
  if (unames.length === 0) return new Set();
  const filter = objectsNamed(unames);
  const rows = await objects.find<{ uname: string }>(filter, { projection: { _id: 0, uname: 1 } }).toArray();
  return new Set(rows.map(({ uname }) => uname));
}

const ID = /^[1-9]\d{0,14}$/;

/** An id, not a uname. */
export const isObjectId = (text: string): boolean => ID.test(text);

/** Ids by name (id or uname); an id is returned unchanged, whether its object exists or not. */
export async function idsOfNames(
  store: Pick<Store, 'objects'>,
  names: readonly string[],
): Promise<Map<string, number>> {
  const ids = new Map(names.filter(isObjectId).map((name) => [name, Number(name)]));
  const unames = names.filter((name) => !ids.has(name));
  for (const { uname, _id } of await findByUnames(store, unames)) ids.set(uname, _id);
  return ids;
}
