// A transaction whose commit has failed: it is run again only when it is certain not to be committed.
import {
  MongoNetworkError,
  MongoServerError,
  MongoWriteConcernError,
  type MongoClient,
  type MongoError,
} from 'mongodb';
import { PoolClearedError } from 'mongodb/lib/cmap/errors.js';
import { expect, it } from 'vitest';
import { runTransaction } from '../../../core/store/transactions/transaction.ts';

function labelled<Kind extends MongoError>(error: Kind, label: string): Kind {
  // The method is not in the types of the driver.
  (error as unknown as { addErrorLabel(label: string): void }).addErrorLabel(label);
  return error;
}

/** @param failures of the commits, one after the other; then they succeed */
async function run(...failures: Error[]) {
  const count = { works: 0, commits: 0 };
  const session = {
    startTransaction: () => undefined,
    inTransaction: () => false,
    commitTransaction: () => {
      count.commits++;
      const error = failures.shift();
      return error ? Promise.reject(error) : Promise.resolve();
    },
    endSession: () => Promise.resolve(),
  };
  const client = { startSession: () => session } as unknown as MongoClient;
  const error: unknown = await runTransaction(client, () => Promise.resolve(count.works++)).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return { ...count, error };
}

const UNKNOWN = 'UnknownTransactionCommitResult';
const TRANSIENT = 'TransientTransactionError';

/** A pool that was emptied since an operation of another transaction has lost its connection. */
function clearedByAnother(): MongoError {
  const serverError = labelled(new MongoNetworkError('connection closed'), TRANSIENT);
  const cleared = new PoolClearedError({ address: 'localhost:1', serverError }) as unknown as MongoError;
  return labelled(cleared, UNKNOWN);
}

it('only the commit is retried while its result is unknown', async () => {
  expect(await run(clearedByAnother(), clearedByAnother())).toEqual({ works: 1, commits: 3, error: undefined });
});

it('the work is not retried for an error of another transaction', async () => {
  const given = Array.from({ length: 5 }, clearedByAnother);
  expect(await run(...given)).toEqual({ works: 1, commits: 5, error: given[4] });
});

it('the work is retried when the database reports that it is not committed', async () => {
  const gone = labelled(new MongoServerError({ message: 'no such transaction', code: 251 }), TRANSIENT);
  expect(await run(gone)).toEqual({ works: 2, commits: 2, error: undefined });
});

it('a commit without confirmation by a majority in time is not retried', async () => {
  const writeConcernError = { code: 64, errmsg: 'waiting for replication timed out' };
  const unconfirmed = labelled(new MongoWriteConcernError({ ok: 1, writeConcernError }), UNKNOWN);
  expect(await run(unconfirmed)).toEqual({ works: 1, commits: 1, error: unconfirmed });
});
