// Requests for several objects: DELETE by ids, POST /bulk/edit (D55, D164, D165, D543).
import { describe, expect, it } from 'vitest';
import { type Client, errorCodes, errorSources, type ResourceData, serviceForTests } from '../../support/service.ts';
import { assertTotals } from '../../support/database/stored.ts';

const test = serviceForTests();

const create = (type = 'documents', more: Record<string, unknown> = {}): Promise<ResourceData> =>
  test.editor.create(`/${type}`, { title: 'One of many', status: 'on', ...more });
const locked = async (): Promise<ResourceData> => {
  const made = await create();
  await test.admin.patch(`/documents/${made.id}`, { data: { id: made.id, type: 'documents', meta: { locked: true } } });
  return made;
};
/** Only admins may change it. */
const guarded = async (): Promise<ResourceData> => {
  const made = await create();
  const row = { object_id: Number(made.id), role_id: 1, permission: 'write' };
  await test.admin.create('/object_permissions', row);
  return made;
};
const statusOf = async (id: string): Promise<number> => (await test.admin.get(`/objects/${id}`)).status;
describe('DELETE /{type}?ids=', () => {
  it('moves the named objects to the trash, ignoring unknown ids and other types', async () => {
    const [a, b, event] = [await create(), await create(), await create('events')];
    const response = await test.editor.delete(`/documents?ids=${a.id},${b.id},${a.id},${event.id},999999`);
    expect([response.status, response.text]).toEqual([204, '']);
    expect([await statusOf(a.id), await statusOf(b.id), await statusOf(event.id)]).toEqual([404, 404, 200]);
    // All of it again: no object differs.
    expect((await test.editor.delete(`/documents?ids[]=${a.id}&ids[]=${b.id}`)).status).toBe(204);
    expect((await test.editor.get(`/trash/${a.id}`)).status).toBe(200);
    await assertTotals(test.service.services.store, 'documents');
  });

  it('deletes objects of all types at /objects, except users', async () => {
    const [a, event] = [await create(), await create('events')];
    const user = await test.admin.create('/users', { username: 'stays', password: 'a password', uname: 'user-stays' });
    expect((await test.admin.delete(`/objects?ids=${a.id},${event.id},${user.id}`)).status).toBe(204);
    expect([await statusOf(a.id), await statusOf(event.id)]).toEqual([404, 404]);
    expect((await test.admin.get(`/users/${user.id}`)).status).toBe(200);
    const response = await test.admin.delete(`/users?ids=${user.id}`);
    expect([response.status, response.headers['allow']]).toEqual([405, 'GET, HEAD, POST, OPTIONS']);
    await assertTotals(test.service.services.store, 'events');
  });

  it('deletes what the caller may delete, and reports each refusal (D55)', async () => {
    const [first, free, second, kept] = [await locked(), await create(), await guarded(), await locked()];
    const ids = [first, free, second, kept].map(({ id }) => id);
    const response = await test.editor.delete(`/objects?ids=${ids.join()}`);
    expect([response.status, ...errorCodes(response)]).toEqual([403, 'locked', 'locked', 'forbidden', 'locked']);
    expect(errorSources(response)).toEqual(['ids', 'ids', 'ids']);
    const { errors } = response.body as { errors: { detail: string }[] };
    expect(errors.map(({ detail }) => detail.split(':')[0])).toEqual([first.id, second.id, kept.id]);
    expect(await Promise.all(ids.map(statusOf))).toEqual([200, 404, 200, 200]);
    await assertTotals(test.service.services.store, 'documents');
  });

  const many = Array.from({ length: 501 }, (_, index) => String(1_000_000 + index)).join();
  it.each(['', '?ids=', '?ids=a', '?ids=1,', '?ids=0', '?ids=1e3', '?ids[a]=1', `?ids=${many}`])(
    'returns 400 with the parameter for %s',
    async (query) => {
      for (const path of ['/documents', '/objects']) {
        const response = await test.editor.delete(path + query);
        expect([response.status, ...errorSources(response)]).toEqual([400, 'ids']);
        expect(errorCodes(response)[0]).toBe('invalid_parameter');
      }
    },
  );

  it('returns 400 for an unknown parameter, 404 for an unknown type, 401 and 403 without permission', async () => {
    const { id } = await create();
    expect(errorCodes(await test.editor.delete(`/documents?ids=${id}&force=1`))[0]).toBe('unknown_parameter');
    expect((await test.editor.delete(`/nothings?ids=${id}`)).status).toBe(404);
    expect((await test.anonymous.delete(`/documents?ids=${id}`)).status).toBe(401);
    expect((await test.reader.delete(`/documents?ids=${id}`)).status).toBe(403);
    expect(await statusOf(id)).toBe(200);
  });

  it('deletes 300 at once, also in two concurrent requests', async () => {
    const made: string[] = [];
    for (let batch = 0; batch < 6; batch++) {
      made.push(...(await Promise.all(Array.from({ length: 50 }, () => create()))).map(({ id }) => id));
    }
    const answers = await Promise.all([
      test.editor.delete(`/documents?ids=${made.join()}`),
      test.admin.delete(`/objects?ids=${[...made].reverse().join()}`),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([204, 204]);
    await assertTotals(test.service.services.store, 'documents');
    const { store } = test.service.services;
    const rows = await store.changes.countDocuments({ resource_id: { $in: made }, user_action: 'trash' });
    expect(rows).toBe(300);
  });
});

interface Result {
  data: { saved: string[]; errors: { id: string; message: string }[] };
  links: { self: string };
}
const edit = async (objects: object, attributes: object, as: Client = test.editor) => {
  const response = await as.post(
    '/bulk/edit',
    { data: { attributes, objects } },
    { 'Content-Type': 'application/json' },
  );
  return { status: response.status, ...(response.body as Result) };
};

describe('POST /bulk/edit', () => {
  it('changes each object, and reports each failure', async () => {
    const [a, b, event, still] = [await create(), await create(), await create('events'), await locked()];
    const user = await test.admin.create('/users', { username: 'same', password: 'a password', uname: 'user-same' });
    const objects = {
      documents: [a.id, Number(b.id), event.id, still.id, 999999, a.id],
      events: [event.id],
      nothings: ['1'],
      objects: [a.id],
      users: [user.id],
      constructor: [a.id],
    };
    const { status, data, links } = await edit(objects, { title: 'All the same', status: 'off' }, test.admin);
    expect([status, data.saved]).toEqual([200, [a.id, b.id, event.id]]);
    expect(links.self).toMatch(/\/bulk\/edit$/);
    expect(data.errors.map(({ id }) => id)).toEqual([event.id, still.id, '999999', '1', a.id, user.id, a.id]);
    expect(data.errors[0]?.message).toBe(`documents "${event.id}" was not found.`);
    expect(data.errors.map(({ message }) => message).join(' ')).toMatch(/locked.*nothings.*abstract.*\/users/);
    for (const { id } of [a, b, event]) {
      const { attributes } = ((await test.admin.get(`/objects/${id}`)).body as { data: ResourceData }).data;
      expect(attributes).toMatchObject({ title: 'All the same', status: 'off' });
    }
    await assertTotals(test.service.services.store, 'documents');
  });

  it('reports objects that would break the schema, and does not write them', async () => {
    const [a, event] = [await create(), await create('events')];
    const { data } = await edit({ documents: [a.id], events: [event.id] }, { date_ranges: 'never' });
    expect(data.errors.map(({ id }) => id)).toContain(event.id);
    const wrong = await edit({ documents: [a.id] }, { status: 'nowhere', title: 'Changed' });
    expect(wrong.data.errors[0]?.message).toContain('status');
    const { attributes } = ((await test.admin.get(`/documents/${a.id}`)).body as { data: ResourceData }).data;
    expect(attributes['title']).toBe('One of many');
  });

  it('checks the permissions of each object and each type', async () => {
    const [free, closed] = [await create(), await guarded()];
    const { data } = await edit({ documents: [closed.id, free.id] }, { title: 'Changed' });
    expect([data.saved, data.errors.map(({ id }) => id)]).toEqual([[free.id], [closed.id]]);
    const endpoint = await test.admin.create('/admin/endpoints', { name: 'events' });
    const rule = { endpoint_id: Number(endpoint.id), role_id: 2, read: true, write: 'block' };
    await test.admin.create('/admin/endpoint_permissions', rule);
    const event = await test.admin.create('/events', { title: 'Not for editors', status: 'on' }).catch(() => undefined);
    const target = event?.id ?? '1';
    const refused = await edit({ events: [target] }, { title: 'Changed' });
    expect([refused.data.saved, refused.data.errors.map(({ id }) => id)]).toEqual([[], [target]]);
    await test.admin.delete(`/admin/endpoints/${endpoint.id}`);
    for (const [client, status] of [
      [test.anonymous, 401],
      [test.reader, 403],
    ] as const) {
      const response = await client.post('/bulk/edit', {
        data: { attributes: { body: 'x' }, objects: { documents: [free.id] } },
      });
      expect(response.status).toBe(status);
    }
  });

  it('accepts JSON:API as well, and a request without a change', async () => {
    const { id } = await create();
    const response = await test.editor.post('/bulk/edit', {
      data: { attributes: { title: 'One of many' }, objects: { documents: [id] } },
    });
    expect((response.body as Result).data).toEqual({ saved: [id], errors: [] });
    expect(response.headers['content-type']).toBe('application/vnd.api+json');
  });

  const wrong: [string, unknown, string][] = [
    ['no data', {}, '/data'],
    ['no attributes', { data: { objects: { documents: ['1'] } } }, '/data/attributes'],
    ['no objects', { data: { attributes: { body: 'x' } } }, '/data/objects'],
    ['no type', { data: { attributes: { body: 'x' }, objects: {} } }, '/data/objects'],
    ['a list of objects', { data: { attributes: { body: 'x' }, objects: ['1'] } }, '/data/objects'],
    [
      'ids that are no list',
      { data: { attributes: { body: 'x' }, objects: { documents: '1' } } },
      '/data/objects/documents',
    ],
    ['attributes that are none', { data: { attributes: [], objects: { documents: ['1'] } } }, '/data/attributes'],
    ['empty attributes', { data: { attributes: {}, objects: { documents: ['1'] } } }, '/data/attributes'],
    [
      'too many ids',
      {
        data: {
          attributes: { body: 'x' },
          objects: {
            documents: Array.from({ length: 300 }, (_, n) => n),
            events: Array.from({ length: 201 }, (_, n) => n),
          },
        },
      },
      '/data/objects',
    ],
  ];
  it.each(wrong)('returns 400 for %s', async (_what, body, pointer) => {
    const response = await test.editor.post('/bulk/edit', body);
    expect([response.status, errorCodes(response)[0]]).toEqual([400, 'invalid_data']);
    expect(errorSources(response)).toContain(pointer);
  });

  it('returns 400 for ids of other types and for operators', async () => {
    for (const id of [{ $gt: 0 }, [1], null, 1.5, true]) {
      const response = await test.editor.post('/bulk/edit', {
        data: { attributes: { title: 'x' }, objects: { documents: [id] } },
      });
      expect([id, response.status]).toEqual([id, 400]);
    }
    const text = '{"data":{"attributes":{},"objects":{"__proto__":["1"]}}}';
    expect((await test.editor.post('/bulk/edit', text)).status).toBe(400);
  });
});
