// Processes follow the rows of the model and of the access rules by one change stream (core/store/followed-snapshot.ts, D933).
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { followSnapshot } from '../../../core/store/followed-snapshot.ts';
import type { Store } from '../../../core/store/store.ts';
import { emptyDatabase, testLog } from '../../support/database/stores.ts';

const database = emptyDatabase();
let store: Store;
beforeAll(async () => {
  store = await database.openStore();
  await store.db.createCollection('state');
});
afterAll(() => database.close());

const ROWS = ['model', 'access'] as const;
type Row = (typeof ROWS)[number];

async function versionOf(row: Row): Promise<{ version: number }> {
  return { version: (await store.state.findOne({ _id: row }))?.version ?? 0 };
}
const raise = (row: Row) => store.state.updateOne({ _id: row }, { $inc: { version: 1 } }, { upsert: true });
const follow = (row: Row) =>
  followSnapshot({ store, log: testLog, state: row, first: { version: 0 }, load: () => versionOf(row) });

async function changeStreams(): Promise<number> {
  const stages = [
    { $currentOp: { allUsers: true, idleCursors: true } },
    {
      $match: {
        ns: `${store.db.databaseName}.state`,
        'cursor.originatingCommand.pipeline.$changeStream': { $exists: true },
      },
    },
  ];
  return (await store.client.db('admin').aggregate(stages).toArray()).length;
}

it('rows are followed by one change stream, which the last follower ends', async () => {
  const patience = { timeout: 300_000 };
  // The second one begins while the stream is open, after a change that it has missed.
  const model = follow('model');
  await raise('model');
  await vi.waitFor(() => expect(model.current().version).toBe(1), patience);
  await raise('access');
  const access = follow('access');
  await vi.waitFor(() => expect(access.current().version).toBe(1), patience);
  for (const row of ROWS) await raise(row);
  for (const each of [model, access]) await vi.waitFor(() => expect(each.current().version).toBe(2), patience);
  expect(await changeStreams()).toBe(1);
  await model.close();
  await raise('access');
  await vi.waitFor(() => expect(access.current().version).toBe(3), patience);
  expect(model.current().version).toBe(2);
  await access.close();
  await vi.waitFor(async () => expect(await changeStreams()).toBe(0), patience);
  const again = follow('model');
  await raise('model');
  await vi.waitFor(() => expect(again.current().version).toBe(3), patience);
  await again.close();
});
