// What a purge takes along, what it leaves, and what happens when it meets something else (D30, D163, reference/jsonapi.md 4.6).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { touchObjects, viewOf } from '../../core/objects/touch-objects.ts';
import type { AnnotationRow, ObjectRow, TranslationRow } from '../../core/store/store.ts';
import { openTestService, PASSWORD, type Client, type ResourceData, type TestService } from '../support/service.ts';

let test: TestService;
beforeAll(async () => {
  test = await openTestService();
});
afterAll(() => test.close());

const store = () => test.service.services.store;

/** Everything in the database, but what counts attempts and versions and hands out numbers. */
async function everything(): Promise<Record<string, unknown[]>> {
  const names = (await store().db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name).sort();
  const kept = names.filter(
    (name) =>
      ![
        'changes',
        'sequences',
        'object_counts',
        'login_failures',
        'refresh_tokens',
        'state',
        'auth_providers',
      ].includes(name),
  );
  const rows = await Promise.all(
    kept.map(async (name) => [name, await store().db.collection(name).find().sort({ _id: 1 }).toArray()] as const),
  );
  return Object.fromEntries(rows);
}

async function assertTotals(type: string): Promise<void> {
  const kept = await store().readCounts([type]);
  expect([kept.trashed, kept.on + kept.scheduled + kept.draft + kept.off]).toEqual([
    await store().documents(type).countDocuments({ trashed: true }),
    await store().documents(type).countDocuments({ trashed: false }),
  ]);
  expect(kept.trashed).toBe(await store().objects.countDocuments({ type, trashed: true }));
}

const create = (attributes: Record<string, unknown> = {}): Promise<ResourceData> =>
  test.editor.create('/documents', { title: 'A document', status: 'on', ...attributes });

/** Rows that other operations make, in the way that they have to (core/objects/touch-objects.ts). */
async function addBelongings(id: number, other: number, { trashed = false } = {}): Promise<number[]> {
  const { sequences } = store();
  const [translation, annotation] = [await sequences.next('objects'), await sequences.next('objects')];
  const now = new Date();
  await store().transaction(async (session) => {
    const objects = await touchObjects(
      store(),
      [id, other].map((each) => ({ id: each, type: 'documents' })),
      session,
    );
    const object = viewOf(objects.get(id) as never);
    const common = { object_id: id, trashed, created: now, modified: now, revision: 1, object };
    await store().translations.insertOne(
      {
        _id: translation,
        lang: 'it',
        status: 'on',
        translated_fields: {},
        created_by: 1,
        modified_by: 1,
        ...common,
      } satisfies TranslationRow,
      { session },
    );
    await store().annotations.insertOne(
      { _id: annotation, description: 'Hm', params: null, user_id: 1, ...common } satisfies AnnotationRow,
      { session },
    );
    const link = { relation_id: 1, left_type: 'documents', right_type: 'documents', priority: 1, inv_priority: 1 };
    await store().objectRelations.insertMany(
      [
        { ...link, left_id: id, right_id: other, params: null },
        { ...link, left_id: other, right_id: id, params: null },
      ],
      { session },
    );
    await store().trees.insertOne(
      {
        _id: await sequences.next('objects'),
        object_id: id,
        parent_id: 999,
        parent_node_id: 999,
        root_id: 999,
        path: `${id}/`,
        key: String(id),
        depth_level: 1,
        menu: true,
        canonical: true,
        params: null,
        fence: 0,
        object,
      },
      { session },
    );
  });
  return [translation, annotation];
}

describe('a purge', () => {
  it('leaves everything as it was before the object was there', async () => {
    const [other, third] = [Number((await create()).id), Number((await create()).id)];
    await addBelongings(third, other);
    const before = await everything();
    const revisions = Object.keys(before).length;
    expect(revisions).toBeGreaterThan(20);
    const { id } = await create({ uname: 'goes', tags: [], extra: { a: 1 } });
    const texts = await addBelongings(Number(id), other);
    await test.editor.create('/object_permissions', { object_id: Number(id), role_id: 2, permission: 'mark' });
    // A translation that is in the trash has a row among the objects.
    const row = await store().objects.findOne({ _id: Number(id) });
    await store().objects.insertOne({
      ...(row as ObjectRow),
      _id: texts[0] as number,
      type: 'translations',
      trashed: true,
    });
    expect((await test.editor.delete(`/documents/${id}`)).status).toBe(204);
    expect(await store().translations.findOne({ _id: texts[0] as number })).toMatchObject({
      object: { trashed: true },
    });
    expect((await test.editor.delete(`/trash/${id}`)).status).toBe(204);
    const after = await everything();
    // The other side of a link was written when it was made.
    const fence = (rows: unknown[] | undefined) => rows?.map((each) => ({ ...(each as object), fence: 0 }));
    for (const name of Object.keys(before)) expect([name, fence(after[name])]).toEqual([name, fence(before[name])]);
    expect(Object.keys(after)).toEqual(Object.keys(before));
    await assertTotals('documents');
    const rows = await store()
      .changes.find({ resource_id: { $in: [id, ...texts.map(String)] }, user_action: 'remove' })
      .toArray();
    expect(rows.map((each) => each.resource_type).sort()).toEqual(['annotations', 'objects', 'translations']);
  });

  it('meets restores and other purges: exactly one of them wins', async () => {
    for (let round = 0; round < 6; round++) {
      const { id } = await create();
      await test.editor.delete(`/documents/${id}`);
      const body = { data: { id, type: 'objects' } };
      const answers = await Promise.all([
        test.editor.patch(`/trash/${id}`, body),
        test.editor.delete(`/trash/${id}`),
        test.admin.delete(`/trash?ids=${id}`),
        test.admin.patch(`/trash/${id}`, body),
        test.admin.delete(`/trash/${id}`),
      ]);
      const [first, , many, fourth] = answers.map(({ status }) => status);
      const restored = [first, fourth].filter((status) => status === 204).length;
      const there = await store()
        .documents('documents')
        .findOne({ _id: Number(id) });
      const row = await store().objects.findOne({ _id: Number(id) });
      expect(many).toBe(204);
      expect(answers.filter(({ status }) => ![204, 404].includes(status))).toEqual([]);
      expect([there !== null, row !== null]).toEqual([restored === 1, restored === 1]);
      expect(restored).toBeLessThan(2);
      if (there) expect(there.trashed).toBe(false);
      expect(await store().unames.countDocuments({ object_id: Number(id) })).toBe(restored);
      const actions = await store().changes.find({ resource_id: id }).toArray();
      expect(actions.filter((each) => ['restore', 'remove'].includes(each.user_action))).toHaveLength(1);
    }
    await assertTotals('documents');
  });

  it('leaves nothing behind of what is added beside it', async () => {
    const other = Number((await create()).id);
    for (let round = 0; round < 6; round++) {
      const id = Number((await create()).id);
      const [added] = await Promise.allSettled([
        addBelongings(id, other),
        test.editor.delete(`/documents/${id}`).then(() => test.editor.delete(`/trash/${id}`)),
      ]);
      expect(['fulfilled', 'rejected']).toContain(added.status);
      const left = await Promise.all([
        store().translations.countDocuments({ object_id: id }),
        store().annotations.countDocuments({ object_id: id }),
        store().trees.countDocuments({ object_id: id }),
        store().objectRelations.countDocuments({ $or: [{ left_id: id }, { right_id: id }] }),
        store().documents('documents').countDocuments({ _id: id }),
      ]);
      expect(left).toEqual([0, 0, 0, 0, 0]);
    }
  });

  it('meets changes and trashings of the object', async () => {
    for (let round = 0; round < 4; round++) {
      const { id } = await create();
      const answers = await Promise.all([
        test.editor.delete(`/documents/${id}`),
        test.admin.delete(`/documents/${id}`),
        test.editor.patch(`/documents/${id}`, { data: { id, type: 'documents', attributes: { title: 'Changed' } } }),
        test.editor.delete(`/trash/${id}`),
      ]);
      expect(answers.slice(0, 2).filter(({ status }) => status === 204)).toHaveLength(1);
      expect(answers.every(({ status }) => [200, 204, 404].includes(status))).toBe(true);
    }
    await assertTotals('documents');
  });
});

describe('a purged user', () => {
  let counter = 0;
  const person = async (more: object = {}) => {
    const username = `gone${++counter}`;
    return test.admin.create('/users', {
      username,
      password: PASSWORD,
      uname: `user-${username}`,
      email: `${username}@example.org`,
      name: 'Ada',
      surname: `Lovelace${counter}`,
      status: 'on',
      ...more,
    });
  };
  const signIn = async (username: string): Promise<Client['get']> => {
    const headers = { 'Content-Type': 'application/json' };
    const response = await test.anonymous.post('/auth', { username, password: PASSWORD }, headers);
    const { jwt } = (response.body as { meta: { jwt: string } }).meta;
    return (path) => test.anonymous.get(path, { Authorization: `Bearer ${jwt}` });
  };
  const asUser = async (username: string) => {
    const headers = { 'Content-Type': 'application/json' };
    const response = await test.anonymous.post('/auth', { username, password: PASSWORD }, headers);
    const { jwt } = (response.body as { meta: { jwt: string } }).meta;
    return { Authorization: `Bearer ${jwt}` };
  };
  const purge = async (id: string): Promise<void> => {
    expect((await test.admin.delete(`/users/${id}`)).status).toBe(204);
    expect((await test.admin.delete(`/trash/${id}`)).status).toBe(204);
  };
  const provider = async () => (await test.admin.create('/admin/auth_providers', { name: `provider${++counter}` })).id;

  it('who wrote nothing is gone with all that was the user’s', async () => {
    const auth_provider_id = Number(await provider());
    const before = await everything();
    const { id, attributes } = await person();
    const read = await signIn(String(attributes['username']));
    // Changing the own record is not writing anything.
    const headers = { ...(await asUser(String(attributes['username']))), 'Content-Type': 'application/json' };
    expect((await test.anonymous.patch('/auth/user', { pseudonym: 'A.' }, headers)).status).toBe(200);
    await test.admin.create('/admin/external_auth', {
      user_id: Number(id),
      auth_provider_id,
      provider_username: 'ada.elsewhere',
    });
    await test.admin.post(`/users/${id}/relationships/roles`, { data: { type: 'roles', id: '2' } });
    await purge(id);
    expect((await read('/auth/user')).status).toBe(401);
    const after = await everything();
    for (const name of Object.keys(before)) expect([name, after[name]]).toEqual([name, before[name]]);
    expect(await store().refreshTokens.countDocuments({ user_id: Number(id) })).toBe(0);
    expect(JSON.stringify(await store().changes.find().toArray())).not.toMatch(/Lovelace|ada\.elsewhere|gone\d+@/);
    await assertTotals('users');
  });

  it('who wrote something stays as an author without a name, whose names are free again', async () => {
    const { id, attributes } = await person({ birthdate: '1815-12-10', extra: { note: 'Byron' } });
    const username = String(attributes['username']);
    await test.admin.post(`/users/${id}/relationships/roles`, { data: { type: 'roles', id: '2' } });
    const headers = await asUser(username);
    const body = { data: { type: 'documents', attributes: { title: 'By Ada', status: 'on' } } };
    const document = ((await test.anonymous.post('/documents', body, headers)).body as { data: ResourceData }).data;
    await purge(id);
    await assertTotals('users');
    const left = await store()
      .documents('users')
      .findOne({ _id: Number(id) });
    expect(left).toMatchObject({
      username: `__deleted-${id}`,
      uname: `__deleted-${id}`,
      title: null,
      locked: true,
      trashed: true,
      status: 'off',
      role_ids: [],
    });
    const row = await store().objects.findOne({ _id: Number(id) });
    const changes = await store().changes.find({ resource_id: id }).toArray();
    expect(JSON.stringify([left, row, changes])).not.toMatch(new RegExp(`Ada|Lovelace|Byron|1815|${username}`, 'i'));
    expect(row?.search).toEqual({ title: '', description: '', text: '' });
    const remaining = ['usernames', 'user_emails', 'refresh_tokens', 'external_auth'].map((name) =>
      store()
        .db.collection(name)
        .countDocuments({ user_id: Number(id) }),
    );
    expect(await Promise.all(remaining)).toEqual([0, 0, 0, 0]);
    expect(await store().credentials.findOne({ _id: Number(id) })).toBeNull();
    // What was written keeps its author.
    const written = (await test.anonymous.get(`/documents/${document.id}`)).body as { data: ResourceData };
    expect(written.data.meta['created_by']).toBe(Number(id));
    // The author is in no list, and cannot be fetched, restored or purged.
    for (const path of [`/users/${id}`, `/trash/${id}`, `/trash/__deleted-${id}`]) {
      expect((await test.admin.get(path)).status).toBe(404);
    }
    expect(JSON.stringify((await test.admin.get('/trash?page_size=100')).body)).not.toContain('__deleted');
    expect((await test.admin.patch(`/trash/${id}`, { data: { id, type: 'users' } })).status).toBe(404);
    expect((await test.admin.delete(`/trash/${id}`)).status).toBe(404);
    // Names and address are free.
    const again = await test.admin.create('/users', { ...attributes, username, password: PASSWORD });
    expect(again.attributes).toMatchObject({ username, email: `${username}@example.org`, uname: `user-${username}` });
  });

  it('cannot be the first one, who is never in the trash', async () => {
    expect((await test.admin.delete('/users/1')).status).toBe(403);
    expect((await test.admin.delete('/trash/1')).status).toBe(404);
    expect((await test.admin.delete('/trash?ids=1')).status).toBe(204);
    expect((await test.admin.get('/users/1')).status).toBe(200);
  });
});

describe('names of purged users', () => {
  it.each(['__deleted-5', '__DELETED-x'])('%s is refused as a uname, on create and on change', async (uname) => {
    const { id } = await create();
    const attributes = { uname };
    for (const response of [
      await test.editor.post('/documents', { data: { type: 'documents', attributes } }),
      await test.editor.patch(`/documents/${id}`, { data: { id, type: 'documents', attributes } }),
      await test.admin.patch('/users/1', { data: { id: '1', type: 'users', attributes } }),
    ]) {
      expect(response.status).toBe(400);
      expect(response.text).toContain('[uname.reserved]');
    }
    const user = { data: { id: '1', type: 'users', attributes: { username: uname } } };
    expect((await test.admin.patch('/users/1', user)).text).toContain('[username.reserved]');
  });

  it('are not made from titles either', async () => {
    const { attributes } = await create({ title: '__deleted-7' });
    expect(String(attributes['uname'])).toMatch(/^deleted-7/);
  });
});
