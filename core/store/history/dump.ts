// Stored collections, read from one snapshot of a database and written into another database.
import { BSON, type CollectionInfo, type Db, type Document, type MongoClient, type Timestamp } from 'mongodb';
import { inSlices } from '../connection/decode-in-slices.ts';
import { codeOf } from '../../values.ts';

/** A collection without its rows. */
export interface CollectionShape {
  name: string;
  /** In the form of MongoDB, as extended JSON. */
  options: Document;
  indexes: Document[];
}

const { EJSON } = BSON;

export const asJson = (value: Document): Document => EJSON.serialize(value, { relaxed: true });
const fromJson = (value: Document): Document => EJSON.deserialize(value, { relaxed: true });

/** Collections that are dumped, by name. @param without their names */
export async function readShapes(db: Db, without: ReadonlySet<string>): Promise<CollectionShape[]> {
  const listed = await db.listCollections<CollectionInfo>({ type: 'collection' }).toArray();
  const own = listed.filter(({ name }) => !name.startsWith('system.') && !without.has(name));
  const shapes = own.map(async ({ name, options = {} }) => ({
    name,
    options: asJson(options),
    indexes: (await db.collection(name).indexes()).map(asJson),
  }));
  return (await Promise.all(shapes)).sort((a, b) => (a.name < b.name ? -1 : 1));
}

export type DatabaseSnapshot = ReturnType<typeof openSnapshot>;

/** All its reads use the snapshot of the first one, as long as the database keeps the history since then. */
export function openSnapshot(client: MongoClient, db: Db) {
  const session = client.startSession({ snapshot: true });
  return {
    /** All rows of a collection, one after the other, as BSON. */
    async *rows(name: string): AsyncGenerator<Uint8Array> {
      const cursor = inSlices(db.collection(name).find({}, { session, raw: true, batchSize: 1_000 }));
      // cast: with `raw` the driver returns the bytes of rows, which its types do not say
      for await (const row of cursor) yield row as unknown as Uint8Array;
    },
    findOne: (name: string, filter: Document) => db.collection(name).findOne(filter, { session }),
    /** Set after the first read. */
    moment(): Timestamp {
      // cast: the driver sets it, but does not declare it
      const { snapshotTime } = session as { snapshotTime?: Timestamp };
      if (!snapshotTime) throw new Error('nothing was read at the moment of the snapshot');
      return snapshotTime;
    },
    close: () => session.endSession(),
  };
}

/** True when the database no longer has the snapshot: SnapshotTooOld, SnapshotUnavailable. */
export const isSnapshotLost = (error: unknown): boolean => [239, 246].includes(Number(codeOf(error)));

/** Values keep their types: 1 differs from 1.0. */
export const EXACT = { promoteValues: false, promoteLongs: false, promoteBuffers: false, bsonRegExp: true };

export const parseRow = (bytes: Uint8Array): Document => BSON.deserialize(bytes, EXACT);

export const rowBytes = (row: Document): Uint8Array => BSON.serialize(row, { ignoreUndefined: true });

/** A row in the form that the service reads. */
export const readRow = (bytes: Uint8Array): Document => BSON.deserialize(bytes);

export async function makeCollection(db: Db, { name, options }: CollectionShape): Promise<void> {
  await db.createCollection(name, fromJson(options));
}

export async function makeIndexes(db: Db, { name, indexes }: CollectionShape): Promise<void> {
  const others = indexes.map(fromJson).filter((index) => index['name'] !== '_id_');
  if (others.length > 0) await db.command({ createIndexes: name, indexes: others });
}

export async function restoreRows(db: Db, name: string, rows: readonly Document[]): Promise<void> {
  if (rows.length > 0) await db.collection(name).insertMany([...rows], { ordered: false });
}

/** Names of collections with rows in them. */
export async function filledCollections(db: Db): Promise<string[]> {
  const listed = await db.listCollections({ type: 'collection' }, { nameOnly: true }).toArray();
  const names = listed.map(({ name }) => name).filter((name) => !name.startsWith('system.'));
  const filled = names.map(async (name) =>
    (await db.collection(name).findOne({}, { projection: { _id: 1 } })) ? [name] : [],
  );
  return (await Promise.all(filled)).flat();
}
