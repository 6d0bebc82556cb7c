// Rows of `objects` without their documents. The rows themselves are compared with their documents.
import { isScheduled } from '../objects/visibility/audiences.ts';
import type { CountKey } from '../store/rows/count-rows.ts';
import { countKey } from '../store/object-counts.ts';
import type { ObjectRow } from '../store/store.ts';
import { byId, unique, type Finding, type Scan, type View } from './check.ts';
import { trashedCopyFindings } from './examine-copies.ts';
import { withRowType } from '../store/untyped-collection.ts';

/** Resources with a row in `objects` only while they are in the trash (D29). */
const OWNED = ['translations', 'annotations'] as const;
type Owned = (typeof OWNED)[number];

interface OwnedRow {
  _id: number;
  trashed: boolean;
  object_id: number;
}

const isOwned = (type: string): type is Owned => OWNED.some((each) => each === type);

async function ownedFindings(type: Owned, rows: readonly ObjectRow[], view: View): Promise<Finding[]> {
  const { store, transaction } = view;
  const filter = { _id: { $in: rows.map(({ _id }) => _id) } };
  const options = { session: transaction, projection: { trashed: 1, object_id: 1 } };
  const collection = withRowType<OwnedRow>(store[type]);
  const found = byId(await collection.find(filter, options).toArray());
  return rows.flatMap((row) => {
    const own = found.get(row._id);
    if (own?.trashed && own.object_id === row.object_id) return [];
    const detail = `${type} ${row._id} ${own?.trashed ? 'is of another object than' : 'is not in the trash, but has'} its row`;
    const mend = (at: View) => at.store.objects.deleteOne({ _id: row._id }, { session: at.transaction });
    return [{ invariant: 'rows', detail, row: row._id, ...(!own?.trashed && { mend }) }];
  });
}

async function objectFindings(type: string, rows: readonly ObjectRow[], view: View): Promise<Finding[]> {
  const { store, transaction, model } = view;
  const fault = (row: ObjectRow, detail: string): Finding => ({ invariant: 'rows', detail, row: row._id });
  const resolved = model.types.get(type);
  if (!resolved || resolved.abstract) return rows.map((row) => fault(row, `object ${row._id} is of no type: ${type}`));
  const ids = rows.map(({ _id }) => _id);
  const found = byId(
    await store
      .documents(type)
      .find({ _id: { $in: ids } }, { session: transaction, projection: { _id: 1 } })
      .toArray(),
  );
  // The document is lost: the row has too little data to restore it.
  return rows.filter(({ _id }) => !found.has(_id)).map((row) => fault(row, `${type} ${row._id} has no document`));
}

export type Tally = Map<string, Partial<Record<CountKey, number>>>;

/** @param tally counts the objects of each type */
export const scanOfRows = (tally: Tally): Scan => ({
  collection: 'objects',
  projection: { type: 1, object_id: 1, object: 1, status: 1, trashed: 1, publish_start: 1, publish_end: 1 },
  async examine(rows: readonly ObjectRow[], view) {
    const findings = await trashedCopyFindings(rows, view);
    for (const type of unique(rows.map((row) => row.type))) {
      const ofType = rows.filter((row) => row.type === type);
      const more = isOwned(type) ? ownedFindings(type, ofType, view) : objectFindings(type, ofType, view);
      findings.push(...(await more));
    }
    return findings;
  },
  tally(rows: readonly ObjectRow[]) {
    for (const row of rows) {
      const counts = tally.get(row.type) ?? {};
      const key = countKey({ status: row.status, trashed: row.trashed, scheduled: isScheduled(row) });
      tally.set(row.type, { ...counts, [key]: (counts[key] ?? 0) + 1 });
    }
  },
});
