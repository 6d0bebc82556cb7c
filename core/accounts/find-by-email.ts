import type { Store } from '../store/store.ts';

interface UserEmailRow {
  /** The address in lower case. */
  _id: string;
  user_id: number;
}

/** Id of the user with an e-mail address, however it is spelled; undefined when there is none. */
export async function findUserByEmail({ db }: Pick<Store, 'db'>, email: string): Promise<number | undefined> {
  const row = await db.collection<UserEmailRow>('user_emails').findOne({ _id: email.toLowerCase() });
  return row?.user_id;
}
