// Applies the changes of a change feed to a restored database (change-feed.ts). All indexes but that of `_id` are
// created afterwards, so rows may be written in any order within a batch.
import { BSON, type AnyBulkWriteOperation, type Db, type Document } from 'mongodb';
import type { RowUpdate, StoredChange } from './change-feed.ts';
import { asJson, EXACT, makeCollection, type CollectionShape } from './dump.ts';
import { isRecord, memberOf, recordsIn } from '../../values.ts';

const BATCH = 1_000;

/** The changes do not belong to the existing rows. */
export class ChangesMisfit extends Error {}

const keyOf = (id: unknown): string => BSON.EJSON.stringify({ id }, { relaxed: false });

/** A list, or an object that is no value of BSON. */
const isContainer = (value: unknown): value is object =>
  Array.isArray(value) || (typeof value === 'object' && value !== null && !('_bsontype' in value));

const partsOf = (path: string, { disambiguatedPaths = {} }: RowUpdate): string[] =>
  (disambiguatedPaths[path] ?? path.split('.')).map(String);

/** The value that holds the last part of a path. @throws ChangesMisfit */
function holderOf(row: Document, parts: readonly string[]): [object, string] {
  let holder: unknown = row;
  for (const part of parts.slice(0, -1)) holder = memberOf(holder, part);
  if (!isContainer(holder)) throw new ChangesMisfit(`a row has no ${parts.join('.')}`);
  return [holder, parts.at(-1) ?? ''];
}

/** Arrays are truncated before their elements change, as in MongoDB. @throws ChangesMisfit */
export function applyUpdate(row: Document, update: RowUpdate): void {
  const { updatedFields = {}, removedFields = [], truncatedArrays = [] } = update;
  for (const { field, newSize } of truncatedArrays) {
    const [holder, name] = holderOf(row, partsOf(field, update));
    const array = memberOf(holder, name);
    if (!Array.isArray(array)) throw new ChangesMisfit(`a row has no list ${field}`);
    array.length = Number(newSize);
  }
  for (const path of removedFields) {
    const [holder, name] = holderOf(row, partsOf(path, update));
    Reflect.deleteProperty(holder, name);
  }
  for (const [path, value] of Object.entries(updatedFields)) {
    const [holder, name] = holderOf(row, partsOf(path, update));
    Reflect.set(holder, name, value);
  }
}

/** Rows of one collection that a batch changes; null for missing ones. */
type Rows = Map<string, { id: unknown; row: Document | null }>;

async function readRows(db: Db, collection: string, changes: readonly StoredChange[]): Promise<Rows> {
  const ids = changes.filter(({ kind }) => kind === 'update').map(({ id }) => id);
  const found = await db
    .collection(collection)
    // cast: the driver's types know ids of one type only; collections have several
    .find({ _id: { $in: ids as never } }, EXACT)
    .toArray();
  return new Map(found.map((row) => [keyOf(row._id), { id: row._id, row }]));
}

/** @throws ChangesMisfit */
function changeRow(rows: Rows, { kind, collection, id, row, update }: StoredChange): void {
  const key = keyOf(id);
  if (kind === 'delete') rows.set(key, { id, row: null });
  else if (row) rows.set(key, { id, row });
  else {
    const known = rows.get(key)?.row;
    if (!known || !update) throw new ChangesMisfit(`${collection} has no row ${key}`);
    applyUpdate(known, update);
  }
}

async function writeRows(db: Db, collection: string, rows: Rows): Promise<void> {
  const operations = [...rows.values()].map(({ id, row }): AnyBulkWriteOperation => {
    // cast: as in readRows, an id of any type
    const filter = { _id: id as never };
    return row ? { replaceOne: { filter, replacement: row, upsert: true } } : { deleteOne: { filter } };
  });
  await db.collection(collection).bulkWrite(operations, { ordered: false });
}

async function replayRows(db: Db, batch: readonly StoredChange[]): Promise<void> {
  for (const collection of new Set(batch.map((change) => change.collection))) {
    const changes = batch.filter((change) => change.collection === collection);
    const rows = await readRows(db, collection, changes);
    for (const change of changes) changeRow(rows, change);
    await writeRows(db, collection, rows);
  }
}

/** By their names. */
type Shapes = Map<string, CollectionShape>;

function shapeOf(shapes: Shapes, name: string): CollectionShape {
  const shape = shapes.get(name);
  if (!shape) throw new ChangesMisfit(`there is no collection ${name}`);
  return shape;
}

const indexesIn = (description: Document | undefined): Document[] =>
  recordsIn(asJson(description ?? {})['indexes']).map(({ ns: _ns, ...index }) => index);

/** Changes of collections; indexes are collected, and created at the end. */
const OF_COLLECTIONS: Readonly<
  Record<string, (db: Db, shapes: Shapes, change: StoredChange) => Promise<unknown> | undefined>
> = {
  create(db, shapes, { collection: name, description }) {
    const { idIndex, ...options } = asJson(description ?? {});
    const shape = { name, options, indexes: isRecord(idIndex) ? [idIndex] : [] };
    shapes.set(name, shape);
    return makeCollection(db, shape);
  },
  drop(db, shapes, { collection }) {
    shapes.delete(collection);
    return db.dropCollection(collection);
  },
  rename(db, shapes, { collection, to = '' }) {
    const shape = shapeOf(shapes, collection);
    shapes.delete(collection);
    shapes.set(to, { ...shape, name: to });
    return db.renameCollection(collection, to, { dropTarget: true });
  },
  createIndexes(_db, shapes, { collection, description }) {
    const made = indexesIn(description);
    dropIndexes(shapeOf(shapes, collection), made).push(...made);
    return undefined;
  },
  dropIndexes(_db, shapes, { collection, description }) {
    dropIndexes(shapeOf(shapes, collection), indexesIn(description));
    return undefined;
  },
};

/** @returns those that are left */
function dropIndexes(shape: CollectionShape, dropped: readonly Document[]): Document[] {
  const names = new Set(dropped.map((index) => String(index['name'])));
  return (shape.indexes = shape.indexes.filter((index) => !names.has(String(index['name']))));
}

const OF_ROWS: ReadonlySet<string> = new Set(['insert', 'replace', 'update', 'delete']);

/**
 * @param shapes of the existing collections, updated by the changes
 * @param onChange is called with each change
 * @throws ChangesMisfit
 */
export async function replayChanges(
  db: Db,
  changes: AsyncIterable<StoredChange>,
  shapes: Shapes,
  onChange: () => void,
): Promise<void> {
  let batch: StoredChange[] = [];
  const replay = async (): Promise<void> => {
    if (batch.length > 0) await replayRows(db, batch);
    batch = [];
  };
  for await (const change of changes) {
    onChange();
    if (OF_ROWS.has(change.kind)) {
      if (batch.push(change) >= BATCH) await replay();
      continue;
    }
    const apply = OF_COLLECTIONS[change.kind];
    if (!apply) throw new ChangesMisfit(`a change of ${change.collection} is a ${change.kind}, which is not known`);
    await replay();
    await apply(db, shapes, change);
  }
  await replay();
}
