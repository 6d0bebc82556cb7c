// Reads of personal data of other users: for every path with such data in the response, the read is stored before the
// response (D626).
import { beforeAll, describe, expect, it } from 'vitest';
import { type Client, PASSWORD, serviceForTests } from '../../support/service.ts';
import { faultLines } from '../../support/database/verified.ts';

const test = serviceForTests({ env: { JWT_TTL: '1d' } });
let ada = '';
let document = '';
beforeAll(async () => {
  ada = await account('ada');
  await test.admin.post('/roles/2/relationships/users', { data: { type: 'users', id: ada } });
  const written = await test.addClient('writer', [1]);
  document = (await written.create('/documents', { title: 'By the writer', status: 'on' })).id;
});

const account = async (username: string): Promise<string> => {
  const email = `${username}@example.org`;
  const given = { username, uname: `user-${username}`, email, password: PASSWORD, status: 'on' };
  return (await test.admin.create('/users', given)).id;
};

interface RecordedRead {
  user_id: number | null;
  resource_id: string | null;
  after: unknown;
}

/** The recorded reads of a request, after its response. */
async function reads(client: Client, path: string): Promise<RecordedRead[]> {
  // Each is recorded once a minute.
  test.clock.advance(61_000);
  const { auditTrail } = test.service.services.store;
  const last = (await auditTrail.findOne({}, { sort: { _id: -1 } }))?._id ?? 0;
  const { status, text } = await client.get(path);
  expect([path, status, text]).toEqual([path, 200, text]);
  const rows = await auditTrail.find({ _id: { $gt: last } }).toArray();
  expect(rows.filter(({ event }) => event !== 'personal_data_read')).toEqual([]);
  return rows.map(({ user_id, resource_id, after }) => ({
    user_id,
    resource_id,
    after: JSON.parse(after ?? 'null') as unknown,
  }));
}

describe('a read of the account of another user by an administrator', () => {
  it.each([
    ['getUser', () => `/users/${ada}`],
    ['listUsers', () => `/users?filter[id]=${ada}`],
    ['listRoleUsers', () => `/roles/2/users?filter[id]=${ada}`],
    ['listHistory', () => `/history?filter[resource_id]=${ada}`],
    ['getTypedObjectVersion', () => `/users/${ada}/versions/1`],
    ['getUser', () => `/users/${ada}?fields=email`],
  ])('is recorded in the audit trail: %s', async (operation, path) => {
    const recorded = await reads(test.admin, path());
    expect(recorded).toMatchObject([{ user_id: 1, resource_id: ada, after: { operation, users: [Number(ada)] } }]);
  });

  it('is recorded for each user of a list, and for related resources', async () => {
    const [list] = await reads(test.admin, '/users?page_size=100');
    const { users } = list?.after as { users: number[] };
    expect([list?.resource_id, users.includes(1), users.includes(Number(ada)), users.length > 3]).toEqual([
      null,
      false,
      true,
      true,
    ]);
    const writer = (await test.service.services.store.documents('users').findOne({ username: 'writer' }))?._id;
    expect(await reads(test.admin, `/documents/${document}/created_by_user`)).toMatchObject([
      { resource_id: String(writer), after: { operation: 'getTypedObjectCreatedByUser' } },
    ]);
  });

  it('is recorded for users in the trash', async () => {
    const id = await account('trashed');
    expect((await test.admin.delete(`/users/${id}`)).status).toBe(204);
    expect(await reads(test.admin, `/trash/${id}`)).toMatchObject([{ resource_id: id }]);
    expect(await reads(test.admin, '/trash')).toMatchObject([{ resource_id: id, after: { operation: 'listTrash' } }]);
  });

  it('is recorded when the response to a change shows the account, even without a change', async () => {
    test.clock.advance(61_000);
    const count = () =>
      test.service.services.store.auditTrail.countDocuments({ event: 'personal_data_read', resource_id: ada });
    const before = await count();
    const { body } = await test.admin.patch(`/users/${ada}`, { data: { id: ada, type: 'users', attributes: {} } });
    expect((body as { data: { attributes: { email: string } } }).data.attributes.email).toBe('ada@example.org');
    expect(await count()).toBe(before + 1);
  });

  it('is recorded once a minute for each user', async () => {
    expect(await reads(test.admin, `/users/${ada}`)).toHaveLength(1);
    const { auditTrail } = test.service.services.store;
    const last = await auditTrail.countDocuments();
    await test.admin.get(`/users/${ada}`);
    expect(await auditTrail.countDocuments()).toBe(last);
    test.clock.advance(61_000);
    await Promise.all(Array.from({ length: 8 }, () => test.admin.get(`/users/${ada}`)));
    expect(await auditTrail.countDocuments()).toBeGreaterThan(last);
    expect(await faultLines(test)).toEqual([]);
  });

  it.each([
    ['listSessions', '/auth/sessions'],
    ['listExternalAuth', '/admin/external_auth'],
    ['listAsyncJobs', '/admin/async_jobs'],
    ['listPublicAsyncJobs', '/async_jobs'],
    ['listAuditEntries', '/admin/audit'],
  ])('is recorded for other paths that show addresses and names: %s', async (operation, path) => {
    expect(await reads(test.admin, path)).toMatchObject([{ user_id: 1, resource_id: null, after: { operation } }]);
  });
});

describe('nothing is recorded', () => {
  it.each([
    ['the own account', () => test.admin, '/users/1'],
    ['the own account at /auth/user', () => test.admin, '/auth/user'],
    ['what others see of users', () => test.editor, '/users'],
    ['content', () => test.admin, '/documents'],
    ['own sessions', () => test.reader, '/auth/sessions'],
  ])('of %s', async (_what, client, path) => {
    expect(await reads(client(), path)).toEqual([]);
  });

  it('of a user who was just created', async () => {
    const { auditTrail } = test.service.services.store;
    const id = await account('made');
    expect(await auditTrail.countDocuments({ event: 'personal_data_read', resource_id: id })).toBe(0);
  });
});

it('a read is refused when the audit trail cannot be written', async () => {
  const { auditTrail, db } = test.service.services.store;
  await db.command({ collMod: auditTrail.collectionName, validator: { _id: { $lt: 0 } } });
  try {
    test.clock.advance(61_000);
    const refused = await test.admin.get(`/users/${ada}`);
    expect([refused.status, refused.text]).toEqual([503, expect.not.stringContaining('ada@example.org')]);
    expect((await test.editor.get('/users')).status).toBe(200);
  } finally {
    await db.command({ collMod: auditTrail.collectionName, validator: {} });
  }
  expect((await test.admin.get(`/users/${ada}`)).status).toBe(200);
});
