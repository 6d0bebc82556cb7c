// One transaction for all reads and writes of a piece of work (core/store/transactions/ambient-transaction.ts, D490).
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  isInTransaction,
  outsideTransaction,
  onePerTransaction,
} from '../../../core/store/transactions/ambient-transaction.ts';
import type { Store, TagRow } from '../../../core/store/store.ts';
import { emptyDatabase } from '../../support/database/stores.ts';

const database = emptyDatabase();
let store: Store;
beforeAll(async () => {
  ({ store } = await database.openProcess());
});
afterAll(() => database.close());

const at = new Date('2026-05-13T07:09:23Z');
const tag = (_id: number): TagRow => ({
  _id,
  name: `tag_${_id}`,
  labels: {},
  enabled: true,
  revision: 1,
  created: at,
  modified: at,
});
const names = async (): Promise<string[]> =>
  (await store.tags.find().sort({ _id: 1 }).toArray()).map(({ name }) => name);
const failed = new Error('it fails');

describe('work in one transaction', () => {
  it('reads its own writes, which others read only after the commit', async () => {
    const before = await names();
    await store.atomically(async () => {
      await store.tags.insertOne(tag(1));
      await store.transaction((transaction) => store.tags.insertOne(tag(2), { session: transaction }));
      expect(await names()).toEqual([...before, 'tag_1', 'tag_2']);
      expect(await store.tags.countDocuments({ _id: { $in: [1, 2] } })).toBe(2);
      expect(await outsideTransaction(names)).toEqual(before);
      expect(await outsideTransaction(() => store.tags.findOne({ _id: 1 }))).toBeNull();
    });
    expect(await names()).toEqual([...before, 'tag_1', 'tag_2']);
  });

  it('is rolled back when it fails, with nested transactions, except numbers of sequences', async () => {
    const before = await names();
    let number = 0;
    const work = store.atomically(async () => {
      await store.transaction((transaction) => store.tags.insertOne(tag(11), { session: transaction }));
      await store.tags.updateOne({ _id: 1 }, { $set: { name: 'changed' } });
      number = await store.sequences.next('tags');
      throw failed;
    });
    await expect(work).rejects.toBe(failed);
    expect(await names()).toEqual(before);
    expect(await store.sequences.next('tags')).toBeGreaterThan(number);
  });

  it('may start several operations at once, which its transaction runs in sequence', async () => {
    await store.atomically(async () => {
      const ids = [21, 22, 23, 24, 25];
      await Promise.all(ids.map((id) => store.tags.insertOne(tag(id))));
      const found = await Promise.all(ids.map((_id) => store.tags.findOne({ _id })));
      expect(found.map((row) => row?._id)).toEqual(ids);
      const cursors = await Promise.all(
        [1, 2].map(async () => {
          const rows: number[] = [];
          for await (const { _id } of store.tags.find({ _id: { $in: ids } }).batchSize(2)) rows.push(_id);
          return rows.sort();
        }),
      );
      expect(cursors).toEqual([ids, ids]);
      const cursor = store.tags.find({ _id: 21 });
      expect([await cursor.hasNext(), (await cursor.next())?._id, await cursor.next()]).toEqual([true, 21, null]);
    });
  });

  it('shares no cached read with other work', async () => {
    await store.objectCounts.insertOne({
      _id: 'x:0',
      type: 'x',
      schema: '1',
      n: { on: 1, scheduled: 0, draft: 0, off: 0, trashed: 0 },
    });
    await store.atomically(async () => {
      await store.objectCounts.updateOne({ _id: 'x:0' }, { $inc: { 'n.on': 5 } });
      const [own, others] = await Promise.all([
        store.readCounts(['x']),
        outsideTransaction(() => store.readCounts(['x'])),
      ]);
      expect([own.on, others.on]).toEqual([6, 1]);
    });
    await store.documents('documents').insertOne({ _id: 5 } as never);
    await store.atomically(async () => {
      await store.documents('documents').updateOne({ _id: 5 }, { $set: { title: 'Own' } });
      const [own, others] = await Promise.all([
        store.findDocument('documents', 5),
        outsideTransaction(() => store.findDocument('documents', 5)),
      ]);
      expect([own?.title, others?.title]).toEqual(['Own', undefined]);
    });
  });

  it('locks resources of this process for its duration', async () => {
    let made = 0;
    const part = onePerTransaction(() => ++made);
    expect([part(), part()]).toEqual([1, 1]);
    await store.atomically(async () => {
      await sleep(0);
      expect([part(), part()]).toEqual([2, 2]);
      await store.atomically(() => Promise.resolve(expect(part()).toBe(2)));
      expect(outsideTransaction(part)).toBe(1);
    });
    expect(part()).toBe(1);
  });

  it('leaves no operation running in the transaction after its end', async () => {
    let left: Promise<unknown> = Promise.resolve();
    const work = store.atomically(() => {
      left = (async () => {
        expect(isInTransaction()).toBe(true);
        await sleep(50);
        expect(isInTransaction()).toBe(false);
        await store.tags.insertOne(tag(31));
      })();
      return Promise.reject(failed);
    });
    await expect(work).rejects.toBe(failed);
    await left;
    expect(await store.tags.findOne({ _id: 31 })).not.toBeNull();
    expect(isInTransaction()).toBe(false);
  });

  it('that conflicts with another one is retried from the beginning, even if it catches the error', async () => {
    await store.tags.insertOne(tag(41));
    let attempts = 0;
    await store.atomically(async () => {
      attempts++;
      const { name } = (await store.tags.findOne({ _id: 41 })) ?? tag(0);
      if (attempts === 1) {
        await outsideTransaction(() => store.tags.updateOne({ _id: 41 }, { $set: { name: 'theirs' } }));
      }
      const change = () => store.tags.updateOne({ _id: 41 }, { $set: { name: `${name} and ours` } });
      await change().catch(() => undefined);
    });
    expect(attempts).toBe(2);
    expect((await store.tags.findOne({ _id: 41 }))?.name).toBe('theirs and ours');
  });
});
