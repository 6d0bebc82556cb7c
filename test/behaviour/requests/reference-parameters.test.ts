// Query parameters that clients of the reference system send (D434, D435).
import { afterAll, beforeAll, expect, it } from 'vitest';
import { legacy, openLegacyService } from '../../support/writes/legacy-world.ts';
import { addMedia, picture } from '../../support/files/pictures.ts';
import { errorSources, type TestService } from '../../support/service.ts';

let test: TestService;
beforeAll(async () => {
  test = await openLegacyService();
});
afterAll(() => test.close());

it('saved_by_refs includes creator and last editor of an object', async () => {
  const { id } = await test.editor.create('/documents', { title: 'Saved', status: 'on' });
  const body = async (query: string) => (await test.admin.get(`/documents${query}`)).body as Record<string, unknown>;
  const shown = async (query: string) => {
    const { data, included } = await body(query);
    return { relationships: (data as { relationships: object }).relationships, included };
  };
  const expected = await shown(`/${id}?include=created_by_user,modified_by_user`);
  expect(expected.included).toMatchObject([{ type: 'users' }]);
  expect(await shown(`/${id}?saved_by_refs=1`)).toEqual(expected);
  expect(await shown(`/${id}?saved_by_refs=true&include=created_by_user`)).toEqual(expected);
  expect((await body(`?saved_by_refs=1&filter%5Bid%5D=${id}`))['included']).toEqual(expected.included);
  for (const off of ['', '0', 'false'])
    expect(await body(`/${id}?saved_by_refs=${off}`)).not.toHaveProperty('included');
  expect((await test.admin.get(`/documents/${id}?saved_by_refs=yes`)).status).toBe(400);
  expect((await test.admin.get('/roles?saved_by_refs=1')).status).toBe(400);
});

it.each(['page_size', 'limit'])('%s is the maximum number of thumbnails', async (name) => {
  const { objectId } = await addMedia(test, await picture());
  const count = async (query: string) => {
    const { body } = await test.anonymous.get(`/media/thumbs?${query}`);
    return (body as { meta: { thumbnails: object[] } }).meta.thumbnails.length;
  };
  expect(await count(`ids=999999,${objectId}&${name}=2`)).toBe(1);
  expect(await count(`ids=999999,${objectId}&${name}=1`)).toBe(0);
  expect((await test.anonymous.get(`/media/thumbs?ids=${objectId}&${name}=0`)).status).toBe(400);
});

it('limit is the number of objects on a page of the legacy side', async () => {
  expect((await legacy(test.anonymous, '/objects?limit=3')).body.paging.page_size).toBe(3);
  const both = await test.anonymous.get('/objects?limit=3&page_size=4', { Accept: 'application/json' });
  expect([both.status, errorSources(both)]).toEqual([400, ['limit']]);
  expect((await legacy(test.anonymous, '/objects?limit=101')).status).toBe(400);
});
