// Errors that mean that the database is unavailable: they are 503, all others 500.
import {
  MongoBulkWriteError,
  MongoClientClosedError,
  MongoNetworkError,
  MongoOperationTimeoutError,
  MongoParseError,
  MongoServerClosedError,
  MongoServerError,
  MongoUnexpectedServerResponseError,
  MongoWriteConcernError,
} from 'mongodb';
import { PoolClosedError, PoolClearedError, WaitQueueTimeoutError } from 'mongodb/lib/cmap/errors.js';
import { expect, it } from 'vitest';
import { isUnavailable } from '../../../core/store/connection/availability.ts';

const pool = { address: 'localhost:1', serverError: null };
const coded = (code: number): MongoServerError => new MongoServerError({ message: 'refused', code });
const refusedHandshake = (): MongoServerError => {
  const error = coded(18);
  error.addErrorLabel('HandshakeError');
  return error;
};
const unconfirmed = (): MongoWriteConcernError =>
  new MongoWriteConcernError({ ok: 1, writeConcernError: { code: 64, errmsg: 'waiting for replication timed out' } });

it.each([
  ['a connection that ends', new MongoNetworkError('connection closed')],
  ['a pool that is cleared', new PoolClearedError(pool)],
  ['a pool that is closed', new PoolClosedError(pool)],
  ['no connection for a long time', new WaitQueueTimeoutError('timed out', 'localhost:1')],
  ['a server that is gone', new MongoServerClosedError('closed')],
  ['a client that is closed', new MongoClientClosedError()],
  ['a server that ends', coded(11600)],
  ['a server that begins', coded(94)],
  ['a server whose keys are not loaded yet', coded(211)],
  ['a connection that the server refuses', refusedHandshake()],
  ['a write that no majority confirms', unconfirmed()],
  ['a cursor that was lost with its server', coded(43)],
  ['an operation that was ended from outside', coded(11601)],
  ['a server without room on its disk', coded(14031)],
  ['no answer within the time of the URI', new MongoOperationTimeoutError('timed out')],
  ['half an answer', new MongoParseError('message size cannot be negative')],
  ['no answer at all', new MongoUnexpectedServerResponseError('Unable to get response from server')],
  ['one inside of another', new Error('a write has failed', { cause: coded(91) })],
  ['one of many', new AggregateError([new Error('other'), coded(189)])],
  ['a bulk write', new MongoBulkWriteError({ message: 'interrupted', code: 11600, writeErrors: [] }, {} as never)],
])('%s means that the database is unavailable', (_name, error) => {
  expect(isUnavailable(error)).toBe(true);
});

it.each([
  ['a duplicate key', coded(11000)],
  ['a query over its time limit', coded(50)],
  ['a refused document', coded(121)],
  ['a command without the right to it', coded(13)],
  ['a fault of ours', new TypeError('undefined is no function')],
  ['no error', undefined],
])('%s does not mean that the database is unavailable', (_name, error) => {
  expect(isUnavailable(error)).toBe(false);
});
