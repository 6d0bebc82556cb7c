// A tree of a number of nodes: one root, ten folders in each folder down to the lowest ones, which hold documents and a
// folder with nothing in it. Trees of all sizes look the same at the bottom and differ in depth.
import type { ObjectServices } from '../../core/objects/object-services.ts';
import { keysAfter } from '../../core/objects/tree/sibling-keys.ts';
import { changeLinks } from '../../core/objects/relations/change-links.ts';
import { changeChildren } from '../../core/objects/tree/change-children.ts';
import { createFolder } from '../../core/objects/tree/folders.ts';
import { createObject } from '../../core/objects/write-objects.ts';
import type { Store, TreeRow } from '../../core/store/store.ts';
import { byAdministrator } from './fill-service.ts';
import { insertCopies, type Original, type PlacedCopy } from './straight-rows.ts';

const BRANCHES = 10;
/** Nodes in each of the lowest folders, about. */
const LEAVES = 9;

export interface FilledTree {
  nodes: number;
  /** The lowest folders that have something in them. */
  folderIds: number[];
  /** Empty folders. */
  emptyIds: number[];
  documentIds: number[];
  /** A folder of documents that have a poster each. */
  posterFolderId: number;
  /** Folders by depth, from the root. */
  levels: number[][];
}

const POSTERS = 20;

/** A folder in the root with documents and their posters. */
async function fillPosters(objects: ObjectServices, rootId: number): Promise<number> {
  const data = { type: 'folders', attributes: { title: 'With posters', status: 'on', parent_id: rootId } };
  const { document: folder } = await createFolder(objects, { data }, byAdministrator);
  const make = async (typeName: string) => {
    const attributes = { title: 'With a poster', status: 'on' };
    return String((await createObject(objects, { typeName, attributes }, byAdministrator)).document._id);
  };
  for (let each = 0; each < POSTERS; each++) {
    const [id, image] = [await make('documents'), await make('images')];
    const poster = { how: 'add', data: [{ type: 'images', id: image }] } as const;
    await changeLinks(objects, { typeName: 'documents', id, relation: 'poster' }, poster, byAdministrator);
    const child = { how: 'add', data: [{ type: 'documents', id }] } as const;
    await changeChildren(objects, String(folder._id), child, byAdministrator);
  }
  return folder._id;
}

async function originalOf(store: Store, type: string, id: number): Promise<Original> {
  const [document, row] = [await store.documents(type).findOne({ _id: id }), await store.objects.findOne({ _id: id })];
  if (!document || !row) throw new Error(`no ${type} ${id}`);
  return { document, row };
}

const childrenOf = (parent: TreeRow, originals: readonly Original[]): PlacedCopy[] =>
  keysAfter(null, originals.length).map((key, index) => ({ original: originals[index] as Original, parent, key }));

/** The tree has `size` nodes or a few more. */
export async function fillTree(objects: ObjectServices, size: number): Promise<FilledTree> {
  const { store } = objects;
  const data = { type: 'folders', attributes: { title: 'A folder', status: 'on' } };
  const root = await createFolder(objects, { data }, byAdministrator);
  const attributes = { title: 'A document', status: 'on', body: 'A few words about nothing much. '.repeat(20) };
  const created = await createObject(objects, { typeName: 'documents', attributes }, byAdministrator);
  const folder = await originalOf(store, 'folders', root.document._id);
  const document = await originalOf(store, 'documents', created.document._id);

  let lowest = await store.trees.find({ object_id: root.document._id }).toArray();
  const levels = [lowest.map((row) => row.object_id)];
  let nodes = 1;
  while (nodes + lowest.length * (BRANCHES + BRANCHES * LEAVES) <= size * 1.2) {
    const branches = Array.from({ length: BRANCHES }, () => folder);
    lowest = await insertCopies(
      store,
      lowest.flatMap((parent) => childrenOf(parent, branches)),
    );
    levels.push(lowest.map((row) => row.object_id));
    nodes += lowest.length;
  }
  const each = Math.ceil((size - nodes) / lowest.length);
  const leaves = [folder, ...Array.from({ length: each - 1 }, () => document)];
  const bottom = await insertCopies(
    store,
    lowest.flatMap((parent) => childrenOf(parent, leaves)),
  );
  const idsOf = (type: string) => bottom.filter(({ object }) => object.type === type).map((row) => row.object_id);
  return {
    nodes: nodes + bottom.length,
    folderIds: lowest.map((row) => row.object_id),
    emptyIds: idsOf('folders'),
    documentIds: idsOf('documents'),
    posterFolderId: await fillPosters(objects, root.document._id),
    levels,
  };
}
