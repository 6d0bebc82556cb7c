import type { Store } from '../store/store.ts';
import { nameKey } from './account-names.ts';

/** Id of the user with an e-mail address, in any spelling; undefined without one. */
export async function findUserByEmail(store: Pick<Store, 'userEmails'>, email: string): Promise<number | undefined> {
  return (await store.userEmails.findOne({ _id: nameKey(email) }))?.user_id;
}
