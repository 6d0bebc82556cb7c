// A description comes from whoever answers at the URL: what generators would follow, or make paths and code of, is refused.
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { Json, OpenApiDocument } from '../../core/model/openapi-document.ts';
import { foreignRef } from '../../scripts/foreign-refs.ts';
import { SdkError } from '../../scripts/sdk/sdk-error.ts';
import { assertTrusted } from '../../scripts/sdk/trusted-description.ts';

const published = async (): Promise<OpenApiDocument> =>
  JSON.parse(
    await readFile(new URL('../../generated/openapi.expanded.json', import.meta.url), 'utf8'),
  ) as OpenApiDocument;

const described = (operation: Json): OpenApiDocument => ({ paths: { '/seas': { get: operation } } });
const good = { operationId: 'listSea_Fish', tags: ['seas'] };

describe('the description of a service', () => {
  it('is made clients from', async () => {
    assertTrusted(await published());
    assertTrusted(described({ ...good, tags: ['Sea lions', 'sea-lions', 'Città', '国々', 'Q&A', '../seas'] }));
  });

  it.each<[string, Json]>([
    ['a schema', { responses: { 200: { $ref: 'file:///etc/passwd' } } }],
    ['a list', { parameters: [{}, { $ref: 'http://169.254.169.254/latest' }] }],
    ['a path of the same folder', { $ref: 'other.json#/a' }],
    ['a property called example', { properties: { example: { $ref: 'file:///etc/passwd' } } }],
    ['an example', { example: { $ref: 'file:///etc/passwd' } }],
    ['a link', { links: { next: { operationRef: 'https://elsewhere.example/openapi.json' } } }],
    ['a mapping', { discriminator: { propertyName: 'type', mapping: { seas: 'file:///etc/passwd' } } }],
  ])('is refused with %s that leads out of it', (_where, more) => {
    const document = described({ ...good, ...(more as object) });
    expect(foreignRef(document as Json)).toMatch(/passwd|169|other|elsewhere/);
    expect(() => assertTrusted(document)).toThrow(SdkError);
    expect(() => assertTrusted(document)).toThrow(/refers to ".*", which is not in it$/);
  });

  it('may have a property of the name $ref, and refer to itself', () => {
    const schema = { properties: { $ref: { type: 'string' }, other: { $ref: '#/components/schemas/Sea' } } };
    expect(foreignRef(described({ ...good, schema }) as Json)).toBeUndefined();
  });

  it.each(['../../etc', "a');process.exit(", '1st', 'list seas', 'x\n', ''])(
    'is refused with the operationId %j',
    (operationId) => {
      expect(() => assertTrusted(described({ ...good, operationId }))).toThrow(
        /operationId ".*", which does not match/,
      );
    },
  );

  it.each(['seas\u001B[2J', '', 'a\u202Eb', 'é\n', 'a'.repeat(101)])('is refused with the tag %j', (tag) => {
    expect(() => assertTrusted(described({ ...good, tags: ['seas', tag] }))).toThrow(/has the tag ".*, which does not/);
  });

  it('is refused with an operation that has no name or no tag', () => {
    expect(() => assertTrusted(described({ tags: ['seas'] }))).toThrow('has the operationId null');
    expect(() => assertTrusted(described({ operationId: 'listSeas' }))).toThrow('has the tag null');
  });
});
