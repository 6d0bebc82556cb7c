// /home shows each caller what works, and nothing else (service.md 4.2, D44, D401, D402).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestService, type TestService } from '../support/service.ts';

let test: TestService;
/** Ids of objects of the paths whose items are asked for. */
const items: Record<string, string> = {};
beforeAll(async () => {
  test = await openTestService();
  items['/documents'] = (await test.admin.create('/documents', { title: 'Wombat', status: 'on' })).id;
  items['/objects'] = items['/documents'];
  items['/images'] = (await test.admin.create('/images', { title: 'Wombat', status: 'on' })).id;
  items['/media'] = items['/images'];
  items['/poster'] = items['/images'];
  items['/folders'] = (await test.admin.create('/folders', { title: 'Wombats', status: 'on' })).id;
  items['/model/tags'] = (await test.admin.create('/model/tags', { name: 'wombat' })).id;
  items['/roles'] = (await test.admin.create('/roles', { name: 'wombats' })).id;
  const uploaded = await test.admin.post('/streams/upload/wombat.txt', 'Wombat', { 'Content-Type': 'text/plain' });
  items['/streams'] = (uploaded.body as { data: { id: string } }).data.id;
});
afterAll(() => test.close());

const CALLERS = ['anonymous', 'reader', 'editor', 'admin'] as const;
type Caller = (typeof CALLERS)[number];
type Home = { meta: { resources: Record<string, { hints: { allow: string[] } }> } };

const allowed = async (caller: Caller): Promise<Record<string, string[]>> => {
  const { meta } = (await test[caller].get('/home')).body as Home;
  return Object.fromEntries(Object.entries(meta.resources).map(([path, { hints }]) => [path, hints.allow]));
};

const REFUSED = [401, 403, 405];

describe.each(CALLERS)('GET /home as %s', (caller) => {
  it('shows POST where a body is read, and nowhere else', async () => {
    const shown = await allowed(caller);
    for (const path of Object.keys(await allowed('admin'))) {
      // Sign-in is open to all, and 401 to an empty body is possible there; paths that need a parameter have a test below.
      if (path === '/auth' || PARAMETERS.has(path)) continue;
      const contentType = path === '/objects' ? 'application/json' : 'application/vnd.api+json';
      // Abstract types refuse a body that is one.
      const body = path === '/media' ? { data: { type: 'media', attributes: {} } } : {};
      const { status } = await test[caller].post(path, body, { 'Content-Type': contentType, Accept: contentType });
      expect([path, status, REFUSED.includes(status)]).toEqual([path, status, !shown[path]?.includes('POST')]);
    }
  });

  it('shows PATCH where items can be changed, and nowhere else', async () => {
    const shown = await allowed(caller);
    for (const [path, id] of Object.entries(items)) {
      const { status } = await test[caller].patch(`${path}/${id}`, {});
      expect([path, status, REFUSED.includes(status)]).toEqual([path, status, !shown[path]?.includes('PATCH')]);
    }
  });

  it('shows DELETE where items can be deleted, and nowhere else', async () => {
    const shown = await allowed(caller);
    for (const [path, id] of Object.entries(items)) {
      // The precondition fails, so nothing is deleted.
      const { status } = await test[caller].delete(`${path}/${id}`, { 'If-Match': '"another"' });
      expect([path, status, REFUSED.includes(status)]).toEqual([path, status, !shown[path]?.includes('DELETE')]);
    }
  });

  it('shows GET where the answer is 200, and nowhere else', async () => {
    const shown = await allowed(caller);
    const queries: Record<string, string> = { '/media/thumbs': '?ids=1', '/posters': `?id=${items['/documents']}` };
    for (const path of Object.keys(await allowed('admin'))) {
      if (PARAMETERS.has(path)) continue;
      const { status } = await test[caller].get(path + (queries[path] ?? ''));
      expect([path, status]).toEqual([
        path,
        shown[path]?.includes('GET') ? 200 : expect.toBeOneOf([401, 403, 404, 405]),
      ]);
    }
  });

  it('shows uploads to those who may upload', async () => {
    const { status } = await test[caller].post('/streams/upload/w.txt', 'Wombat', { 'Content-Type': 'text/plain' });
    expect((await allowed(caller))['/streams/upload'] ?? []).toEqual(status === 201 ? ['POST'] : []);
  });
});

/** Paths of `/home` that are followed by a parameter (D401). */
const PARAMETERS = new Set([
  '/poster',
  '/streams/upload',
  '/streams/download',
  '/streams/clone',
  '/streams/version',
  '/trees',
  '/model/schema',
]);

it('shows /poster to everybody', async () => {
  for (const caller of CALLERS) expect((await allowed(caller))['/poster']).toEqual(['GET']);
});
