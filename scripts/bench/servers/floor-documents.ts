// What both floors do with MongoDB, by hand with the driver: the right indexes, `countDocuments` for totals.
import { randomBytes } from 'node:crypto';
import { MongoClient, MongoServerError, type Db, type Filter, type IndexDescription } from 'mongodb';
import { list, pageOf, PAGE_SIZE } from '../response-list.ts';
import { addedLinks, single, type DocumentRow } from '../response.ts';
import { HttpError, openAccess } from './floor-access.ts';
import { addedIdsOf, attributesOf, linkedIdsOf } from './floor-body.ts';
import { openFolders } from './floor-folders.ts';
import { openLinks } from './floor-links.ts';
import { openObjects } from './floor-objects.ts';

const slug = (text: string): string => text.toLowerCase().replace(/[^a-z0-9_]+/g, '-');
const isTaken = (error: unknown): boolean => error instanceof MongoServerError && error.code === 11000;

const [ALWAYS, NEVER] = [new Date(0), new Date('9999-12-31')];
const DATES = { visible_from: 1, visible_to: 1 } as const;
const BY_ID = { _id: 1 } as const;
const SORTS: Readonly<Record<string, Record<string, 1 | -1>>> = {
  '-modified': { modified: -1, _id: -1 },
  title: { title: 1, _id: 1 },
};

const INDEXES: IndexDescription[] = [
  { key: { status: 1, _id: 1, ...DATES } },
  { key: { status: 1, modified: -1, _id: -1, ...DATES } },
  { key: { status: 1, title: 1, _id: 1, ...DATES } },
  { key: { shelf: 1, status: 1, _id: 1, ...DATES } },
  { key: { created_by: 1, _id: 1 } },
  { key: { uname: 1 }, unique: true },
  {
    key: { title: 'text', description: 'text', body: 'text' },
    weights: { title: 10, description: 5, body: 1 },
    default_language: 'none',
    language_override: 'none',
  },
];

/** Ids of a block. */
const BLOCK = 50;

/** Ids of new documents, taken from a counter in blocks. */
function openIds(db: Db): () => Promise<number> {
  const counters = db.collection<{ _id: string; last: number }>('counters');
  let [next, last] = [1, 0];
  return async () => {
    while (next > last) {
      const change = { $inc: { last: BLOCK } };
      const row = await counters.findOneAndUpdate({ _id: 'documents' }, change, { returnDocument: 'after' });
      if (row && next > last) [next, last] = [row.last - BLOCK + 1, row.last];
    }
    return next++;
  };
}

async function conditionsOf(
  folders: Awaited<ReturnType<typeof openFolders>>,
  query: URLSearchParams,
): Promise<Filter<DocumentRow>[]> {
  const conditions: Filter<DocumentRow>[] = [];
  const status = query.get('filter[status]');
  if (status !== null) conditions.push({ status: status as DocumentRow['status'] });
  for (const name of ['rack', 'shelf']) {
    const value = query.get(`filter[${name}]`);
    if (value !== null) conditions.push({ [name]: Number(value) });
  }
  const ancestor = query.get('filter[ancestor]');
  if (ancestor !== null) conditions.push(await folders.below(Number(ancestor)));
  const words = query.get('filter[query]')?.match(/[\p{L}\p{N}]+/gu);
  if (words) conditions.push({ $text: { $search: words.map((word) => `"${word}"`).join(' ') } });
  return conditions;
}

function newRow(_id: number, given: ReturnType<typeof attributesOf>, userId: number): DocumentRow {
  const now = new Date();
  return {
    status: 'draft',
    ...given,
    _id,
    uname: given.uname ?? slug(given.title ?? 'document'),
    created: now,
    modified: now,
    published: given.status === 'on' ? now : null,
    visible_from: ALWAYS,
    visible_to: NEVER,
    created_by: userId,
    modified_by: userId,
    locked: false,
  };
}

export async function openFloor() {
  const client = await MongoClient.connect(process.env['MONGODB_URI'] ?? '', { writeConcern: { w: 'majority' } });
  const db = client.db();
  const documents = db.collection<DocumentRow>('documents');
  const { seenBy, authenticateEditor } = openAccess(db);
  await documents.createIndexes(INDEXES);
  const [links, folders, nextId] = [await openLinks(db, documents), await openFolders(db, documents), openIds(db)];
  const objects = await openObjects(db);

  return {
    async get(id: number, header: string | undefined): Promise<string> {
      const { sees } = await seenBy(header);
      const row = await documents.findOne({ _id: id });
      if (!row || !sees(row)) throw new HttpError(404);
      return single(row, `/documents/${id}`);
    },

    async list(query: URLSearchParams, header: string | undefined): Promise<string> {
      const seen = await seenBy(header);
      const conditions = await conditionsOf(folders, query);
      const filter = { $and: [seen.filter, ...conditions] };
      const offset = (pageOf(query) - 1) * PAGE_SIZE;
      const cursor = documents.find(filter).skip(offset).limit(PAGE_SIZE);
      if (conditions.some((each) => '$text' in each)) cursor.sort({ score: { $meta: 'textScore' }, _id: 1 });
      else cursor.sort(SORTS[query.get('sort') ?? ''] ?? BY_ID);
      const [rows, count] = await Promise.all([cursor.toArray(), documents.countDocuments(filter)]);
      if (query.get('include') !== 'see_also') return list({ rows, count }, query);
      const { seeAlso, included } = await links.linked(rows, seen);
      return list({ rows, count, included, show: (row) => ({ seeAlso: seeAlso.get(row._id) }) }, query);
    },

    related: async (id: number, query: URLSearchParams, header: string | undefined): Promise<string> =>
      links.related(id, query, await seenBy(header)),

    children: async (id: number, query: URLSearchParams, header: string | undefined): Promise<string> =>
      folders.children(id, query, await seenBy(header)),

    objects: async (query: URLSearchParams, header: string | undefined): Promise<string> =>
      objects(query, await seenBy(header)),

    async create(body: unknown, header: string | undefined): Promise<{ id: number; text: string }> {
      const userId = await authenticateEditor(header);
      const given = attributesOf(body);
      const linkedIds = linkedIdsOf(body);
      if (linkedIds.length > 0) await links.assertThere(linkedIds);
      const row = newRow(await nextId(), given, userId);
      await documents.insertOne(row).catch((error: unknown) => {
        if (!isTaken(error)) throw error;
        row.uname += `-${randomBytes(6).toString('hex')}`;
        return documents.insertOne(row);
      });
      if (linkedIds.length > 0) await links.add(row._id, linkedIds, true);
      return { id: row._id, text: single(row, `/documents/${row._id}`) };
    },

    async update(id: number, body: unknown, header: string | undefined): Promise<string> {
      const userId = await authenticateEditor(header);
      const $set = { ...attributesOf(body, id), modified: new Date(), modified_by: userId };
      const row = await documents.findOneAndUpdate({ _id: id }, { $set }, { returnDocument: 'after' });
      if (!row) throw new HttpError(404);
      return single(row, `/documents/${id}`);
    },

    /** @returns undefined when all links were there */
    async relate(id: number, body: unknown, header: string | undefined): Promise<string | undefined> {
      await authenticateEditor(header);
      const ids = addedIdsOf(body);
      await links.assertThere([id, ...ids]);
      const added = await links.add(id, ids, false);
      return added.length === 0 ? undefined : addedLinks(added, `/documents/${id}/relationships/see_also`);
    },

    async remove(id: number, header: string | undefined): Promise<void> {
      const userId = await authenticateEditor(header);
      const $set = { trashed: true, modified: new Date(), modified_by: userId };
      const { matchedCount } = await documents.updateOne({ _id: id, trashed: { $ne: true } }, { $set });
      if (matchedCount === 0) throw new HttpError(404);
    },
  };
}
