// Bulk writes of a transaction are commands of the server, with the results of the driver's (core/store/transactions/transaction-writes.ts, D932).
import fc from 'fast-check';
import { BSON, MongoServerError, ObjectId, Timestamp, type AnyBulkWriteOperation, type BulkWriteResult } from 'mongodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Collection, Document, Store } from '../../../core/store/store.ts';
import { isDuplicateIn } from '../../../core/store/transactions/transaction.ts';
import { bytesAtMost, withTransactionWrites } from '../../../core/store/transactions/transaction-writes.ts';
import { emptyDatabase } from '../../support/database/stores.ts';

interface Row extends Document {
  _id: number;
  name?: string;
  n?: number;
}

const database = emptyDatabase();
let store: Store;
let own: Collection<Row>;
let drivers: Collection<Row>;
beforeAll(async () => {
  ({ store } = await database.openProcess());
  own = withTransactionWrites<Row>(store.db, 'own_rows');
  drivers = store.db.collection<Row>('drivers_rows');
  for (const each of [own, drivers])
    await each.createIndex({ name: 1 }, { unique: true, name: 'unique_name', sparse: true });
});
beforeEach(async () => {
  for (const each of [own, drivers]) {
    await each.deleteMany({});
    await each.insertMany([1, 2, 3].map((_id) => ({ _id, name: `name ${_id}`, n: 0 })));
  }
});
afterAll(() => database.close());

const OPERATIONS: Record<string, AnyBulkWriteOperation<Row>[]> = {
  insertions: [{ insertOne: { document: { _id: 4, n: 1 } } }, { insertOne: { document: { _id: 5 } } }],
  updates: [
    { updateOne: { filter: { _id: 1, n: 0 }, update: { $inc: { n: 1 } } } },
    { updateOne: { filter: { _id: 2 }, update: { $set: { n: 0 } } } },
    { updateOne: { filter: { _id: 9 }, update: { $set: { n: 7 } } } },
    { updateOne: { filter: { _id: 3 }, update: { $unset: { n: '' } }, hint: { _id: 1 } } },
  ],
  upserts: [
    { updateOne: { filter: { _id: 7 }, update: { $inc: { n: 1 }, $setOnInsert: { name: 'made' } }, upsert: true } },
    { updateOne: { filter: { _id: 1 }, update: { $inc: { n: 1 } }, upsert: true } },
  ],
  'updates of many': [{ updateMany: { filter: { n: 0 }, update: { $inc: { n: 5 } } } }],
  removals: [{ deleteOne: { filter: { n: 0 } } }, { deleteOne: { filter: { _id: 9 } } }],
  'kinds in turn': [
    { insertOne: { document: { _id: 4, n: 1 } } },
    { updateOne: { filter: { _id: 4 }, update: { $set: { name: 'name 1 again' } } } },
    { deleteOne: { filter: { _id: 1 } } },
    { insertOne: { document: { _id: 6, name: 'name 1' } } },
    { updateOne: { filter: { _id: 6 }, update: { $inc: { n: 1 } } } },
  ],
  'an operation of the driver': [
    { replaceOne: { filter: { _id: 1 }, replacement: { n: 3 } } },
    { deleteMany: { filter: { n: 0 } } },
  ],
};

const COUNTS = ['insertedCount', 'matchedCount', 'deletedCount', 'upsertedCount'] as const;
const rowsOf = (collection: Collection<Row>): Promise<Row[]> => collection.find().sort({ _id: 1 }).toArray();
const countsOf = (result: Pick<BulkWriteResult, (typeof COUNTS)[number]>) => COUNTS.map((name) => [name, result[name]]);
const inTransaction = (collection: Collection<Row>, operations: AnyBulkWriteOperation<Row>[], ordered: boolean) =>
  store.transaction((session) => collection.bulkWrite(operations, { session, ordered }));

describe('bulk writes in a transaction', () => {
  it.each(Object.entries(OPERATIONS))('write and count %s as the driver does', async (_title, operations) => {
    const [result, expected] = [
      await inTransaction(own, operations, true),
      await inTransaction(drivers, operations, true),
    ];
    expect(countsOf(result)).toEqual(countsOf(expected));
    expect(await rowsOf(own)).toEqual(await rowsOf(drivers));
  });

  it('are commands, and others are left to the driver', async () => {
    const { updates = [] } = OPERATIONS;
    expect(await inTransaction(own, updates, false)).not.toHaveProperty('getRawResponse');
    expect(await own.bulkWrite(updates)).toHaveProperty('getRawResponse');
  });

  it.each([true, false])('fail for a duplicate, and change nothing (in order: %s)', async (ordered) => {
    const before = await rowsOf(own);
    const operations = [
      { updateOne: { filter: { _id: 1 }, update: { $inc: { n: 1 } } } },
      { updateOne: { filter: { _id: 2 }, update: { $set: { name: 'name 3' } } } },
    ];
    const error: unknown = await inTransaction(own, operations, ordered).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(MongoServerError);
    expect(isDuplicateIn(error, 'unique_name')).toBe(true);
    expect((error as MongoServerError)['keyPattern']).toEqual({ name: 1 });
    expect(await rowsOf(own)).toEqual(before);
  });

  it('run again after a conflict with another transaction', async () => {
    const raise = (): Promise<unknown> =>
      inTransaction(own, [{ updateOne: { filter: { _id: 1 }, update: { $inc: { n: 1 } } } }], true);
    await Promise.all(Array.from({ length: 8 }, raise));
    expect(await own.findOne({ _id: 1 })).toMatchObject({ n: 8 });
  });

  it('give rows their ids', async () => {
    const rows: Document[] = [{ n: 1 }, { n: 2 }];
    await store.transaction((session) => own.insertMany(rows as Row[], { session, ordered: false }));
    expect(rows.map(({ _id }) => _id as unknown)).toEqual([expect.any(ObjectId), expect.any(ObjectId)]);
    expect(await own.countDocuments({ _id: { $in: rows.map(({ _id }) => _id as number) } })).toBe(2);
  });

  it('may be larger than a command', async () => {
    const large = Array.from({ length: 20 }, (_, index) => ({ _id: 100 + index, text: 'ab'.repeat(500_000) }));
    await store.transaction((session) => own.insertMany(large, { session }));
    expect(await own.countDocuments({ _id: { $gte: 100 } })).toBe(20);
  });
});

describe('the size of a command', () => {
  it('is never underestimated', () => {
    const leaf = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.double(),
      fc.date({ noInvalidDate: true }),
      fc.constantFrom(null, true, new ObjectId(), new Timestamp({ t: 1, i: 2 }), Buffer.alloc(1000)),
    );
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof({ depthSize: 'small' }, leaf, fc.array(tie('value')), fc.dictionary(fc.string(), tie('value'))),
    }));
    fc.assert(
      fc.property(fc.dictionary(fc.string(), value), (document) => {
        expect(bytesAtMost(document)).toBeGreaterThanOrEqual(BSON.calculateObjectSize(document));
      }),
    );
  });
});
