// Reads descriptions in tests: the bundle from which expansion starts, and parts of the result.

import { createConfig, lintFromString } from '@redocly/openapi-core';
import { readFileSync } from 'node:fs';
import { selectionPieces, type Selection } from '../../../core/description/sides/selection.ts';
import { sideParts } from '../../../core/description/sides/side-parts.ts';
import type { LazyDocument } from '../../../core/description/openapi-document.ts';
import { nodeAt, visitRefs } from '../../../core/description/openapi-document.ts';
import type { Node, OpenApiDocument } from '../../../core/description/openapi-document.ts';

/** The dispatch document; never changed by a test. */
export const bundle = JSON.parse(
  readFileSync(new URL('../../../generated/openapi.json', import.meta.url), 'utf8'),
) as OpenApiDocument;

/** The JSON:API side of a description, or a part of it. */
export async function sideOf(document: LazyDocument, selection: Selection = {}): Promise<OpenApiDocument> {
  const { 'x-generated': _notice, ...described } = document;
  const parts = await sideParts(described, 'jsonapi');
  return JSON.parse([...selectionPieces(parts, selection)].join('')) as OpenApiDocument;
}

export const schemasOf = (document: OpenApiDocument): Node => nodeAt(document, 'components', 'schemas');
export const propertiesOf = (document: OpenApiDocument, name: string): Node =>
  nodeAt(schemasOf(document), name, 'properties');
export const operation = (document: OpenApiDocument, path: string, method: string): Node =>
  nodeAt(document, 'paths', path, method);

export function operationIds(document: OpenApiDocument): string[] {
  const items = Object.values(nodeAt(document, 'paths')) as Node[];
  return items
    .flatMap((item) => Object.values(item) as Node[])
    .flatMap((member) => (member['operationId'] as string) ?? []);
}

export function danglingRefs(document: OpenApiDocument): string[] {
  const dangling: string[] = [];
  visitRefs(document, (ref) => {
    const target = nodeAt(document, ...ref.slice(2).split('/'));
    if (Object.keys(target).length === 0) dangling.push(ref);
  });
  return dangling;
}

/** Messages of redocly's structural rules: that a document is OpenAPI 3.0, and that its examples fit their schemas. */
export async function lint(document: OpenApiDocument): Promise<string[]> {
  const config = await createConfig({
    rules: {
      struct: 'error',
      'no-unresolved-refs': 'error',
      'operation-operationId-unique': 'error',
      'operation-tag-defined': 'error',
      'path-parameters-defined': 'error',
      'no-identical-paths': 'error',
      'no-enum-type-mismatch': 'error',
      'no-invalid-media-type-examples': 'error',
      'no-invalid-schema-examples': 'error',
    },
  });
  const problems = await lintFromString({ source: JSON.stringify(document), config });
  return problems.map((problem) => `${problem.location[0]?.pointer ?? ''} ${problem.message}`);
}
