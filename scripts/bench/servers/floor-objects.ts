// What both floors do by hand with a list of objects of several types, which are in a collection each: as many of each as
// the page needs at most, merged.
import type { Collection, Db } from 'mongodb';
import { list, pageOf, PAGE_SIZE } from '../response-list.ts';
import type { DocumentRow } from '../response.ts';
import type { Seen } from './floor-access.ts';

const TYPES = ['documents', 'news', 'folders'];

export async function openObjects(db: Db): Promise<(query: URLSearchParams, seen: Seen) => Promise<string>> {
  const collections = TYPES.map((type): [string, Collection<DocumentRow>] => [type, db.collection(type)]);
  for (const [, collection] of collections)
    await collection.createIndex({ status: 1, _id: 1, visible_from: 1, visible_to: 1 });

  return async (query, { filter }) => {
    const end = pageOf(query) * PAGE_SIZE;
    const parts = await Promise.all(
      collections.map(async ([type, collection]) => {
        const [rows, count] = await Promise.all([
          collection.find(filter).sort({ _id: 1 }).limit(end).toArray(),
          collection.countDocuments(filter),
        ]);
        return { rows: rows.map((row) => ({ type, row })), count };
      }),
    );
    const merged = parts.flatMap(({ rows }) => rows).sort((a, b) => a.row._id - b.row._id);
    const page = merged.slice(end - PAGE_SIZE, end);
    const typeOf = new Map(page.map(({ row, type }) => [row._id, type]));
    const count = parts.reduce((sum, part) => sum + part.count, 0);
    const show = (row: DocumentRow) => ({ type: typeOf.get(row._id) ?? '', baseOnly: true });
    return list({ rows: page.map(({ row }) => row), count, path: '/objects', show }, query);
  };
}
