// What both floors do by hand with folders. A place has a key among its siblings that none of the others depends on, as at
// the service, and a copy of what decides who sees its document, so that a page is read from an index.
import type { Collection, Db, Filter } from 'mongodb';
import { list, pageOf, PAGE_SIZE } from '../response-list.ts';
import type { DocumentRow } from '../response.ts';
import { HttpError, type Seen } from './floor-access.ts';

type Status = DocumentRow['status'];

interface PlaceRow {
  _id: number;
  object_id: number;
  parent_id: number;
  root_id: number;
  parent_node_id: number;
  depth_level: number;
  menu: boolean;
  canonical: boolean;
  params: object | null;
  key: string;
  status: Status;
  visible_from: Date;
  visible_to: Date;
  created_by: number;
}

const DATES = { visible_from: 1, visible_to: 1 } as const;

const shown = (place: PlaceRow, position: number | undefined) => ({
  id: place._id,
  object_id: place.object_id,
  parent_id: place.parent_id,
  root_id: place.root_id,
  parent_node_id: place.parent_node_id,
  depth_level: place.depth_level,
  menu: place.menu,
  canonical: place.canonical,
  params: place.params,
  slug: null,
  position,
});

export async function openFolders(db: Db, documents: Collection<DocumentRow>) {
  const places = db.collection<PlaceRow>('places');
  const folders = db.collection<DocumentRow>('folders');
  await places.createIndexes([
    { key: { parent_id: 1, status: 1, key: 1, ...DATES } },
    { key: { parent_id: 1, key: 1 } },
  ]);
  await folders.createIndex({ ancestors: 1 });
  await documents.createIndex({ parents: 1, status: 1, _id: 1, ...DATES });

  /** By row id: from 1, over all siblings. */
  async function positions(page: readonly PlaceRow[]): Promise<Map<number, number>> {
    const [first, last] = [page[0], page.at(-1)];
    if (!first || !last) return new Map();
    const { parent_id } = first;
    const [before, between] = await Promise.all([
      places.countDocuments({ parent_id, key: { $lt: first.key } }),
      places
        .find({ parent_id, key: { $gte: first.key, $lte: last.key } }, { projection: { _id: 1 } })
        .sort({ key: 1 })
        .toArray(),
    ]);
    return new Map(between.map((row, index) => [row._id, before + index + 1]));
  }

  return {
    /** Condition on the documents at any depth below a folder. */
    async below(folderId: number): Promise<Filter<DocumentRow>> {
      const options = { projection: { _id: 1 }, batchSize: 10_000 };
      const rows = await folders.find({ ancestors: folderId }, options).toArray();
      return { parents: { $in: [folderId, ...rows.map((row) => row._id)] } };
    },

    async children(id: number, query: URLSearchParams, seen: Seen): Promise<string> {
      if (!(await folders.findOne({ $and: [{ _id: id }, seen.filter] }))) throw new HttpError(404);
      const filter = { $and: [{ parent_id: id }, seen.filter] };
      const offset = (pageOf(query) - 1) * PAGE_SIZE;
      const [page, count] = await Promise.all([
        places.find(filter).sort({ key: 1 }).skip(offset).limit(PAGE_SIZE).toArray(),
        places.countDocuments(filter),
      ]);
      const [unordered, position] = await Promise.all([
        documents.find({ _id: { $in: page.map((place) => place.object_id) } }).toArray(),
        positions(page),
      ]);
      const found = new Map(unordered.map((row) => [row._id, row]));
      const relations = new Map(page.map((place) => [place.object_id, shown(place, position.get(place._id))]));
      const rows = page.flatMap((place) => found.get(place.object_id) ?? []);
      const show = (row: DocumentRow) => ({ baseOnly: true, relation: relations.get(row._id) });
      return list({ rows, count, path: `/folders/${id}/children`, available: '/objects', show }, query);
    },
  };
}
