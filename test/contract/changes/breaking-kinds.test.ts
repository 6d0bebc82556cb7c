import { beforeAll, describe, expect, it } from 'vitest';
import { compareDescriptions } from '../../../scripts/breaking/compare-descriptions.ts';
import type { Description, Operation, Parameter, Response, Schema } from '../../../scripts/breaking/description.ts';
import { currentDescription } from '../../../scripts/breaking/releases.ts';

/** Paths that have one of each kind; with all of them a comparison takes long. */
const PATHS = ['/annotations', '/auth/user', '/documents', '/images', '/media', '/model/tags', '/roles', '/streams'];

let current: Description;
beforeAll(async () => {
  const { paths, ...rest } = await currentDescription();
  const few = Object.entries(paths).filter(([path]) =>
    PATHS.some((each) => path === each || path.startsWith(`${each}/`)),
  );
  current = { ...rest, paths: Object.fromEntries(few) };
});

type Change = (api: Description) => unknown;

/** Breaks of the service's own description after this change, as `place: what`. */
function breaksOf(change: Change): string[] {
  const after = structuredClone(current);
  change(after);
  return compareDescriptions(current, after).map(({ place, what }) => `${place}: ${what}`);
}

const operation = (api: Description, path: string, method = 'get') => api.paths[path]![method] as Operation;
const ok = (api: Description, path: string) => operation(api, path).responses['200'] as Response;
const schema = (api: Description, name: string) => api.components['schemas']![name] as Schema;
const property = (api: Description, name: string, member: string) => schema(api, name).properties![member]!;
const parameter = (api: Description, name: string) => api.components['parameters']![name] as Parameter;
const without = (union: Schema[], index: number) => union.splice(index, 1);

/** The possible changes of descriptions, applied to the service's own one. */
describe('clients of the service break', () => {
  it.each<[kind: string, change: Change, found: string]>([
    [
      'when a type has another name in responses',
      (api) => (property(api, 'TagsResource', 'type').enum = ['labels']),
      'TagsResource.type: response: no longer answers "tags"',
    ],
    [
      'without an error code',
      (api) => without(schema(api, 'ErrorCode').enum as Schema[], schema(api, 'ErrorCode').enum!.indexOf('locked')),
      'ErrorCode: response: no longer answers "locked"',
    ],
    [
      'without a type in a response with several',
      (api) => without(schema(api, 'MediaResource').oneOf!, 0),
      'MediaResource: response: ImagesResource is no longer answered',
    ],
    [
      'when a response allows one kind only',
      (api) => delete schema(api, 'RolesAnswer').anyOf,
      'RolesAnswer: response: is no longer one of several',
    ],
    [
      'when other members distinguish types',
      (api) => (schema(api, 'MediaResource').discriminator!.propertyName = 'kind'),
      'MediaResource: response: distinguished by kind, no longer by type',
    ],
    [
      'without one of two forms of a body',
      (api) => without(schema(api, 'Linkage').oneOf!, 1),
      'Linkage: request: Identifiers is no longer taken',
    ],
    [
      'without the first of two unnamed forms of a body',
      (api) => without(schema(api, 'BodyId').oneOf!, 0),
      'BodyId: request: string is no longer taken',
    ],
    [
      'when a text gets another type',
      (api) =>
        Object.assign(property(api, 'TagsCreateAttributes', 'name'), {
          type: undefined,
          oneOf: [{ type: 'integer' }, { type: 'boolean' }],
        }),
      'TagsCreateAttributes.name: request: string is no longer taken',
    ],
    [
      'when a text that is one of several now may be shorter only',
      (api) => {
        api.components['schemas']!['TagName'] = { type: 'string', maxLength: 3 };
        const branches = [{ type: 'integer' }, { $ref: '#/components/schemas/TagName' }];
        schema(api, 'TagsCreateAttributes').properties!['name'] = { anyOf: branches };
      },
      'TagsCreateAttributes.name: request: maxLength 50 is now 3',
    ],
    [
      'when values are refused by exception',
      (api) => (property(api, 'DocumentsCreateAttributes', 'title')['not'] = { enum: ['x'] }),
      'DocumentsCreateAttributes.title: request: not none is now {"enum":["x"]}',
    ],
    [
      'when a value may occur in responses that never did',
      (api) => delete property(api, 'DocumentsAttributes', 'extra')['not'],
      'DocumentsAttributes.extra: response: not {"anyOf":[{"type":"string"},{"type":"number"},{"type":"boolean"}]} is now none',
    ],
    [
      'with another default of a parameter',
      (api) => (parameter(api, 'PageSize').schema!['default'] = 50),
      ' page_size: request: default 20 is now 50',
    ],
    [
      'without a default of a body',
      (api) => delete property(api, 'DocumentsCreateAttributes', 'status')['default'],
      'DocumentsCreateAttributes.status: request: default "draft" is now none',
    ],
    [
      'when a limit itself is not accepted',
      (api) => (parameter(api, 'PageSize').schema!['exclusiveMinimum'] = true),
      ' page_size: request: exclusiveMinimum none is now true',
    ],
    [
      'when only some numbers are accepted',
      (api) => (parameter(api, 'PageSize').schema!['multipleOf'] = 10),
      ' page_size: request: multipleOf none is now 10',
    ],
    [
      'when a list is limited',
      (api) => (property(api, 'DocumentsCreateAttributes', 'tags')['maxItems'] = 3),
      'DocumentsCreateAttributes.tags: request: maxItems none is now 3',
    ],
    [
      'when a field cannot be written',
      (api) => (property(api, 'DocumentsCreateAttributes', 'title')['readOnly'] = true),
      'DocumentsCreateAttributes.title: request: readOnly none is now true',
    ],
    [
      'when responses lack a field',
      (api) => (property(api, 'DocumentsAttributes', 'title')['writeOnly'] = true),
      'DocumentsAttributes.title: response: no longer answered',
    ],
    [
      'when unknown members must be of a type',
      (api) => (schema(api, 'DocumentsCreateAttributes').additionalProperties = { type: 'string' }),
      'DocumentsCreateAttributes: request: other properties are no longer taken as they were',
    ],
    [
      'when the items of a list in responses may have any type',
      (api) => delete property(api, 'TagsListResponse', 'data').items,
      'TagsListResponse.data[]: response: type object is now any',
    ],
    [
      'when a response has no schema',
      (api) => (ok(api, '/model/tags').content = { 'application/vnd.api+json': {} }),
      'listTags 200: response: type object is now any',
    ],
    [
      'when a list in the query has another form',
      (api) => (parameter(api, 'StreamIds').explode = true),
      'listStreams id: is written another way now',
    ],
    ['when a parameter is of a header', (api) => (parameter(api, 'Lang').in = 'header'), ' lang: parameter removed'],
    [
      'when a header of a response has another type',
      (api) => Object.assign(api.components['headers']!['ETag'] as object, { schema: { type: 'integer' } }),
      ' 200 ETag: response: type string is now integer',
    ],
    [
      'without one way of signing in',
      (api) => (api.security = api.security!.filter((way) => !('accessToken' in way))),
      'getAuthUser: accessToken is no longer enough',
    ],
    [
      'when a key is needed beside the token',
      (api) => (api.security = [{ bearer: [], apiKey: [] }, { accessToken: [] }]),
      'getAuthUser: bearer is no longer enough',
    ],
    [
      'when a token is sent differently',
      (api) => Object.assign(api.components['securitySchemes']!['accessToken'] as object, { name: 'token' }),
      'accessToken: security scheme is another',
    ],
    [
      'with another path',
      (api) => {
        api.paths['/model/labels'] = api.paths['/model/tags']!;
        delete api.paths['/model/tags'];
      },
      'listTags: removed (GET /model/tags)',
    ],
  ])('%s', (_kind, change, found) => expect(breaksOf(change).join('\n')).toContain(found));
});

describe('clients of the service do not break', () => {
  it.each<[kind: string, change: Change]>([
    [
      'when a URL may be sent without its scheme',
      (api) => (property(api, 'AuthProvidersCreateAttributes', 'url')['format'] = 'uri-reference'),
    ],
    ['with a new error code', (api) => schema(api, 'ErrorCode').enum!.push('out_of_tea')],
    ['with a further way of signing in', (api) => api.security!.push({ basic: [] })],
    ['without an exception', (api) => delete property(api, 'DocumentsCreateAttributes', 'extra')['not']],
    ['with a default that did not exist', (api) => (parameter(api, 'Lang').schema!['default'] = 'en')],
    ['when a text may be a number too', (api) => Object.assign(parameter(api, 'Lang').schema!, union('string'))],
    [
      'when a text may be a resource too, and has a name of its own',
      (api) => {
        const name = property(api, 'TagsCreateAttributes', 'name');
        api.components['schemas']!['TagName'] = { ...name };
        const branches = ['TagsResource', 'TagName'].map((each) => ({ $ref: `#/components/schemas/${each}` }));
        schema(api, 'TagsCreateAttributes').properties!['name'] = { anyOf: branches };
      },
    ],
    ['with a further form of a body', (api) => schema(api, 'Linkage').oneOf!.push({ type: 'string' })],
  ])('%s', (_kind, change) => expect(breaksOf(change)).toEqual([]));
});

/** Of a parameter that was a text with a pattern. */
const union = (type: string) => ({
  type: undefined,
  pattern: undefined,
  anyOf: [{ type: 'integer' }, { type }],
});
