import { describe, expect, it } from 'vitest';
import { parseListRequest } from '../../../core/format/jsonapi/list-request.ts';
import { inMemory } from '../../../core/query/in-memory.ts';
import { planList } from '../../../core/query/list-plan.ts';
import { searchCondition } from '../../../core/query/search-terms.ts';
import type { Field } from '../../../core/query/filters.ts';

const fields = new Map<string, Field>([
  ['id', { path: '_id', kind: 'json' }],
  ['name', { path: 'name', kind: 'string' }],
  ['size', { path: 'size', kind: 'integer' }],
  ['big', { path: 'big', kind: 'boolean' }],
]);
const rows = [
  { _id: 2, name: 'Beta', size: 20, big: true },
  { _id: 1, name: 'alpha', size: 10, big: false },
  { _id: 'u-1', name: 'gamma ray', size: null, big: false },
];
const names = async (query: Record<string, unknown>): Promise<string[]> => {
  const request = parseListRequest(query, { size: 20, max: 100, count: 1000, textLocale: 'en' });
  const scope = request.search === undefined ? [] : [searchCondition(request.search, ['name'])];
  const plan = await planList({ collection: undefined, fields, filters: {}, scope }, request, 0);
  return (await inMemory(rows)(plan)).rows.map((row) => row.name);
};

describe('a list in memory', () => {
  it.each([
    [{}, ['alpha', 'Beta', 'gamma ray']],
    [{ sort: '-name' }, ['gamma ray', 'Beta', 'alpha']],
    [{ sort: 'size' }, ['gamma ray', 'alpha', 'Beta']],
    [{ page: 2, page_size: 2 }, ['gamma ray']],
    [{ filter: { id: '2' } }, ['Beta']],
    [{ filter: { id: 'u-1' } }, ['gamma ray']],
    [{ filter: { name: 'alpha,Beta' } }, ['alpha', 'Beta']],
    [{ filter: { name: { like: 'ETA' } } }, ['Beta']],
    [{ filter: { name: { nin: 'alpha' } } }, ['Beta', 'gamma ray']],
    [{ filter: { size: { gt: '10' } } }, ['Beta']],
    [{ filter: { size: { lte: '20' } } }, ['alpha', 'Beta']],
    [{ filter: { size: { null: '1' } } }, ['gamma ray']],
    [{ filter: { size: { null: '0' } } }, ['alpha', 'Beta']],
    [{ filter: { big: 'false', size: { ne: '10' } } }, ['gamma ray']],
    [{ q: 'RAY gamma' }, ['gamma ray']],
  ])('%j gives %j', async (query, want) => {
    expect(await names(query)).toEqual(want);
  });

  it.each([
    [{ filter: { nothing: '1' } }, 'invalid_filter'],
    [{ filter: { size: 'many' } }, 'invalid_filter'],
    [{ filter: { size: { about: '1' } } }, 'invalid_filter'],
    [{ sort: 'nothing' }, 'unsupported_sort'],
    [{ page: 2 }, 'page_not_found'],
    [{ q: 'x' }, 'invalid_filter'],
  ])('%j is refused: %s', async (query, code) => {
    await expect(names(query)).rejects.toMatchObject({ code });
  });
});
