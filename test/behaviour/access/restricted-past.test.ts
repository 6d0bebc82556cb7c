// What was for some roles only stays so when an object is opened (D760): every GET of the description, for callers who
// may read everything now, history included.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyGet } from '../../support/clients/every-get.ts';
import { type Client, type ResourceData, serviceForTests } from '../../support/service.ts';
import { newPicture, upload } from '../../support/files/uploads.ts';
import { numbers, patch, restore } from '../../support/database/versions.ts';

/** In every text that was restricted, and in the names of files. */
const SECRET = /insider/i;
const ROLE = 'board';

const test = serviceForTests({ env: { LEGACY_ROOT: '', JWT_TTL: '9999d' } });
let member: Client;
let late: Client;
let roleId: number;
const made: Record<string, ResourceData> = {};
const earlierStreams: string[] = [];

const restrict = async (object: ResourceData): Promise<string> =>
  (
    await test.admin.create('/object_permissions', {
      object_id: Number(object.id),
      role_id: roleId,
      permission: 'read',
    })
  ).id;
const send = async (id: string, name: string): Promise<string> => {
  const answer = await upload(test.admin, `POST /streams/version/${id}/${name}`, await newPicture());
  expect(answer.status).toBe(201);
  return (answer.body as { data: ResourceData }).data.id;
};

/** An object that was restricted with a secret, corrected, and opened. */
async function openLater(type: string, restriction: (object: ResourceData) => Promise<() => Promise<unknown>>) {
  const object = await test.editor.create(`/${type}`, { title: 'Report', status: 'on' });
  const open = await restriction(object);
  await patch(test.admin, object, { title: 'INSIDER title', body: 'INSIDER figures', description: 'insider' });
  const translation = await test.admin.create('/translations', {
    object_id: Number(object.id),
    lang: 'it',
    status: 'on',
    translated_fields: { title: 'INSIDER titolo' },
  });
  const note = await test.admin.create('/annotations', { object_id: Number(object.id), description: 'INSIDER remark' });
  if (type === 'images') earlierStreams.push(await send(object.id, 'insider.png'));
  await patch(test.admin, object, { title: 'Report', body: 'Published', description: null });
  await patch(test.admin, translation, { translated_fields: { title: 'Rapporto' } });
  await patch(test.admin, note, { description: 'Published' });
  if (type === 'images') await send(object.id, 'published.png');
  await open();
  made[`${type} ${Object.keys(made).length}`] = object;
  return object;
}

const byItself = async (object: ResourceData) => {
  const id = await restrict(object);
  return () => test.admin.delete(`/object_permissions/${id}`);
};

/** By a folder whose permissions it inherits. */
const byFolder = async (object: ResourceData) => {
  const folder = await test.editor.create('/folders', { title: 'Board', status: 'on' });
  await test.admin.post(`/folders/${folder.id}/relationships/children`, {
    data: [{ id: object.id, type: object.type }],
  });
  const id = await restrict(folder);
  return () => test.admin.delete(`/object_permissions/${id}`);
};

const byStatus = async (object: ResourceData) => {
  await patch(test.admin, object, { status: 'draft' });
  return () => patch(test.admin, object, { status: 'on' });
};

beforeAll(async () => {
  roleId = Number((await test.admin.create('/roles', { name: ROLE })).id);
  member = await test.addClient('member', [roleId, 2]);
  const reading = Number((await test.admin.create('/roles', { name: 'archivists' })).id);
  const { data } = (await test.admin.get('/admin/endpoints?page_size=100')).body as { data: ResourceData[] };
  const history = data.find(({ attributes }) => attributes['name'] === 'history');
  await test.admin.create('/admin/endpoint_permissions', {
    endpoint_id: Number(history?.id),
    application_id: null,
    role_id: reading,
    read: true,
    write: false,
  });
  late = await test.addClient('late', [reading]);
  await openLater('documents', byItself);
  for (const restriction of [byItself, byFolder, byStatus]) await openLater('images', restriction);
  // Without any permission of an object now, roles of the past still count.
  expect(await test.service.services.store.objectPermissions.countDocuments()).toBe(0);
});
afterAll(async () => {
  expect(test.loggedErrors).toEqual([]);
});

/** Values of a parameter of a path. @param object whose own ids come first */
function valuesOf(name: string, object: ResourceData, ids: Readonly<Record<string, string[]>>): string[] {
  if (name === 'object_type_name') return [object.type, 'objects'];
  if (name === 'version_number') return ['1', '2', '3', '4', '5', '6'];
  if (name === 'tree_path') return [object.id];
  if (name === 'relation_name') return ['parents', 'translations', 'see_also'];
  if (name === 'file_name') return ['default.png'];
  return ids[name] ?? [object.id];
}

describe('what an object was while it was restricted', () => {
  it('is in no answer to callers who may read the object now', async () => {
    const idsOf = async (path: string) =>
      ((await test.admin.get(`${path}?page_size=100`)).body as { data: ResourceData[] }).data.map(({ id }) => id);
    const ids = {
      translation_id: await idsOf('/translations'),
      annotation_id: await idsOf('/annotations'),
      stream_id: await idsOf('/streams'),
      folder_id: await idsOf('/folders'),
    };
    const asked = new Set(Object.values(made).flatMap((object) => everyGet((name) => valuesOf(name, object, ids))));
    for (const path of [...asked]) if (/versions\/\d$/.test(path)) asked.add(`${path}?compare=2`);
    for (const type of ['objects', 'translations', 'annotations', 'streams'])
      asked.add(`/history?page_size=100&filter[resource_type]=${type}`);
    const seen: string[] = [];
    for (const path of asked) {
      if (/^\/(openapi|docs|health|ready|metrics|model)/.test(path)) continue;
      for (const client of [test.anonymous, late]) {
        const { text, status } = await client.get(encodeURI(path));
        if (SECRET.test(text)) seen.push(`${status} ${path}: ${text.slice(0, 300)}`);
      }
    }
    expect([seen, asked.size > 200]).toEqual([[], true]);
  });

  it.each([0, 1, 2, 3])('is shown to those who could see it then (%i)', async (index) => {
    const object = Object.values(made)[index] as ResourceData;
    const shown = (client: Client) => numbers(client, object);
    const all = await shown(test.admin);
    expect(await shown(member)).toEqual(all);
    const open = await shown(test.anonymous);
    expect([open.includes(1), open.at(-1)]).toEqual([true, all.at(-1)]);
    const hidden = all.filter((number) => !open.includes(number));
    expect(hidden.length).toBeGreaterThan(1);
    for (const number of hidden) {
      expect((await test.anonymous.get(`/${object.type}/${object.id}/versions/${number}`)).status).toBe(404);
      expect((await test.anonymous.get(`/${object.type}/${object.id}/versions/1?compare=${number}`)).status).toBe(404);
    }
    expect((await member.get(`/history?filter[resource_id]=${object.id}&page_size=100`)).text).toMatch(SECRET);
    const rows = (await late.get(`/history?filter[resource_id]=${object.id}&page_size=100`)).body as {
      data: { meta: { changed: object } }[];
    };
    expect(rows.data.filter(({ meta }) => Object.keys(meta.changed).length > 0)).toHaveLength(open.length);
  });

  it('is not restored by callers who could not see it', async () => {
    const object = Object.values(made)[0] as ResourceData;
    const editor = await test.addClient('other-editor', [2]);
    const [hidden] = (await numbers(test.admin, object)).filter((number) => number > 1);
    expect(await numbers(editor, object)).not.toContain(hidden);
    expect((await restore(editor, object, Number(hidden))).status).toBe(404);
  });
});

describe('earlier versions of a file', () => {
  it('are shown to those who could see them until they were replaced, and are not copied for others', async () => {
    expect(earlierStreams).toHaveLength(3);
    for (const id of earlierStreams) {
      expect((await test.anonymous.get(`/streams/${id}`)).status).toBe(404);
      expect((await test.anonymous.get(`/streams/download/${id}`)).status).toBe(404);
      expect((await member.get(`/streams/${id}`)).status).toBe(200);
      expect((await test.admin.get(`/streams/download/${id}`)).status).toBe(200);
    }
  });

  it('that become the latest again are shown like their object', async () => {
    const [object] = Object.values(made).filter(({ type }) => type === 'images');
    const path = `/streams?filter[object_id]=${object?.id}`;
    const shown = async () => ((await test.anonymous.get(path)).body as { data: ResourceData[] }).data;
    const [latest, ...others] = await shown();
    expect(others).toEqual([]);
    expect((await test.editor.delete(`/streams/${latest?.id}`)).status).toBe(204);
    expect((await shown()).map(({ id }) => id)).toEqual([earlierStreams[0]]);
  });
});
