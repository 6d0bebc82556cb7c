// /history (D540, D14, D19).
import { describe, expect, it } from 'vitest';
import { type Client, serviceForTests } from '../../support/service.ts';

const test = serviceForTests({ env: { JWT_TTL: '9999d' } });

interface Row {
  id: string;
  type: string;
  attributes: object;
  meta: { resource_id: string; resource_type: string; user_action: string; user_id: number; changed: object };
  links: { self: string };
}
interface Answer {
  data: Row[];
  meta: { pagination: { count: number } };
}

const rows = async (client: Client, query = ''): Promise<Row[]> =>
  ((await client.get(encodeURI(`/history?page_size=100&${query}`))).body as Answer).data;
const actions = async (client: Client, query: string) =>
  (await rows(client, query)).map(({ meta }) => meta.user_action);
const patch = (client: Client, type: string, id: string, attributes: object) =>
  client.patch(`/${type}/${id}`, { data: { id, type, attributes } });

describe('GET /history', () => {
  it('shows author, action, time and resource, oldest first', async () => {
    const { id, meta } = await test.editor.create('/documents', { title: 'Told' });
    test.clock.advance(60_000);
    await patch(test.admin, 'documents', id, { body: 'x' });
    await test.editor.delete(`/documents/${id}`);
    const found = await rows(test.editor, `filter[resource_id]=${id}&filter[resource_type]=objects`);
    expect(found.map((row) => [row.meta.user_action, row.meta.user_id])).toEqual([
      ['create', meta['created_by']],
      ['update', 1],
      ['trash', meta['created_by']],
    ]);
    expect(found[1]).toMatchObject({
      type: 'history',
      attributes: {},
      meta: {
        resource_id: id,
        resource_type: 'objects',
        application_id: null,
        created: '2026-05-13T07:10:23+00:00',
        changed: { body: 'x' },
      },
    });
    const self = new URL(found[1]?.links.self ?? '');
    expect((await test.editor.get(self.pathname + self.search)).body).toMatchObject({ data: [{ id: found[1]?.id }] });
    expect(await actions(test.editor, `filter[resource_id]=${id}&sort=-id`)).toEqual(['trash', 'update', 'create']);
    expect(await actions(test.editor, `filter[resource_id]=${id}&filter[user_action]=trash,update`)).toEqual([
      'update',
      'trash',
    ]);
    expect(await actions(test.editor, `filter[resource_id]=${id}&filter[user_id]=1`)).toEqual(['update']);
    expect(
      await actions(test.editor, `filter[resource_id]=${id}&filter[created][gt]=2026-05-13T07:09:30Z&sort=-created`),
    ).toHaveLength(2);
  });

  it.each([
    'filter[nothing]=1',
    'filter[id]=5',
    'filter[id][gt]=5',
    'filter[user_id]=me',
    'filter[created][gt]=soon',
    'filter[resource_id][$ne]=1',
    'filter[changed]=x',
    'sort=changed',
    'include=nothing',
    'include=application',
    'filter[id][like]=6a04',
    'filter[id][$gt]=6a0429b3d3f1c80012345678',
    'q=x',
  ])('refuses ?%s: 400', async (query) => {
    expect((await test.admin.get(`/history?${query}`)).status).toBe(400);
  });

  it('is filtered by ids with the operators of other lists', async () => {
    const { id } = await test.editor.create('/documents', { title: 'First' });
    for (const title of ['Second', 'Third']) await patch(test.editor, 'documents', id, { title });
    const all = await rows(test.editor, `filter[resource_id]=${id}`);
    const [first = '', second = '', third = ''] = all.map((row) => row.id);
    const found = async (filter: string) =>
      (await rows(test.editor, `filter[resource_id]=${id}&${filter}`)).map((row) => row.id);
    expect(await found(`filter[id][gt]=${first}`)).toEqual([second, third]);
    expect(await found(`filter[id][lte]=${second}`)).toEqual([first, second]);
    expect(await found(`filter[id][gt]=${first}&filter[id][lt]=${third}`)).toEqual([second]);
    expect(await found(`filter[id][ne]=${second}`)).toEqual([first, third]);
    expect(await found(`filter[id][in]=${first},${third}`)).toEqual([first, third]);
    expect(await found(`filter[id]=${first},${second}`)).toEqual([first, second]);
  });

  it('includes the authors of the changes', async () => {
    const { id } = await test.editor.create('/documents', { title: 'Ours', status: 'on' });
    await patch(test.admin, 'documents', id, { title: 'Mine' });
    const listed = async (client: Client) =>
      (await client.get(`/history?include=user&filter%5Bresource_id%5D=${id}`)).body as {
        data: { meta: { user_id: number }; relationships: { user: { data: { id: string; type: string } | null } } }[];
        included: { id: string; type: string; attributes: { username: string } }[];
      };
    const seen = await listed(test.admin);
    const makers = seen.data.map(({ meta }) => String(meta.user_id));
    expect(seen.data.map(({ relationships }) => relationships.user.data)).toEqual(
      makers.map((user) => ({ type: 'users', id: user })),
    );
    expect(seen.included.map((user) => [user.type, user.id])).toEqual(makers.map((user) => ['users', user]));
    expect(seen.included.map(({ attributes }) => attributes.username)).toContain('admin');
  });

  it('has pages with totals', async () => {
    const { data, meta } = (await test.admin.get('/history?page_size=2')).body as Answer;
    expect([data.length, meta.pagination.count]).toEqual([
      2,
      await test.service.services.store.changes.countDocuments(),
    ]);
    expect((await test.admin.get('/history?page=9999')).status).toBe(404);
  });
});

describe('visibility of changes', () => {
  it('changes of other resources than content are for admins', async () => {
    const { id } = await test.admin.create('/model/tags', { name: 'red' });
    const query = `filter[resource_type]=tags&filter[resource_id]=${id}`;
    expect(await actions(test.admin, query)).toEqual(['create']);
    expect(await actions(test.editor, query)).toEqual([]);
    expect(await actions(test.admin, 'filter[resource_type]=roles')).toEqual(
      await actions(test.admin, 'filter[resource_type]=roles'),
    );
  });

  it('readers see their own changes, of visible objects', async () => {
    const { id } = await test.editor.create('/documents', { title: 'Told', status: 'on' });
    const mine = await test.reader.create('/annotations', { object_id: Number(id), description: 'Mine' });
    await test.editor.create('/annotations', { object_id: Number(id), description: 'Not mine' });
    expect((await test.anonymous.get('/history')).status).toBe(401);
    const own = await rows(test.reader, 'filter[resource_type]=annotations');
    expect(own.map(({ meta }) => meta.resource_id)).toEqual([mine.id]);
    expect(own[0]?.meta.changed).toMatchObject({ description: 'Mine' });
    expect(await rows(test.reader, `filter[resource_id]=${id}`)).toEqual([]);
    await patch(test.editor, 'documents', id, { status: 'draft' });
    expect(await rows(test.reader, 'filter[resource_type]=annotations')).toEqual([]);
    await patch(test.editor, 'documents', id, { status: 'on' });
    expect(await rows(test.reader, 'filter[resource_type]=annotations')).toHaveLength(1);
    await test.reader.delete(`/annotations/${mine.id}`);
    expect(await actions(test.reader, `filter[resource_id]=${mine.id}`)).toEqual(['create', 'trash']);
  });

  it('objects for certain roles are hidden from others, with all their resources', async () => {
    const { id } = await test.admin.create('/documents', { title: 'Secret', status: 'on' });
    const open = await test.admin.create('/documents', { title: 'Open', status: 'on' });
    const object_id = Number(id);
    const translation = await test.admin.create('/translations', { object_id, lang: 'it' });
    const query = `filter[resource_id]=${id},${translation.id},${open.id}&filter[user_action]=create`;
    expect(await rows(test.editor, query)).toHaveLength(3);
    await test.admin.create('/object_permissions', { object_id, role_id: 1, permission: 'read' });
    const left = await test.editor.get(encodeURI(`/history?${query}`));
    expect((left.body as Answer).data.map(({ meta }) => meta.resource_id)).toEqual([open.id]);
    expect((left.body as Answer).meta.pagination.count).toBe(1);
    expect(await rows(test.admin, query)).toHaveLength(3);
  });

  it('private values are shown only to their user and admins, passwords never', async () => {
    const account = { username: 'wilma', password: 'a password', uname: 'wilma', email: 'w@example.org', surname: 'W' };
    const { id } = await test.admin.create('/users', account);
    const query = `filter[resource_id]=${id}&filter[resource_type]=objects`;
    const [[seen], [all]] = [await rows(test.editor, query), await rows(test.admin, query)];
    expect(all?.meta.changed).toMatchObject({ email: 'w@example.org', surname: 'W' });
    expect(seen?.meta.changed).toMatchObject({ surname: 'W' });
    expect(seen?.meta.changed).not.toHaveProperty('email');
    expect(JSON.stringify([seen, all])).not.toContain('a password');
  });

  it('values of purged resources are for admins', async () => {
    const { store } = test.service.services;
    const { id } = await test.editor.create('/documents', { title: 'Gone', status: 'on' });
    await store.objects.deleteOne({ _id: Number(id) });
    await store.documents('documents').deleteOne({ _id: Number(id) });
    expect((await rows(test.editor, `filter[resource_id]=${id}`))[0]?.meta.changed).toEqual({});
    expect((await rows(test.admin, `filter[resource_id]=${id}`))[0]?.meta.changed).toMatchObject({ title: 'Gone' });
  });

  it('never scans a collection', async () => {
    const { db } = test.service.services.store;
    for (const query of [
      '',
      'filter[resource_id]=5',
      'filter[user_id]=1',
      'sort=-created',
      'filter[created][gt]=2030-01-01',
    ]) {
      for (const client of [test.admin, test.editor]) {
        await db.command({ profile: 0 });
        await db
          .collection('system.profile')
          .drop()
          .catch(() => undefined);
        await db.command({ profile: 2 });
        await rows(client, query);
        await db.command({ profile: 0 });
        const seen = await db
          .collection('system.profile')
          .find({ ns: `${db.databaseName}.changes`, nreturned: { $gt: 1 } })
          .toArray();
        expect([query, seen.filter(({ hasSortStage }) => hasSortStage === true)]).toEqual([query, []]);
      }
    }
  });
});

it('names other objects only to callers who see them', async () => {
  const [shown, hidden] = [
    await test.editor.create('/documents', { title: 'Shown', status: 'on' }),
    await test.editor.create('/documents', { title: 'Hidden', status: 'on' }),
  ];
  const open = await test.editor.create('/folders', { title: 'Open', status: 'on' });
  const closed = await test.editor.create('/folders', { title: 'Closed', status: 'on' });
  const { id } = await test.editor.create('/documents', { title: 'Told of', status: 'on' });
  const post = async (name: string, ...others: { id: string; type: string }[]) => {
    const data = others.map((each) => ({ id: each.id, type: each.type }));
    expect((await test.editor.post(`/documents/${id}/relationships/${name}`, { data })).status).toBe(200);
  };
  await post('see_also', shown, hidden);
  await post('parents', open, closed);
  for (const other of [hidden, closed]) {
    const rule = { object_id: Number(other.id), role_id: 1, permission: 'read' };
    await test.admin.create('/object_permissions', rule);
  }
  const changedFields = async (client: Client) =>
    (await rows(client, `filter[resource_id]=${id}&filter[user_action]=update`)).map(({ meta }) => meta.changed);
  const [a, b, c, d] = [shown, hidden, open, closed].map((each) => Number(each.id));
  expect(await changedFields(test.admin)).toMatchObject([
    { see_also: { added: [a, b] } },
    { parents: [c, d], places: [{ to: c }, { to: d }] },
  ]);
  expect(await changedFields(test.editor)).toMatchObject([
    { see_also: { added: [a] } },
    { parents: [c], places: [{ to: c }] },
  ]);
});
