// Reading related objects that the caller sees: lists, include, counts and filters (service.md 4.4, D8, D14).
import { beforeAll, describe, expect, it } from 'vitest';
import type { Response } from 'supertest';
import { type Client, errorCodes, serviceForTests } from '../../support/service.ts';

/** Links and ETags depend on it; supertest would use another port for each request. */
const HERE = { Host: 'localhost' };

const test = serviceForTests();
let a: string;
let b: string;
let c: string;
let news: string;
let draft: string;
let trashed: string;
let scheduled: string;
let guarded: string;

beforeAll(async () => {
  await relation('cites', 'cited_by', ['documents'], ['documents']);
  await relation('about', 'subject_of', ['news', 'documents'], ['documents', 'news', 'profiles']);
  await relation('owners', 'owner_of', ['documents'], ['users']);
  [a, b, c] = [await make('Ada'), await make('Bea'), await make('Cid')];
  news = await make('News', 'news');
  draft = await make('Draft', 'documents', { status: 'draft' });
  trashed = await make('Trashed');
  scheduled = await make('Scheduled', 'documents', { publish_start: '2030-01-01T00:00:00Z' });
  guarded = await make('Guarded');
  const others = [c, draft, trashed, scheduled, guarded, b];
  await link(
    'documents',
    a,
    'cites',
    others.map((id) => ({ id, type: 'documents' })),
  );
  await link('news', news, 'about', [
    { id: b, type: 'documents' },
    { id: a, type: 'documents' },
  ]);
  await test.editor.delete(`/documents/${trashed}`);
  await test.admin.create('/object_permissions', { object_id: Number(guarded), role_id: 1, permission: 'read' });
});

async function relation(name: string, inverse_name: string, left: string[], right: string[]): Promise<string> {
  const { id } = await test.admin.create('/model/relations', { name, inverse_name });
  for (const [side, names] of Object.entries({ left, right })) {
    const data = names.map((type) => ({ type: 'object_types', id: type }));
    await test.admin.post(`/model/relations/${id}/relationships/${side}_object_types`, { data });
  }
  return id;
}

const make = async (title: string, type = 'documents', attributes: object = {}): Promise<string> =>
  (await test.editor.create(`/${type}`, { title, status: 'on', ...attributes })).id;
async function link(type: string, id: string, name: string, data: unknown): Promise<void> {
  const response = await test.admin.post(`/${type}/${id}/relationships/${name}`, { data });
  expect(response.status).toBe(200);
}

interface Item {
  id: string;
  type: string;
  attributes?: Record<string, unknown>;
  meta: { relation?: Record<string, unknown> };
  relationships?: Record<string, { data?: { id: string }[]; meta?: { count: number }; links?: unknown }>;
}
const bodyOf = (response: Response) =>
  response.body as {
    data: Item[];
    included?: Item[];
    links: Record<string, string>;
    meta: { pagination: { count: number } };
  };
async function read(path: string, client: Client = test.anonymous) {
  const response = await client.get(path, HERE);
  expect([path, response.status]).toEqual([path, 200]);
  return bodyOf(response);
}
const idsAt = async (path: string, client?: Client): Promise<string[]> =>
  (await read(path, client)).data.map(({ id }) => id);
const titled = (...names: string[]): string => names.join();

describe('a related list', () => {
  it('has the objects that the caller sees, in the order of the links, with an exact total', async () => {
    for (const path of [`/documents/${a}/cites`, `/objects/${a}/cites`, `/documents/${a}/relationships/cites`]) {
      expect((await idsAt(path)).join()).toBe(titled(c, b));
      expect((await idsAt(path, test.editor)).join()).toBe(titled(c, draft, scheduled, b));
      expect((await idsAt(path, test.admin)).join()).toBe(titled(c, draft, scheduled, guarded, b));
      expect((await read(path)).meta.pagination.count).toBe(2);
    }
    expect(await idsAt(`/documents/${b}/cited_by`)).toEqual([a]);
  });

  it('shows each resource with its link, and links to available resources', async () => {
    const { data, links } = await read(`/documents/${a}/cites?page_size=1&page=2`);
    expect(data).toMatchObject([
      {
        id: b,
        type: 'documents',
        attributes: { title: 'Bea', body: null },
        meta: { relation: { priority: 6, inv_priority: 1, params: null } },
      },
    ]);
    expect(decodeURIComponent(links['available'] ?? '')).toBe('http://localhost/objects?filter[type][0]=documents');
    expect(links['prev']).toBe(`http://localhost/documents/${a}/cites?page_size=1`);
    expect((await test.anonymous.get(`/documents/${a}/cites?page_size=1&page=3`)).status).toBe(404);
  });

  it('of several types has base attributes, and names the possible types', async () => {
    const { data, links } = await read(`/news/${news}/about`);
    expect(data.map(({ id }) => id)).toEqual([b, a]);
    expect(data[0]?.attributes).not.toHaveProperty('categories');
    expect(decodeURIComponent(links['available'] ?? '')).toBe(
      'http://localhost/objects?filter[type][0]=documents&filter[type][1]=news&filter[type][2]=profiles',
    );
    expect((await read(`/documents/${a}/see_also`)).links['available']).toBe('http://localhost/objects');
  });

  it('accepts filters, sorts and searches, which replace the order', async () => {
    expect(await idsAt(`/documents/${a}/cites?sort=title`)).toEqual([b, c]);
    expect(await idsAt(`/documents/${a}/cites?filter[title]=Bea`)).toEqual([b]);
    expect(await idsAt(`/documents/${a}/cites?q=cid`)).toEqual([c]);
    expect(await idsAt(`/documents/${a}/cites?q=cid&filter[body][null]=1`)).toEqual([c]);
    expect(await idsAt(`/news/${news}/about?sort=-title`)).toEqual([b, a]);
    expect(await idsAt(`/news/${news}/about?sort=title`)).toEqual([a, b]);
    expect(await idsAt(`/news/${news}/about?q=ada`)).toEqual([a]);
    expect(await idsAt(`/news/${news}/about?filter[type]=news`)).toEqual([]);
    expect(await idsAt(`/documents/${a}/relationships/cites?filter[title]=Bea`)).toEqual([b]);
    expect((await read(`/documents/${a}/cites?fields=title`)).data[0]?.attributes).toEqual({ title: 'Cid' });
    for (const query of ['filter[wombat]=1', 'sort=wombat', 'filter[geo][center]=1,2', 'wombat=1']) {
      expect((await test.anonymous.get(`/documents/${a}/cites?${query}`)).status).toBe(400);
    }
  });

  it('includes translations with `lang`', async () => {
    const attributes = { object_id: Number(b), lang: 'it', status: 'on', translated_fields: { title: 'Bea!' } };
    const { id } = await test.editor.create('/translations', attributes);
    for (const path of [`/documents/${a}/cites?lang=it`, `/objects/${a}/cites?lang=it`]) {
      const { included } = (await test.editor.get(path)).body as { included?: { id: string; type: string }[] };
      expect([path, included?.map(({ type, id: shown }) => [type, shown])]).toEqual([path, [['translations', id]]]);
    }
  });

  it('is listed by each resource, if the relation has an endpoint', async () => {
    const [document] = (await read('/documents?page_size=1')).data;
    const names =
      'poster attach see_also download has_media cites cited_by about subject_of owners parents translations';
    expect(Object.keys(document?.relationships ?? {})).toEqual(names.split(' '));
    for (const name of Object.keys(document?.relationships ?? {})) await read(`/documents/${a}/${name}`, test.admin);
    // Its targets are images, so only images have it.
    expect((await test.anonymous.get(`/documents/${a}/poster_of`)).status).toBe(404);
  });

  it('of a hidden object is 404, of an object for certain roles 401 or 403', async () => {
    expect((await test.anonymous.get(`/documents/${draft}/cited_by`)).status).toBe(404);
    expect((await test.editor.get(`/documents/${trashed}/cited_by`)).status).toBe(404);
    expect((await test.anonymous.get(`/documents/${guarded}/cited_by`)).status).toBe(401);
    expect((await test.editor.get(`/documents/${guarded}/relationships/cited_by`)).status).toBe(403);
  });
});

describe('include of relations', () => {
  it('includes the objects that the caller sees, in the order of the links, each once', async () => {
    const { data, included } = await read(`/documents?filter[title]=Ada&include=cites.cited_by,subject_of`);
    expect(data[0]?.relationships?.['cites']?.data?.map(({ id }) => id)).toEqual([c, b]);
    expect(included?.map(({ id }) => id).sort()).toEqual([b, c, news].sort());
    expect(included?.find(({ id }) => id === b)?.relationships?.['cited_by']?.data).toEqual([
      { id: a, type: 'documents' },
    ]);
  });

  it('works on single objects, lists of any type and related lists', async () => {
    expect((await read(`/news/${news}?include=about.cites`)).included?.map(({ id }) => id)).toEqual([b, a, c]);
    expect((await read(`/objects?filter[type]=news&include=about`)).included?.map(({ id }) => id)).toEqual([b, a]);
    expect((await read(`/news/${news}/about?include=cites`)).included?.map(({ id }) => id)).toEqual([c]);
  });

  it('is refused for an unknown relation, at every depth', async () => {
    for (const include of ['wombats', 'cites.wombats', 'cites.cites.wombats', 'cites.cites.cites.cites', 'poster_of']) {
      const response = await test.anonymous.get(`/documents?include=${include}`);
      expect([include, response.status, errorCodes(response)[0]]).toEqual([include, 400, 'invalid_include']);
    }
  });

  it('accepts creator and last editor of an object, for callers who see users', async () => {
    const path = `/documents/${a}?include=created_by_user,modified_by_user`;
    const seen = await read(path, test.admin);
    expect(seen.included).toMatchObject([{ type: 'users' }]);
    expect((await read(path)).included).toEqual([]);
    expect(Object.keys((seen.data as unknown as Item).relationships ?? {})).toContain('created_by_user');
    const response = await test.admin.get(`/documents/${a}/created_by_user`);
    expect(response.body).toMatchObject({ data: { type: 'users', attributes: { username: 'editor' } } });
    expect((await test.admin.get(`/documents/${a}/relationships/modified_by_user`)).body).toMatchObject({
      data: { type: 'users' },
    });
    for (const name of ['created_by_user', 'relationships/modified_by_user'])
      expect((await test.anonymous.get(`/documents/${a}/${name}`)).body).toMatchObject({ data: null });
  });
});

describe('count', () => {
  const countsOf = (item: Item | undefined): Record<string, number> =>
    Object.fromEntries(
      Object.entries(item?.relationships ?? {}).flatMap(([name, { meta }]) => (meta ? [[name, meta.count]] : [])),
    );

  it('counts the objects that the caller sees, on primary data and included resources', async () => {
    const { data, included } = await read(`/documents?filter[title]=Ada&count=cites,subject_of&include=cites`);
    expect(countsOf(data[0])).toEqual({ cites: 2, subject_of: 1 });
    expect(included?.map(countsOf)).toEqual([
      { cites: 0, subject_of: 0 },
      { cites: 0, subject_of: 1 },
    ]);
    const asEditor = await read(`/documents/${a}?count=cites`, test.editor);
    expect(countsOf(asEditor.data as unknown as Item)).toEqual({ cites: 4 });
  });

  it('counts all relations with `all`, and none without it', async () => {
    const one = async (query: string) => (await read(`/objects/${a}${query}`)).data as unknown as Item;
    expect(countsOf(await one('?count=all'))).toEqual({
      poster: 0,
      attach: 0,
      see_also: 0,
      download: 0,
      has_media: 0,
      cites: 2,
      cited_by: 0,
      about: 0,
      subject_of: 1,
      owners: 0,
    });
    expect(countsOf(await one(''))).toEqual({});
    expect(countsOf((await read(`/documents/${a}/cites?count=cited_by`)).data[0])).toEqual({ cited_by: 1 });
  });

  it('changes the ETag when a count changes', async () => {
    const tag = async () => (await test.anonymous.get(`/documents/${c}?count=all`, HERE)).headers['etag'] as string;
    const before = await tag();
    await link('documents', c, 'cites', [{ id: b, type: 'documents' }]);
    expect(await tag()).not.toBe(before);
    await test.editor.delete(`/documents/${c}/relationships/cites`, {}, { data: { id: b, type: 'documents' } });
    expect(await tag()).toBe(before);
  });
});

describe('a filter by relation', () => {
  it('finds objects related to any of several objects, from either side', async () => {
    expect(await idsAt(`/documents?filter[cites]=${b}`)).toEqual([a]);
    expect(await idsAt(`/documents?filter[cites][]=${b}&filter[cites][]=${c}`)).toEqual([a]);
    expect(await idsAt(`/documents?filter[cited_by]=${a}`)).toEqual([b, c]);
    expect(await idsAt(`/objects?filter[about]=${a},${b}`)).toEqual([news]);
    expect(await idsAt(`/objects?filter[subject_of]=${news}&filter[title]=Bea`)).toEqual([b]);
    expect(await idsAt(`/documents?filter[cites]=999999,no-such-uname`)).toEqual([]);
    const uname = ((await read(`/documents/${b}`)).data as unknown as Item).attributes?.['uname'] as string;
    expect(await idsAt(`/documents?filter[cites]=${uname}`)).toEqual([a]);
  });

  it('reveals nothing of objects that the caller does not see', async () => {
    for (const hidden of [draft, trashed, scheduled, guarded]) {
      expect(await idsAt(`/documents?filter[cites]=${hidden}`)).toEqual([]);
    }
    expect(await idsAt(`/documents?filter[cites]=${draft}`, test.editor)).toEqual([a]);
  });

  it('is refused for an unknown relation, and for values of another type', async () => {
    for (const query of ['filter[cites]=', 'filter[cites][gt]=1', 'filter[wombats]=1']) {
      expect([query, (await test.anonymous.get(`/documents?${query}`)).status]).toEqual([query, 400]);
    }
    expect((await test.anonymous.get(`/profiles?filter[cites]=1`)).status).toBe(400);
  });

  it('finds the objects of a creator', async () => {
    const { data } = await read(`/users?filter[username]=editor`, test.admin);
    const editor = data[0]?.id ?? '';
    expect((await idsAt(`/news?filter[created_by_user]=${editor}`, test.admin)).length).toBe(1);
    expect(await idsAt(`/news?filter[created_by_user]=1`, test.admin)).toEqual([]);
    expect(await idsAt(`/news?filter[modified_by_user]=user-editor`, test.admin)).toEqual([news]);
  });
});

describe('users in a relation (D51)', () => {
  it('are listed when the relation names them, for callers who see them', async () => {
    const users = (await read('/users', test.admin)).data;
    const reader = users.find(({ attributes }) => attributes?.['username'] === 'reader')?.id ?? '';
    await link('documents', a, 'owners', [
      { id: '1', type: 'users' },
      { id: reader, type: 'users' },
    ]);
    expect(await idsAt(`/documents/${a}/owners`, test.admin)).toEqual(['1', reader]);
    expect(await idsAt(`/documents/${a}/owners`, test.reader)).toEqual([reader]);
    expect(await idsAt(`/documents/${a}/owners`)).toEqual([]);
    expect((await read(`/documents/${a}/owners`, test.admin)).links['available']).toBe('http://localhost/users');
    expect(await idsAt(`/users/${reader}/owner_of`, test.reader)).toEqual([a]);
    expect((await test.anonymous.get(`/users/${reader}/owner_of`)).status).toBe(401);
    expect((await test.reader.get(`/users/1/owner_of`)).status).toBe(404);
    // `objects` does not include users.
    expect((await test.admin.get(`/users/1/see_also`)).status).toBe(404);
    expect((await read(`/documents/${a}?include=owners.owner_of`, test.admin)).included?.length).toBe(2);
    const withRoles = await read(`/documents/${a}?include=owners.roles`, test.admin);
    expect(withRoles.included?.map(({ type }) => type)).toEqual(['users', 'users', 'roles']);
    const listed = await read(`/users?filter[id]=1&include=owner_of.cites,roles&count=owner_of`, test.admin);
    expect(listed.included?.map(({ type }) => type)).toContain('documents');
    expect(listed.data[0]?.relationships?.['owner_of']?.meta).toEqual({ count: 1 });
    expect((await read(`/users/1?include=owner_of`, test.admin)).included).toMatchObject([{ id: a }]);
    const [user] = (await read(`/users?filter[id]=1`, test.admin)).data;
    expect(Object.keys(user?.relationships ?? {})).toEqual(['roles', 'owner_of']);
  });

  it('are linked by callers who may change both', async () => {
    const path = '/users/1/relationships/owner_of';
    const data = { id: b, type: 'documents' };
    expect((await test.editor.post(path, { data })).status).toBe(403);
    expect((await test.admin.post(path, { data })).status).toBe(200);
    expect(
      (await test.editor.delete(`/documents/${b}/relationships/owners`, {}, { data: { id: '1', type: 'users' } }))
        .status,
    ).toBe(200);
  });
});
