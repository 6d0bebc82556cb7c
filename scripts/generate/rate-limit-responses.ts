// Any operation may be one too many where requests are limited (D23): the YAML names 429 only where something else is
// limited besides, this adds it to all others.
import { METHODS } from '../../core/description/openapi-document.ts';

/** Looked at all the time by orchestrators, never counted (core/http/request-count.ts). */
const UNCOUNTED: ReadonlySet<string> = new Set(['/health', '/ready']);

interface Operation {
  responses: Record<string, unknown>;
}

/** Adds the shared 429 to every operation that has none; changes the document it is given. */
export function addRateLimitResponses(paths: Record<string, Partial<Record<string, Operation>>>): void {
  for (const [path, item] of Object.entries(paths)) {
    if (UNCOUNTED.has(path)) continue;
    for (const method of METHODS) {
      const operation = item[method];
      if (operation) operation.responses['429'] ??= { $ref: '#/components/responses/TooManyRequests' };
    }
  }
}
