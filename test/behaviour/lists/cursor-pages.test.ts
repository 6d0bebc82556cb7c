// Pages by cursor (D470, D471, D473): their links, and every sort.
import { beforeAll, describe, expect, it } from 'vitest';
import { createSixty, idsOf, walksOf, type Walks } from '../../support/database/cursor-walks.ts';
import { errorCodes, errorSources, serviceForTests } from '../../support/service.ts';

const COUNT = 60;
const test = serviceForTests();
let ids: number[];
let { read, followed, walk, numbered } = {} as Walks;
beforeAll(async () => {
  ({ read, followed, walk, numbered } = walksOf(test));
  ids = await createSixty(test);
});

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

  it('accepts page[size], page_size and limit, with the size capped at the maximum', async () => {
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

  it('does not change pages by number', async () => {
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

  it.each(['title', '-title', 'modified'])('has the same order over several types too: %s', async (sort) => {
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

  it('by texts too long for an address is 400, and all others work', async () => {
    const folder = await test.editor.create('/news', { title: 'n', status: 'on', description: 'x'.repeat(5000) });
    await test.editor.create('/news', { title: 'm', status: 'on', description: 'y'.repeat(5000) });
    const response = await test.editor.get(encodeURI('/news?sort=description&page_size=1&page[after]='));
    expect([response.status, errorCodes(response)]).toEqual([400, ['unsupported_sort', 'unsupported_sort']]);
    expect(idsOf(await read('/news?sort=description&page_size=2&page[after]='))).toContain(folder.id);
  });
});
