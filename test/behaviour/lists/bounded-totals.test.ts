// Totals that are counted up to a limit (D590), in lists of all orders.
import { beforeAll, describe, expect, it } from 'vitest';
import OPENAPI from '../../../generated/openapi.json' with { type: 'json' };
import { createSixty, idsOf, walksOf, type Walks } from '../../support/database/cursor-walks.ts';
import { profiled } from '../../support/database/profiled.ts';
import { errorCodes, serviceForTests } from '../../support/service.ts';

const LIMIT = 5;
const BOUNDED = 'page[total]=bounded';

const test = serviceForTests({ env: { COUNT_LIMIT: String(LIMIT) } });
let { read, followed, walk, numbered } = {} as Walks;
beforeAll(async () => {
  ({ read, followed, walk, numbered } = walksOf(test));
  await createSixty(test);
});

const paginationOf = async (path: string, client = test.editor) => (await read(path, client)).meta.pagination;
const beyond = { count: LIMIT, count_is: 'at_least', count_limit: LIMIT };

describe('page[total]=bounded', () => {
  it('counts up to the limit, and states whether the total is exact', async () => {
    const list = '/documents?filter[lang]=en&page_size=3';
    expect(await paginationOf(`${list}&${BOUNDED}`)).toEqual({ ...beyond, page: 1, page_items: 3, page_size: 3 });
    const few = await paginationOf(`/documents?filter[title]=Title 1&filter[lang]=en&${BOUNDED}`);
    const exact = await paginationOf('/documents?filter[title]=Title 1&filter[lang]=en');
    expect(exact['count']).toBeLessThanOrEqual(LIMIT);
    expect(few).toEqual({ ...exact, count_is: 'exact', count_limit: LIMIT });
    expect(await paginationOf(list)).toMatchObject({ count: 20, page_count: 7 });
    expect(await paginationOf(list)).not.toHaveProperty('count_is');
  });

  it('is exact if no counting is needed', async () => {
    const stored = await paginationOf(`/documents?page_size=7&${BOUNDED}`);
    expect(stored).toMatchObject({ count: 60, count_is: 'exact', count_limit: LIMIT, page_count: 9 });
    const sorted = await paginationOf(`/documents?q=title&sort=title&${BOUNDED}`);
    expect(sorted).toMatchObject({ count: 45, count_is: 'exact' });
  });

  it('has the same pages as an exact total, up to the last one and no further', async () => {
    const list = '/documents?filter[lang]=en&page_size=3';
    const all = await numbered('/documents?filter[lang]=en');
    let page = await read(`${list}&${BOUNDED}`);
    const seen = idsOf(page);
    for (; page.links.next !== null; seen.push(...idsOf(page))) page = await followed(page.links.next);
    expect(seen).toEqual(all);
    expect(await walk(`${list}&${BOUNDED}`, 'prev')).toEqual(all);
    expect(idsOf(await followed(page.links.last)).at(-1)).toBe(all.at(-1));
    const past = await test.editor.get(encodeURI(`${list}&page=8&${BOUNDED}`));
    expect([past.status, errorCodes(past)[0]]).toEqual([404, 'page_not_found']);
  });

  it('reads no more of an index than the limit', async () => {
    const { db } = test.service.services.store;
    const examined = async (path: string): Promise<number> => {
      await db.command({ profile: 2 });
      await read(path);
      await db.command({ profile: 0 });
      const counts = db.collection('system.profile').find({ 'command.pipeline.$group': { $exists: true } });
      const [count] = await counts.sort({ ts: -1 }).limit(1).toArray();
      return Number(count?.['keysExamined']);
    };
    const list = '/documents?filter[title][gte]=Title&page_size=1';
    expect(await examined(list)).toBeGreaterThanOrEqual(45);
    expect(await examined(`${list}&${BOUNDED}`)).toBeLessThanOrEqual(LIMIT + 2);
  });
});

describe('a search', () => {
  /** The plans of the reads of search texts. */
  const readsOf = (path: string) => {
    const { db } = test.service.services.store;
    return profiled(db, async () => void (await read(path)), { ns: `${db.databaseName}.objects` });
  };

  it('with fewer matches than the limit has the pages of an exact total', async () => {
    const few = '/documents?q=title 12';
    const exact = await read(few);
    expect(exact.meta.pagination['count']).toBeLessThanOrEqual(LIMIT);
    const bounded = await read(`${few}&${BOUNDED}`);
    expect(idsOf(bounded)).toEqual(idsOf(exact));
    expect(bounded.meta.pagination).toEqual({ ...exact.meta.pagination, count_is: 'exact', count_limit: LIMIT });
  });

  it.each(['/documents', '/objects', '/objects?filter[type]=documents'])(
    'with more lists each match once, and reads only the shown matches: %s',
    async (path) => {
      const list = `${path}${path.includes('?') ? '&' : '?'}q=title`;
      const all = await numbered(list);
      expect(all.length).toBe(45);
      let page = await read(`${list}&page_size=7&${BOUNDED}`);
      expect(page.meta.pagination).toEqual({ ...beyond, page: 1, page_items: 7, page_size: 7 });
      const seen = idsOf(page);
      for (; page.links.next !== null; seen.push(...idsOf(page))) page = await followed(page.links.next);
      expect([...seen].sort()).toEqual([...all].sort());
      const reads = await readsOf(`${list}&page_size=3&${BOUNDED}`);
      expect(reads.map(({ keysExamined = 0 }) => keysExamined <= LIMIT + 1)).toEqual(reads.map(() => true));
      expect((await readsOf(`${list}&page_size=3`)).some(({ keysExamined = 0 }) => keysExamined >= 45)).toBe(true);
    },
  );

  it('for one word has the best matches first', async () => {
    for (let n = 0; n < 8; n++) {
      const [title, description] = n % 2 ? ['rhubarb', 'x'] : ['x', 'rhubarb'];
      await test.editor.create('/documents', { title, description, status: 'on' });
    }
    type Titled = { data: { attributes: { title: string } }[] };
    const titles = async (query: string) => {
      const { data } = (await read(`/documents?q=rhubarb&page_size=8${query}`)) as unknown as Titled;
      return data.map(({ attributes }) => attributes.title);
    };
    const best = ['rhubarb', 'rhubarb', 'rhubarb', 'rhubarb', 'x', 'x', 'x', 'x'];
    expect(await titles(`&${BOUNDED}`)).toEqual(best);
    expect(await titles('')).toEqual(best);
  });
});

describe('other orders', () => {
  /** The pages are those of an exact total, and the total is that or the limit. */
  async function expectBounded(path: string, isCapped: boolean, client = test.editor): Promise<void> {
    const [exact, bounded] = [await read(path, client), await read(`${path}&${BOUNDED}`, client)];
    const total = exact.meta.pagination['count'] as number;
    expect([path, total > LIMIT]).toEqual([path, true]);
    expect([path, idsOf(bounded)]).toEqual([path, idsOf(exact)]);
    expect([path, bounded.meta.pagination]).toMatchObject([
      path,
      isCapped ? beyond : { count: total, count_is: 'exact' },
    ]);
    expect([path, bounded.links.next === null]).toEqual([path, exact.links.next === null]);
    if (bounded.links.next === null) return;
    const next = await followed(bounded.links.next, client);
    expect(idsOf(next)).toEqual(idsOf(await followed(exact.links.next as string, client)));
  }

  it('children, subtrees, links, distance, history and the trash', async () => {
    const point = (n: number) => `POINT(${n / 100} 0)`;
    const folder = await test.editor.create('/folders', { title: 'F', status: 'on' });
    const made = { documents: [] as { id: string; type: string }[], locations: [] as { id: string; type: string }[] };
    for (let n = 0; n < 8; n++) {
      const { id } = await test.editor.create('/documents', { title: `K ${n}`, status: 'draft' });
      made.documents.push({ id, type: 'documents' });
      const place = await test.editor.create('/locations', { title: `L ${n}`, status: 'on', coords: point(n) });
      made.locations.push({ id: place.id, type: 'locations' });
    }
    const { documents, locations } = made;
    await test.editor.post(`/folders/${folder.id}/relationships/children`, { data: [...documents, ...locations] });
    const hub = locations[0]?.id ?? '';
    const relation = { name: 'near', label: 'n', inverse_name: 'near_of', inverse_label: 'no' };
    const types = { data: [{ type: 'object_types', id: 'documents' }] };
    const places = { data: [{ type: 'object_types', id: 'locations' }] };
    const relationships = { left_object_types: places, right_object_types: types };
    const data = { type: 'relations', attributes: relation, relationships };
    expect((await test.admin.post('/model/relations', { data })).status).toBe(201);
    const linked = await test.editor.post(`/locations/${hub}/relationships/near`, { data: documents });
    expect(linked.status).toBeLessThan(300);
    await expectBounded(`/folders/${folder.id}/children?page_size=3`, true);
    await expectBounded(`/objects?filter[parent]=${folder.id}&page_size=3`, true);
    await expectBounded(`/objects?filter[ancestor]=${folder.id}&page_size=3`, true);
    await expectBounded(`/locations/${hub}/near?page_size=3`, true);
    await expectBounded(`/locations/${hub}/near?page_size=3&sort=-title`, true);
    await expectBounded(`/locations/${hub}/relationships/near?page_size=3`, true);
    await expectBounded('/locations?filter[geo][center]=0,0&page_size=3', true);
    await expectBounded('/history?filter[user_action]=create&page_size=3', true, test.admin);
    await expectBounded('/history?page_size=3', false, test.admin);
    for (const { id } of documents) await test.editor.delete(`/documents/${id}`);
    await expectBounded('/trash?page_size=3', true, test.admin);
    await expectBounded('/trash?filter[type]=documents&page_size=3', true, test.admin);
  });

  it('all accept it, wherever page[total] is described', async () => {
    const paths = Object.entries(OPENAPI.paths).flatMap(([path, item]) => {
      const get = (item as { get?: { parameters?: { $ref?: string }[] } }).get;
      return (get?.parameters ?? []).some(({ $ref }) => $ref?.endsWith('/PageTotal')) && !path.includes('{')
        ? [path]
        : [];
    });
    expect(paths.length).toBeGreaterThan(15);
    for (const path of paths) {
      const { meta, data } = await read(`${path}?${BOUNDED}`, test.admin);
      expect([path, meta.pagination]).toMatchObject([path, { count_limit: LIMIT, page_items: data.length }]);
      expect([path, ['exact', 'at_least']]).toEqual([path, expect.arrayContaining([meta.pagination['count_is']])]);
    }
  });
});
