// The table of service.md 4.3: each path takes each parameter that it gives there, alone and with the others (D841).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nodeAt } from '../../core/description/openapi-document.ts';
import { bundle } from '../core/description/descriptions.ts';
import { legacy, make, openLegacyService, place, relate, type LegacyObject } from '../support/writes/legacy-world.ts';
import { errorCodes, type TestService } from '../support/service.ts';

let test: TestService;
const ids: Record<string, number> = {};

beforeAll(async () => {
  test = await openLegacyService();
  const { admin } = test;
  ids['section'] = await make(admin, 'folders', 'A section', { parent_uname: 'publication' });
  ids['inner'] = await make(admin, 'folders', 'An inner section', { parent_id: ids['section'] });
  for (const title of ['one', 'two', 'three']) ids[title] = await make(admin, 'documents', `wombat ${title}`);
  ids['event'] = await make(admin, 'events', 'wombat event');
  const [one = 0, two = 0, three = 0, event = 0] = ['one', 'two', 'three', 'event'].map((name) => ids[name]);
  await place(admin, ids['section'], ['documents', one], ['documents', two]);
  await relate(admin, ['documents', one], 'see_also', [
    { type: 'documents', id: String(two) },
    { type: 'events', id: String(event) },
    { type: 'documents', id: String(three) },
  ]);
});
afterAll(() => test.close());

const COMMON: Record<string, string> = {
  'filter[object_type]': 'document',
  'filter[query]': 'wombat',
  'embed[relations]': 'see_also|2',
  page: '1',
  page_size: '5',
};
const without = (...names: string[]): string[] => Object.keys(COMMON).filter((name) => !names.includes(name));

/** Template of the description, path, and the parameters of the table. */
const TABLE: [template: string, path: string, parameters: string[]][] = [
  ['/objects/{object_id}', '/objects/{one}', without()],
  ['/objects', '/objects', without()],
  ['/objects/{object_id}/children', '/objects/{section}/children', without()],
  ['/objects/{object_id}/sections', '/objects/{section}/sections', ['filter[query]', 'page', 'page_size']],
  ['/objects/{object_id}/contents', '/objects/{section}/contents', without('embed[relations]')],
  ['/objects/{object_id}/descendants', '/objects/{section}/descendants', without()],
  ['/objects/{object_id}/siblings', '/objects/{one}/siblings', without()],
  ['/objects/{object_id}/relations', '/objects/{one}/relations', without()],
  ['/objects/{object_id}/relations/{relation_name}/{related_id}', '/objects/{one}/relations/see_also/{two}', []],
  ['/objects/{object_id}/children/{child_id}', '/objects/{section}/children/{one}', []],
];

const pathOf = (path: string): string => path.replace(/\{(\w+)\}/, (_all, name: string) => String(ids[name]));
const statusOf = async (path: string, query: string): Promise<number> =>
  (await legacy(test.anonymous, `${pathOf(pathOf(path))}?${query}`)).status;
const queryOf = (names: readonly string[]): string => names.map((name) => `${name}=${COMMON[name]}`).join('&');

describe.each(TABLE)('GET %s', (template, path, parameters) => {
  it('takes each parameter of the table, and all of them', async () => {
    const taken = [...parameters.map((name) => [name]), parameters];
    const statuses = await Promise.all(taken.map(async (names) => [names, await statusOf(path, queryOf(names))]));
    expect(statuses).toEqual(taken.map((names) => [names, 200]));
  });

  it('describes them', () => {
    const described = (nodeAt(bundle, 'paths', template, 'get')['parameters'] ?? []) as {
      name?: string;
      $ref?: string;
    }[];
    const names = described.map(
      ({ name, $ref }) => name ?? nodeAt(bundle, ...($ref ?? '').slice(2).split('/'))['name'],
    );
    expect(names).toEqual(expect.arrayContaining(parameters));
  });

  it('refuses others', async () => {
    expect(await statusOf(path, 'wombat=1')).toBe(400);
    if (parameters.length > 0) return;
    const statuses = await Promise.all(without().map((name) => statusOf(path, queryOf([name]))));
    expect(new Set(statuses)).toEqual(new Set([400]));
  });
});

describe('where the table gives fewer', () => {
  it.each([
    ['/objects/{section}/sections', 'filter[object_type]=section'],
    ['/objects/{section}/contents', 'filter[object_type]=section'],
    ['/objects/{section}/contents', 'filter[object_type]=document,section'],
    ['/objects', 'id={one}&page=1'],
    ['/objects', 'id={one}&filter[query]=wombat'],
  ])('%s?%s is refused', async (path, query) => {
    expect(await statusOf(path, pathOf(query))).toBe(400);
  });

  it('they are refused in JSON:API, where one object has none of them', async () => {
    for (const name of without()) {
      const answer = await test.admin.get(`/objects/${ids['one']}?${queryOf([name])}`);
      expect([name, answer.status, errorCodes(answer)[0]]).toEqual([name, 400, 'unknown_parameter']);
    }
  });
});

describe('one object and its relations', () => {
  const relation = async (query: string): Promise<LegacyObject['relations'][string] | undefined> => {
    const { body } = await legacy(test.anonymous, `/objects/${ids['one']}?${query}`);
    const counted = await legacy(test.anonymous, `/objects/${ids['one']}/relations?${query}`);
    const { relations } = body.data.object;
    expect(counted.body.data).toEqual(relations);
    return relations['see_also'];
  };
  const shown = async (query: string) => {
    const found = await relation(query);
    return [found?.count, found?.objects?.map(({ title }) => title)];
  };

  it('count and embed the related objects that fit the filters', async () => {
    expect(await shown('')).toEqual([3, undefined]);
    expect(await shown('filter[object_type]=document')).toEqual([2, undefined]);
    expect(await shown('filter[object_type]=event&embed[relations]=see_also|5')).toEqual([1, ['wombat event']]);
    expect(await shown('filter[query]=three&embed[relations]=see_also|5')).toEqual([1, ['wombat three']]);
    expect(await shown('filter[query]=o&filter[substring]=1&embed[relations]=see_also')).toEqual([3, ['wombat two']]);
    expect(await relation('filter[object_type]=image')).toBeUndefined();
  });

  it('embed the page that is asked for', async () => {
    expect(await shown('embed[relations]=see_also|2')).toEqual([3, ['wombat two', 'wombat event']]);
    expect(await shown('embed[relations]=see_also|2&page=2')).toEqual([3, ['wombat three']]);
    expect(await shown('embed[relations]=see_also|2&page=9')).toEqual([3, []]);
    expect(await shown('embed[relations]=see_also|3&page_size=1&page=2')).toEqual([3, ['wombat event']]);
    expect(await shown('page=2&page_size=1')).toEqual([3, undefined]);
  });
});
