// Objects and thumbnails when `/streams` is closed to the caller, by permission or for all (D206, D241).
import { beforeAll, describe, expect, it } from 'vitest';
import type { ThumbnailEntry } from '../../../core/files/thumbnails/read-thumbnails.ts';
import { closeEndpoint } from '../../support/permissions/close-endpoint.ts';
import { addMedia, picture } from '../../support/files/pictures.ts';
import { type Client, type ResourceData, serviceForTests } from '../../support/service.ts';

const test = serviceForTests();
let endpoint: string;
beforeAll(async () => {
  const found = await test.admin.get('/admin/endpoints?filter[name]=streams');
  const [known] = (found.body as { data: ResourceData[] }).data;
  endpoint = (known ?? (await test.admin.create('/admin/endpoints', { name: 'streams' }))).id;
});

async function enable(enabled: boolean): Promise<void> {
  const body = { data: { id: endpoint, type: 'endpoints', attributes: { enabled } } };
  expect((await test.admin.patch(`/admin/endpoints/${endpoint}`, body)).status).toBe(200);
}

describe('without permission for /streams', () => {
  it('the address of an SVG is not shown', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>');
    const { objectId } = await addMedia(test, svg, { mimeType: 'image/svg+xml' });
    const entries = async (client: Client) => {
      const answers = [
        await client.get(`/media/thumbs/${objectId}`),
        await client.get(`/media/thumbs?ids=${objectId}`),
      ];
      return answers
        .flatMap(({ body }) => (body as { meta: { thumbnails: ThumbnailEntry[] } }).meta.thumbnails)
        .map(({ ready, url }) => [ready, url?.includes('/streams/download/')]);
    };
    const [closed, open] = [Array(2).fill([false, undefined]), Array(2).fill([true, true])];
    const reopen = await closeEndpoint(test, 'streams');
    for (const read of [false, 'mine']) {
      const attributes = { endpoint_id: Number(endpoint), role_id: null, read, write: true };
      const rule = await test.admin.create('/admin/endpoint_permissions', attributes);
      expect(await entries(test.editor)).toEqual(closed);
      expect(await entries(test.anonymous)).toEqual(closed);
      // The uploader.
      expect(await entries(test.admin)).toEqual(read === 'mine' ? open : closed);
      await test.admin.delete(`/admin/endpoint_permissions/${rule.id}`);
    }
    await reopen();
    expect(await entries(test.editor)).toEqual(open);
    await enable(false);
    expect(await entries(test.editor)).toEqual(closed);
    await enable(true);
  });

  it('closed for all, objects are shown without streams, and get none', async () => {
    const { objectId, streamId } = await addMedia(test, await picture());
    const shown = async () => {
      const { body } = (await test.editor.get(`/images/${objectId}`)) as { body: { data: ResourceData } };
      return [JSON.stringify(body).includes(streamId), typeof body.data.meta['media_url']];
    };
    const send = async (path: string) =>
      (await test.editor.request('post', path, (request) => request.set('Content-Type', 'image/png').send('x'))).status;
    await enable(false);
    expect(await shown()).toEqual([false, 'object']);
    expect(await send(`/streams/version/${objectId}/a.png`)).toBe(404);
    expect(await send('/images/upload/a.png')).toBe(403);
    await enable(true);
    expect(await shown()).toEqual([true, 'string']);
  });
});
