// Databases with the first rows of a service, its indexes and three users. A test file gets one, and gives it back with its first
// content: to make the 250 indexes of a new database takes longer than most tests.
import { randomUUID } from 'node:crypto';
import { MongoClient, type CollectionInfo, type Db, type Document, type IndexDescription } from 'mongodb';
import { inject } from 'vitest';

interface Content {
  options: Document;
  indexes: IndexDescription[];
  documents: Document[];
}

/** By collection. */
type Template = ReadonlyMap<string, Content>;

/** More documents are removed faster with their database. */
const MAX_DOCUMENTS = 20_000;
/** Exact copies: no value is changed into one of JavaScript. */
const EXACT = { promoteValues: false, promoteLongs: false, promoteBuffers: false, bsonRegExp: true } as const;

export const newDatabaseName = (): string => `test_${randomUUID().slice(0, 18)}`;

async function withDatabase<T>(name: string, work: (db: Db) => Promise<T>): Promise<T> {
  const client = new MongoClient(inject('mongodbUri'));
  try {
    return await work(client.db(name));
  } finally {
    await client.close();
  }
}

const byName = (indexes: readonly Document[]): string =>
  JSON.stringify([...indexes].sort((one, other) => String(one['name']).localeCompare(String(other['name']))));

async function readContent(db: Db, withDocuments: boolean): Promise<Template> {
  const collections = await db.listCollections<CollectionInfo>({}, { nameOnly: false }).toArray();
  const read = collections.map(async ({ name, options = {} }): Promise<[string, Content]> => {
    const indexes = (await db.collection(name).listIndexes().toArray()) as IndexDescription[];
    const documents = withDocuments ? await db.collection(name).find({}, EXACT).toArray() : [];
    return [name, { options, indexes, documents }];
  });
  return new Map(await Promise.all(read));
}

async function createFrom(db: Db, content: Template): Promise<void> {
  for (const [name, { options, indexes, documents }] of content) {
    const collection = await db.createCollection(name, options);
    const further = indexes.filter((index) => index.name !== '_id_');
    if (further.length > 0) await collection.createIndexes(further);
    if (documents.length > 0) await collection.insertMany(documents);
  }
}

/** @returns whether the database has its first content again */
async function reset(db: Db, first: Template): Promise<boolean> {
  const { objects } = await db.stats();
  if (Number(objects) > MAX_DOCUMENTS) return false;
  const current = await readContent(db, false);
  const isChanged = ([name, { options, indexes }]: [string, Content]): boolean => {
    const now = current.get(name);
    return !now || byName(now.indexes) !== byName(indexes) || JSON.stringify(now.options) !== JSON.stringify(options);
  };
  // Such as system.profile, whose level stays with the name of the database.
  if ([...current.keys()].some((name) => name.startsWith('system.')) || [...first].some(isChanged)) return false;
  const added = [...current.keys()].filter((name) => !first.has(name));
  await Promise.all(added.map((name) => db.dropCollection(name)));
  await Promise.all(
    [...first].map(async ([name, { documents }]) => {
      await db.collection(name).deleteMany({});
      if (documents.length > 0) await db.collection(name).insertMany(documents);
    }),
  );
  return true;
}

export interface PreparedDatabase {
  name: string;
  /** For the next file, after its service has been closed. */
  giveBack(): Promise<void>;
}

/** @param prepare opens a service on a new database, adds what each has, and closes it */
export function createPreparedDatabases(prepare: (databaseName: string) => Promise<void>): {
  take(): Promise<PreparedDatabase>;
} {
  const unused: string[] = [];
  let template: Promise<Template> | undefined;

  async function makeTemplate(): Promise<Template> {
    const name = newDatabaseName();
    await prepare(name);
    const content = await withDatabase(name, (db) => readContent(db, true));
    unused.push(name);
    return content;
  }

  async function takeName(content: Template): Promise<string> {
    const name = unused.pop();
    if (name !== undefined) return name;
    const created = newDatabaseName();
    await withDatabase(created, (db) => createFrom(db, content));
    return created;
  }

  return {
    async take() {
      const content = await (template ??= makeTemplate());
      const name = await takeName(content);
      const giveBack = () =>
        withDatabase(name, async (db) => {
          if (await reset(db, content)) unused.push(name);
          else await db.dropDatabase();
        });
      return { name, giveBack };
    },
  };
}
