// Filters compare the dates that responses show (D805). Every list is asked for each date that its items show, while the clock
// has milliseconds.
import { beforeAll, describe, expect, it } from 'vitest';
import { serviceForTests } from '../../support/service.ts';

interface Item {
  id: string;
  type: string;
  attributes?: Record<string, unknown>;
  meta?: Record<string, unknown>;
}

const test = serviceForTests({ env: { JWT_TTL: '9999d' } });
let lists: string[];
beforeAll(async () => {
  const tick = () => test.clock.advance(1_457);
  tick();
  const { id } = await test.admin.create('/documents', { title: 'A document', status: 'on', publish_start: '2020' });
  tick();
  await test.admin.create('/folders', { title: 'A folder', status: 'on' });
  const trashed = await test.admin.create('/documents', { title: 'Gone' });
  tick();
  await test.admin.delete(`/documents/${trashed.id}`);
  const objectId = Number(id);
  const rows: Record<string, Record<string, unknown>> = {
    '/translations': { object_id: objectId, lang: 'it', translated_fields: { title: 'Un documento' } },
    '/annotations': { object_id: objectId, description: 'A comment' },
    '/object_permissions': { object_id: objectId, role_id: 2 },
    '/model/tags': { name: 'tag' },
    '/model/categories': { name: 'category', object_type_name: 'documents' },
    '/model/object_types': { name: 'boats', singular: 'boat' },
    '/model/property_types': { name: 'length', params: { type: 'number' } },
    '/model/properties': { name: 'length', object_type_name: 'boats', property_type_name: 'length' },
    '/model/relations': { name: 'carries', inverse_name: 'carried_by' },
    '/roles': { name: 'sailors' },
    '/admin/applications': { name: 'boat', expires: '2030-01-01' },
    '/admin/auth_providers': { name: 'provider' },
    '/admin/config': { name: 'Boats', context: 'app', content: '1' },
    '/admin/endpoints': { name: 'boat' },
    '/admin/async_jobs': { service: 'boat', scheduled_from: '2030-01-01' },
    '/admin/webhooks': { name: 'hook', url: 'https://example.com/hook', events: ['colophon.object.created'] },
  };
  for (const [path, attributes] of Object.entries(rows)) {
    tick();
    const type = path.split('/').at(-1) ?? '';
    const { status } = await test.admin.post(path, { data: { type, attributes } });
    expect([path, status]).toEqual([path, 201]);
  }
  tick();
  await test.admin.post('/streams/upload/a.txt', 'text', { 'Content-Type': 'text/plain' });
  const { body } = await test.admin.get('/home');
  const { resources } = (body as { meta: { resources: Record<string, { hints: { allow: string[] } }> } }).meta;
  lists = [
    ...Object.entries(resources).flatMap(([path, { hints }]) => (hints.allow.includes('GET') ? [path] : [])),
    `/documents/${id}/translations`,
    `/documents/${id}/annotations`,
    '/roles/1/users',
  ];
});

const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/;

/** The latest item of a list that shows a date, by the name of the date. */
function shownDates(items: readonly Item[]): Map<string, { id: string; value: string }> {
  const all = items.flatMap(({ id, attributes, meta }) =>
    Object.entries({ ...attributes, ...meta }).map(([name, value]) => ({ id, name, value })),
  );
  return new Map(
    all.flatMap(({ id, name, value }) =>
      typeof value === 'string' && DATE.test(value) ? [[name, { id, value }] as const] : [],
    ),
  );
}

/** Every list has filters by these at least. */
const ALWAYS = ['created', 'modified'];

/** @returns whether the list has a filter by the date */
async function compares(path: string, { name, id, value }: { name: string; id: string; value: string }) {
  const finds = async (filter: string): Promise<boolean | number> => {
    const found = await test.admin.get(`${path}?page_size=100&filter[${name}]${filter}`);
    return found.status === 200 ? (found.body as { data: Item[] }).data.some((item) => item.id === id) : found.status;
  };
  const expectAll = async (filters: readonly string[], isFound: boolean) => {
    for (const filter of filters)
      expect([path, name, filter, await finds(filter)]).toEqual([path, name, filter, isFound]);
  };
  const date = encodeURIComponent(value);
  if (!ALWAYS.includes(name) && (await finds(`=${date}`)) === 400) return false;
  await expectAll([`=${date}`, `[eq]=${date}`, `[lte]=${date}`, `[gte]=${date}`, `[in]=${date},2001`], true);
  await expectAll([`[lt]=${date}`, `[gt]=${date}`, `[ne]=${date}`, `[nin]=${date}`], false);
  const day = value.slice(0, 10);
  await expectAll([`=${day}`, `[lte]=${day}`, `[gte]=${day}`], true);
  await expectAll([`[lt]=${day}`, `[gt]=${day}`, `[ne]=${day}`], false);
  return true;
}

describe('a shown date', () => {
  it('is equal to itself in the filters of every list, and neither less nor greater', async () => {
    const asked = new Set<string>();
    for (const path of lists) {
      const response = await test.admin.get(`${path}?page_size=100`);
      const { data } = response.body as { data?: unknown };
      if (response.status !== 200 || !Array.isArray(data)) continue;
      for (const [name, { id, value }] of shownDates(data as Item[])) {
        if (await compares(path, { name, id, value })) asked.add(`${path} ${name}`);
      }
    }
    for (const path of [
      '/documents',
      '/objects',
      '/users',
      '/roles',
      '/trash',
      '/history',
      '/streams',
      '/translations',
    ])
      expect([...asked].some((each) => each.startsWith(`${path} `))).toBe(true);
    expect(asked.size).toBeGreaterThan(40);
  });

  it('decides the order: dates that are shown alike do not separate items', async () => {
    test.clock.set('2026-10-01T10:00:00.100Z');
    await test.editor.create('/documents', { title: 'zebra', lang: 'nl' });
    test.clock.advance(300);
    await test.editor.create('/documents', { title: 'ape', lang: 'nl' });
    test.clock.advance(300);
    const { body } = await test.editor.get('/documents?filter[lang]=nl&sort=created,title');
    expect((body as { data: Item[] }).data.map(({ attributes }) => attributes?.['title'])).toEqual(['ape', 'zebra']);
  });
});
