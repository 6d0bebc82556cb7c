// Very many rows for the limits of one request, made within the database: through the driver they take twice the time.
import type { Collection } from 'mongodb';

/** The number of the copy, in expressions. */
export const COPY = '$copy';

/**
 * Adds copies of a row.
 * @param id of the row
 * @param first the number of the first copy
 * @param changed expressions of the members that are not those of the row; COPY is the number of the copy
 */
export async function multiply<Row extends { _id: number }>(
  rows: Collection<Row>,
  id: number,
  { first, count, changed }: { first: number; count: number; changed: Record<string, unknown> },
): Promise<void> {
  const stages = [
    { $match: { _id: id } },
    { $set: { copy: { $range: [first, first + count] } } },
    { $unwind: '$copy' },
    { $set: { _id: COPY, ...changed } },
    { $unset: 'copy' },
    { $merge: { into: rows.collectionName, whenMatched: 'fail', whenNotMatched: 'insert' } },
  ];
  await rows.aggregate(stages).toArray();
}
