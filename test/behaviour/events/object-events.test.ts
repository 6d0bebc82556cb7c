// Events of objects, for every operation that changes them: once, after the commit (D318, D347).
import { MongoError } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ObjectEvent } from '../../../core/events/events.ts';
import { recordChangeOfObject } from '../../../core/store/recorded/committed-changes.ts';
import { openLegacyWorld, type LegacyWorld } from '../../support/writes/legacy.ts';
import { errorCodes, type TestService } from '../../support/service.ts';
import { dataOf } from '../../support/files/stream-world.ts';
import { link, uploadStream } from '../../support/files/uploads.ts';

let world: LegacyWorld;
let test: TestService;
let received: ObjectEvent[] = [];
beforeAll(async () => {
  world = await openLegacyWorld();
  ({ test } = world);
  test.service.services.events.on('object', (event) => void received.push(event));
});
afterAll(() => test.close());

/** The events during the work: `updated 5: title`. */
async function during(work: () => Promise<unknown>): Promise<string[]> {
  received = [];
  await work();
  return received.map(({ event, object_id: id, changed }) => `${event} ${id}: ${[...changed].sort().join(' ')}`.trim());
}

const make = async (type = 'documents', attributes: object = {}): Promise<number> =>
  Number((await test.editor.create(`/${type}`, { title: 'It', ...attributes })).id);

async function done(answer: Promise<{ status: number; text: string }>): Promise<void> {
  const { status, text } = await answer;
  if (status >= 300) throw new Error(`${status} ${text}`);
}

describe('links', () => {
  const seeAlso = (id: number) => `/documents/${id}/relationships/see_also`;
  const data = (...ids: number[]) => ({ data: ids.map((id) => ({ type: 'documents', id: String(id) })) });

  it('are sent for both ends, and only when they change', async () => {
    const [from, to] = [await make(), await make()];
    const both = [`updated ${from}: see_also`, `updated ${to}: see_also`];
    expect(await during(() => done(test.editor.post(seeAlso(from), data(to))))).toEqual(both);
    expect(await during(() => done(test.editor.post(seeAlso(from), data(to))))).toEqual([]);
    expect(await during(() => done(test.editor.delete(seeAlso(from), {}, data(to))))).toEqual(both);
  });

  it('have at each end the name of that side', async () => {
    const [image, news] = [await make('images'), await make('news')];
    const path = `/images/${image}/relationships/poster_of`;
    const body = { data: [{ type: 'news', id: String(news) }] };
    expect(await during(() => done(test.editor.post(path, body)))).toEqual([
      `updated ${image}: poster_of`,
      `updated ${news}: poster`,
    ]);
  });

  it('created with an object are part of its event', async () => {
    const other = await make();
    const relationships = { see_also: data(other) };
    const body = { data: { type: 'documents', attributes: { title: 'New' }, relationships } };
    const events = await during(() => done(test.editor.post('/documents', body)));
    expect(events).toHaveLength(2);
    expect(events[0]).toMatch(/^created \d+: .*see_also.* title/);
    expect(events[1]).toBe(`updated ${other}: see_also`);
  });

  it('are not sent for refused writes', async () => {
    const id = await make();
    expect(
      await during(async () => {
        expect(errorCodes(await test.editor.post(seeAlso(id), data(999_999)))[0]).toBe('not_found');
      }),
    ).toEqual([]);
  });
});

describe('a resource of an object', () => {
  it.each([
    ['translations', { lang: 'it', translated_fields: { title: 'Cosa' } }, { translated_fields: { title: 'Altro' } }],
    ['annotations', { description: 'Good' }, { description: 'Better' }],
  ])('causes an event of the object: %s', async (type, attributes, change) => {
    const object = await make();
    const event = [`updated ${object}: ${type}`];
    let id = '';
    const create = async () => ({ id } = await test.editor.create(`/${type}`, { ...attributes, object_id: object }));
    expect(await during(create)).toEqual(event);
    const patch = () => done(test.editor.patch(`/${type}/${id}`, { data: { id, type, attributes: change } }));
    expect(await during(patch)).toEqual(event);
    expect(await during(patch)).toEqual([]);
    expect(await during(() => done(test.editor.delete(`/${type}/${id}`)))).toEqual(event);
    expect(await during(() => done(test.editor.patch(`/trash/${id}`, { data: { id, type: 'objects' } })))).toEqual(
      event,
    );
    await test.editor.delete(`/${type}/${id}`);
    expect(await during(() => done(test.editor.delete(`/trash/${id}`)))).toEqual(event);
  });

  it('causes events of the previous and the new object of a stream, and none for a stream without an object', async () => {
    const [first, second] = [await make('files'), await make('files')];
    let stream = '';
    const put = async () => (stream = dataOf(await uploadStream(test.editor, 'a.txt', 'Text')).id);
    expect(await during(put)).toEqual([]);
    const move = (id: number | null) => () =>
      done(link(test.editor, stream, id === null ? null : { type: 'files', id }));
    expect(await during(move(first))).toEqual([`updated ${first}: streams`]);
    expect(await during(move(second))).toEqual([`updated ${first}: streams`, `updated ${second}: streams`]);
    expect(await during(move(null))).toEqual([`updated ${second}: streams`]);
    await move(first)();
    expect(await during(() => done(test.editor.delete(`/streams/${stream}`)))).toEqual([`updated ${first}: streams`]);
  });

  it('is part of the single event of an object created from a file, cloned or purged', async () => {
    const uploaded = await during(() =>
      done(
        test.editor.request('post', '/files/upload/b.txt', (request) =>
          request.set('Content-Type', 'text/plain').send('Text of a file'),
        ),
      ),
    );
    expect(uploaded).toHaveLength(1);
    expect(uploaded[0]).toMatch(/^created \d+: .*streams/);
    const id = /\d+/.exec(uploaded[0] ?? '')?.[0] ?? '';
    await test.editor.create('/translations', { object_id: Number(id), lang: 'it', translated_fields: { title: 'B' } });
    const document = await make();
    await test.editor.post(`/files/${id}/relationships/see_also`, {
      data: [{ type: 'documents', id: String(document) }],
    });
    const meta = { include: ['relationships', 'translations'] };
    const clone = { data: { type: 'files', attributes: { title: 'Copy' }, meta } };
    const path = `/files/${id}/actions/clone`;
    const cloned = await during(() => done(test.editor.post(path, clone)));
    expect(cloned.map((event) => event.replace(/: .*title.*/, ''))).toEqual([
      expect.stringMatching(/^created \d+$/),
      `updated ${document}: see_also`,
    ]);
    await test.editor.delete(`/files/${id}`);
    expect(await during(() => done(test.editor.delete(`/trash/${id}`)))).toEqual([`removed ${id}:`]);
  });
});

describe('compound operations', () => {
  it('the legacy side sends events of objects, places and relations, each once', async () => {
    const other = await world.document('Other');
    const parent = world.publicationId;
    const data = {
      object_type: 'document',
      title: 'Made',
      parents: [parent],
      relations: { see_also: [{ related_id: other }] },
    };
    let id = 0;
    const made = await during(async () => (id = Number((await world.save(data)).body.data.id)));
    expect(made).toHaveLength(2);
    expect(made[0]).toMatch(new RegExp(`^created ${id}: .*see_also.*title`));
    expect(made[1]).toBe(`updated ${other}: see_also`);
    const changed = { id, title: 'Changed', relations: { see_also: [] } };
    expect(await during(() => world.save(changed))).toEqual([
      `updated ${id}: see_also title`,
      `updated ${other}: see_also`,
    ]);
    const section = await world.section('Section');
    expect(await during(() => world.send('post', `/objects/${section}/children`, [{ child_id: id }]))).toEqual([
      `updated ${id}: parents places`,
    ]);
    const relation = `/objects/${id}/relations/see_also`;
    expect(await during(() => world.send('post', relation, [{ related_id: other }]))).toEqual([
      `updated ${id}: see_also`,
      `updated ${other}: see_also`,
    ]);
  });

  it('bulk edits send an event for each changed object', async () => {
    const [a, b] = [await make(), await make()];
    const edit = { data: { attributes: { title: 'Other' }, objects: { documents: [String(a), String(b), '999999'] } } };
    expect((await during(() => done(test.editor.post('/bulk/edit', edit)))).sort()).toEqual(
      [`updated ${a}: title`, `updated ${b}: title`].sort(),
    );
    const trashed = await during(() => done(test.editor.delete(`/objects?ids=${a},${b}`)));
    expect(trashed.sort()).toEqual([`deleted ${a}:`, `deleted ${b}:`].sort());
  });

  it('a removed category or tag causes events of its objects', async () => {
    const { id } = await test.admin.create('/model/categories', { name: 'green', object_type_name: 'documents' });
    const object = await make('documents', { categories: [{ name: 'green' }] });
    expect(await during(() => done(test.admin.delete(`/model/categories/${id}`)))).toEqual([
      `updated ${object}: categories`,
    ]);
  });

  it('trashing a folder trashes its subfolders, with events', async () => {
    const [above, below] = [await make('folders'), await make('folders')];
    const children = { data: [{ type: 'folders', id: String(below) }] };
    const place = () => done(test.editor.post(`/folders/${above}/relationships/children`, children));
    expect(await during(place)).toEqual([`updated ${below}: parents places`]);
    expect(await during(() => done(test.editor.delete(`/folders/${above}`)))).toEqual([
      `deleted ${above}:`,
      `deleted ${below}:`,
    ]);
  });
});

describe('a retried transaction', () => {
  it('emits the events of its last run, once', async () => {
    const [object, others] = [await make(), [await make(), await make(), await make(), await make()]];
    const path = `/documents/${object}/relationships/see_also`;
    // All of them change the places of one object, so that they meet.
    const all = () =>
      Promise.all(others.map((id) => done(test.editor.post(path, { data: [{ type: 'documents', id: String(id) }] }))));
    const events = await during(all);
    expect(events.filter((event) => event === `updated ${object}: see_also`)).toHaveLength(4);
    for (const id of others) expect(events.filter((event) => event === `updated ${id}: see_also`)).toHaveLength(1);
  });

  it('emits none when it finally fails', async () => {
    const { store } = test.service.services;
    let runs = 0;
    const failing = () =>
      store.transaction((transaction) => {
        runs += 1;
        recordChangeOfObject(
          { id: runs, type: 'documents', action: 'update', changed: [], user_id: null, at: new Date(0) },
          transaction,
        );
        if (runs < 3)
          throw Object.assign(new MongoError('again'), { errorLabelSet: new Set(['TransientTransactionError']) });
        return Promise.resolve(runs);
      });
    expect(await during(failing)).toEqual(['updated 3:']);
    const refused = () =>
      store.transaction((transaction) => {
        recordChangeOfObject(
          { id: 9, type: 'documents', action: 'update', changed: [], user_id: null, at: new Date(0) },
          transaction,
        );
        return Promise.reject(new Error('refused'));
      });
    expect(await during(() => refused().catch(() => undefined))).toEqual([]);
  });
});
