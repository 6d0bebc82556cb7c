// An object with more relations than a query can name (D176): its own list is shown, requests that would need all ids
// are refused.
import { beforeAll, describe, expect, it } from 'vitest';
import { errorCodes, serviceForTests } from '../../support/service.ts';

const MANY = 100_001;
const FAR = 1_000_000;
// What it reads takes a busy machine longer than the usual limit.
const test = serviceForTests({ env: { QUERY_TIMEOUT_MS: '60000' } });
let hub: string;
const seen: string[] = [];
beforeAll(async () => {
  const make = (title: string) => test.editor.create('/documents', { title, status: 'on' });
  hub = (await make('Hub')).id;
  for (const title of ['First', 'Second', 'Third']) seen.push((await make(title)).id);
  const { store, modelService } = test.service.services;
  const relation = modelService.current().types.get('documents')?.sides.get('see_also')?.relation;
  const ids = [
    Number(seen[0]),
    ...Array.from({ length: MANY }, (_, index) => FAR + index),
    ...seen.slice(1).map(Number),
  ];
  const rows = ids.map((id, index) => ({
    relation_id: relation?._id,
    left_id: Number(hub),
    left_type: 'documents',
    right_id: id,
    right_type: 'documents',
    priority: index + 1,
    inv_priority: 1,
    params: null,
  }));
  await store.objectRelations.insertMany(rows as never, { ordered: false });
});

describe('an object with very many relations', () => {
  it('shows them in the order of the links, with the exact count of the visible ones', async () => {
    const shown: string[] = [];
    for (const page of [1, 2, 3]) {
      const { status, body } = await test.anonymous.get(`/documents/${hub}/see_also?page_size=1&page=${page}`);
      const { data, meta } = body as { data: { id: string }[]; meta: { pagination: { count: number } } };
      expect([status, meta.pagination.count]).toEqual([200, 3]);
      shown.push(...data.map(({ id }) => id));
    }
    expect(shown).toEqual(seen);
    const past = await test.anonymous.get(`/documents/${hub}/see_also?page_size=1&page=4`);
    expect([past.status, errorCodes(past)[0]]).toEqual([404, 'page_not_found']);
  });

  it('filters them without reading all of their ids at once', async () => {
    const { status, body } = await test.anonymous.get(`/documents/${hub}/see_also?filter[status]=on`);
    expect([status, (body as { meta: { pagination: { count: number } } }).meta.pagination.count]).toEqual([200, 3]);
  });

  it.each(['see_also?sort=title', '?count=see_also', '?include=see_also'])(
    'refuses a request that needs all of their ids: %s',
    async (query) => {
      const response = await test.anonymous.get(`/documents/${hub}${query.startsWith('?') ? '' : '/'}${query}`);
      expect([response.status, errorCodes(response)[0]]).toEqual([400, 'query_too_expensive']);
    },
  );
});
