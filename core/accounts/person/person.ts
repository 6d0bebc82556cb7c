// A person in the database: a user, by id or by name, also a user in the trash or a purged one.
import { ApiError } from '../../errors.ts';
import { nameKey } from '../account-names.ts';
import { USERS } from '../../access/access-rules.ts';
import type { ObjectDocument, Store } from '../../store/store.ts';
import { isReserved } from '../../uname.ts';

export interface Person {
  id: number;
  /** undefined for a removed user, and for one of whom only the number is left. */
  account: ObjectDocument | undefined;
  email: string | undefined;
}

/** @throws ApiError conflict for a text that is the name of one user and the id of another */
async function idOf({ usernames, objects }: Store, idOrName: string): Promise<number | undefined> {
  const named = (await usernames.findOne({ _id: nameKey(idOrName) }))?.user_id;
  const numbered = /^[1-9]\d{0,14}$/.test(idOrName) ? Number(idOrName) : undefined;
  if (named === undefined || numbered === undefined || named === numbered) return named ?? numbered;
  if (!(await objects.findOne({ _id: numbered, type: USERS }))) return named;
  const detail = `"${idOrName}" is the name of user ${named} and the id of another: give the id of the one or the name of the other.`;
  throw new ApiError('conflict', detail);
}

/** undefined if there is none, and never was. @throws ApiError conflict */
export async function findPerson(store: Store, idOrName: string): Promise<Person | undefined> {
  const id = await idOf(store, idOrName);
  if (id === undefined) return undefined;
  const document = await store.documents(USERS).findOne({ _id: id });
  if (!document) {
    const isOther = (await store.objects.findOne({ _id: id }, { projection: { _id: 1 } })) !== null;
    const change = await store.changes.findOne({ resource_type: 'objects', resource_id: String(id) });
    return change && !isOther ? { id, account: undefined, email: undefined } : undefined;
  }
  const isGone = isReserved(document.uname);
  const { email } = document;
  return {
    id,
    account: isGone ? undefined : document,
    email: !isGone && typeof email === 'string' && email !== '' ? email : undefined,
  };
}
