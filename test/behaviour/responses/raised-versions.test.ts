// Every write of content raises the version of its collection (D910): each method of each collection, alone, in a
// transaction, and in one that is ambient.
import { describe, expect, it } from 'vitest';
import { WRITES } from '../../../core/store/transactions/ambient-transaction.ts';
import { createProofs } from '../../../core/store/exact-cache/proofs.ts';
import { versionedCollections } from '../../../core/store/exact-cache/noted-collections.ts';
import { CALLER, ReadSet, recordReads } from '../../../core/store/exact-cache/read-set.ts';
import { createVersionReader, versionTypeOf } from '../../../core/store/exact-cache/versions.ts';
import type { Collection, Document, Store } from '../../../core/store/store.ts';
import { serviceForTests } from '../../support/service.ts';

const test = serviceForTests();
const storeOf = (): Store => test.service.services.store;

/** Of content, with those of two types. */
const NAMES = versionedCollections(['documents', 'folders', 'users']).filter((name) => name !== CALLER);

const OF_STORE = {
  objects: 'objects',
  categories: 'categories',
  tags: 'tags',
  object_permissions: 'objectPermissions',
  object_relations: 'objectRelations',
  trees: 'trees',
  translations: 'translations',
  annotations: 'annotations',
  streams: 'streams',
} as const satisfies Record<string, keyof Store>;

function collectionOf(name: string): Collection<Document> {
  const [prefix, typeName] = name.split('.');
  const store = storeOf();
  const found =
    prefix === 'documents' && typeName !== undefined
      ? store.documents(typeName)
      : store[OF_STORE[name as keyof typeof OF_STORE]];
  return found as unknown as Collection<Document>;
}

const NOBODY = { _id: -1 as never };
const mark = { $set: { marked: true } };
type Options = { session?: never };
/** Each finds nothing or writes a row that is removed below. */
const METHODS: Record<string, (collection: Collection<Document>, options: Options) => Promise<unknown>> = {
  insertOne: (collection, options) => collection.insertOne({ _id: -2 as never }, options),
  insertMany: (collection, options) => collection.insertMany([{ _id: -2 as never }], options),
  updateOne: (collection, options) => collection.updateOne(NOBODY, mark, options),
  updateMany: (collection, options) => collection.updateMany(NOBODY, mark, options),
  replaceOne: (collection, options) => collection.replaceOne(NOBODY, {}, options),
  deleteOne: (collection, options) => collection.deleteOne({ _id: -2 as never }, options),
  deleteMany: (collection, options) => collection.deleteMany({ _id: -2 as never }, options),
  findOneAndUpdate: (collection, options) => collection.findOneAndUpdate(NOBODY, mark, options),
  findOneAndReplace: (collection, options) => collection.findOneAndReplace(NOBODY, {}, options),
  findOneAndDelete: (collection, options) => collection.findOneAndDelete(NOBODY, options),
  bulkWrite: (collection, options) => collection.bulkWrite([{ updateOne: { filter: NOBODY, update: mark } }], options),
};

const WAYS: Record<string, (write: (options: Options) => Promise<unknown>) => Promise<unknown>> = {
  alone: (write) => write({}),
  'in a transaction': (write) => storeOf().transaction((session) => write({ session: session as never })),
  'in an ambient transaction': (write) => storeOf().atomically(() => write({})),
};

describe('a write of content', () => {
  it('has a row here for each method of a collection', () => {
    expect(Object.keys(METHODS).sort()).toEqual(Object.keys(WRITES).sort());
  });

  it.each(Object.keys(WAYS))('raises the version of its collection and of no other one, %s', async (way) => {
    const read = createVersionReader(storeOf().objectCounts);
    const missing: string[] = [];
    for (const name of NAMES)
      for (const [method, write] of Object.entries(METHODS)) {
        const before = await read('all');
        await WAYS[way]?.((options) => write(collectionOf(name), options));
        await storeOf()
          .db.collection(name)
          .deleteMany({ _id: -2 as never });
        const after = await read(new Set([...before.keys(), versionTypeOf(name)]));
        const raised = [...after].filter(([type, version]) => version > (before.get(type) ?? 0)).map(([type]) => type);
        if (raised.join() !== versionTypeOf(name)) missing.push(`${name} ${method}: ${raised.join()}`);
      }
    expect(missing).toEqual([]);
  });

  it('of several collections raises each of them, once in a transaction', async () => {
    const read = createVersionReader(storeOf().objectCounts);
    const before = await read('all');
    await storeOf().transaction(async (session) => {
      for (const _time of [1, 2])
        for (const name of NAMES) await collectionOf(name).updateOne(NOBODY, mark, { session });
    });
    const after = await read('all');
    const types = NAMES.map(versionTypeOf);
    expect(types.map((type) => (after.get(type) ?? 0) - (before.get(type) ?? 0))).toEqual(types.map(() => 1));
  });
});

it('each write of an object raises the version of its type', async () => {
  const read = createVersionReader(storeOf().objectCounts);
  const versionOf = async () => (await read(new Set(['documents']))).get('documents') ?? 0;
  const { id } = await test.admin.create('/documents', { title: 'First' });
  const at = `/documents/${id}`;
  for (const write of [
    () => test.admin.create('/documents', { title: 'Second' }),
    () => test.admin.patch(at, { data: { type: 'documents', id, attributes: { title: 'Changed' } } }),
    () => test.admin.patch(at, { data: { type: 'documents', id, attributes: { status: 'on' } } }),
    () => test.admin.delete(at),
    () => test.admin.delete(`/trash/${id}`),
  ]) {
    const before = await versionOf();
    await write();
    expect(await versionOf(), String(write)).toBeGreaterThan(before);
  }
});

describe('a read', () => {
  const readsOf = async (work: () => Promise<unknown>) => {
    const set = new ReadSet();
    await recordReads(set, work);
    return set;
  };

  it('is noted with its collection', async () => {
    for (const name of NAMES) {
      const collection = collectionOf(name);
      for (const read of [
        () => collection.find({}).limit(1).toArray(),
        () => collection.findOne({}),
        () => collection.countDocuments({}, { limit: 1 }),
        () => collection.distinct('_id', { _id: -1 as never }),
        () => collection.aggregate([{ $limit: 1 }]).toArray(),
      ]) {
        const { names, isVersioned } = await readsOf(read);
        expect([[...names], isVersioned], String(read)).toEqual([[name], true]);
      }
    }
  });

  it('is noted with the collections that it joins', async () => {
    const pipeline = [
      { $lookup: { from: 'trees', localField: '_id', foreignField: 'object_id', as: 'places' } },
      { $facet: { tags: [{ $unionWith: { coll: 'tags' } }], streams: [{ $unionWith: 'streams' }] } },
    ];
    const { names } = await readsOf(() => storeOf().objects.aggregate(pipeline.slice(0, 1)).toArray());
    expect([...names].sort()).toEqual(['objects', 'trees']);
    const all = await readsOf(() =>
      storeOf()
        .objects.aggregate(pipeline)
        .toArray()
        .catch(() => undefined),
    );
    expect([...all.names].sort()).toEqual(['objects', 'streams', 'tags', 'trees']);
  });

  it('of anything else is kept by nobody', async () => {
    const store = storeOf();
    for (const read of [
      () => store.roles.findOne({}),
      () => store.documents('users').findOne({}),
      () => store.changes.findOne({}),
      () => store.objects.estimatedDocumentCount(),
      () => store.db.collection('objects').findOne({}),
    ])
      expect((await readsOf(read)).isVersioned, String(read)).toBe(false);
  });
});

describe('a proof', () => {
  const NAMED = [CALLER, 'objects', 'trees', 'documents.documents'];
  const proofs = createProofs(() => NAMED);
  const proven = { key: 'key', epoch: 'epoch' };
  const make = (names: string[], text: string | undefined = 'text', more = {}) =>
    proofs.make(new Set(names), text, { ...proven, ...more });

  it('names what it was made from', () => {
    for (const names of [[], ['objects'], ['trees', 'documents.documents'], NAMED])
      expect([...(proofs.namesIn(make(names) ?? '') ?? ['none'])]).toEqual(names);
    for (const text of ['', '1.abc', 'zz-0123456789012345678901', '6-short'])
      expect(proofs.namesIn(text), text).toBeUndefined();
  });

  it('is another one for another state, key or epoch, and none for what is not known', () => {
    const all = [
      make(['objects']),
      make(['objects', 'trees']),
      make(['objects'], 'other'),
      make(['objects'], 'text', { key: 'other' }),
      make(['objects'], 'text', { epoch: 'other' }),
    ];
    expect(new Set(all).size).toBe(5);
    expect(make(['objects'])).toBe(all[0]);
    expect([proofs.make(new Set(['objects']), undefined, proven), make(['users'])]).toEqual([undefined, undefined]);
  });
});
