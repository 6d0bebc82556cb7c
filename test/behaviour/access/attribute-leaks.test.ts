// Possible leaks of attributes with permissions (D578): positions, addresses of files, orders of folders, names that
// are made from others, accounts, literal searches, cursors.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { permit, readBy } from '../../support/writes/attribute-world.ts';
import { countedIds } from '../../support/permissions/hidden-world.ts';
import { type Client, PASSWORD, type ResourceData, serviceForTests } from '../../support/service.ts';
import { attributesOf } from '../../support/database/versions.ts';

const test = serviceForTests({ env: { LEGACY_ROOT: '', JWT_TTL: '9999d' } });
let member: Client;
beforeAll(async () => {
  const { id } = await test.admin.create('/roles', { name: 'board' });
  member = await test.addClient('member', [2, Number(id)]);
});
afterAll(async () => {
  expect(test.loggedErrors).toEqual([]);
});
const rule = (type: string, ...names: string[]) => permit({ test }, type, readBy('board', names));
const dataOf = async (client: Client, path: string): Promise<ResourceData> =>
  ((await client.get(path)).body as { data: ResourceData }).data;

describe('without the right to read an attribute', () => {
  it('distances do not reveal it', async () => {
    await rule('locations', 'coords');
    const { id } = await test.admin.create('/locations', { title: 'Den', coords: 'POINT(11 44)', status: 'on' });
    const near = '/locations?filter[geo][center]=44,11&filter[geo][radius]=1000';
    for (const client of [test.anonymous, test.editor]) expect((await client.get(near)).status).toBe(400);
    const { data } = (await member.get(near)).body as { data: ResourceData[] };
    expect(data.map((each) => [each.id, each.attributes['coords']])).toEqual([[id, 'POINT(11 44)']]);
  });

  it('addresses of files do not contain it', async () => {
    await rule('videos', 'provider_url');
    const url = 'https://example.com/v/1';
    const { id } = await test.admin.create('/videos', { title: 'Elsewhere', provider_url: url, status: 'on' });
    for (const client of [test.anonymous, test.editor]) {
      const response = await client.get(`/videos/${id}`);
      expect([(await dataOf(client, `/videos/${id}`)).meta['media_url'], response.text.includes(url)]).toEqual([
        null,
        false,
      ]);
    }
    expect((await dataOf(member, `/videos/${id}`)).meta['media_url']).toBe(url);
  });

  it('folders are not ordered by it', async () => {
    const folder = await test.admin.create('/folders', { title: 'Sorted', status: 'on', children_order: 'title' });
    const made: ResourceData[] = [];
    for (const title of ['C', 'A', 'B']) made.push(await test.admin.create('/news', { title, status: 'on' }));
    const data = made.map(({ id, type }) => ({ id, type }));
    await test.admin.post(`/folders/${folder.id}/relationships/children`, { data });
    const order = async (client: Client): Promise<string[]> => countedIds(client, `/folders/${folder.id}/children`);
    const byTitle = [1, 2, 0].map((index) => made[index]?.id);
    expect(await order(test.editor)).toEqual(byTitle);
    await rule('news', 'title');
    expect(await order(member)).toEqual(byTitle);
    const others = await order(test.editor);
    const [first] = made;
    const change = { id: first?.id, type: 'news', attributes: { title: 'AA' } };
    await test.admin.patch(`/news/${first?.id}`, { data: change });
    expect(await order(test.editor)).toEqual(others);
  });

  it('cursors do not contain it', async () => {
    await test.admin.create('/news', { title: 'Zebracrossing', status: 'on' });
    await test.admin.create('/documents', { title: 'Zz last', status: 'on' });
    let next: string | null = '/objects?sort=-title&page_size=1&page[after]=';
    for (let pages = 0; next !== null && pages < 20; pages++) {
      const { body, text } = await test.editor.get(next);
      const { links } = body as { links: { next: string | null } };
      const cursor = links.next === null ? '' : (new URL(links.next).searchParams.get('page[after]') ?? '');
      expect(`${text}${Buffer.from(cursor, 'base64url').toString()}`).not.toMatch(/zebra/i);
      next = links.next === null ? null : links.next.replace('http://localhost', '');
    }
  });

  it('the substring search of the legacy API does not find it', async () => {
    const publication = await dataOf(test.admin, '/folders/publication');
    const made = await test.admin.create('/news', { title: 'Zebrafinch', uname: 'finch', status: 'on' });
    const data = [{ type: 'news', id: made.id }];
    await test.admin.post(`/folders/${publication.id}/relationships/children`, { data });
    const found = async (client: Client): Promise<number> => {
      const query = '/objects?filter[query]=ebrafin&filter[substring]=1';
      const { body } = await client.get(query, { Accept: 'application/json' });
      return (body as { data: { objects: object[] } }).data.objects.length;
    };
    expect([await found(test.anonymous), await found(test.editor), await found(member)]).toEqual([0, 0, 1]);
  });

  it('generated titles do not contain it', async () => {
    await rule('profiles', 'surname');
    const made = await member.create('/profiles', { name: 'Ada', surname: 'Zebra', status: 'on' });
    expect(await attributesOf(test.editor, made)).toMatchObject({ title: 'Ada', uname: 'profile-ada' });
    expect(await attributesOf(member, made)).toMatchObject({ surname: 'Zebra' });
  });
});

describe('accounts', () => {
  it('show it to these roles only, also to their owners', async () => {
    await permit({ test }, 'users', { ...readBy('board', ['email', 'surname']), name: { write: ['board'] } });
    const attributes = {
      username: 'watched',
      uname: 'watched',
      password: PASSWORD,
      status: 'on',
      email: 'zebra@example.org',
    };
    const { id } = await test.admin.create('/users', { ...attributes, surname: 'Zebra', name: 'Wanda' });
    const signedIn = await test.anonymous.post(
      '/auth',
      { username: 'watched', password: PASSWORD },
      { 'Content-Type': 'application/json' },
    );
    expect(signedIn.text).not.toMatch(/zebra/i);
    const token = (signedIn.body as { meta: { jwt: string } }).meta.jwt;
    const bearer = { Authorization: `Bearer ${token}` };
    for (const path of ['/auth/user', `/users/${id}`]) {
      const { status, text } = await test.anonymous.get(path, bearer);
      expect([path, status, /zebra/i.test(text)]).toEqual([path, 200, false]);
    }
    const { status, text } = await test.anonymous.get('/me', { ...bearer, Accept: 'application/json' });
    expect([status, /zebra/i.test(text)]).toEqual([200, false]);
    const rename = (name: string) =>
      test.anonymous.patch('/auth/user', { data: { id, type: 'users', attributes: { name } } }, bearer);
    expect([(await rename('Wanda')).status, (await rename('Other')).status]).toEqual([200, 403]);
    for (const client of [test.editor, test.reader]) {
      expect((await client.get('/users?filter[surname]=Zebra')).status).toBe(400);
    }
    expect(await countedIds(member, '/users?filter[surname]=Zebra')).toEqual([id]);
    expect((await dataOf(member, `/users/${id}`)).attributes).toMatchObject({ surname: 'Zebra' });
    expect((await dataOf(member, `/users/${id}`)).attributes).not.toHaveProperty('email');
    expect((await dataOf(test.admin, `/users/${id}`)).attributes).toMatchObject({ email: 'zebra@example.org' });
  });
});
