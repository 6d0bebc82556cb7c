// How many commands an answer costs the database, getMore included: as many for a page of one as for a page of twenty.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addMedia, picture } from '../support/pictures.ts';
import { openTestService, type TestService } from '../support/service.ts';

const PLACES = 24;
let test: TestService;
let commands: string[] = [];
beforeAll(async () => {
  test = await openTestService({ monitorCommands: true });
  const { id } = await test.admin.create('/model/relations', { name: 'borders', inverse_name: 'borders' });
  const types = { data: [{ type: 'object_types', id: 'locations' }] };
  for (const side of ['left', 'right'])
    await test.admin.post(`/model/relations/${id}/relationships/${side}_object_types`, types);
  const made: string[] = [];
  for (let place = 0; place < PLACES; place++) {
    const { id: next } = await test.editor.create('/locations', { title: `Place ${place}`, status: 'on' });
    const data = made.map((other) => ({ id: other, type: 'locations' }));
    await test.editor.post(`/locations/${next}/relationships/borders`, { data });
    made.push(next);
  }
});
afterAll(() => test.close());

beforeEach(async () => {
  // What is read once is read by now.
  await test.anonymous.get('/locations?page_size=1');
  commands = [];
  test.service.services.store.client.on('commandStarted', ({ commandName, command }) => {
    const members = command as Record<string, unknown>;
    const collection = String(commandName === 'getMore' ? members['collection'] : members[commandName]);
    // The streams by which the process follows the model and the permissions go on all the time.
    if (collection !== 'state') commands.push(`${commandName} ${collection}`);
  });
});
afterEach(() => {
  test.service.services.store.client.removeAllListeners('commandStarted');
});

describe('the commands of a list', () => {
  const TOTAL = ['find documents.locations', 'aggregate object_counts'];
  const LEVEL = ['find object_relations', 'find documents.locations'];

  it.each([1, 20])('with nested includes of a relation are two for each level: a page of %i', async (size) => {
    const response = await test.anonymous.get(`/locations?sort=-id&page_size=${size}&include=borders.borders.borders`);
    const { data, included } = response.body as { data: unknown[]; included: unknown[] };
    expect([response.status, data.length, included.length]).toEqual([200, size, PLACES - size]);
    expect(commands.sort()).toEqual([...TOTAL, ...LEVEL, ...LEVEL, ...LEVEL].sort());
    expect(commands.length).toBeLessThanOrEqual(8);
  });

  it('with counts of all relations are two more', async () => {
    const response = await test.anonymous.get('/locations?page_size=20&count=all');
    const [first] = (response.body as { data: { relationships: Record<string, unknown> }[] }).data;
    expect(first?.relationships['borders']).toMatchObject({ meta: { count: PLACES - 1 } });
    expect(commands.sort()).toEqual([...TOTAL, 'find object_relations', 'find objects'].sort());
  });

  it('of related objects are one for the object and four for the list', async () => {
    const [{ id = '' } = {}] = ((await test.anonymous.get('/locations?page_size=1')).body as { data: { id: string }[] })
      .data;
    commands = [];
    const response = await test.anonymous.get(`/locations/${id}/borders`);
    expect((response.body as { data: unknown[] }).data).toHaveLength(20);
    expect(commands.length).toBeLessThanOrEqual(5);
  });
});

describe('the commands of thumbnails', () => {
  const ids: string[] = [];
  beforeAll(async () => {
    const bytes = await picture({ width: 20, height: 20 });
    for (let at = 0; at < 20; at++) ids.push((await addMedia(test, bytes)).objectId);
    // They are made by the first who asks.
    expect((await test.anonymous.get(`/media/thumbs?ids=${ids.join(',')}`)).status).toBe(200);
  });

  it.each([1, 20])('that are there are one for each collection: %i of them', async (count) => {
    const response = await test.anonymous.get(`/media/thumbs?ids=${ids.slice(0, count).reverse().join(',')}`);
    const { thumbnails } = (response.body as { meta: { thumbnails: { id: number; ready: boolean }[] } }).meta;
    const all = ids.slice(0, count).reverse();
    expect(thumbnails).toMatchObject(all.map((id) => ({ id: Number(id), ready: true })));
    expect(commands.sort()).toEqual(['aggregate streams', 'find documents.images', 'find objects', 'find thumbnails']);
  });
});
