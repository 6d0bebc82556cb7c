// Migration for databases that hold the keys of applications as plain text (D688). The keys remain valid.
import { secretHash } from '../secret-hash.ts';
import { ensureIndexes } from '../store/indexes.ts';
import type { Migration } from '../store/migrations.ts';
import { dropSupersededIndexes } from '../store/superseded-indexes.ts';

interface FormerRow {
  _id: number;
  api_key?: string;
}

export const hashApiKeys: Migration = {
  name: 'hashes of API keys',
  async run(store) {
    await dropSupersededIndexes(store, []);
    const former = store.db.collection<FormerRow>('applications');
    for (const { _id, api_key: key } of await former.find({ api_key: { $exists: true } }).toArray()) {
      const hashed = { api_key_hash: secretHash(key ?? ''), expires: null, read_only: false, endpoints: null };
      await former.updateOne({ _id }, { $set: { ...hashed, last_used: null }, $unset: { api_key: '' } });
    }
    await ensureIndexes(store);
  },
};
