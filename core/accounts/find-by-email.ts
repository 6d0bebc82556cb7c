import type { Store } from '../store/store.ts';
import { nameKey } from './account-names.ts';

/** Id of the user with an e-mail address, however it is spelled; undefined when there is none. */
export async function findUserByEmail(store: Pick<Store, 'userEmails'>, email: string): Promise<number | undefined> {
  return (await store.userEmails.findOne({ _id: nameKey(email) }))?.user_id;
}
