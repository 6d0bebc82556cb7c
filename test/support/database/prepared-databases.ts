// Databases with the first rows of a service, its indexes and three users. A test file gets one, and gives it back with its first
// content: to make the 250 indexes of a new database takes longer than most tests.
import { randomUUID } from 'node:crypto';
import {
  MongoClient,
  type Collection,
  type CollectionInfo,
  type Db,
  type Document,
  type IndexDescription,
} from 'mongodb';
import { inject } from 'vitest';

interface Content {
  options: Document;
  indexes: IndexDescription[];
  documents: Document[];
}

/** By collection. */
type Contents = ReadonlyMap<string, Content>;

interface Template {
  contents: Contents;
  facts: DatabaseFacts;
}

/** What tells a changed database, in two commands. */
interface DatabaseFacts {
  /** The number of all. */
  indexes: number;
  documents: number;
  /** Of the documents of each collection. */
  hashes: Readonly<Record<string, string>>;
}

/** More documents are removed faster with their database. */
const MAX_DOCUMENTS = 5_000;
/** Exact copies: no value is changed into one of JavaScript. */
const EXACT = { promoteValues: false, promoteLongs: false, promoteBuffers: false, bsonRegExp: true } as const;

export const newDatabaseName = (): string => `test_${randomUUID().slice(0, 18)}`;

let client: MongoClient | undefined;
/** One client for all databases of a worker: to connect and sign in takes longer than most of their commands. */
const database = (name: string): Db => (client ??= new MongoClient(inject('mongodbUri'))).db(name);

const byName = (indexes: readonly Document[]): string =>
  JSON.stringify([...indexes].sort((one, other) => String(one['name']).localeCompare(String(other['name']))));

async function readContents(db: Db): Promise<Contents> {
  const read = [...(await optionsOf(db))].map(async ([name, options]): Promise<[string, Content]> => {
    const indexes = (await db.collection(name).listIndexes().toArray()) as IndexDescription[];
    return [name, { options, indexes, documents: await db.collection(name).find({}, EXACT).toArray() }];
  });
  return new Map(await Promise.all(read));
}

async function createFrom(db: Db, content: Contents): Promise<void> {
  for (const [name, { options, indexes, documents }] of content) {
    const collection = await db.createCollection(name, options);
    const further = indexes.filter((index) => index.name !== '_id_');
    if (further.length > 0) await collection.createIndexes(further);
    if (documents.length > 0) await collection.insertMany(documents);
  }
}

async function readFacts(db: Db): Promise<DatabaseFacts> {
  const [{ indexes, objects }, { collections }] = await Promise.all([db.stats(), db.command({ dbHash: 1 })]);
  return {
    indexes: Number(indexes),
    documents: Number(objects),
    hashes: collections as DatabaseFacts['hashes'],
  };
}

async function optionsOf(db: Db): Promise<ReadonlyMap<string, Document>> {
  const collections = await db.listCollections<CollectionInfo>({}, { nameOnly: false }).toArray();
  return new Map(collections.map(({ name, options = {} }) => [name, options]));
}

/** @returns whether the database has its first content again */
async function reset(db: Db, { contents, facts }: Template): Promise<boolean> {
  const [{ indexes, documents, hashes }, options] = await Promise.all([readFacts(db), optionsOf(db)]);
  if (documents > MAX_DOCUMENTS) return false;
  // Such as system.profile, whose level stays with the name of the database.
  if ([...options.keys()].some((name) => name.startsWith('system.'))) return false;
  const isOther = ([name, first]: [string, Content]): boolean =>
    JSON.stringify(options.get(name)) !== JSON.stringify(first.options);
  if ([...contents].some(isOther)) return false;
  const added = [...options.keys()].filter((name) => !contents.has(name));
  await Promise.all(added.map((name) => db.dropCollection(name)));
  const isCounted = added.length > 0 ? (await db.stats())['indexes'] === facts.indexes : indexes === facts.indexes;
  if (!isCounted) return false;
  const changed = [...contents].filter(([name]) => hashes[name] !== facts.hashes[name]);
  const restored = await Promise.all(changed.map(([name, content]) => restore(db.collection(name), content)));
  return restored.every(Boolean);
}

/** @returns false when its indexes have changed */
async function restore(collection: Collection, { indexes, documents }: Content): Promise<boolean> {
  if (byName(await collection.listIndexes().toArray()) !== byName(indexes)) return false;
  await collection.deleteMany({});
  if (documents.length > 0) await collection.insertMany(documents);
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
    const [contents, facts] = await Promise.all([readContents(database(name)), readFacts(database(name))]);
    unused.push(name);
    return { contents, facts };
  }

  async function takeName({ contents }: Template): Promise<string> {
    const name = unused.pop();
    if (name !== undefined) return name;
    const created = newDatabaseName();
    await createFrom(database(created), contents);
    return created;
  }

  return {
    async take() {
      const made = await (template ??= makeTemplate());
      const name = await takeName(made);
      const giveBack = async () => {
        if (await reset(database(name), made)) unused.push(name);
        else await database(name).dropDatabase();
      };
      return { name, giveBack };
    },
  };
}
