// Changes of rows of `trees`, in the transaction of the object writes. Each step locks the row of every folder whose
// children change, so that contradictory changes conflict and one of them is retried: no cycle, no duplicate key, no
// place in a trashed folder (D545). The units of a batch share reads and writes, except moves of folders, which run one
// after the other (D489).
import { notFound } from '../../errors.ts';
import type { AnyBulkWriteOperation, Store, TreeRow } from '../../store/store.ts';
import { isDuplicateKey, type Transaction } from '../../store/transactions/transaction.ts';
import { isSameValue } from '../changes/change-values.ts';
import { lockAll, viewOf } from '../changes/lock-objects.ts';
import { runUnit, RevisionConflict, type CollectedWork } from '../changes/unit-of-work.ts';
import { keyAt, keysAfter, MAX_KEY_LENGTH, type EndKeys } from './sibling-keys.ts';
import { freeSlugs, givesSlug } from './place-slugs.ts';
import type { PlaceOptions, PlaceStep, PlaceSteps } from '../changes/place-plan.ts';
import { assertMovable, invalidPlace, MAX_DEPTH, tooDeep, belowOf, FOLDERS } from './tree-nodes.ts';
import { itemAt, valueOf } from '../../values.ts';

const CYCLE = '[parent_id.isParentValid]: A folder cannot be moved under itself or a folder below it.';

/** The places of one unit; its errors end that unit only. */
interface Request {
  change: PlaceSteps;
  within: <T>(work: () => Promise<T>) => Promise<T>;
}

const foldersOf = ({ steps }: PlaceSteps): Set<number | null | undefined> =>
  new Set(steps.flatMap(({ from, to }) => [from, to]));

const objectOf = ({ steps }: PlaceSteps): number => steps[0]?.objectId ?? 0;

async function touchForest(store: Store, objectId: number, transaction: Transaction): Promise<void> {
  try {
    await store.state.updateOne({ _id: 'forest' }, { $inc: { version: 1 } }, { session: transaction, upsert: true });
  } catch (error) {
    throw isDuplicateKey(error) ? new RevisionConflict(objectId) : error;
  }
}

/** Locks some folders. @returns their rows by folder id */
async function touchFolderRows(
  { trees }: Store,
  folderIds: readonly number[],
  transaction: Transaction,
): Promise<Map<number, TreeRow>> {
  const raised = { $inc: { fence: 1 } };
  const [id, ...others] = folderIds;
  if (id === undefined) return new Map();
  const filter = { object_id: { $in: [...folderIds] }, 'object.type': FOLDERS };
  if (others.length === 0) {
    const row = await trees.findOneAndUpdate(filter, raised, { session: transaction, returnDocument: 'after' });
    return new Map(row ? [[id, row]] : []);
  }
  await trees.updateMany(filter, raised, { session: transaction });
  const rows = await trees.find(filter, { session: transaction }).toArray();
  return new Map(rows.map((row) => [row.object_id, row]));
}

/** @param changed folders that earlier requests of the batch have changed @throws ApiError not_found; RevisionConflict */
function assertParents(
  change: PlaceSteps,
  parents: ReadonlyMap<number, TreeRow>,
  changed: ReadonlySet<number | null | undefined>,
): void {
  const { steps, inherited, fences } = change;
  const targets = new Set(steps.map((step) => step.to));
  for (const id of foldersOf(change)) {
    if (id === undefined || id === null) continue;
    const row = parents.get(id);
    if (!row || (targets.has(id) && row.object.trashed)) throw notFound(`${FOLDERS} "${id}"`);
    const wasRead = fences?.get(id);
    const isOld = wasRead !== undefined && (wasRead !== row.fence - 1 || changed.has(id));
    const inheritsOther = inherited.has(id) && !isSameValue(inherited.get(id), row.permissions);
    if (isOld || inheritsOther) throw new RevisionConflict(objectOf(change));
  }
}

/** Rows of the folders whose children change, checked against the expectations of the requests. */
async function touchParents(
  store: Store,
  requests: readonly Request[],
  transaction: Transaction,
): Promise<Map<number, TreeRow>> {
  const atRoot = requests.find(({ change }) => foldersOf(change).has(null));
  if (atRoot) await atRoot.within(() => touchForest(store, objectOf(atRoot.change), transaction));
  const ids = new Set(requests.flatMap(({ change }) => [...foldersOf(change)]));
  const folderIds = [...ids].filter((id) => typeof id === 'number');
  const parents = await touchFolderRows(store, folderIds, transaction);
  const changed = new Set<number | null | undefined>();
  for (const { change, within } of requests) {
    await within(async () => assertParents(change, parents, changed));
    for (const id of foldersOf(change)) changed.add(id);
  }
  return parents;
}

const placeKey = (objectId: number, parentId: number | null | undefined): string => `${objectId}:${parentId}`;

interface Work {
  store: Store;
  transaction: Transaction;
  parents: ReadonlyMap<number, TreeRow>;
  views: ReadonlyMap<number, TreeRow['object']>;
  /** Places of objects other than folders, by `placeKey`. */
  places: ReadonlyMap<string, TreeRow>;
  /** Pending writes, so that those of many steps are one command. */
  waiting: AnyBulkWriteOperation<TreeRow>[];
  unwritten: Set<number | null | undefined>;
  ends: EndKeys;
  longKeys: Set<number | null>;
}

const parentOf = ({ parents }: Work, id: number | null): TreeRow | null => (id === null ? null : valueOf(parents, id));

/** Sends the pending writes, before a read that must see them. */
async function flush({ store, transaction, waiting, unwritten }: Work): Promise<void> {
  if (waiting.length > 0) await store.trees.bulkWrite(waiting.splice(0), { session: transaction, ordered: true });
  unwritten.clear();
}

function write({ waiting, unwritten }: Work, { from, to }: PlaceStep, operation: AnyBulkWriteOperation<TreeRow>): void {
  waiting.push(operation);
  for (const id of [from, to]) unwritten.add(id);
}

/** What a request did not change must still be unchanged, else one of two equal requests would be executed only in part. */
async function assertLeft(work: Work, left: NonNullable<PlaceSteps['left']>): Promise<void> {
  const { store, transaction } = work;
  const { folderId, present, absent } = left;
  if (present.length + absent.length === 0) return;
  await flush(work);
  const filter = { parent_id: folderId, object_id: { $in: [...present, ...absent] } };
  const rows = await store.trees.find(filter, { session: transaction, projection: { object_id: 1 } }).toArray();
  const found = new Set(rows.map((row) => row.object_id));
  const changed = present.find((id) => !found.has(id)) ?? absent.find((id) => found.has(id));
  if (changed !== undefined) throw new RevisionConflict(changed);
}

const located = (parent: TreeRow | null, objectId: number, key: string) => ({
  parent_id: parent?.object_id ?? null,
  parent_node_id: parent?._id ?? null,
  root_id: parent?.root_id ?? objectId,
  path: `${parent?.path ?? ''}${key}/`,
  key,
  ancestors: parent ? [...parent.ancestors, parent.object_id] : [],
  depth_level: parent ? parent.depth_level + 1 : 0,
});

async function relocate(work: Work, node: TreeRow, to: { parent: TreeRow | null; key: string }): Promise<void> {
  const { store, transaction } = work;
  const place = located(to.parent, node.object_id, to.key);
  const by = place.depth_level - node.depth_level;
  if (node.object.type === FOLDERS) {
    await assertMovable(store, node, { by, transaction });
    const rest = { $substrBytes: ['$path', node.path.length, { $strLenBytes: '$path' }] };
    const above = { $slice: ['$ancestors', node.ancestors.length, MAX_DEPTH] };
    const moved = {
      path: { $concat: [place.path, rest] },
      root_id: place.root_id,
      depth_level: { $add: ['$depth_level', by] },
      ancestors: { $concatArrays: [place.ancestors, above] },
    };
    await store.trees.updateMany(belowOf(node), [{ $set: moved }], { session: transaction });
  }
  await store.trees.updateOne({ _id: node._id }, { $set: place }, { session: transaction });
}

/** New short keys, each greater than the old ones, so that none is a duplicate in between. */
async function renewKeys(work: Work, parentId: number | null): Promise<void> {
  const { store, transaction } = work;
  const children = await store.trees.find({ parent_id: parentId }, { session: transaction }).sort({ key: 1 }).toArray();
  const keys = keysAfter(children.at(-1)?.key ?? null, children.length);
  // Read again: new keys of the roots may just have moved it.
  const parent =
    parentId === null ? null : await store.trees.findOne({ object_id: parentId }, { session: transaction });
  for (const [index, child] of children.entries()) {
    await relocate(work, child, { parent, key: itemAt(keys, index) });
  }
}

const optionsOf = ({ menu, canonical, params, slug }: PlaceOptions): Partial<TreeRow> => ({
  ...(typeof slug === 'string' && { slug }),
  ...(menu !== undefined && { menu }),
  ...(canonical !== undefined && { canonical }),
  ...(params !== undefined && { params }),
});

/** At most one place of an object is the canonical one (D544). */
function keepOneCanonical(work: Work, step: PlaceStep, nodeId: number): void {
  if (step.canonical !== true) return;
  const filter = { object_id: step.objectId, _id: { $ne: nodeId } };
  write(work, step, { updateMany: { filter, update: { $set: { canonical: false } } } });
}

/** @throws Error for a step without what its kind has */
function stated<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('a step lacks a folder or its row');
  return value;
}

/** Key of the place of a step, in a folder whose keys are all written, except those of `ends`. */
async function chosenKey(work: Work, { to, key, position }: PlaceStep, nodeId: number): Promise<string> {
  const parentId = stated(to);
  if (key !== undefined) {
    work.ends.delete(parentId);
    return key;
  }
  const { store, transaction, ends } = work;
  const beforeRead = async (): Promise<void> => {
    if (work.unwritten.has(parentId)) await flush(work);
  };
  return keyAt({ trees: store.trees, transaction, ends, beforeRead }, { parentId, position }, nodeId);
}

async function move(work: Work, step: PlaceStep, node: TreeRow): Promise<void> {
  const to = stated(step.to);
  const parent = parentOf(work, to);
  if (parent?.path.startsWith(node.path)) throw invalidPlace(CYCLE);
  // A slug belongs to the place that the object leaves.
  if (node.slug !== undefined && (step.from !== to || step.slug === null)) {
    write(work, step, { updateOne: { filter: { _id: node._id }, update: { $unset: { slug: '' } } } });
  }
  let set = optionsOf(step);
  if (step.from !== to || step.position !== undefined || step.key !== undefined) {
    const key = await chosenKey(work, step, node._id);
    if (key.length > MAX_KEY_LENGTH) work.longKeys.add(to);
    if (step.type === FOLDERS) {
      await flush(work);
      await relocate(work, node, { parent, key });
    } else {
      set = { ...set, ...located(parent, step.objectId, key) };
    }
  }
  if (Object.keys(set).length > 0)
    write(work, step, { updateOne: { filter: { _id: node._id }, update: { $set: set } } });
  keepOneCanonical(work, step, node._id);
}

async function arrive(work: Work, step: PlaceStep, object: TreeRow['object']): Promise<void> {
  const { objectId, type } = step;
  const to = stated(step.to);
  const _id = stated(step.nodeId);
  const key = await chosenKey(work, step, _id);
  if (key.length > MAX_KEY_LENGTH) work.longKeys.add(to);
  const place = located(parentOf(work, to), objectId, key);
  if (type === FOLDERS && place.depth_level >= MAX_DEPTH) throw tooDeep();
  const { menu = false, canonical = false, params = null, permissions } = step;
  const options = { ...optionsOf(step), menu, canonical, params, ...(permissions && { permissions }) };
  const document = { _id, object_id: objectId, ...place, ...options, fence: 0, object };
  write(work, step, { insertOne: { document } });
  keepOneCanonical(work, step, _id);
}

/** The row of a place. That of a folder is read when its step runs, since earlier moves may have changed its path. */
async function nodeOf(work: Work, { objectId, type, from }: PlaceStep): Promise<TreeRow> {
  if (type === FOLDERS) await flush(work);
  const place = { object_id: objectId, parent_id: stated(from) };
  const node =
    type === FOLDERS
      ? await work.store.trees.findOne(place, { session: work.transaction })
      : work.places.get(placeKey(objectId, from));
  if (!node) throw new RevisionConflict(objectId);
  return node;
}

async function make(work: Work, step: PlaceStep): Promise<void> {
  const { objectId, from, to } = step;
  if (to === undefined) {
    write(work, step, { deleteOne: { filter: { object_id: objectId, parent_id: from ?? null } } });
    return;
  }
  if (from !== undefined) return move(work, step, await nodeOf(work, step));
  const object = work.views.get(objectId);
  if (!object) throw notFound(`${step.type} "${objectId}"`);
  return arrive(work, step, object);
}

async function arrivingViews(
  store: Store,
  steps: readonly PlaceStep[],
  transaction: Transaction,
): Promise<Map<number, TreeRow['object']>> {
  const references = steps.filter((step) => step.from === undefined).map(({ objectId: id, type }) => ({ id, type }));
  const documents = await lockAll(store, references, { fence: 'fence' }, transaction);
  return new Map([...documents].map(([id, document]) => [id, viewOf(document)]));
}

/** Places that change; those of folders are read one by one. */
async function changingPlaces(
  { trees }: Store,
  steps: readonly PlaceStep[],
  transaction: Transaction,
): Promise<Map<string, TreeRow>> {
  const ids = steps.filter(isMove).flatMap(({ objectId, type }) => (type === FOLDERS ? [] : [objectId]));
  if (ids.length === 0) return new Map();
  const rows = await trees.find({ object_id: { $in: ids } }, { session: transaction }).toArray();
  return new Map(rows.map((row) => [placeKey(row.object_id, row.parent_id), row]));
}

async function runTogether(store: Store, requests: readonly Request[], transaction: Transaction): Promise<void> {
  if (requests.length === 0) return;
  const parents = await touchParents(store, requests, transaction);
  const steps = requests.flatMap(({ change }) => change.steps);
  const work: Work = {
    store,
    transaction,
    parents,
    views: await arrivingViews(store, steps, transaction),
    places: await changingPlaces(store, steps, transaction),
    waiting: [],
    unwritten: new Set(),
    ends: new Map(),
    longKeys: new Set(),
  };
  for (const { change, within } of requests) {
    await within(async () => {
      if (change.left) await assertLeft(work, change.left);
      if (change.steps.some(givesSlug)) {
        await flush(work);
        await freeSlugs(store, change.steps, transaction);
      }
      for (const step of change.steps) await make(work, step);
    });
  }
  await flush(work);
  for (const parentId of work.longKeys) await renewKeys(work, parentId);
}

const isMove = ({ from, to }: PlaceStep): boolean => from !== undefined && to !== undefined;

const movesFolder = ({ change }: Request): boolean =>
  change.steps.some((step) => step.type === FOLDERS && isMove(step));

/**
 * Makes the changes of a batch in the transaction of the object writes, those of each unit in their order.
 * @throws UnitFault with ApiError not_found, invalid_data (a cycle, too deep), or RevisionConflict after outdated reads
 */
export async function writePlaces(
  store: Store,
  units: readonly CollectedWork[],
  transaction: Transaction,
): Promise<void> {
  const requests = units.flatMap((unit) =>
    unit.places.map((change): Request => ({ change, within: (work) => runUnit(unit, work) })),
  );
  await runTogether(
    store,
    requests.filter((request) => !movesFolder(request)),
    transaction,
  );
  for (const request of requests.filter(movesFolder)) await runTogether(store, [request], transaction);
}

/** The same for one unit, in a running transaction. */
export const runPlaceSteps = (store: Store, change: PlaceSteps, transaction: Transaction): Promise<void> =>
  runTogether(store, [{ change, within: (work) => work() }], transaction);
