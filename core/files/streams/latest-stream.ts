import type { Store, StreamRow } from '../../store/store.ts';
import { underTimeLimit } from '../../query/page.ts';
import type { Transaction } from '../../store/transaction.ts';

/** The latest version of the file of an object, whatever its caller sees; null when the object has no streams. */
export const latestStream = (
  { streams }: Pick<Store, 'streams'>,
  objectId: number,
  session?: Transaction,
): Promise<StreamRow | null> =>
  streams.findOne({ object_id: objectId }, { sort: { version: -1 }, ...(session && { session }) });

/** As `latestStream` for many objects in one read, by their ids; those without streams are left out. @param timeLimit ms */
export async function latestStreams(
  { streams }: Pick<Store, 'streams'>,
  objectIds: readonly number[],
  timeLimit: number,
): Promise<Map<number, StreamRow>> {
  const found = await underTimeLimit(
    streams
      .aggregate<{ _id: number; latest: StreamRow }>(
        [
          { $match: { object_id: { $in: [...objectIds] } } },
          { $sort: { object_id: 1, version: -1 } },
          { $group: { _id: '$object_id', latest: { $first: '$$ROOT' } } },
        ],
        { maxTimeMS: timeLimit },
      )
      .toArray(),
  );
  return new Map(found.map(({ _id, latest }) => [_id, latest]));
}
