// What a page of `/feed` reads from the database (D652).
import { expect, it } from 'vitest';
import { BACKGROUND_COMMENT } from '../../../core/store/recorded/event-rows.ts';
import { profiled } from '../../support/database/profiled.ts';
import { serviceForTests } from '../../support/service.ts';

const test = serviceForTests();

async function cursorOf(query: string): Promise<string> {
  const { status, body } = await test.anonymous.get(`/feed?${query}`);
  expect(status).toBe(200);
  return (body as { meta: { cursor: string } }).meta.cursor;
}

it('a page reads what its caller sees, and few events more than it shows', async () => {
  const { store, recordedEvents } = test.service.services;
  await recordedEvents.numbering.settle();
  const start = await cursorOf('page[before]=&page_size=1');
  for (let n = 0; n < 30; n++) await test.editor.create('/documents', { status: n < 10 ? 'on' : 'draft' });
  await recordedEvents.numbering.settle();

  const rowsRead = async (query: string): Promise<[events: number, objects: number]> => {
    const page = async () => void (await cursorOf(`page[after]=${start}&${query}`));
    const reads = await profiled(store.db, page, { op: 'query', 'command.comment': { $ne: BACKGROUND_COMMENT } });
    const most = (collection: string): number =>
      Math.max(0, ...reads.flatMap(({ ns, nreturned = 0 }) => (ns.endsWith(collection) ? [nreturned] : [])));
    return [most('.changes'), most('.objects')];
  };
  // An object that is published at once has two events, in one row.
  expect(await rowsRead('page_size=2')).toEqual([2, 2]);
  expect(await rowsRead('page_size=100')).toEqual([30, 10]);
  expect(await rowsRead('page_size=100&filter[event]=published')).toEqual([10, 10]);
  expect(await rowsRead('page_size=100&filter[event]=restored')).toEqual([0, 0]);
  expect(await rowsRead('page_size=100&filter[type]=news')).toEqual([0, 0]);
});
