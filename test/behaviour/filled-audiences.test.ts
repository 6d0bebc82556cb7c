// A database without audiences on its objects is migrated, and its old indexes are dropped (D438).
import { expect, it } from 'vitest';
import { addAudiences } from '../../core/migrations/add-audiences.ts';
import { dropMixedLists } from '../../core/migrations/drop-mixed-lists.ts';
import type { Collection, Document } from '../../core/store/store.ts';
import { type ResourceData, serviceForTests } from '../support/service.ts';
import { faultLines } from '../support/verified.ts';

const OLD_LIST = { trashed: 1, title: 1, _id: 1, status: 1, visible_from: 1, visible_to: 1 } as const;
const OLD_CHILDREN = {
  parent_id: 1,
  'object.trashed': 1,
  key: 1,
  'object.status': 1,
  'object.type': 1,
  'object.visible_from': 1,
  'object.visible_to': 1,
} as const;

const OLD_SORT = { audiences: 1, title: 1, _id: 1, visible_from: 1, visible_to: 1 } as const;
const OLD_MIXED = [OLD_SORT, { type: 1, ...OLD_SORT }] as const;

const test = serviceForTests();

const collections = async (): Promise<Collection<Document>[]> => {
  const { db } = test.service.services.store;
  const names = (await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name);
  const held = /^(?:objects|documents\..*|trees|translations|annotations|streams|object_permissions)$/;
  return names.filter((name) => held.test(name)).map((name) => db.collection(name));
};

/** The objects that callers find, at several paths. */
async function found(): Promise<unknown[]> {
  const all: unknown[] = [];
  for (const caller of ['anonymous', 'editor', 'admin'] as const)
    for (const path of ['/objects?page_size=100', '/documents?sort=-title', '/translations', '/trash']) {
      const { status, body } = await test[caller].get(path);
      const { data = [], meta } = body as { data?: ResourceData[]; meta?: { pagination?: unknown } };
      all.push([caller, path, status, data.map(({ type, id }) => `${type} ${id}`), meta?.pagination]);
    }
  return all;
}

it('audiences of objects and their rows are filled, repeatably, and old indexes are removed', async () => {
  const { store } = test.service.services;
  const folder = await test.editor.create('/folders', { title: 'A folder', status: 'on' });
  const made: ResourceData[] = [];
  for (const [n, status] of ['on', 'draft', 'off', 'on', 'on'].entries()) {
    const dates = n === 3 ? { publish_start: '2020-01-01T00:00:00Z' } : {};
    made.push(await test.editor.create('/documents', { title: `Document ${n}`, status, ...dates }));
  }
  const [first, second, , , last] = made.map(({ id }) => id);
  const children = made.map(({ id, type }) => ({ id, type }));
  await test.editor.post(`/folders/${folder.id}/relationships/children`, { data: children });
  await test.admin.create('/object_permissions', { object_id: Number(first), role_id: 2, permission: 'read' });
  for (const id of [first, second, last]) {
    const attributes = { object_id: Number(id), lang: 'it', status: 'on', translated_fields: { title: 'Documento' } };
    const translation = await test.editor.create('/translations', attributes);
    if (id === second) await test.editor.delete(`/translations/${translation.id}`);
  }
  await test.editor.delete(`/documents/${last}`);
  expect(await faultLines(test)).toEqual([]);
  const before = await found();

  for (const collection of await collections())
    await collection.updateMany({}, { $unset: { audiences: '', 'object.audiences': '' } });
  await store.db.collection('objects').createIndex(OLD_LIST);
  await store.documents('documents').createIndex(OLD_LIST);
  await store.trees.createIndex(OLD_CHILDREN, { name: 'children' });
  expect((await faultLines(test)).length).toBeGreaterThan(made.length);

  await addAudiences.run(store);
  expect(await faultLines(test)).toEqual([]);
  expect(await found()).toEqual(before);
  await addAudiences.run(store);
  expect(await faultLines(test)).toEqual([]);
  for (const collection of await collections()) {
    const keys = (await collection.indexes()).map(({ key }) => JSON.stringify(key));
    expect(keys.filter((key) => [OLD_LIST, OLD_CHILDREN].some((old) => JSON.stringify(old) === key))).toEqual([]);
  }
});

it('indexes of lists over several types are removed, and those of each type remain', async () => {
  const { store } = test.service.services;
  const keysOf = async (collection: Pick<Collection<Document>, 'indexes'>) =>
    (await collection.indexes()).map(({ key }) => JSON.stringify(key));
  const before = await keysOf(store.objects);
  await store.objects.createIndexes(OLD_MIXED.map((key) => ({ key })));
  await dropMixedLists.run(store);
  expect(await keysOf(store.objects)).toEqual(before);
  expect(await keysOf(store.documents('documents'))).toContain(JSON.stringify(OLD_SORT));
});
