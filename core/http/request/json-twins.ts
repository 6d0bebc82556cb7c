// JSON:API bodies are read and sent as application/json too (D1, D2): the YAML has the first, this adds the second.
import { isNode, nodeAt, type Node } from '../../description/openapi-document.ts';
import { JSON_API, JSON_TYPE } from './media-types.ts';

/** Adds an `application/json` twin to every content map with JSON:API only; changes its argument. */
export function addJsonTwins(node: unknown): void {
  if (typeof node !== 'object' || node === null) return;
  for (const [key, value] of Object.entries(node)) {
    if (key === 'content' && isNode(value) && value[JSON_API] !== undefined) value[JSON_TYPE] ??= value[JSON_API];
    if (key !== 'examples' && key !== 'example') addJsonTwins(value);
  }
}

const reference = (kind: string, name: string): Node => ({ $ref: `#/components/${kind}/${name}` });

/** Adds the header of keys, and its responses, to every operation that takes them; changes its argument. */
export function describeIdempotencyKeys(paths: Node): void {
  for (const item of Object.values(paths)) {
    for (const operation of Object.values(isNode(item) ? item : {})) {
      if (!isNode(operation) || nodeAt(operation, 'x-colophon')['idempotency'] !== 'key') continue;
      const given = Array.isArray(operation['parameters']) ? operation['parameters'] : [];
      operation['parameters'] = [...given, reference('parameters', 'IdempotencyKey')];
      const responses = nodeAt(operation, 'responses');
      responses['409'] ??= reference('responses', 'Conflict');
      responses['422'] ??= reference('responses', 'KeyReused');
    }
  }
}
