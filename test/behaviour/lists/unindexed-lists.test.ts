// Lists that filter or sort by a field without an index report that to the caller and in the log (D462).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { finishModelChanges } from '../../support/database/model-changes.ts';
import { type Client, serviceForTests } from '../../support/service.ts';

const test = serviceForTests({ env: { CORS_ORIGINS: 'https://site.example' } });
let people: string;
let folder: string;
beforeAll(async () => {
  const property = (name: string, more: object = {}) =>
    test.admin.create('/model/properties', {
      object_type_name: 'events',
      property_type_name: 'integer',
      name,
      ...more,
    });
  people = (await property('people')).id;
  await property('area', { indexed: true });
  const { id } = await test.editor.create('/folders', { title: 'F', status: 'on' });
  folder = id;
});
afterAll(async () => {
  expect(test.loggedErrors).toEqual([]);
});

const timing = async (path: string, client: Client = test.anonymous): Promise<string> =>
  ((await client.get(encodeURI(path))).headers['server-timing'] as string | undefined) ?? '';
/** The content of the header in addition to the time. */
const advice = async (path: string, client?: Client): Promise<string[]> =>
  [...(await timing(path, client)).matchAll(/no-index;desc="([^"]*)"/g)].map(([, text]) => text ?? '');

describe('Server-Timing', () => {
  it('is on every response to a read, with its duration', async () => {
    for (const path of ['/events', '/home', `/model/properties/${people}`, '/events?filter[nothing]=1', '/events/999'])
      expect(await timing(path)).toMatch(/^total;dur=\d+\.\d(, cache;desc="(hit|miss)")?$/);
    const { etag } = (await test.anonymous.get('/model/properties/1')).headers as { etag: string };
    const known = await test.anonymous.get('/model/properties/1', { 'If-None-Match': etag });
    expect([known.status, known.headers['server-timing']]).toEqual([304, expect.stringMatching(/^total;dur=/)]);
  });

  it('is on no response to a write or a sign-in, where it could reveal comparisons', async () => {
    const signIn = await test.anonymous.post('/auth', { username: 'nobody', password: 'wrong password' });
    const made = await test.editor.post('/events', { data: { type: 'events', attributes: { title: 'E' } } });
    for (const { headers } of [signIn, made]) expect(headers['server-timing']).toBeUndefined();
  });

  it('can be read by pages of other origins', async () => {
    const { headers } = await test.anonymous.get('/events', { Origin: 'https://site.example' });
    expect(String(headers['access-control-expose-headers']).split(', ')).toContain('Server-Timing');
  });
});

describe('a list', () => {
  it.each<[string, string[]]>([
    ['/events', []],
    ['/events?filter[people]=1', ['property people of events: set indexed']],
    ['/events?sort=-people', ['property people of events: set indexed']],
    ['/events?filter[people][gt]=1&sort=people', ['property people of events: set indexed']],
    ['/events?filter[description]=x&sort=-lang', ['description of events', 'lang of events']],
    ['/objects?filter[lang]=en', ['lang of objects']],
    ['/events?filter[people]=x', ['property people of events: set indexed']],
    ['/events?filter[title]=x&filter[status]=on&filter[id]=1&filter[uname]=x&sort=-created', []],
    ['/events?filter[type]=events&filter[mine]&filter[uname_id]=1', []],
    ['/objects?filter[created_by]=1&sort=modified', []],
    ['/events?q=word&filter[people]=1', []],
    ['/events?filter[__proto__]=1', []],
    ['/events?filter[nothing]=1&sort=constructor', []],
  ])('%s names %j', async (path, expected) => {
    expect(await advice(path)).toEqual(expected);
  });

  it('of the objects in a folder reads few objects, with every filter', async () => {
    expect(await advice(`/folders/${folder}/children?filter[lang]=en`)).toEqual([]);
  });

  it('names no property that is hidden from the caller', async () => {
    expect(await advice('/users?filter[email]=x', test.reader)).toEqual([]);
    expect(await advice('/users?filter[phone]=x', test.reader)).toEqual([]);
    expect(await advice('/users?filter[phone]=x', test.admin)).toEqual(['phone of users']);
  });

  it('no longer names an indexed property, once its index is ready', async () => {
    const area = () => advice('/events?sort=area');
    await finishModelChanges(test);
    expect(await area()).toEqual([]);
    const { store, modelService } = test.service.services;
    const building = { kind: 'index', type: 'events', version: 0, indexes: ['property_area'] } as const;
    await store.state.updateOne({ _id: 'model' }, { $push: { cleanups: building }, $inc: { version: 1 } } as never);
    await modelService.refresh();
    expect(await area()).toEqual(['property area of events: its index is being made']);
    await store.state.updateOne({ _id: 'model' }, { $pull: { cleanups: building }, $inc: { version: 1 } } as never);
    await modelService.refresh();
    expect(await area()).toEqual([]);
  });

  it('is logged once for each field, with the PATCH that adds the index', async () => {
    for (const _time of [1, 2, 3]) await advice('/events?filter[people]=1');
    const lines = test.logged.filter((line) => line.includes('without an index') && line.includes('"people"'));
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      type: 'events',
      field: 'people',
      advice: `PATCH /model/properties/${people} with indexed: true`,
    });
  });
});
