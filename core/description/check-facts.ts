// Checks what a description states in `x-colophon`: at `npm run generate` that of the service, at start that of extensions.
import { Ajv } from 'ajv';
import { isNode, METHODS, nodeAt, type OpenApiDocument } from './openapi-document.ts';
import { FACT_SCHEMAS, type FactKind } from './operation-facts.ts';

/** Made at first use; it compiles each schema once. */
let ajv: Ajv | undefined;

/** @returns what is wrong with the facts of one operation; undefined when nothing is */
export function faultOfFacts(kind: FactKind, stated: unknown): string | undefined {
  ajv ??= new Ajv({ allowUnionTypes: true });
  const schema = FACT_SCHEMAS[kind];
  if (ajv.validate(schema, stated)) return undefined;
  const { instancePath, message, params } = ajv.errors?.at(0) ?? {
    instancePath: '',
    message: 'is invalid',
    params: {},
  };
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
    METHODS.flatMap((method) => {
      const operation = isNode(item) ? item[method] : undefined;
      if (!isNode(operation)) return [];
      const stated = operation['x-colophon'];
      const fault =
        stated === undefined ? 'it has no x-colophon' : faultOfFacts(method === 'get' ? 'read' : 'write', stated);
      return fault === undefined ? [] : [`${method.toUpperCase()} ${path}: ${fault}`];
    }),
  );
  if (faults.length > 0)
    throw new Error(`${faults.join('\n')}\nThe facts are described in openapi/operation-facts.yaml.`);
}
