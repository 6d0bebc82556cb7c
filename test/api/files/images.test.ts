// Streams and images according to service.md 4.6, step by step.
import { describe, expect, it } from 'vitest';
import { picture } from '../../support/files/pictures.ts';
import { errorCodes, type ResourceData, serviceForTests } from '../../support/service.ts';

const test = serviceForTests();

const send = (method: 'post' | 'patch', path: string, bytes: Buffer) =>
  test.editor.request(method, path, (request) => request.set('Content-Type', 'image/png').send(bytes));

describe('an image and its file', () => {
  let imageId: string;
  let streamId: string;

  it('POST /streams/upload/{file_name} is 201 with the stream', async () => {
    const { status, body } = await send('post', '/streams/upload/a%20picture.png', await picture());
    expect(status).toBe(201);
    const { data } = body as { data: ResourceData };
    streamId = data.id;
    expect(data).toMatchObject({ type: 'streams', attributes: { file_name: 'a picture.png', mime_type: 'image/png' } });
    expect(data.id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(data).toHaveProperty('relationships.object.links');
  });

  it('POST /images is 201 with the image', async () => {
    const { status, body } = await test.editor.post('/images', {
      data: { type: 'images', attributes: { title: 'A picture' } },
    });
    expect(status).toBe(201);
    const { data } = body as { data: ResourceData };
    imageId = data.id;
    expect(data).toMatchObject({ type: 'images', attributes: { title: 'A picture' } });
  });

  it('PATCH /streams/{stream_uuid}/relationships/object is 200 with links', async () => {
    const path = `/streams/${streamId}/relationships/object`;
    const { status, body } = await test.editor.patch(path, { data: { id: imageId, type: 'images' } });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      links: { self: `http://localhost${path}`, home: 'http://localhost/home' },
    });
  });

  it('GET /images/{image_id} has the streams, included', async () => {
    const { status, body } = await test.editor.get(`/images/${imageId}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      data: { relationships: { streams: { data: [{ id: streamId, type: 'streams' }] } } },
      included: [{ id: streamId, type: 'streams', attributes: { file_name: 'a picture.png' } }],
    });
  });

  it('GET /streams lists them, or those of ?id=', async () => {
    const listed = (await test.editor.get(`/streams?id=${streamId}`)).body as { data: ResourceData[] };
    expect(listed.data.map(({ id }) => id)).toEqual([streamId]);
    const all = (await test.editor.get('/streams')).body as { data: ResourceData[] };
    expect(all.data.map(({ id }) => id)).toContain(streamId);
    expect((await test.editor.get(`/streams/${streamId}`)).status).toBe(200);
  });

  it('versions of the file are numbered, can be overwritten, and must differ from the latest', async () => {
    const path = `/streams/version/${imageId}/next.png`;
    const next = await picture({ width: 21 });
    const added = await send('post', `${path}?private_url=true`, next);
    expect(added.status).toBe(201);
    const { data } = added.body as { data: ResourceData };
    expect(added.headers['location']).toBe(`http://localhost/streams/${data.id}`);
    expect(JSON.stringify(data)).toContain('"version":2');
    for (const method of ['post', 'patch'] as const) {
      const same = await send(method, path, next);
      expect([same.status, errorCodes(same)[0]]).toEqual([409, 'conflict']);
    }
    const other = await send('patch', path, await picture({ width: 22 }));
    expect([other.status, (other.body as { data: ResourceData }).data.id]).toEqual([200, data.id]);
    expect(JSON.stringify((other.body as { data: ResourceData }).data)).toContain('"version":2');
  });

  it('PATCH of a version is 404 without a version', async () => {
    const { id } = await test.editor.create('/images', { title: 'Nothing yet' });
    expect((await send('patch', `/streams/version/${id}/x.png`, await picture())).status).toBe(404);
  });
});
