// Writers as parts of an ambient transaction see them (core/store/ambient-transaction.ts).
import { isInTransaction, perTransaction } from '../store/ambient-transaction.ts';
import type { ObjectWriter } from './object-writer.ts';

/**
 * A writer that writes at once what belongs to an ambient transaction: it shares no batch with others, and takes no turns,
 * since others wait for the rows of the transaction in theirs.
 */
export function ambientWriter(create: () => ObjectWriter): ObjectWriter {
  const writer = perTransaction(create);
  return {
    write: (write) => writer().write(write),
    writeAll: (writes) => writer().writeAll(writes),
    writeIn: (write, session) => writer().writeIn(write, session),
    inTurn: (objectId, work) => (isInTransaction() ? work() : writer().inTurn(objectId, work)),
  };
}
