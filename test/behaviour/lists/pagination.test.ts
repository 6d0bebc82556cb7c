// Pages of lists (D5, D527).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorCodes, errorSources, openTestService, type TestService, serviceForTests } from '../../support/service.ts';

const COUNT = 230;
const PUBLIC_URL = 'https://cms.example.com';
const test = serviceForTests({ env: { PUBLIC_URL } });
let small: TestService;
beforeAll(async () => {
  small = await openTestService({ beside: test, env: { PAGE_SIZE_MAX: '7' } });
  for (let done = 0; done < COUNT; done += 46) {
    // Titles repeat, so that a sort by title has ties.
    await Promise.all(
      Array.from({ length: 46 }, (_, n) =>
        test.editor.create('/documents', { title: `Title ${(done + n) % 9}`, status: 'on' }),
      ),
    );
  }
});
afterAll(async () => {
  await small.close();
});

interface Page {
  data: { id: string }[];
  links: Record<'self' | 'first' | 'last', string> & Record<'prev' | 'next', string | null>;
  meta: { pagination: Record<'count' | 'page' | 'page_count' | 'page_items' | 'page_size', number> };
}
const page = async (query: string, service = test): Promise<Page> =>
  (await service.anonymous.get(encodeURI(`/documents${query}`))).body as Page;
const numbers = ({ meta }: Page) => meta.pagination;

describe('a page', () => {
  it('has 20 items by default, and count, page, page_count, page_items and page_size', async () => {
    const first = await page('');
    expect(numbers(first)).toEqual({ count: COUNT, page: 1, page_count: 12, page_items: 20, page_size: 20 });
    expect(first.data).toHaveLength(20);
    expect(numbers(await page('?page=12'))).toEqual({
      count: COUNT,
      page: 12,
      page_count: 12,
      page_items: 10,
      page_size: 20,
    });
  });

  it('is addressed by page and page_size, or page[number] and page[size]', async () => {
    const plain = await page('?page=3&page_size=7');
    expect(numbers(plain)).toMatchObject({ page: 3, page_size: 7, page_items: 7 });
    expect((await page('?page[number]=3&page[size]=7')).data).toEqual(plain.data);
    expect((await page('?page[number]=3&page_size=7')).data).toEqual(plain.data);
  });

  it('has the number of items in limit, another name of page_size', async () => {
    const listed = await page('?page=3&limit=7');
    expect(listed.data).toEqual((await page('?page=3&page_size=7')).data);
    expect(numbers(listed)).toMatchObject({ page: 3, page_size: 7, page_items: 7 });
    expect(new URL(listed.links['next'] ?? '').search).toBe('?limit=7&page=4');
    expect(numbers(await page('?limit=101'))).toMatchObject({ page_size: 100 });
    expect(numbers(await page('?limit=7&page_size=7'))).toMatchObject({ page_size: 7 });
    const both = await test.anonymous.get('/documents?limit=7&page_size=8');
    expect([both.status, errorSources(both)]).toEqual([400, ['limit']]);
    expect((await test.admin.get('/model/tags?limit=3')).body).toMatchObject({
      meta: { pagination: { page_size: 3 } },
    });
    expect((await test.anonymous.get('/home?limit=3')).status).toBe(400);
  });

  it('is capped at 100 items, or the configured maximum, and reports this', async () => {
    expect(numbers(await page('?page_size=101'))).toMatchObject({ page_size: 100, page_items: 100, page_count: 3 });
    expect(numbers(await page('?page_size=2147483647'))).toMatchObject({ page_size: 100 });
    expect(numbers(await page('?page_size=500', small))).toMatchObject({ page_size: 7, page_items: 7 });
    expect(numbers(await page('?page[size]=500', small))).toMatchObject({ page_size: 7 });
  });

  it.each([
    'page_size=40',
    'page_size=30&sort=title',
    'page_size=60&sort=-title,status',
    'page_size=50&filter[id][gt]=0',
    'page_size=60&filter[query]=title',
  ])('overlaps no other page, and all pages together are the list: %s', async (query) => {
    const ids: string[] = [];
    for (let number = 1, last = 1; number <= last; number++) {
      const { data, meta } = await page(`?${query}&page=${number}`);
      last = meta.pagination.page_count;
      expect(meta.pagination).toMatchObject({ count: COUNT, page: number, page_items: data.length });
      ids.push(...data.map((each) => each.id));
    }
    expect([ids.length, new Set(ids).size]).toEqual([COUNT, COUNT]);
  });

  it('is in the order of ids by default, deep pages too', async () => {
    for (const number of [1, 12]) {
      const ids = (await page(`?page=${number}`)).data.map((each) => Number(each.id));
      expect(ids).toEqual([...ids].sort((a, b) => a - b));
    }
  });
});

describe('all pages together', () => {
  const idsOf = ({ data }: Page): string[] => data.map(({ id }) => id);
  const walk = async (query: string, pageSize: number): Promise<string[]> => {
    const ids: string[] = [];
    for (let number = 1; ; number++) {
      const one = await page(`?${query}page[size]=${pageSize}&page[number]=${number}`);
      ids.push(...idsOf(one));
      if (one.links.next === null) return ids;
    }
  };

  it.each(['', 'sort=-id&', 'sort=title&', 'sort=-title&', 'sort=-modified,title&'])(
    'have each item once in one order, read from either end: %s',
    async (query) => {
      const ids = await walk(query, 100);
      expect(new Set(ids).size).toBe(COUNT);
      expect(await walk(query, 7)).toEqual(ids);
      expect(await walk(query, 23)).toEqual(ids);
    },
  );

  it('have one order by a list attribute, sorted by its least or its greatest value', async () => {
    const { id: typeId } = await test.admin.create('/model/property_types', {
      name: 'numbers',
      params: { type: 'array', items: { type: 'integer' } },
    });
    expect(typeId).toBeDefined();
    await test.admin.create('/model/object_types', { name: 'draws', singular: 'draw', parent_name: 'objects' });
    await test.admin.create('/model/properties', {
      name: 'drawn',
      object_type_name: 'draws',
      property_type_name: 'numbers',
    });
    for (let n = 0; n < 140; n++)
      await test.editor.create('/draws', { title: `Draw ${n}`, status: 'on', drawn: [n % 10, 9 - ((n * 7) % 10)] });
    const draws = async (query: string): Promise<string[]> =>
      idsOf((await test.admin.get(encodeURI(`/draws?${query}`))).body as Page);
    for (const sort of ['drawn', '-drawn']) {
      const all = [
        ...(await draws(`sort=${sort}&page[size]=100`)),
        ...(await draws(`sort=${sort}&page[size]=100&page=2`)),
      ];
      const last = await draws(`sort=${sort}&page[size]=20&page=7`);
      expect(new Set(all).size).toBe(140);
      expect(last).toEqual(all.slice(120));
    }
  });
});

describe('links of a page', () => {
  it('lead to first, last, prev and next; page 1 is written without page', async () => {
    const url = `${PUBLIC_URL}/documents`;
    const { links } = await page('?page=2');
    expect(links).toMatchObject({
      self: `${url}?page=2`,
      first: url,
      prev: url,
      next: `${url}?page=3`,
      last: `${url}?page=12`,
    });
    expect((await page('')).links).toMatchObject({ self: url, prev: null, next: `${url}?page=2` });
    expect((await page('?page=12')).links).toMatchObject({ next: null, prev: `${url}?page=11` });
    expect((await page('?page=1&page_size=100&filter[title]=none')).links).toMatchObject({ prev: null, next: null });
  });

  it('keep the other parameters, percent-encoded, and the requested page size', async () => {
    const { links } = await page('?filter[type]=documents&sort=-title&page=2&page_size=5');
    const rest = 'filter%5Btype%5D=documents&sort=-title';
    expect(links.next).toBe(`${PUBLIC_URL}/documents?${rest}&page_size=5&page=3`);
    expect(links.first).toBe(`${PUBLIC_URL}/documents?${rest}&page_size=5`);
    expect(links.self).toContain('filter%5Btype%5D=documents');
  });

  it('of page[number] use page[number] as well', async () => {
    const { links } = await page('?page[number]=2&page[size]=100');
    const next = links.next?.slice(PUBLIC_URL.length) ?? '';
    expect(numbers((await test.anonymous.get(next)).body as Page)).toMatchObject({ page: 3, page_size: 100 });
    expect(links.first).not.toContain('number');
  });

  it('have no page number when there is only one page', async () => {
    const { links } = await page('?filter[title]=none');
    expect([links.first, links.last].map((link) => link.includes('page='))).toEqual([false, false]);
  });
});

describe('a missing page', () => {
  it.each([
    'page=13',
    'page=99999999',
    'page[number]=13',
    'page=2&filter[title]=none',
    'page=2&q=title&page_size=100&filter[title]=none',
    'page=4&page_size=100&q=title',
  ])('is 404: %s', async (query) => {
    const response = await test.anonymous.get(encodeURI(`/documents?${query}`));
    expect([response.status, errorCodes(response)[0]]).toEqual([404, 'page_not_found']);
    expect(errorSources(response)[0]).toMatch(/^page/);
  });

  it('is never the first one: an empty list has one page', async () => {
    const { data, meta } = await page('?filter[title]=none&page=1');
    expect([data, meta.pagination]).toEqual([[], { count: 0, page: 1, page_count: 1, page_items: 0, page_size: 20 }]);
  });
});

describe('an invalid value', () => {
  const values = ['-1', '1.5', 'abc', '', '0x1', ' 1', '2147483648', '99999999999999999999', '1,2'];
  it.each(['page', 'page_size', 'page[number]', 'page[size]'].flatMap((name) => values.map((value) => [name, value])))(
    'in %s is 400: "%s"',
    async (name, value) => {
      const response = await test.anonymous.get(`/documents?${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
      expect([response.status, errorSources(response)]).toEqual([400, [name]]);
    },
  );

  it.each(['0', '-1', '1.5', 'abc', '', '2147483648', '1,2'])('in limit is 400: "%s"', async (value) => {
    const response = await test.anonymous.get(`/documents?limit=${value}`);
    expect([response.status, errorSources(response)]).toEqual([400, ['limit']]);
  });

  it.each(['page', 'page_size'])('in %s is 400: "0"', async (name) => {
    const response = await test.anonymous.get(`/documents?${name}=0`);
    expect([response.status, errorSources(response)]).toEqual([400, [name]]);
  });

  it('in page[size] is 400 with the name page[size]: "0"', async () => {
    expect(errorSources(await test.anonymous.get('/documents?page%5Bsize%5D=0'))).toEqual(['page[size]']);
  });

  it.each([
    'page[]=1',
    'page[offset]=1',
    'page=1&page=2',
    'page_size[]=3',
    'page[number][x]=1',
    'limit[]=5',
    'offset=5',
  ])('is 400: %s', async (query) => {
    const response = await test.anonymous.get(encodeURI(`/documents?${query}`));
    expect([response.status, errorSources(response).length]).toEqual([400, 1]);
  });
});
