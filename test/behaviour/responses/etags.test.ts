// ETag, If-None-Match and If-Match (D60).
import supertest from 'supertest';
import { describe, expect, it } from 'vitest';
import { errorCodes, errorSources, serviceForTests } from '../../support/service.ts';

// Links, and so ETags, must not depend on the port of each request.
const test = serviceForTests({ env: { PUBLIC_URL: 'https://cms.example.com' } });

const create = async () => (await test.editor.create('/documents', { title: 'Tagged', status: 'on' })).id;
const get = (path: string, headers: Record<string, string> = {}) => test.anonymous.get(path, headers);
const etagOf = async (path: string) => (await get(path)).headers['etag'] ?? '';
const patch = (id: string, attributes: Record<string, unknown>, ifMatch?: string) =>
  test.editor.patch(
    `/documents/${id}`,
    { data: { id, type: 'documents', attributes } },
    ifMatch === undefined ? {} : { 'If-Match': ifMatch },
  );

describe('If-None-Match', () => {
  it('gives 304 without a body, with the ETag, until the object changes', async () => {
    const path = `/documents/${await create()}`;
    const etag = await etagOf(path);
    expect(etag).toMatch(/^"[^"]+"$/);
    const same = await get(path, { 'If-None-Match': etag });
    expect([same.status, same.headers['etag'], same.headers['content-type']]).toEqual([304, etag, undefined]);
    await patch(path.slice(11), { body: 'changed' });
    const changed = await get(path, { 'If-None-Match': etag });
    expect([changed.status, changed.headers['etag'] === etag]).toEqual([200, false]);
  });

  it('compares weakly, takes lists and *', async () => {
    const path = `/documents/${await create()}`;
    const etag = await etagOf(path);
    for (const header of [`W/${etag}`, `"x", ${etag}`, `"x" , W/${etag},"y"`, '*'])
      expect((await get(path, { 'If-None-Match': header })).status).toBe(304);
    for (const header of ['"x"', etag.slice(1, -1), '', '"'])
      expect((await get(path, { 'If-None-Match': header })).status).toBe(200);
  });

  it('distinguishes representations of one revision', async () => {
    const id = await create();
    const plain = await get(`/documents/${id}`, { Accept: 'application/json' });
    const tags = [
      await etagOf(`/documents/${id}`),
      await etagOf(`/documents/${id}?fields=title`),
      plain.headers['etag'],
    ];
    expect(new Set(tags).size).toBe(3);
  });

  it('is 200 again when the model changes the representation', async () => {
    const path = `/documents/${await create()}`;
    const etag = await etagOf(path);
    await test.admin.create('/model/properties', {
      object_type_name: 'documents',
      name: 'added',
      property_type_name: 'string',
    });
    expect((await get(path, { 'If-None-Match': etag })).status).toBe(200);
  });

  it('is 200 again when a shown category or tag changes', async () => {
    const { id } = await test.editor.create('/documents', { status: 'on', tags: [{ name: 'fresh', label: 'Fresh' }] });
    const etag = await etagOf(`/documents/${id}`);
    const tag = ((await test.admin.get('/model/tags/fresh')).body as { data: { id: string } }).data;
    await test.admin.patch(`/model/tags/${tag.id}`, {
      data: { id: tag.id, type: 'tags', attributes: { label: 'Stale' } },
    });
    const response = await get(`/documents/${id}`, { 'If-None-Match': etag });
    expect([response.status, response.text.includes('Stale')]).toEqual([200, true]);
  });

  it('works for HEAD and for each kind of single resource', async () => {
    const id = await create();
    const etag = await etagOf(`/documents/${id}`);
    expect((await supertest(test.service.app).head(`/documents/${id}`).set('If-None-Match', etag)).status).toBe(304);
    for (const path of [
      '/model/object_types/documents',
      '/model/schema/documents',
      '/model/tags/fresh',
      '/model/property_types/string',
      '/openapi.json',
    ]) {
      const tag = await etagOf(path);
      expect([path, (await get(path, { 'If-None-Match': tag })).status]).toEqual([path, 304]);
    }
  });
});

describe('If-Match', () => {
  it('allows a write of an unchanged object, with an ETag from any representation', async () => {
    const id = await create();
    for (const path of [`/documents/${id}`, `/objects/${id}?fields=title`]) {
      const response = await patch(id, { body: `after ${path}` }, await etagOf(path));
      expect(response.status).toBe(200);
    }
    const [stale, fresh] = [
      await etagOf(`/documents/${id}`),
      (await patch(id, { body: 'last' })).headers['etag'] ?? '',
    ];
    expect((await patch(id, { body: 'x' }, stale)).status).toBe(412);
    expect((await patch(id, { body: 'x' }, `${stale}, ${fresh}`)).status).toBe(200);
    expect((await patch(id, { body: 'y' }, '*')).status).toBe(200);
  });

  it.each(['"0.x"', '"nonsense"', '', '1', 'W/"1.x"'])('refuses %s with 412, without a change', async (header) => {
    const id = await create();
    for (const response of [
      await patch(id, { body: 'x' }, header),
      await test.editor.delete(`/documents/${id}`, { 'If-Match': header }),
    ]) {
      expect([response.status, errorCodes(response)[0], errorSources(response)]).toEqual([
        412,
        'precondition_failed',
        ['If-Match'],
      ]);
    }
    expect((await test.editor.get(`/documents/${id}`)).body).toMatchObject({ data: { attributes: { body: null } } });
  });

  it('never matches a weak ETag, even the current one', async () => {
    const id = await create();
    expect((await patch(id, { body: 'x' }, `W/${await etagOf(`/documents/${id}`)}`)).status).toBe(412);
  });

  it('is checked for a request without a change, too', async () => {
    const id = await create();
    expect((await patch(id, { title: 'Tagged' }, '"99.x"')).status).toBe(412);
  });

  it('is checked for DELETE', async () => {
    const id = await create();
    const etag = await etagOf(`/documents/${id}`);
    await patch(id, { body: 'x' });
    expect((await test.editor.delete(`/documents/${id}`, { 'If-Match': etag })).status).toBe(412);
    expect((await test.editor.delete(`/objects/${id}`, { 'If-Match': await etagOf(`/documents/${id}`) })).status).toBe(
      204,
    );
  });

  it('allows exactly one of 20 concurrent writes', async () => {
    const id = await create();
    const etag = await etagOf(`/documents/${id}`);
    const responses = await Promise.all(Array.from({ length: 20 }, (_, n) => patch(id, { body: `writer ${n}` }, etag)));
    const statuses = responses.map((response) => response.status).sort();
    expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 412)]);
    const winner = responses.findIndex((response) => response.status === 200);
    expect((await test.editor.get(`/documents/${id}`)).body).toMatchObject({
      data: { attributes: { body: `writer ${winner}` } },
    });
    expect(await test.service.services.store.changes.countDocuments({ resource_id: id })).toBe(2);
  });

  it('is 404, not 412, for a missing object', async () => {
    expect((await test.editor.delete('/documents/987654', { 'If-Match': '*' })).status).toBe(404);
  });
});

describe('responses with accounts or rules of the service (D632)', () => {
  it.each([
    '/users',
    '/users/1',
    '/auth/user',
    '/auth/sessions',
    '/roles/1/users',
    '/admin/applications',
    '/admin/audit',
  ])('GET %s is stored by no cache', async (path) => {
    expect((await test.admin.get(path)).headers['cache-control']).toMatch(/no-store/);
  });

  it('are 304 for a client that has stored one', async () => {
    const etag = (await test.admin.get('/users/1')).headers['etag'] ?? '';
    const again = await test.admin.get('/users/1', { 'If-None-Match': etag });
    expect([again.status, again.headers['cache-control']]).toEqual([304, 'private, no-store']);
  });

  it('differ from content, which caches revalidate', async () => {
    expect((await test.admin.get(`/documents/${await create()}`)).headers['cache-control']).toBe('no-cache');
  });
});
