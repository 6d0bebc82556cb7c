// What says that the database cannot be reached just now: it is answered with 503, and anything else with 500.
import { MongoBulkWriteError, MongoServerError } from 'mongodb';
import { MongoClientClosedError, MongoNetworkError, MongoServerClosedError } from 'mongodb';
import { PoolClosedError, PoolClearedError, WaitQueueTimeoutError } from 'mongodb/lib/cmap/errors.js';
import { expect, it } from 'vitest';
import { isUnavailable } from '../../core/store/availability.ts';

const pool = { address: 'localhost:1', serverError: null };
const coded = (code: number): MongoServerError => new MongoServerError({ message: 'refused', code });

it.each([
  ['a connection that ends', new MongoNetworkError('connection closed')],
  ['a pool that is cleared', new PoolClearedError(pool)],
  ['a pool that is closed', new PoolClosedError(pool)],
  ['no connection for a long time', new WaitQueueTimeoutError('timed out', 'localhost:1')],
  ['a server that is gone', new MongoServerClosedError('closed')],
  ['a client that is closed', new MongoClientClosedError()],
  ['a server that ends', coded(11600)],
  ['a server that begins', coded(94)],
  ['one inside of another', new Error('a write has failed', { cause: coded(91) })],
  ['one of many', new AggregateError([new Error('other'), coded(189)])],
  ['a bulk write', new MongoBulkWriteError({ message: 'interrupted', code: 11600, writeErrors: [] }, {} as never)],
])('%s is the database being away', (_name, error) => {
  expect(isUnavailable(error)).toBe(true);
});

it.each([
  ['a duplicate key', coded(11000)],
  ['a fault of ours', new TypeError('undefined is no function')],
  ['no error', undefined],
])('%s is not', (_name, error) => {
  expect(isUnavailable(error)).toBe(false);
});
