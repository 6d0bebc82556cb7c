// What the YAML does not repeat for each operation. Documents that shared caches may keep are compressed by the service once it has kept them (D888), and have an ETag (D911): the
// YAML names that only for single resources, this adds it, with its condition and 304, to all other such operations.
import { isNode, METHODS, nodeAt, type Node } from '../../core/description/openapi-document.ts';

const CODING = {
  'Content-Encoding': { $ref: '#/components/headers/ContentEncoding' },
  Vary: { $ref: '#/components/headers/VaryByEncoding' },
};

/** Changes its argument. @throws Error for an operation whose 200 is a reference */
export function addDocumentTags(paths: Node): void {
  for (const { get: operation } of Object.values(paths).filter(isNode)) {
    if (!isNode(operation) || nodeAt(operation, 'x-colophon')['sharedCache'] !== true) continue;
    const responses = nodeAt(operation, 'responses');
    const { 200: ok } = responses;
    if (!isNode(ok) || '$ref' in ok) throw new Error(`${String(operation['operationId'])} needs a 200 of its own`);
    ok['headers'] = { ...nodeAt(ok, 'headers'), ...CODING };
    if ('304' in responses) continue;
    const given = Array.isArray(operation['parameters']) ? operation['parameters'] : [];
    operation['parameters'] = [...given, { $ref: '#/components/parameters/IfNoneMatch' }];
    ok['headers'] = { ...nodeAt(ok, 'headers'), ETag: { $ref: '#/components/headers/DocumentETag' } };
    responses['304'] = { $ref: '#/components/responses/NotModified' };
  }
}

/** The rate limit can refuse any operation (D23): the YAML names 429 only for further limits. Changes its argument. */
export function addRateLimitResponses(paths: Node): void {
  for (const item of Object.values(paths).filter(isNode))
    for (const operation of METHODS.map((method) => item[method]).filter(isNode)) {
      // Probes of orchestrators are never refused (D720).
      if (nodeAt(operation, 'x-colophon')['access'] !== 'everyone')
        nodeAt(operation, 'responses')['429'] ??= { $ref: '#/components/responses/TooManyRequests' };
    }
}
