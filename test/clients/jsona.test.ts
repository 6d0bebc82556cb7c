// jsona, an unchanged JSON:API serialiser from npm: it converts responses to models and models to bodies, and `fetch`
// sends them.
import { Jsona } from 'jsona';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { openCheckedServer, type CheckedServer } from '../support/clients/checked-server.ts';
import { JSON_API, PASSWORD, serviceForTests } from '../support/service.ts';

interface Model {
  id: string;
  type: string;
  title: string;
  [field: string]: unknown;
}
interface Answered {
  status: number;
  models: Model[];
  links: Record<string, string | null>;
  errors: object[];
}

const jsona = new Jsona();
const test = serviceForTests();
let server: CheckedServer;
let token: string;
let rome: Model;
let forum: Model;

async function send(method: string, path: string, body?: unknown): Promise<Answered> {
  const answer = await fetch(path.startsWith('http') ? path : `${server.url}${path}`, {
    method,
    headers: { Accept: JSON_API, 'Content-Type': JSON_API, ...(token && { Authorization: `Bearer ${token}` }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  const document = (text === '' ? {} : JSON.parse(text)) as Pick<Answered, 'links' | 'errors'> & { data?: object };
  const models = document.data === undefined ? [] : [jsona.deserialize(text) as unknown as Model | Model[]].flat();
  return { status: answer.status, models, links: document.links, errors: document.errors };
}

/** A body with the named relationships, and without their targets: `included` exists in responses only. */
const bodyOf = (stuff: object | object[], includeNames: string[] = []): object => {
  const { data } = jsona.serialize({ stuff: stuff as never, includeNames });
  return { data };
};
const titles = ({ models }: Answered): string[] => models.map(({ title }) => title);

beforeAll(async () => {
  server = await openCheckedServer(test);
});
afterEach(() => expect(server.faults).toEqual([]));
afterAll(async () => {
  await server.close();
});

it('signs in, and sends the token as a header from then on', async () => {
  expect(await send('POST', '/documents', bodyOf({ type: 'documents', title: 'Rome' }))).toMatchObject({ status: 401 });
  const answer = await fetch(`${server.url}/auth`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username: 'editor', password: PASSWORD }),
  });
  token = ((await answer.json()) as { meta: { jwt: string } }).meta.jwt;
  expect((await send('GET', '/auth/user')).models).toMatchObject([{ type: 'users', username: 'editor' }]);
});

it('creates, and reads by id and by uname', async () => {
  const body = bodyOf({ type: 'documents', title: 'Rome', status: 'on', description: 'A city' });
  const created = await send('POST', '/documents', body);
  expect(created).toMatchObject({ status: 201, models: [{ type: 'documents', title: 'Rome', uname: 'rome' }] });
  rome = created.models[0] as Model;
  for (const id of [rome.id, 'rome']) {
    expect((await send('GET', `/documents/${id}`)).models).toMatchObject([{ id: rome.id, description: 'A city' }]);
  }
});

it('changes the sent attributes only', async () => {
  const changed = await send(
    'PATCH',
    `/documents/${rome.id}`,
    bodyOf({ type: 'documents', id: rome.id, title: 'Roma' }),
  );
  expect(changed).toMatchObject({ status: 200, models: [{ id: rome.id, title: 'Roma', description: 'A city' }] });
});

it('sends a received resource back with a change', async () => {
  const [{ ...model } = rome] = (await send('GET', `/documents/${rome.id}`)).models;
  model['body'] = 'Built in a day';
  const changed = await send('PATCH', `/documents/${rome.id}`, bodyOf(model));
  expect(changed).toMatchObject({ status: 200, models: [{ title: 'Roma', body: 'Built in a day' }] });
});

it('filters, sorts and pages', async () => {
  for (const title of ['Oslo', 'Porto', 'Lyon', 'Turin']) {
    await send('POST', '/documents', bodyOf({ type: 'documents', title, status: 'on' }));
  }
  expect(titles(await send('GET', '/documents?filter[title][like]=ro&sort=-title'))).toEqual(['Roma']);
  const seen: string[] = [];
  for (let next: string | null = '/documents?sort=title&page[size]=2'; next;) {
    const page: Answered = await send('GET', next);
    seen.push(...titles(page));
    next = page.links['next'] ?? null;
  }
  expect(seen).toEqual(['Lyon', 'Oslo', 'Porto', 'Roma', 'Turin']);
});

it('adds, includes and removes related objects', async () => {
  const [picture] = (await send('POST', '/images', bodyOf({ type: 'images', title: 'The Forum', status: 'on' })))
    .models;
  forum = picture as Model;
  const identifiers = { data: [{ type: 'images', id: forum.id }] };
  expect((await send('POST', `/documents/${rome.id}/relationships/attach`, identifiers)).status).toBe(200);
  const included = await send('GET', `/documents/${rome.id}?include=attach`);
  expect(included.models).toMatchObject([
    { title: 'Roma', attach: [{ id: forum.id, title: 'The Forum' }], relationshipNames: ['attach'] },
  ]);
  expect((await send('DELETE', `/documents/${rome.id}/relationships/attach`, identifiers)).status).toBe(200);
  expect((await send('GET', `/documents/${rome.id}/attach`)).models).toEqual([]);
});

it('creates and changes objects with relationships', async () => {
  const model = { type: 'documents', title: 'Ostia', status: 'on', attach: [forum], relationshipNames: ['attach'] };
  const [ostia] = (await send('POST', '/documents', bodyOf(model, ['attach']))).models;
  expect(titles(await send('GET', `/documents/${ostia?.id}/attach`))).toEqual(['The Forum']);
  const included = (await send('GET', `/documents/${ostia?.id}?include=attach`)).models[0] as Model;
  included['attach'] = [];
  const changed = await send('PATCH', `/documents/${ostia?.id}`, bodyOf(included, ['attach']));
  expect(changed.status).toBe(200);
  expect(titles(await send('GET', `/documents/${ostia?.id}/attach`))).toEqual([]);
});

it('deletes', async () => {
  const body = bodyOf({ type: 'documents', title: 'Atlantis' });
  const [atlantis] = (await send('POST', '/documents', body)).models;
  expect((await send('DELETE', `/documents/${atlantis?.id}`)).status).toBe(204);
  expect((await send('GET', `/documents/${atlantis?.id}`)).status).toBe(404);
});

it('receives errors with codes and sources', async () => {
  expect(await send('GET', '/documents/99999')).toMatchObject({ status: 404, errors: [{ code: 'not_found' }] });
  const body = bodyOf({ type: 'documents', title: 'Rome', status: 'gone' });
  expect(await send('POST', '/documents', body)).toMatchObject({
    status: 400,
    errors: [{ code: 'invalid_data', source: { pointer: '/data/attributes/status' } }],
  });
});
