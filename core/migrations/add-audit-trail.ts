// Migration for databases without an audit trail (D691): its collection, indexes and the beginning of its chain.
import { ensureIndexes } from '../store/indexes.ts';
import type { Migration } from '../store/migrations.ts';

export const addAuditTrail: Migration = {
  name: 'audit trail',
  async run(store) {
    await ensureIndexes(store);
    const beginning = { version: 0, hash: '', first: 1, first_previous: '' };
    await store.auditHead.updateOne({ _id: 'audit' }, { $setOnInsert: beginning }, { upsert: true });
  },
};
