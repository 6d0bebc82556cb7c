// Which versions are read before work (D913), and when its result is given again (D910).
import { beforeEach, expect, it } from 'vitest';
import { ExactCache } from '../../../core/store/exact-cache/exact-cache.ts';
import { createFreshness } from '../../../core/store/exact-cache/freshness.ts';
import { createProofs } from '../../../core/store/exact-cache/proofs.ts';

const NAMES = ['objects', 'trees', 'documents.documents', 'documents.news'];
const versions = new Map<string, number>();
/** The types of each read of versions; undefined: all. */
let reads: (readonly string[] | undefined)[] = [];

const rowsOf = (rows: unknown[]) => ({ toArray: () => Promise.resolve(rows) });
const objectCounts = {
  collectionName: 'object_counts',
  db: {
    command({ pipeline: [{ $match }] }: { pipeline: [{ $match: { type?: { $in: string[] } } }] }) {
      reads.push($match.type?.$in);
      const found = [...versions].filter(([type]) => $match.type?.$in.includes(type) ?? true);
      return Promise.resolve({ cursor: { firstBatch: found.map(([_id, version]) => ({ _id, version })) } });
    },
  },
};
const objects = { find: () => ({ sort: () => ({ limit: () => rowsOf([]) }) }) };

let cache: ExactCache<string>;
beforeEach(() => {
  versions.clear();
  reads = [];
  cache = new ExactCache<string>({
    freshness: createFreshness({ objects, objectCounts } as never, { now: () => new Date() } as never),
    epoch: () => 'epoch',
    proofs: createProofs(() => NAMES),
    bytes: 1_000_000,
    bytesOf: (value) => value.length,
    notes: { looked: () => undefined, evicted: () => undefined },
  });
});

/** @returns what was given again; undefined after work that reads these collections */
async function get(key: string, readNames: readonly string[]): Promise<string | undefined> {
  const found = await cache.find({ key, caller: 'null', shape: 'list', proofs: [] });
  if (found && 'value' in found) return found.value;
  if (!found || !('work' in found)) throw new Error('neither a value nor work');
  for (const name of readNames) found.work.reads.names.add(name);
  found.work.keep(`result of ${key}`);
  return undefined;
}

it('a miss reads the versions of what such work has read before, and no others', async () => {
  await get('/documents?page=1', ['documents.documents']);
  await get('/documents?page=2', ['documents.documents']);
  expect(reads).toEqual([undefined, expect.arrayContaining(['documents', '~objects', '~everything'])]);
  expect(reads[1]).toHaveLength(3);
  expect(await get('/documents?page=2', [])).toBe('result of /documents?page=2');
});

it('keeps no result of work that has read more than it was asked for, and reads those versions the next time', async () => {
  await get('/documents/1', ['documents.documents']);
  const more = ['documents.documents', 'trees'];
  for (const kept of [undefined, undefined, 'result of /documents/2'])
    expect(await get('/documents/2', more)).toBe(kept);
  expect(reads[2]).toContain('~trees');
});

it('gives no result again after a version was raised that it was made from', async () => {
  await get('/documents/1', ['documents.documents', 'trees']);
  versions.set('news', 7);
  expect(await get('/documents/1', ['documents.documents'])).toBe('result of /documents/1');
  versions.set('~trees', 1);
  expect(await get('/documents/1', ['documents.documents'])).toBeUndefined();
});
