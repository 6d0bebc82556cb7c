// PUBLIC_CACHE (D598): responses that shared caches keep, and the tags by which they are removed.
import { beforeAll, describe, expect, it } from 'vitest';
import { tagsOf } from '../../../core/http/response/public-cache.ts';
import { openTestService, type ResourceData, serviceForTests } from '../../support/service.ts';

const test = serviceForTests({ env: { PUBLIC_CACHE: 'documents:5m, *:30s', PUBLIC_URL: 'http://localhost' } });
let document: ResourceData;
let folder: ResourceData;
beforeAll(async () => {
  document = await test.admin.create('/documents', { title: 'Kept', status: 'on', uname: 'kept' });
  folder = await test.admin.create('/folders', { title: 'Folder', status: 'on' });
  const data = [{ type: 'documents', id: document.id }];
  await test.admin.post(`/folders/${folder.id}/relationships/children`, { data });
});

const headersOf = async (place: string, client = test.anonymous, sent: Record<string, string> = {}) => {
  const { headers } = (await client.get(place, sent)) as { headers: Record<string, string> };
  const tags = headers['surrogate-key']?.split(' ');
  expect(headers['cache-tag']?.split(',')).toEqual(tags);
  return { control: headers['cache-control'], vary: headers['vary'], tags };
};

describe('a public response', () => {
  it('is cached for the time of its type, with tags of the resources that it shows', async () => {
    expect(await headersOf(`/documents/${document.id}`)).toMatchObject({
      control: 'public, max-age=0, s-maxage=300',
      vary: 'Accept, Accept-Encoding, Authorization, X-Api-Key',
      tags: [`documents-${document.id}`],
    });
    const { control, tags } = await headersOf(`/folders/${folder.id}?include=children`);
    expect(control).toBe('public, max-age=0, s-maxage=30');
    expect(tags).toEqual(expect.arrayContaining([`folders-${folder.id}`, `documents-${document.id}`, 'objects']));
  });

  it('is purged by any change of its type if it is a list', async () => {
    expect((await headersOf('/documents')).tags).toEqual(['documents', `documents-${document.id}`]);
    expect((await headersOf('/objects')).tags?.[0]).toBe('objects');
    expect((await headersOf(`/folders/${folder.id}/children`)).tags?.[0]).toBe('objects');
    expect((await headersOf('/events')).tags).toEqual(['events']);
  });

  it('has a single tag instead of too many', async () => {
    for (let n = 0; n < 100; n++) await test.admin.create('/news', { title: `News ${n}`, status: 'on' });
    expect((await headersOf('/news?page_size=100')).tags?.length).toBe(101);
    const many = Array.from({ length: 151 }, (_, n) => ({ type: 'news', id: String(n + 1) }));
    const body = JSON.stringify({ data: many });
    expect(tagsOf({ path: '/news', query: new URLSearchParams() }, body)).toEqual(['objects']);
  });

  it('remains cached when it is revalidated without a change', async () => {
    const { headers } = await test.anonymous.get(`/documents/${document.id}`);
    const again = await test.anonymous.get(`/documents/${document.id}`, {
      'If-None-Match': (headers as Record<string, string>)['etag'] ?? '',
    });
    expect([again.status, (again.headers as Record<string, string>)['cache-control']]).toEqual([
      304,
      'public, max-age=0, s-maxage=300',
    ]);
  });
});

describe('a response that is not cached', () => {
  it('is one for a signed-in caller, an error, one of other resources, and by default every one', async () => {
    for (const [place, client] of [
      [`/documents/${document.id}`, test.admin],
      [`/documents/${document.id}`, test.reader],
      ['/documents/999999', test.anonymous],
      ['/home', test.anonymous],
      ['/model/schema/documents', test.anonymous],
    ] as const) {
      const { control, tags } = await headersOf(place, client);
      expect([place, tags]).toEqual([place, undefined]);
      expect(control ?? '').not.toContain('public');
    }
    const plain = await openTestService({ beside: test });
    expect((await headersOf(`/documents/${document.id}`, plain.anonymous)).control).toBe('no-cache');
    await plain.close();
  });

  it('is a draft', async () => {
    const draft = await test.admin.create('/documents', { title: 'Draft', status: 'draft' });
    expect((await headersOf('/documents')).tags).not.toContain(`documents-${draft.id}`);
    expect((await headersOf(`/documents/${draft.id}`)).tags).toBeUndefined();
  });
});
