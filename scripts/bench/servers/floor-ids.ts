// Ids of new documents at the floors, taken from a counter in blocks.
import type { Db } from 'mongodb';

const BLOCK = 50;

export function openIds(db: Db): () => Promise<number> {
  const counters = db.collection<{ _id: string; last: number }>('counters');
  let [next, last] = [1, 0];
  return async () => {
    while (next > last) {
      const row = await counters.findOneAndUpdate(
        { _id: 'documents' },
        { $inc: { last: BLOCK } },
        { returnDocument: 'after' },
      );
      if (row && next > last) [next, last] = [row.last - BLOCK + 1, row.last];
    }
    return next++;
  };
}
