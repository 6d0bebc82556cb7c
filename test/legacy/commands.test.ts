// The number of database commands of reads in the legacy envelope: the same for 20 objects and for 5 (issue: bounded).
import { afterAll, beforeAll, expect, it } from 'vitest';
import { commandOf } from '../support/processes/commands.ts';
import { legacy, make, openLegacyService, place, relate, titlesOf } from '../support/writes/legacy-world.ts';
import type { TestService } from '../support/service.ts';

let test: TestService;
const ids: number[] = [];
beforeAll(async () => {
  test = await openLegacyService({}, true);
  for (let index = 0; index < 20; index++) {
    const id = await make(test.admin, 'documents', `Document ${index}`, { lang: 'en' });
    const image = await make(test.admin, 'images', `Image ${index}`);
    const folder = await make(test.admin, 'folders', `Folder ${index}`, { parent_uname: 'publication' });
    await place(test.admin, folder, ['documents', id]);
    await relate(test.admin, ['documents', id], 'poster', [{ type: 'images', id: String(image) }]);
    await relate(test.admin, ['documents', id], 'attach', [{ type: 'images', id: String(image) }]);
    ids.push(id);
  }
});
afterAll(() => test.close());

/** The commands of a read; the response must have this number of objects. */
async function commandsOf(path: string, count: number): Promise<string[]> {
  const { client } = test.service.services.store;
  // Data that is read once has been read before.
  await legacy(test.anonymous, path);
  const commands: string[] = [];
  client.on('commandStarted', (started) => {
    const command = commandOf(started);
    if (command !== undefined) commands.push(command);
  });
  const titles = await titlesOf(test.anonymous, path);
  client.removeAllListeners('commandStarted');
  expect([path, titles.length]).toEqual([path, count]);
  return commands.sort();
}

const DOCUMENTS = 'filter[object_type]=document';
it.each([
  ['/objects?embed[relations]=poster|1', DOCUMENTS, 14],
  ['/objects/publication/descendants?lang=ita', DOCUMENTS, 13],
  ['/objects/publication/descendants?embed[relations]=poster|1,attach|2', DOCUMENTS, 18],
  ['/objects/publication/children?lang=ita', 'filter[object_type]=section', 15],
])('%s', async (path, filter, most) => {
  const few = await commandsOf(`${path}&${filter}&page_size=5`, 5);
  const many = await commandsOf(`${path}&${filter}&page_size=20`, 20);
  expect(many).toEqual(few);
  expect([path, many.length <= most, many]).toEqual([path, true, many]);
});

it('the commands of a list of ids are the same for any number', async () => {
  const byIds = (count: number) => commandsOf(`/objects?id=${ids.slice(0, count).join()}`, count);
  const few = await byIds(5);
  expect(await byIds(20)).toEqual(few);
  expect(few.length).toBeLessThanOrEqual(20);
});

it('legacy lists use an index', async () => {
  const { db } = test.service.services.store;
  await db.command({ profile: 2 });
  await titlesOf(test.anonymous, '/objects/publication/descendants?embed[relations]=poster|1&page_size=5');
  await db.command({ profile: 0 });
  const rows = await db
    .collection('system.profile')
    .find({ op: { $in: ['query', 'command'] }, planSummary: { $exists: true } })
    .toArray();
  const plans = rows.map((row) => `${String(row['ns']).split('.').slice(1).join('.')}: ${String(row['planSummary'])}`);
  expect(plans.filter((plan) => plan.startsWith('trees:')).length).toBeGreaterThan(2);
  expect(plans.filter((plan) => plan.includes('COLLSCAN') && !plan.startsWith('state:'))).toEqual([]);
});
