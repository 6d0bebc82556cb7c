// The response for hidden objects is exactly that for missing ones (D14, D51, D292); and the requests that the legacy
// side refuses for the publication.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { make, openLegacyService, place, relate } from '../support/writes/legacy-world.ts';
import type { Client, TestService } from '../support/service.ts';

const JSON_TYPE = { Accept: 'application/json', 'Content-Type': 'application/json' };
/** No object has it. */
const ABSENT = 999_999;
let test: TestService;
let publication: number;
let shown: number;
let draft: number;
let locked: number;
beforeAll(async () => {
  test = await openLegacyService();
  publication = Number(((await test.admin.get('/folders/publication')).body as { data: { id: string } }).data.id);
  shown = await make(test.admin, 'documents', 'Shown');
  draft = await make(test.admin, 'events', 'Draft', { status: 'draft' });
  locked = await make(test.admin, 'documents', 'For admins');
  await place(test.admin, publication, ['documents', shown], ['events', draft], ['documents', locked]);
  await relate(test.admin, ['documents', shown], 'see_also', [{ type: 'events', id: String(draft) }]);
  await test.admin.create('/object_permissions', { object_id: locked, role_id: 1, permission: 'read' });
});
afterAll(() => test.close());

const send = async (client: Client, method: 'get' | 'post' | 'put' | 'delete', path: string, data?: object) => {
  const body = data && JSON.stringify({ data });
  const { status, text } = await client.request(method, path, (request) =>
    body === undefined ? request.set({ Accept: 'application/json' }) : request.set(JSON_TYPE).send(body),
  );
  return `${status} ${text}`;
};

/** The same response for both, except for the id itself. */
async function expectAlike(hidden: number, sendFor: (id: number) => Promise<string>): Promise<void> {
  expect((await sendFor(hidden)).replaceAll(String(hidden), 'ID')).toBe(
    (await sendFor(ABSENT)).replaceAll(String(ABSENT), 'ID'),
  );
}

it.each<[string, (id: number) => Promise<string>]>([
  ['a related object', (id) => send(test.anonymous, 'get', `/objects/${shown}/relations/see_also/${id}`)],
  ['a child', (id) => send(test.anonymous, 'get', `/objects/${publication}/children/${id}`)],
])('%s that is a draft', (_name, sendFor) => expectAlike(draft, sendFor));

it.each<[string, (id: number) => Promise<string>]>([
  ['add a relation', (id) => send(test.editor, 'post', `/objects/${shown}/relations/see_also`, { related_id: id })],
  [
    'change a relation',
    (id) => send(test.editor, 'put', `/objects/${shown}/relations/see_also/${id}`, { priority: 1 }),
  ],
  ['remove a relation', (id) => send(test.editor, 'delete', `/objects/${shown}/relations/see_also/${id}`)],
  ['add a child', (id) => send(test.editor, 'post', `/objects/${publication}/children`, { child_id: id })],
  ['move a child', (id) => send(test.editor, 'put', `/objects/${publication}/children/${id}`, { priority: 3 })],
  ['remove a child', (id) => send(test.editor, 'delete', `/objects/${publication}/children/${id}`)],
])('%s that is for administrators only', (_name, sendFor) => expectAlike(locked, sendFor));

it('the place of a child is shown only with the permission to write the section', async () => {
  const section = await make(test.admin, 'folders', 'Section');
  await test.admin.patch(`/folders/${section}/relationships/parent`, {
    data: { type: 'folders', id: String(publication) },
  });
  const inside = await make(test.admin, 'documents', 'Inside');
  await place(test.admin, section, ['documents', inside]);
  await test.admin.create('/object_permissions', { object_id: section, role_id: 1, permission: 'write' });
  expect(await send(test.editor, 'put', `/objects/${section}/children/${inside}`, { priority: 1 })).toMatch(/^403 /);
  expect(await send(test.admin, 'put', `/objects/${section}/children/${inside}`, { priority: 1 })).toMatch(/^200 /);
});

it('the publication cannot be deleted, and no change makes an object unreachable', async () => {
  expect(await send(test.admin, 'delete', `/objects/${publication}`)).toMatch(/^400 /);
  const alone = await make(test.admin, 'documents', 'Alone');
  await place(test.admin, publication, ['documents', alone]);
  expect(await send(test.admin, 'post', '/objects', { id: alone, parents: [] })).toMatch(/^400 .*\/data\/parents/);
  expect(await send(test.anonymous, 'get', `/objects/${alone}`)).toMatch(/^200 /);
  expect(await send(test.admin, 'post', '/objects', { id: shown, parents: [] })).toMatch(/^200 /);
});

it('names of types are those of older clients', async () => {
  const song = await make(test.admin, 'audio', 'Song');
  await place(test.admin, publication, ['audio', song]);
  expect(await send(test.anonymous, 'get', `/objects/${song}`)).toContain('"object_type":"audio"');
});

it('/me is not cached', async () => {
  const { headers } = await test.reader.get('/me', { Accept: 'application/json' });
  expect(headers['cache-control']).toBe('no-store');
});

it('a hidden folder does not appear in the objects below it', async () => {
  const folder = await make(test.admin, 'folders', 'Above', { status: 'draft' });
  const inside = await make(test.admin, 'folders', 'Section below');
  await test.admin.patch(`/folders/${inside}/relationships/parent`, { data: { type: 'folders', id: String(folder) } });
  const child = await make(test.admin, 'documents', 'Child below');
  await place(test.admin, inside, ['documents', child]);
  const near = await make(test.admin, 'documents', 'Near');
  await place(test.admin, publication, ['documents', near]);
  await relate(test.admin, ['documents', near], 'see_also', [
    { type: 'folders', id: String(inside) },
    { type: 'documents', id: String(child) },
  ]);
  const paths = [
    ...['', '/children', '/siblings', '/descendants', '/sections', '/contents', '/relations', `/children/${child}`].map(
      (part) => `/objects/${inside}${part}`,
    ),
    `/objects/${child}`,
    `/objects/${child}/siblings`,
    `/objects?id=${inside},${child}`,
    `/objects/${near}/relations/see_also`,
    `/objects/${near}?embed[relations]=see_also|10`,
    `/poster/${inside}`,
  ];
  const namesIt = new RegExp(`\\b${folder}\\b`);
  for (const path of paths)
    expect([path, namesIt.test(await send(test.anonymous, 'get', path))]).toEqual([path, false]);
  const one = await send(test.anonymous, 'get', `/objects/${inside}`);
  expect(one).toContain('"parent_id":null,"parent_path":"/"');
  expect(await send(test.admin, 'get', `/objects/${inside}`)).toContain(
    `"parent_id":${folder},"parent_path":"/${folder}"`,
  );
  // The places of objects below the publication are shown.
  await test.admin.patch(`/folders/${inside}/relationships/parent`, {
    data: { type: 'folders', id: String(publication) },
  });
  expect(await send(test.anonymous, 'get', `/objects/${inside}`)).toContain(`"parent_id":${publication}`);
});
