// Events of committed changes (D650, D651): each once, numbered without gaps, in the order of the changes of each
// object, regardless of the processes that write or are killed.
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createEventNumbering } from '../../../core/events/event-numbering.ts';
import type { NumberedEvent } from '../../../core/store/recorded/event-rows.ts';
import { allEvents } from '../../support/events/feed-events.ts';
import { JSON_API, openTestService, type TestService, serviceForTests } from '../../support/service.ts';
import { startServiceProcess } from '../../support/processes/service-processes.ts';
import { temporaryFolder } from '../../support/files/storages.ts';
import { testLog } from '../../support/database/stores.ts';

const test = serviceForTests();
let other: TestService;
beforeAll(async () => {
  other = await openTestService({ beside: test });
});
afterAll(async () => {
  await other.close();
});

const store = () => test.service.services.store;

async function numbered(after = 0): Promise<NumberedEvent[]> {
  await test.service.services.recordedEvents.numbering.settle();
  return allEvents(test.service.services.objects, after);
}

const shown = ({ event, type, changed }: NumberedEvent): string =>
  `${event} ${type}: ${[...changed].sort().join(' ')}`.trim();

/** Events that have been added since. */
async function during(work: () => Promise<unknown>): Promise<string[]> {
  const last = (await numbered()).at(-1)?.number ?? 0;
  await work();
  return (await numbered(last)).map(shown);
}

async function assertWithoutGaps(): Promise<void> {
  const numbers = (await numbered()).map(({ number }) => number);
  expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? 0) + index));
  expect(await store().changes.countDocuments({ pending: { $exists: true } })).toBe(0);
}

describe('an event', () => {
  it('exists for each change of an object, with the names of changed attributes', async () => {
    const { id: to } = await test.editor.create('/documents', { title: 'Other' });
    const events = await during(async () => {
      const { id } = await test.editor.create('/documents', { title: 'One', status: 'on' });
      const data = { type: 'documents', id, attributes: { title: 'Two' } };
      await test.editor.patch(`/documents/${id}`, { data });
      await test.editor.post(`/documents/${id}/relationships/see_also`, { data: [{ type: 'documents', id: to }] });
      await test.editor.delete(`/documents/${id}`);
      await test.editor.patch(`/trash/${id}`, { data: { type: 'documents', id } });
      await test.editor.delete(`/documents/${id}`);
      await test.editor.delete(`/trash/${id}`);
    });
    expect(events.map((text) => text.replace(/^(created documents):.*/, '$1'))).toEqual([
      'created documents',
      'published documents:',
      'updated documents: title',
      // At both ends.
      'updated documents: see_also',
      'updated documents: see_also',
      'deleted documents:',
      'unpublished documents:',
      'restored documents:',
      'published documents:',
      'deleted documents:',
      'unpublished documents:',
      'removed documents:',
    ]);
  });

  it('has the previous visibility of an object when a change affects it', async () => {
    const { id } = await test.editor.create('/documents', { title: 'Seen', status: 'on' });
    await test.editor.patch(`/documents/${id}`, { data: { type: 'documents', id, attributes: { title: 'Still' } } });
    await test.editor.patch(`/documents/${id}`, { data: { type: 'documents', id, attributes: { status: 'draft' } } });
    const events = (await numbered()).filter(({ subject }) => subject === id);
    expect(events.map(({ event, before }) => `${event} ${before?.status ?? ''}`.trim())).toEqual([
      'created',
      'published',
      'updated',
      'updated',
      'unpublished on',
    ]);
  });

  it('exists for changes of the model, but not for failed ones', async () => {
    const type = { name: 'recipes', singular: 'recipe' };
    const events = await during(async () => {
      await test.admin.create('/model/object_types', type);
      expect(
        (await test.admin.post('/model/object_types', { data: { type: 'object_types', attributes: type } })).status,
      ).toBe(400);
    });
    expect(events.map((text) => text.split(':')[0])).toEqual(['created object_types']);
  });

  it('holds no values', async () => {
    await test.addClient('secretive', []);
    const text = JSON.stringify(await numbered());
    expect(text).toContain('"users"');
    expect(text).not.toContain('secretive');
  });
});

it('events of two processes have one order, in which the changes of an object follow each other', async () => {
  const { id } = await test.editor.create('/documents', { title: 'Shared' });
  const change = (client: TestService, attributes: object) =>
    client.editor.patch(`/documents/${id}`, { data: { type: 'documents', id, attributes } });
  await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      Promise.all([
        change(index % 2 ? test : other, { [index % 3 ? 'title' : 'description']: `Change ${index}` }),
        (index % 2 ? other : test).editor.create('/documents', { title: `Other ${index}` }),
      ]),
    ),
  );
  const rows = await store().changes.find({ resource_id: id }).sort({ 'version.number': 1 }).toArray();
  const updates = rows.filter(({ user_action: action }) => action === 'update');
  expect(updates.length).toBeGreaterThan(2);
  const events = (await numbered()).filter(({ subject, event }) => subject === id && event === 'updated');
  expect(events.map(({ changed }) => changed)).toEqual(updates.map(({ changed }) => Object.keys(changed)));
  await assertWithoutGaps();
});

it('a process that is killed loses no event and invents none', async () => {
  const uri = new URL(inject('mongodbUri'));
  uri.pathname = `/${test.databaseName}`;
  const settings = { DATA_DIR: await temporaryFolder(), PROCESS_ROLE: 'api', LEGACY_ROOT: 'off' };
  const killed = await startServiceProcess(uri.href, settings);
  const body = (title: string) => JSON.stringify({ data: { type: 'documents', attributes: { title } } });
  const headers = { Authorization: `Bearer ${killed.token}`, 'Content-Type': JSON_API };
  let answered = 0;
  const writer = async (name: number): Promise<void> => {
    for (let index = 0; ; index++) {
      const sent = { method: 'POST', headers, body: body(`Killed ${name} ${index}`) };
      if ((await fetch(`${killed.url}/documents`, sent)).status === 201) answered += 1;
      if (answered === 40) await killed.kill();
    }
  };
  await Promise.allSettled([1, 2, 3, 4].map(writer));
  const documents = await store()
    .documents('documents')
    .find({ title: /^Killed/ })
    .toArray();
  expect(documents.length).toBeGreaterThanOrEqual(40);
  const events = (await numbered()).filter(
    ({ event, subject }) => event === 'created' && documents.some(({ _id }) => String(_id) === subject),
  );
  expect(events).toHaveLength(documents.length);
  // Only committed changes.
  const created = (await numbered()).filter(({ event, type }) => event === 'created' && type === 'documents');
  const ids = await store().changes.distinct('resource_id', { resource_type: 'objects', user_action: 'create' });
  expect(created.filter(({ subject }) => !ids.includes(subject))).toEqual([]);
  await assertWithoutGaps();
});

describe('events of more objects than fit into a row', () => {
  const COUNT = 250;
  it('are read in both directions, in pages of any size', async () => {
    const others = await Promise.all(
      Array.from({ length: COUNT }, (_, index) => test.editor.create('/documents', { title: `End ${index}` })),
    );
    const { id } = await test.editor.create('/documents', { title: 'Hub' });
    const last = (await numbered()).at(-1)?.number ?? 0;
    const data = others.map((other) => ({ type: 'documents', id: other.id }));
    expect((await test.editor.post(`/documents/${id}/relationships/see_also`, { data })).status).toBe(200);
    const all = await numbered(last);
    expect(all.map(({ number }) => number)).toEqual(all.map((_, index) => last + 1 + index));
    expect(new Set(all.map(({ subject }) => subject))).toEqual(new Set([id, ...others.map((other) => other.id)]));
    expect(all.every(({ event, changed }) => event === 'updated' && changed.join() === 'see_also')).toBe(true);

    const pages = async (first: string, side: 'next' | 'prev'): Promise<string[]> => {
      const ids: string[] = [];
      for (let link: string | null = first; link !== null;) {
        const { body } = await test.editor.get(link);
        const page = body as { data: { id: string }[]; links: Record<'next' | 'prev', string | null> };
        ids.push(...(side === 'next' ? page.data : page.data.reverse()).map((event) => event.id));
        link = page.links[side]?.replace(/^https?:\/\/[^/]+/, '') ?? null;
      }
      return ids;
    };
    const end = last + all.length;
    const numbers = all.map(({ number }) => String(number));
    expect(await pages(`/feed?page[after]=${last}&page_size=37`, 'next')).toEqual(numbers);
    const backwards = await pages(`/feed?page[before]=${end + 1}&page_size=37`, 'prev');
    expect(backwards.slice(0, numbers.length)).toEqual(numbers.reverse());
    expect(await pages('/feed?page[before]=999999999&page_size=37', 'prev')).toEqual(backwards);
    await assertWithoutGaps();
  });

  it('are in no list of the history', async () => {
    const { body } = await test.admin.get('/history?page_size=1&sort=-id');
    const { meta } = body as { meta: { pagination: { count: number } } };
    const rows = await store().changes.find().toArray();
    expect(meta.pagination.count).toBe(rows.filter(({ resource_type: type }) => type !== 'events').length);
    expect(rows.length).toBeGreaterThan(meta.pagination.count);
    const found = await test.admin.get('/history?filter[resource_type]=events');
    expect((found.body as { data: unknown[] }).data).toEqual([]);
  });
});

it('a process with an outdated last number assigns no number twice', async () => {
  const { recordedEvents } = test.service.services;
  const before = (await numbered()).at(-1)?.number ?? 0;
  await Promise.all(
    [recordedEvents.numbering, other.service.services.recordedEvents.numbering].map((each) => each.close()),
  );
  const first = createEventNumbering({ store: store(), log: testLog });
  // Two events in one row.
  await test.editor.create('/documents', { title: 'Two', status: 'on' });
  let isLate = true;
  const changes = new Proxy(store().changes, {
    get(target, name) {
      if (name !== 'find') return Reflect.get(target, name) as unknown;
      return (filter: object, options: object) => {
        const found = target.find(filter as never, options as never);
        if (!('pending' in filter) || !isLate) return found;
        isLate = false;
        const toArray = found.toArray.bind(found);
        found.toArray = async () => {
          // Between its reads of the end and of the pending events, another process numbers these, and more are
          // committed.
          await first.settle();
          await test.editor.create('/documents', { title: 'One' });
          return toArray();
        };
        return found;
      };
    },
  });
  const second = createEventNumbering({ store: { ...store(), changes } as never, log: testLog });
  await second.settle();
  await Promise.all([first.close(), second.close()]);
  expect(isLate).toBe(false);
  const events = await allEvents(test.service.services.objects, before);
  expect(events.map(({ number, event }) => [number - before, event])).toEqual([
    [1, 'created'],
    [2, 'published'],
    [3, 'created'],
  ]);
});
