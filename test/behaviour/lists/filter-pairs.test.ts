// All filters of a list apply together (D7, D427): two of them find the intersection of their single results.
import { beforeAll, describe, expect, it } from 'vitest';
import { errorSources, serviceForTests } from '../../support/service.ts';
import { item } from '../../support/writes/tree-world.ts';

const test = serviceForTests();
const ids: Record<string, string> = {};
const WORDS = ['amber', 'birch', 'cedar'];

beforeAll(async () => {
  const associations = ['Categories', 'Tags', 'DateRanges'];
  const type = {
    name: 'spots',
    singular: 'spot',
    parent_name: 'objects',
    table: 'BEdita/Core.Locations',
    associations,
  };
  await test.admin.create('/model/object_types', type);
  await test.admin.create('/model/categories', { name: 'green', object_type_name: 'spots', labels: {} });
  await test.admin.create('/model/tags', { name: 'tall', labels: {} });
  ids['top'] = (await test.admin.create('/folders', { title: 'Top amber', status: 'on' })).id;
  ids['sub'] = (
    await test.admin.create('/folders', { title: 'Sub birch', status: 'on', parent_id: Number(ids['top']) })
  ).id;
  ids['near'] = (await test.admin.create('/documents', { title: 'Near', status: 'on' })).id;
  const spots: { type: string; id: string }[] = [];
  // Each property is had by other ones, so that no filter implies another.
  for (let n = 0; n < 32; n++) {
    const has = (bit: number): boolean => ((n >> bit) & 1) === 1;
    const made = await (n % 3 === 0 ? test.admin : test.editor).create('/spots', {
      title: `Spot ${n} ${WORDS[n % 3] ?? ''}`,
      description: has(2) ? 'shade' : 'light',
      status: n % 5 === 0 ? 'draft' : 'on',
      ...(has(0) && { coords: `POINT(11.${n} 44.${n})` }),
      ...(has(1) && { categories: [{ name: 'green' }] }),
      ...(has(3) && { tags: [{ name: 'tall' }] }),
      ...(n % 4 === 1 && { date_ranges: [{ start_date: '2026-01-01T00:00:00Z' }] }),
    });
    spots.push({ type: 'spots', id: made.id });
  }
  const some = (step: number, from: number) => spots.filter((_, index) => index % step === from);
  const place = async (folder: string, items: { type: string; id: string }[]) =>
    expect(
      (
        await test.admin.post(`/folders/${ids[folder]}/relationships/children`, {
          data: items.map((each) => item(each)),
        })
      ).status,
    ).toBe(200);
  await place('top', some(3, 0));
  await place('sub', some(3, 1));
  await place('sub', some(6, 0));
  await test.admin.post(`/documents/${ids['near']}/relationships/see_also`, { data: some(2, 1) });
  ids['some'] = some(2, 0)
    .slice(0, 12)
    .concat(some(2, 1).slice(0, 8))
    .map(({ id }) => id)
    .join(',');
  ids['one'] = spots[7]?.id ?? '';
});

const found = async (path: string, query: string): Promise<{ status: number; ids: string[]; count: number }> => {
  const response = await test.editor.get(`${path}?${query}&page_size=100`);
  if (response.status !== 200) return { status: response.status, ids: [], count: 0 };
  const { data, meta } = response.body as { data: { id: string }[]; meta: { pagination: { count: number } } };
  return { status: 200, ids: data.map(({ id }) => id), count: meta.pagination.count };
};

const COMMON: Record<string, () => string> = {
  q: () => 'q=amber',
  parent: () => `filter[parent]=${ids['top'] ?? ''}`,
  ancestor: () => `filter[ancestor]=${ids['top'] ?? ''}`,
  type: () => 'filter[type]=spots,documents',
  history_editor: () => 'filter[history_editor]',
  'relation see_also': () => `filter[see_also]=${ids['near'] ?? ''}`,
  id: () => `filter[id]=${ids['some'] ?? ''}`,
  mine: () => 'filter[mine]',
  status: () => 'filter[status]=on',
  status_level: () => 'filter[status_level]=on',
  available: () => 'filter[available]',
  uname_id: () => `filter[uname_id]=${ids['one'] ?? ''}`,
  'description like': () => 'filter[description][like]=had',
};
const OF_SPOTS: Record<string, () => string> = {
  ...COMMON,
  geo: () => 'filter[geo][center]=44.1,11.1&filter[geo][radius]=60000',
  categories: () => 'filter[categories]=green',
  tags: () => 'filter[tags]=tall',
  date_ranges: () => 'filter[date_ranges][from_date]=2025-01-01',
};
const OF_FOLDERS = { ...COMMON, roots: () => 'filter[roots]' };

const pairs = (filters: Record<string, () => string>): [string, string][] =>
  Object.keys(filters).flatMap((one, index, all) =>
    all.slice(index + 1).map((other): [string, string] => [one, other]),
  );

/** Of each list its path and its filters. */
const LISTS: [string, () => string, Record<string, () => string>][] = [
  ['/spots', () => '/spots', OF_SPOTS],
  ['/objects', () => '/objects', OF_FOLDERS],
  ['/folders', () => '/folders', OF_FOLDERS],
  ['/folders/{id}/children', () => `/folders/${ids['top'] ?? ''}/children`, COMMON],
  ['/documents/{id}/see_also', () => `/documents/${ids['near'] ?? ''}/see_also`, COMMON],
  ['/model/categories/{id}/object_categories', () => '/model/categories/1/object_categories', OF_SPOTS],
];

describe.each(LISTS)('%s', (_list, path, filters) => {
  it('accepts each of its filters alone', async () => {
    for (const [name, query] of Object.entries(filters)) {
      const { status, ids: alone, count } = await found(path(), query());
      expect([name, status, count]).toEqual([name, 200, alone.length]);
    }
  });

  it('finds by two filters the intersection of both, in the order of ids or another', async () => {
    const alone = new Map<string, ReadonlySet<string>>();
    for (const [name, query] of Object.entries(filters)) {
      alone.set(name, new Set((await found(path(), query())).ids));
    }
    for (const [index, [one, other]] of pairs(filters).entries()) {
      const sort = index % 2 ? '&sort=-title' : '';
      const both = await found(path(), `${filters[one]?.() ?? ''}&${filters[other]?.() ?? ''}${sort}`);
      const expected = [...(alone.get(one) ?? [])].filter((id) => alone.get(other)?.has(id)).sort();
      expect([one, other, both.status, [...both.ids].sort(), both.count]).toEqual([
        one,
        other,
        200,
        expected,
        expected.length,
      ]);
    }
  });
});

describe('filter[geo] and q', () => {
  const center = 'filter[geo][center]=44.31,11.31';

  it('list the nearest first, with the distance, in pages', async () => {
    const get = (query: string) => test.editor.get(`/spots?${center}&${query}`);
    interface Near {
      data: { id: string; meta: { extra: { distance: number } } }[];
      meta: { pagination: { count: number } };
    }
    const all = ((await get('q=cedar')).body as Near).data;
    const distances = all.map(({ meta }) => meta.extra.distance);
    expect(distances.length).toBeGreaterThan(3);
    expect(distances).toEqual([...distances].sort((a, b) => a - b));
    const second = (await get('q=cedar&page=2&page_size=2')).body as Near;
    expect(second.data.map(({ id }) => id)).toEqual(all.slice(2, 4).map(({ id }) => id));
    expect(second.meta.pagination.count).toBe(all.length);
  });

  it('are refused by name where the list has no such filter, or without a word', async () => {
    for (const [path, query, parameter] of [
      ['/objects', `${center}&q=cedar`, 'filter[geo]'],
      ['/documents', `${center}&q=cedar`, 'filter[geo]'],
      ['/spots', `${center}&q=.`, 'q'],
    ] as const) {
      const response = await test.editor.get(`${path}?${query}`);
      expect([response.status, errorSources(response)]).toEqual([400, [parameter]]);
    }
  });
});
