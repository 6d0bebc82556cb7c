// Pages by cursor (D470 to D474): exact while others write, at the same cost at any depth, for every sort.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import OPENAPI from '../../generated/openapi.json' with { type: 'json' };
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

describe('a walk by cursor while others write', () => {
  it.each(['', '&sort=title', '&sort=-title', '&sort=-weight,title', '&sort=-id'])(
    'has everything that stays once, whatever comes and goes before and behind it: %s',
    async (sort) => {
      const path = `/documents?page_size=4${sort}`;
      const stays: string[] = [];
      const goes: string[] = [];
      for (let n = 0; n < 18; n++) {
        const { id } = await test.editor.create('/documents', {
          title: n % 5 === 0 ? null : `E ${n % 6}`,
          status: 'on',
        });
        (n % 2 === 0 ? goes : stays).push(id);
      }
      for (const way of ['next', 'prev'] as const) {
        const seen: string[] = [];
        let page = await read(`${path}&page[${way === 'next' ? 'after' : 'before'}]=`);
        for (let turn = 0; ; turn++) {
          seen.push(...idsOf(page));
          // The very item that the next page begins behind, and others that are seen or not.
          const cut = idsOf(page).at(way === 'next' ? -1 : 0) ?? '';
          for (const id of [cut, goes.pop() ?? '']) {
            if (id !== '' && !stays.includes(id) && !ids.includes(Number(id)))
              await test.editor.delete(`/documents/${id}`);
          }
          if (turn < 4) {
            for (const title of ['A', null, 'E 3', 'Z'])
              await test.editor.create('/documents', { title, status: 'on' });
          }
          const link = page.links[way];
          if (link === null) break;
          page = await followed(link);
        }
        expect(new Set(seen).size).toBe(seen.length);
        expect([...stays, ...ids.map(String)].filter((id) => !seen.includes(id))).toEqual([]);
      }
      const left = (await numbered('/documents')).filter((id) => !ids.includes(Number(id)));
      for (const id of left) await test.editor.delete(`/documents/${id}`);
    },
  );
});

describe('a cursor', () => {
  const cursorOf = async (query: string): Promise<string> =>
    new URL((await read(`/documents?page_size=5&page[after]=&${query}`)).links.next ?? '').searchParams.get(
      'page[after]',
    ) ?? '';
  const refusal = async (query: string) => {
    const response = await test.editor.get(`/documents?${query}`);
    return [response.status, errorCodes(response)[0], errorSources(response)];
  };

  it('of another sort or of other filters is refused, never misread', async () => {
    const cursor = await cursorOf('sort=title&filter[lang]=en');
    const same = await test.editor.get(`/documents?filter[lang]=en&page[after]=${cursor}&sort=title&page_size=2`);
    expect(same.status).toBe(200);
    for (const other of [
      '',
      'sort=-title',
      'sort=title',
      'sort=title,id',
      'sort=lang&filter[lang]=en',
      'sort=title&filter[lang]=it',
    ]) {
      const refused = [400, 'invalid_parameter', ['page[after]']];
      expect([other, await refusal(`page[after]=${cursor}&${other}`)]).toEqual([other, refused]);
    }
  });

  it('that is none is 400 naming it, whatever it is', async () => {
    const good = await cursorOf('sort=weight,title');
    const [tag, ...values] = JSON.parse(Buffer.from(good, 'base64url').toString()) as unknown[];
    const made = (...parts: unknown[]): string => Buffer.from(JSON.stringify(parts)).toString('base64url');
    const bad = [
      ...[
        'x',
        '!',
        'null',
        'W10',
        good.slice(1),
        `${good}!`,
        `${good}AAAA`,
        'A'.repeat(6000),
        '%ff',
        '%F0%9F%98%80',
        '$gt',
      ],
      ...[made(), made(tag), made(tag, ...values, 1), made(tag, ...values.slice(1)), made('______', ...values)],
      ...[{ $gt: '' }, { $ne: null }, [], [[]], [1.5], ['x'], [9e15], [1, 2], { __proto__: null }].map((value) =>
        made(tag, value, ...values.slice(1)),
      ),
      Buffer.from(`["${String(tag)}",1e999,null,1]`).toString('base64url'),
      Buffer.from([0xff, 0xfe]).toString('base64url'),
      Buffer.from('['.repeat(4000)).toString('base64url'),
    ];
    for (const side of ['after', 'before']) {
      for (const cursor of bad) {
        const answer = await refusal(`sort=weight,title&page[${side}]=${cursor}`);
        const isEncoding = cursor === '%ff';
        expect([cursor.slice(0, 40), ...answer]).toEqual([
          cursor.slice(0, 40),
          400,
          isEncoding ? 'invalid_encoding' : 'invalid_parameter',
          isEncoding ? [] : [`page[${side}]`],
        ]);
      }
    }
    expect(test.loggedErrors).toEqual([]);
  });

  it('with values of any kind is a place in the order, and nothing else', async () => {
    const good = await cursorOf('sort=weight');
    const [tag] = JSON.parse(Buffer.from(good, 'base64url').toString()) as unknown[];
    const all = await numbered('/documents?sort=weight');
    for (const value of [null, -5, 0, 0.25, '', 'x', true, false, [0], '$weight']) {
      for (const id of [null, -1, 0, ids[30], 'x', '', true, [5]]) {
        const cursor = Buffer.from(JSON.stringify([tag, value, id])).toString('base64url');
        const behind = idsOf(await read(`/documents?sort=weight&page_size=100&page[after]=${cursor}`));
        expect(all.slice(all.length - behind.length)).toEqual(behind);
      }
    }
  });

  it('stands alone: no other cursor, no page number, once', async () => {
    const cursor = await cursorOf('');
    const both = await refusal(`page[after]=${cursor}&page[before]=${cursor}`);
    expect(both).toEqual([400, 'invalid_parameter', ['page[before]']]);
    for (const number of ['page=1', 'page=2', 'page%5Bnumber%5D=2']) {
      expect(await refusal(`page[after]=${cursor}&${number}`)).toEqual([400, 'invalid_parameter', ['page[after]']]);
      expect(await refusal(`page[before]=&${number}`)).toEqual([400, 'invalid_parameter', ['page[before]']]);
    }
    expect(await refusal(`page[after]=${cursor}&page[after]=${cursor}`)).toEqual([
      400,
      'invalid_parameter',
      ['page[after]'],
    ]);
    expect((await refusal(`page[after][x]=${cursor}`))[0]).toBe(400);
    expect((await refusal(`page_after=${cursor}`)).slice(0, 2)).toEqual([400, 'unknown_parameter']);
    const legacy = await test.editor.get('/objects?page%5Bafter%5D=', { Accept: 'application/json' });
    expect([legacy.status, errorSources(legacy)]).toEqual([400, ['page[after]']]);
  });

  it('shows each caller what it sees, whoever it was made for', async () => {
    const drafts: { id: string }[] = [];
    for (let n = 0; n < 6; n++)
      drafts.push(await test.editor.create('/documents', { title: 'D', status: n % 2 ? 'on' : 'draft' }));
    const path = '/documents?page_size=100&filter[title]=D';
    const first = await read('/documents?page_size=1&filter[title]=D&page[after]=');
    expect(idsOf(first)).toEqual([drafts[0]?.id]);
    const seen = idsOf(await followed(first.links.next?.replace('page_size=1', 'page_size=9') ?? '', test.anonymous));
    expect(seen).toEqual([1, 3, 5].map((n) => drafts[n]?.id));
    expect(await walk(path, 'next', test.anonymous)).toEqual(seen);
    expect((await test.anonymous.get('/users?page%5Bafter%5D=')).status).toBe(401);
    for (const { id } of drafts) await test.editor.delete(`/documents/${id}`);
  });
});

describe('page[total]', () => {
  const counts = async (path: string): Promise<string[]> => {
    const { db } = test.service.services.store;
    await db.command({ profile: 0 });
    await db
      .collection('system.profile')
      .drop()
      .catch(() => undefined);
    await db.command({ profile: 2 });
    await read(path);
    await db.command({ profile: 0 });
    const seen = await db.collection('system.profile').find({}).toArray();
    return seen
      .map(({ command }) => JSON.stringify(command))
      .filter((text) => /"count"|"\$count"|"\$group"|object_counts/.test(text));
  };

  it.each(['', '&page[after]=', '&page=2'])('none leaves the total out, and nothing is counted%s', async (page) => {
    const path = `/documents?page_size=7&filter[lang]=en${page}`;
    expect((await counts(path)).length).toBeGreaterThan(0);
    expect(await counts(`${path}&page[total]=none`)).toEqual([]);
    expect(await counts(`/documents?page_size=7&page[total]=none${page}`)).toEqual([]);
    const { meta, data, links } = await read(`${path}&page[total]=none`);
    const exact = await read(`${path}&page[total]=exact`);
    expect(idsOf({ data } as Page)).toEqual(idsOf(exact));
    expect(meta.pagination).not.toHaveProperty('count');
    expect(meta.pagination).not.toHaveProperty('page_count');
    expect(exact.meta.pagination).toHaveProperty('count');
    expect(links.next === null).toBe(exact.links.next === null);
    expect(links.next === null || links.next.includes('page%5Btotal%5D=none')).toBe(true);
    const all = await numbered('/documents?filter[lang]=en');
    expect(idsOf(await followed(links.last)).at(-1)).toBe(all.at(-1));
  });

  it('none leads through all numbers, and past the last one to 404', async () => {
    const all: string[] = [];
    let page = await read('/documents?page_size=9&page[total]=none');
    for (;;) {
      all.push(...idsOf(page));
      if (page.links.next === null) break;
      page = await followed(page.links.next);
    }
    expect(all).toEqual(await numbered('/documents'));
    const past = await test.editor.get('/documents?page_size=9&page=9&page%5Btotal%5D=none');
    expect([past.status, errorCodes(past)[0]]).toEqual([404, 'page_not_found']);
    const searched = await read('/documents?q=title&page_size=5&page[total]=none');
    expect(searched.meta.pagination).toEqual({ page: 1, page_items: 5, page_size: 5 });
    expect((await followed(searched.links.last)).data.length).toBeGreaterThan(0);
  });

  it.each(['', 'all', '0', 'None'])('with another value is 400: "%s"', async (value) => {
    const response = await test.editor.get(`/documents?page%5Btotal%5D=${value}`);
    expect([response.status, errorSources(response)]).toEqual([400, ['page[total]']]);
  });
});

describe('other lists', () => {
  it('in the order of the tree and of links, with hidden ones in between, have the same order by cursor', async () => {
    const folder = await test.editor.create('/folders', { title: 'F', status: 'on' });
    const kids = [];
    for (let n = 0; n < 17; n++) {
      kids.push(await test.editor.create('/documents', { title: `K ${n}`, status: n % 3 === 0 ? 'draft' : 'on' }));
    }
    const data = kids
      .map(({ id }) => ({ id, type: 'documents' }))
      .sort((a, b) => (Number(a.id) % 5) - (Number(b.id) % 5));
    expect((await test.editor.post(`/folders/${folder.id}/relationships/children`, { data })).status).toBeLessThan(300);
    for (const client of [test.editor, test.anonymous]) {
      const path = `/folders/${folder.id}/children`;
      const expected = await numbered(path, client);
      expect(expected.length).toBeGreaterThan(9);
      for (const way of ['next', 'prev'] as const) {
        expect(await walk(`${path}?page_size=3`, way, client)).toEqual(expected);
        expect(await walk(`${path}?page_size=3&sort=-title&page[total]=none`, way, client)).toHaveLength(
          expected.length,
        );
        expect(await walk(`/folders/${folder.id}/relationships/children?page_size=3`, way, client)).toEqual(expected);
      }
    }
  });

  it('of links have the order of the links, also where many are hidden', async () => {
    const relation = { name: 'quotes', label: 'q', inverse_name: 'quoted_by', inverse_label: 'qb' };
    const types = { data: [{ type: 'object_types', id: 'documents' }] };
    const relationships = { left_object_types: types, right_object_types: types };
    const data = { type: 'relations', attributes: relation, relationships };
    expect((await test.admin.post('/model/relations', { data })).status).toBe(201);
    const hub = await test.editor.create('/documents', { title: 'Hub', status: 'on' });
    const linked = [];
    for (let n = 0; n < 23; n++) {
      const { id } = await test.editor.create('/documents', {
        title: `L ${n % 4}`,
        status: n % 5 === 0 ? 'on' : 'draft',
      });
      linked.push({ id, type: 'documents', meta: { relation: { priority: 1 + (n % 3) } } });
    }
    const path = `/documents/${hub.id}/quotes`;
    const links = `/documents/${hub.id}/relationships/quotes`;
    expect((await test.editor.post(links, { data: linked })).status).toBeLessThan(300);
    for (const client of [test.editor, test.anonymous]) {
      const expected = await numbered(path, client);
      expect(expected).toHaveLength(client === test.editor ? 23 : 5);
      for (const way of ['next', 'prev'] as const) {
        for (const query of ['page_size=2', 'page_size=5&page[total]=none', 'page_size=23']) {
          expect(await walk(`${path}?${query}`, way, client)).toEqual(expected);
          expect(await walk(`${links}?${query}`, way, client)).toEqual(expected);
        }
        expect(await walk(`${path}?page_size=3&sort=title`, way, client)).toEqual(
          await numbered(`${path}?sort=title`, client),
        );
      }
      const { meta } = await read(`${path}?page_size=2&page[after]=`, client);
      expect(meta.pagination['count']).toBe(expected.length);
      const first = await read(`${path}?page_size=2&page=1&page[total]=none`, client);
      expect([idsOf(first), first.links.next !== null]).toEqual([expected.slice(0, 2), true]);
    }
  });

  it('all take cursors and page[total], wherever page[size] is described', async () => {
    const paths = Object.entries(OPENAPI.paths).flatMap(([path, item]) => {
      const get = (item as { get?: { parameters?: { $ref?: string }[] } }).get;
      return (get?.parameters ?? []).some(({ $ref }) => $ref?.endsWith('/PageAfter')) && !path.includes('{')
        ? [path]
        : [];
    });
    expect(paths.length).toBeGreaterThan(15);
    for (const path of paths) {
      const all = await numbered(path, test.admin);
      expect([path, await walk(`${path}?page_size=50&page[total]=none`, 'next', test.admin)]).toEqual([path, all]);
      expect([path, await walk(`${path}?page_size=50`, 'prev', test.admin)]).toEqual([path, all]);
    }
  });
});
