// Posters (service.md 4.14, D569, D33, D286).
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { profiled } from '../support/database/profiled.ts';
import { addStream, picture } from '../support/files/pictures.ts';
import { openRawClient, type RawClient } from '../support/clients/raw-request.ts';
import { type Client, type ResourceData, serviceForTests } from '../support/service.ts';

const LEGACY = { Accept: 'application/json' };
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>';

const test = serviceForTests();
let raw: RawClient;
beforeAll(async () => {
  raw = await openRawClient(test);
});
afterAll(async () => {
  await raw.close();
});

interface Envelope {
  data: { id: number; uri: string };
}

const on = { status: 'on' };
const create = (type: string): Promise<ResourceData> => test.admin.create(`/${type}`, on);
async function image(bytes?: Buffer, options?: { mimeType?: string; privateUrl?: boolean }): Promise<ResourceData> {
  const object = await create('images');
  await addStream(test, object.id, bytes ?? (await picture()), options);
  return object;
}
async function relate(from: ResourceData, name: string, to: readonly ResourceData[]): Promise<void> {
  const data = to.map(({ id, type }) => ({ id, type }));
  const { status } = await test.admin.post(`/${from.type}/${from.id}/relationships/${name}`, { data });
  expect(status).toBe(200);
}
const get = (path: string, client: Client = test.anonymous) => client.get(path, LEGACY);
const dataOf = (answer: { body: unknown }): Envelope['data'] => (answer.body as Envelope).data;
const imageIn = (uri: string): string | undefined => /\/media\/thumbs\/(\d+)\//.exec(uri)?.[1];
async function sizeOf(uri: string): Promise<[number, number]> {
  const { width, height } = await sharp((await raw.get(uri)).bytes).metadata();
  return [width, height];
}

describe('GET /poster/{object_id}', () => {
  it('is the image of the relation poster, else the object itself, else the image of attach', async () => {
    const [own, poster, attached] = [await image(), await image(), await image()];
    const object = await create('documents');
    await relate(object, 'attach', [attached]);
    expect(imageIn(dataOf(await get(`/poster/${object.id}`)).uri)).toBe(attached.id);
    await relate(object, 'poster', [poster]);
    expect(imageIn(dataOf(await get(`/poster/${object.id}`)).uri)).toBe(poster.id);
    await relate(own, 'attach', [attached]);
    expect(imageIn(dataOf(await get(`/poster/${own.id}`)).uri)).toBe(own.id);
    await relate(own, 'poster', [poster]);
    expect(imageIn(dataOf(await get(`/poster/${own.id}`)).uri)).toBe(poster.id);
  });

  it('returns the requested id in the legacy envelope, by id and by nickname', async () => {
    const object = await create('documents');
    await relate(object, 'poster', [await image()]);
    const { status, headers, body } = await get(`/poster/${object.id}?width=200`);
    expect([status, headers['content-type']]).toEqual([200, 'application/json']);
    expect(body).toEqual({
      api: 'poster',
      method: 'get',
      params: { width: '200' },
      url: `http://localhost/poster/${object.id}?width=200`,
      data: { id: Number(object.id), uri: expect.stringContaining('http://localhost/media/thumbs/') as string },
    });
    const byName = await get(`/poster/${String(object.attributes['uname'])}?width=200`);
    expect(dataOf(byName)).toEqual(dataOf({ body }));
  });

  it('is 130 by 85 and cropped, and of a preset for other sizes (D765)', async () => {
    const { id } = await image(await picture({ width: 1600, height: 1200 }));
    const { store } = test.service.services;
    const before = await store.thumbnails.countDocuments();
    const sizes = {
      '': [130, 85],
      '?width=200': [768, 576],
      '?height=150': [768, 576],
      '?width=50&height=50': [130, 85],
      '?width=131&height=50': [768, 576],
      '?width=2048&height=2048': [768, 576],
      '?width=2047&height=1': [768, 576],
    };
    for (const [query, size] of Object.entries(sizes))
      expect([query, await sizeOf(dataOf(await get(`/poster/${id}${query}`)).uri)]).toEqual([query, size]);
    expect((await store.thumbnails.countDocuments()) - before).toBe(2);
  });

  it('with Thumbnails.allowAny is of a given size, or in the proportions of the picture', async () => {
    const { id } = await image(await picture({ width: 400, height: 300 }));
    const config = await test.admin.create('/admin/config', {
      name: 'Thumbnails.allowAny',
      context: 'core',
      content: 'true',
    });
    const sizes = {
      '': [130, 85],
      '?width=200': [200, 150],
      '?height=150': [200, 150],
      '?width=50&height=50': [50, 50],
      '?width=800': [800, 600],
      '?width=60&height=30&mode=fill': [60, 30],
    };
    for (const [query, size] of Object.entries(sizes)) {
      expect([query, await sizeOf(dataOf(await get(`/poster/${id}${query}`)).uri)]).toEqual([query, size]);
    }
    await test.admin.delete(`/admin/config/${config.id}`);
  });

  it('takes the first image with a picture that the caller sees, in the order of the relation', async () => {
    const hidden = await image();
    await test.admin.patch(`/images/${hidden.id}`, { data: { ...hidden, attributes: { status: 'draft' }, meta: {} } });
    const shown = await image();
    const object = await create('documents');
    const video = await create('videos');
    await relate(object, 'attach', [video, await create('images'), hidden, shown, await image()]);
    expect(imageIn(dataOf(await get(`/poster/${object.id}`)).uri)).toBe(shown.id);
    expect(imageIn(dataOf(await get(`/poster/${object.id}`, test.admin)).uri)).toBe(hidden.id);
  });

  it('is the original of an SVG', async () => {
    const object = await image(Buffer.from(SVG), { mimeType: 'image/svg+xml' });
    const { uri } = dataOf(await get(`/poster/${object.id}`));
    expect(uri).toMatch(/^http:\/\/localhost\/streams\/download\/[\w-]+$/);
    expect((await raw.get(uri)).bytes.toString()).toBe(SVG);
  });

  it('is the original of a picture that cannot be rendered', async () => {
    const object = await image(Buffer.from('not a picture'));
    expect(dataOf(await get(`/poster/${object.id}`)).uri).toContain('/streams/download/');
  });

  it('is 404 without an image, and for missing, trashed and hidden objects', async () => {
    const draft = await test.admin.create('/documents', {});
    const trashed = await image();
    await test.admin.delete(`/images/${trashed.id}`);
    for (const id of [(await create('documents')).id, draft.id, trashed.id, '99999', 'no-such-name', '1']) {
      expect([id, (await get(`/poster/${id}`)).status]).toEqual([id, 404]);
    }
  });

  it('is 401 for anonymous callers and 403 for others for an object for certain roles', async () => {
    const object = await image();
    await test.admin.create('/object_permissions', { object_id: Number(object.id), role_id: 2, permission: 'read' });
    expect((await get(`/poster/${object.id}`)).status).toBe(401);
    expect((await get(`/poster/${object.id}`, test.reader)).status).toBe(403);
    const { uri } = dataOf(await get(`/poster/${object.id}`, test.editor));
    // Signed, for a browser that sends no token.
    expect((await raw.get(uri)).status).toBe(200);
  });

  it('is 401 for anonymous callers for a private file', async () => {
    const object = await image(undefined, { privateUrl: true });
    expect((await get(`/poster/${object.id}`)).status).toBe(401);
    expect((await get(`/poster/${object.id}`, test.reader)).status).toBe(200);
  });

  it('refuses invalid sizes, and unknown parameters (400)', async () => {
    const { id } = await image();
    for (const query of ['width=0', 'width=2049', 'height=-1', 'height=x', 'width=1.5', 'page=1', 'id=1', 'width=']) {
      expect([query, (await get(`/poster/${id}?${query}`)).status]).toEqual([query, 400]);
    }
    expect((await test.anonymous.get(`/poster/${id}`, { Accept: 'application/vnd.api+json' })).status).toBe(406);
  });
});

describe('GET /posters', () => {
  it('returns those of the ids in their order, without those that have no image', async () => {
    const [a, b] = [await image(), await image()];
    const none = await create('documents');
    const { status, body } = await get(`/posters?id=${b.id},${none.id},${a.id}&width=40`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      api: 'posters',
      params: { id: `${b.id},${none.id},${a.id}`, width: '40' },
      data: [{ id: Number(b.id) }, { id: Number(a.id) }],
    });
  });

  it('reads as often for many objects as for a few', async () => {
    const objects: ResourceData[] = [];
    for (const name of ['poster', 'attach', 'attach', 'poster', 'attach', 'attach']) {
      const object = await create('documents');
      await relate(object, name, [await create('images'), await image()]);
      objects.push(object, await image(), await create('documents'));
    }
    const list = (some: readonly ResourceData[]) => get(`/posters?id=${some.map(({ id }) => id).join()}`);
    // The thumbnails are made, and the plans of the queries are known.
    for (const some of [objects, objects.slice(0, 6)]) expect((await list(some)).status).toBe(200);
    const { db } = test.service.services.store;
    const isRead = {
      op: { $in: ['query', 'command'] },
      ns: /\.(?:objects|documents|object_relations|streams|thumbnails)/,
    };
    const readsOf = async (some: readonly ResourceData[]): Promise<string[]> =>
      (await profiled(db, async () => void (await list(some)), isRead)).map(({ ns }) => ns.split('.')[1] ?? '');
    const few = await readsOf(objects.slice(0, 6));
    expect(few).toContain('object_relations');
    // Reads that wait together may be sent as two.
    expect((await readsOf(objects)).length).toBeLessThanOrEqual(few.length + 2);
  });

  it('is 404 for a hidden one, 400 without ids and with more than a page has', async () => {
    const { id } = await image();
    const draft = await test.admin.create('/documents', {});
    expect((await get(`/posters?id=${id},${draft.id}`)).status).toBe(404);
    for (const query of ['', '?id=', '?id=1,,2', `?id=${Array.from({ length: 101 }, (_, i) => i + 1).join(',')}`]) {
      expect([query, (await get(`/posters${query}`)).status]).toEqual([query, 400]);
    }
  });

  it('returns the same for one at /posters/{object_id}', async () => {
    const { id } = await image();
    const one = await get(`/posters/${id}`);
    expect(dataOf(one)).toEqual(dataOf(await get(`/poster/${id}`)));
    expect(one.body).toMatchObject({ api: 'posters', url: `http://localhost/posters/${id}` });
  });
});
