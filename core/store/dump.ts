// Collections as they are stored, read at one moment of the database and written into another one.
import { BSON, type CollectionInfo, type Db, type Document, type MongoClient } from 'mongodb';

/** A collection without its rows. */
export interface CollectionShape {
  name: string;
  /** As MongoDB has them, in extended JSON. */
  options: Document;
  indexes: Document[];
}

const { EJSON } = BSON;

const asJson = (value: Document): Document => EJSON.serialize(value, { relaxed: true }) as Document;
const fromJson = (value: Document): Document => EJSON.deserialize(value, { relaxed: true }) as Document;

/** Collections that are dumped, by name. @param without their names */
export async function readShapes(db: Db, without: ReadonlySet<string>): Promise<CollectionShape[]> {
  const listed = (await db.listCollections({ type: 'collection' }).toArray()) as CollectionInfo[];
  const own = listed.filter(({ name }) => !name.startsWith('system.') && !without.has(name));
  const shapes = own.map(async ({ name, options = {} }) => ({
    name,
    options: asJson(options),
    indexes: (await db.collection(name).indexes()).map(asJson),
  }));
  return (await Promise.all(shapes)).sort((a, b) => (a.name < b.name ? -1 : 1));
}

export interface DatabaseSnapshot {
  /** All rows of a collection, one after the other, as BSON. */
  rows(name: string): AsyncGenerator<Uint8Array>;
  findOne(name: string, filter: Document): Promise<Document | null>;
  close(): Promise<void>;
}

/** All that it reads is of one moment, that of its first read, as long as the database keeps the history since then. */
export function openSnapshot(client: MongoClient, db: Db): DatabaseSnapshot {
  const session = client.startSession({ snapshot: true });
  return {
    async *rows(name) {
      const cursor = db.collection(name).find({}, { session, raw: true, batchSize: 1_000 });
      for await (const row of cursor) yield row as unknown as Uint8Array;
    },
    findOne: (name, filter) => db.collection(name).findOne(filter, { session }),
    close: () => session.endSession(),
  };
}

/** SnapshotTooOld, SnapshotUnavailable */
const LOST = new Set([239, 246]);

/** True when the database has the moment of a snapshot no more. */
export const isSnapshotLost = (error: unknown): boolean => LOST.has(Number((error as { code?: unknown }).code));

const HISTORY = 'minSnapshotHistoryWindowInSeconds';

/** Seconds that the server keeps its history; undefined where this user may not ask. */
export async function readHistoryWindow(client: MongoClient): Promise<number | undefined> {
  const asked = client.db('admin').command({ getParameter: 1, [HISTORY]: 1 });
  const answer = await asked.catch(() => undefined);
  return answer && Number(answer[HISTORY]);
}

/** From one extension of the window to the next, and how much longer it is than the time that has passed. */
const EXTEND_MS = 30_000;
const MARGIN_SECONDS = 300;

/**
 * Has the server keep its history from now on, where it allows that to this user. The window grows with the time, so that a
 * process that is killed leaves a short one.
 * @param before the window that is set at the end
 * @returns ends it
 */
export async function keepHistory(client: MongoClient, before: number): Promise<() => Promise<void>> {
  const set = (value: number) => client.db('admin').command({ setParameter: 1, [HISTORY]: value });
  const began = performance.now();
  const extend = () => set(Math.max(before, Math.ceil((performance.now() - began) / 1_000) + MARGIN_SECONDS));
  try {
    await extend();
  } catch {
    // Without the privilege the snapshot has to be read within the time that is set.
    return () => Promise.resolve();
  }
  const extension = setInterval(() => void extend().catch(() => undefined), EXTEND_MS);
  extension.unref();
  return async () => {
    clearInterval(extension);
    await set(before).catch(() => undefined);
  };
}

/** Values keep their types: 1 is no 1.0. */
const EXACT = { promoteValues: false, promoteLongs: false, promoteBuffers: false, bsonRegExp: true };

export const parseRow = (bytes: Uint8Array): Document => BSON.deserialize(bytes, EXACT);

/** A row as the service reads it. */
export const readRow = (bytes: Uint8Array): Document => BSON.deserialize(bytes);

export async function makeCollection(db: Db, { name, options }: CollectionShape): Promise<void> {
  await db.createCollection(name, fromJson(options));
}

export async function makeIndexes(db: Db, { name, indexes }: CollectionShape): Promise<void> {
  const others = indexes.map(fromJson).filter((index) => index['name'] !== '_id_');
  if (others.length > 0) await db.command({ createIndexes: name, indexes: others });
}

export async function insertRows(db: Db, name: string, rows: readonly Document[]): Promise<void> {
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
