// Bundles the YAML files of openapi/ into one document: every $ref between files becomes a named component, path items and
// examples are inlined. The result is deterministic.
import path from 'node:path';
import { bundle, createConfig } from '@redocly/openapi-core';
import { isNode, type Json, type OpenApiDocument } from '../../core/description/openapi-document.ts';
import { inlineExamples } from './examples.ts';

/**
 * @param rootFile openapi/openapi.yaml
 * @throws Error naming file, line and fault for an unresolved reference, or two components with the same name
 */
export async function bundleDescription(rootFile: string): Promise<OpenApiDocument> {
  const { bundle: result, problems } = await bundle({ ref: rootFile, config: await createConfig({}) });
  if (problems.length > 0) throw new Error(problems.map((problem) => describe(problem, rootFile)).join('\n'));
  // YAML anchors are shared objects; a copy makes them plain data that can be changed separately.
  const document = JSON.parse(JSON.stringify(result.parsed)) as OpenApiDocument;
  inlineExamples(document);
  return sortComponents(document);
}

type Problem = Awaited<ReturnType<typeof bundle>>['problems'][number];

function describe(problem: Problem, rootFile: string): string {
  const where = problem.location[0];
  const file = where ? path.relative(path.dirname(path.dirname(rootFile)), where.source.absoluteRef) : rootFile;
  const pointer = where && 'pointer' in where ? ` ${where.pointer ?? ''}` : '';
  return `${file}${pointer}: ${problem.message}`;
}

/** Components come in the order of first use; sorted by name, another use elsewhere causes no diff. */
function sortComponents(document: OpenApiDocument): OpenApiDocument {
  const { components } = document;
  if (!isNode(components)) return document;
  const sorted = Object.entries(components).map(([kind, named]) => [kind, sortKeys(named)] as const);
  return { ...document, components: sortKeys(Object.fromEntries(sorted)) };
}

const sortKeys = (value: Json): Json =>
  isNode(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value;
