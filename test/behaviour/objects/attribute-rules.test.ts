// The rules of attributes themselves (D578): setting them, their permitted names, their state after removals of roles
// and types, and how they are explained and recorded. Webhooks and exports have the data that their role and user see.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { exportContent } from '../../../scripts/transfer/export-content.ts';
import { openHttpTarget } from '../../../scripts/transfer/http-target.ts';
import {
  openAttributeWorld,
  permit,
  readBy,
  WORDS,
  type AttributeWorld,
} from '../../support/writes/attribute-world.ts';
import { errorSources, PASSWORD, type Client, type ResourceData, type TestService } from '../../support/service.ts';
import { attributesOf } from '../../support/database/versions.ts';
import { openLoopbackServer } from '../../support/clients/loopback-server.ts';

let world: AttributeWorld;
let test: TestService;
let made: ResourceData;
let member: Client;
beforeAll(async () => {
  world = await openAttributeWorld();
  ({ test, made, member } = world);
});
afterAll(async () => {
  expect(test.loggedErrors).toEqual([]);
  await test.close();
});

const typeOf = async (name: string, client = test.admin): Promise<ResourceData> =>
  ((await client.get(`/model/object_types/${name}`)).body as { data: ResourceData }).data;
const rulesOf = async (name: string, client?: Client): Promise<unknown> =>
  (await typeOf(name, client)).attributes['attribute_permissions'];
async function set(name: string, attribute_permissions: unknown, client = test.admin) {
  const { id } = await typeOf(name);
  return client.patch(`/model/object_types/${id}`, {
    data: { id, type: 'object_types', attributes: { attribute_permissions } },
  });
}
const shows = async (client: Client, name: string): Promise<boolean> => name in (await attributesOf(client, made));

describe('rules', () => {
  it('are set by callers who may write the model, and name existing attributes and roles', async () => {
    expect(await rulesOf('dossiers')).toBeNull();
    const answer = await set('dossiers', { secret: { read: ['board'] }, title: { write: [] } });
    expect(answer.status).toBe(200);
    const shown = { secret: { read: ['board'], write: null }, title: { read: null, write: [] } };
    expect((answer.body as { data: ResourceData }).data.attributes['attribute_permissions']).toEqual(shown);
    expect(await rulesOf('dossiers', test.admin)).toEqual(shown);
    // Names of roles are for callers who may read /roles (D762).
    const open = { secret: { read: [], write: null }, title: { read: null, write: [] } };
    expect(await rulesOf('dossiers', test.anonymous)).toEqual(open);
    expect((await set('dossiers', null, test.editor)).status).toBe(403);
    const refused: [unknown, string][] = [
      [{ wombats: { read: [] } }, '/wombats'],
      [{ secret: { read: ['board', 'nobody'] } }, '/secret/read/1'],
      [{ secret: { reed: ['board'] } }, '/secret/reed'],
      [{ secret: { read: [2] } }, '/secret/read/0'],
      [{ secret: ['board'] }, '/secret'],
      [{ uname: { read: ['board'] } }, '/uname/read'],
    ];
    for (const [rules, place] of refused) {
      const response = await set('dossiers', rules);
      expect([rules, response.status, errorSources(response)]).toEqual([
        rules,
        400,
        [`/data/attributes/attribute_permissions${place}`],
      ]);
    }
    expect(await rulesOf('dossiers', test.admin)).toEqual(shown);
    const project = (await test.admin.get('/model/project')).body as { object_types: Record<string, unknown>[] };
    expect(project.object_types.find(({ name }) => name === 'dossiers')?.['attribute_permissions']).toEqual(shown);
  });

  it('allow callers with one of the roles, always administrators, and with an empty list only these', async () => {
    const auditor = await test.admin.create('/roles', { name: 'auditors' });
    const both = await test.addClient('both', [2, Number(auditor.id)]);
    await permit(world, 'dossiers', { secret: { read: ['board', 'auditors'] }, salary: { read: [] } });
    for (const client of [member, both, test.admin]) expect(await shows(client, 'secret')).toBe(true);
    for (const client of [test.anonymous, test.reader, test.editor]) expect(await shows(client, 'secret')).toBe(false);
    expect([await shows(member, 'salary'), await shows(test.admin, 'salary')]).toEqual([false, true]);
    const write = await member.patch(`/dossiers/${made.id}`, {
      data: { id: made.id, type: 'dossiers', attributes: { salary: 1 } },
    });
    // Writing requires reading.
    expect(write.status).toBe(403);
  });

  it('of an abstract type apply to the types below it, which narrow them', async () => {
    await permit(world, 'objects', { note: { read: ['board'] } });
    expect([await shows(test.editor, 'note'), await shows(member, 'note')]).toEqual([false, true]);
    await permit(world, 'dossiers', { note: { read: ['auditors'] } });
    expect([await shows(member, 'note'), await shows(test.admin, 'note')]).toEqual([false, true]);
    await permit(world, 'objects', null);
    expect(await shows(member, 'note')).toBe(false);
  });

  it('remain restricted when their role is deleted, also for a later role of that name', async () => {
    const { id } = await test.admin.create('/roles', { name: 'passing' });
    const passing = await test.addClient('passing', [2, Number(id)]);
    await permit(world, 'dossiers', { secret: { read: ['passing'] } });
    expect(await shows(passing, 'secret')).toBe(true);
    expect(
      (await test.admin.patch(`/roles/${id}`, { data: { id, type: 'roles', attributes: { name: 'renamed' } } })).status,
    ).toBe(200);
    expect(await rulesOf('dossiers')).toEqual({ secret: { read: ['renamed'], write: null } });
    expect(await shows(passing, 'secret')).toBe(true);
    expect((await test.admin.delete(`/roles/${id}`)).status).toBe(204);
    expect(await rulesOf('dossiers')).toEqual({ secret: { read: [], write: null } });
    const again = await test.admin.create('/roles', { name: 'renamed' });
    const later = await test.addClient('later', [2, Number(again.id)]);
    for (const client of [passing, later, test.anonymous]) expect(await shows(client, 'secret')).toBe(false);
    expect(await shows(test.admin, 'secret')).toBe(true);
  });

  it('are removed with their type, and remain for the name of a removed property', async () => {
    await test.admin.create('/model/object_types', { name: 'fleeting', singular: 'fleet' });
    const property = { name: 'code', object_type_name: 'fleeting', property_type_name: 'string', is_nullable: true };
    const { id } = await test.admin.create('/model/properties', property);
    await permit(world, 'fleeting', { code: { read: ['board'] } });
    await test.admin.delete(`/model/properties/${id}`);
    await expect
      .poll(
        async () =>
          (await test.admin.post('/model/properties', { data: { type: 'properties', attributes: property } })).status,
      )
      .toBe(201);
    const object = await test.admin.create('/fleeting', { title: 'A', code: 'X', status: 'on' });
    expect(await attributesOf(test.editor, object)).not.toHaveProperty('code');
    expect(await attributesOf(member, object)).toMatchObject({ code: 'X' });
  });
});

describe('an explanation', () => {
  const explain = async (user: string, method = 'GET'): Promise<{ allowed: boolean; attributes?: unknown }> => {
    const row = await test.service.services.store.documents('users').findOne({ username: user });
    const query = new URLSearchParams({ method, path: `/dossiers/${made.id}`, user: String(row?._id) });
    return ((await test.admin.get(`/auth/explain?${query}`)).body as { meta: { allowed: boolean } }).meta;
  };

  it('names the attributes of the object that the user may not read or write, with the rules', async () => {
    await permit(world, 'objects', { note: { write: ['board'] } });
    await permit(world, 'dossiers', { secret: { read: ['board'] } });
    const rules = {
      secret: [{ object_type: 'dossiers', read: ['board'], write: null }],
      note: [{ object_type: 'objects', read: null, write: ['board'] }],
    };
    expect(await explain('editor')).toMatchObject({
      allowed: true,
      attributes: [
        { name: 'secret', read: false, write: false, rules: rules.secret },
        { name: 'note', read: true, write: false, rules: rules.note },
      ],
    });
    expect((await explain('member', 'PATCH')).attributes).toMatchObject([
      { name: 'secret', read: true, write: true },
      { name: 'note', read: true, write: true },
    ]);
    await permit(world, 'objects', null);
    await permit(world, 'dossiers', null);
    expect(await explain('editor')).not.toHaveProperty('attributes');
  });
});

describe('the audit trail', () => {
  it('has each change of rules, with before and after', async () => {
    await permit(world, 'dossiers', { secret: { read: ['board'] } });
    await permit(world, 'dossiers', { secret: { read: [] } });
    const { id } = await typeOf('dossiers');
    const query = `filter[resource_type]=object_types&filter[resource_id]=${id}&sort=-id&page_size=1`;
    const { data } = (await test.admin.get(`/admin/audit?${query}`)).body as { data: ResourceData[] };
    expect(data[0]?.attributes).toMatchObject({
      event: 'update',
      before: { attribute_permissions: { secret: { read: [world.board], write: null } } },
      after: { attribute_permissions: { secret: { read: [], write: null } } },
    });
  });
});

describe('an export over HTTP', () => {
  it('has the attributes that its user may read', async () => {
    await permit(world, 'dossiers', readBy('board'));
    const folder = await mkdtemp(path.join(os.tmpdir(), 'colophon-attributes-'));
    const server = await openLoopbackServer();
    server.answer(test.service.app);
    const { url } = server;
    const exported = async (username: string): Promise<string> => {
      const access = { url, token: undefined, username, password: PASSWORD, apiKey: undefined, atOnce: 2 };
      const target = await openHttpTarget(access);
      const file = path.join(folder, `${username}.ndjson`);
      const progressOn = { isTTY: false } as NodeJS.WriteStream;
      await exportContent(target, { file, format: 'ndjson', types: ['dossiers'], withFiles: false, progressOn });
      await target.close();
      return readFile(file, 'utf8');
    };
    const hiddenWords = new RegExp(WORDS.filter((word) => word !== 'internal').join('|'), 'i');
    const text = await exported('editor');
    expect([text.includes('plain words'), hiddenWords.test(text)]).toEqual([true, false]);
    expect(await exported('member')).toMatch(hiddenWords);
    await server.close();
    await rm(folder, { recursive: true });
  });
});
