// Names and descriptions of roles are shown to callers who may read /roles, and of their own roles to all others (D762):
// every GET of the description, after roles were named in every place that can name them.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { everyGet } from '../../support/clients/every-get.ts';
import { type Client, type ResourceData, serviceForTests } from '../../support/service.ts';

const SECRET = /whistle/i;

const test = serviceForTests({ env: { LEGACY_ROOT: '', JWT_TTL: '9999d' } });
let historian: Client;
let member: Client;
let document: ResourceData;
let folder: ResourceData;
let typeId: string;
beforeAll(async () => {
  const { store, access } = test.service.services;
  const attributes = { name: 'whistle_blowers', description: 'Members of the whistle investigation' };
  const roleId = Number((await test.admin.create('/roles', attributes)).id);
  folder = await test.admin.create('/folders', { title: 'Folder', status: 'on' });
  document = await test.editor.create('/documents', { title: 'Text', status: 'on', body: 'Text' });
  await test.admin.post(`/folders/${folder.id}/relationships/children`, {
    data: [{ id: document.id, type: 'documents' }],
  });
  for (const object of [document, folder])
    for (const permission of ['mark', 'write'])
      await test.admin.create('/object_permissions', { object_id: Number(object.id), role_id: roleId, permission });
  const types = (await test.admin.get('/model/object_types?filter[name]=documents')).body as { data: ResourceData[] };
  typeId = types.data[0]?.id ?? '';
  const attribute_permissions = { note: { read: ['whistle_blowers'], write: ['whistle_blowers'] } };
  const data = { id: typeId, type: 'object_types', attributes: { attribute_permissions } };
  expect((await test.admin.patch(`/model/object_types/${typeId}`, { data })).status).toBe(200);
  // A role that reads the history, and nobody but administrators who reads roles.
  const historians = Number((await test.admin.create('/roles', { name: 'historians' })).id);
  const endpoints = await store.endpoints.find({ name: { $in: ['history', 'roles'] } }).toArray();
  const idOf = (name: string) => endpoints.find((each) => each.name === name)?._id;
  await access.change(async (transaction) => {
    await store.endpointPermissions.deleteMany(
      { endpoint_id: idOf('roles') as number, role_id: { $ne: 1 } },
      { session: transaction },
    );
  });
  await test.admin.create('/admin/endpoint_permissions', {
    endpoint_id: idOf('history'),
    application_id: null,
    role_id: historians,
    read: true,
    write: false,
  });
  historian = await test.addClient('historian', [historians]);
  member = await test.addClient('member', [roleId]);
});
afterAll(async () => {
  expect(test.loggedErrors).toEqual([]);
});

const VALUES: Readonly<Record<string, () => string[]>> = {
  object_type_name: () => ['documents', 'folders'],
  object_type_id: () => [typeId],
  version_number: () => ['1', '2', '3'],
  folder_id: () => [folder.id],
  tree_path: () => [`${folder.id}/${document.id}`],
  relation_name: () => ['parents', 'see_also'],
  type_name: () => ['documents', 'roles', 'object_types'],
};

it('are in no answer to others', async () => {
  const asked = everyGet((name) => VALUES[name]?.() ?? [document.id, folder.id]);
  asked.push(
    '/auth/explain?method=GET&path=/documents',
    '/objects?include=parents',
    '/model/object_types?page_size=100',
  );
  const seen: string[] = [];
  for (const path of asked) {
    for (const client of [test.anonymous, historian]) {
      const { text, status } = await client.get(encodeURI(path));
      if (SECRET.test(text)) seen.push(`${status} ${path}: ${text.slice(text.search(SECRET) - 200, 300)}`);
    }
  }
  expect([seen, asked.length > 120]).toEqual([[], true]);
});

it('are shown to those who may read roles, and to holders of the role', async () => {
  const project = (await test.admin.get('/model/project')).body as { roles: { name: string }[] };
  expect(project.roles.map(({ name }) => name)).toContain('whistle_blowers');
  const own = (await member.get('/model/project')).body as { roles: { name: string }[] };
  expect(own.roles).toEqual([expect.objectContaining({ name: 'whistle_blowers' })]);
  expect(((await test.anonymous.get('/model/project')).body as { roles: object[] }).roles).toEqual([]);
  for (const client of [test.admin, member]) {
    const found = (await client.get(`/documents/${document.id}`)).body as { data: ResourceData };
    expect(found.data.meta['perms']).toMatchObject({ roles: ['whistle_blowers'], mark: ['whistle_blowers'] });
    expect((await client.get(`/model/object_types/${typeId}`)).text).toMatch(SECRET);
  }
  const open = (await test.anonymous.get(`/documents/${document.id}`)).body as { data: ResourceData };
  expect(open.data.meta['perms']).toEqual({ roles: [], read: [], mark: [], inherited: false });
});
