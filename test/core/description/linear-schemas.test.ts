// Validation by schemas of a project takes linear time in the value, for valid and invalid ones (D780, D781; F3, F6).
import { describe, expect, it } from 'vitest';
import { compileSchema, createAjv, weightOf } from '../../../core/model/schemas/schema-validator.ts';
import { validateJsonSchema } from '../../../core/model/schemas/json-schema-check.ts';
import { linearPattern } from '../../../core/model/schemas/linear-pattern.ts';
import type { JsonSchema } from '../../../core/json/json-schema.ts';
import { modelWith } from './model-rows.ts';
import { processorTime } from '../../support/run/processor-time.ts';

/** Items or characters; the larger value has four times as many. */
const SIZE = 10_000;
/** Quadratic time would be 16 times. */
const LARGEST_GROWTH = 9;
/** Milliseconds that are too few to compare. */
const FLOOR = 20;
/** The first that is fast enough ends them. */
const RUNS = 20;

function workOf(action: () => void): number {
  const work = processorTime();
  action();
  return work();
}

/** The minimum of several runs: other work of the machine makes a run slower, never faster. */
function isLinear(check: (value: unknown) => unknown, make: (size: number) => unknown): boolean {
  const [small, large] = [make(SIZE), make(4 * SIZE)];
  let [once, four] = [Infinity, Infinity];
  for (let run = 0; run < RUNS; run++) {
    four = Math.min(
      four,
      workOf(() => check(large)),
    );
    if (four <= FLOOR) return true;
    once = Math.min(
      once,
      workOf(() => check(small)),
    );
    if (four <= LARGEST_GROWTH * once) return true;
  }
  return false;
}

const list =
  (item: (index: number) => unknown) =>
  (size: number): unknown[] =>
    Array.from({ length: size }, (_, index) => item(index));
const members =
  (value: (index: number) => unknown, name = 'm') =>
  (size: number): object =>
    Object.fromEntries(Array.from({ length: size }, (_, index) => [`${name}${index}`, value(index)]));
const text =
  (piece: string, end = '') =>
  (size: number): string =>
    piece.repeat(size / piece.length) + end;

type Make = (size: number) => unknown;
const NULLS = list(() => null);
const NUMBERS = list((index) => index);
const OBJECTS = list((index) => ({ b: index, a: [index] }));
const STRINGS = list((index) => `a${index}`);

/** By keyword: schemas with values, valid and invalid ones. */
const ROWS: Record<string, [schema: JsonSchema, ...values: Make[]][]> = {
  type: [
    [{ type: 'array', items: { type: 'string' } }, NULLS, STRINGS],
    [{ type: ['string', 'null'] }, text('a'), NULLS],
  ],
  enum: [
    [{ type: 'array', items: { type: 'string', enum: ['a', 'b'] } }, NULLS, STRINGS, list(() => 'a')],
    [{ items: { enum: list((index) => ({ index }))(2000) } }, OBJECTS, list(() => ({ index: 1999 }))],
  ],
  const: [
    [{ const: NUMBERS(5000) }, NUMBERS, OBJECTS],
    [{ items: { const: { a: 1 } } }, OBJECTS, NULLS],
  ],
  multipleOf: [[{ items: { multipleOf: 0.5 } }, NUMBERS, list((index) => index + 0.3)]],
  maximum: [[{ items: { maximum: 5 } }, NUMBERS]],
  minimum: [[{ items: { minimum: 5 } }, NUMBERS]],
  exclusiveMaximum: [[{ items: { exclusiveMaximum: 5 } }, NUMBERS]],
  exclusiveMinimum: [[{ items: { exclusiveMinimum: 5 } }, NUMBERS]],
  maxLength: [[{ maxLength: 5 }, text('é'), text('a')]],
  minLength: [[{ minLength: 1_000_000 }, text('é'), text('a')]],
  pattern: [
    ...['^([a-z0-9]+[-. ]?)+$', '\\s+$', '(x+x+)+y', '^(a?){100}a{100}$', '^(([a-z])+.)+[A-Z]([a-z])+$'].map(
      (pattern): [JsonSchema, ...Make[]] => [
        { type: 'string', pattern },
        ...['a', 'x', ' ', 'ab.', 'aA'].flatMap((piece) => [text(piece), text(piece, '!'), text(piece, 'x')]),
      ],
    ),
    [{ items: { type: 'string', maxLength: 2, pattern: '^[a-z]*$' } }, STRINGS, NULLS],
  ],
  format: [],
  items: [
    [{ items: [{ type: 'string' }, {}], additionalItems: { type: 'string' } }, STRINGS, NUMBERS],
    [{ items: { items: { type: 'integer' } } }, list(() => [1, 'a']), list(() => [1])],
  ],
  additionalItems: [[{ items: [{}], additionalItems: false }, NUMBERS]],
  prefixItems: [],
  items2020: [],
  contains: [
    [{ contains: { type: 'string' } }, NUMBERS, STRINGS],
    [{ items: { contains: { const: 3 } } }, list(() => [1, 2, 3]), list(() => [1, 2])],
  ],
  minContains: [[{ contains: { type: 'integer' }, minContains: 1 }, NUMBERS, NULLS]],
  maxContains: [[{ contains: { type: 'integer' }, maxContains: 1 }, NUMBERS, NULLS]],
  maxItems: [[{ maxItems: 5, items: { type: 'string' } }, NUMBERS]],
  minItems: [[{ minItems: 1_000_000, items: { type: 'string' } }, NUMBERS]],
  uniqueItems: [
    [{ uniqueItems: true }, NUMBERS, OBJECTS, STRINGS, NULLS, list((index) => [[index]])],
    [{ uniqueItems: true, items: { type: 'object' } }, OBJECTS, list(() => ({ a: 1 }))],
    [{ items: { uniqueItems: true } }, list(() => [1, 1])],
  ],
  maxProperties: [[{ maxProperties: 5 }, members(() => 1)]],
  minProperties: [[{ minProperties: 1_000_000 }, members(() => 1)]],
  required: [[{ items: { required: ['a', 'b', 'c'] } }, NUMBERS, OBJECTS]],
  properties: [
    [{ properties: { m1: { type: 'string' } }, items: { properties: { a: {} } } }, members(() => 1), OBJECTS],
  ],
  patternProperties: [
    [{ patternProperties: { '^(m+)+$': false, '^m': { type: 'string' } } }, members(() => 1), members(() => '')],
  ],
  additionalProperties: [
    [{ additionalProperties: false, properties: { m1: {} } }, members(() => 1)],
    [{ additionalProperties: { type: 'string' } }, members(() => 1), members(() => '')],
  ],
  propertyNames: [[{ propertyNames: { maxLength: 2, pattern: '^[a-z]+$' } }, members(() => 1)]],
  dependencies: [[{ items: { dependencies: { a: ['c'], b: { required: ['d'] } } } }, OBJECTS]],
  dependentRequired: [[{ items: { dependentRequired: { a: ['c'] } } }, OBJECTS]],
  dependentSchemas: [[{ items: { dependentSchemas: { a: { required: ['d'] } } } }, OBJECTS]],
  allOf: [[{ items: { allOf: [{ type: 'integer' }, { minimum: 5 }] } }, NUMBERS, NULLS, STRINGS]],
  anyOf: [
    [{ items: { anyOf: [{ type: 'integer' }, { type: 'object', required: ['c'] }] } }, NUMBERS, OBJECTS, NULLS],
    [{ anyOf: [{ items: { type: 'string' } }, { items: { type: 'null' } }] }, NUMBERS, STRINGS, NULLS],
  ],
  oneOf: [[{ items: { oneOf: [{ type: 'integer' }, { type: 'number' }, { type: 'null' }] } }, NUMBERS, NULLS, OBJECTS]],
  not: [[{ items: { not: { type: 'integer' } } }, NUMBERS, NULLS]],
  if: [[{ items: { if: { type: 'integer' }, then: { minimum: 5 }, else: { maxLength: 1 } } }, NUMBERS, STRINGS]],
  nullable: [[{ items: { type: 'string', nullable: true } }, NULLS, NUMBERS]],
};

/** Part of other rows, refused in schemas, or without an effect on values. */
const ELSEWHERE = ['then', 'else', '$ref', '$id', '$comment', '$defs', 'definitions', '$async', 'discriminator'];
const ANNOTATIONS = [
  'default',
  'id',
  '$schema',
  'title',
  'description',
  'examples',
  '$vocabulary',
  'readOnly',
  'writeOnly',
  'deprecated',
];
const OF_MEDIA = ['contentMediaType', 'contentEncoding', 'contentSchema'];
const OF_FORMATS = ['formatMaximum', 'formatMinimum', 'formatExclusiveMaximum', 'formatExclusiveMinimum'];

describe('four times the value takes at most nine times the work', () => {
  it.each(Object.entries(ROWS))('by %s', (_keyword, rows) => {
    for (const [schema, ...values] of rows) {
      expect(validateJsonSchema(schema)).toBeUndefined();
      const check = compileSchema(schema);
      for (const [index, make] of values.entries()) {
        const name = `${JSON.stringify(schema).slice(0, 200)}, value ${index}`;
        expect([name, isLinear(check, make)]).toEqual([name, true]);
      }
    }
  });

  it('and no keyword of Ajv is forgotten', () => {
    const known = Object.keys(createAjv().RULES.keywords);
    const covered = [...Object.keys(ROWS), ...ELSEWHERE, ...ANNOTATIONS, ...OF_MEDIA, ...OF_FORMATS];
    expect(known.filter((keyword) => !covered.includes(keyword))).toEqual([]);
  });

  const PIECES = [
    'a',
    'a-',
    '.',
    '1.',
    ':',
    '::',
    '%20',
    '/',
    'a@',
    '{a',
    '{a}',
    '~1',
    '=',
    '\n',
    ' ',
    '(',
    '1D',
    '[',
    'a=b&',
    'é',
  ];
  const STARTS = ['', 'http://', 'http://a', 'ftp://a:', 'a@', 'P', '#', '2020-01-01T', '/', 'urn:'];
  it.each(Object.keys(createAjv().formats))('by the format %s', (format) => {
    const check = compileSchema({ type: 'string', format });
    for (const start of STARTS)
      for (const piece of PIECES)
        for (const end of ['', '\u0001']) {
          const name = JSON.stringify([format, start, piece, end]);
          expect([name, isLinear(check, (size) => start + text(piece, end)(size))]).toEqual([name, true]);
        }
  });

  it('by the patterns of all shipped types, which none needs V8 for', () => {
    const patterns = [...modelWith().types.values()].flatMap(({ attributes }) =>
      attributes.flatMap(({ schema }) => JSON.stringify(schema).match(/"pattern":"(?:[^"\\]|\\.)*"/gu) ?? []),
    );
    expect(patterns.length).toBeGreaterThan(3);
    for (const found of new Set(patterns)) {
      const { pattern } = JSON.parse(`{${found}}`) as { pattern: string };
      expect(() => linearPattern(pattern)).not.toThrow();
    }
  });
});

describe('the work of a value', () => {
  it('is bounded by its size and the weight of its schema', () => {
    const schema = { items: { anyOf: Array.from({ length: 200 }, (_, index) => ({ const: index })) } };
    expect(weightOf(schema)).toBe(202);
    const errors = compileSchema(schema)(list(() => 7000)(SIZE));
    expect(errors.map(({ keyword }) => keyword)).toEqual(['size']);
    expect(compileSchema(schema)(list(() => 1)(100))).toEqual([]);
  });

  it('counts schemas of the same place, not those of different members', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 300 }, (_, index) => [`m${index}`, { type: 'integer' }]),
    );
    expect(weightOf({ properties })).toBe(2);
    expect(weightOf({ properties, patternProperties: { '^m': { type: 'integer' } } })).toBeGreaterThan(4);
    expect(weightOf({ allOf: [{ not: {} }, { if: {}, then: {} }] })).toBe(6);
  });

  it('of errors is bounded: all of a short value, the first of a long one', () => {
    const check = compileSchema({ type: 'array', items: { type: 'string', enum: ['a'] } });
    expect(check(NULLS(100))).toHaveLength(200);
    expect(check(NULLS(100_000)).length).toBeLessThan(3);
  });
});

describe('a pattern', () => {
  const TEXTS = [
    '',
    'a',
    'A',
    'é',
    '漢字',
    'a b',
    'a\u00a0b',
    '\u2028',
    '\n',
    'a\nb',
    '[',
    'a-b',
    '12',
    'Γειά',
    '😀',
    '\ufeff',
  ];
  // oxfmt-ignore
  it.each([
    '^\\s$', '^\\S+$', '^[\\s]$', '^[^\\s]+$', '^[\\S]+$', '^[^\\S]$', '^.+$', '^.$', '^\\p{L}+$', '^\\p{Script=Greek}+$',
    '^\\P{sc=Han}+$', '^[\\p{Lu}a]+$', '^\\w+$', '\\bb', '^[^]$', '^[\\[a]$', '^[[a]$', '^\\u{1F600}$', '^(?<y>\\d+)$',
    '^[\\w-]+$', '^[\\x41-\\x5a]$', '^\\cJ$', '^\\p{Alphabetic}+$', '^\\p{gc=Lu}$', '\\B', '$', '^[\\]a]+$', '^[.]$',
  ])('means the same as in JavaScript: %s', (pattern) => {
    const { test } = linearPattern(pattern);
    const expression = new RegExp(pattern, 'u');
    expect(TEXTS.filter(test)).toEqual(TEXTS.filter((each) => expression.test(each)));
  });

  it.each([
    ['^(?=a)', 'lookaheads'],
    ['(?!a)', 'lookaheads'],
    ['(?<=a)b', 'lookbehinds'],
    ['(a)\\1', 'backreferences'],
    ['(?<n>a)\\k<n>', 'backreferences'],
    ['x{1001}', 'repeat count'],
    ['(', 'not a regular expression'],
  ])('that takes too long or is none is refused with the reason: %s', (pattern, reason) => {
    for (const schema of [{ pattern }, { patternProperties: { [pattern]: {} } }, { items: { not: { pattern } } }])
      expect(validateJsonSchema(schema)).toContain(reason);
  });
});
