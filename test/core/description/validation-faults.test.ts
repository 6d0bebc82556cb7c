import { Ajv, type ErrorObject } from 'ajv';
import { describe, expect, it } from 'vitest';
import type { Fault } from '../../../core/errors.ts';
import { validationError } from '../../../core/http/routing/validation-faults.ts';

const ajv = new Ajv({ allErrors: true, strict: false });
const validate = ajv.compile({
  type: 'object',
  required: ['requestBody'],
  properties: {
    requestBody: {
      type: 'object',
      required: ['data'],
      properties: {
        data: {
          type: 'object',
          required: ['type'],
          properties: {
            type: { type: 'string' },
            attributes: { properties: { 'a/b~': { type: 'array', items: { type: 'integer' } } }, required: ['x/y'] },
          },
        },
      },
    },
    query: {
      type: 'object',
      additionalProperties: false,
      required: ['must'],
      properties: {
        must: {},
        page: { type: 'integer', minimum: 1 },
        geo: { properties: { radius: { properties: { 'a/b': { type: 'number' } } } } },
      },
    },
    header: { properties: { 'if-match': { type: 'string', maxLength: 3 } }, required: ['x-shop'] },
    path: { properties: { object_id: { type: 'string', minLength: 1 } } },
  },
});

function errorsOf(request: object): ErrorObject[] {
  validate({ query: { must: 1 }, requestBody: { data: { type: 'a' } }, ...request });
  return validate.errors ?? [];
}

describe('the fault of an invalid request (D27)', () => {
  const cases: [string, object, string, Partial<Fault>][] = [
    [
      'a missing body points at the whole',
      { requestBody: undefined },
      'invalid_data',
      { source: { pointer: '' }, detail: 'A JSON object is expected as the body.' },
    ],
    ['a body of the wrong type points at the whole', { requestBody: [] }, 'invalid_data', { source: { pointer: '' } }],
    [
      'a missing member is pointed at where it is missed',
      { requestBody: {} },
      'invalid_data',
      { source: { pointer: '/data' }, detail: '[data._required]: This field is required.' },
    ],
    [
      'a value of the wrong type is pointed at and named',
      { requestBody: { data: { type: 1 } } },
      'invalid_data',
      { source: { pointer: '/data/type' }, detail: '[type.type]: must be string.' },
    ],
    [
      'a pointer keeps its escapes, the name in the detail has none',
      { requestBody: { data: { type: 'a', attributes: { 'x/y': 1, 'a/b~': [1, 'b'] } } } },
      'invalid_data',
      { source: { pointer: '/data/attributes/a~1b~0/1' } },
    ],
    [
      'a missing member is escaped in its pointer',
      { requestBody: { data: { type: 'a', attributes: {} } } },
      'invalid_data',
      { source: { pointer: '/data/attributes/x~1y' }, detail: '[x/y._required]: This field is required.' },
    ],
    [
      'an unknown query parameter has a code of its own',
      { query: { must: 1, nonsense: '1' } },
      'unknown_parameter',
      { source: { parameter: 'nonsense' }, detail: 'The query parameter "nonsense" is not known here.' },
    ],
    [
      'a query parameter out of bounds is named',
      { query: { must: 1, page: 0 } },
      'invalid_parameter',
      { source: { parameter: 'page' }, detail: 'page must be at least 1.' },
    ],
    [
      'a nested query parameter is named as it was written',
      { query: { must: 1, geo: { radius: { 'a/b': 'x' } } } },
      'invalid_parameter',
      { source: { parameter: 'geo[radius][a/b]' } },
    ],
    [
      'a missing query parameter is named',
      { query: {} },
      'invalid_parameter',
      { source: { parameter: 'must' }, detail: 'must is required.' },
    ],
    [
      'a header is named',
      { header: { 'x-shop': 'a', 'if-match': 'long' } },
      'invalid_parameter',
      { source: { header: 'if-match' } },
    ],
    [
      'a missing header is named',
      { header: {} },
      'invalid_parameter',
      { source: { header: 'x-shop' }, detail: 'The header x-shop is required.' },
    ],
  ];

  it.each(cases)('%s', (_rule, request, code, fault) => {
    const error = validationError(errorsOf(request));
    expect(error).toMatchObject({ code, status: 400 });
    expect(error.faults).toEqual([expect.objectContaining(fault)]);
  });
});

describe('an invalid request', () => {
  it('has all faults', () => {
    const error = validationError(errorsOf({ query: { must: 1, a: '1', b: '2', page: 0 } }));
    expect(error.faults.map((fault) => fault.source?.parameter)).toEqual(['a', 'b', 'page']);
    expect(error.faults.map((fault) => fault.code)).toEqual([
      'unknown_parameter',
      'unknown_parameter',
      'invalid_parameter',
    ]);
  });

  it('has the faults of its body and of its query', () => {
    const error = validationError(errorsOf({ requestBody: {}, query: { must: 1, a: '1' } }));
    expect(error.faults.flatMap((fault) => Object.values(fault.source ?? {})).sort()).toEqual(['/data', 'a']);
  });

  it('names the first 100 faults, and reports that there are more', () => {
    const query = Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`p${index}`, '1']));
    expect(validationError(errorsOf({ query: { must: 1, ...query } })).faults).toHaveLength(101);
  });

  it('with an impossible path is 404, with any other faults', () => {
    const error = validationError(errorsOf({ path: { object_id: '' }, query: { must: 1, a: '1' } }));
    expect(error).toMatchObject({ code: 'not_found', status: 404 });
  });
});

describe('a value of several possible types', () => {
  const choice = new Ajv({ allErrors: true, strict: false }).compile({
    definitions: {
      link: {
        type: 'object',
        required: ['id'],
        properties: {
          id: { oneOf: [{ type: 'string', minLength: 1 }, { type: 'integer' }] },
          position: { anyOf: [{ type: 'integer' }, { type: 'string', enum: ['first', 'last'] }] },
          priority: { type: 'integer', minimum: 0 },
        },
      },
    },
    properties: {
      requestBody: {
        properties: {
          data: {
            oneOf: [
              { $ref: '#/definitions/link' },
              { type: 'array', maxItems: 2, items: { $ref: '#/definitions/link' } },
            ],
          },
        },
      },
    },
  });
  const faultsOf = (data: unknown): string[] => {
    choice({ requestBody: { data } });
    return validationError(choice.errors ?? []).faults.map(
      ({ source, detail }) => `${source?.pointer} ${detail.replace(/\.$/, '')}`,
    );
  };

  it.each<[string, unknown, string[]]>([
    ['one of many', [{ id: 'a', priority: -1 }], ['/data/0/priority [priority.minimum]: must be at least 0']],
    ['a single one', { id: 'a', priority: -1 }, ['/data/priority [priority.minimum]: must be at least 0']],
    ['what is missing', {}, ['/data/id [id._required]: This field is required']],
    ['a choice within another', [{ id: '' }], ['/data/0/id [id.minLength]: must not be empty']],
    ['no kind at all', [{ id: 1.5 }], ['/data/0/id [id.type]: must be string or integer']],
    ['no kind at all, above', 'a', ['/data [data.type]: must be object or array']],
    [
      'a word that is none of them',
      { id: 1, position: 'middle' },
      ['/data/position [position.enum]: must be one of "first", "last"'],
    ],
    ['too many', [{ id: 1 }, { id: 2 }, { id: 3 }], ['/data [data.maxItems]: must have at most 2 items']],
  ])('has the faults for its own type: %s', (_rule, data, expected) => {
    expect(faultsOf(data)).toEqual(expected);
  });
});
