// Reads of a few small rows as commands of the server (D915): a cursor of the driver costs more than the command.
import type { Collection, Document } from 'mongodb';
import { hasNoPrimary } from '../connection/availability.ts';
import { isInTransaction } from './ambient-transaction.ts';
import { toleratesLag } from './secondary-reads.ts';

/** More than there are. */
const MOST_ROWS = 100_000;

/** The few rows that some stages give, from the primary; not noted as a read of the present work. */
export async function aggregateSmall<Row extends Document>(
  collection: Collection,
  pipeline: Document[],
): Promise<Row[]> {
  const byCursor = (): Promise<Row[]> => collection.aggregate<Row>(pipeline).toArray();
  if (isInTransaction() || toleratesLag()) return byCursor();
  const command = { aggregate: collection.collectionName, pipeline, cursor: { batchSize: MOST_ROWS } };
  try {
    // cast: MongoDB defines the form of this response
    const { cursor } = (await collection.db.command(command)) as { cursor: { firstBatch: Row[] } };
    return cursor.firstBatch;
  } catch (error) {
    if (hasNoPrimary(error)) throw error;
    // The driver waits for another primary and tries again, which it does not do with commands.
    return byCursor();
  }
}
