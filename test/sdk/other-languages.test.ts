// Schemas that some languages cannot express: values of several types, patterns of JavaScript.
import { describe, expect, it } from 'vitest';
import { nodeAt } from '../../core/description/openapi-document.ts';
import { withoutForeignPatterns, withoutPlainUnions } from '../../scripts/sdk/openapi-generator.ts';
import { withFilesAsBytes } from '../../scripts/sdk/java.ts';
import { sdkDescription } from '../../scripts/sdk/sdk-description.ts';
import { schemasOf } from '../core/descriptions.ts';

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

  it('are kept if a language has them, and are any value otherwise', () => {
    const made = schemasOf(sdkDescription({ ...document(), paths: { '/a': uses } }));
    expect(nodeAt(made, 'CountriesAttributes', 'properties')['grid']).toEqual(union);
    expect(made['LinkedId']).toEqual({ type: 'string' });
    const { properties } = nodeAt(schemasOf(withoutPlainUnions(document())), 'CountriesAttributes');
    expect(properties).toEqual({ grid: {}, cells: { type: 'array', items: {} } });
    expect(schemasOf(withoutPlainUnions(document()))['AnyObject']).toEqual(document().components.schemas.AnyObject);
  });
});

it('patterns that only JavaScript reads are left to the service', () => {
  const schemas = { A: { type: 'string', pattern: '^[^\\u0000]+$' }, B: { type: 'string', pattern: '^[a-z]+$' } };
  const made = schemasOf(withoutForeignPatterns({ paths: {}, components: { schemas } }));
  expect(made).toEqual({ A: { type: 'string' }, B: { type: 'string', pattern: '^[a-z]+$' } });
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
    expect(made.match(/writeValueAsBytes\(\w+\)|ofFile\([^;]*/g)).toEqual([
      'writeValueAsBytes(one)',
      'ofFile(two.toPath()))',
      'ofFile(three.toPath()))',
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
