// kitsu, an unchanged JSON:API client from npm: only its public options are used. It sends the media type of JSON:API
// with GET too, and a body with DELETE.
import Kitsu from 'kitsu';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { openCheckedServer, type CheckedServer } from '../support/clients/checked-server.ts';
import { PASSWORD, serviceForTests } from '../support/service.ts';

interface Resource {
  id: string;
  type: string;
  title: string;
  [field: string]: unknown;
}
interface Answer<Data> {
  data: Data;
  status: number;
  links: Record<string, string | null>;
  meta: { pagination: { count: number } };
}

const test = serviceForTests();
let server: CheckedServer;
let api: Kitsu;
let rome: Resource;
let pictures: Resource[];

const list = (path: string, params: object): Promise<Answer<Resource[]>> =>
  api.get(path, { params }) as Promise<Answer<Resource[]>>;
const one = (path: string, params: object = {}): Promise<Answer<Resource>> =>
  api.get(path, { params }) as Promise<Answer<Resource>>;
const create = (path: string, body: object): Promise<Answer<Resource>> =>
  api.create(path, body) as Promise<Answer<Resource>>;
/** The error of kitsu: that of its HTTP client, with `errors` of the response. */
const refusal = (work: Promise<unknown>): Promise<{ status: number; errors: object[] }> =>
  work.then(
    () => Promise.reject(new Error('not refused')),
    (error: { response: { status: number }; errors: object[] }) => ({
      status: error.response.status,
      errors: error.errors,
    }),
  );
const titles = ({ data }: Answer<Resource[]>): string[] => data.map(({ title }) => title);

beforeAll(async () => {
  server = await openCheckedServer(test);
  // Unchanged types and paths; by default it converts them to camel case, kebab case and the plural.
  api = new Kitsu({ baseURL: server.url, camelCaseTypes: false, resourceCase: 'none', pluralize: false });
});
afterEach(() => expect(server.faults).toEqual([]));
afterAll(async () => {
  await server.close();
});

it('signs in, and sends the token as a header from then on', async () => {
  const { status, errors } = await refusal(create('documents', { title: 'Rome' }));
  expect([status, errors]).toMatchObject([401, [{ code: 'authentication_required' }]]);
  const answer = await api.axios.post<{ meta: { jwt: string } }>('auth', { username: 'editor', password: PASSWORD });
  (api.headers as Record<string, string>)['Authorization'] = `Bearer ${answer.data.meta.jwt}`;
  expect((await one('auth/user')).data).toMatchObject({ type: 'users', username: 'editor' });
});

it('creates, and reads by id and by uname', async () => {
  const created = await create('documents', { title: 'Rome', status: 'on', description: 'A city' });
  rome = created.data;
  expect(created).toMatchObject({ status: 201, data: { type: 'documents', title: 'Rome', uname: 'rome' } });
  for (const id of [rome.id, 'rome']) {
    expect((await one(`documents/${id}`)).data).toMatchObject({ id: rome.id, description: 'A city' });
  }
});

it('changes the sent attributes only', async () => {
  const changed = (await api.update('documents', { id: rome.id, title: 'Roma' })) as Answer<Resource>;
  expect(changed).toMatchObject({ status: 200, data: { id: rome.id, title: 'Roma', description: 'A city' } });
});

it('filters and sorts lists', async () => {
  for (const title of ['Oslo', 'Porto', 'Lyon', 'Turin']) await create('documents', { title, status: 'on' });
  expect(titles(await list('documents', { sort: '-title' }))).toEqual(['Turin', 'Roma', 'Porto', 'Oslo', 'Lyon']);
  expect(titles(await list('documents', { filter: { title: 'Oslo' } }))).toEqual(['Oslo']);
  const like = { filter: { title: { like: 'ro' }, status: 'on' }, sort: 'title', fields: { documents: 'title' } };
  expect((await list('documents', like)).data).toMatchObject([{ type: 'documents', title: 'Roma' }]);
  const several = { filter: { title: { in: 'Lyon,Turin' } }, sort: 'title' };
  expect(titles(await list('documents', several))).toEqual(['Lyon', 'Turin']);
});

it('reads all pages', async () => {
  const seen: string[] = [];
  for (let number = 1, isMore = true; isMore; number++) {
    const page = await list('documents', { sort: 'title', page: { number, size: 2 } });
    expect(page.meta.pagination.count).toBe(5);
    seen.push(...titles(page));
    isMore = page.links['next'] !== null;
  }
  expect(seen).toEqual(['Lyon', 'Oslo', 'Porto', 'Roma', 'Turin']);
});

it('adds, replaces and removes related objects', async () => {
  const answers = [
    await create('images', { title: 'The Forum', status: 'on' }),
    await create('images', { title: 'The Tiber', status: 'on' }),
  ];
  pictures = answers.map(({ data }) => data);
  const url = `documents/${rome.id}/relationships/attach`;
  const [forum, tiber] = pictures.map(({ id }) => ({ type: 'images', id }));
  // `api.create` would use the name of the relation as the type.
  await api.request({ method: 'POST', url, type: 'images', body: [forum] });
  expect(titles(await list(`documents/${rome.id}/attach`, {}))).toEqual(['The Forum']);
  await api.request({ method: 'PATCH', url, type: 'images', body: [tiber] });
  expect(titles(await list(`documents/${rome.id}/attach`, {}))).toEqual(['The Tiber']);
  // `api.request` sends no body with DELETE by itself.
  await api.request({ method: 'DELETE', url, type: 'images', axiosOptions: { data: { data: [tiber] } } });
  expect((await list(url, {})).data).toEqual([]);
  await api.request({ method: 'PATCH', url, type: 'images', body: [forum, tiber] });
});

it('creates and changes objects with relationships', async () => {
  const [forum, tiber] = pictures.map(({ id }) => ({ type: 'images', id }));
  const { data } = await create('documents', { title: 'Ostia', status: 'on', attach: { data: [forum] } });
  expect(titles(await list(`documents/${data.id}/attach`, {}))).toEqual(['The Forum']);
  await api.update('documents', { id: data.id, attach: { data: [tiber] } });
  expect(titles(await list(`documents/${data.id}/attach`, {}))).toEqual(['The Tiber']);
});

it('includes related objects with their attributes', async () => {
  const { data } = await one(`documents/${rome.id}`, { include: 'attach' });
  expect(data['attach']).toMatchObject({
    links: { related: `${server.url}/documents/${rome.id}/attach` },
    data: [
      { id: pictures[0]?.id, type: 'images', title: 'The Forum' },
      { id: pictures[1]?.id, type: 'images', title: 'The Tiber' },
    ],
  });
  const many = await list('documents', { include: 'attach', filter: { title: 'Roma' } });
  expect(many.data).toMatchObject([{ attach: { data: [{ title: 'The Forum' }, { title: 'The Tiber' }] } }]);
});

it('deletes', async () => {
  const { data } = await create('documents', { title: 'Atlantis' });
  expect((await api.delete('documents', data.id)) as object).toMatchObject({ status: 204 });
  expect(server.requests.at(-1)).toMatchObject({
    method: 'DELETE',
    body: JSON.stringify({ data: { type: 'documents', id: data.id } }),
  });
  expect((await refusal(one(`documents/${data.id}`))).status).toBe(404);
});

it('shows errors with codes and sources', async () => {
  expect(await refusal(one('documents/99999'))).toMatchObject({
    status: 404,
    errors: [{ status: '404', code: 'not_found', title: 'Resource not found' }],
  });
  expect(await refusal(create('documents', { title: 'Rome', status: 'gone' }))).toMatchObject({
    status: 400,
    errors: [{ code: 'invalid_data', source: { pointer: '/data/attributes/status' } }],
  });
  expect(await refusal(list('documents', { filter: { height: 3 } }))).toMatchObject({
    status: 400,
    errors: [{ code: 'invalid_filter', source: { parameter: 'filter[height]' } }],
  });
});
