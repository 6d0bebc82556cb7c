// A read as one command (D915), which is made again by the driver's cursor when the command fails.
import { MongoServerSelectionError, type Collection } from 'mongodb';
import { expect, it } from 'vitest';
import { aggregateSmall } from '../../../core/store/transactions/small-reads.ts';

/** A collection whose command gives or throws this. */
function collectionWith(command: () => Promise<unknown>) {
  const made: string[] = [];
  const noted = (name: string, result: () => Promise<unknown>) => () => {
    made.push(name);
    return result();
  };
  const aggregate = () => ({ toArray: noted('cursor', () => Promise.resolve([{ _id: 'by cursor' }])) });
  const collection = { collectionName: 'rows', db: { command: noted('command', command) }, aggregate };
  // cast: the members that it uses
  return { collection: collection as unknown as Collection, made };
}

it('reads with one command', async () => {
  const { collection, made } = collectionWith(() => Promise.resolve({ cursor: { firstBatch: [{ _id: 1 }] } }));
  expect(await aggregateSmall(collection, [])).toEqual([{ _id: 1 }]);
  expect(made).toEqual(['command']);
});

it('reads by a cursor, which the driver retries, after an election or a lost connection', async () => {
  const { collection, made } = collectionWith(() => Promise.reject(new Error('not primary')));
  expect(await aggregateSmall(collection, [])).toEqual([{ _id: 'by cursor' }]);
  expect(made).toEqual(['command', 'cursor']);
});

it('waits no second time when there is no primary', async () => {
  const error = new MongoServerSelectionError('no primary', {} as never);
  const { collection, made } = collectionWith(() => Promise.reject(error));
  await expect(aggregateSmall(collection, [])).rejects.toBe(error);
  expect(made).toEqual(['command']);
});
