import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../core/errors.ts';
import type { FilterValue } from '../../../core/list-request.ts';
import type { ValueKind } from '../../../core/model/model.ts';
import { fieldCondition, filterConditions, type Field } from '../../../core/query/filters.ts';
import { sortSpecification } from '../../../core/query/sort.ts';

const field = (kind: ValueKind, itemKind?: ValueKind): Field => ({ path: 'f', kind, ...(itemKind && { itemKind }) });
const condition = (kind: ValueKind | Field, value: FilterValue) =>
  fieldCondition(typeof kind === 'string' ? field(kind) : kind, value, 'filter[f]');

describe('a condition on a field (D7, D523)', () => {
  const date = (text: string) => new Date(text);
  const cases: [ValueKind | Field, FilterValue, object][] = [
    ['string', 'a', { f: { $eq: 'a' } }],
    ['string', '', { f: { $eq: '' } }],
    ['string', 'a,b', { f: { $in: ['a,b', 'a', 'b'] } }],
    ['string', ['a', 'b,c'], { f: { $in: ['a', 'b,c'] } }],
    ['string', ['a'], { f: { $eq: 'a' } }],
    ['integer', '12', { f: { $eq: 12 } }],
    ['integer', '-3,4', { f: { $in: [-3, 4] } }],
    ['number', '1.5e3', { f: { $eq: 1500 } }],
    ['boolean', 'true', { f: { $eq: true } }],
    ['boolean', '0', { f: { $eq: false } }],
    ['datetime', '2026-01-02', { f: { $gte: date('2026-01-02T00:00:00Z'), $lt: date('2026-01-03T00:00:00Z') } }],
    ['datetime', [], { f: { $in: [] } }],
    // An offset's `+` that was not encoded arrives as a space.
    [
      'datetime',
      '2026-01-02T03:00:00 01:00',
      { f: { $gte: date('2026-01-02T02:00:00Z'), $lt: date('2026-01-02T02:00:01Z') } },
    ],
    ['date', '2026-01-02', { f: { $eq: '2026-01-02' } }],
    ['json', '12', { f: { $eq: 12 } }],
    ['json', 'text', { f: { $eq: 'text' } }],
    [field('array', 'integer'), '3', { f: { $eq: 3 } }],
    [field('array', 'string'), 'a,b', { f: { $in: ['a,b', 'a', 'b'] } }],
    ['integer', { gt: '1', lte: '9' }, { $and: [{ f: { $gt: 1 } }, { f: { $lte: 9 } }] }],
    ['string', { in: 'a,b' }, { f: { $in: ['a', 'b'] } }],
    ['integer', { nin: ['1', '2'] }, { f: { $nin: [1, 2] } }],
    ['string', { like: 'a.*' }, { f: { $regex: 'a\\.\\*', $options: 'i' } }],
    ['string', { null: '1' }, { f: { $eq: null } }],
    ['object', { null: 'false' }, { f: { $ne: null } }],
    [field('array', 'string'), { like: 'a' }, { f: { $regex: 'a', $options: 'i' } }],
  ];
  it.each(cases)('%j %j', (kind, value, want) => {
    expect(condition(kind, value)).toEqual(want);
  });

  const operators: [string[], string][] = [
    [['eq', '='], '$eq'],
    [['ne', 'neq', '!=', '<>'], '$ne'],
    [['lt', '<'], '$lt'],
    [['lte', 'le', '<='], '$lte'],
    [['gt', '>'], '$gt'],
    [['gte', 'ge', '>='], '$gte'],
  ];
  it.each(operators)('%j mean %s', (names, operator) => {
    for (const name of names) expect(condition('integer', { [name]: '5' })).toEqual({ f: { [operator]: 5 } });
  });
});

describe('a filter that is refused', () => {
  const cases: [ValueKind, FilterValue, string, RegExp][] = [
    ['integer', 'x', 'filter[f]', /"x" is not an integer/],
    ['integer', '1.5', 'filter[f]', /integer/],
    ['integer', '', 'filter[f]', /integer/],
    ['integer', '99999999999999999999', 'filter[f]', /integer/],
    ['integer', '1,x', 'filter[f]', /"x"/],
    ['number', '0x10', 'filter[f]', /number/],
    ['number', '1e999', 'filter[f]', /number/],
    ['boolean', 'yes', 'filter[f]', /boolean/],
    ['datetime', '2026-02-30', 'filter[f]', /date/],
    ['date', 'today', 'filter[f]', /date/],
    ['object', '{"a":1}', 'filter[f]', /null/],
    ['string', { regex: 'a' }, 'filter[f][regex]', /unknown operator "regex"/],
    ['string', { $gt: '' }, 'filter[f][$gt]', /unknown operator/],
    ['string', { constructor: 'a' }, 'filter[f][constructor]', /unknown operator/],
    ['string', { toString: 'a' }, 'filter[f][toString]', /unknown operator/],
    ['string', { '': 'a' }, 'filter[f][]', /unknown operator/],
    ['string', { EQ: 'a' }, 'filter[f][EQ]', /unknown operator/],
    ['string', { eq: ['a', 'b'] }, 'filter[f][eq]', /one value/],
    ['string', { eq: { eq: 'a' } }, 'filter[f][eq]', /one value/],
    ['string', { in: { a: 'b' } }, 'filter[f][in]', /list/],
    ['string', { null: 'maybe' }, 'filter[f][null]', /true, false, 1 or 0/],
    ['integer', { like: '1' }, 'filter[f][like]', /text only/],
    ['integer', { gt: 'a' }, 'filter[f][gt]', /integer/],
    ['object', { gt: '1' }, 'filter[f][gt]', /null/],
  ];
  it.each(cases)('%s %j', (kind, value, parameter, detail) => {
    expect(() => condition(kind, value)).toThrow(
      expect.objectContaining({
        code: 'invalid_filter',
        message: expect.stringMatching(detail) as unknown,
        faults: [expect.objectContaining({ source: { parameter } })],
      }),
    );
  });
});

describe('the filters of a request', () => {
  const fields = new Map([['title', { path: 'custom.title', kind: 'string' as const }]]);
  const named = { mine: () => ({ created_by: 5 }) };
  const conditions = (filters: Record<string, FilterValue>) =>
    filterConditions(new Map(Object.entries(filters)), named, fields);

  it('are named ones, then fields by their stored path, all combined with AND', async () => {
    expect(await conditions({ title: 'a', mine: '' })).toEqual([{ 'custom.title': { $eq: 'a' } }, { created_by: 5 }]);
  });

  it.each(['unknown', 'toString', 'constructor', '$where', 'custom.title', ''])(
    'are refused for the unknown filter %j',
    async (name) => {
      await expect(conditions({ [name]: 'a' })).rejects.toMatchObject({
        code: 'invalid_filter',
        message: `filter[${name}]: filter "${name}" was not found.`,
      });
    },
  );
});

/** Operators of conditions, with the places of nested conditions. */
const OURS = new Set('$eq $ne $lt $lte $gt $gte $in $nin $regex $options'.split(' '));

function assertOnlyOurs(made: Record<string, unknown>): void {
  for (const several of ['$and', '$or']) {
    if (!Object.hasOwn(made, several)) continue;
    expect(Object.keys(made)).toEqual([several]);
    const parts = made[several] as Record<string, unknown>[];
    expect(parts.length).toBeGreaterThan(0);
    return parts.forEach(assertOnlyOurs);
  }
  expect(Object.keys(made)).toEqual(['f']);
  for (const [operator, operand] of Object.entries(made['f'] as object)) {
    expect(OURS).toContain(operator);
    assertData(operand);
  }
}

/**
 * A value of the client: keys in it are neither operators nor names with a special meaning to the driver or JavaScript.
 */
function assertData(value: unknown): void {
  if (typeof value !== 'object' || value === null || value instanceof Date) return;
  for (const [key, item] of Object.entries(value)) {
    if (!Array.isArray(value)) expect(key).not.toMatch(/^\$|^__proto__$|^_bsontype$/);
    assertData(item);
  }
}

describe('a filter of any value', () => {
  const hostile = fc.constantFrom(
    ...['{"$gt":""}', '{"$where":"1"}', '[{"$ne":null}]', '{"a":{"$gt":1}}', '{"__proto__":1}', '{"_bsontype":"Code"}'],
    ...['$gt', '1', '1.5', 'true', '2026-01-01', '', ',', '.*', 'a"b\\', '{"$gt":1},{"$lt":2}', '{"a":1}'],
  );
  const text = fc.oneof(hostile, fc.string(), fc.json());
  const name = fc.oneof(
    fc.constantFrom('eq', 'ne', 'in', 'nin', 'like', 'null', 'gt', '$gt', '$where', 'constructor', '__proto__'),
    fc.string(),
  );
  const { value } = fc.letrec<{ value: FilterValue }>((tie) => ({
    value: fc.oneof(
      { weight: 3, arbitrary: text },
      fc.array(text, { maxLength: 4 }),
      fc.dictionary(name, tie('value'), { maxKeys: 3 }),
    ),
  }));
  const kinds: ValueKind[] = ['string', 'integer', 'number', 'boolean', 'datetime', 'date', 'array', 'object', 'json'];
  const anyField = fc.record({ kind: fc.constantFrom(...kinds), itemKind: fc.constantFrom(undefined, ...kinds) });

  it('never becomes an operator: it is cast to data, or refused with invalid_filter', () => {
    fc.assert(
      fc.property(anyField, value, ({ kind, itemKind }, given) => {
        let made;
        try {
          made = condition(field(kind, itemKind), given);
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          expect(error.code).toBe('invalid_filter');
          return;
        }
        assertOnlyOurs(made);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('the sort of a request (D6)', () => {
  const fields = new Map<string, Field>([
    ['id', { path: '_id', kind: 'integer' }],
    ['title', { path: 'title', kind: 'string' }],
    ['area', { path: 'custom.area', kind: 'number' }],
    ['labels', { path: 'labels', kind: 'object', sortable: false }],
  ]);
  const sorted = (sort: string) =>
    sortSpecification(
      sort
        .split(',')
        .filter((name) => name !== '')
        .map((name) => ({ field: name.replace(/^-/, ''), descending: name.startsWith('-') })),
      fields,
    );

  const cases: [string, [string, 1 | -1][]][] = [
    ['', [['_id', 1]]],
    [
      'title',
      [
        ['title', 1],
        ['_id', 1],
      ],
    ],
    [
      '-title',
      [
        ['title', -1],
        ['_id', -1],
      ],
    ],
    [
      'area,-title',
      [
        ['custom.area', 1],
        ['title', -1],
        ['_id', -1],
      ],
    ],
    ['-id', [['_id', -1]]],
    // What follows the id orders nothing.
    ['id,title', [['_id', 1]]],
  ];
  it.each(cases)('%j ends with the id, so that pages never overlap', (sort, entries) => {
    expect(Object.entries(sorted(sort))).toEqual(entries);
  });

  it.each(['unknown', 'labels', '$natural', 'toString', 'title.x', '-'])('%s is refused', (sort) => {
    expect(() => sorted(sort)).toThrow(
      expect.objectContaining({
        code: 'unsupported_sort',
        faults: [expect.objectContaining({ source: { parameter: 'sort' } })],
      }),
    );
  });

  // MongoDB returns a separate error for each of these, which would be a 500.
  it('has at most 32 keys, the limit of MongoDB', () => {
    const names = Array.from({ length: 40 }, (_, index) => `f${index}`);
    const many = new Map(names.map((name): [string, Field] => [name, { path: name, kind: 'string' }]));
    const sort = names.map((field) => ({ field, descending: false }));
    expect(() => sortSpecification(sort, many)).toThrow(expect.objectContaining({ status: 400 }));
  });

  it('has at most one array', () => {
    const arrays = new Map(['a', 'b'].map((name): [string, Field] => [name, { path: name, kind: 'array' }]));
    const sortBy = (...names: string[]) =>
      sortSpecification(
        names.map((name) => ({ field: name, descending: false })),
        arrays,
      );
    expect(sortBy('a')).toEqual({ a: 1, _id: 1 });
    expect(() => sortBy('a', 'b')).toThrow(expect.objectContaining({ code: 'unsupported_sort' }));
  });
});
