// Changes of rows of `trees`, in the transaction of the object writes that they belong to. Each writes the row of every
// folder that something comes to or goes from, so that changes that cannot both be right clash and one is tried again: no
// cycle, no key twice, nothing placed in a folder that goes to the trash (reference/feasibility.md 2).
import { ApiError, notFound } from '../../errors.ts';
import type { Store, TreeRow } from '../../store/store.ts';
import { isDuplicateKey, type Transaction } from '../../store/transaction.ts';
import { isSameValue } from '../change-values.ts';
import { RevisionConflict } from '../unit-of-work.ts';
import { touchObjects, viewOf } from '../touch-objects.ts';
import { keyBetween, keysAfter, MAX_KEY_LENGTH } from './sibling-keys.ts';
import { belowOf, FOLDERS, subtreeOf } from './tree-nodes.ts';

export interface PlaceOptions {
  menu?: boolean | undefined;
  canonical?: boolean | undefined;
  params?: Record<string, unknown> | null | undefined;
}

/** One change of a place of an object. */
export interface PlaceStep extends PlaceOptions {
  objectId: number;
  type: string;
  /** Folder that it is in, null for a root; undefined when the place is new. */
  from?: number | null | undefined;
  /** Folder that it will be in, null for a root; undefined when it leaves. */
  to?: number | null | undefined;
  /** From 1, or from the end with -1 as the last; a new place without one is the last. */
  position?: number | undefined;
  /** Key that was chosen with the other ones of the folder, whose fence tells that they are still the same. */
  key?: string | undefined;
  /** Id of the row of a new place. */
  nodeId?: number | undefined;
  /** Of a new folder: what holds for it. */
  permissions?: object | undefined;
}

export interface PlaceSteps {
  steps: readonly PlaceStep[];
  /** What the folders that something comes to had as permissions when those of the objects were made of them. */
  inherited: ReadonlyMap<number, object | undefined>;
  /** Fences of folders whose children were read before. */
  fences?: ReadonlyMap<number, number> | undefined;
  /** Objects that the request names but leaves alone, for being in the folder already, or not at all. */
  left?: { folderId: number; present: readonly number[]; absent: readonly number[] } | undefined;
}

/** The tree is at most so many folders deep (D59). */
const MAX_DEPTH = 100;

const invalidPlace = (detail: string): ApiError =>
  new ApiError('invalid_data', { detail, source: { pointer: '/data' } });

const cycle = (): ApiError =>
  invalidPlace('[parent_id.isParentValid]: A folder cannot be moved under itself or a folder below it.');

const tooDeep = (): ApiError =>
  invalidPlace(`[parent_id.depth]: The tree would be more than ${MAX_DEPTH} folders deep.`);

/** Writes the one row that stands for the place of all roots. */
async function touchForest(store: Store, objectId: number, session: Transaction): Promise<void> {
  try {
    await store.state.updateOne({ _id: 'forest' }, { $inc: { version: 1 } }, { session, upsert: true });
  } catch (error) {
    throw isDuplicateKey(error) ? new RevisionConflict(objectId) : error;
  }
}

interface Work {
  store: Store;
  session: Transaction;
  parents: ReadonlyMap<number, TreeRow>;
}

const parentOf = ({ parents }: Work, id: number | null): TreeRow | null =>
  id === null ? null : (parents.get(id) as TreeRow);

async function touchParents(store: Store, change: PlaceSteps, session: Transaction): Promise<Map<number, TreeRow>> {
  const parents = new Map<number, TreeRow>();
  const { steps, inherited, fences } = change;
  const objectId = steps[0]?.objectId ?? 0;
  const targets = new Set(steps.map((step) => step.to));
  for (const id of new Set(steps.flatMap(({ from, to }) => [from, to]))) {
    if (id === undefined) continue;
    if (id === null) {
      await touchForest(store, objectId, session);
      continue;
    }
    const row = await store.trees.findOneAndUpdate(
      { object_id: id, 'object.type': FOLDERS },
      { $inc: { fence: 1 } },
      { session, returnDocument: 'after' },
    );
    if (!row || (targets.has(id) && row.object.trashed)) throw notFound(`${FOLDERS} "${id}"`);
    const wasRead = fences?.get(id);
    if (wasRead !== undefined && wasRead !== row.fence - 1) throw new RevisionConflict(objectId);
    if (inherited.has(id) && !isSameValue(inherited.get(id), row.permissions)) throw new RevisionConflict(objectId);
    parents.set(id, row);
  }
  return parents;
}

/** What was left alone must be so still, or one of two requests about the same objects would be done by halves. */
async function assertLeft({ store, session }: Work, left: NonNullable<PlaceSteps['left']>): Promise<void> {
  const { folderId, present, absent } = left;
  if (present.length + absent.length === 0) return;
  const filter = { parent_id: folderId, object_id: { $in: [...present, ...absent] } };
  const rows = await store.trees.find(filter, { session, projection: { object_id: 1 } }).toArray();
  const found = new Set(rows.map((row) => row.object_id));
  const changed = present.find((id) => !found.has(id)) ?? absent.find((id) => found.has(id));
  if (changed !== undefined) throw new RevisionConflict(changed);
}

/** Key of the sibling at one end of some siblings. */
async function endKey(
  { store, session }: Work,
  filter: Record<string, unknown>,
  order: { direction: 1 | -1; skip?: number },
): Promise<string | null> {
  const [row] = await store.trees
    .find(filter, { session, projection: { key: 1 } })
    .sort({ key: order.direction })
    .skip(order.skip ?? 0)
    .limit(1)
    .toArray();
  return row?.key ?? null;
}

/** Key for a place at a position; siblings in the trash have places but no positions. */
async function keyAt(
  work: Work,
  { parentId, position = -1 }: { parentId: number | null; position: number | undefined },
  nodeId: number,
): Promise<string> {
  const siblings = { parent_id: parentId, _id: { $ne: nodeId } };
  const counted = { ...siblings, 'object.trashed': false };
  if (position > 1) {
    const before = await endKey(work, counted, { direction: 1, skip: position - 2 });
    if (before !== null)
      return keyBetween(before, await endKey(work, { ...siblings, key: { $gt: before } }, { direction: 1 }));
  }
  if (position < -1) {
    const after = await endKey(work, counted, { direction: -1, skip: -position - 2 });
    if (after !== null)
      return keyBetween(await endKey(work, { ...siblings, key: { $lt: after } }, { direction: -1 }), after);
  }
  const isFirst = position === 1 || position < -1;
  const end = await endKey(work, siblings, { direction: isFirst ? 1 : -1 });
  return isFirst ? keyBetween(null, end) : keyBetween(end, null);
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

async function assertDepth({ store, session }: Work, node: TreeRow, by: number): Promise<void> {
  if (by <= 0) return;
  const [deepest] = await store.trees
    .find({ 'object.type': FOLDERS, ...subtreeOf(node) }, { session, projection: { depth_level: 1 } })
    .sort({ depth_level: -1 })
    .limit(1)
    .toArray();
  if ((deepest ?? node).depth_level + by >= MAX_DEPTH) throw tooDeep();
}

/** Puts a row, and all rows below it, elsewhere. */
async function relocate(work: Work, node: TreeRow, to: { parent: TreeRow | null; key: string }): Promise<void> {
  const { store, session } = work;
  const place = located(to.parent, node.object_id, to.key);
  const by = place.depth_level - node.depth_level;
  if (node.object.type === FOLDERS) {
    await assertDepth(work, node, by);
    const rest = { $substrBytes: ['$path', node.path.length, { $strLenBytes: '$path' }] };
    const above = { $slice: ['$ancestors', node.ancestors.length, MAX_DEPTH] };
    const moved = {
      path: { $concat: [place.path, rest] },
      root_id: place.root_id,
      depth_level: { $add: ['$depth_level', by] },
      ancestors: { $concatArrays: [place.ancestors, above] },
    };
    await store.trees.updateMany(belowOf(node), [{ $set: moved }], { session });
  }
  await store.trees.updateOne({ _id: node._id }, { $set: place }, { session });
}

/** Gives all children of a folder short keys again; each is beyond the old ones, so that none clashes on the way. */
async function renewKeys(work: Work, parentId: number | null): Promise<void> {
  const { store, session } = work;
  const children = await store.trees.find({ parent_id: parentId }, { session }).sort({ key: 1 }).toArray();
  const keys = keysAfter(children.at(-1)?.key ?? null, children.length);
  // Read again: new keys of the roots may have moved it just now.
  const parent = parentId === null ? null : await store.trees.findOne({ object_id: parentId }, { session });
  for (const [index, child] of children.entries()) {
    await relocate(work, child, { parent, key: keys[index] as string });
  }
}

const optionsOf = ({ menu, canonical, params }: PlaceOptions): Partial<TreeRow> => ({
  ...(menu !== undefined && { menu }),
  ...(canonical !== undefined && { canonical }),
  ...(params !== undefined && { params }),
});

/** One place of an object at most is the canonical one (reference/jsonapi.md 7). */
async function keepOneCanonical({ store, session }: Work, step: PlaceStep, nodeId: number): Promise<void> {
  if (step.canonical !== true) return;
  const others = { object_id: step.objectId, _id: { $ne: nodeId } };
  await store.trees.updateMany(others, { $set: { canonical: false } }, { session });
}

async function change(work: Work, step: PlaceStep, node: TreeRow): Promise<string> {
  const { store, session } = work;
  const to = step.to as number | null;
  const parent = parentOf(work, to);
  if (parent?.path.startsWith(node.path)) throw cycle();
  let { key } = node;
  if (step.from !== to || step.position !== undefined || step.key !== undefined) {
    key = step.key ?? (await keyAt(work, { parentId: to, position: step.position }, node._id));
    await relocate(work, node, { parent, key });
  }
  const options = optionsOf(step);
  if (Object.keys(options).length > 0) {
    await store.trees.updateOne({ _id: node._id }, { $set: options }, { session });
    await keepOneCanonical(work, step, node._id);
  }
  return key;
}

/** New places wait, so that many at the end of a folder cost one statement. */
interface Waiting {
  rows: TreeRow[];
  /** By folder: key of the last one. */
  lastKeys: Map<number | null, string>;
}

async function flush({ store, session }: Work, waiting: Waiting): Promise<void> {
  if (waiting.rows.length > 0) await store.trees.insertMany(waiting.rows, { session });
  waiting.rows = [];
  waiting.lastKeys.clear();
}

async function arrive(
  work: Work,
  step: PlaceStep,
  asked: { waiting: Waiting; object: TreeRow['object'] },
): Promise<string> {
  const { waiting, object } = asked;
  const { objectId, type, position } = step;
  const to = step.to as number | null;
  const _id = step.nodeId as number;
  const isAppended = position === undefined && step.key === undefined;
  if (!isAppended) await flush(work, waiting);
  const last = waiting.lastKeys.get(to);
  const next = (): Promise<string> | string =>
    last === undefined ? keyAt(work, { parentId: to, position }, _id) : keyBetween(last, null);
  const key = step.key ?? (await next());
  const place = located(parentOf(work, to), objectId, key);
  if (type === FOLDERS && place.depth_level >= MAX_DEPTH) throw tooDeep();
  const { menu = false, canonical = false, params = null, permissions } = step;
  const options = { menu, canonical, params, ...(permissions && { permissions }) };
  waiting.rows.push({ _id, object_id: objectId, ...place, ...options, fence: 0, object });
  await keepOneCanonical(work, step, _id);
  if (isAppended) waiting.lastKeys.set(to, key);
  return key;
}

async function leave({ store, session }: Work, { objectId, from }: PlaceStep): Promise<void> {
  await store.trees.deleteOne({ object_id: objectId, parent_id: from ?? null }, { session });
}

async function move(work: Work, step: PlaceStep): Promise<string> {
  const { store, session } = work;
  const place = { object_id: step.objectId, parent_id: step.from as number | null };
  const node = await store.trees.findOne(place, { session });
  if (!node) throw new RevisionConflict(step.objectId);
  return change(work, step, node);
}

/** Views of the objects that come to a folder. */
async function arrivingViews(
  { store, session }: Work,
  steps: readonly PlaceStep[],
): Promise<Map<number, TreeRow['object']>> {
  const arriving = steps.filter((step) => step.from === undefined);
  const references = arriving.map(({ objectId: id, type }) => ({ id, type }));
  const documents = await touchObjects(store, references, session);
  return new Map([...documents].map(([id, document]) => [id, viewOf(document)]));
}

/**
 * Makes the changes in order. For the transaction of the writes of the objects, which may run several times.
 * @throws ApiError not_found (a folder or object is gone or in the trash), invalid_data (a cycle, too deep)
 * @throws RevisionConflict when what the writes were made of has changed
 */
export async function runPlaceSteps(store: Store, asked: PlaceSteps, session: Transaction): Promise<void> {
  const { steps } = asked;
  const work: Work = { store, session, parents: await touchParents(store, asked, session) };
  if (asked.left) await assertLeft(work, asked.left);
  const views = await arrivingViews(work, steps);
  const waiting: Waiting = { rows: [], lastKeys: new Map() };
  const longKeys = new Set<number | null>();
  for (const step of steps) {
    const { from, to } = step;
    if (to === undefined) {
      await leave(work, step);
      continue;
    }
    const object = views.get(step.objectId);
    if (from !== undefined) await flush(work, waiting);
    const key = from === undefined && object ? await arrive(work, step, { waiting, object }) : await move(work, step);
    if (key.length > MAX_KEY_LENGTH) longKeys.add(to);
  }
  await flush(work, waiting);
  for (const parentId of longKeys) await renewKeys(work, parentId);
}
