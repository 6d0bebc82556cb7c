// Links between documents in both floors, by hand: a separate collection, read by index.
import type { Collection, Db } from 'mongodb';
import { list, pageOf, PAGE_SIZE } from '../response-list.ts';
import type { DocumentRow } from '../response.ts';
import { HttpError, type Seen } from './floor-access.ts';

interface LinkRow {
  from: number;
  to: number;
  priority: number;
  inv_priority: number;
  params: object | null;
}

const idOf = ({ _id }: { _id: number }): number => _id;

export async function openLinks(db: Db, documents: Collection<DocumentRow>) {
  const links = db.collection<LinkRow>('links');
  await links.createIndexes([{ key: { from: 1, priority: 1, to: 1 } }, { key: { to: 1, inv_priority: 1, from: 1 } }]);

  const linksFrom = (ids: readonly number[]): Promise<LinkRow[]> =>
    links
      .find({ from: { $in: [...ids] } }, { batchSize: 10_000 })
      .sort({ from: 1, priority: 1, to: 1 })
      .toArray();

  const lastPlace = async (end: 'from' | 'to', place: 'priority' | 'inv_priority', id: number): Promise<number> =>
    (
      await links
        .find({ [end]: id })
        .sort({ [place]: -1 })
        .limit(1)
        .toArray()
    )[0]?.[place] ?? 0;

  return {
    /** @throws HttpError 404 when one of the documents is not there */
    async assertThere(ids: readonly number[]): Promise<void> {
      const found = await documents.find({ _id: { $in: [...ids] } }, { projection: { _id: 1 } }).toArray();
      if (found.length !== new Set(ids).size) throw new HttpError(404);
    },

    /** Puts links behind those that there are at both ends. @returns those that are new */
    async add(from: number, ids: readonly number[], isNew: boolean): Promise<LinkRow[]> {
      const linkedIds = isNew ? [] : (await links.find({ from, to: { $in: [...ids] } }).toArray()).map(({ to }) => to);
      const added = ids.filter((id) => !linkedIds.includes(id));
      let priority = isNew ? 0 : await lastPlace('from', 'priority', from);
      const rows: LinkRow[] = [];
      for (const to of added) {
        const inv_priority = (await lastPlace('to', 'inv_priority', to)) + 1;
        rows.push({ from, to, priority: ++priority, inv_priority, params: null });
      }
      if (rows.length > 0) await links.insertMany(rows);
      return rows;
    },

    /** The links of the documents of a page: ids by document, and the linked documents that are not on the page. */
    async linked(page: readonly DocumentRow[], seen: Seen) {
      const rows = await linksFrom(page.map(idOf));
      const ids = [...new Set(rows.map((row) => row.to))];
      const documentsOfLinks = await documents
        .find({ $and: [{ _id: { $in: ids } }, seen.filter] }, { batchSize: 1_000 })
        .toArray();
      const found = new Map(documentsOfLinks.map((row) => [row._id, row]));
      const seeAlso = new Map<number, number[]>(page.map((row) => [row._id, []]));
      for (const { from, to } of rows) if (found.has(to)) seeAlso.get(from)?.push(to);
      const included = new Set(page.flatMap((row) => seeAlso.get(row._id) ?? []));
      for (const row of page) included.delete(row._id);
      return { seeAlso, included: [...included].flatMap((id) => found.get(id) ?? []) };
    },

    async related(id: number, query: URLSearchParams, seen: Seen): Promise<string> {
      const document = await documents.findOne({ $and: [{ _id: id }, seen.filter] }, { projection: { _id: 1 } });
      if (!document) throw new HttpError(404);
      const all = await linksFrom([id]);
      const filter = { $and: [{ _id: { $in: all.map((row) => row.to) } }, seen.filter] };
      const options = { projection: { _id: 1 }, batchSize: 10_000 };
      const visible = new Set((await documents.find(filter, options).toArray()).map(idOf));
      const offset = (pageOf(query) - 1) * PAGE_SIZE;
      const page = all.filter((row) => visible.has(row.to)).slice(offset, offset + PAGE_SIZE);
      const pageDocuments = await documents.find({ _id: { $in: page.map((row) => row.to) } }).toArray();
      const found = new Map(pageDocuments.map((row) => [row._id, row]));
      const relations = new Map(
        page.map(({ to, priority, inv_priority, params }) => [to, { priority, inv_priority, params }]),
      );
      const rows = page.flatMap((row) => found.get(row.to) ?? []);
      const show = (row: DocumentRow) => ({ baseOnly: true, relation: relations.get(row._id) });
      const path = `/documents/${id}/see_also`;
      return list({ rows, count: visible.size, path, available: '/objects', show }, query);
    },
  };
}
