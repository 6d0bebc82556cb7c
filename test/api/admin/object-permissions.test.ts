// /object_permissions, and its effect on objects (D20, D49, D51, D90).
import { beforeAll, describe, expect, it } from 'vitest';
import { type Client, errorCodes, errorSources, openTestService, serviceForTests } from '../../support/service.ts';

const STAFF = 3;
const PRESS = 4;

const test = serviceForTests();
let staff: Client;
let press: Client;
beforeAll(async () => {
  expect((await test.admin.create('/roles', { name: 'staff' })).id).toBe(String(STAFF));
  expect((await test.admin.create('/roles', { name: 'press' })).id).toBe(String(PRESS));
  // Both may write documents, so that only the object restricts them.
  staff = await test.addClient('staff', [2, STAFF]);
  press = await test.addClient('press', [2, PRESS]);
});

const body = (attributes: Record<string, unknown>) => ({ data: { type: 'object_permissions', attributes } });
const permit = (object_id: number, role_id: number, permission: string, client = test.admin) =>
  client.post('/object_permissions', body({ object_id, role_id, permission }));

let made = 0;
async function makeDocument(
  permissions: [number, string][] = [],
  status = 'on',
): Promise<{ id: number; title: string }> {
  const title = `Secretive ${++made}`;
  const { id } = await test.admin.create('/documents', { title, status });
  for (const [role, permission] of permissions) {
    expect((await permit(Number(id), role, permission)).status).toBe(201);
  }
  return { id: Number(id), title };
}
const get = async (client: Client, id: number) => (await client.get(`/documents/${id}`)).status;
const patch = async (client: Client, id: number) =>
  (
    await client.patch(`/documents/${id}`, {
      data: { id: String(id), type: 'documents', attributes: { body: `changed ${++made}` } },
    })
  ).status;

describe('an object that certain roles may read', () => {
  let id: number;
  let title: string;
  beforeAll(async () => {
    ({ id, title } = await makeDocument([[STAFF, 'read']]));
  });

  it('is 401 for anonymous callers, 403 for others, and shown to holders and admins', async () => {
    expect([await get(test.anonymous, id), await get(test.reader, id), await get(press, id)]).toEqual([401, 403, 403]);
    expect([await get(staff, id), await get(test.admin, id)]).toEqual([200, 200]);
    expect((await test.anonymous.get(`/objects/${id}`)).status).toBe(401);
  });

  it('is not named in the refusal', async () => {
    expect((await press.get(`/documents/${id}`)).text).not.toContain(title);
    expect((await press.get(`/documents/${id}`)).text).not.toContain('staff');
  });

  it.each([
    ['/documents', ''],
    ['/objects', ''],
    ['/objects', 'filter[type]=documents'],
    ['/documents', 'sort=-title'],
    ['/documents', 'filter[status]=on'],
    ['/documents', 'q=secretive'],
    ['/objects', 'q=secretive'],
  ])('is absent from %s?%s and its total', async (path, query) => {
    const list = async (client: Client) => {
      const response = await client.get(`${path}?page_size=100&${query}`);
      const { data, meta } = response.body as { data: { id: string }[]; meta: { pagination: { count: number } } };
      expect(meta.pagination.count).toBe(data.length);
      return data.map((resource) => Number(resource.id));
    };
    for (const client of [test.anonymous, test.reader, press]) expect(await list(client)).not.toContain(id);
    for (const client of [staff, test.admin]) expect(await list(client)).toContain(id);
  });

  it('is not found through the type of an object, nor by its uname', async () => {
    const types = await test.anonymous.get(`/model/object_types?filter[object_id]=${id}`);
    expect((types.body as { data: unknown[] }).data).toEqual([]);
    expect((await press.get(`/documents/secretive-${made}`)).status).toBe(403);
  });

  it('cannot be changed or deleted by callers who do not see it', async () => {
    expect(await patch(press, id)).toBe(403);
    expect((await press.delete(`/documents/${id}`)).status).toBe(403);
    expect((await press.delete(`/objects/${id}`)).status).toBe(403);
    expect(await patch(staff, id)).toBe(200);
  });

  it('is 404 for callers from whom its status hides it, before permissions are checked', async () => {
    const draft = await makeDocument([[STAFF, 'read']], 'draft');
    expect([await get(test.anonymous, draft.id), await get(test.reader, draft.id)]).toEqual([404, 404]);
    expect([await get(press, draft.id), await get(staff, draft.id)]).toEqual([403, 200]);
  });

  it('is visible to all again when the permission is removed', async () => {
    const { id: other } = await makeDocument();
    const { data } = (await permit(other, STAFF, 'read')).body as { data: { id: string } };
    expect(await get(test.anonymous, other)).toBe(401);
    expect((await test.admin.delete(`/object_permissions/${data.id}`)).status).toBe(204);
    expect(await get(test.anonymous, other)).toBe(200);
    const list = await test.anonymous.get('/documents?page_size=100&sort=-id');
    expect((list.body as { data: { id: string }[] }).data.map((each) => each.id)).toContain(String(other));
    const { meta } = ((await test.admin.get(`/documents/${other}`)).body as { data: { meta: object } }).data;
    expect(meta).not.toHaveProperty('perms');
  });
});

describe('an object that certain roles may write', () => {
  it('is visible to all, but changed by holders and admins only', async () => {
    const { id } = await makeDocument([[STAFF, 'write']]);
    expect([await get(test.anonymous, id), await get(press, id)]).toEqual([200, 200]);
    expect([await patch(press, id), await patch(staff, id), await patch(test.admin, id)]).toEqual([403, 200, 200]);
    expect((await press.delete(`/documents/${id}`)).status).toBe(403);
    expect((await staff.delete(`/documents/${id}`)).status).toBe(204);
  });

  it('may be read by its writers too, when reading is restricted', async () => {
    const { id } = await makeDocument([
      [STAFF, 'read'],
      [PRESS, 'write'],
    ]);
    expect([await get(staff, id), await get(press, id), await get(test.editor, id)]).toEqual([200, 200, 403]);
    expect([await patch(staff, id), await patch(press, id)]).toEqual([403, 200]);
  });

  it('has permissions that only its writers change', async () => {
    const { id } = await makeDocument([[STAFF, 'write']]);
    expect((await permit(id, PRESS, 'write', press)).status).toBe(403);
    expect((await permit(id, PRESS, 'write', staff)).status).toBe(201);
    expect(await patch(press, id)).toBe(200);
  });

  it('does not allow writing to roles that may not write the type', async () => {
    const { id } = await makeDocument([[STAFF, 'write']]);
    const visitor = await test.addClient(`visitor-${id}`, [STAFF]);
    expect(await patch(visitor, id)).toBe(403);
  });
});

describe('meta.perms', () => {
  it('names the roles, in the object and in lists, and changes the ETag', async () => {
    const { id } = await makeDocument();
    const before = await test.admin.get(`/documents/${id}`);
    expect((before.body as { data: { meta: object } }).data.meta).not.toHaveProperty('perms');
    await permit(id, STAFF, 'write');
    await permit(id, PRESS, 'mark');
    const after = await test.admin.get(`/documents/${id}`);
    const perms = { roles: ['staff'], read: [], mark: ['press'], inherited: false };
    expect((after.body as { data: { meta: object } }).data.meta).toMatchObject({ perms });
    expect(after.headers['etag']).not.toBe(before.headers['etag']);
    const list = await test.admin.get(`/documents?filter[id]=${id}`);
    expect((list.body as { data: { meta: object }[] }).data[0]?.meta).toMatchObject({ perms });
  });
});

describe('/object_permissions', () => {
  it('has rows to read, filter and sort', async () => {
    const { id } = await makeDocument([
      [STAFF, 'read'],
      [PRESS, 'write'],
    ]);
    const list = await staff.get(`/object_permissions?filter[object_id]=${id}&sort=-role_id`);
    const { data } = list.body as { data: { id: string; attributes: object }[] };
    expect(data.map((each) => each.attributes)).toEqual([
      { object_id: id, role_id: PRESS, permission: 'write' },
      { object_id: id, role_id: STAFF, permission: 'read' },
    ]);
    const one = await test.admin.get(`/object_permissions/${data[0]?.id}`);
    expect((one.body as { data: { attributes: object } }).data.attributes).toEqual(data[0]?.attributes);
  });

  it('gives write by default', async () => {
    const { id } = await makeDocument();
    const response = await test.admin.post('/object_permissions', body({ object_id: id, role_id: STAFF }));
    expect(response.status).toBe(201);
    expect(response.headers['location']).toMatch(/\/object_permissions\/\d+$/);
    expect((response.body as { data: { attributes: object } }).data.attributes).toMatchObject({ permission: 'write' });
  });

  it('records the change of the row and of the object', async () => {
    const { id } = await makeDocument([[STAFF, 'read']]);
    const { changes } = test.service.services.store;
    const ofObject = await changes.find({ resource_type: 'objects', resource_id: String(id) }).toArray();
    expect(ofObject.map((row) => row.changed)).toContainEqual({
      perms: { roles: [], read: ['staff'], mark: [], inherited: false },
    });
    expect(await changes.countDocuments({ resource_type: 'object_permissions', 'changed.object_id': id })).toBe(1);
  });

  it.each([
    ['a plain user', () => test.reader, 403],
    ['nobody', () => test.anonymous, 401],
  ] as const)('is closed to %s', async (_who, client, status) => {
    const { id } = await makeDocument();
    expect((await permit(id, STAFF, 'read', client())).status).toBe(status);
    expect((await client().get('/object_permissions')).status).toBe(status);
    expect((await client().get('/object_permissions/1')).status).toBe(status);
    expect((await client().delete('/object_permissions/1')).status).toBe(status);
  });

  it('has no PATCH', async () => {
    const response = await test.admin.patch('/object_permissions/1', body({ object_id: 1 }));
    expect(response.status).toBe(405);
    expect(response.headers['allow']).toBe('GET, HEAD, DELETE, OPTIONS');
  });

  it.each([
    ['nothing', {}, '/data/attributes/object_id'],
    ['no role', { object_id: 1 }, '/data/attributes/role_id'],
    ['a role that does not exist', { object_id: 1, role_id: 999 }, '/data/attributes/role_id'],
    ['a text for an id', { object_id: 'x', role_id: STAFF }, '/data/attributes/object_id'],
    ['an operator for an id', { object_id: { $gt: 0 }, role_id: STAFF }, undefined],
    ['another permission', { object_id: 1, role_id: STAFF, permission: 'all' }, '/data/attributes/permission'],
  ])('refuses %s', async (_what, attributes, source) => {
    const response = await test.admin.post('/object_permissions', body(attributes));
    expect(response.status).toBe(400);
    if (source) expect(errorSources(response)).toContain(source);
  });

  it('refuses duplicates, also concurrent ones', async () => {
    const { id } = await makeDocument([[STAFF, 'read']]);
    const again = await permit(id, STAFF, 'read');
    expect(again.status).toBe(400);
    expect(errorCodes(again)).toContain('already_exists');
    const { id: other } = await makeDocument();
    const statuses = await Promise.all([1, 2, 3, 4].map(async () => (await permit(other, STAFF, 'read')).status));
    expect(statuses.sort()).toEqual([201, 400, 400, 400]);
    const rows = await test.service.services.store.objectPermissions.countDocuments({ object_id: other });
    expect(rows).toBe(1);
  });

  it('keeps all rows that are created concurrently', async () => {
    const { id } = await makeDocument();
    await Promise.all([permit(id, STAFF, 'read'), permit(id, PRESS, 'read'), permit(id, STAFF, 'write')]);
    const { meta } = ((await test.admin.get(`/documents/${id}`)).body as { data: { meta: { perms: object } } }).data;
    expect(meta.perms).toEqual({ roles: ['staff'], read: ['staff', 'press'], mark: [], inherited: false });
  });

  it.each(['999999', '0', 'x', '$ne', '__proto__'])('has no row %s', async (id) => {
    expect((await test.admin.get(`/object_permissions/${id}`)).status).toBe(404);
    expect((await test.admin.delete(`/object_permissions/${id}`)).status).toBe(404);
  });

  it('accepts only existing objects that the caller sees, and no users', async () => {
    const { id } = await makeDocument([[STAFF, 'read']]);
    expect((await permit(999_999, STAFF, 'read')).status).toBe(404);
    expect((await permit(1, STAFF, 'read')).status).toBe(404);
    expect((await permit(id, PRESS, 'read', press)).status).toBe(403);
    await test.admin.delete(`/documents/${id}`);
    expect((await permit(id, PRESS, 'read')).status).toBe(404);
  });

  it('honours If-Match on DELETE', async () => {
    const { id } = await makeDocument();
    const { data } = (await permit(id, STAFF, 'read')).body as { data: { id: string } };
    expect((await test.admin.delete(`/object_permissions/${data.id}`, { 'If-Match': '"9.x"' })).status).toBe(412);
    expect((await test.admin.delete(`/object_permissions/${data.id}`, { 'If-Match': '"1.x"' })).status).toBe(204);
  });

  it('takes effect in another process within a second', async () => {
    const second = await openTestService({ beside: test, clock: test.clock });
    try {
      const { id } = await makeDocument([[STAFF, 'read']]);
      expect((await second.anonymous.get(`/documents/${id}`)).status).toBe(401);
      const listed = async () =>
        ((await second.anonymous.get('/documents?sort=-id')).body as { data: { id: string }[] }).data.map(
          (each) => each.id,
        );
      await expect.poll(listed).not.toContain(String(id));
    } finally {
      await second.close();
    }
  });
});

describe('rows of objects that a caller does not see', () => {
  const listed = async (client: Client, query = ''): Promise<{ ids: number[]; count: number }> => {
    const response = await client.get(`/object_permissions?page_size=100&sort=id${query}`);
    const { data, meta } = response.body as {
      data: { attributes: { object_id: number } }[];
      meta: { pagination: { count: number } };
    };
    return { ids: data.map((row) => row.attributes.object_id), count: meta.pagination.count };
  };
  const rowOf = async (id: number): Promise<string> => {
    const { body: found } = await test.admin.get(`/object_permissions?filter[object_id]=${id}`);
    return (found as { data: { id: string }[] }).data[0]?.id ?? '';
  };

  it('are 404, and absent from lists and totals', async () => {
    const { id } = await makeDocument([[STAFF, 'read']]);
    const { id: open } = await makeDocument([[STAFF, 'write']]);
    for (const client of [staff, press, test.admin]) {
      const { ids, count } = await listed(client);
      expect([ids.includes(id), ids.includes(open), count]).toEqual([client !== press, true, ids.length]);
    }
    expect(await listed(press, `&filter[object_id]=${id}`)).toEqual({ ids: [], count: 0 });
    const row = await rowOf(id);
    expect((await press.get(`/object_permissions/${row}`)).status).toBe(404);
    expect((await press.delete(`/object_permissions/${row}`)).status).toBe(404);
    expect((await staff.get(`/object_permissions/${row}`)).status).toBe(200);
  });

  it('become visible and hidden with their object', async () => {
    const { id } = await makeDocument([[PRESS, 'mark']]);
    expect((await listed(press)).ids).toContain(id);
    await permit(id, STAFF, 'read');
    expect((await listed(press)).ids).not.toContain(id);
    const row = await rowOf(id);
    await permit(id, PRESS, 'read');
    expect((await press.get(`/object_permissions/${row}`)).status).toBe(200);
    // Rows of objects in the trash remain effective there.
    await test.admin.delete(`/documents/${id}`);
    expect((await test.admin.get(`/object_permissions/${row}`)).status).toBe(200);
  });
});
