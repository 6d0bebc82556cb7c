// Migration for databases whose change rows have no version number (D505). An object's rows are numbered only when they are
// complete: one for each of its revisions, from its creation on.
import { FIRST_USER_ID } from '../access/access-rules.ts';
import type { Model, ResolvedType } from '../model/model.ts';
import { resolveModel } from '../model/resolve-model.ts';
import { versionOf, type ChangeRow, type ObjectVersion } from '../store/changes.ts';
import { ensureIndexes } from '../store/indexes.ts';
import { dropSupersededIndexes } from '../store/superseded-indexes.ts';
import type { Migration } from '../store/migrations.ts';
import { readModelRows } from '../store/model-state.ts';
import type { ObjectRow, Store } from '../store/store.ts';
import type { Transaction } from '../store/transaction.ts';
import { isLinks } from '../objects/history/named-objects.ts';
import { publicationBounds } from '../objects/visibility.ts';

const BATCH_SIZE = 100;

/** Fields of a change row that a version needs: its kind, and the visibility. */
interface Row extends Pick<ChangeRow, 'resource_id' | 'user_action' | 'user_id'>, Required<Pick<ChangeRow, '_id'>> {
  names: string[];
  /** The value of a row with one name, if it is an object. */
  only: unknown;
  state: { status?: unknown; publish_start?: unknown; publish_end?: unknown };
}

const PAIRS = { $objectToArray: '$changed' };
const FIRST = { $getField: { field: 'v', input: { $first: PAIRS } } };
const ROW = {
  resource_id: 1,
  user_action: 1,
  user_id: 1,
  created: 1,
  names: { $map: { input: PAIRS, in: '$$this.k' } },
  only: { $cond: [{ $and: [{ $eq: [{ $size: PAIRS }, 1] }, { $eq: [{ $type: FIRST }, 'object'] }] }, FIRST, null] },
  state: { status: '$changed.status', publish_start: '$changed.publish_start', publish_end: '$changed.publish_end' },
};

/** Changes of links and removals do not raise the revision of an object. */
function raisesRevision({ user_action: action, names, only }: Row, type: ResolvedType | undefined): boolean {
  if (action === 'remove') return false;
  return action !== 'update' || !isLinks(only) || type?.attribute.has(names[0] ?? '') === true;
}

const dateOf = (value: unknown): Date | null => (typeof value === 'string' ? new Date(value) : null);

/** The first user and the publication have no author, and no change row in earlier releases. */
function firstValues({ resource_id: id, user_action: action, user_id: userId, names }: Row): Record<string, unknown> {
  if (action !== 'create' || userId !== null || names.includes('status')) return {};
  return { status: 'on', ...(id === String(FIRST_USER_ID) && { company: false }) };
}

/** The versions of one object's rows, in order; none when rows are missing. */
function versionsOf(
  { revision, type: typeName, reader_roles: roles }: Pick<ObjectRow, 'revision' | 'type' | 'reader_roles'>,
  rows: readonly Row[],
  model: Model,
): { row: Row; version: ObjectVersion; added: Record<string, unknown> }[] {
  const type = model.types.get(typeName);
  const raising = rows.filter((row) => raisesRevision(row, type));
  const [first] = raising;
  if (!first || first.user_action !== 'create' || raising.length !== revision) return [];
  // Every object has a status: a creation without one is incomplete.
  if (!first.names.includes('status') && !('status' in firstValues(first))) return [];
  let state: Row['state'] = {};
  return raising.map((row, index) => {
    const added = firstValues(row);
    state = { ...state, ...row.state, ...added };
    const status = state.status as ObjectVersion['status'];
    const bounds = publicationBounds(dateOf(state.publish_start), dateOf(state.publish_end));
    // Earlier permissions are not known.
    return { row, added, version: versionOf({ status, ...bounds, reader_roles: roles ?? null }, index + 1) };
  });
}

/** @returns the last id of the batch; undefined after the last one */
async function fillBatch(
  { store, model, after }: { store: Store; model: Model; after: number },
  transaction: Transaction,
): Promise<number | undefined> {
  const objects = await store.objects
    .find(
      { _id: { $gt: after } },
      { session: transaction, projection: { type: 1, revision: 1, reader_roles: 1 }, limit: BATCH_SIZE },
    )
    .sort({ _id: 1 })
    .toArray();
  const filter = { resource_type: 'objects', resource_id: { $in: objects.map(({ _id }) => String(_id)) } };
  const rows = new Map<string, Row[]>();
  // Ids of rows come from several processes, in the order of time except within a second.
  const inOrder = [{ $match: filter }, { $project: ROW }, { $sort: { created: 1, _id: 1 } }];
  for await (const row of store.changes.aggregate<Row>(inOrder, { session: transaction, allowDiskUse: true })) {
    const ofObject = rows.get(row.resource_id);
    if (ofObject) ofObject.push(row);
    else rows.set(row.resource_id, [row]);
  }
  const updates = objects.flatMap((object) =>
    versionsOf(object, rows.get(String(object._id)) ?? [], model).map(({ row, version, added }) => {
      const values = Object.entries(added).map(([name, value]) => [`changed.${name}`, value]);
      return { updateOne: { filter: { _id: row._id }, update: { $set: { version, ...Object.fromEntries(values) } } } };
    }),
  );
  if (updates.length > 0) await store.changes.bulkWrite(updates, { session: transaction, ordered: false });
  return objects.length === BATCH_SIZE ? objects.at(-1)?._id : undefined;
}

export const addVersionNumbers: Migration = {
  name: 'versions',
  async run(store, progress) {
    await ensureIndexes(store);
    await dropSupersededIndexes(store, []);
    const model = resolveModel(await store.transaction((transaction) => readModelRows(store, transaction)), 0);
    let after: number | undefined = progress?.position ?? 0;
    while (after !== undefined) {
      const from: number = after;
      // The revision of an object and its rows are read in one snapshot.
      after = await store.transaction((transaction) => fillBatch({ store, model, after: from }, transaction));
      if (after !== undefined) await progress?.note(BATCH_SIZE, after);
    }
  },
};
