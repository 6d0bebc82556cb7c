// Unique values of users, ignoring case: user names and e-mail addresses. Each is the key of a row in a separate
// collection, so that it is unique on a sharded cluster too. Users in the trash keep theirs.
import { domainToASCII } from 'node:url';
import { ApiError, type Fault } from '../errors.ts';
import type { CredentialRow, ObjectDocument, Store } from '../store/store.ts';
import { isDuplicateKey, type Transaction } from '../store/transactions/transaction.ts';

type Named = Pick<ObjectDocument, '_id'> & Readonly<Record<string, unknown>>;

const FIELDS = ['username', 'email'] as const;
type NameField = (typeof FIELDS)[number];

/**
 * A user name or an e-mail address as it is compared (D748): one account for all spellings of the same text, by width and
 * case mapping and normalization (RFC 8265, 3.3; NFKC, which maps the width as well), and for an international domain
 * and its form in ASCII.
 */
export function nameKey(name: string): string {
  const plain = name.normalize('NFKC').toLowerCase().normalize('NFKC');
  const at = plain.lastIndexOf('@') + 1;
  const domain = at === 0 ? '' : domainToASCII(plain.slice(at));
  return domain === '' ? plain : plain.slice(0, at) + domain;
}

/** Characters without a form of their own, or that change the order of others: names with them only look different. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]/gu;

/** Blanks other than that of ASCII are replaced by it. */
export const withoutUnseen = (name: string): string => name.replace(UNSEEN, '').replace(/\p{Zs}/gu, ' ');

const collectionOf = (store: Store, field: NameField) => (field === 'username' ? store.usernames : store.userEmails);

const keyOf = (user: Named | null, field: NameField): string | undefined => {
  const name = user?.[field];
  return typeof name === 'string' ? nameKey(name) : undefined;
};

const takenFault = (field: NameField): Fault => ({
  detail: `[${field}.unique]: Another user has it already.`,
  source: { pointer: `/data/attributes/${field}` },
});

/** The credential of a user name. An unknown name takes the same queries, so that timing reveals nothing (D22). */
export async function findCredential(store: Store, username: string): Promise<CredentialRow | null> {
  const row = await store.usernames.findOne({ _id: nameKey(username) });
  return store.credentials.findOne({ _id: row?.user_id ?? -1 });
}

/** Checks both names early, before `moveNames` does. @throws ApiError already_exists */
export async function assertNamesFree(store: Store, before: Named | null, after: Named): Promise<void> {
  const faults = await Promise.all(
    FIELDS.map(async (field) => {
      const key = keyOf(after, field);
      if (key === undefined || key === keyOf(before, field)) return [];
      const row = await collectionOf(store, field).findOne({ _id: key });
      return row && row.user_id !== after._id ? [takenFault(field)] : [];
    }),
  );
  if (faults.flat().length > 0) throw new ApiError('already_exists', faults.flat());
}

/** Reserves the current names of a user, and releases the previous ones. @throws ApiError already_exists */
export async function moveNames(
  store: Store,
  { before, after }: { before: Named | null; after: Named },
  transaction: Transaction,
): Promise<void> {
  for (const field of FIELDS) {
    const [from, to] = [keyOf(before, field), keyOf(after, field)];
    if (from === to) continue;
    const collection = collectionOf(store, field);
    if (from !== undefined) await collection.deleteOne({ _id: from, user_id: after._id }, { session: transaction });
    if (to === undefined) continue;
    try {
      await collection.insertOne({ _id: to, user_id: after._id }, { session: transaction });
    } catch (error) {
      throw isDuplicateKey(error) ? new ApiError('already_exists', takenFault(field)) : error;
    }
  }
}

/** Id of the user with an e-mail address, in any spelling; undefined without one. */
export async function findUserByEmail(store: Pick<Store, 'userEmails'>, email: string): Promise<number | undefined> {
  return (await store.userEmails.findOne({ _id: nameKey(email) }))?.user_id;
}
