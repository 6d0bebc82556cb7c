// /media/thumbs: the thumbnails, and their visibility (D563, D14, D33).
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ThumbnailEntry } from '../../../core/files/thumbnails/read-thumbnails.ts';
import { closeEndpoint } from '../../support/permissions/close-endpoint.ts';
import { configure } from '../../support/writes/configuration.ts';
import { addMedia, addStream, picture } from '../../support/files/pictures.ts';
import { openRawClient, type RawClient } from '../../support/clients/raw-request.ts';
import { type Client, errorCodes, serviceForTests } from '../../support/service.ts';

const test = serviceForTests();
let raw: RawClient;
let image: { objectId: string; streamId: string };
beforeAll(async () => {
  raw = await openRawClient(test);
  image = await addMedia(test, await picture());
});
afterAll(async () => {
  await raw.close();
});

const detailOf = (body: unknown): string => (body as { error: { detail: string } }).error.detail;

async function thumbs(target: string, client: Client = test.anonymous): Promise<ThumbnailEntry[]> {
  const response = await client.get(`/media/thumbs${target}`);
  expect(response.status, response.text).toBe(200);
  expect(response.body).not.toHaveProperty('data');
  return (response.body as { meta: { thumbnails: ThumbnailEntry[] } }).meta.thumbnails;
}

const one = async (target: string, client?: Client): Promise<ThumbnailEntry> =>
  (await thumbs(target, client))[0] as ThumbnailEntry;

const status = async (target: string): Promise<number> => (await test.anonymous.get(`/media/thumbs${target}`)).status;

describe('GET /media/thumbs/{id}', () => {
  it('makes the preset default, which can be downloaded', async () => {
    const entry = await one(`/${image.objectId}`);
    expect(entry).toMatchObject({ id: Number(image.objectId), uuid: image.streamId, ready: true });
    expect(entry.url).toMatch(/^http:\/\/localhost\/media\/thumbs\/\d+\/[-0-9a-f]+\.png$/);
    const answer = await raw.get(entry.url ?? '');
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, no-cache',
      'x-content-type-options': 'nosniff',
    });
    expect(answer.headers['content-disposition']).toMatch(/^inline; filename=/);
    expect(await sharp(answer.bytes).metadata()).toMatchObject({ format: 'png', width: 768, height: 576 });
    const again = await raw.get(entry.url ?? '', { 'if-none-match': String(answer.headers.etag) });
    expect(again.status).toBe(304);
  });

  it('accepts a preset', async () => {
    const { url } = await one(`/${image.objectId}?preset=small`);
    expect(await sharp((await raw.get(url ?? '')).bytes).metadata()).toMatchObject({ width: 130, height: 85 });
  });

  it('refuses unknown presets and free options, since none are configured', async () => {
    const unknown = await test.anonymous.get(`/media/thumbs/${image.objectId}?preset=big`);
    expect(unknown.status).toBe(400);
    expect(detailOf(unknown.body)).toBe('Preset "big" not found');
    const free = await test.anonymous.get(`/media/thumbs/${image.objectId}?options[w]=10`);
    expect(free.status).toBe(400);
    expect(detailOf(free.body)).toBe('Thumbnails can only be generated for one of the configured presets');
    expect(await status(`/${image.objectId}?preset=constructor`)).toBe(400);
  });

  it('accepts a uname as well', async () => {
    const { objectId } = await addMedia(test, await picture(), { attributes: { uname: 'the-red-one' } });
    expect(await one('/the-red-one')).toMatchObject({ id: Number(objectId), ready: true });
  });

  it('is 404 for other types, hidden and missing objects', async () => {
    const document = await test.admin.create('/documents', { title: 'A text', status: 'on' });
    const hidden = await addMedia(test, await picture(), { attributes: { status: 'draft' } });
    for (const id of [document.id, hidden.objectId, '999999', 'nothing', '1']) expect(await status(`/${id}`)).toBe(404);
  });

  it('is not hidden by an object with the uname thumbs, which is found at its own type', async () => {
    const { objectId } = await addMedia(test, await picture(), { attributes: { uname: 'thumbs' } });
    expect((await test.anonymous.get('/images/thumbs')).status).toBe(200);
    expect((await test.anonymous.get('/media/thumbs')).status).toBe(400);
    expect(await one('/thumbs')).toMatchObject({ id: Number(objectId), ready: true });
  });

  it('is 400 with ids in the query as well', async () => {
    expect(await status(`/${image.objectId}?ids=1`)).toBe(400);
    expect(await status(`/${image.objectId}?ids[]=1`)).toBe(400);
  });

  it('does not change the other paths of media', async () => {
    expect((await test.anonymous.get('/media')).status).toBe(200);
    expect((await test.anonymous.get(`/media/${image.objectId}`)).status).toBe(200);
    expect((await test.anonymous.request('post', '/media/thumbs')).status).toBe(405);
  });
});

describe('GET /media/thumbs', () => {
  it('has them in the order of the ids, without hidden ones', async () => {
    const other = await addMedia(test, await picture());
    const hidden = await addMedia(test, await picture(), { attributes: { status: 'off' } });
    const wanted = [other.objectId, hidden.objectId, '999999', image.objectId];
    expect((await thumbs(`?ids=${wanted.join(',')}`)).map(({ id }) => String(id))).toEqual([
      other.objectId,
      image.objectId,
    ]);
    expect((await thumbs(`?${wanted.map((id) => `ids[]=${id}`).join('&')}`)).length).toBe(2);
    expect(await thumbs('?ids=999999')).toEqual([]);
    expect(await thumbs(`?ids=${wanted.join(',')}`, test.editor)).toHaveLength(3);
  });

  it.each(['', '?ids=', '?ids[]='])('is 400 without ids: %s', async (query) => {
    const response = await test.anonymous.get(`/media/thumbs${query}`);
    expect(response.status).toBe(400);
    expect(detailOf(response.body)).toMatch(/^Missing IDs to generate thumbnails for$|list of ids/);
  });

  it.each(['?ids=a', '?ids=1,a', '?ids=-1', '?ids[x]=1', '?ids=1&preset[]=a', '?ids=1&preset=%00', '?ids=1&wombat=1'])(
    'is 400 for %s',
    async (query) => {
      expect(await status(query)).toBe(400);
    },
  );

  it('is 400 for more than twenty', async () => {
    const response = await test.anonymous.get(
      `/media/thumbs?ids=${Array.from({ length: 21 }, (_, at) => at + 1).join(',')}`,
    );
    expect(response.status).toBe(400);
    expect(detailOf(response.body)).toBe('Cannot generate thumbnails for more than 20 media at once');
  });
});

describe('without a thumbnail', () => {
  it('has the address of the provider for media without a file', async () => {
    const url = 'https://video.example.org/thumb.jpg';
    const { id } = await test.admin.create('/videos', { title: 'Video', status: 'on', provider_thumbnail: url });
    expect(await one(`/${id}`)).toEqual({ id: Number(id), ready: true, url });
  });

  it('reports a missing file, or a file that is not an image', async () => {
    const { id } = await test.admin.create('/images', { title: 'Nothing', status: 'on' });
    expect(await one(`/${id}`)).toMatchObject({ ready: false, acceptable: false, url: null });
    const text = await addMedia(test, Buffer.from('%PDF-1.4\n%'), { type: 'files', mimeType: 'application/pdf' });
    expect(await one(`/${text.objectId}`)).toEqual({
      id: Number(text.objectId),
      uuid: text.streamId,
      ready: false,
      url: null,
      acceptable: false,
      message: 'The file is not an image.',
    });
  });

  it('reports an unreadable picture, and does not try again', async () => {
    const whole = await picture({ width: 600, height: 600, format: 'jpeg' });
    const broken = await addMedia(test, whole.subarray(0, whole.length >> 1), { mimeType: 'image/jpeg' });
    expect(await one(`/${broken.objectId}`)).toMatchObject({ ready: false, acceptable: false, url: null });
    const { fileStore } = test.service.services.files;
    const { storage } = fileStore;
    const read = storage.read.bind(storage);
    let reads = 0;
    storage.read = (...args) => (reads++, read(...args));
    expect(await one(`/${broken.objectId}?preset=small`)).toMatchObject({ acceptable: false });
    storage.read = read;
    expect(reads).toBe(0);
  });

  it('is the original of an SVG', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>');
    const { objectId, streamId } = await addMedia(test, svg, { mimeType: 'image/svg+xml' });
    expect(await one(`/${objectId}`)).toMatchObject({
      ready: true,
      url: `http://localhost/streams/download/${streamId}`,
    });
  });
});

describe('the caller of a thumbnail', () => {
  it('sees the object, or has a signed address', async () => {
    const draft = await addMedia(test, await picture(), { attributes: { status: 'draft' } });
    const { url } = await one(`/${draft.objectId}`, test.editor);
    expect(url).toMatch(/\?expires=\d+&signature=/);
    const signed = await raw.get(url ?? '');
    expect(signed.status).toBe(200);
    expect(signed.headers['cache-control']).toBe('private, no-cache');
    const [plain = ''] = (url ?? '').split('?');
    expect((await raw.get(plain)).status).toBe(404);
    expect((await raw.get(plain, { authorization: `Bearer ${test.editor.token}` })).status).toBe(200);
    const wrong = await raw.get(`${url}x`);
    expect(wrong.status).toBe(403);
    expect(wrong.json.error?.code).toBe('invalid_signature');
    test.clock.advance(2 * 3600_000);
    expect((await raw.get(url ?? '')).json.error?.code).toBe('expired_signature');
    test.clock.advance(-2 * 3600_000);
    await test.admin.delete(`/images/${draft.objectId}`);
    expect((await raw.get(url ?? '')).status).toBe(404);
  });

  it('gets none once the object is hidden', async () => {
    const shown = await addMedia(test, await picture());
    const { url } = await one(`/${shown.objectId}`);
    expect((await raw.get(url ?? '')).status).toBe(200);
    const data = { id: shown.objectId, type: 'images', attributes: { status: 'off' } };
    await test.admin.patch(`/images/${shown.objectId}`, { data });
    expect((await raw.get(url ?? '')).status).toBe(404);
  });

  it('is signed in if the stream is private', async () => {
    const secret = await addMedia(test, await picture(), { privateUrl: true });
    expect(await one(`/${secret.objectId}`)).toMatchObject({ ready: false, url: null });
    const { url } = await one(`/${secret.objectId}`, test.reader);
    expect(url).toMatch(/signature=/);
    const answer = await raw.get(url ?? '');
    expect(answer.status).toBe(200);
    expect(answer.headers['cache-control']).toBe('private, no-store');
    expect((await raw.get((url ?? '').split('?')[0] ?? '')).status).toBe(401);
  });

  it('gets 401 or 403 for an object for certain roles only, which lists omit', async () => {
    const { objectId } = await addMedia(test, await picture());
    await test.admin.create('/object_permissions', { object_id: Number(objectId), role_id: 2, permission: 'read' });
    expect(await status(`/${objectId}`)).toBe(401);
    expect((await test.reader.get(`/media/thumbs/${objectId}`)).status).toBe(403);
    expect(await thumbs(`?ids=${objectId}`)).toEqual([]);
    expect((await one(`/${objectId}`, test.editor)).url).toMatch(/signature=/);
  });

  it('gets a signed address if /media is not public', async () => {
    const endpoint = await test.admin.create('/admin/endpoints', { name: 'media' }).catch(() => undefined);
    const found = await test.admin.get('/admin/endpoints?filter[name]=media');
    const id = endpoint?.id ?? (found.body as { data: { id: string }[] }).data[0]?.id;
    const attributes = { endpoint_id: Number(id), role_id: 2, read: true, write: true };
    const reopen = await closeEndpoint(test, 'media');
    const rule = await test.admin.create('/admin/endpoint_permissions', attributes);
    expect((await one(`/${image.objectId}`, test.editor)).url).toMatch(/signature=/);
    expect(await status(`/${image.objectId}`)).toBe(401);
    await test.admin.delete(`/admin/endpoint_permissions/${rule.id}`);
    await reopen();
  });
});

describe('GET /media/thumbs/{object_id}/{file_name}', () => {
  it('is 404 for a name that is unknown, of another object, or outdated', async () => {
    const first = await addMedia(test, await picture());
    const { url } = await one(`/${first.objectId}`);
    const path = new URL(url ?? '').pathname;
    for (const wrong of [
      path.replace(first.objectId, image.objectId),
      path.replace('.png', '.jpg'),
      path.replace(/-[0-9a-f]{24}\./, `-${'0'.repeat(24)}.`),
      `/media/thumbs/${first.objectId}/x`,
      `/media/thumbs/${first.objectId}/..%2f..%2fetc`,
    ]) {
      expect((await raw.get(wrong)).status, wrong).toBe(404);
    }
    expect((await raw.get(path)).status).toBe(200);
    const streamId = await addStream(test, first.objectId, await picture({ width: 50, height: 50 }));
    expect((await raw.get(path)).status).toBe(404);
    expect(await one(`/${first.objectId}`)).toMatchObject({ uuid: streamId, ready: true });
  });

  it('is sent in parts', async () => {
    const { url } = await one(`/${image.objectId}`);
    const answer = await raw.get(url ?? '', { range: 'bytes=0-7' });
    expect(answer.status).toBe(206);
    expect(answer.bytes.toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
    expect((await raw.get(url ?? '', { range: 'bytes=99999999-' })).status).toBe(416);
    expect((await raw.get(url ?? '', { 'If-Match': '"of another one"' })).status).toBe(412);
  });
});

describe('the configuration entry Thumbnails', () => {
  it('has presets and a limit, and can allow free options', async () => {
    const content = JSON.stringify({
      allowAny: true,
      maxLimit: 2,
      presets: { tiny: { w: 20 }, default: { w: 40, fm: 'webp' } },
    });
    await configure(test, 'Thumbnails', content);
    const sizeOf = async (query: string) => sharp((await raw.get((await one(query)).url ?? '')).bytes).metadata();
    expect(await sizeOf(`/${image.objectId}`)).toMatchObject({ format: 'webp', width: 40, height: 30 });
    expect(await sizeOf(`/${image.objectId}?preset=tiny`)).toMatchObject({ format: 'png', width: 20, height: 15 });
    expect(await sizeOf(`/${image.objectId}?preset=small`)).toMatchObject({ width: 130, height: 85 });
    expect(await sizeOf(`/${image.objectId}?options[h]=30&options[fm]=jpg`)).toMatchObject({
      format: 'jpeg',
      width: 40,
    });
    expect(await status('?ids=1,2,3')).toBe(400);
    for (const [query, parameter] of [
      ['options[wombat]=1', 'options[wombat]'],
      ['options[w]=0', 'options[w]'],
      ['options[w]=2049', 'options[w]'],
      ['options[h]=1.5', 'options[h]'],
      ['options[fm]=bmp', 'options[fm]'],
      ['options[w][gt]=5', 'options[w]'],
      ['options=5', 'options'],
      ['options[]=5', 'options'],
      ['options[or]=45', 'options[or]'],
      ['options[crop]=1,2', 'options[crop]'],
      ['options[q]=101', 'options[q]'],
      ['options[blur]=-1', 'options[blur]'],
      ['options[fit]=wombat', 'options[fit]'],
    ]) {
      const response = await test.anonymous.get(`/media/thumbs/${image.objectId}?${query}`);
      expect(response.status, query).toBe(400);
      expect(errorCodes(response)[0]).toBe('invalid_parameter');
      expect(JSON.stringify(response.body)).toContain(`"parameter":"${parameter}"`);
    }
  });

  it.each([
    ['Thumbnails', '{"presets":{"a":{"w":0}}}'],
    ['Thumbnails', '{"presets":{"a":{"wombat":1}}}'],
    ['Thumbnails', '{"presets":[]}'],
    ['Thumbnails', '{"allowAny":"yes"}'],
    ['Thumbnails.maxLimit', '0'],
    ['Thumbnails.presets', '{"a":5}'],
  ])('is refused when it is %s %s', async (name, content) => {
    const data = { type: 'config', attributes: { name, context: 'core', content } };
    const response = await test.admin.post('/admin/config', { data });
    expect(response.status).toBe(400);
    expect(errorCodes(response)[0]).toBe('invalid_data');
  });
});
