// Restoring and purging folders, as operations of the tree for the trash (core/objects/tree/trash-folders.ts).
import { afterEach, expect, it } from 'vitest';
import type { RequestContext } from '../../../core/context.ts';
import type { ObjectRecord } from '../../../core/objects/object-record.ts';
import { placesToPurge } from '../../../core/objects/tree/purge-folders.ts';
import { restoreFolderWrites } from '../../../core/objects/tree/trash-folders.ts';
import { type ResourceData, serviceForTests } from '../../support/service.ts';
import { faultLines } from '../../support/database/verified.ts';
import { documentMaker, folderMaker, idsAt, item } from '../../support/writes/tree-world.ts';

const test = serviceForTests();
const folder = folderMaker(() => test.admin);
const document = documentMaker(() => test.admin);
/** Some tests remove objects past the service, which no total notices. */
afterEach(async () => {
  const faults = await faultLines(test);
  expect(faults.filter((line) => !line.startsWith('totals:'))).toEqual([]);
});

const context = {
  caller: { userId: 1, roles: new Set([1]), isAdmin: true, applicationId: null },
  access: { grant: () => 'all', setting: () => undefined, roleNames: new Map() },
} as unknown as RequestContext;

async function found(object: ResourceData): Promise<ObjectRecord> {
  const { store, modelService } = test.service.services.objects;
  const type = modelService.current().types.get(object.type);
  const stored = await store.documents(object.type).findOne({ _id: Number(object.id) });
  if (!type || !stored) throw new Error(`no ${object.type} ${object.id}`);
  return { type, document: stored };
}

async function restore(object: ResourceData): Promise<void> {
  const { objects } = test.service.services;
  await objects.writer.commit(async (unit) =>
    unit.write(...(await restoreFolderWrites(objects, await found(object), context))),
  );
}

const trash = async (object: ResourceData): Promise<void> => {
  expect((await test.admin.delete(`/${object.type}/${object.id}`)).status).toBe(204);
};
const exists = async (object: ResourceData): Promise<number> =>
  (await test.admin.get(`/${object.type}/${object.id}`)).status;

it('a folder is restored with the subfolders that were trashed with it, and no others', async () => {
  const top = await folder('Top');
  const [sub, early] = [await folder('Sub', top), await folder('Early', top)];
  const deep = await folder('Deep', sub);
  await trash(early);
  await trash(top);
  await expect(restore(sub)).rejects.toThrow('isFolderRestorable');
  await restore(top);
  expect(await Promise.all([top, sub, deep, early].map(exists))).toEqual([200, 200, 200, 404]);
  expect(await idsAt(test.admin, `/folders/${top.id}/children`)).toEqual([sub.id]);
  await restore(early);
  expect(await idsAt(test.admin, `/folders/${top.id}/children`)).toEqual([sub.id, early.id]);
});

it('a purged folder removes the folders below and the places in them, and nothing else', async () => {
  const [top, other] = [await folder('Top'), await folder('Other')];
  const sub = await folder('Sub', top);
  const [here, both] = [await document('Here'), await document('Both')];
  const add = (to: ResourceData, ...objects: ResourceData[]) =>
    test.admin.post(`/folders/${to.id}/relationships/children`, { data: objects.map((object) => item(object)) });
  await add(sub, here, both);
  await add(other, both);
  await trash(top);
  const { objects, store } = test.service.services;
  const purged = await placesToPurge(objects, { found: await found(top), above: 100 }, context);
  expect(purged.folders.map((each) => String(each.document._id))).toEqual([sub.id]);
  const { inTransaction } = purged;
  await objects.writer.commit((unit) =>
    Promise.resolve(
      unit.write(...purged.writes.map((write, index) => (index === 0 ? { ...write, inTransaction } : write))),
    ),
  );
  const ids = [Number(top.id), Number(sub.id)];
  await store.documents('folders').deleteMany({ _id: { $in: ids } });
  await store.objects.deleteMany({ _id: { $in: ids } });
  expect(await idsAt(test.admin, `/documents/${both.id}/parents`)).toEqual([other.id]);
  expect(await idsAt(test.admin, `/documents/${here.id}/parents`)).toEqual([]);
  expect((await found(here)).document.parents).toBeUndefined();
});

it('a purged object is removed from its folders', async () => {
  const top = await folder('Top');
  const text = await document('Text');
  await test.admin.post(`/folders/${top.id}/relationships/children`, { data: [item(text)] });
  await trash(text);
  expect(await idsAt(test.admin, `/folders/${top.id}/children`)).toEqual([]);
  const { objects, store } = test.service.services;
  const purged = await placesToPurge(objects, { found: await found(text), above: 100 }, context);
  await store.transaction((transaction) => purged.inTransaction(transaction));
  await store.documents('documents').deleteOne({ _id: Number(text.id) });
  await store.objects.deleteOne({ _id: Number(text.id) });
});
