import { describe, expect, it } from 'vitest';
import type { ApiError, ErrorCode } from '../../../core/errors.ts';
import { parseListRequest, parseReadRequest, type RawQuery } from '../../../core/format/jsonapi/list-request.ts';

const list = (query: RawQuery, maximum = 100) =>
  parseListRequest(query, { size: 20, max: maximum, count: 1000, textLocale: 'en' });

describe('a list without parameters', () => {
  it('is the first page of 20, with all fields', () => {
    expect(list({})).toEqual({
      page: 1,
      pageSize: 20,
      sort: [],
      textLocale: 'en',
      filters: new Map(),
      search: undefined,
      fields: { common: undefined, byType: new Map() },
      include: [],
      count: [],
    });
  });
});

describe('page and page_size (D5)', () => {
  const cases: [RawQuery, number, number, number][] = [
    [{ page: 3, page_size: 50 }, 100, 3, 50],
    [{ page_size: 100 }, 100, 1, 100],
    [{ page_size: 101 }, 100, 1, 100],
    [{ page_size: 1000 }, 500, 1, 500],
    [{}, 10, 1, 10],
  ];
  it.each(cases)('%j with a maximum of %i is page %i of %i', (query, maximum, page, pageSize) => {
    expect(list(query, maximum)).toMatchObject({ page, pageSize });
  });
});

describe('sort (D6)', () => {
  const cases: [string, [string, boolean][]][] = [
    ['title', [['title', false]]],
    ['-title', [['title', true]]],
    [
      'title,-id',
      [
        ['title', false],
        ['id', true],
      ],
    ],
    [
      ' title , -id ',
      [
        ['title', false],
        ['id', true],
      ],
    ],
    ['--title', [['-title', true]]],
    ['-', [['', true]]],
    ['', []],
  ];
  it.each(cases)('%j is %j', (sort, fields) => {
    expect(list({ sort }).sort).toEqual(fields.map(([field, descending]) => ({ field, descending })));
  });
});

describe('fields (D8)', () => {
  const cases: [unknown, string[] | undefined, [string, string[]][]][] = [
    ['title,status', ['title', 'status'], []],
    [' title ', ['title'], []],
    ['', [], []],
    [
      { documents: 'title', users: 'username,email' },
      undefined,
      [
        ['documents', ['title']],
        ['users', ['username', 'email']],
      ],
    ],
    [{ _common: 'title', users: '' }, ['title'], [['users', []]]],
    [{ toString: 'title' }, undefined, [['toString', ['title']]]],
  ];
  it.each(cases)('%j', (fields, common, byType) => {
    expect(parseReadRequest({ fields }).fields).toEqual({
      common: common && new Set(common),
      byType: new Map(byType.map(([type, names]) => [type, new Set(names)])),
    });
  });

  const refused: [unknown, string][] = [
    [['a', 'b'], 'fields'],
    [{ documents: ['a', 'b'] }, 'fields[documents]'],
    [{ documents: { a: 'b' } }, 'fields[documents]'],
    [1, 'fields'],
    [null, 'fields'],
  ];
  it.each(refused)('%j is invalid', (fields, parameter) => {
    expect(() => parseReadRequest({ fields })).toThrow(
      expect.objectContaining({
        code: 'invalid_parameter',
        faults: [expect.objectContaining({ source: { parameter } })],
      }),
    );
  });
});

describe('include and count (D8)', () => {
  it('accept names separated by commas, include accepts paths of up to three', () => {
    expect(parseReadRequest({ include: 'poster, poster.streams,a.b.c', count: 'poster, see_also' })).toMatchObject({
      include: [['poster'], ['poster', 'streams'], ['a', 'b', 'c']],
      count: ['poster', 'see_also'],
    });
  });

  it('count everything with all', () => {
    expect(parseReadRequest({ count: 'all' }).count).toBe('all');
  });

  it.each(['a.b.c.d', 'a..b', '.a', 'a.', 'b,.'])('include=%s is invalid', (include) => {
    expect(() => parseReadRequest({ include })).toThrow(
      expect.objectContaining({
        code: 'invalid_include',
        faults: [expect.objectContaining({ source: { parameter: 'include' } })],
      }),
    );
  });
});

describe('filter (D7)', () => {
  it('is read by name, with unchanged values', () => {
    const { filters } = list({ filter: { title: 'a,b', area: { gt: '5', lt: '9' }, type: ['x', 'y'], mine: '' } });
    expect(Object.fromEntries(filters)).toEqual({
      title: 'a,b',
      area: Object.assign(Object.create(null) as object, { gt: '5', lt: '9' }),
      type: ['x', 'y'],
      mine: '',
    });
  });

  it('nests without a prototype', () => {
    const value = list({ filter: { a: { b: { c: 'd' } } } }).filters.get('a') as object;
    expect(Object.getPrototypeOf(value)).toBeNull();
  });

  const refused: [RawQuery, ErrorCode, string][] = [
    [{ filter: 'title' }, 'invalid_filter', 'filter'],
    [{ filter: ['a'] }, 'invalid_filter', 'filter'],
    [{ filter: { a: 1 } }, 'invalid_filter', 'filter[a]'],
    [{ filter: { a: null } }, 'invalid_filter', 'filter[a]'],
    [{ filter: { a: { b: [['c']] } } }, 'invalid_filter', 'filter[a][b]'],
    [{ filter: { query: ['a', 'b'] } }, 'invalid_filter', 'filter[query]'],
    [{ filter: { query: { exact: '1' } } }, 'invalid_filter', 'filter[query]'],
    [
      { filter: Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`f${index}`, '1'])) },
      'invalid_filter',
      'filter',
    ],
  ];
  it.each(refused)('%j is invalid', (query, code, parameter) => {
    expect(() => list(query)).toThrow(
      expect.objectContaining({ code, faults: [expect.objectContaining({ source: { parameter } })] }),
    );
  });
});

describe('the search text', () => {
  const cases: [RawQuery, string | undefined][] = [
    [{ q: 'island' }, 'island'],
    [{ filter: { query: 'island' } }, 'island'],
    // The explicit filter wins (D524).
    [{ q: 'sea', filter: { query: 'island' } }, 'island'],
    [{ filter: { query: { string: 'two words' } } }, 'two words'],
    [{ filter: { query: { string: 'two words', exact: '0' } } }, 'two words'],
    [{ filter: { query: { string: 'two words', exact: '1' } } }, '"two words"'],
    [{ filter: { query: { string: 'say "two" words', exact: 'true' } } }, '"say  two  words"'],
  ];
  it.each([
    [{ q: '' }, 'q'],
    [{ q: 'a' }, 'q'],
    [{ q: 'x'.repeat(501) }, 'q'],
    [{ filter: { query: '' } }, 'filter[query]'],
    [{ filter: { query: { string: 'a' } } }, 'filter[query]'],
    [{ filter: { query: { string: 'two', exact: 'maybe' } } }, 'filter[query][exact]'],
    [{ filter: { query: { string: 'two', other: '1' } } }, 'filter[query][other]'],
  ])('of %j is refused with the name %s', (query, parameter) => {
    const faultsOf = () => {
      try {
        list(query);
      } catch (error) {
        return (error as ApiError).faults.map(({ source }) => source);
      }
      return [];
    };
    expect(faultsOf()).toEqual([{ parameter }]);
  });

  it.each(cases)('of %j is %j, without a remaining filter', (query, search) => {
    const request = list(query);
    expect(request.search).toBe(search);
    expect(request.filters.has('query')).toBe(false);
  });
});
