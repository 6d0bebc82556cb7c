// The page on sharding lists the indexes of the code, and shard keys that MongoDB accepts with them.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { MongoClient } from 'mongodb';
import { afterAll, expect, it } from 'vitest';
import { describedIndexes } from '../../../core/store/indexes/collection-indexes.ts';
import { createStore } from '../../../core/store/store.ts';

const page = readFileSync(path.join(import.meta.dirname, '../../../openapi/docs/sharding.md'), 'utf8');

/** It opens no connection. */
const client = new MongoClient('mongodb://127.0.0.1:1');
afterAll(() => client.close());
const described = describedIndexes(createStore(client, client.db('none')));

interface Row {
  collection: string;
  shardKey: string;
  unique: string[];
}

/** Without code marks. */
const plain = (cell: string): string => cell.replaceAll('`', '').trim();

const rows: Row[] = page
  .split('## Collections')[1]!
  .split('\n## ')[0]!
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .flatMap((line) => {
    const [, collections = '', shardKey = '', unique = ''] = line.split('|').map(plain);
    const keys = unique === 'none' ? [] : unique.split('; ');
    return collections.split(', ').map((collection) => ({ collection, shardKey, unique: keys }));
  });

const uniqueKeys = new Map(
  described.map(({ collection, indexes }) => [
    collection.collectionName,
    indexes.filter(({ unique }) => unique).map(({ key }) => Object.keys(key).join(', ')),
  ]),
);

it('the page names every collection once', () => {
  const named = rows.map(({ collection }) => collection);
  expect(named.toSorted()).toEqual(['documents.*', ...uniqueKeys.keys()].toSorted());
});

it('the page names every unique key', () => {
  for (const { collection, unique } of rows) {
    expect([collection, unique.toSorted()]).toEqual([collection, (uniqueKeys.get(collection) ?? []).toSorted()]);
  }
});

it('every unique key begins with the shard key, and collections without one are marked', () => {
  const sharded = rows.filter(({ shardKey }) => !/^(refused|none)/.test(shardKey));
  for (const { collection, shardKey, unique } of sharded) {
    const key = shardKey.replace(', hashed', '');
    for (const each of unique) expect([collection, `${each}, `.startsWith(`${key}, `)]).toEqual([collection, true]);
  }
  expect(sharded.length).toBeGreaterThan(10);
  // Refused collections have a unique key in addition to the id.
  for (const { shardKey, unique } of rows) if (shardKey === 'refused') expect(unique.length).toBeGreaterThan(0);
});

it('the sums are correct', () => {
  const numbers = (line: string): number[] =>
    line
      .split('|')
      .slice(2, 6)
      .map((cell) => Number(cell.replaceAll(',', '').trim()));
  const lines = page
    .split('## Bytes')[1]!
    .split('\n')
    .filter((line) => /^\| (`|all|on one)/.test(line));
  const bytes = lines.filter((line) => line.startsWith('| `')).map((line) => numbers(line));
  for (const [count = 0, data = 0, indexes = 0, sum] of bytes) expect(Math.round(count * (data + indexes))).toBe(sum);
  const total = bytes.reduce((sum, [, , , each = 0]) => sum + each, 0);
  expect(numbers(lines.find((line) => line.startsWith('| all')) ?? '').at(-1)).toBe(total);
  const refused = rows.filter(({ shardKey }) => shardKey === 'refused').map(({ collection }) => `| \`${collection}\``);
  const onOne = lines
    .filter((line) => refused.some((start) => line.startsWith(start)))
    .map((line) => numbers(line)[3] ?? 0);
  expect(numbers(lines.find((line) => line.startsWith('| on one')) ?? '').at(-1)).toBe(
    onOne.reduce((a, b) => a + b, 0),
  );
});
