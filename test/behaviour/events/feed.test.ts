// `/feed` (D652, D653): the events that a caller sees, pages by cursor, and streams.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { listenTo } from '../../support/events/feed-streams.ts';
import { openListeningService, type ListeningService } from '../../support/clients/listening-service.ts';
import { errorCodes, type Client } from '../../support/service.ts';

let listening: ListeningService;
beforeAll(async () => {
  listening = await openListeningService({ env: { FEED_LISTENERS: '2' } });
});
// The service gives a place for a listener free when it sees the end of the connection, which is after the client's end.
afterEach(() => until(() => listening.openRequests() === 0));
afterAll(() => listening.close());

const test = () => listening.test;

interface Event {
  id: string;
  attributes: { event: string; subject: string; data: { id: string; type: string; changed: string[] } };
}

interface Page {
  data: Event[];
  links: { next: string | null; prev: string | null };
  meta: { cursor: string };
}

async function read(client: Client, query: string): Promise<Page> {
  await test().service.services.recordedEvents.numbering.settle();
  const { status, text, body } = await client.get(`/feed?${query}`);
  if (status !== 200) throw new Error(`${status} ${text}`);
  return body as Page;
}

const now = async (): Promise<string> => (await read(test().admin, 'page[before]=&page_size=1')).meta.cursor;

/** The events that a client sees after a cursor: `updated 12: title`. */
async function seen(client: Client, after: string, query = ''): Promise<string[]> {
  const { data } = await read(client, `page[after]=${after}&page_size=100${query}`);
  return data.map(({ attributes }) => {
    const { id, changed } = attributes.data;
    return `${attributes.event.replace(/^colophon\.(object\.)?/, '')} ${id}: ${changed.join(' ')}`.trim();
  });
}

const make = async (attributes: object, type = 'documents'): Promise<string> =>
  (await test().editor.create(`/${type}`, { ...attributes })).id;

async function change(id: string, attributes: object, type = 'documents'): Promise<void> {
  const { status, text } = await test().editor.patch(`/${type}/${id}`, { data: { type, id, attributes } });
  if (status !== 200) throw new Error(text);
}

describe('a caller', () => {
  it('sees events of visible objects, and an event when one becomes invisible', async () => {
    const start = await now();
    const id = await make({ title: 'One', status: 'draft' });
    expect(await seen(test().anonymous, start)).toEqual([]);
    expect(await seen(test().editor, start)).toHaveLength(1);
    await change(id, { status: 'on' });
    const shown = await now();
    expect((await seen(test().anonymous, start)).map((text) => text.split(':')[0])).toEqual([
      `created ${id}`,
      `updated ${id}`,
      `published ${id}`,
    ]);
    await change(id, { title: 'Two' });
    await change(id, { status: 'off' });
    // The change of the title is not shown when the object is hidden now.
    expect(await seen(test().anonymous, shown)).toEqual([`unpublished ${id}:`]);
    expect(await seen(test().editor, shown)).toEqual([
      `updated ${id}: title`,
      `updated ${id}: status`,
      `unpublished ${id}:`,
    ]);
    await change(id, { title: 'Three' });
    expect(await seen(test().anonymous, shown)).toEqual([`unpublished ${id}:`]);
  });

  it('gets an event for a visible object that is trashed', async () => {
    const [draft, shown] = [await make({ status: 'draft' }), await make({ status: 'on' })];
    const start = await now();
    for (const id of [draft, shown]) {
      await test().editor.delete(`/documents/${id}`);
      await test().editor.delete(`/trash/${id}`);
    }
    expect(await seen(test().anonymous, start)).toEqual([
      `deleted ${shown}:`,
      `unpublished ${shown}:`,
      `removed ${shown}:`,
    ]);
  });

  it('gets an event when an object is restricted to certain roles', async () => {
    const id = await make({ status: 'on' });
    const start = await now();
    await test().admin.create('/object_permissions', { object_id: Number(id), role_id: 2, permission: 'read' });
    expect(await seen(test().anonymous, start)).toEqual([`removed ${id}:`]);
    expect(await seen(test().editor, start)).toEqual([`updated ${id}: perms`]);
  });

  it('sees no names of attributes that are hidden, and users as lists show them', async () => {
    const start = await now();
    await test().addClient('seen-by-admins', []);
    expect(await seen(test().anonymous, start)).toEqual([]);
    expect(await seen(test().reader, start)).toEqual([]);
    expect((await seen(test().admin, start)).join()).toContain('created ');
    expect((await seen(test().editor, start)).join()).not.toContain('email');
  });

  it('without access to any type gets nothing', async () => {
    const [endpoint, role] = [await test().admin.create('/admin/endpoints', { name: 'feed' }), null];
    const row = { endpoint_id: Number(endpoint.id), role_id: role, read: 'block', write: false };
    const closed = await test().admin.create('/admin/endpoint_permissions', row);
    expect((await test().reader.get('/feed')).status).toBe(403);
    await test().admin.delete(`/admin/endpoint_permissions/${closed.id}`);
  });
});

describe('filters', () => {
  it('select types and events', async () => {
    const start = await now();
    const [document, news] = [await make({ status: 'on' }), await make({ status: 'on' }, 'news')];
    await change(document, { title: 'Other' });
    expect(await seen(test().anonymous, start, '&filter[type]=news&filter[event]=created')).toEqual([
      expect.stringContaining(`created ${news}`),
    ]);
    expect(await seen(test().anonymous, start, '&filter[event]=updated')).toEqual([`updated ${document}: title`]);
    await test().admin.create('/model/tags', { name: 'feed-tag' });
    expect(await seen(test().anonymous, start, '&filter[type]=tags')).toEqual([
      expect.stringContaining('model.created'),
    ]);
    const unknown = await test().anonymous.get('/feed?filter[event]=exploded');
    expect([unknown.status, errorCodes(unknown)[0]]).toEqual([400, 'invalid_filter']);
  });

  it('select objects below a folder, and report objects that leave it', async () => {
    const [above, other] = [await make({ status: 'on' }, 'folders'), await make({ status: 'on' }, 'folders')];
    const id = await make({ status: 'on' });
    const start = await now();
    const place = async (folder: string) => {
      const data = [{ type: 'folders', id: folder }];
      const { status } = await test().editor.patch(`/documents/${id}/relationships/parents`, { data });
      expect(status).toBeLessThan(300);
    };
    await place(above);
    expect((await seen(test().anonymous, start, `&filter[ancestor]=${above}`)).at(-1)).toMatch(
      `updated ${id}: parents`,
    );
    const inside = await now();
    await place(other);
    const inFolder = await seen(test().anonymous, inside, `&filter[ancestor]=${above}`);
    expect(inFolder.filter((text) => text.includes(` ${id}:`))).toEqual([`removed ${id}:`]);
  });
});

describe('pages', () => {
  it('include the latest writes of the same caller', async () => {
    const start = await now();
    const id = await make({ title: 'Just now', status: 'on' });
    const { body } = await test().editor.get(`/feed?page[after]=${start}`);
    const listed = (body as Page).data.map(({ attributes: { event, data } }) => `${event} ${data.id}`);
    expect(listed).toEqual([`colophon.object.created ${id}`, `colophon.object.published ${id}`]);
  });

  it('continue in both directions, and have the present end of the feed', async () => {
    for (let index = 0; index < 5; index++) await make({ title: `Page ${index}`, status: 'on' });
    const whole = (await read(test().anonymous, 'page_size=100')).data.map(({ id }) => id);
    const walked: string[] = [];
    let cursor = '';
    for (let page = await read(test().anonymous, 'page_size=3'); ;) {
      walked.push(...page.data.map(({ id }) => id));
      ({ cursor } = page.meta);
      if (page.links.next === null) break;
      page = await read(test().anonymous, `page_size=3&page[after]=${cursor}`);
    }
    expect(walked).toEqual(whole);
    expect(cursor).toBe(await now());
    expect((await read(test().anonymous, `page[after]=${cursor}`)).data).toEqual([]);
    const backwards = await read(test().anonymous, 'page_size=3&page[before]=');
    expect(backwards.data.map(({ id }) => id)).toEqual(whole.slice(-3));
    const earlier = await test().anonymous.get(
      new URL(backwards.links.prev ?? '').pathname + new URL(backwards.links.prev ?? '').search,
    );
    expect((earlier.body as Page).data.map(({ id }) => id)).toEqual(whole.slice(-6, -3));
  });

  it('update a copy to the state of a list', async () => {
    const copy = new Map<string, string>();
    let cursor = await now();
    const listed = async (): Promise<Map<string, string>> => {
      const { body } = await test().anonymous.get('/news?page_size=100&fields=title');
      const { data } = body as { data: { id: string; attributes: { title: string } }[] };
      return new Map(data.map(({ id, attributes }) => [id, attributes.title]));
    };
    for (const [id, title] of await listed()) copy.set(id, title);
    const ids: string[] = [];
    for (let round = 0; round < 3; round++) {
      for (let index = 0; index < 4; index++)
        ids.push(await make({ title: `News ${index}`, status: index % 2 ? 'on' : 'draft' }, 'news'));
      for (const [index, id] of ids.entries()) {
        if (index % 3 === round)
          await change(id, { status: index % 2 ? 'draft' : 'on', title: `Round ${round}` }, 'news');
      }
      const gone = ids.splice(round, 1);
      for (const id of gone) await test().editor.delete(`/news/${id}`);
      const page = await read(test().anonymous, `page[after]=${cursor}&filter[type]=news&page_size=100`);
      ({ cursor } = page.meta);
      for (const {
        attributes: {
          event,
          data: { id },
        },
      } of page.data) {
        const found = /removed|deleted|unpublished/.test(event) ? undefined : await test().anonymous.get(`/news/${id}`);
        if (found?.status === 200)
          copy.set(id, (found.body as { data: { attributes: { title: string } } }).data.attributes.title);
        else copy.delete(id);
      }
      expect([...copy].sort()).toEqual([...(await listed())].sort());
    }
  });

  it('refuse an invalid cursor', async () => {
    for (const query of ['filter[query]=x', 'page[after]=x', 'page[after]=1&page[before]=2', 'page=1', 'sort=time']) {
      expect([(await test().anonymous.get(`/feed?${query}`)).status, query]).toEqual([400, query]);
    }
  });
});

const listen = (client: Client, options?: { query?: string; last?: string }) =>
  listenTo(listening.url, client, options);

const until = (isSo: () => boolean) => expect.poll(isSo, { interval: 20 }).toBe(true);

describe('a stream', () => {
  it('has new events, and continues after a disconnection', async () => {
    const first = await listen(test().anonymous);
    expect(first.response.headers.get('content-type')).toBe('text/event-stream');
    await until(() => first.last !== '');
    const id = await make({ title: 'Streamed', status: 'on' });
    await until(() => first.events.length === 2);
    const [created, published] = first.events;
    expect([published?.type, published?.id]).toEqual(['colophon.object.published', first.last]);
    expect(created).toMatchObject({
      specversion: '1.0',
      id: expect.stringMatching(/^\d+$/),
      source: expect.stringContaining('http'),
      type: 'colophon.object.created',
      subject: `/documents/${id}`,
      data: { id, type: 'documents' },
    });
    await first.leave();
    await change(id, { title: 'Meanwhile' });
    await make({ title: 'Hidden', status: 'draft' });
    const second = await listen(test().anonymous, { last: first.last });
    await change(id, { title: 'Afterwards' });
    await change(id, { status: 'off' });
    await until(() => second.events.some(({ type }) => type === 'colophon.object.unpublished'));
    expect(new Set(second.events.map(({ data }) => data.id))).toEqual(new Set([id]));
    expect(Number(second.last)).toBeGreaterThan(Number(first.last));
    await second.leave();
  });

  it('names restricted attributes only if the listener may read them', async () => {
    const permit = async (attribute_permissions: object | null): Promise<void> => {
      const { body } = await test().admin.get('/model/object_types/documents');
      const { id } = (body as { data: { id: string } }).data;
      const data = { id, type: 'object_types', attributes: { attribute_permissions } };
      expect((await test().admin.patch(`/model/object_types/${id}`, { data })).status).toBe(200);
    };
    await permit({ description: { read: ['editor'] } });
    const id = await make({ title: 'Streamed', status: 'on' });
    const [open, whole] = [await listen(test().anonymous), await listen(test().editor)];
    await until(() => open.last !== '' && whole.last !== '');
    await change(id, { description: 'for editors', body: 'for all' });
    const hasUpdate = (each: typeof open) => each.events.some(({ type }) => type === 'colophon.object.updated');
    await until(() => hasUpdate(open) && hasUpdate(whole));
    const changedFields = (each: typeof open) =>
      (each.events.at(-1)?.data as { changed?: string[] } | undefined)?.changed?.toSorted();
    expect([changedFields(open), changedFields(whole)]).toEqual([['body'], ['body', 'description']]);
    await Promise.all([open.leave(), whole.leave()]);
    await permit(null);
  });

  it('is limited to a number of listeners', async () => {
    const streams = [await listen(test().anonymous), await listen(test().reader)];
    await until(() => streams.every(({ last }) => last !== ''));
    const third = await listen(test().anonymous);
    expect(third.response.status).toBe(503);
    expect(third.response.headers.get('retry-after')).not.toBeNull();
    await Promise.all([...streams, third].map((stream) => stream.leave()));
    let again = await listen(test().anonymous);
    for (; again.response.status === 503; again = await listen(test().anonymous)) await again.leave();
    expect(again.response.status).toBe(200);
    await again.leave();
  });

  it('has no body for HEAD, and refuses an invalid event id', async () => {
    const head = await test().anonymous.request('head', '/feed', (sent) => sent.set('Accept', 'text/event-stream'));
    expect([head.status, head.headers['content-type']]).toEqual([200, 'text/event-stream']);
    const wrong = await listen(test().anonymous, { last: 'x' });
    expect(wrong.response.status).toBe(400);
    await wrong.leave();
  });
});

it('events of another database are 410', async () => {
  const stream = await listen(test().anonymous);
  const gone = await test().anonymous.get('/feed?page[after]=999999999');
  expect([gone.status, errorCodes(gone)[0]]).toEqual([410, 'cursor_expired']);
  const cut = await listen(test().anonymous, { last: '999999999' });
  expect(cut.response.status).toBe(410);
  await cut.leave();
  expect((await test().anonymous.get('/feed')).status).toBe(200);
  test().service.endStreams();
  await until(() => stream.isOver);
});
