// The audit trail in the database: changes of accounts, rules, configuration and model with the previous and new
// values, and reads of personal data, in a chain that reveals later changes (D691).
import { describe, expect, it } from 'vitest';
import type { AuditRow } from '../../../core/store/history/audit-trail.ts';
import { databaseCommand } from '../../support/database/database-command.ts';
import { serviceForTests } from '../../support/service.ts';
import { faultLines } from '../../support/database/verified.ts';

const SECRET = 'forget-me-not';
const test = serviceForTests({ env: { TRUST_PROXY: '1' } });

const trail = () => test.service.services.store.auditTrail;
const lastNumber = async (): Promise<number> => (await trail().findOne({}, { sort: { _id: -1 } }))?._id ?? 0;
const valuesOf = (text: string | null): unknown => (text === null ? null : JSON.parse(text));

/** The rows that the work has added, without reads. */
async function added(work: () => Promise<unknown>): Promise<AuditRow[]> {
  const last = await lastNumber();
  await work();
  return trail()
    .find({ _id: { $gt: last }, event: { $ne: 'personal_data_read' } })
    .sort({ _id: 1 })
    .toArray();
}
const summaries = (rows: readonly AuditRow[]) =>
  rows.map(({ event, resource_type, user_id, before, after }) => {
    return [event, resource_type, user_id, valuesOf(before), valuesOf(after)];
  });
const patch = (path: string, type: string, id: string, attributes: object) =>
  test.admin.patch(`${path}/${id}`, { data: { type, id, attributes } }, { 'X-Forwarded-For': '203.0.113.9' });

it('records rules before and after, with user, address and request', async () => {
  const { id } = await test.admin.create('/roles', { name: 'guards' });
  const [row, ...others] = await added(() => patch('/roles', 'roles', id, { description: 'They watch' }));
  expect(others).toEqual([]);
  expect(row).toMatchObject({ event: 'update', resource_type: 'roles', resource_id: id, user_id: 1 });
  expect([valuesOf(row?.before ?? null), valuesOf(row?.after ?? null)]).toEqual([
    { description: null },
    { description: 'They watch' },
  ]);
  expect(row).toMatchObject({ address: '203.0.113.9', request_id: expect.stringMatching(/^[0-9a-f-]{36}$/) });
  const [gone] = await added(() => test.admin.delete(`/roles/${id}`));
  expect([gone?.event, valuesOf(gone?.before ?? null)]).toMatchObject(['remove', { description: 'They watch' }]);
});

it('records accounts and their roles, without passwords', async () => {
  const attributes = { username: 'watched', password: 'words to pass', uname: 'watched', email: 'a@example.org' };
  let id = '';
  const rows = await added(async () => {
    ({ id } = await test.admin.create('/users', attributes));
    await patch('/users', 'users', id, { email: 'b@example.org', password: 'other words to pass' });
    await test.admin.post(`/users/${id}/relationships/roles`, { data: [{ type: 'roles', id: '2' }] });
  });
  expect(summaries(rows).map(([event, type]) => `${String(event)} ${String(type)}`)).toEqual([
    'create users',
    'update users',
    'update users',
  ]);
  expect(summaries(rows)[1]?.slice(3)).toMatchObject([
    { email: 'a@example.org' },
    { email: 'b@example.org', password: '*****' },
  ]);
  expect(summaries(rows)[2]?.slice(3)).toEqual([{ roles: [] }, { roles: [2] }]);
  expect(JSON.stringify(rows)).not.toMatch(/words to pass|argon2/);
});

it('records providers, configuration, applications and the model, with masked secrets', async () => {
  const rows = await added(async () => {
    const provider = { name: 'corp', url: 'https://id.example.org', params: { client_secret: SECRET } };
    const { id } = await test.admin.create('/admin/auth_providers', provider);
    await patch('/admin/auth_providers', 'auth_providers', id, { params: { client_secret: `${SECRET}-2` } });
    await test.admin.create('/admin/config', { name: 'Kiosk.open', content: 'true' });
    await test.admin.create('/admin/applications', { name: 'kiosk', client_secret: `${SECRET}-and-longer` });
    await test.admin.create('/model/properties', {
      object_type_name: 'documents',
      name: 'shelf',
      property_type_name: 'string',
    });
  });
  expect(rows.map(({ event, resource_type: type }) => `${event} ${type}`)).toEqual([
    'create auth_providers',
    'update auth_providers',
    'create config',
    'create applications',
    'create properties',
  ]);
  expect(JSON.stringify(rows)).not.toContain(SECRET);
});

it('records neither content nor refused or rolled back changes', async () => {
  const rows = await added(async () => {
    const { id } = await test.editor.create('/documents', { title: 'A title', status: 'on' });
    await test.editor.patch(`/documents/${id}`, { data: { type: 'documents', id, attributes: { title: 'B' } } });
    await test.editor.post('/roles', { data: { type: 'roles', attributes: { name: 'mine' } } });
    await test.admin.post('/roles', { data: { type: 'roles', attributes: { name: 'admin' } } });
  });
  expect(rows).toEqual([]);
});

it('erases only the values of a purged user; the chain remains valid', async () => {
  const email = 'purged@example.org';
  const { id } = await test.admin.create('/users', {
    username: 'purged',
    password: 'words to pass',
    uname: 'purged',
    email,
  });
  const rows = await added(async () => {
    await test.admin.delete(`/users/${id}`);
    await test.admin.delete(`/trash/${id}`);
  });
  expect(rows.map(({ event, resource_id }) => [event, resource_id])).toEqual([
    ['trash', id],
    ['remove', id],
  ]);
  const all = await trail().find({ resource_type: 'users', resource_id: id }).toArray();
  expect(all.map(({ event }) => event)).toEqual(['create', 'trash', 'remove']);
  expect(JSON.stringify(all)).not.toMatch(/purged/);
  expect(await faultLines(test)).toEqual([]);
  const role = await trail().findOne({ resource_type: 'roles' });
  const { _id = 0, before = null, after = null, salt = null } = role ?? {};
  await trail().updateOne({ _id }, { $set: { before: null, after: null, salt: null } });
  expect(await faultLines(test)).toEqual([`audit: row ${_id} of the audit trail has lost its values`]);
  await trail().updateOne({ _id }, { $set: { before, after, salt } });
});

describe('/admin/audit', () => {
  interface Entry {
    id: string;
    attributes: Record<string, unknown>;
  }
  const list = async (query: string): Promise<Entry[]> => {
    const { body, status } = await test.admin.get(`/admin/audit?${query}`);
    expect([query, status]).toEqual([query, 200]);
    return (body as { data: Entry[] }).data;
  };

  it('lists entries, with filters and sorts', async () => {
    const { id } = await test.admin.create('/roles', { name: 'listed' });
    await patch('/roles', 'roles', id, { description: 'First' });
    const ofRole = `filter[resource_type]=roles&filter[resource_id]=${id}`;
    const entries = await list(`${ofRole}&sort=-id`);
    expect(entries.map(({ attributes: { event, before, after } }) => [event, before, after])).toMatchObject([
      ['update', { description: null }, { description: 'First' }],
      ['create', null, { name: 'listed' }],
    ]);
    const [{ id: last, attributes: { at } } = { id: '', attributes: {} as Record<string, unknown> }] = entries;
    expect(await list(`filter[id][gt]=${last}&filter[event]=create`)).toEqual([]);
    expect((await list(`${ofRole}&filter[at][gte]=${encodeURIComponent(String(at))}`)).length).toBe(2);
    expect(await list(`${ofRole}&filter[user_id]=2`)).toEqual([]);
    expect((await list(`${ofRole}&filter[event]=create&fields=event`)).map(({ attributes }) => attributes)).toEqual([
      { event: 'create' },
    ]);
    expect((await test.admin.get('/admin/audit?filter[hash]=a')).status).toBe(400);
    expect((await test.admin.get('/admin/audit?q=a')).status).toBe(400);
  });

  it('is for administrators only, with any permissions of the endpoint, and cannot be written', async () => {
    const rule = { endpoint_name: 'admin', role_name: 'editor', read: true, write: true };
    const { id } = await test.admin.create('/admin/endpoint_permissions', rule);
    expect((await test.editor.get('/admin/endpoints')).status).toBe(200);
    expect((await test.editor.get('/admin/audit')).status).toBe(403);
    await test.admin.delete(`/admin/endpoint_permissions/${id}`);
    expect((await test.anonymous.get('/admin/audit')).status).toBe(401);
    expect((await test.admin.request('post', '/admin/audit')).status).toBe(405);
    expect((await test.admin.request('delete', '/admin/audit/1')).status).toBe(404);
  });
});

it('is one chain, also with concurrent changes', async () => {
  const rows = await added(() =>
    Promise.all(Array.from({ length: 12 }, (_, number) => test.admin.create('/roles', { name: `role_${number}` }))),
  );
  expect(rows).toHaveLength(12);
  expect(rows.map(({ _id }) => _id - (rows[0]?._id ?? 0))).toEqual(rows.map((_row, index) => index));
  expect(await faultLines(test)).toEqual([]);
});

it('reveals changed rows, rows removed at the end or in between, and rows added at the end', async () => {
  const collection = trail();
  const last = await lastNumber();
  const row = async (number: number) => (await collection.findOne({ _id: number })) as AuditRow;
  const [middle, end] = [await row(5), await row(last)];
  const faults = async () => (await faultLines(test)).filter((line) => line.startsWith('audit'));
  await collection.updateOne({ _id: 5 }, { $set: { after: '{}' } });
  expect(await faults()).toEqual(['audit: row 5 of the audit trail was changed']);
  await collection.deleteOne({ _id: 5 });
  expect(await faults()).toEqual(['audit: row 5 of the audit trail is missing']);
  await collection.insertOne(middle);
  expect(await faults()).toEqual([]);
  await collection.deleteOne({ _id: last });
  expect(await faults()).toEqual([`audit: row ${last} of the audit trail is missing`]);
  await collection.insertOne(end);
  await collection.insertOne({ ...end, _id: last + 1 });
  expect(await faults()).toEqual([`audit: row ${last + 1} of the audit trail was changed`]);
  await collection.deleteOne({ _id: last + 1 });
  expect(await faults()).toEqual([]);
});

describe('npm run tool -- audit', () => {
  const run = (...args: string[]) => databaseCommand('audit', test, args);

  it('writes JSON lines, and prints the end of the chain', async () => {
    const { code, stdout, stderr } = await run();
    const lines = stdout.trim().split('\n');
    const last = await trail().findOne({}, { sort: { _id: -1 } });
    expect([code, lines.length]).toEqual([0, last?._id]);
    expect(lines.map((line) => JSON.parse(line) as { _id: number })).toMatchObject(
      lines.map((_l, i) => ({ _id: i + 1 })),
    );
    expect(stderr).toContain(`last row ${last?._id}, hash ${last?.hash}\n`);
    expect((await run('--from', '2099-01-01')).stdout).toBe('');
    expect(await run('--from', 'tomorrow')).toMatchObject({ code: 1, stdout: '' });
  });

  it('removes old rows, records this, and leaves a valid chain', async () => {
    const kept = await lastNumber();
    test.clock.advance(60_000);
    const before = test.clock.now();
    await test.admin.create('/roles', { name: 'kept' });
    expect(await run('--remove-before', before.toISOString())).toMatchObject({
      code: 0,
      stdout: `removed ${kept} rows\n`,
    });
    const rows = await trail().find().sort({ _id: 1 }).toArray();
    expect(rows.map(({ _id, event }) => [_id - kept, event])).toEqual([
      [1, 'create'],
      [2, 'audit_removed'],
    ]);
    expect(valuesOf(rows[1]?.after ?? null)).toMatchObject({ rows: kept, last: kept });
    expect(await faultLines(test)).toEqual([]);
    await trail().deleteOne({ _id: kept + 1 });
    expect(await faultLines(test)).toEqual([`audit: row ${kept + 1} of the audit trail is missing`]);
  });
});
