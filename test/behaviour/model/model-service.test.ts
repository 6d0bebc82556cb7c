// A change of the model updates storage, reaches every process, and excludes writes that were validated with the old
// model.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiError } from '../../../core/errors.ts';
import { createObjectType, deleteObjectType, updateObjectType } from '../../../core/modeling/object-types.ts';
import { createProperty, deleteProperty } from '../../../core/modeling/properties.ts';
import { changeCounts } from '../../../core/store/object-counts.ts';
import { typeIndexes } from '../../../core/store/indexes/indexes.ts';
import { documentsCollectionName, type ObjectDocument } from '../../../core/store/store.ts';
import { emptyDatabase, someContext, type TestProcess } from '../../support/database/stores.ts';

const database = emptyDatabase();
let here: TestProcess;
let there: TestProcess;

beforeAll(async () => {
  here = await database.openProcess();
  there = await database.openProcess();
});
afterAll(() => database.close());

const typeBody = (name: string, more: object = {}) => ({
  data: { type: 'object_types', attributes: { name, singular: `${name}_item`, ...more } },
});
const changeBody = (id: string, attributes: object) => ({ data: { type: 'object_types', id, attributes } });
const propertyBody = (name: string, object_type_name: string, more: object = {}) => ({
  data: { type: 'properties', attributes: { name, object_type_name, property_type_name: 'string', ...more } },
});
const add = (name: string, more: object = {}, process = here) =>
  createObjectType(process, typeBody(name, more), someContext);

const revisionOf = (name: string): string => here.modelService.current().types.get(name)?.revision ?? '';

/** The change of the totals by an object write, with the schema of its validation. */
const count = (type: string, schema: string): Promise<boolean> =>
  here.store.transaction((transaction) =>
    changeCounts(here.store.objectCounts, { slot: 3, changes: [{ type, schema, delta: { on: 1 } }] }, transaction),
  );

const collectionExists = async (type: string): Promise<boolean> =>
  (await here.store.db.listCollections({ name: documentsCollectionName(type) }).toArray()).length > 0;

const errorCode = async (work: Promise<unknown>): Promise<string> => {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return error instanceof ApiError ? error.code : String(error);
};

describe('a new object type', () => {
  it('has its collection, its indexes and its count rows when the change resolves', async () => {
    await add('recipes', { associations: ['Categories', 'DateRanges'] });
    const type = here.modelService.current().types.get('recipes');
    if (!type) throw new Error('no type');
    const indexes = await here.store.documents('recipes').indexes();
    expect(indexes).toHaveLength(typeIndexes(type).length + 1);
    const counts = await here.store.objectCounts.find({ type: 'recipes' }).toArray();
    expect(counts).toHaveLength(16);
    expect(new Set(counts.map((row) => row.schema))).toEqual(new Set([type.revision]));
  });

  it('reaches another process', async () => {
    await add('drinks');
    await expect.poll(() => there.modelService.current().types.has('drinks')).toBe(true);
    expect(there.modelService.current().version).toBe(here.modelService.current().version);
  });

  it('is found at once by a process that reads the model', async () => {
    await add('desserts');
    expect((await there.modelService.refresh()).types.has('desserts')).toBe(true);
  });

  it('is created by one of two concurrent processes, 400 for the other', async () => {
    const codes = await Promise.all([here, there].map((process) => errorCode(add('soups', {}, process))));
    expect(codes.sort()).toEqual(['already_exists', 'undefined']);
    await here.modelService.refresh();
    expect(await here.store.objectTypes.countDocuments({ name: 'soups' })).toBe(1);
  });

  it('leaves nothing behind when it is refused', async () => {
    const version = here.modelService.current().version;
    expect(await errorCode(add('starters', { parent_name: 'documents' }))).toBe('invalid_data');
    expect(await collectionExists('starters')).toBe(false);
    expect((await here.modelService.refresh()).version).toBe(version);
  });

  it('that is abstract has no collection, and gets one when it becomes concrete', async () => {
    await add('meals', { is_abstract: true });
    expect(await collectionExists('meals')).toBe(false);
    await updateObjectType(here, 'meals', changeBody('meals', { is_abstract: false }), someContext);
    expect(await collectionExists('meals')).toBe(true);
    expect(await here.store.objectCounts.countDocuments({ type: 'meals' })).toBe(16);
  });
});

describe('a change of a type', () => {
  it('that alters its schema rejects writes validated with the old one', async () => {
    await add('books');
    const old = revisionOf('books');
    expect(await count('books', old)).toBe(true);
    await createProperty(here, propertyBody('isbn', 'books'), someContext);
    expect(revisionOf('books')).not.toBe(old);
    expect(await count('books', old)).toBe(false);
    expect(await count('books', revisionOf('books'))).toBe(true);
  });

  it('that disables it rejects all writes', async () => {
    await add('leaflets');
    const revision = revisionOf('leaflets');
    await updateObjectType(here, 'leaflets', changeBody('leaflets', { enabled: false }), someContext);
    expect(await count('leaflets', revision)).toBe(false);
    await updateObjectType(here, 'leaflets', changeBody('leaflets', { enabled: true }), someContext);
    expect(await count('leaflets', revision)).toBe(true);
  });

  it('that changes nothing writes nothing (D46)', async () => {
    const row = await add('letters');
    const { version } = here.modelService.current();
    const changes = await here.store.changes.countDocuments();
    const same = await updateObjectType(
      here,
      'letters',
      changeBody(String(row._id), { singular: row.singular }),
      someContext,
    );
    expect(same.revision).toBe(1);
    expect(here.modelService.current().version).toBe(version);
    expect(await here.store.changes.countDocuments()).toBe(changes);
  });

  it('that renames it gives it a new collection and moves its properties', async () => {
    await add('plays');
    await createProperty(here, propertyBody('acts', 'plays'), someContext);
    await updateObjectType(here, 'plays', changeBody('plays', { name: 'dramas' }), someContext);
    expect([await collectionExists('plays'), await collectionExists('dramas')]).toEqual([false, true]);
    expect(here.modelService.current().types.get('dramas')?.attribute.has('acts')).toBe(true);
    expect(await here.store.objectCounts.countDocuments({ type: 'plays' })).toBe(0);
  });
});

describe('deleting a type', () => {
  it('is refused while objects exist, else removes collection and count rows', async () => {
    await add('stamps');
    const revision = revisionOf('stamps');
    await count('stamps', revision);
    expect(await errorCode(deleteObjectType(here, 'stamps', someContext))).toBe('in_use');
    await here.store.objectCounts.updateMany({ type: 'stamps' }, { $set: { 'n.on': 0 } });
    await deleteObjectType(here, 'stamps', someContext);
    expect(await collectionExists('stamps')).toBe(false);
    expect(await count('stamps', revision)).toBe(false);
  });

  it('frees the name at once', async () => {
    await add('coins');
    await deleteObjectType(here, 'coins', someContext);
    await add('coins', {}, there);
    expect(await collectionExists('coins')).toBe(true);
    expect(await there.store.objectCounts.countDocuments({ type: 'coins' })).toBe(16);
  });
});

describe('deleting a property', () => {
  const document = (id: number, remark: string): ObjectDocument =>
    ({ _id: id, type: 'notes', uname: `n-${id}`, custom: { remark, other: 'kept' } }) as unknown as ObjectDocument;

  it('removes the values of objects, and none of a new property with the same name', async () => {
    await add('notes');
    const property = await createProperty(here, propertyBody('remark', 'notes'), someContext);
    await createProperty(here, propertyBody('other', 'notes'), someContext);
    const documents = here.store.documents('notes');
    await documents.insertMany(Array.from({ length: 1200 }, (_, index) => document(index + 1, 'old')));
    await deleteProperty(here, String(property._id), someContext);
    await createProperty(there, propertyBody('remark', 'notes'), someContext);
    expect(await documents.countDocuments({ 'custom.remark': { $exists: true } })).toBe(0);
    await documents.insertOne(document(5000, 'new'));
    await expect.poll(() => here.store.state.findOne({ _id: 'model' })).toMatchObject({ cleanups: [] });
    expect(await documents.countDocuments({ 'custom.remark': 'new' })).toBe(1);
    expect(await documents.countDocuments({ 'custom.other': 'kept' })).toBe(1201);
  });
});

describe('concurrent changes', () => {
  it('all take effect, from any process', async () => {
    const names = Array.from({ length: 8 }, (_, index) => `parallel_${index}`);
    const before = (await here.modelService.refresh()).version;
    await Promise.all(names.map((name, index) => add(name, {}, index % 2 ? here : there)));
    const model = await here.modelService.refresh();
    expect(names.filter((name) => !model.types.has(name))).toEqual([]);
    expect(model.version).toBe(before + names.length);
  });

  it('notify listeners of each new model', async () => {
    const versions: number[] = [];
    const end = here.modelService.onChange((model) => versions.push(model.version));
    await add('listened');
    end();
    await add('not_listened');
    expect(versions).toEqual([here.modelService.current().version - 1]);
  });
});
