// The number of database commands of a response, getMore included: the same for a page of one item and of twenty.
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createGate } from '../../support/processes/arriving-together.ts';
import { sentCommandOf, transactionOf, type SentCommand } from '../../support/processes/commands.ts';
import { addMedia, picture } from '../../support/files/pictures.ts';
import { serviceForTests } from '../../support/service.ts';
import { uploadStream } from '../../support/files/uploads.ts';

const PLACES = 24;
// The work of a response, not a kept one (response-cache.test.ts).
const gate = createGate();
const test = serviceForTests({ monitorCommands: true, env: { RESPONSE_CACHE: '0' }, before: gate.before });
let commands: SentCommand[] = [];
const aborted = new Set<string | undefined>();
const names = (sent: readonly SentCommand[]): string[] => sent.map(({ name }) => name).sort();

beforeAll(async () => {
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

beforeEach(async () => {
  // Data that is read once has been read before.
  await test.anonymous.get('/locations?page_size=1');
  commands = [];
  test.service.services.store.client.on('commandStarted', (started) => {
    if (started.commandName === 'abortTransaction') aborted.add(transactionOf(started));
    const command = sentCommandOf(started);
    // Ids are reserved in blocks, at some request or other.
    if (command && command.name !== 'findAndModify sequences') commands.push(command);
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
    expect(names(commands)).toEqual([...TOTAL, ...LEVEL, ...LEVEL, ...LEVEL].sort());
    expect(commands.length).toBeLessThanOrEqual(8);
  });

  it('with counts of all relations are two more', async () => {
    const response = await test.anonymous.get('/locations?page_size=20&count=all');
    const [first] = (response.body as { data: { relationships: Record<string, unknown> }[] }).data;
    expect(first?.relationships['borders']).toMatchObject({ meta: { count: PLACES - 1 } });
    expect(names(commands)).toEqual([...TOTAL, 'find object_relations', 'find objects'].sort());
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
    // The first request makes them.
    expect((await test.anonymous.get(`/media/thumbs?ids=${ids.join(',')}`)).status).toBe(200);
  });

  it.each([1, 20])('that exist are one for each collection: %i of them', async (count) => {
    const response = await test.anonymous.get(`/media/thumbs?ids=${ids.slice(0, count).reverse().join(',')}`);
    const { thumbnails } = (response.body as { meta: { thumbnails: { id: number; ready: boolean }[] } }).meta;
    const all = ids.slice(0, count).reverse();
    expect(thumbnails).toMatchObject(all.map((id) => ({ id: Number(id), ready: true })));
    expect(names(commands)).toEqual(['aggregate streams', 'find documents.images', 'find objects', 'find thumbnails']);
  });
});

/** The minimum of commands of a unit of work: each statement is explained at D482. */
describe('the commands of a write', () => {
  const made: string[] = [];
  const translations: string[] = [];
  let folder = '';
  let serial = 0;
  beforeAll(async () => {
    folder = (await test.editor.create('/folders', { title: 'Written' })).id;
    for (let at = 0; at < 30; at++) {
      const { id } = await test.editor.create('/locations', { title: `Written ${at}`, status: 'on' });
      made.push(id);
    }
    // The others are in no folder, and have no rows that are seen with them.
    const data = made.slice(11).map((id) => ({ id, type: 'locations' }));
    expect((await test.editor.post(`/folders/${folder}/relationships/children`, { data })).status).toBe(200);
    for (const id of made.slice(11, 22)) {
      const { body } = await test.editor.post('/translations', translation(id, 'de'));
      translations.push((body as { data: { id: string } }).data.id);
    }
  });
  beforeEach(async () => {
    // The token has been seen by now.
    await test.editor.get('/locations?page_size=1');
    commands = [];
  });

  const body = (attributes: object, more: object = {}) => ({ data: { type: 'locations', attributes, ...more } });
  const title = () => `A title ${serial++}`;
  const see = (id: string) => ({ relationships: { borders: { data: [{ id, type: 'locations' }] } } });
  const translation = (id = '', lang = 'it') => ({
    data: { type: 'translations', attributes: { object_id: Number(id), lang, translated_fields: { title: title() } } },
  });
  const writes: Record<string, (at: number) => Promise<{ status: number }>> = {
    POST: () => test.editor.post('/locations', body({ title: title() })),
    'POST of a title that is taken': () => test.editor.post('/locations', body({ title: 'Written 1' })),
    PATCH: (at) => test.editor.patch(`/locations/${made[at]}`, body({ title: title() }, { id: made[at] })),
    'POST with a relation': (at) => test.editor.post('/locations', body({ title: title() }, see(made[at] ?? ''))),
    'POST of a link': (at) =>
      test.editor.post(`/locations/${made[at]}/relationships/borders`, { data: [{ id: made[20], type: 'locations' }] }),
    'a move of a place': (at) =>
      test.editor.post(`/folders/${folder}/relationships/children`, {
        data: [{ id: made[at + 11], type: 'locations', meta: { relation: { position: 'first' } } }],
      }),
    DELETE: (at) => test.editor.delete(`/locations/${made[at]}`),
    'POST of a translation': (at) => test.editor.post('/translations', translation(made[at + 11])),
    'PATCH of a translation': (at) => {
      const id = translations[at];
      const attributes = { status: 'on', translated_fields: { title: title() } };
      return test.editor.patch(`/translations/${id}`, { data: { id, type: 'translations', attributes } });
    },
    'DELETE of a translation': (at) => test.editor.delete(`/translations/${translations[at]}`),
    'POST of an annotation': (at) => {
      const attributes = { object_id: Number(made[at + 11]), description: 'A remark' };
      return test.editor.post('/annotations', { data: { type: 'annotations', attributes } });
    },
    'POST of a file': (at) => uploadStream(test.editor, `${at}.txt`, `The file ${serial++}`),
  };
  interface Work {
    /** Reads by keys, which concurrent requests share. */
    shared: number;
    /** Commands of each request before its transaction, of no other one. */
    own?: string[];
    /** Commands of a batch: the transaction of the requests that are committed together. */
    batch: number;
    /** Commands of a batch for each of its requests: rows that are written one after the other, since each sees the earlier ones. */
    each?: number;
  }
  const WORK: Record<string, Work> = {
    POST: { shared: 2, batch: 4 },
    'POST of a title that is taken': { shared: 2, batch: 4 },
    PATCH: { shared: 2, batch: 4 },
    'POST with a relation': { shared: 3, batch: 7 },
    'POST of a link': { shared: 3, batch: 6 },
    DELETE: { shared: 2, batch: 4 },
    'a move of a place': { shared: 3, own: ['find trees'], batch: 9 },
    'POST of a translation': { shared: 3, batch: 4, each: 1 },
    'PATCH of a translation': { shared: 4, own: ['find translations'], batch: 2, each: 2 },
    'DELETE of a translation': { shared: 2, own: ['find translations'], batch: 2, each: 3 },
    'POST of an annotation': { shared: 3, batch: 4, each: 1 },
    'POST of a file': {
      shared: 1,
      own: ['find file_usage', 'find file_usage', 'insert unclaimed_files', 'update unclaimed_files'],
      batch: 2,
      each: 4,
    },
  };

  /**
   * How many shared reads and batches there are depends on the machine, and whether a batch meets the previous one, which is being
   * committed, and is written again (D571); all else does not.
   */
  it.each(Object.entries(WORK))('%s are few, and most are shared by ten concurrent ones', async (name, work) => {
    const { shared, own = [], batch, each = 0 } = work;
    const write = writes[name] as (at: number) => Promise<{ status: number }>;
    const counted = (requests: number) => {
      const before = commands.filter(({ transaction }) => transaction === undefined);
      const reads = before.filter((command) => !own.includes(command.name));
      expect(reads.filter(({ isByKeys }) => !isByKeys)).toEqual([]);
      expect(reads.length).toBeLessThanOrEqual(requests * shared);
      expect(before.length - reads.length).toBe(requests * own.length);
      const committed = commands.filter(({ transaction }) => transaction !== undefined && !aborted.has(transaction));
      const batches = new Set(committed.map(({ transaction }) => transaction)).size;
      expect(batches).toBeLessThanOrEqual(Math.min(requests, 5));
      expect(names(committed)).toHaveLength(batches * batch + requests * each);
    };
    expect((await write(10)).status).toBeLessThan(300);
    counted(1);
    commands = [];
    gate.gather(10);
    const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => write(at)));
    expect(answers.every(({ status }) => status < 300)).toBe(true);
    counted(10);
    // They arrive in one turn.
    expect(names(commands).filter((command) => command === 'find documents.users').length).toBeLessThan(10);
  });

  it('of which every other is refused cost less than separate requests', async () => {
    const [alone, ...others] = made.slice(11);
    expect((await test.editor.post('/translations', translation(made[29], 'es'))).status).toBe(201);
    commands = [];
    expect((await test.editor.post('/translations', translation(alone, 'fr'))).status).toBe(201);
    expect((await test.editor.post('/translations', translation(made[29], 'es'))).status).toBe(400);
    const separate = commands.length * others.length;
    commands = [];
    gate.gather(2 * others.length);
    const answers = await Promise.all(
      others.flatMap((id) => [
        test.editor.post('/translations', translation(id, 'fr')),
        test.editor.post('/translations', translation(made[29], 'es')),
      ]),
    );
    expect(answers.map(({ status }) => status)).toEqual(others.flatMap(() => [201, 400]));
    expect([commands.length < separate, commands.length]).toEqual([true, commands.length]);
  });
});
