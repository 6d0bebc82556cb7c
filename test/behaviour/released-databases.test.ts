// Databases of earlier releases (test/fixtures/releases), each opened by this release: migrated, complete, and served.
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { BSON, type CreateCollectionOptions, type Document, type IndexDescription } from 'mongodb';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createSealer } from '../../core/accounts/sealed-secrets.ts';
import { allMigrations } from '../../core/migrations/all-migrations.ts';
import { systemClock } from '../../core/clock.ts';
import { connect } from '../../core/store/connect.ts';
import { readVersion } from '../../core/store/migrations.ts';
import { openTestService, type ResourceData, type TestService } from '../support/service.ts';
import { faultLines } from '../support/verified.ts';

const root = path.resolve(import.meta.dirname, '../..');
const folder = path.join(root, 'test/fixtures/releases');
const releases = readdirSync(path.join(root, 'openapi/releases')).map((file) => path.basename(file, '.json'));

interface StoredCollection {
  name: string;
  options: CreateCollectionOptions;
  indexes: (IndexDescription & Document)[];
  rows: Document[];
}

/** A text index is returned with its weights instead of its keys. */
function described({ weights, key, ...index }: StoredCollection['indexes'][number]): IndexDescription {
  if (weights === undefined) return { ...index, key };
  const { _fts: _text, _ftsx: _order, ...others } = key as Record<string, unknown>;
  void [_text, _order];
  const texts = Object.fromEntries(Object.keys(weights as object).map((field) => [field, 'text']));
  return { ...index, weights: weights as Document, key: { ...others, ...texts } as never };
}

async function fill(databaseName: string, release: string): Promise<void> {
  const uri = new URL(inject('mongodbUri'));
  uri.pathname = `/${databaseName}`;
  const { client, db } = await connect(uri.href);
  const text = gunzipSync(readFileSync(path.join(folder, `${release}.json.gz`))).toString();
  for (const { name, options, indexes, rows } of BSON.EJSON.parse(text, { relaxed: false }) as StoredCollection[]) {
    const collection = await db.createCollection(name, options);
    if (indexes.length > 0) await collection.createIndexes(indexes.map(described));
    if (rows.length > 0) await collection.insertMany(rows);
  }
  await client.close();
}

it('there is one of each release', () => {
  expect(readdirSync(folder).sort()).toEqual(releases.map((release) => `${release}.json.gz`).sort());
});

describe.each(releases)('the database of %s', (release) => {
  let test: TestService;
  let databaseName: string;
  beforeAll(async () => {
    databaseName = `test_${randomUUID().slice(0, 18)}`;
    await fill(databaseName, release);
    test = await openTestService({ databaseName, env: { STORAGE_URL: 'gridfs:', JWT_TTL: '3650d' } });
    // After all that it holds.
    test.clock.set('2027-01-01T00:00:00Z');
  });
  afterAll(async () => {
    await test.service.services.store.db.dropDatabase();
    await test.close();
  });

  const read = async (place: string): Promise<ResourceData[]> => {
    const { body, status } = await test.admin.get(place);
    expect([place, status]).toEqual([place, 200]);
    const { data } = body as { data: ResourceData | ResourceData[] };
    return Array.isArray(data) ? data : [data];
  };
  const titles = async (place: string): Promise<unknown[]> =>
    (await read(place)).map(({ attributes }) => attributes['title']);

  it('is at the version of this release', async () => {
    const firstAccounts = { name: '', run: () => Promise.resolve() };
    const parts = { clock: systemClock, publication: undefined, firstAccounts, sealer: createSealer(['only counted']) };
    const { length } = allMigrations(parts);
    expect(await readVersion(test.service.services.store)).toBe(length);
  });

  it('is consistent: verify finds nothing', async () => {
    expect(await faultLines(test)).toEqual([]);
  });

  it('has its objects, also by a property, a word, a place and a relation', async () => {
    expect(await titles('/recipes?filter[servings][gt]=5')).toEqual(['Bread']);
    expect(await titles('/objects?q=wombats')).toEqual(['Document 3']);
    expect((await titles('/folders/inner-folder/children')).sort()).toEqual(['Document 3', 'Soup']);
    expect(await titles('/recipes/soup/pairs_with')).toEqual(['Bread']);
    expect(await titles('/trash')).toEqual(['In the trash']);
    expect((await titles('/documents?sort=title')).slice(0, 2)).toEqual(['A draft', 'Document 3']);
  });

  it('has their history, versions, translations, files and users', async () => {
    const [document] = await read('/documents/document');
    expect(document?.attributes['categories']).toMatchObject([{ name: 'starters' }]);
    expect((await read(`/history?filter[resource_id]=${document?.id}`)).length).toBeGreaterThan(3);
    expect((await read(`/documents/${document?.id}/translations`))[0]?.attributes['translated_fields']).toEqual({
      title: 'Documento',
    });
    const [stream] = await read('/streams');
    const { text } = await test.admin.get(`/streams/download/${stream?.id}`);
    expect(text).toBe('Some notes.\n');
    expect((await read('/users?sort=id')).map(({ attributes }) => attributes['username'])).toEqual([
      'admin',
      'editor',
      'reader',
    ]);
  });

  it('can be changed like one of this release', async () => {
    const created = await test.admin.create('/recipes', { title: 'Stew', status: 'on', servings: 2 });
    const attributes = { title: 'Thick soup' };
    const { status } = await test.admin.patch('/recipes/soup', { data: { type: 'recipes', id: '3', attributes } });
    expect([Number(created.id) > 13, status]).toEqual([true, 200]);
    expect((await test.admin.delete('/recipes/bread')).status).toBe(204);
    expect(await faultLines(test)).toEqual([]);
  });

  it('is not written by processes of this release once a newer one has migrated it', async () => {
    const { state } = test.service.services.store;
    expect((await test.anonymous.get('/ready')).status).toBe(200);
    await state.updateOne({ _id: 'migrations' }, { $inc: { version: 1 } });
    const { status, body } = await test.anonymous.get('/ready');
    expect([status, body]).toMatchObject([503, { message: 'A newer release has migrated the database.' }]);
    await expect(openTestService({ databaseName })).rejects.toThrow(
      /^the database is at version \d+ and this release knows/,
    );
    await state.updateOne({ _id: 'migrations' }, { $inc: { version: -1 } });
  });
});
