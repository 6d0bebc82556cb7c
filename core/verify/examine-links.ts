// Links between objects: both ends, their places, and the second row of each in a symmetric relation (D48).
import { isSameValue } from '../objects/changes/change-values.ts';
import { isSymmetric } from '../model/relation-sides.ts';
import { MAX_PLACE } from '../objects/changes/link-plan.ts';
import type { Document, ObjectRelationRow } from '../store/store.ts';
import { byId, unique, type Examine, type Finding, type View } from './check.ts';
import { itemsIn } from '../values.ts';

type Link = ObjectRelationRow & { _id: NonNullable<ObjectRelationRow['_id']> };

const name = (row: Link): string => `link ${row.left_id} to ${row.right_id} of relation ${row.relation_id}`;

async function endFindings(rows: readonly Link[], { store, transaction }: View): Promise<Finding[]> {
  const ids = unique(rows.flatMap((row) => [row.left_id, row.right_id]));
  const options = { session: transaction, projection: { type: 1 } };
  const objects = byId(await store.objects.find({ _id: { $in: ids } }, options).toArray());
  const ends = [
    ['left_id', 'left_type'],
    ['right_id', 'right_type'],
  ] as const;
  return rows.flatMap((row) =>
    ends.flatMap(([idField, typeField]) => {
      const type = objects.get(row[idField])?.type;
      const about = { invariant: 'links', row: row._id };
      if (type === undefined) return [{ ...about, detail: `${name(row)}: there is no object ${row[idField]}` }];
      if (type === row[typeField]) return [];
      const $set = { [typeField]: type };
      const mend = (at: View) =>
        at.store.objectRelations.updateOne({ _id: row._id }, { $set }, { session: at.transaction });
      return [{ ...about, detail: `${name(row)}: ${typeField} is ${row[typeField]}, should be ${type}`, mend }];
    }),
  );
}

/** Each link of a symmetric relation has a row for each direction. */
async function mirrorFindings(rows: readonly Link[], { store, transaction }: View): Promise<Finding[]> {
  if (rows.length === 0) return [];
  const wanted = rows.map(({ relation_id, left_id, right_id }) => ({
    relation_id,
    left_id: right_id,
    right_id: left_id,
  }));
  const found = await store.objectRelations.find({ $or: wanted }, { session: transaction }).toArray();
  const keyOf = (relation: number, left: number, right: number): string => [relation, left, right].join(':');
  const mirrors = new Map(found.map((row) => [keyOf(row.relation_id, row.left_id, row.right_id), row]));
  return rows.flatMap((row) => {
    const mirror = mirrors.get(keyOf(row.relation_id, row.right_id, row.left_id));
    const isRight =
      mirror?.priority === row.inv_priority &&
      mirror.inv_priority === row.priority &&
      isSameValue(mirror.params, row.params);
    if (isRight) return [];
    const detail = `${name(row)}: the row of the other direction ${mirror ? 'says something else' : 'is missing'}`;
    return [{ invariant: 'links', detail, row: row._id }];
  });
}

const SIDES = [
  ['left_id', 'priority'],
  ['right_id', 'inv_priority'],
] as const;

/** No two links of an object under a relation have the same place. */
async function placeFindings(rows: readonly Link[], { store, transaction }: View): Promise<Finding[]> {
  const relations = unique(rows.map((row) => row.relation_id));
  const findings: Finding[] = [];
  for (const [end, place] of SIDES) {
    const ids = unique(rows.map((row) => row[end]));
    const stages = [
      // Many links may share the last place (D133).
      { $match: { [end]: { $in: ids }, relation_id: { $in: relations }, [place]: { $lt: MAX_PLACE } } },
      { $group: { _id: { relation: '$relation_id', id: `$${end}`, place: `$${place}` }, links: { $push: '$_id' } } },
      { $match: { 'links.1': { $exists: true } } },
    ];
    const found = await store.objectRelations
      .aggregate<Document>(stages, { session: transaction, allowDiskUse: true })
      .toArray();
    const own = new Map(rows.map((row) => [String(row._id), row]));
    for (const { _id: group, links } of found) {
      // It is reported once, with the first of them.
      const first = own.get(String(itemsIn(links).map(String).sort()[0]));
      if (!first) continue;
      const detail = `${itemsIn(links).length} links of object ${group.id} of relation ${group.relation} have the ${place} ${group.place}`;
      findings.push({ invariant: 'links', detail, row: first._id });
    }
  }
  return findings;
}

export const examineLinks: Examine = async (found, view) => {
  const relations = byId(view.model.rows.relations);
  const going = new Set(view.cleanups.flatMap((each) => (each.kind === 'unlink' ? [each.relation_id] : [])));
  // cast: the scan reads whole rows of this collection, each of which has an id
  const rows = (found as Link[]).filter((row) => !going.has(row.relation_id));
  const known = rows.filter((row) => relations.has(row.relation_id));
  const symmetric = known.filter((row) => {
    const relation = relations.get(row.relation_id);
    return row.left_id !== row.right_id && relation && isSymmetric(relation);
  });
  return [
    ...rows
      .filter((row) => !relations.has(row.relation_id))
      .map((row) => ({ invariant: 'links', detail: `${name(row)}: there is no such relation`, row: row._id })),
    ...(await endFindings(known, view)),
    ...(await mirrorFindings(symmetric, view)),
    ...(await placeFindings(known, view)),
  ];
};
