// Power does not spread through what rules hang on (D761): a caller who is no administrator neither ends nor moves the rules of
// others with their endpoint, and takes no attribute from those that a type hides.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Client, errorSources, type ResourceData, serviceForTests } from '../../support/service.ts';

const test = serviceForTests();
let ops: Client;
let role: number;

const permit = (endpoint_id: number | undefined) =>
  test.admin.create('/admin/endpoint_permissions', {
    endpoint_id,
    application_id: null,
    role_id: role,
    read: true,
    write: true,
  });
const storedEndpoints = () => test.service.services.store.endpoints.find().toArray();

beforeAll(async () => {
  role = Number((await test.admin.create('/roles', { name: 'ops' })).id);
  for (const { _id, name } of await storedEndpoints()) if (['admin', 'model'].includes(name)) await permit(_id);
  ops = await test.addClient('ops', [role]);
});
afterAll(async () => {
  expect(test.loggedErrors).toEqual([]);
});

it('an endpoint with rules of others is neither deleted nor renamed, an own one not to what the caller may not do', async () => {
  const { store } = test.service.services;
  const rules = () => store.endpointPermissions.find().sort({ _id: 1 }).toArray();
  const rename = (id: unknown, name: string) =>
    ops.patch(`/admin/endpoints/${String(id)}`, { data: { id: String(id), type: 'endpoints', attributes: { name } } });
  const before = await rules();
  const ruled = new Set(before.flatMap(({ endpoint_id }) => endpoint_id ?? []));
  expect(ruled.size).toBeGreaterThan(3);
  for (const id of ruled) {
    expect([id, (await ops.delete(`/admin/endpoints/${id}`)).status]).toEqual([id, 403]);
    expect([id, (await rename(id, `free_${id}`)).status]).toEqual([id, 403]);
  }
  expect(await rules()).toEqual(before);
  // A row for all endpoints gives it the harmless one, and not `/trash`.
  await test.admin.create('/admin/endpoint_permissions', { endpoint_id: null, role_id: role, read: true, write: true });
  const { id } = await ops.create('/admin/endpoints', { name: 'harmless' });
  await ops.create('/admin/endpoint_permissions', { endpoint_id: Number(id), role_id: role, read: true, write: true });
  const trash = (await storedEndpoints()).find(({ name }) => name === 'trash');
  if (trash) await test.admin.delete(`/admin/endpoints/${trash._id}`);
  expect((await rename(id, 'trash')).status).toBe(403);
  expect((await rename(id, 'useful')).status).toBe(200);
  expect((await ops.delete(`/admin/endpoints/${id}`)).status).toBe(204);
  expect(await store.endpointPermissions.countDocuments({ endpoint_id: Number(id) })).toBe(0);
});

it('a role that writes the model opens no hidden attribute', async () => {
  const types = (await test.admin.get('/model/object_types?filter[name]=documents')).body as { data: ResourceData[] };
  const [{ id } = { id: '' }] = types.data;
  const change = (client: Client, hidden: string[] | null) =>
    client.patch(`/model/object_types/${id}`, { data: { id, type: 'object_types', attributes: { hidden } } });
  expect((await change(test.admin, ['rights', 'license'])).status).toBe(200);
  for (const hidden of [null, [], ['license']]) {
    const refused = await change(ops, hidden);
    expect([refused.status, errorSources(refused)]).toEqual([403, ['/data/attributes/hidden']]);
  }
  expect((await change(ops, ['license', 'rights', 'creator'])).status).toBe(200);
  expect((await change(test.admin, null)).status).toBe(200);
});
