import type { Store, StreamRow } from '../../store/store.ts';
import type { Transaction } from '../../store/transaction.ts';

/** The latest version of the file of an object, whatever its caller sees; null when the object has no streams. */
export const latestStream = (
  { streams }: Pick<Store, 'streams'>,
  objectId: number,
  session?: Transaction,
): Promise<StreamRow | null> =>
  streams.findOne({ object_id: objectId }, { sort: { version: -1 }, ...(session && { session }) });
