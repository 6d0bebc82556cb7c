// Migration for databases whose refresh tokens have their hash as id: each becomes a session with a separate id (D681).
import { randomUUID } from 'node:crypto';
import { ensureIndexes } from '../store/indexes.ts';
import type { Migration } from '../store/migrations.ts';
import type { RefreshTokenRow, Store } from '../store/store.ts';
import { dropSupersededIndexes } from '../store/superseded-indexes.ts';

const BATCH_SIZE = 500;

const sessionOf = ({ _id, ...row }: RefreshTokenRow): RefreshTokenRow => ({
  ...row,
  _id: randomUUID(),
  token_hash: _id,
  revision: 1,
  modified: row.created,
  address: '',
  device: null,
});

export const addSessions: Migration = {
  name: 'sessions',
  async run(store: Store, progress) {
    await ensureIndexes(store);
    for (;;) {
      const rows = await store.refreshTokens
        .find({ token_hash: { $exists: false } })
        .limit(BATCH_SIZE)
        .toArray();
      if (rows.length === 0) break;
      await store.transaction(async (transaction) => {
        await store.refreshTokens.insertMany(rows.map(sessionOf), { session: transaction });
        await store.refreshTokens.deleteMany({ _id: { $in: rows.map(({ _id }) => _id) } }, { session: transaction });
      });
      await progress?.note(rows.length);
    }
    await dropSupersededIndexes(store, []);
  },
};
