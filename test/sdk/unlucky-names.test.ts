// Names of types and properties that languages, or other types, already use: the description for client generation
// gives each a unique name.
import { describe, expect, it } from 'vitest';
import type { Node, OpenApiDocument } from '../../core/description/openapi-document.ts';
import { operationsOf } from '../../scripts/sdk/typescript-names.ts';
import { operation, propertiesOf, schemasOf, sideOf } from '../core/description/descriptions.ts';

const listOf = (operationId: string, tag: string, schema: string): Node => ({
  get: {
    operationId,
    tags: [tag],
    responses: {
      200: {
        description: 'OK',
        content: { 'application/vnd.api+json': { schema: { $ref: `#/components/schemas/${schema}` } } },
      },
    },
  },
});

const object = (properties: Node, more: Node = {}): Node => ({ type: 'object', properties, ...more });
const seas = object({ depth: { type: 'integer' } }, { title: 'Error' });

const served: OpenApiDocument = {
  openapi: '3.0.3',
  tags: [{ name: 'sea_lion', description: 'Of the sea' }, { name: 'sealion' }],
  paths: {
    '/sea_lion': listOf('listSeaLion', 'sea_lion', 'SeaLionAttributes'),
    '/sealion': listOf('listSealion', 'sealion', 'SealionAttributes'),
    '/sealion/{object_id}': listOf('getSealionOne', 'sealion', 'SealionAttributes'),
  },
  components: {
    schemas: {
      SeaLionAttributes: object({ object: seas, seas: { type: 'array', items: { ...seas, title: 'Other' } } }),
      SealionAttributes: object({ title: { type: 'string' }, files: { type: 'array', items: object({}) } }),
    },
  },
};

describe('types that differ in an underscore only', () => {
  it('have separate tags and operations, the first one unchanged', async () => {
    const made = await sideOf(served);
    expect(operationsOf(made)).toMatchObject([
      { id: 'listSeaLion', tag: 'sea_lion' },
      { id: 'listSealion2', tag: 'sealion 2' },
      { id: 'getSealionOne', tag: 'sealion 2' },
    ]);
    expect(made['tags']).toEqual([{ name: 'sea_lion', description: 'Of the sea' }, { name: 'sealion 2' }]);
    expect(Object.keys(schemasOf(made))).toEqual(expect.arrayContaining(['SeaLionAttributes', 'SealionAttributes2']));
  });

  it('are selected by their names, with the same classes', async () => {
    const whole = await sideOf(served);
    const made = await sideOf(served, { tags: ['sealion'] });
    expect(Object.keys(made['paths'] as Node)).toEqual(['/sealion', '/sealion/{object_id}']);
    expect(operation(made, '/sealion', 'get')).toEqual(operation(whole, '/sealion', 'get'));
    expect(made['tags']).toEqual([{ name: 'sealion 2' }]);
  });
});

describe('nested objects', () => {
  it('are named after their container, and not after a property or a title, which may be those of a class', async () => {
    const made = await sideOf(served);
    expect(Object.keys(schemasOf(made)).sort()).toEqual([
      ...['FilesItem', 'SeaLionAttributes', 'SeaLionAttributesObject', 'SealionAttributes2'],
    ]);
    const ref = { $ref: '#/components/schemas/SeaLionAttributesObject' };
    expect(propertiesOf(made, 'SeaLionAttributes')).toEqual({ object: ref, seas: { type: 'array', items: ref } });
    expect(schemasOf(made)['SeaLionAttributesObject']).toEqual(object({ depth: { type: 'integer' } }));
    expect(propertiesOf(made, 'SealionAttributes2')['title']).toEqual({ type: 'string' });
  });
});
