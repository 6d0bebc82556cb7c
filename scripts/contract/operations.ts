// The operations of a description, as the run needs them. Pure.
import {
  isNode,
  METHODS,
  nodeAt,
  type Json,
  type Node,
  type OpenApiDocument,
} from '../../core/description/openapi-document.ts';

export interface Operation {
  operationId: string;
  /** In capitals. */
  method: string;
  path: string;
  /** Names of path parameters. */
  parameters: readonly string[];
  /** Query parameters, resolved. */
  query: readonly Node[];
  /** Required query parameters. */
  requiredQuery: readonly string[];
  /** Media types of the request body with their examples; empty when there is none. */
  bodies: Readonly<Record<string, Node>>;
  /** By status, resolved. */
  responses: Readonly<Record<string, Node>>;
}

export interface Example {
  operation: Operation;
  mediaType: string;
  name: string;
  value: Json;
}

export const JSON_API = 'application/vnd.api+json';

function resolve(document: OpenApiDocument, value: Json | undefined): Node {
  const reference = isNode(value) ? value['$ref'] : undefined;
  if (typeof reference === 'string') return nodeAt(document, ...reference.slice(2).split('/'));
  return isNode(value) ? value : {};
}

export function operationsOf(document: OpenApiDocument): Operation[] {
  return Object.entries(nodeAt(document, 'paths')).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = nodeAt(item as Node, method);
      if (operation['operationId'] === undefined) return [];
      const given = [(item as Node)['parameters'], operation['parameters']].flatMap((list) => (list ?? []) as Json[]);
      const query = given.map((parameter) => resolve(document, parameter)).filter((each) => each['in'] === 'query');
      const responses = Object.entries(nodeAt(operation, 'responses'));
      return [
        {
          operationId: String(operation['operationId']),
          method: method.toUpperCase(),
          path,
          parameters: [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => String(name)),
          query,
          requiredQuery: query.filter((each) => each['required']).map((each) => String(each['name'])),
          bodies: nodeAt(resolve(document, operation['requestBody']), 'content') as Record<string, Node>,
          responses: Object.fromEntries(responses.map(([status, response]) => [status, resolve(document, response)])),
        },
      ];
    }),
  );
}

const examplesIn = (operation: Operation, content: Node): Example[] =>
  Object.entries(content).flatMap(([mediaType, media]) =>
    Object.entries(nodeAt(media as Node, 'examples')).map(([name, example]) => ({
      operation,
      mediaType,
      name,
      value: (example as Node)['value'] ?? null,
    })),
  );

/** The same body under its other media type counts once. */
export const requestExamples = (operation: Operation): Example[] =>
  examplesIn(operation, operation.bodies).filter(
    ({ mediaType, name }, _index, all) =>
      mediaType === JSON_API || !all.some((other) => other.mediaType === JSON_API && other.name === name),
  );

export const responseExamples = (operation: Operation): (Example & { status: number })[] =>
  Object.entries(operation.responses).flatMap(([status, response]) =>
    examplesIn(operation, nodeAt(response, 'content')).map((example) => ({ ...example, status: Number(status) })),
  );

/** Whether the body is a file, which has no example. */
export const takesFile = (operation: Operation): boolean => '*/*' in operation.bodies;

const WRITTEN_OUT = new Set(['folders', 'users']);

/**
 * The common part of operations of different types and relations: `GET /{type}/{object_id}/{relation_name}`. Those with
 * the same template are copies of one operation, and handled by the same code.
 */
export function templateOf(
  { method, path }: Operation,
  { types, relations }: { types: ReadonlySet<string>; relations: ReadonlySet<string> },
): string {
  const segments = path.split('/').slice(1);
  const last = segments.length - 1;
  if (last > 1 && relations.has(segments[last] ?? '')) segments[last] = '{relation_name}';
  // Folders and users have hand-written copies of some, with other parameters.
  if (types.has(segments[0] ?? '') || (WRITTEN_OUT.has(segments[0] ?? '') && path.includes('{object_id}')))
    segments[0] = '{type}';
  return `${method} /${segments.join('/')}`;
}
