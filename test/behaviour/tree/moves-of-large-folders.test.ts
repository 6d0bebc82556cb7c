// A move of a folder with very many objects delays only changes of the places that it writes (core/objects/writing/next-batch.ts).
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, it } from 'vitest';
import { SERVICE_CONTEXT, type RequestContext } from '../../../core/context.ts';
import { createObject } from '../../../core/objects/writing/write-objects.ts';
import { serviceForTests } from '../../support/service.ts';

const MANY = 201;
const byAdmin: RequestContext = {
  ...SERVICE_CONTEXT,
  caller: { userId: 1, roles: new Set([1]), isAdmin: true, applicationId: null },
};
const test = serviceForTests();
let ids: number[];
beforeAll(async () => {
  const create = (title: string) =>
    createObject(
      test.service.services.objects,
      { typeName: 'documents', attributes: { title, status: 'on' } },
      byAdmin,
    );
  const made = await Promise.all(Array.from({ length: MANY + 2 }, (_, at) => create(`Moved ${at}`)));
  ids = made.map(({ document }) => document._id);
});

async function newFolder(title: string, parent?: string): Promise<string> {
  const attributes = { title, ...(parent !== undefined && { parent_id: Number(parent) }) };
  const answer = await test.admin.post('/folders', { data: { type: 'folders', attributes } });
  expect(answer.status).toBe(201);
  return (answer.body as { data: { id: string } }).data.id;
}

const place = (folder: string, of: readonly number[]) =>
  test.admin.post(`/folders/${folder}/relationships/children`, {
    data: of.map((id) => ({ type: 'documents', id: String(id) })),
  });

const retitle = (id: number) =>
  test.admin.patch(`/documents/${id}`, { data: { id: String(id), type: 'documents', attributes: { title: 'Other' } } });

const hide = (id: number) =>
  test.admin.patch(`/documents/${id}`, {
    data: { id: String(id), type: 'documents', attributes: { status: 'draft' } },
  });

it('a move of a folder with very many objects delays only changes of their places', async () => {
  const { store } = test.service.services;
  const [folder, target] = [await newFolder('Large'), await newFolder('Target')];
  const [inner, elsewhere] = [await newFolder('Inner', folder), await newFolder('Elsewhere')];
  const [below = 0, other = 0, another = 0] = [ids[0], ids[MANY], ids[MANY + 1]];
  expect((await place(folder, ids.slice(0, MANY))).status).toBe(200);
  // The move cannot write this place while another transaction does.
  const session = store.client.startSession();
  session.startTransaction();
  await store.trees.updateOne({ object_id: ids[1] ?? 0 }, { $set: { menu: true } }, { session });
  const done: string[] = [];
  const note = async (what: string, answer: ReturnType<typeof retitle>): Promise<number> => {
    const { status } = await answer;
    done.push(what);
    return status;
  };
  const data = { type: 'folders', id: target };
  const moved = note('move', test.admin.patch(`/folders/${folder}/relationships/parent`, { data }));
  await sleep(300);
  // An object below, another object, another place: none of them waits.
  expect((await retitle(below)).status).toBe(200);
  expect((await place(elsewhere, [other])).status).toBe(200);
  // The move is from the root, so it locks the order of the roots.
  const root = note('root', test.admin.post('/folders', { data: { type: 'folders', attributes: { title: 'Root' } } }));
  const waiting = [note('place below', place(inner, [another])), note('status below', hide(below))];
  await sleep(300);
  expect(done).toEqual([]);
  await session.abortTransaction();
  await session.endSession();
  expect([await moved, ...(await Promise.all(waiting))]).toEqual([200, 200, 200]);
  expect(await root).toBe(201);
  expect(done[0]).toBe('move');
  const rows = await store.trees.find({ object_id: { $in: [below, another] } }).toArray();
  expect(rows.map(({ ancestors }) => ancestors)).toEqual(
    expect.arrayContaining([
      [Number(target), Number(folder)],
      [Number(target), Number(folder), Number(inner)],
    ]),
  );
  expect(rows.find(({ object_id: id }) => id === below)?.object.status).toBe('draft');
});
