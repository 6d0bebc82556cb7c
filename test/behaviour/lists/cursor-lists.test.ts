// Lists without a total (D474), and cursors in lists of all kinds.
import { beforeAll, describe, expect, it } from 'vitest';
import { BACKGROUND_COMMENT } from '../../../core/store/recorded/event-rows.ts';
import OPENAPI from '../../../generated/openapi.json' with { type: 'json' };
import { createSixty, idsOf, walksOf, type Page, type Walks } from '../../support/database/cursor-walks.ts';
import { profiled } from '../../support/database/profiled.ts';
import { errorCodes, errorSources, serviceForTests } from '../../support/service.ts';

// The versions of what is kept are read with a list.
const test = serviceForTests({ env: { RESPONSE_CACHE: '0' } });
let { read, followed, walk, numbered } = {} as Walks;
beforeAll(async () => {
  ({ read, followed, walk, numbered } = walksOf(test));
  await createSixty(test);
});

describe('page[total]', () => {
  const counts = async (path: string): Promise<string[]> => {
    const { db } = test.service.services.store;
    const seen = await profiled(db, async () => void (await read(path)), {
      'command.comment': { $ne: BACKGROUND_COMMENT },
    });
    return seen
      .map(({ command }) => JSON.stringify(command))
      .filter((text) => /"count"|"\$count"|"\$group"|object_counts/.test(text));
  };

  it.each(['', '&page[after]=', '&page=2'])('none omits the total, without counting%s', async (page) => {
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
  it('in the order of the tree and of links, with hidden objects in between, have the same order by cursor', async () => {
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

  it('all accept cursors and page[total], wherever page[size] is described', async () => {
    const paths = Object.entries(OPENAPI.paths).flatMap(([path, item]) => {
      const get = (item as { get?: { parameters?: { $ref?: string }[] } }).get;
      return (get?.parameters ?? []).some(({ $ref }) => $ref?.endsWith('/PageAfter')) && !path.includes('{')
        ? [path]
        : [];
    });
    expect(paths.length).toBeGreaterThan(15);
    for (const path of paths) {
      // Reading users adds rows to the audit trail while it is read.
      if (path === '/admin/audit') continue;
      const all = await numbered(path, test.admin);
      expect([path, await walk(`${path}?page_size=50&page[total]=none`, 'next', test.admin)]).toEqual([path, all]);
      expect([path, await walk(`${path}?page_size=50`, 'prev', test.admin)]).toEqual([path, all]);
    }
  });
});
