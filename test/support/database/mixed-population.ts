// Many objects of all kinds, written directly into the database: the newest third are drafts of other users, some have
// dates, some are for certain roles, some in the trash. For tests of the reads of lists for a page.
import { withAudiences } from '../../../core/objects/visibility/audiences.ts';
import { countDelta } from '../../../core/objects/changes/object-document.ts';
import { viewOf } from '../../../core/objects/changes/lock-objects.ts';
import { publicationBounds } from '../../../core/objects/visibility/visibility.ts';
import type { ObjectDocument, ObjectRow, Store, TranslationRow, TreeRow } from '../../../core/store/store.ts';

export const FIRST_ID = 100_000;
const DAY = 86_400_000;

interface Population {
  type: string;
  /** Id of an object that the others are like. */
  like: number;
  size: number;
  firstId: number;
  /** The creator of some of those that are not the newest. */
  author: number;
  /** Some are for this role only. */
  role: number;
  now: Date;
  /** Fields of the documents besides. */
  more?: (n: number) => Record<string, unknown>;
}

/** Adds them; returns their documents. */
export async function addMixed(store: Store, population: Population): Promise<ObjectDocument[]> {
  const { type, like, size, firstId, author, role, now, more = () => ({}) } = population;
  const [model, row] = [await store.documents(type).findOne({ _id: like }), await store.objects.findOne({ _id: like })];
  if (!model || !row) throw new Error(`no ${type} ${like}`);
  const at = (n: number) => new Date(Date.UTC(2020, 0, 1) + n * 60_000);
  const baseOf = (n: number) => {
    const isNewest = n >= (size * 2) / 3;
    const status = isNewest ? ('draft' as const) : ((['on', 'on', 'on', 'on', 'draft', 'off'] as const)[n % 6] ?? 'on');
    const [from, to] = [-DAY, DAY].map((by) => new Date(now.getTime() + by));
    const publish_start = n % 80 === 0 ? (from ?? null) : null;
    const publish_end = n % 90 === 0 ? ((n % 180 === 0 ? from : to) ?? null) : null;
    const made_by = isNewest || n % 25 !== 0 ? 1 : author;
    return withAudiences({
      type,
      _id: firstId + n,
      uname: `mixed-${firstId + ((n * 17) % size)}`,
      title: `Mixed ${(n * 31) % size}`,
      status,
      publish_start,
      publish_end,
      ...publicationBounds(publish_start, publish_end),
      reader_roles: n % 70 === 0 ? [role] : null,
      trashed: n % 15 === 7,
      created: at(n),
      modified: at((n * 7) % size),
      created_by: made_by,
    });
  };
  const bases = Array.from({ length: size }, (_, n) => baseOf(n));
  const documents = bases.map((base, n) => ({ ...model, ...base, ...more(n) }) as ObjectDocument);
  const parentsOf = ({ parents }: ObjectDocument) => (parents ? { parents } : {});
  const search = { title: '', description: '', text: ' filler ' };
  const rows = documents.map((one, n) => ({ ...row, ...bases[n], ...parentsOf(one), search }) as ObjectRow);
  await store.documents(type).insertMany(documents);
  await store.objects.insertMany(rows);
  const counts: Record<string, number> = {};
  for (const document of documents)
    for (const [key, by] of Object.entries(countDelta(null, document)))
      counts[`n.${key}`] = (counts[`n.${key}`] ?? 0) + by;
  await store.objectCounts.updateOne({ _id: `${type}:0` }, { $inc: counts });
  return documents;
}

/** Places them in a folder, in the order of their ids. */
export async function placeIn(store: Store, folderId: number, documents: readonly ObjectDocument[]): Promise<void> {
  const folder = await store.trees.findOne({ object_id: folderId });
  if (!folder) throw new Error(`no folder ${folderId}`);
  const nodes = documents.map((document): TreeRow => {
    const key = `b${document._id}V`;
    return {
      _id: document._id,
      object_id: document._id,
      parent_id: folderId,
      parent_node_id: folder._id,
      root_id: folder.root_id,
      path: `${folder.path}${key}/`,
      key,
      ancestors: [...folder.ancestors, folderId],
      depth_level: folder.depth_level + 1,
      menu: true,
      canonical: false,
      params: null,
      fence: 0,
      object: viewOf(document),
    };
  });
  await store.trees.insertMany(nodes);
}

/** One translation for each. */
export async function translate(store: Store, documents: readonly ObjectDocument[]): Promise<void> {
  const rows = documents.map((document, n): TranslationRow => ({
    _id: 10 * FIRST_ID + document._id,
    object_id: document._id,
    lang: 'it',
    status: n % 4 === 0 ? 'draft' : 'on',
    translated_fields: { title: `Misto ${n}` },
    trashed: false,
    created_by: 1,
    modified_by: 1,
    search: ' misto ',
    revision: 1,
    created: document.created,
    modified: document.modified,
    object: viewOf(document),
  }));
  await store.translations.insertMany(rows);
}
