// What the service has acknowledged, and whether the database has it.
import type { Store } from '../../core/store/store.ts';

export interface Written {
  id: number;
  /** The last acknowledged title, and those of writes since whose answers did not come. */
  titles: Set<string>;
  /** It was purged, or a purge of it had no answer. */
  gone: 'no' | 'maybe' | 'yes';
}

export interface Ledger {
  acknowledged: number;
  documents: Map<number, Written>;
  links: { from: number; to: number }[];
  places: { folder: number; child: number }[];
  files: { id: string; sha1: string }[];
  tags: string[];
  /** To be looked at by the next check. */
  unchecked: Set<Written>;
}

export const createLedger = (): Ledger => ({
  acknowledged: 0,
  documents: new Map(),
  links: [],
  places: [],
  files: [],
  tags: [],
  unchecked: new Set(),
});

/** @param all documents too that were found before @returns what was acknowledged and is not there, one line each */
export async function findLost(store: Store, ledger: Ledger, all: boolean): Promise<string[]> {
  const looked = all ? [...ledger.documents.values()] : [...ledger.unchecked];
  ledger.unchecked.clear();
  const rows = await store
    .documents('documents')
    .find({ _id: { $in: looked.map(({ id }) => id) } }, { projection: { title: 1 } })
    .toArray();
  const titles = new Map(rows.map((row) => [row._id, titleOf(row)]));
  const lost = looked.flatMap(({ id, titles: allowed, gone }) => {
    const found = titles.get(id);
    if (found === undefined) return gone === 'no' ? [`document ${id} is not there`] : [];
    if (gone === 'yes') return [`document ${id} was purged and is there`];
    return allowed.has(found) ? [] : [`document ${id} is "${found}", should be "${[...allowed].join('" or "')}"`];
  });
  const { links, places, files, tags } = ledger;
  for (const { from, to } of links.splice(0))
    if (!(await store.objectRelations.findOne({ left_id: from, right_id: to }))) lost.push(`link ${from} to ${to}`);
  for (const { folder, child } of places.splice(0))
    if (!(await store.trees.findOne({ object_id: child, parent_id: folder }))) lost.push(`place ${child} in ${folder}`);
  for (const { id, sha1 } of files.splice(0))
    if ((await store.streams.findOne({ _id: id }))?.hash_sha1 !== sha1) lost.push(`file ${id}`);
  for (const name of tags.splice(0)) if (!(await store.tags.findOne({ name }))) lost.push(`tag ${name}`);
  return lost;
}

const titleOf = (row: object): string => String((row as { title?: unknown }).title ?? '');
