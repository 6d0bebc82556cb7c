// Relations of media at the endpoint of their abstract type: the responses match the description (D226).
import { describe, expect, it } from 'vitest';
import { type ResourceData, serviceForTests } from '../../support/service.ts';

const test = serviceForTests();

describe('the relations of media at /media', () => {
  it('are served and described, links too', async () => {
    const image = await test.editor.create('/images', { title: 'A picture', status: 'on' });
    const { id } = await test.editor.create('/documents', { title: 'A text', status: 'on' });
    const linked = { data: [{ id: image.id, type: 'images' }] };
    expect((await test.editor.post(`/documents/${id}/relationships/poster`, linked)).status).toBe(200);
    for (const path of [`/media/${image.id}/poster_of`, `/media/${image.id}/relationships/poster_of`]) {
      const { status, body } = await test.editor.get(path);
      expect([status, (body as { data: ResourceData[] }).data.map((each) => each.id)], path).toEqual([200, [id]]);
    }
    const data = [{ id, type: 'documents' }];
    const links = `/media/${image.id}/relationships/poster_of`;
    expect((await test.editor.patch(links, { data: [] })).status).toBe(200);
    expect((await test.editor.post(links, { data })).status).toBe(200);
    expect((await test.editor.delete(links, {}, { data })).status).toBe(200);
    expect((await test.editor.get(`/media/${image.id}/nothing`)).status).toBe(404);
    const { paths } = (await test.anonymous.get('/openapi.json?side=all')).body as { paths: Record<string, object> };
    const { parameters, ...operations } = paths['/media/{object_id}/relationships/{relation_name}'] as Record<
      string,
      object
    >;
    expect([Object.keys(operations), (parameters as object[]).length]).toEqual([['get', 'post', 'patch', 'delete'], 2]);
    expect(paths).toHaveProperty(['/media/{object_id}/{relation_name}', 'get']);
    expect(
      Object.keys(paths).filter((path) => path.includes('{relation_name}') && !path.includes('/relations/')).length,
    ).toBe(4);
  });
});
