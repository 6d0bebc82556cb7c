// Clients that treat ids as numbers send numbers (D177).
import { expect, it } from 'vitest';
import { serviceForTests } from '../../support/service.ts';

const test = serviceForTests();

it('integers identify related resources like strings', async () => {
  const make = async (type: string) =>
    Number((await test.editor.create(`/${type}`, { title: 'One', status: 'on' })).id);
  const [a, b, folder, other] = [
    await make('documents'),
    await make('documents'),
    await make('folders'),
    await make('folders'),
  ];
  const user = await test.admin.create('/users', {
    username: 'integer',
    uname: 'integer',
    password: 'correct horse battery',
  });
  const requests: ['post' | 'patch', string, unknown][] = [
    ['post', `/documents/${a}/relationships/see_also`, { id: b, type: 'documents' }],
    ['patch', `/documents/${a}/relationships/see_also`, [{ id: b, type: 'documents' }]],
    ['post', `/folders/${folder}/relationships/children`, [{ id: a, type: 'documents' }]],
    ['post', `/documents/${b}/relationships/parents`, [{ id: folder, type: 'folders' }]],
    ['patch', `/folders/${other}/relationships/parent`, { id: folder, type: 'folders' }],
    ['patch', `/users/${user.id}/relationships/roles`, [{ id: 2, type: 'roles' }]],
  ];
  for (const [method, path, data] of requests) {
    const response = await test.admin[method](path, { data });
    expect([path, [200, 204].includes(response.status)]).toEqual([path, true]);
  }
  const ids = async (path: string): Promise<string[]> =>
    ((await test.admin.get(path)).body as { data: { id: string }[] }).data.map(({ id }) => id);
  expect(await ids(`/documents/${a}/see_also`)).toEqual([String(b)]);
  expect((await ids(`/folders/${folder}/children`)).sort()).toEqual([a, b, other].map(String).sort());
  expect(await ids(`/users/${user.id}/roles`)).toEqual(['2']);
  const missing = await test.admin.post(`/documents/${a}/relationships/see_also`, {
    data: [{ id: 1.5, type: 'documents' }],
  });
  expect(missing.status).toBe(400);
  expect(missing.body).toMatchObject({
    errors: [{ detail: '[id.type]: must be string or integer.', source: { pointer: '/data/0/id' } }],
  });
});
