// Schemas that some languages cannot express: values of several types, patterns of JavaScript.
import { describe, expect, it } from 'vitest';
import { nodeAt } from '../../core/description/openapi-document.ts';
import { withFilesAsBytes } from '../../scripts/sdk/java.ts';
import { replaceOnce } from '../../scripts/sdk/replace-once.ts';
import { schemasOf, sideOf } from '../core/description/descriptions.ts';

/** An operation that refers to the schemas above. */
const uses = {
  get: {
    operationId: 'getA',
    responses: {
      200: {
        content: {
          'application/vnd.api+json': {
            schema: {
              type: 'object',
              properties: {
                id: { $ref: '#/components/schemas/LinkedId' },
                attributes: { $ref: '#/components/schemas/CountriesAttributes' },
              },
            },
          },
        },
      },
    },
  },
};

describe('unions of a property', () => {
  const union = {
    anyOf: [
      { type: 'string', nullable: true },
      { type: 'integer', nullable: true },
    ],
  };
  const document = () => ({
    paths: {},
    components: {
      schemas: {
        LinkedId: { oneOf: [{ type: 'string' }, { type: 'integer' }] },
        CountriesAttributes: { type: 'object', properties: { grid: union, cells: { type: 'array', items: union } } },
        AnyObject: { oneOf: [{ $ref: '#/components/schemas/CountriesAttributes' }] },
      },
    },
  });

  it('are any value, and those of an id are text', async () => {
    const made = schemasOf(await sideOf({ ...document(), paths: { '/a': uses } }));
    const anyValue = { description: 'Any JSON value.' };
    expect(nodeAt(made, 'CountriesAttributes', 'properties')).toEqual({
      grid: anyValue,
      cells: { type: 'array', items: anyValue },
    });
    expect(made['LinkedId']).toEqual({ type: 'string' });
  });
});

it('patterns that only JavaScript reads are left to the service', async () => {
  const properties = { a: { type: 'string', pattern: '^[^\\u0000]+$' }, b: { type: 'string', pattern: '^[a-z]+$' } };
  const schemas = { CountriesAttributes: { type: 'object', properties } };
  const made = schemasOf(await sideOf({ paths: { '/a': uses }, components: { schemas } }));
  expect(nodeAt(made, 'CountriesAttributes', 'properties')).toEqual({
    a: { type: 'string' },
    b: { type: 'string', pattern: '^[a-z]+$' },
  });
});

describe('Java', () => {
  const request = (type: string, body: string): string => `
    localVarRequestBuilder.header("Content-Type", "${type}");
    localVarRequestBuilder.header("Accept", "application/vnd.api+json");

    try {
      byte[] localVarPostBody = memberVarObjectMapper.writeValueAsBytes(${body});
      localVarRequestBuilder.method("POST", HttpRequest.BodyPublishers.ofByteArray(localVarPostBody));
    } catch (IOException e) {`;
  const [binary, json] = ['application/octet-stream', 'application/vnd.api+json'];

  it('sends files as their bytes, and other bodies as JSON', () => {
    const made = withFilesAsBytes([request(json, 'one'), request(binary, 'two'), request(binary, 'three')].join(''));
    expect(made.match(/writeValueAsBytes\(\w+\)|publisherOf\(\w+\)/g)).toEqual([
      'writeValueAsBytes(one)',
      'publisherOf(two)',
      'publisherOf(three)',
    ]);
  });

  it('is not made if the generator writes requests in another form', () => {
    expect(() => withFilesAsBytes(request(binary, 'one').replace('writeValueAsBytes', 'writeValue'))).toThrow(
      'the Java generator sends files in another way',
    );
    expect(() => withFilesAsBytes(request(binary, 'one').replace(/byte\[\].*;/, '') + request(json, 'two'))).toThrow(
      'the Java generator sends files in another way',
    );
  });
});

it('generated code is changed where it has the expected form, once', () => {
  expect(
    replaceOnce('a $b c', [
      ['$b', '$&'],
      ['c', 'd'],
    ]),
  ).toBe('a $& d');
  expect(() => replaceOnce('a b b', [['b', 'c']])).toThrow('the generator writes "b" in another way');
  expect(() => replaceOnce('a', [['b', 'c']])).toThrow('the generator writes "b" in another way');
});
