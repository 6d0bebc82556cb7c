// /home shows each caller the permitted operations, and no others (service.md 4.2, D44, D401, D402).
import { beforeAll, describe, expect, it } from 'vitest';
import { serviceForTests } from '../../support/service.ts';

const test = serviceForTests();
/** Ids of objects of the paths whose items are requested. */
const items: Record<string, string> = {};
beforeAll(async () => {
  items['/documents'] = (await test.admin.create('/documents', { title: 'Wombat', status: 'on' })).id;
  items['/objects'] = items['/documents'];
  items['/images'] = (await test.admin.create('/images', { title: 'Wombat', status: 'on' })).id;
  items['/media'] = items['/images'];
  items['/folders'] = (await test.admin.create('/folders', { title: 'Wombats', status: 'on' })).id;
  const objectId = Number(items['/documents']);
  const rows: Record<string, object> = {
    '/model/tags': { name: 'wombat' },
    '/model/categories': { name: 'wombat', object_type_name: 'documents' },
    '/model/object_types': { name: 'wombats', singular: 'wombat' },
    '/model/property_types': { name: 'wombat', params: { type: 'string' } },
    '/model/properties': { name: 'wombat', object_type_name: 'documents', property_type_name: 'string' },
    '/model/relations': { name: 'wombat', inverse_name: 'inverse_wombat' },
    '/roles': { name: 'wombats' },
    '/users': { username: 'wombat', uname: 'user-wombat', password: 'a wombat of mine', status: 'on' },
    '/translations': { object_id: objectId, lang: 'it', translated_fields: { title: 'Vombato' } },
    '/annotations': { object_id: objectId, description: 'A wombat' },
    '/object_permissions': { object_id: Number(items['/folders']), role_id: 2 },
    '/admin/applications': { name: 'wombat' },
    '/admin/auth_providers': { name: 'wombat' },
    '/admin/config': { name: 'Wombat', context: 'app', content: '1' },
    '/admin/endpoints': { name: 'wombat' },
    '/admin/async_jobs': { service: 'wombat' },
  };
  for (const [path, attributes] of Object.entries(rows)) {
    items[path] = (await test.admin.create(path, attributes as Record<string, unknown>)).id;
  }
  // A type with objects cannot be deleted by any caller.
  const free = { name: 'quokkas', singular: 'quokka' };
  items['/model/object_types'] = (await test.admin.create('/model/object_types', free)).id;
  items['/wombats'] = (await test.admin.create('/wombats', { title: 'Wombat', status: 'on' })).id;
  for (const type of ['news', 'events', 'files', 'videos', 'profiles', 'links', 'locations']) {
    items[`/${type}`] = (await test.admin.create(`/${type}`, { title: type, status: 'on' })).id;
  }
  const uploaded = await test.admin.post('/streams/upload/wombat.txt', 'Wombat', { 'Content-Type': 'text/plain' });
  items['/streams'] = (uploaded.body as { data: { id: string } }).data.id;
});

it('states the limits of callers', async () => {
  const { body } = await test.anonymous.get('/home');
  expect((body as { meta: { limits: unknown } }).meta.limits).toEqual({
    requests: { requests: 300_000, seconds: 60 },
    requests_of_all_processes: null,
    expensive_requests_at_once: 20,
    page_size: 100,
    query_ms: 5_000,
    body_bytes: 1_048_576,
    body_seconds: 60,
    file_bytes: 52_428_800,
    files: 500,
    files_bytes: 524_288_000,
  });
});

const CALLERS = ['anonymous', 'reader', 'editor', 'admin'] as const;
type Caller = (typeof CALLERS)[number];
type Home = { meta: { resources: Record<string, { hints: { allow: string[] } }> } };

const allowed = async (caller: Caller): Promise<Record<string, string[]>> => {
  const { meta } = (await test[caller].get('/home')).body as Home;
  return Object.fromEntries(Object.entries(meta.resources).map(([path, { hints }]) => [path, hints.allow]));
};

/** Annotations and streams without an object are those of the caller: own ones, if the caller may make them. */
async function itemsFor(caller: Caller): Promise<[path: string, id: string][]> {
  const attributes = { object_id: Number(items['/documents']), description: 'My own' };
  const made = {
    '/annotations': await test[caller].post('/annotations', { data: { type: 'annotations', attributes } }),
    '/streams': await test[caller].post('/streams/upload/own.txt', 'Own', { 'Content-Type': 'text/plain' }),
  };
  const own = Object.entries(made).flatMap(([path, { status, body }]) =>
    status === 201 ? [[path, (body as { data: { id: string } }).data.id]] : [],
  );
  return Object.entries({ ...items, ...(Object.fromEntries(own) as Record<string, string>) });
}

/** Of bodies that are not JSON:API by itself. */
const MEDIA_TYPES = new Map([
  ['/objects', 'application/json'],
  ['/operations', 'application/vnd.api+json; ext="https://jsonapi.org/ext/atomic"'],
]);
const REFUSED = [401, 403, 404, 405];

describe.each(CALLERS)('GET /home as %s', (caller) => {
  it('shows POST where a body is read, and nowhere else', async () => {
    const shown = await allowed(caller);
    for (const path of Object.keys(await allowed('admin'))) {
      // Every caller may sign in, and an empty body can be 401 there.
      if (path === '/auth') continue;
      // It has no body: 404 for users without a second factor.
      if (path === '/auth/second_factor/recovery_codes') continue;
      const contentType = MEDIA_TYPES.get(path) ?? 'application/vnd.api+json';
      // Abstract types refuse a body that is one.
      const body = path === '/media' ? { data: { type: 'media', attributes: {} } } : {};
      const { status } = await test[caller].post(path, body, { 'Content-Type': contentType, Accept: contentType });
      expect([path, status, REFUSED.includes(status)]).toEqual([path, status, !shown[path]?.includes('POST')]);
    }
  });

  it('shows PATCH where items can be changed, and nowhere else', async () => {
    const shown = await allowed(caller);
    for (const [path, id] of await itemsFor(caller)) {
      const { status } = await test[caller].patch(`${path}/${id}`, {});
      expect([path, status, REFUSED.includes(status)]).toEqual([path, status, !shown[path]?.includes('PATCH')]);
    }
  });

  it('shows DELETE where items can be deleted, and nowhere else', async () => {
    const shown = await allowed(caller);
    for (const [path, id] of await itemsFor(caller)) {
      // The precondition fails, so that no resource is deleted.
      const { status } = await test[caller].delete(`${path}/${id}`, { 'If-Match': '"another"' });
      expect([path, status, REFUSED.includes(status)]).toEqual([path, status, !shown[path]?.includes('DELETE')]);
    }
  });

  it('shows GET where the response is 200, and nowhere else', async () => {
    const shown = await allowed(caller);
    const queries: Record<string, string> = {
      '/media/thumbs': '?ids=1',
      '/posters': `?id=${items['/documents']}`,
      '/auth/explain': '?method=GET&path=/home',
    };
    for (const path of Object.keys(await allowed('admin'))) {
      const { status } = await test[caller].get(path + (queries[path] ?? ''));
      expect([path, status]).toEqual([
        path,
        shown[path]?.includes('GET') ? 200 : expect.toBeOneOf([401, 403, 404, 405]),
      ]);
    }
  });

  it('shows only addresses that exist: GET is answered, and a body is read where POST is shown', async () => {
    const shown = await allowed(caller);
    expect(Object.keys(shown).filter((path) => path.includes('{'))).toEqual([]);
    for (const [path, methods] of Object.entries(shown)) {
      if (methods.includes('GET')) {
        const { status } = await test[caller].get(path);
        expect([path, [404, 405].includes(status)]).toEqual([path, false]);
      }
    }
  });
});
