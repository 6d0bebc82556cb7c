// Hidden data of a type other than texts: private data of users, parts of responses, attributes hidden by types above
// (D422).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  countedIds as idsAt,
  hideAttributes,
  openHiddenWorld,
  type HiddenWorld,
} from '../../support/permissions/hidden-world.ts';
import { type ResourceData, type TestService } from '../../support/service.ts';

let world: HiddenWorld;
let test: TestService;
let made: ResourceData;
let open: ResourceData;
let userId: string;
beforeAll(async () => {
  world = await openHiddenWorld();
  ({ test, made, open, userId } = world);
});
afterAll(async () => {
  expect(test.loggedErrors).toEqual([]);
  await test.close();
});
const hide = (type: string, names: string[]) => hideAttributes(world, type, names);

it('attributes that an abstract type hides are hidden by the types below it', async () => {
  const image = await test.admin.create('/images', { title: 'Picture', note: 'zebranote', status: 'on' });
  await hide('media', ['note']);
  try {
    expect((await test.admin.get(`/images/${image.id}`)).text).not.toContain('zebranote');
    expect((await test.admin.get('/images?filter[note]=zebranote')).status).toBe(400);
    const data = { type: 'images', id: image.id, attributes: { title: 'Another' } };
    expect((await test.admin.patch(`/images/${image.id}`, { data })).status).toBe(200);
  } finally {
    await hide('media', []);
  }
  expect((await test.admin.get(`/images/${image.id}`)).text).toContain('zebranote');
});

describe('private attributes of users remain private when they are hidden as well', () => {
  const NAMES = ['email', 'phone', 'birthdate', 'blocked', 'password_modified', 'company_name'];
  beforeAll(() => hide('users', NAMES));
  afterAll(() => hide('users', []));

  it('in the history, for editors and administrators', async () => {
    for (const client of [test.editor, test.admin]) {
      const { status, text } = await client.get(`/history?filter[resource_id]=${userId}`);
      expect([status, /zebra|5551234|1980-01-01/i.test(text)]).toEqual([200, false]);
    }
  });

  it('in responses, filters and searches', async () => {
    for (const client of [test.editor, test.admin]) {
      for (const path of ['/users', `/users/${userId}`]) {
        expect([path, /zebra|5551234|1980-01-01/i.test((await client.get(path)).text)]).toEqual([path, false]);
      }
      expect((await client.get('/users?filter[email]=zebra@example.org')).status).toBe(400);
      expect(await idsAt(client, '/users?q=zebracompany')).toEqual([]);
    }
  });

  it('and sign-ins still work', async () => {
    const credentials = { username: 'vic', password: 'correct horse battery staple' };
    const response = await test.anonymous.request('post', '/auth', (request) =>
      request.set({ 'Content-Type': 'application/json' }).send(JSON.stringify(credentials)),
    );
    expect(response.status).toBe(200);
  });
});

it.each(['status', 'uname', 'lang', 'extra', 'publish_start', 'publish_end', 'title', 'description', 'tags'])(
  'objects of a type that hides %s are readable everywhere',
  async (name) => {
    await hide('papers', [name]);
    try {
      const paths = [
        ...['/papers', '/objects', '/translations', '/home', '/openapi.json', '/objects?sort=title,-status,uname,lang'],
        ...[
          `/papers/${made.id}?include=translations`,
          `/objects/${made.id}`,
          `/history?filter[resource_id]=${made.id}`,
        ],
        ...['/objects?filter[status_level]=on', '/objects?filter[available]', '/objects?filter[publishable]', '/trash'],
      ];
      for (const path of paths) expect([path, (await test.admin.get(path)).status]).toEqual([path, 200]);
      for (const path of [`/objects/${made.id}`, '/objects', `/objects/${made.id}?lang=ita`]) {
        const { status } = await test.admin.get(path, { Accept: 'application/json' });
        expect([path, [200, 404].includes(status)]).toEqual([path, true]);
      }
      const { status } = await test.admin.get(`/papers/${made.id}`, { Accept: 'text/html' });
      expect(status).toBe(200);
      const change = { type: 'papers', id: made.id, attributes: { subject: `with ${name} hidden` } };
      expect((await test.admin.patch(`/papers/${made.id}`, { data: change })).status).toBe(200);
      expect(
        (await test.admin.post('/papers', { data: { type: 'papers', attributes: { subject: 'x' } } })).status,
      ).toBe(201);
    } finally {
      await hide('papers', []);
    }
  },
);

it('filters on hidden attributes omit objects of the type', async () => {
  await hide('papers', ['status', 'publish_start']);
  try {
    for (const name of ['status_level]=on', 'available]', 'publishable]', 'publish_date_allowed]']) {
      expect([name, (await test.admin.get(`/papers?filter[${name}`)).status]).toEqual([name, 400]);
      const ids = await idsAt(test.admin, `/objects?filter[${name}&page_size=100`);
      expect([ids.includes(open.id), ids.includes(made.id)]).toEqual([true, false]);
    }
  } finally {
    await hide('papers', []);
  }
});

it('an unknown attribute cannot be hidden', async () => {
  const { id } = ((await test.admin.get('/model/object_types/papers')).body as { data: { id: string } }).data;
  for (const name of ['created_by', 'wombat', '__proto__']) {
    const data = { type: 'object_types', id, attributes: { hidden: ['title', name] } };
    const { status, text } = await test.admin.patch('/model/object_types/papers', { data });
    expect([name, status, text.includes('/data/attributes/hidden/1')]).toEqual([name, 400, true]);
  }
});
