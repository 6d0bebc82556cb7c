// Reads by id that share a query (D481).
import type { Collection } from 'mongodb';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createBatchedFind } from '../../../core/store/transactions/batched-find.ts';

interface Row {
  _id: number;
}

/** A collection with a row for each id; each query returns when `answer` is called. */
function heldCollection() {
  const queries: { ids: number[]; answer: () => void }[] = [];
  const find = ({ _id: { $in: ids } }: { _id: { $in: number[] } }) => ({
    toArray: () =>
      new Promise<Row[]>((resolve) => {
        queries.push({ ids, answer: () => resolve(ids.map((_id) => ({ _id }))) });
      }),
  });
  return { queries, read: createBatchedFind({ find } as unknown as Collection<Row>) };
}

/** Ends after the time for which reads are gathered. */
const afterGathering = () => sleep(20);

it('reads of successive turns of the event loop share a query', async () => {
  const { queries, read } = heldCollection();
  const reads = [read(1)];
  await nextTurn();
  reads.push(read(2), read(1));
  await afterGathering();
  expect(queries.map(({ ids }) => ids)).toEqual([[1, 2]]);
  queries[0]?.answer();
  expect(await Promise.all(reads)).toEqual([{ _id: 1 }, { _id: 2 }, { _id: 1 }]);
});

it('a query waits no longer than its time, even though each turn brings a read', async () => {
  const { queries, read } = heldCollection();
  const start = performance.now();
  let id = 0;
  while (queries.length === 0 && performance.now() - start < 5_000) {
    void read(++id);
    await nextTurn();
  }
  expect(queries).toHaveLength(1);
});

it('a read never joins a query in progress', async () => {
  const { queries, read } = heldCollection();
  const first = read(1);
  await afterGathering();
  const second = read(1);
  await afterGathering();
  expect(queries.map(({ ids }) => ids)).toEqual([[1], [1]]);
  for (const { answer } of queries) answer();
  expect(await Promise.all([first, second])).toEqual([{ _id: 1 }, { _id: 1 }]);
});

it('rows are found by another key, with a filter', async () => {
  const filters: object[] = [];
  const find = (filter: object) => {
    filters.push(filter);
    return { toArray: () => Promise.resolve([{ _id: 1, uname: 'a' }]) };
  };
  const collection = { find } as unknown as Collection<Row>;
  const read = createBatchedFind<Row, string>(collection, { key: 'uname', filter: { object_id: null } });
  expect(await Promise.all([read('a'), read('b')])).toEqual([{ _id: 1, uname: 'a' }, null]);
  expect(filters).toEqual([{ object_id: null, uname: { $in: ['a', 'b'] } }]);
});
