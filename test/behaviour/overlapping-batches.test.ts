// Batches of writes: the next one is written while the last one is committed, and no two of them touch the same object
// (core/objects/write-queue.ts).
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestService, type TestService } from '../support/service.ts';

const CLIENTS = 12;
const CHANGES = 15;
let test: TestService;
const ids: string[] = [];
beforeAll(async () => {
  test = await openTestService({ monitorCommands: true });
  for (let at = 0; at < CLIENTS; at++)
    ids.push((await test.editor.create('/documents', { title: `Overlapping ${at}` })).id);
});
afterAll(() => test.close());

const change = (id: string, title: string) =>
  test.editor.patch(`/documents/${id}`, { data: { id, type: 'documents', attributes: { title } } });

/** Updates of documents that began between the start and the end of a commit. */
function watchCommits(): { overlaps: number } {
  const { client } = test.service.services.store;
  const seen = { overlaps: 0 };
  let committing = 0;
  client.on('commandStarted', ({ commandName, command }) => {
    if (commandName === 'commitTransaction') committing++;
    else if (committing > 0 && commandName === 'update' && String(command['update']) === 'documents.documents')
      seen.overlaps++;
  });
  client.on('commandSucceeded', ({ commandName }) => {
    if (commandName === 'commitTransaction') committing--;
  });
  return seen;
}

it('documents are written while others are committed', async () => {
  const seen = watchCommits();
  const client = async (id: string) => {
    for (let at = 0; at < CHANGES; at++) expect((await change(id, `Round ${at} of ${id}`)).status).toBe(200);
  };
  await Promise.all(ids.map(client));
  expect(seen.overlaps).toBeGreaterThan(0);
  for (const id of ids) {
    const { body } = await test.editor.get(`/documents/${id}`);
    expect(body).toMatchObject({ data: { attributes: { title: `Round ${CHANGES - 1} of ${id}` } } });
    const [stored] = await test.service.services.store
      .documents('documents')
      .find({ _id: Number(id) })
      .toArray();
    expect(stored?.revision).toBe(CHANGES + 1);
  }
});

it('one object is changed by many clients at once, one after the other', async () => {
  const [id = ''] = ids;
  const before = await test.service.services.store.documents('documents').findOne({ _id: Number(id) });
  const answers = await Promise.all(ids.map((_, at) => change(id, `Together ${at}`)));
  expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 200));
  const after = await test.service.services.store.documents('documents').findOne({ _id: Number(id) });
  expect(after?.revision).toBe((before?.revision ?? 0) + CLIENTS);
});
