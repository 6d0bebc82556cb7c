// devour-client, an unchanged JSON:API client from npm: only its public options are used. It sends `meta: {}` with
// every write, and its models must define it.
import JsonApi from 'devour-client';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { openCheckedServer, type CheckedServer } from '../support/clients/checked-server.ts';
import { PASSWORD, serviceForTests } from '../support/service.ts';

interface Place {
  id: string;
  type: string;
  title: string;
  description: string | null;
  attach: { id: string; type: string; title?: string }[];
}

const test = serviceForTests();
let server: CheckedServer;
let api: JsonApi;
let rome: Place;
let forum: Place;

const titles = (places: Place[]): string[] => places.map(({ title }) => title);
const find = async (path: { one: string; related: string }, query: object = {}): Promise<Place[]> =>
  (await api.one('document', path.one).all(path.related).get<Place[]>(query)).data;
/** An error in devour's form: title and detail, by the last part of the pointer or else by number. */
const refusal = (work: Promise<unknown>): Promise<Record<string, { title: string; detail: string }>> =>
  work.then(
    () => Promise.reject(new Error('not refused')),
    (errors: Record<string, { title: string; detail: string }>) => errors,
  );

beforeAll(async () => {
  server = await openCheckedServer(test);
  api = new JsonApi({ apiUrl: server.url, logger: false });
  const texts = { title: '', description: '', status: '', uname: '' };
  // A type there would be used as the name of the model and as the type of the resource.
  api.define('document', { ...texts, attach: { jsonApi: 'hasMany' } });
  api.define('image', texts);
  api.define('user', { username: '' });
  // Paths that are none of a model.
  api.define('attach', texts, { collectionPath: 'attach' });
});
afterEach(() => expect(server.faults).toEqual([]));
afterAll(async () => {
  await server.close();
});

it('signs in, and sends the token as a header from then on', async () => {
  expect(await refusal(api.create('document', { title: 'Rome' }))).toMatchObject({
    0: { title: 'Authentication required' },
  });
  const answer = await api.axios.post<{ meta: { jwt: string } }>(`${server.url}/auth`, {
    username: 'editor',
    password: PASSWORD,
  });
  api.bearer = answer.data.meta.jwt;
  expect((await api.find('user', '2')).data).toMatchObject({ type: 'users', username: 'editor' });
});

it('creates, and reads by id and by uname', async () => {
  rome = (await api.create<Place>('document', { title: 'Rome', status: 'on', description: 'A city' })).data;
  expect(rome).toMatchObject({ type: 'documents', title: 'Rome', uname: 'rome' });
  expect(JSON.parse(server.requests.at(-1)?.body ?? '')).toMatchObject({ meta: {}, data: { type: 'documents' } });
  for (const id of [rome.id, 'rome']) {
    expect((await api.find('document', id)).data).toMatchObject({ id: rome.id, description: 'A city' });
  }
});

it('changes the sent attributes only', async () => {
  expect((await api.update('document', { id: rome.id, title: 'Roma' })).data).toMatchObject({
    id: rome.id,
    title: 'Roma',
    description: 'A city',
  });
});

it('filters and sorts lists', async () => {
  for (const title of ['Oslo', 'Porto', 'Lyon', 'Turin']) await api.create('document', { title, status: 'on' });
  const list = async (query: object): Promise<string[]> => titles((await api.findAll<Place[]>('document', query)).data);
  expect(await list({ sort: '-title' })).toEqual(['Turin', 'Roma', 'Porto', 'Oslo', 'Lyon']);
  expect(await list({ filter: { title: { like: 'ro' } }, sort: 'title' })).toEqual(['Roma']);
  expect(await list({ filter: { title: ['Lyon', 'Turin'] }, sort: 'title' })).toEqual(['Lyon', 'Turin']);
  expect(await list({ filter: { title: { gte: 'P' }, status: 'on' }, sort: 'title' })).toEqual([
    'Porto',
    'Roma',
    'Turin',
  ]);
});

it('reads all pages', async () => {
  const seen: string[] = [];
  for (let number = 1, isMore = true; isMore; number++) {
    const page = await api.findAll<Place[]>('document', { sort: 'title', page: { number, size: 2 } });
    expect(page.meta.pagination.count).toBe(5);
    seen.push(...titles(page.data));
    isMore = page.links['next'] !== null;
  }
  expect(seen).toEqual(['Lyon', 'Oslo', 'Porto', 'Roma', 'Turin']);
});

it('adds, replaces and removes related objects', async () => {
  const related = { one: rome.id, related: 'attach' };
  forum = (await api.create<Place>('image', { title: 'The Forum', status: 'on' })).data;
  const tiber = (await api.create<Place>('image', { title: 'The Tiber', status: 'on' })).data;
  const links = () => api.one('document', rome.id).relationships('attach');
  await links().post([{ id: forum.id, type: 'images' }]);
  expect(titles(await find(related))).toEqual(['The Forum']);
  await links().patch([{ id: tiber.id, type: 'images' }]);
  expect(titles(await find(related))).toEqual(['The Tiber']);
  await links().destroy([{ id: tiber.id, type: 'images' }]);
  expect(titles(await find(related))).toEqual([]);
  await links().post([tiber, forum].map(({ id, type }) => ({ id, type })));
});

it('creates and changes objects with relationships', async () => {
  const attach = [{ id: forum.id, type: 'images' }];
  const { data } = await api.create<Place>('document', { title: 'Ostia', status: 'on', attach });
  expect(titles(await find({ one: data.id, related: 'attach' }))).toEqual(['The Forum']);
  await api.update('document', { id: data.id, attach: [] });
  expect(await find({ one: data.id, related: 'attach' })).toEqual([]);
});

it('includes related objects with their attributes', async () => {
  const { data } = await api.find<Place>('document', rome.id, { include: 'attach' });
  expect(data.attach).toMatchObject([{ title: 'The Tiber' }, { id: forum.id, type: 'images', title: 'The Forum' }]);
});

it('deletes', async () => {
  const { data } = await api.create<Place>('document', { title: 'Atlantis' });
  await api.destroy('document', data.id);
  expect(server.requests.at(-1)).toMatchObject({ method: 'DELETE', status: 204 });
  expect(await refusal(api.find('document', data.id))).toMatchObject({ 0: { title: 'Resource not found' } });
});

it('shows errors by field', async () => {
  expect(await refusal(api.find('document', '99999'))).toMatchObject({
    0: { title: 'Resource not found', detail: expect.stringContaining('99999') as string },
  });
  expect(await refusal(api.create('document', { title: 'Rome', status: 'gone' }))).toMatchObject({
    status: { title: 'Invalid data', detail: expect.stringContaining('status') as string },
  });
  expect(await refusal(api.findAll('document', { filter: { height: 3 } }))).toMatchObject({
    0: { title: 'Invalid filter', detail: expect.stringContaining('height') as string },
  });
});
