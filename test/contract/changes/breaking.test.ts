import { describe, expect, it } from 'vitest';
import { compareDescriptions } from '../../../scripts/breaking/compare-descriptions.ts';
import { withoutTexts, type Description } from '../../../scripts/breaking/description.ts';

/** A small API, new each time, to be changed. */
function description() {
  const tag = { $ref: '#/components/schemas/Tag' };
  return {
    openapi: '3.0.3',
    info: { version: '1.0.0' },
    security: [{}, { bearer: [] }],
    paths: {
      '/tags': {
        parameters: [{ name: 'page', in: 'query', schema: { type: 'integer', maximum: 100 } as object }] as object[],
        get: {
          operationId: 'listTags',
          tags: ['tags'],
          security: undefined as object[] | undefined,
          parameters: [{ name: 'sort', in: 'query', required: false, schema: { type: 'string', enum: ['a', 'b'] } }],
          responses: {
            '200': {
              headers: { ETag: { schema: { type: 'string' } } } as object,
              content: { 'application/json': { schema: { type: 'array', items: tag } } } as object,
            },
            '404': {},
          } as Record<string, object>,
        },
        post: {
          operationId: 'createTag',
          tags: ['tags'],
          requestBody: {
            required: false,
            content: { 'application/json': { schema: { $ref: '#/components/schemas/TagBody' } } } as object,
          },
          responses: { '201': { $ref: '#/components/responses/Created' } },
        },
      },
      '/tags/{name}': {
        get: {
          operationId: 'getTag',
          tags: ['tags'],
          parameters: [{ name: 'name', in: 'path', required: true, schema: { type: 'string' } }],
          responses: { '200': { content: { 'application/json': { schema: tag } } } },
        },
      },
    },
    components: {
      responses: { Created: { content: { 'application/json': { schema: tag } } } },
      schemas: {
        Tag: {
          type: 'object',
          required: ['name', 'parent'],
          properties: {
            name: { type: 'string', format: 'uri', nullable: false },
            count: { type: 'integer' },
            level: { type: 'string', enum: ['low', 'high'] },
            parent: { allOf: [{ $ref: '#/components/schemas/Tag' }] },
            of: { oneOf: [{ $ref: '#/components/schemas/Tag' }] as object[] },
          } as Record<string, Record<string, unknown>>,
        },
        Label: { properties: {}, required: [] },
        TagBody: {
          type: 'object',
          required: ['name'],
          additionalProperties: undefined as boolean | undefined,
          properties: {
            name: { type: 'string', maxLength: 10, minLength: 1, nullable: true },
            size: { type: 'number' },
            level: { type: 'string', enum: ['low', 'high'] },
            of: { anyOf: [{ $ref: '#/components/schemas/Label' }, { type: 'string' }] },
          } as Record<string, Record<string, unknown>>,
        },
      } as Record<string, { properties: Record<string, Record<string, unknown>>; required: string[] }>,
    },
  };
}

type Api = ReturnType<typeof description>;

/** Breaks of the small API after this change, as `place: what`. */
function breaksOf(change: (api: Api) => void): string[] {
  const after = description();
  change(after);
  const plain = (api: Api) => withoutTexts(JSON.parse(JSON.stringify(api)) as Description);
  return compareDescriptions(plain(description()), plain(after)).map(({ place, what }) => `${place}: ${what}`);
}

const list = (api: Api) => api.paths['/tags'].get;
const answered = (api: Api) => api.components.schemas['Tag']!;
const sent = (api: Api) => api.components.schemas['TagBody']!;

describe('clients break', () => {
  it.each<[rule: string, change: (api: Api) => void, found: string[]]>([
    [
      'without an operation',
      (api) => delete (api.paths['/tags'] as Partial<Api['paths']['/tags']>).post,
      ['createTag: removed (POST /tags)'],
    ],
    ['with another operationId', (api) => (list(api).operationId = 'findTags'), ['listTags: is findTags now']],
    ['with another tag', (api) => (list(api).tags = ['labels']), ['listTags: tag tags is labels now']],
    ['when a sign-in is needed', (api) => (list(api).security = [{ bearer: [] }]), ['listTags: needs a sign-in now']],
    ['without a parameter', (api) => (list(api).parameters = []), ['listTags sort: parameter removed']],
    [
      'without a parameter of the path item',
      (api) => (api.paths['/tags'].parameters = []),
      ['createTag page: parameter removed', 'listTags page: parameter removed'],
    ],
    [
      'with a new required parameter',
      (api) => api.paths['/tags'].parameters.push({ name: 'x', in: 'query', required: true }),
      ['createTag x: parameter new and required', 'listTags x: parameter new and required'],
    ],
    [
      'when a parameter is required',
      (api) => (list(api).parameters[0]!.required = true),
      ['listTags sort: parameter required now'],
    ],
    [
      'when a parameter takes less',
      (api) => list(api).parameters[0]!.schema.enum.pop(),
      ['listTags sort: request: no longer takes "b"'],
    ],
    [
      'when a path parameter has another name',
      (api) => (api.paths['/tags/{name}'].get.parameters[0]!.name = 'tag'),
      ['getTag name: is tag now'],
    ],
    [
      'when a body is required',
      (api) => (api.paths['/tags'].post.requestBody.required = true),
      ['createTag body: required now'],
    ],
    [
      'without a media type of a body',
      (api) => (api.paths['/tags'].post.requestBody.content = {}),
      ['createTag body: application/json is no longer taken'],
    ],
    ['without a success', (api) => delete list(api).responses['200'], ['listTags 200: no longer answered']],
    [
      'without a header',
      (api) => Object.assign(list(api).responses['200']!, { headers: {} }),
      ['listTags 200 ETag: header removed'],
    ],
    [
      'without a media type of an answer',
      (api) => Object.assign(list(api).responses['200']!, { content: {} }),
      ['listTags 200: application/json is no longer answered'],
    ],
    [
      'without a field of an answer',
      (api) => delete answered(api).properties['count'],
      ['Tag.count: response: removed'],
    ],
    [
      'when a field of an answer may be absent',
      (api) => answered(api).required.pop(),
      ['Tag.parent: response: no longer always there'],
    ],
    [
      'when a field of an answer may be null',
      (api) => (answered(api).properties['count']!['nullable'] = true),
      ['Tag.count: response: may be null now'],
    ],
    [
      'when a field of an answer is of another format',
      (api) => delete answered(api).properties['name']!['format'],
      ['Tag.name: response: format uri is now none'],
    ],
    [
      'when a field of an answer has fewer values',
      (api) => (answered(api).properties['level']!['enum'] = ['low']),
      ['Tag.level: response: no longer answers "high"'],
    ],
    [
      'when a field of an answer has other values',
      (api) => (answered(api).properties['level']!['enum'] = ['low', 'top']),
      ['Tag.level: response: no longer answers "high"'],
    ],
    [
      'when a field of an answer is anything',
      (api) => delete answered(api).properties['level']!['enum'],
      ['Tag.level: response: is no longer one of few values'],
    ],
    ['without a field of a body', (api) => delete sent(api).properties['size'], ['TagBody.size: request: removed']],
    [
      'with a new required field of a body',
      (api) => (sent(api).required.push('uname'), (sent(api).properties['uname'] = {})),
      ['TagBody.uname: request: new and required'],
    ],
    [
      'when a field of a body is required',
      (api) => sent(api).required.push('size'),
      ['TagBody.size: request: required now'],
    ],
    [
      'when a field of a body is of a narrower type',
      (api) => (sent(api).properties['size']!['type'] = 'integer'),
      ['TagBody.size: request: type number is now integer'],
    ],
    [
      'when a field of a body cannot be null',
      (api) => delete sent(api).properties['name']!['nullable'],
      ['TagBody.name: request: null is no longer taken'],
    ],
    [
      'when a field of a body takes fewer values',
      (api) => (sent(api).properties['level']!['enum'] = ['low']),
      ['TagBody.level: request: no longer takes "high"'],
    ],
    [
      'when a field of a body is shorter',
      (api) => (sent(api).properties['name']!['maxLength'] = 9),
      ['TagBody.name: request: maxLength 10 is now 9'],
    ],
    [
      'when a field of a body is longer',
      (api) => (sent(api).properties['name']!['minLength'] = 2),
      ['TagBody.name: request: minLength 1 is now 2'],
    ],
    [
      'when a field of a body has a pattern',
      (api) => (sent(api).properties['name']!['pattern'] = 'x'),
      ['TagBody.name: request: pattern none is now "x"'],
    ],
    [
      'when a body takes nothing else',
      (api) => Object.assign(sent(api), { additionalProperties: false }),
      ['TagBody: request: other properties are no longer taken'],
    ],
    [
      'when a field of a body has fewer branches',
      (api) => (sent(api).properties['of']!['anyOf'] = [{ $ref: '#/components/schemas/Label' }]),
      ['TagBody.of: request: string is no longer taken'],
    ],
    [
      'without a schema that has a name',
      (api) => (
        (api.components.schemas['Mark'] = answered(api)),
        delete api.components.schemas['Tag'],
        pointTo(api, 'Mark')
      ),
      ['Tag: schema removed', 'listTags 200[].of: response: Tag is no longer answered'],
    ],
  ])('%s', (_rule, change, found) => expect(breaksOf(change)).toEqual(found));
});

/** Changes every reference to Tag. */
function pointTo(api: Api, name: string): void {
  const renamed = JSON.parse(JSON.stringify(api).replaceAll('schemas/Tag"', `schemas/${name}"`)) as Api;
  Object.assign(api, renamed);
}

describe('clients do not break', () => {
  it.each<[rule: string, change: (api: Api) => void]>([
    ['when nothing changes', () => {}],
    [
      'with a new operation',
      (api) => Object.assign(api.paths, { '/labels': { get: { operationId: 'listLabels', responses: {} } } }),
    ],
    ['with a new optional parameter', (api) => api.paths['/tags'].parameters.push({ name: 'x', in: 'query' })],
    ['with a new field of an answer', (api) => (answered(api).properties['color'] = { type: 'string' })],
    ['with a new optional field of a body', (api) => (sent(api).properties['color'] = { type: 'string' })],
    ['with more values of a body', (api) => (sent(api).properties['level']!['enum'] = ['low', 'high', 'top'])],
    ['with more values of an answer', (api) => (answered(api).properties['level']!['enum'] = ['low', 'high', 'top'])],
    ['with wider limits of a body', (api) => (sent(api).properties['name']!['maxLength'] = 11)],
    ['with a field of an answer that is always there', (api) => answered(api).required.push('count')],
    ['without an error', (api) => delete list(api).responses['404']],
    ['with other texts', (api) => Object.assign(list(api), { description: 'Lists.', summary: 'Lists' })],
    [
      'with a further type in a mixed list',
      (api) =>
        (answered(api).properties['of']!['oneOf'] = [
          { $ref: '#/components/schemas/Tag' },
          { $ref: '#/components/schemas/TagBody' },
        ]),
    ],
    [
      'with a path parameter of the same place and name',
      (api) => (api.paths['/tags/{name}'].get.parameters[0]!.schema = { type: 'string' }),
    ],
  ])('%s', (_rule, change) => expect(breaksOf(change)).toEqual([]));
});
