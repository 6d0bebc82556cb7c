// A resource has the same representation in every response (D450).
import { beforeAll, describe, expect, it } from 'vitest';
import { type Client, type ResourceData, serviceForTests } from '../../support/service.ts';

const test = serviceForTests();
let documentId: string;
let folderId: string;
let userId: string;

beforeAll(async () => {
  const above = await test.editor.create('/folders', { title: 'Above', status: 'on' });
  ({ id: folderId } = await test.editor.create('/folders', { title: 'Below', status: 'on' }));
  const parent = { data: { id: above.id, type: 'folders' } };
  expect((await test.editor.patch(`/folders/${folderId}/relationships/parent`, parent)).status).toBe(200);
  ({ id: documentId } = await test.editor.create('/documents', { title: 'D', status: 'on' }));
  const child = { data: [{ id: documentId, type: 'documents' }] };
  expect((await test.editor.post(`/folders/${folderId}/relationships/children`, child)).status).toBe(200);
  await test.editor.create('/translations', {
    object_id: Number(documentId),
    lang: 'it',
    status: 'on',
    translated_fields: { title: 'I' },
  });
  const document = (await test.editor.get(`/documents/${documentId}`)).body as { data: ResourceData };
  userId = String(document.data.meta['created_by']);
  const provider = await test.admin.create('/admin/auth_providers', {
    name: 'elsewhere',
    auth_class: 'OAuth2',
    url: 'https://elsewhere.example/',
  });
  for (const user_id of [1, Number(userId)]) {
    const account = { user_id, auth_provider_id: Number(provider.id), provider_username: `u${user_id}` };
    await test.admin.create('/admin/external_auth', account);
  }
});

interface Answer {
  data: ResourceData | ResourceData[];
  included?: ResourceData[];
}

/** The representation of one resource in a response. */
async function shownIn(client: Client, path: string, [type, id]: [string, string]): Promise<unknown> {
  const response = await client.get(path);
  expect([path, response.status]).toEqual([path, 200]);
  const { data, included = [] } = response.body as Answer;
  const found = [...[data].flat(), ...included].find((each) => each.type === type && each.id === id);
  expect([path, found]).toEqual([path, expect.anything()]);
  const { attributes, meta } = found as ResourceData;
  const { relation: _relation, ...own } = meta;
  void _relation;
  return { attributes, meta: own };
}

describe('a resource has the same members alone, in lists, and included', () => {
  it('a folder, with its path', async () => {
    const alone = await shownIn(test.anonymous, `/folders/${folderId}`, ['folders', folderId]);
    expect(alone).toMatchObject({ meta: { path: expect.stringMatching(new RegExp(`^/\\d+/${folderId}$`)) } });
    for (const path of [
      '/folders',
      `/documents/${documentId}/parents`,
      `/documents/${documentId}?include=parents`,
      '/translations?include=object.parents',
    ]) {
      expect([path, await shownIn(test.anonymous, path, ['folders', folderId])]).toEqual([path, alone]);
    }
  });

  it('a user, with accounts at providers for admins', async () => {
    const alone = await shownIn(test.admin, `/users/${userId}`, ['users', userId]);
    expect(alone).toMatchObject({ meta: { external_auth: [{ provider: 'elsewhere', username: `u${userId}` }] } });
    for (const path of [
      '/users',
      '/roles?include=users',
      `/documents/${documentId}/created_by_user`,
      `/documents/${documentId}?include=created_by_user`,
      '/history?include=user&page_size=100',
      '/translations?include=object.created_by_user',
    ]) {
      expect([path, await shownIn(test.admin, path, ['users', userId])]).toEqual([path, alone]);
    }
  });

  it('a user, without them for others', async () => {
    const alone = (await shownIn(test.editor, '/users/1', ['users', '1'])) as { meta: object };
    expect(alone.meta).not.toHaveProperty('external_auth');
    expect(await shownIn(test.editor, '/roles/1?include=users', ['users', '1'])).toEqual(alone);
  });
});
