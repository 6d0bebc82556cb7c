// Pages by cursor (D470 to D474): exact while others write, at the same cost at any depth, for every sort.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorCodes, errorSources, openTestService, type TestService } from '../support/service.ts';

let test: TestService;
const COUNT = 60;
const ids: number[] = [];

interface Page {
  data: { id: string; attributes: Record<string, unknown> }[];
  links: Record<'self' | 'first' | 'last', string> & Record<'prev' | 'next', string | null>;
  meta: { pagination: Record<string, number> };
}

beforeAll(async () => {
  test = await openTestService();
  await test.admin.create('/model/properties', {
    object_type_name: 'documents',
    name: 'weight',
    property_type_name: 'number',
  });
  await test.admin.create('/model/properties', {
    object_type_name: 'documents',
    name: 'ready',
    property_type_name: 'boolean',
  });
  await test.admin.create('/model/properties', {
    object_type_name: 'documents',
    name: 'any',
    property_type_name: 'json',
  });
  for (let n = 0; n < COUNT; n++) {
    const created = await test.editor.create('/documents', {
      title: n % 4 === 0 ? null : `Title ${n % 7}`,
      status: 'on',
      lang: n % 3 === 0 ? null : n % 3 === 1 ? 'en' : 'it',
      ...(n % 5 !== 0 && { weight: (n % 3) - 1.5 }),
      ...(n % 6 !== 0 && { ready: n % 2 === 0 }),
      ...(n % 9 !== 0 && { publish_end: `2030-01-0${(n % 9) + 1}T00:00:00Z` }),
    });
    ids.push(Number(created.id));
    if (n % 10 === 0) test.clock.advance(1000);
  }
});
afterAll(() => test.close());

const read = async (path: string, client = test.editor): Promise<Page> => {
  const response = await client.get(encodeURI(path));
  expect(response.status, JSON.stringify(response.body)).toBe(200);
  return response.body as Page;
};
const followed = async (link: string, client = test.editor): Promise<Page> => {
  const { pathname, search } = new URL(link);
  return (await client.get(pathname + search)).body as Page;
};
const idsOf = ({ data }: Page): string[] => data.map(({ id }) => id);

/** All ids by cursor, from one end. */
async function walk(path: string, way: 'next' | 'prev' = 'next', client = test.editor): Promise<string[]> {
  const all: string[] = [];
  let page = await read(
    `${path}${path.includes('?') ? '&' : '?'}page[${way === 'next' ? 'after' : 'before'}]=`,
    client,
  );
  for (let turn = 0; turn < 200; turn++) {
    if (way === 'next') all.push(...idsOf(page));
    else all.unshift(...idsOf(page));
    const link = page.links[way];
    if (link === null) return all;
    page = await followed(link, client);
  }
  throw new Error('the pages have no end');
}

/** All ids by number. */
async function numbered(path: string, client = test.editor): Promise<string[]> {
  const all: string[] = [];
  for (let page = 1, last = 1; page <= last; page++) {
    const body = await read(`${path}${path.includes('?') ? '&' : '?'}page=${page}&page_size=100`, client);
    last = body.meta.pagination['page_count'] ?? 0;
    all.push(...idsOf(body));
  }
  return all;
}

describe('a page by cursor', () => {
  it('begins at the first item when page[after] is empty, ends at the last when page[before] is', async () => {
    const first = await read('/documents?page[after]=&page_size=7');
    expect(idsOf(first)).toEqual(ids.slice(0, 7).map(String));
    expect(first.links.prev).toBeNull();
    expect(first.meta.pagination).toEqual({ count: COUNT, page_count: 9, page_items: 7, page_size: 7 });
    const last = await read('/documents?page[before]=&page_size=7');
    expect(idsOf(last)).toEqual(ids.slice(-7).map(String));
    expect(last.links.next).toBeNull();
    expect(idsOf(await followed(first.links.last))).toEqual(idsOf(last));
    expect(idsOf(await followed(last.links.first))).toEqual(idsOf(first));
  });

  it('takes page[size], page_size and limit, the size capped at the maximum', async () => {
    for (const name of ['page[size]', 'page_size', 'limit']) {
      expect(idsOf(await read(`/documents?page[after]=&${name}=3`))).toHaveLength(3);
      expect((await read(`/documents?page[after]=&${name}=5000`)).meta.pagination['page_size']).toBe(100);
    }
  });

  it('has null for next and prev at the ends only, when the last page is full as well', async () => {
    const only = await read(`/documents?page[after]=&page_size=${COUNT}`);
    expect([only.links.prev, only.links.next]).toEqual([null, null]);
    const half = await read(`/documents?page[after]=&page_size=${COUNT / 2}`);
    const rest = await followed(half.links.next ?? '');
    expect([rest.links.next, idsOf(rest).length]).toEqual([null, COUNT / 2]);
    const back = await followed(rest.links.prev ?? '');
    expect(idsOf(back)).toEqual(idsOf(half));
    expect(back.links.prev).toBeNull();
  });

  it('is empty past the end, and leads back to the other end', async () => {
    const last = await read('/documents?page[before]=&page_size=1&filter[title]=Title 3');
    const path = '/documents?page_size=1&filter[title]=Title 3';
    const item = await read(`${path}&page[after]=`);
    const cursor = new URL(item.links.next ?? '').searchParams.get('page[after]') ?? '';
    expect(cursor).toMatch(/^[\w-]{8,60}$/);
    const all = await walk(path);
    expect(all.at(-1)).toBe(idsOf(last)[0]);
  });

  it('leaves lists with numbers as they are', async () => {
    const { links, meta } = await read('/documents?page_size=7');
    expect(links.next).toMatch(/\/documents\?page_size=7&page=2$/);
    expect(Object.keys(meta.pagination)).toEqual(['count', 'page', 'page_count', 'page_items', 'page_size']);
  });
});

describe('every sort', () => {
  const single = ['id', 'title', 'lang', 'weight', 'ready', 'publish_end', 'created', 'modified', 'status', 'uname'];
  const several = ['lang,-title', '-weight,ready,title', 'title,-id', '-publish_end,-lang', 'id,title'];
  it.each([...single.flatMap((name) => [name, `-${name}`]), ...several])(
    'has the same order by cursor as by number, both ways: %s',
    async (sort) => {
      const expected = await numbered(`/documents?sort=${sort}`);
      expect(new Set(expected).size).toBe(COUNT);
      expect(await walk(`/documents?sort=${sort}&page_size=7`)).toEqual(expected);
      expect(await walk(`/documents?sort=${sort}&page_size=11`, 'prev')).toEqual(expected);
    },
  );

  it.each(['title', '-title', 'modified'])('has it over several types too: %s', async (sort) => {
    const expected = await numbered(`/objects?sort=${sort}`);
    expect(await walk(`/objects?sort=${sort}&page_size=9`)).toEqual(expected);
    expect(await walk(`/objects?sort=${sort}&page_size=9`, 'prev')).toEqual(expected);
  });

  it('is kept where the stored values are of several types', async () => {
    const { store } = test.service.services;
    const values = [1, 'one', true, null, new Date(0), 2, 'a', false, -3, 'b'];
    const mixed = ids.slice(0, values.length);
    const before = await store
      .documents('documents')
      .find({ _id: { $in: mixed } })
      .toArray();
    for (const [index, lang] of values.entries())
      await store.documents('documents').updateOne({ _id: mixed[index] ?? 0 }, { $set: { 'custom.weight': lang } });
    for (const sort of ['weight', '-weight', 'weight,-id']) {
      const fields = `/documents?sort=${sort}&fields=title`;
      const expected = await numbered(fields);
      expect(await walk(`${fields}&page_size=4`)).toEqual(expected);
      expect(await walk(`${fields}&page_size=4`, 'prev')).toEqual(expected);
    }
    for (const each of before) await store.documents('documents').replaceOne({ _id: each._id }, each);
  });

  it('by lists, relevance or distance has numbers only', async () => {
    for (const query of ['sort=any', 'q=title', 'q=title&sort=id']) {
      const response = await test.editor.get(encodeURI(`/documents?${query}&page[after]=`));
      expect([response.status, errorCodes(response), errorSources(response)]).toEqual([
        400,
        ['unsupported_sort', 'unsupported_sort'],
        ['page[after]'],
      ]);
    }
    const near = await test.editor.get(encodeURI('/locations?filter[geo][center]=11,44&page[before]='));
    expect([near.status, errorSources(near)]).toEqual([400, ['page[before]']]);
  });

  it('by texts too long for an address is 400, and nothing else is', async () => {
    const folder = await test.editor.create('/news', { title: 'n', status: 'on', description: 'x'.repeat(5000) });
    await test.editor.create('/news', { title: 'm', status: 'on', description: 'y'.repeat(5000) });
    const response = await test.editor.get(encodeURI('/news?sort=description&page_size=1&page[after]='));
    expect([response.status, errorCodes(response)]).toEqual([400, ['unsupported_sort', 'unsupported_sort']]);
    expect(idsOf(await read('/news?sort=description&page_size=2&page[after]='))).toContain(folder.id);
  });
});
