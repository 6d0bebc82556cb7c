// Migration for databases whose change rows do not say which version of their object they have made (D505). An object's rows are
// numbered only when they are all there: one for each of its revisions, from its creation on.
import { FIRST_USER_ID } from '../../accounts/access-rules.ts';
import type { Model, ResolvedType } from '../../model/model.ts';
import { resolveModel } from '../../model/resolve-model.ts';
import type { ChangeRow, ObjectVersion } from '../../store/changes.ts';
import { dropSupersededIndexes, ensureIndexes } from '../../store/indexes.ts';
import type { Migration } from '../../store/migrations.ts';
import { readModelRows } from '../../store/model-state.ts';
import type { ObjectRow, Store } from '../../store/store.ts';
import type { Transaction } from '../../store/transaction.ts';
import { isLinks } from '../history/named-objects.ts';
import { publicationBounds } from '../visibility.ts';

const BATCH_SIZE = 100;

type Row = Pick<ChangeRow, 'resource_id' | 'user_action' | 'user_id' | 'changed'> & Required<Pick<ChangeRow, '_id'>>;

/** Changes of links and removals leave the revision of an object as it is. */
function raisesRevision({ user_action: action, changed }: Row, type: ResolvedType | undefined): boolean {
  if (action === 'remove') return false;
  const entries = Object.entries(changed);
  const [[name, value] = []] = entries;
  const isOfLinks = entries.length === 1 && name !== undefined && isLinks(value) && !type?.attribute.has(name);
  return action !== 'update' || !isOfLinks;
}

const dateOf = (value: unknown): Date | null => (typeof value === 'string' ? new Date(value) : null);

/** What former releases did not record of the first user and the publication, which nobody has made. */
function firstValues({ resource_id: id, user_action: action, user_id: userId, changed }: Row): Record<string, unknown> {
  if (action !== 'create' || userId !== null || 'status' in changed) return {};
  return { status: 'on', ...(id === String(FIRST_USER_ID) && { company: false }) };
}

/** The versions that rows of one object have made, in their order; none when they are not all there. */
function versionsOf(
  { revision, type: typeName }: Pick<ObjectRow, 'revision' | 'type'>,
  rows: readonly Row[],
  model: Model,
): { row: Row; version: ObjectVersion; added: Record<string, unknown> }[] {
  const type = model.types.get(typeName);
  const raising = rows.filter((row) => raisesRevision(row, type));
  if (raising.length !== revision || raising[0]?.user_action !== 'create') return [];
  let state: Record<string, unknown> = {};
  return raising.map((row, index) => {
    const added = firstValues(row);
    state = { ...state, ...row.changed, ...added };
    const bounds = publicationBounds(dateOf(state['publish_start']), dateOf(state['publish_end']));
    return {
      row,
      added,
      version: { number: index + 1, status: state['status'] as ObjectVersion['status'], ...bounds },
    };
  });
}

/** @returns the last id of the batch; undefined when there is no further one */
async function fillBatch(
  { store, model, after }: { store: Store; model: Model; after: number },
  session: Transaction,
): Promise<number | undefined> {
  const objects = await store.objects
    .find({ _id: { $gt: after } }, { session, projection: { type: 1, revision: 1 }, limit: BATCH_SIZE })
    .sort({ _id: 1 })
    .toArray();
  const filter = { resource_type: 'objects', resource_id: { $in: objects.map(({ _id }) => String(_id)) } };
  const projection = { resource_id: 1, user_action: 1, user_id: 1, changed: 1 };
  const rows = new Map<string, Row[]>();
  // Ids of rows are those of several processes, in the order of time but for rows of the same second.
  for await (const row of store.changes.find(filter, { session, projection }).sort({ created: 1, _id: 1 })) {
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
  if (updates.length > 0) await store.changes.bulkWrite(updates, { session, ordered: false });
  return objects.length === BATCH_SIZE ? objects.at(-1)?._id : undefined;
}

export const fillVersions: Migration = {
  name: 'versions',
  async run(store) {
    await ensureIndexes(store);
    await dropSupersededIndexes(store, []);
    const model = resolveModel(await store.transaction((session) => readModelRows(store, session)), 0);
    for (let after: number | undefined = 0; after !== undefined;) {
      const from: number = after;
      // The revision of an object and its rows are of one moment.
      after = await store.transaction((session) => fillBatch({ store, model, after: from }, session));
    }
  },
};
