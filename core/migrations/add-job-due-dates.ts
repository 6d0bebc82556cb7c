// Migration for databases whose jobs were never run: indexes, and the due date of each job.
import { ensureIndexes } from '../store/indexes.ts';
import type { Migration } from '../store/migrations.ts';
import type { Store } from '../store/store.ts';

export const addJobDueDates: Migration = {
  name: 'jobs',
  async run(store: Store) {
    // Mails for changes of credentials were never sent, so they are not expected any more.
    await store.asyncJobs.deleteMany({ service: 'credentials_change', secret_hash: { $exists: false } });
    const isOpen = { $and: [{ $eq: ['$completed', null] }, { $gt: ['$max_attempts', 0] }] };
    const due = { $cond: [isOpen, { $ifNull: ['$scheduled_from', '$created'] }, null] };
    await store.asyncJobs.updateMany({ due: { $exists: false } }, [{ $set: { due } }]);
    await ensureIndexes(store);
  },
};
