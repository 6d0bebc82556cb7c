// Checks what a description states in `x-colophon`: at `npm run generate` that of the service, at start that of extensions.
import { Ajv } from 'ajv';
import { itemAt } from '../values.ts';
import { isNode, nodeAt, operationsIn, type Node, type OpenApiDocument } from './openapi-document.ts';
import { defaultsOf, FACT_SCHEMAS, type FactKind } from './operation-facts.ts';
import { TYPE_PARAMETER } from './template-paths.ts';

/** Made at first use; it compiles each schema once. */
let ajv: Ajv | undefined;

/** @returns what is wrong with the facts of one operation or endpoint; undefined when nothing is */
export function faultOfFacts(kind: FactKind, stated: unknown): string | undefined {
  ajv ??= new Ajv({ allowUnionTypes: true });
  const schema = FACT_SCHEMAS[kind];
  if (ajv.validate(schema, stated)) return undefined;
  const { instancePath, message, params } = itemAt(ajv.errors ?? [], 0);
  // cast: Ajv types the parameters of all keywords as one record
  const { additionalProperty, allowedValues } = params as { additionalProperty?: string; allowedValues?: unknown[] };
  const known = additionalProperty === undefined ? allowedValues : Object.keys(schema.properties);
  const name = additionalProperty ?? instancePath.slice(1);
  const place = name === '' ? 'x-colophon' : `x-colophon: "${name}"`;
  if (additionalProperty !== undefined) return `${place} is unknown here; known are ${known?.join(', ')}`;
  return `${place} ${message ?? ''}${known ? `: ${known.join(', ')}` : ''}`;
}

/** @throws Error naming each operation of the service whose facts are missing or wrong */
export function assertFacts(document: OpenApiDocument): void {
  const faults = Object.entries(nodeAt(document, 'paths')).flatMap(([path, item]) =>
    operationsIn(item).flatMap(([method, { 'x-colophon': stated }]) => {
      const fault =
        stated === undefined ? 'it has no x-colophon' : faultOfFacts(method === 'get' ? 'read' : 'write', stated);
      return fault === undefined ? [] : [`${method.toUpperCase()} ${path}: ${fault}`];
    }),
  );
  if (faults.length > 0)
    throw new Error(`${faults.join('\n')}\nThe facts are described in openapi/operation-facts.yaml.`);
}

/** @throws Error naming each endpoint whose facts are wrong, or which has paths but no facts */
export function endpointsWithDefaults(stated: Node, document: OpenApiDocument): Node {
  const ofTypes = `{${TYPE_PARAMETER}}`;
  const used = new Set(Object.keys(nodeAt(document, 'paths')).map((path) => path.split('/')[1] ?? ''));
  const faults = [
    ...Object.entries(stated).map(([name, facts]) => [name, faultOfFacts('endpoint', facts)] as const),
    ...[...used, ofTypes]
      .filter((name) => !Object.hasOwn(stated, name))
      .map((name) => [name, 'it has no facts'] as const),
  ].flatMap(([name, fault]) => (fault === undefined ? [] : [`${name}: ${fault}`]));
  if (faults.length > 0) throw new Error(`openapi/endpoints.yaml: ${faults.join('\n')}`);
  const closed = defaultsOf(FACT_SCHEMAS.endpoint);
  const { [ofTypes]: types, ...named } = Object.fromEntries(
    Object.entries(stated).map(([name, facts]) => [name, { ...closed, ...(isNode(facts) && facts) }]),
  );
  // cast: values of schemas and of a parsed YAML file, all of them JSON
  return { closed, types, named, secretPaths: secretPaths(document) } as Node;
}

/** Where paths hold a credential: literal segments in front of it, and the literal ones that other paths have in its place. */
function secretPaths(document: OpenApiDocument): { before: string[]; besides: string[] }[] {
  const paths = Object.entries(nodeAt(document, 'paths')).map(([path, item]) => ({
    item,
    segments: path.slice(1).split('/'),
  }));
  return paths.flatMap(({ item, segments }) => {
    const names = operationsIn(item).flatMap(
      ([, operation]) => nodeAt(operation, 'x-colophon')['secretPathParameter'] ?? [],
    );
    const place = segments.findIndex((segment) => names.some((name) => segment === `{${String(name)}}`));
    if (place < 0) return [];
    const before = segments.slice(0, place);
    const besides = paths.flatMap(({ segments: other }) =>
      before.every((segment, index) => other[index] === segment) ? (other[place] ?? []) : [],
    );
    return [{ before, besides: [...new Set(besides)].filter((segment) => !segment.startsWith('{')) }];
  });
}
