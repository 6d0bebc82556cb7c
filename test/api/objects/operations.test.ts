// Several operations in one transaction (POST /operations, D490 to D493).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ObjectEvent } from '../../../core/events/events.ts';
import { ATOMIC, resultsOf, sendOperations, type Result } from '../../support/clients/atomic.ts';
import { type Client, JSON_API, openTestService, serviceForTests } from '../../support/service.ts';

const test = serviceForTests({ env: { LEGACY_ROOT: '' } });
let received: ObjectEvent[] = [];
beforeAll(async () => {
  test.service.services.events.on('object', (event) => void received.push(event));
});
afterAll(async () => {
  expect(test.loggedErrors).toEqual([]);
});

const send = (operations: unknown, client: Client = test.editor) => sendOperations(client, operations);
const done = async (operations: unknown, client?: Client): Promise<Result[]> =>
  resultsOf(await send(operations, client));
const identifier = (id: string, type = 'documents') => ({ type, id });
const local = (lid: string, type = 'documents') => ({ type, lid });
const add = (title: string, members: object = {}, type = 'documents') => ({
  op: 'add',
  data: { type, attributes: { title }, ...members },
});
const newDocument = async (): Promise<string> => (await test.editor.create('/documents', { title: 'There before' })).id;

interface Body {
  data: { id: string; attributes: Record<string, unknown> };
}
const read = async (path: string) => (await test.admin.get(path)).body as Body;
const related = async (path: string): Promise<string[]> =>
  ((await test.admin.get(path)).body as { data: { id: string }[] }).data.map(({ id }) => id);

describe('operations', () => {
  it('add objects, and link them by their local ids', async () => {
    const answer = await send([
      add('First', { lid: 'a' }),
      add('Second', { lid: 'b', relationships: { see_also: { data: [local('a')] } } }),
      add('Third', { lid: 'c' }),
      { op: 'add', ref: { ...local('a'), relationship: 'see_also' }, data: [local('c')] },
    ]);
    const [first, second, third, links] = resultsOf(answer);
    expect(answer.headers['content-type']).toBe(ATOMIC);
    expect([first, second].map((each) => each?.data?.attributes['title'])).toEqual(['First', 'Second']);
    expect(links?.data).toMatchObject([identifier(third?.data?.id ?? '')]);
    expect(await related(`/documents/${second?.data?.id}/see_also`)).toEqual([first?.data?.id]);
    expect((await related(`/documents/${first?.data?.id}/see_also`)).sort()).toEqual(
      [second?.data?.id, third?.data?.id].sort(),
    );
  });

  it('see the writes of earlier operations', async () => {
    const results = await done([
      add('First', { lid: 'a' }),
      { op: 'update', data: { ...local('a'), attributes: { title: 'Changed' } } },
      { op: 'update', ref: local('a'), data: { ...local('a'), attributes: { description: 'Twice' } } },
      add('Changed', { lid: 'b' }),
      add('Changed', { lid: 'c' }),
    ]);
    const id = results[0]?.data?.id;
    expect(results[2]?.data?.attributes).toMatchObject({ title: 'Changed', description: 'Twice' });
    expect((await read(`/documents/${id}`)).data.attributes).toMatchObject({ title: 'Changed', description: 'Twice' });
    const unames = results.map(({ data }) => data?.attributes['uname']);
    expect(new Set([unames[0], unames[3], unames[4]]).size).toBe(3);
    const history = (await test.admin.get(`/history?filter[resource_id]=${id}`)).body as { data: unknown[] };
    expect(history.data).toHaveLength(3);
  });

  it('move objects to the trash, and restore them', async () => {
    const [one, two] = [await newDocument(), await newDocument()];
    const count = async () =>
      ((await test.admin.get('/documents')).body as { meta: { pagination: { count: number } } }).meta.pagination.count;
    const before = await count();
    const answer = await send([
      { op: 'remove', ref: identifier(one) },
      { op: 'remove', href: `/documents/${two}` },
    ]);
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(await count()).toBe(before - 2);
    expect((await test.admin.get(`/documents/${one}`)).status).toBe(404);
    expect((await send([{ op: 'update', href: `/trash/${one}`, data: identifier(one, 'objects') }])).status).toBe(204);
    expect((await test.admin.get(`/documents/${one}`)).status).toBe(200);
    expect((await test.admin.get(`/trash/${two}`)).status).toBe(200);
  });

  it('change relationships to many and to one', async () => {
    const [one, two, three] = [await newDocument(), await newDocument(), await newDocument()];
    const see = { ...identifier(one), relationship: 'see_also' };
    await done([{ op: 'add', ref: see, data: [identifier(two), identifier(three)] }]);
    expect(await related(`/documents/${one}/see_also`)).toEqual([two, three]);
    await done([{ op: 'remove', ref: see, data: [identifier(two)] }]);
    expect(await related(`/documents/${one}/see_also`)).toEqual([three]);
    await done([{ op: 'update', href: `/documents/${one}/relationships/see_also`, data: [identifier(two)] }]);
    expect(await related(`/documents/${one}/see_also`)).toEqual([two]);
    const [above, below] = await done([
      add('Above', { lid: 'above' }, 'folders'),
      add('Below', { lid: 'below' }, 'folders'),
      { op: 'update', ref: { ...local('below', 'folders'), relationship: 'parent' }, data: local('above', 'folders') },
      { op: 'add', ref: { ...local('below', 'folders'), relationship: 'children' }, data: [identifier(one)] },
      { op: 'add', ref: { ...identifier(two), relationship: 'parents' }, data: [local('above', 'folders')] },
    ]);
    expect((await read(`/folders/${below?.data?.id}/parent`)).data.id).toBe(above?.data?.id);
    expect(await related(`/folders/${below?.data?.id}/children`)).toEqual([one]);
    expect(await related(`/documents/${two}/parents`)).toEqual([above?.data?.id]);
    const parent = { ...identifier(below?.data?.id ?? '', 'folders'), relationship: 'parent' };
    await send([{ op: 'update', ref: parent, data: null }]);
    expect((await read(`/folders/${below?.data?.id}/parent`)).data).toBeNull();
  });

  it('change translations, annotations, categories and tags', async () => {
    const text = { lang: 'it', status: 'on', translated_fields: { title: 'Un tasso' } };
    const results = await done(
      [
        {
          op: 'add',
          data: { type: 'categories', lid: 'c', attributes: { name: 'animals', object_type_name: 'documents' } },
        },
        { op: 'add', data: { type: 'tags', lid: 't', attributes: { name: 'wombats' } } },
        add('A badger', {
          lid: 'd',
          attributes: {
            title: 'A badger',
            lang: 'en',
            categories: [{ name: 'animals' }],
            tags: [{ name: 'wombats' }, { name: 'badgers' }],
          },
        }),
        {
          op: 'add',
          data: { type: 'translations', lid: 'tr', attributes: text, relationships: { object: { data: local('d') } } },
        },
        {
          op: 'add',
          data: {
            type: 'annotations',
            lid: 'an',
            attributes: { description: 'Nice.' },
            relationships: { object: { data: local('d') } },
          },
        },
        { op: 'update', data: { type: 'translations', lid: 'tr', attributes: { status: 'off' } } },
        { op: 'update', data: { type: 'annotations', lid: 'an', attributes: { description: 'Very nice.' } } },
        { op: 'update', data: { type: 'tags', lid: 't', attributes: { label: 'Wombats!' } } },
        { op: 'remove', ref: local('c', 'categories') },
      ],
      test.admin,
    );
    const document = results[2]?.data;
    expect(document?.attributes).toMatchObject({
      categories: [{ name: 'animals' }],
      tags: [{ name: 'wombats' }, { name: 'badgers' }],
    });
    expect((await read(`/translations/${results[3]?.data?.id}`)).data.attributes).toMatchObject({
      ...text,
      status: 'off',
    });
    expect((await read(`/annotations/${results[4]?.data?.id}`)).data.attributes).toMatchObject({
      description: 'Very nice.',
    });
    expect((await read('/model/tags/wombats')).data.attributes).toMatchObject({ label: 'Wombats!' });
    expect((await read(`/documents/${document?.id}`)).data.attributes).toMatchObject({ categories: [] });
  });

  it('work for types of the project', async () => {
    await test.admin.create('/model/object_types', { name: 'burrows', singular: 'burrow', parent_name: 'objects' });
    const [made, changed] = await done([
      add('Deep', { lid: 'x' }, 'burrows'),
      { op: 'update', data: { ...local('x', 'burrows'), attributes: { title: 'Deeper' } } },
    ]);
    expect(changed?.data).toMatchObject({ type: 'burrows', id: made?.data?.id, attributes: { title: 'Deeper' } });
  });

  it('emit each event once, after the commit', async () => {
    received = [];
    const id = await newDocument();
    await done([
      { op: 'update', data: { ...identifier(id), attributes: { title: 'One' } } },
      add('Another', { lid: 'a' }),
      { op: 'update', data: { ...identifier(id), attributes: { description: 'Two' } } },
    ]);
    const ofIt = received.filter((event) => String(event.object_id) === id);
    expect(ofIt.map(({ event, changed }) => [event, [...changed].sort()])).toEqual([
      ['created', expect.any(Array)],
      ['updated', ['description', 'title']],
    ]);
  });

  it('distinguish equal local ids of different types', async () => {
    const [document, folder] = await done([
      add('A document', { lid: 'x' }),
      add('A folder', { lid: 'x' }, 'folders'),
      { op: 'add', ref: { ...local('x', 'folders'), relationship: 'children' }, data: [local('x')] },
    ]);
    expect(await related(`/folders/${folder?.data?.id}/children`)).toEqual([document?.data?.id]);
  });
});

describe('the media type of operations', () => {
  const one = () => JSON.stringify({ 'atomic:operations': [add('x')] });
  const post = (headers: Record<string, string>) => test.editor.post('/operations', one(), headers);

  it.each([
    JSON_API,
    'application/json',
    `${JSON_API}; ext="https://example.org/ext"`,
    `${JSON_API}; ext="https://jsonapi.org/ext/atomic https://example.org/ext"`,
    `${ATOMIC}; version=1`,
  ])('is refused for a body: %s', async (type) => {
    expect((await post({ 'Content-Type': type, Accept: ATOMIC })).status).toBe(415);
  });

  it.each([JSON_API, 'application/json', `${JSON_API}; ext="https://example.org/ext"`, 'text/html'])(
    'is refused in Accept: %s',
    async (type) => {
      expect((await post({ 'Content-Type': ATOMIC, Accept: type })).status).toBe(406);
    },
  );

  it.each([
    [ATOMIC, '*/*'],
    [`${JSON_API};ext="https://jsonapi.org/ext/atomic";profile="https://example.org/p"`, 'application/*'],
    [`${JSON_API}; ext=https://jsonapi.org/ext/atomic`, `${JSON_API}, ${ATOMIC};q=0.5`],
    [`${ATOMIC}; charset=utf-8`, `text/html, ${ATOMIC}`],
  ])('is accepted as %s in Content-Type, and as %s in Accept', async (type, accept) => {
    const answer = await post({ 'Content-Type': type, Accept: accept });
    expect([answer.status, answer.headers['content-type']]).toEqual([200, ATOMIC]);
  });

  it('is refused by other operations', async () => {
    const body = { data: { type: 'documents', attributes: { title: 'x' } } };
    expect((await test.editor.post('/documents', body, { 'Content-Type': ATOMIC })).status).toBe(415);
    expect((await test.editor.post('/documents', body, { Accept: ATOMIC })).status).toBe(406);
  });
});

describe('the rate limit', () => {
  it('counts operations as one request', async () => {
    const limited = await openTestService({ env: { RATE_LIMIT: '100/1h', LEGACY_ROOT: '' } });
    const left = async (operations: unknown): Promise<number> => {
      const { headers } = await sendOperations(limited.editor, operations);
      return Number(/r=(\d+)/.exec(String(headers['ratelimit']))?.[1]);
    };
    const before = await left([add('One')]);
    expect(await left([add('One'), add('Two'), add('Three')])).toBe(before - 1);
    await limited.close();
  });
});
