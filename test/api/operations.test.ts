// Several operations in one transaction (POST /operations, D490 to D493).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ObjectEvent } from '../../core/events/events.ts';
import { ATOMIC, resultsOf, sendOperations } from '../support/atomic.ts';
import { errorCodes, errorSources, openTestService, type Client, type TestService } from '../support/service.ts';

let test: TestService;
let told: ObjectEvent[] = [];
beforeAll(async () => {
  test = await openTestService({ env: { PUBLICATION: '' } });
  test.service.services.events.on('object', (event) => void told.push(event));
});
afterAll(async () => {
  expect(test.loggedErrors).toEqual([]);
  await test.close();
});

const send = (operations: unknown, client: Client = test.editor) => sendOperations(client, operations);
const add = (title: string, members: object = {}) => ({
  op: 'add',
  data: { type: 'documents', attributes: { title }, ...members },
});
const related = async (path: string): Promise<string[]> => {
  const { body } = await test.admin.get(path);
  return (body as { data: { id: string }[] }).data.map(({ id }) => id);
};

/** What the database holds of objects, and what follows from it. */
async function stored(): Promise<unknown> {
  const { store } = test.service.services;
  const collections = [
    store.objects,
    store.unames,
    store.documents('documents'),
    store.documents('folders'),
    store.objectRelations,
    store.trees,
    store.translations,
    store.annotations,
    store.categories,
    store.tags,
    store.changes,
    store.objectCounts,
  ];
  const rows = [];
  for (const collection of collections) rows.push(await collection.find({} as never).sort({ _id: 1 } as never).toArray());
  return rows;
}

describe('operations', () => {
  it('add objects, and relate them by their local ids', async () => {
    const answer = await send([
      add('First', { lid: 'a' }),
      add('Second', { lid: 'b', relationships: { see_also: { data: [{ type: 'documents', lid: 'a' }] } } }),
      {
        op: 'add',
        ref: { type: 'documents', lid: 'a', relationship: 'see_also' },
        data: [{ type: 'documents', lid: 'b' }],
      },
    ]);
    const [first, second, links] = resultsOf(answer);
    expect(answer.headers['content-type']).toBe(ATOMIC);
    expect([first?.data?.attributes['title'], second?.data?.attributes['title']]).toEqual(['First', 'Second']);
    expect(links?.data).toMatchObject([{ id: second?.data?.id, type: 'documents' }]);
    expect(await related(`/documents/${second?.data?.id}/see_also`)).toEqual([first?.data?.id]);
    expect(await related(`/documents/${first?.data?.id}/see_also`)).toEqual([second?.data?.id]);
  });
});
