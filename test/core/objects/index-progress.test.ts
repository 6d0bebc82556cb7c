// Progress of indexes under construction, from MongoDB 6.0's list of running operations.
import { describe, expect, it } from 'vitest';
import { readIndexProgress } from '../../../core/store/indexes/index-progress.ts';

const progressOf = async (rows: object[] | Error): Promise<[string, number][]> => {
  const toArray = () => (rows instanceof Error ? Promise.reject(rows) : Promise.resolve(rows));
  const client = { db: () => ({ aggregate: () => ({ toArray }) }) };
  return [...(await readIndexProgress({ client, db: { databaseName: 'colophon' } } as never))];
};

const scanning = 'Index Build: scanning collection Index Build: scanning collection: 37500/150000 25%';
const sorting = 'Index Build: inserting keys from external sorter into index: 1000/150000 0%';

describe('the progress of indexes', () => {
  it.each<[string, object[] | Error, [string, number][]]>([
    [
      'is the share of the objects that are read',
      [{ ns: 'colophon.documents.towns', msg: scanning, progress: { done: 37_500, total: 150_000 } }],
      [['towns', 25]],
    ],
    [
      'is 100 once all are read',
      [{ ns: 'colophon.documents.towns', msg: sorting, progress: { done: 1_000, total: 150_000 } }],
      [['towns', 100]],
    ],
    [
      'is 0 of a collection without objects',
      [{ ns: 'colophon.documents.towns', msg: scanning, progress: { done: 0, total: 0 } }],
      [['towns', 0]],
    ],
    [
      'is not that of other databases and collections',
      [
        { ns: 'other.documents.towns', msg: scanning, progress: { done: 1, total: 2 } },
        { ns: 'colophon.changes', msg: scanning, progress: { done: 1, total: 2 } },
      ],
      [],
    ],
    ['is not known where the database does not tell', new Error('not authorized'), []],
  ])('%s', async (_rule, rows, progress) => {
    expect(await progressOf(rows)).toEqual(progress);
  });
});
