// Migration for databases with users from before users had an endpoint: their names by key, priorities of roles.
import { ensureIndexes, USER_INDEXES } from '../store/indexes.ts';
import type { Migration } from '../store/migrations.ts';
import type { Store } from '../store/store.ts';
import { ADMIN_PRIORITY, ADMIN_ROLE_ID, DEFAULT_PRIORITY } from '../access/access-rules.ts';
import { nameKey } from '../accounts/account-names.ts';

async function fillNames(store: Store): Promise<void> {
  for await (const user of store.documents('users').find({}, { projection: { username: 1, email: 1 } })) {
    for (const [field, collection] of [
      ['username', store.usernames],
      ['email', store.userEmails],
    ] as const) {
      const name = user[field];
      if (typeof name !== 'string') continue;
      const row = { $setOnInsert: { user_id: user._id } };
      await collection.updateOne({ _id: nameKey(name) }, row, { upsert: true });
    }
  }
}

/** The name was in the credential as well. */
async function clearCredentials(store: Store): Promise<void> {
  const indexes = await store.credentials.indexes();
  if (indexes.some((index) => index.name === 'username_1')) await store.credentials.dropIndex('username_1');
  await store.credentials.updateMany({}, { $unset: { username: '' } });
}

export const addAccountNames: Migration = {
  name: 'names of users, priorities of roles',
  async run(store) {
    await ensureIndexes(store);
    await store.documents('users').createIndexes(USER_INDEXES);
    await fillNames(store);
    await clearCredentials(store);
    const missing = { priority: { $exists: false } };
    await store.roles.updateOne({ _id: ADMIN_ROLE_ID, ...missing }, { $set: { priority: ADMIN_PRIORITY } });
    await store.roles.updateMany(missing, { $set: { priority: DEFAULT_PRIORITY } });
  },
};
