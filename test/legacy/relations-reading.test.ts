// Relations and embedded objects in the legacy envelope (service.md 4.3, D564, D47).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { legacy, make, openLegacyService, place, relate, titlesOf } from '../support/writes/legacy-world.ts';
import type { TestService } from '../support/service.ts';

let test: TestService;
const ids: Record<string, number> = {};
const link = (type: string, id: number | undefined, relation: object = {}) => ({
  type,
  id: String(id),
  meta: { relation },
});
beforeAll(async () => {
  test = await openLegacyService();
  const { admin } = test;
  for (const title of ['one', 'two', 'near', 'far']) {
    ids[title] = await make(admin, 'documents', title, { body: `About ${title}` });
  }
  await place(admin, 'publication', ['documents', ids['one'] ?? 0], ['documents', ids['two'] ?? 0]);
  for (const title of ['first', 'second', 'third']) ids[title] = await make(admin, 'images', title);
  ids['draft'] = await make(admin, 'images', 'draft', { status: 'draft' });
  await relate(admin, ['documents', ids['one'] ?? 0], 'attach', [
    link('images', ids['draft'], { priority: 1 }),
    link('images', ids['second'], { priority: 2, params: { label: 'Second' } }),
    link('images', ids['first'], { priority: 3 }),
    link('images', ids['third'], { priority: 4 }),
  ]);
  await relate(admin, ['documents', ids['one'] ?? 0], 'see_also', [link('documents', ids['near'])]);
  await relate(admin, ['documents', ids['near'] ?? 0], 'see_also', [link('documents', ids['far'])]);
  await relate(admin, ['documents', ids['two'] ?? 0], 'attach', [link('images', ids['third'])]);
});
afterAll(() => test.close());

const at = (title: string, rest = '') => `/objects/${ids[title]}${rest}`;
const url = (title: string, name: string) => `http://localhost/objects/${ids[title]}/relations/${name}`;

describe('a reachable object', () => {
  it('is related to an object on the tree, but not further away', async () => {
    const statuses = ['one', 'first', 'near', 'far'].map(
      async (title) => (await legacy(test.anonymous, at(title))).status,
    );
    expect(await Promise.all(statuses)).toEqual([200, 200, 200, 404]);
  });
});

describe('relations of an object', () => {
  it('are counted if they are visible', async () => {
    const relations = {
      attach: { count: 3, url: url('one', 'attach') },
      see_also: { count: 1, url: url('one', 'see_also') },
    };
    const { status, body } = await legacy(test.anonymous, at('one', '/relations'));
    expect([status, body.data]).toEqual([200, relations]);
    expect((await legacy(test.anonymous, at('one'))).body.data.object.relations).toEqual(relations);
    expect((await legacy(test.anonymous, at('first', '/relations'))).body.data).toEqual({
      attached_to: { count: 1, url: url('first', 'attached_to') },
    });
  });

  it('are counted if they match the filters', async () => {
    const counted = async (query: string) => {
      const { status, body } = await legacy(test.anonymous, at('one', `/relations?${query}`));
      const links = Object.entries(body.data as unknown as Record<string, { count: number; url: string }>);
      return [status, Object.fromEntries(links.map(([name, { count }]) => [name, count]))];
    };
    expect(await counted('filter[object_type]=image')).toEqual([200, { attach: 3 }]);
    expect(await counted('filter[object_type]=document')).toEqual([200, { see_also: 1 }]);
    expect(await counted('filter[object_type]=video')).toEqual([200, {}]);
    expect(await counted('filter[query]=third')).toEqual([200, { attach: 1 }]);
    expect(await counted('filter[query]=r&filter[substring]=1')).toEqual([200, { attach: 2, see_also: 1 }]);
  });

  it('are listed by priority, each with its parameters', async () => {
    const { status, body } = await legacy(test.anonymous, at('one', '/relations/attach?page_size=2'));
    expect(status).toBe(200);
    expect(body.data.objects.map(({ title, meta }) => [title, meta])).toEqual([
      ['second', { relation_params: { label: 'Second' } }],
      ['first', { relation_params: {} }],
    ]);
    expect(body.paging).toEqual({ page: 1, page_size: 2, page_count: 2, total: 3, total_pages: 2 });
    const past = await legacy(test.anonymous, at('one', '/relations/attach?page=3&page_size=2'));
    expect([past.status, past.body.data, past.body.paging.total]).toEqual([200, { objects: [] }, 3]);
    expect(await titlesOf(test.anonymous, at('two', '/relations/poster'))).toEqual([]);
  });

  it('are filtered', async () => {
    const listed = (query: string) => titlesOf(test.anonymous, at('one', `/relations/attach?${query}`));
    expect(await listed('filter[object_type]=image')).toEqual(['second', 'first', 'third']);
    expect(await listed('filter[object_type]=video,audio')).toEqual([]);
    expect(await listed('filter[query]=ir&filter[substring]=1')).toEqual(['first', 'third']);
    expect(await listed('filter[query]=third')).toEqual(['third']);
    expect(await titlesOf(test.anonymous, at('near', '/relations/see_also?filter[object_type]=document'))).toEqual([
      'one',
      'far',
    ]);
  });

  it('show priority and parameters of a pair', async () => {
    const detail = async (title: string) => {
      const { status, body } = await legacy(test.anonymous, at('one', `/relations/attach/${ids[title]}`));
      return [status, body.data];
    };
    expect(await detail('second')).toEqual([200, { priority: 2, params: { label: 'Second' } }]);
    expect(await detail('first')).toEqual([200, { priority: 3, params: {} }]);
    expect((await detail('draft'))[0]).toBe(404);
  });

  it.each([
    ['/relations/wombat', 400],
    ['/relations/attached_to', 400],
    ['/relations/attach/wombat', 400],
    ['/relations/attach/0', 400],
    ['/relations/attach/999999', 404],
    ['/relations/wombat/1', 400],
    ['/relations/attach/1/more', 404],
    ['/relations/attach?id=1', 400],
    ['/relations?id=1', 400],
    ['/relations?filter[object_type]=wombat', 400],
    ['?embed[relations]=wombat', 400],
    ['?embed[relations]=attach|x', 400],
    ['?embed[relations]=attach|-1', 400],
    ['?embed[relations]=attach|1|2', 400],
    ['?embed[relations]=attach|100', 400],
    ['?embed[relations]=attach|50,see_also|50', 400],
    ['?embed[relations]=attach|98,see_also', 200],
  ])('return %s with %d', async (rest, status) => {
    expect([rest, (await legacy(test.anonymous, at('one', rest))).status]).toEqual([rest, status]);
  });
});

describe('embedded objects', () => {
  const embedded = async (query: string) => {
    const { body } = await legacy(test.anonymous, at('one', `?embed[relations]=${query}`));
    const { relations } = body.data.object;
    return Object.fromEntries(
      Object.entries(relations).map(([name, { objects }]) => [name, objects?.map(({ title }) => title)]),
    );
  };

  it('are the first visible ones by priority', async () => {
    expect(await embedded('attach|2')).toEqual({ attach: ['second', 'first'], see_also: undefined });
    expect(await embedded('attach')).toEqual({ attach: ['second'], see_also: undefined });
    expect(await embedded('attach|0,see_also|')).toEqual({ attach: ['second'], see_also: ['near'] });
    // Documents have no `poster_of`.
    expect(await embedded('poster_of|2')).toEqual({ attach: undefined, see_also: undefined });
  });

  it('are complete', async () => {
    const { body } = await legacy(test.anonymous, at('one', '?embed[relations]=attach|1,see_also'));
    const { attach, see_also } = body.data.object.relations;
    const alone = async (title: string) => (await legacy(test.anonymous, at(title))).body.data.object;
    expect(attach?.objects).toEqual([await alone('second')]);
    expect(see_also?.objects).toEqual([await alone('near')]);
    expect(attach).toMatchObject({ count: 3, url: url('one', 'attach') });
  });

  it('are in each object of a list', async () => {
    const { body } = await legacy(test.anonymous, '/objects?embed[relations]=attach|2&page_size=20');
    expect(body.data.objects.map(({ relations }) => relations['attach']?.objects?.map(({ title }) => title))).toEqual([
      ['second', 'first'],
      ['third'],
    ]);
    expect((await legacy(test.anonymous, '/objects?embed[relations]=attach|4')).status).toBe(200);
    expect((await legacy(test.anonymous, '/objects?embed[relations]=attach|5')).status).toBe(400);
    expect((await legacy(test.anonymous, '/objects?embed[relations]=attach|9&page_size=10')).status).toBe(200);
    const children = '/objects/publication/children?embed[relations]=attach|99';
    expect((await legacy(test.anonymous, children)).status).toBe(200);
  });
});
