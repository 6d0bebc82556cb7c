// Stored totals: of objects by type, of files by user; and the last numbers of sequences.
import { concreteTypes, schemaVersionOf } from '../model/apply-model-change.ts';
import type { CountKey, ObjectCountRow } from '../store/rows/count-rows.ts';
import { isTotal } from '../store/exact-cache/versions.ts';
import { countKey, newCountRows } from '../store/object-counts.ts';
import { NUMBERED, type SequenceRow } from '../store/sequences.ts';
import type { DirectUploadRow, Document, StreamRow, UploadTokenRow } from '../store/store.ts';
import { documentsCollectionName } from '../store/store.ts';
import { byId, unique, type Finding, type View, type WholeCheck } from './check.ts';
import type { Tally } from './examine-rows.ts';

type Counts = Partial<Record<CountKey, number>>;

const KEYS: readonly CountKey[] = ['on', 'scheduled', 'draft', 'off', 'trashed'];

function sumOf(rows: readonly ObjectCountRow[]): Counts {
  const sum: Counts = {};
  for (const { n } of rows) for (const key of KEYS) sum[key] = (sum[key] ?? 0) + (n[key] ?? 0);
  return sum;
}

const differing = (a: Counts, b: Counts): CountKey[] => KEYS.filter((key) => (a[key] ?? 0) !== (b[key] ?? 0));

/** The counted objects of a type, in one read of the database. */
async function countType({ store, transaction }: View, type: string): Promise<Counts> {
  const isScheduled = { $or: [{ $gt: ['$publish_start', null] }, { $gt: ['$publish_end', null] }] };
  const stages = [
    { $match: { type } },
    { $group: { _id: { status: '$status', trashed: '$trashed', scheduled: isScheduled }, count: { $sum: 1 } } },
  ];
  const groups = await store.objects
    .aggregate<{ _id: Parameters<typeof countKey>[0]; count: number }>(stages, { session: transaction })
    .toArray();
  const counts: Counts = {};
  for (const { _id: group, count } of groups) {
    const key = countKey(group);
    counts[key] = (counts[key] ?? 0) + Number(count);
  }
  return counts;
}

async function slotFindings(view: View, rows: readonly ObjectCountRow[]): Promise<Finding[]> {
  const found = byId(rows);
  const types = concreteTypes(view.model);
  const wanted = [...types.values()].flatMap((type) => newCountRows(type.name, schemaVersionOf(type)));
  const missing = wanted.flatMap((row): Finding[] => {
    const stored = found.get(row._id);
    if (stored && stored.schema === row.schema) return [];
    const mend = ({ store, transaction }: View) => {
      const change = { $set: { schema: row.schema }, $setOnInsert: { type: row.type, n: row.n } };
      return store.objectCounts.updateOne({ _id: row._id }, change, { session: transaction, upsert: true });
    };
    const detail = stored
      ? `total ${row._id} is of schema ${stored.schema}, not ${row.schema}`
      : `total ${row._id} is missing`;
    return [{ invariant: 'totals', detail, row: row._id, mend }];
  });
  const foreign = rows.filter((row) => !types.has(row.type));
  return [
    ...missing,
    ...foreign.map(({ _id }) => ({
      invariant: 'totals',
      detail: `total ${_id} is of no type`,
      row: _id,
      mend: ({ store, transaction }: View) => store.objectCounts.deleteOne({ _id }, { session: transaction }),
    })),
  ];
}

/** @param tally the counts of a scan, which takes time: types that differ are counted again in one snapshot */
export const checkTotals = (tally: Tally): WholeCheck => ({
  name: 'totals',
  async find(view) {
    const { store, transaction, model } = view;
    const rows = (await store.objectCounts.find({}, { session: transaction }).toArray()).filter(isTotal);
    const findings = await slotFindings(view, rows);
    for (const type of concreteTypes(model).keys()) {
      const sum = sumOf(rows.filter((row) => row.type === type));
      if (differing(sum, tally.get(type) ?? {}).length === 0) continue;
      const counted = await countType(view, type);
      for (const key of differing(sum, counted)) {
        const by = (counted[key] ?? 0) - (sum[key] ?? 0);
        const change = { $inc: { [`n.${key}`]: by, version: 1 } };
        const mend = (at: View) =>
          at.store.objectCounts.updateOne({ _id: `${type}:0` }, change, { session: at.transaction });
        const detail = `${type}: ${sum[key] ?? 0} counted as ${key}, there are ${counted[key] ?? 0}`;
        findings.push({ invariant: 'totals', detail, row: `${type}:${key}`, mend });
      }
    }
    return findings;
  },
});

interface Usage {
  bytes: number;
  files: number;
}
export type UsageTally = Map<string, Usage>;

const NOTHING: Usage = { bytes: 0, files: 0 };

function addUsage(tally: UsageTally, user: number | null, { bytes, files }: Usage): void {
  for (const id of [user === null ? 'anonymous' : String(user), 'total']) {
    const sum = tally.get(id) ?? NOTHING;
    tally.set(id, { bytes: sum.bytes + bytes, files: sum.files + files });
  }
}

export function tallyUsage(tally: UsageTally, rows: readonly Pick<StreamRow, 'created_by' | 'file_size'>[]): void {
  for (const { created_by: user, file_size: bytes } of rows) addUsage(tally, user, { bytes, files: 1 });
}

/** Of direct uploads those that are not completed. */
export const streamsOfTokens = (
  rows: readonly (UploadTokenRow | DirectUploadRow)[],
): Pick<StreamRow, 'created_by' | 'file_size'>[] => rows.flatMap((row) => row.stream ?? []);

interface SumOfUser extends Usage {
  _id: number | null;
}

async function countUsage({ store, transaction }: View): Promise<UsageTally> {
  const group = (prefix: string): Document => ({
    $group: { _id: `$${prefix}created_by`, bytes: { $sum: `$${prefix}file_size` }, files: { $sum: 1 } },
  });
  const options = { session: transaction };
  const ofTokens = [{ $match: { stream: { $exists: true } } }, group('stream.')];
  const found = [
    ...(await store.streams.aggregate<SumOfUser>([group('')], options).toArray()),
    ...(await store.uploadTokens.aggregate<SumOfUser>(ofTokens, options).toArray()),
  ];
  const usage: UsageTally = new Map();
  for (const { _id: user, bytes, files } of found)
    addUsage(usage, user, { bytes: Number(bytes), files: Number(files) });
  return usage;
}

/** @param tally as for totals of objects */
export const checkUsage = (tally: UsageTally): WholeCheck => ({
  name: 'usage',
  async find(view) {
    const { store, transaction } = view;
    const kept = byId(await store.fileUsage.find({}, { session: transaction }).toArray());
    const differs = (other: UsageTally): string[] =>
      unique([...kept.keys(), ...other.keys()]).filter((id) => {
        const [a, b] = [kept.get(id) ?? NOTHING, other.get(id) ?? NOTHING];
        return a.bytes !== b.bytes || a.files !== b.files;
      });
    if (differs(tally).length === 0) return [];
    const counted = await countUsage(view);
    return differs(counted).map((id) => {
      const [is, right] = [kept.get(id) ?? NOTHING, counted.get(id) ?? NOTHING];
      const $inc = { bytes: right.bytes - is.bytes, files: right.files - is.files };
      const mend = (at: View) =>
        at.store.fileUsage.updateOne({ _id: id }, { $inc }, { session: at.transaction, upsert: true });
      const detail = `usage of ${id}: ${is.files} files of ${is.bytes} bytes counted, there are ${right.files} of ${right.bytes}`;
      return { invariant: 'usage', detail, row: id, mend };
    });
  },
});

/** Numbers that processes may have reserved and not used yet, which others must not get (core/store/sequences.ts). */
const TAKEN = 1_000;

/** A sequence never assigns a number that a row has. */
export const checkSequences: WholeCheck = {
  name: 'sequences',
  async find({ store, transaction, model }) {
    const types = [...concreteTypes(model).keys()].map(documentsCollectionName);
    const numbered = new Map<string, readonly string[]>(NUMBERED.map((name) => [name, [name]]));
    numbered.set('objects', ['objects', 'translations', 'annotations', ...types]);
    const rows = await store.db.collection<SequenceRow>('sequences').find({}, { session: transaction }).toArray();
    const last = new Map(rows.map((row) => [row._id, row.last]));
    const findings: Finding[] = [];
    for (const [name, collections] of numbered) {
      let highest = 0;
      for (const collection of collections) {
        const options = { session: transaction, projection: { _id: 1 }, sort: { _id: -1 } } as const;
        const row = await store.db.collection<{ _id: number }>(collection).findOne({}, options);
        highest = Math.max(highest, row?._id ?? 0);
      }
      if (highest <= (last.get(name) ?? 0)) continue;
      const mend = (at: View) => at.store.sequences.startAfter({ [name]: highest + TAKEN }, at.transaction);
      const detail = `sequence ${name} is at ${last.get(name) ?? 0}, ids go up to ${highest}`;
      findings.push({ invariant: 'sequences', detail, row: name, mend });
    }
    return findings;
  },
};
