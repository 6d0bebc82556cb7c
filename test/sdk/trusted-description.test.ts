// A description may come from any server at the URL: parts that generators would follow, or turn into paths and code,
// are refused.
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { Json, OpenApiDocument } from '../../core/description/openapi-document.ts';
import { foreignRef } from '../../scripts/foreign-refs.ts';
import { unionTypes } from '../../scripts/sdk/php.ts';
import { SdkError } from '../../scripts/sdk/sdk-error.ts';
import { sideOf } from '../core/description/descriptions.ts';
import { assertTrusted } from '../../scripts/sdk/source/trusted-description.ts';

const published = async (): Promise<OpenApiDocument> =>
  JSON.parse(
    await readFile(new URL('../../generated/openapi.expanded.json', import.meta.url), 'utf8'),
  ) as OpenApiDocument;

const described = (operation: Json): OpenApiDocument => ({ paths: { '/seas': { get: operation } } });
const good = { operationId: 'listSea_Fish', tags: ['seas'] };

describe('the description of a service', () => {
  it('is accepted for clients', async () => {
    assertTrusted(await sideOf(await published()));
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
  ])('is refused with %s to another document', (_where, more) => {
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

  it('may have the names of services', () => {
    for (const path of ['/seas', '/seas/{sea_id}', '/openapi.json', '/trees/{tree_path}', '/files/{file-id}.json'])
      assertTrusted({ paths: { [path]: { get: good } } });
    const properties = { $id: {}, example: {}, città: {}, 'a/b c': {}, 'x-y': {}, discriminator: {}, properties: {} };
    assertTrusted(described({ ...good, schema: { properties } }));
    for (const name of ['filter[by_relation][name]', 'If-Match', '$top'])
      assertTrusted(described({ ...good, parameters: [{ in: 'query', name }] }));
  });

  it.each(["/seas'];system('id');//", '/seas\n', '/seas`id`', '/{a b}', '/$x', 'seas', '/seas/*/', '/', '//'])(
    'is refused with the path %j',
    (path) => {
      expect(() => assertTrusted({ paths: { [path]: { get: good } } })).toThrow(/the path ".*, which does not match/);
    },
  );

  const hostile = [
    "x' => 1]; system('id'); //",
    'a"b',
    'a\\',
    'a`b`',
    'a${b}',
    'a\nb',
    'a*/',
    '?><?php',
    '',
    'a\u202E',
  ];
  it.each(hostile)('is refused with the name %j', (name) => {
    const Sea = { type: 'object' };
    const union = (discriminator: Json): Json => ({ components: { schemas: { Sea, Union: { discriminator } } } });
    const documents: [string, Json][] = [
      ['property', { components: { schemas: { Sea: { properties: { [name]: {} } } } } }],
      ['property', union({ propertyName: name })],
      ['type', union({ propertyName: 'type', mapping: { [name]: '#/components/schemas/Sea' } })],
      ['parameter', described({ ...good, parameters: [{ in: 'query', name }] })],
      ['component', { components: { schemas: { [name]: Sea } } }],
    ];
    for (const [what, document] of documents)
      expect(() => assertTrusted(document as OpenApiDocument)).toThrow(`the description has the ${what} "`);
  });

  it.each(['#/components/schemas/Lake', "#/components/schemas/A'];", '#/paths/Sea', '#/components/schemas/toString'])(
    'is refused with a type that is mapped to %j',
    (ref) => {
      const Union = { discriminator: { propertyName: 'type', mapping: { seas: ref } } };
      const document = { components: { schemas: { Union, Sea: {} } } };
      expect(() => assertTrusted(document)).toThrow(/maps a type to ".*, which is no schema of it$/);
    },
  );

  it.each(['x-class-extra-annotation', 'example', 'examples'])(
    'is refused with a member %s, which may become code',
    (name) => {
      const message = `the description has the member "${name}"`;
      expect(() => assertTrusted(described({ ...good, schema: { [name]: '@Hostile' } }))).toThrow(message);
      expect(() => assertTrusted(described({ ...good, schema: { properties: { [name]: {} } } }))).not.toThrow();
    },
  );
});

describe('the classes of unions in PHP', () => {
  it('are strings, for any names', () => {
    const mapping = { "x' => 1]; system('id'); //": '#/components/schemas/Sea', 'a\\': "#/components/schemas/S'" };
    const php = unionTypes({ components: { schemas: { Union: { discriminator: { mapping } } } } });
    const row = php.split('\n').find((line) => line.includes('system'));
    expect(row?.trim()).toBe(
      String.raw`'Colophon\\Model\\Union' => ['x\' => 1]; system(\'id\'); //' => '\\Colophon\\Model\\Sea', 'a\\' => '\\Colophon\\Model\\S\''],`,
    );
  });
});
